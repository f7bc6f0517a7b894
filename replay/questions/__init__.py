"""What can be asked: `questions` the Python object, `found`, `named`, `log_rows`, `sql`, `draws`, `standings` tables."""
