"""Proofs: that an event stands in the log, a row on a list, and that the log only grew.

- `merkle` the hashing of RFC 9162 · `tree` the log's tree in tiles · `tile_files` the same as static files
- `checkpoint`, `note` what is signed · `proof` of events · `listed` a published list as a tree of rows
- `keyring` keys that the log announced · `trust` what an outsider trusts · `witness` who cosigns
- `verify`, `inspection` everything computed again from the stored bytes
"""
