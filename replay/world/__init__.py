"""The one walk over lists: `world` what is known under some rules, `keys` and `states` what is stored, `limits`;
`games`: who met whom on which list.
"""
