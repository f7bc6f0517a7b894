"""Answers, which are data, and the renderers that speak them in the reader's language.

Data: `kinds` what a column can hold · `columns` those that answers share · `table` · `answer`.
Renderers: `text` and `terminal` · `data` csv, json, Arrow · `workbook` · `html` and `paper` · `plotting` ·
`output` chooses by a file's ending.
Language: `language` texts · `speech` values and days · `names` of people and tournaments.
"""
