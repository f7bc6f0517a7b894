"""An opened ledger: `office` answers, `appending` records, `recording` reads a typed event, `erasure`, `key_files`."""
