"""Explanations: why a rating is what it is, and why something is not rated.

- `explain` every step to a rating · `data` the same as data · `citations` what the log says about games
- `history` every list of a player · `why_not` why a list is empty or nothing changes
- `comings` why somebody is new on a list or gone from it
- `remarks` what an import says when it is done · `import_warnings` slips of the pen in it
"""
