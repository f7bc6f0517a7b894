"""Explanations: why a rating is what it is, and why something is not rated.

- `explain` every step to a rating · `history` every list of a player · `citations` what the log says about games
- `why_not` why a list is empty or nothing changes · `remarks` what an import says when it is done
- `given_rankings`, `unknown_schemes` slips of the pen in what was imported
"""
