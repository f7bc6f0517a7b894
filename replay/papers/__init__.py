"""Papers: what people print, sign and file. One html file each, which needs no network.

- answers: an explanation, the table of a tournament, two lists compared · lists: a rating list
- decision: the decision on an appeal · history: of a player · whatif: a what-if or a sweep
- facts: what a paper was made from: the receipt at its foot
"""
