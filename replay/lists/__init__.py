"""Lists: what is on them, and what was published.

- rating_list: rows, canonical bytes, receipt · list_table: the same as an answer, or some of the rows
- publish: from the log alone · list_files: copies beside the log · receipts: lists made again from them
- since_published: what would be otherwise today · sides: what is compared, in words or as a file
"""
