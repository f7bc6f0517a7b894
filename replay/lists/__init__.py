"""Lists: `rating_list` rows and receipt, `publish`, `receipts`, `since_published`, `list_files`, `list_filter`."""
