"""An opened ledger: `office` is the object that everything is asked of.

- appending: a file or an event is recorded, at the desk only what somebody may append · recording: a typed event
- imports: that can be left and continued · import_reading: what one would do · who_is_who, with reported_people ·
  corrections: a report that corrects a report
- kept_appeals: open ones, and those that were dismissed · erasure: of private data · key_files · backup
"""
