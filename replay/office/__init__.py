"""An opened ledger: `office` is the object that everything is asked of.

- appending: a file or an event is recorded · recording: a typed event · own_items: what somebody may append
- imports: that can be left and continued · import_reading: what one would do · who_is_who, with reported_people ·
  corrections: a report that corrects a report · sent_files: to a desk
- erasure: of private data · key_files · backup
"""
