"""The command line: `main` names, help and errors; `options` and `output` what commands share.

Start: `demo` · `imports` init and import · `help` · `files` template · `next_steps` no command at all.
Record: `record` with `recording` one event, shown and confirmed · `correcting` import --as-corrections ·
`persons` erase and disclose · `log` log and export.
Ask: `lists` list, explain, publish, sql · `history` · `standings` standings and groups · `find` ·
`appeals` appeal and compare.
Check: `audit` verify, prove, check-proof · `trust` keys, witness, tiles · `subscribe`.
Decide, change the rules: `draw` · `rules` schemes and readings · `whatif` · `predict` · `simulate`.
Run: `serve` · `site` · `office` · `backup`.
"""
