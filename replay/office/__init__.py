"""An opened ledger: `office` answers, `appending` records, `erasure` of persons, `key_files`."""
