"""What can be asked. `questions` is the Python object; each other module answers one kind of question.

Lists: `compare` two of them · `movement` who moves · `publication` one before it is published, and whether all
stand · `expected` what events would change · `appeal` events as if appended.
People: `player` everything about one · `player_games` the games · `find` by name.
Tournaments: `tournaments` all · `tournament` one, with `tournament_table`, `tournament_rounds`, `tournament_ratings`;
`tournament_document` the same for programs, and why a rank · `standings` · `crosstable` · `lots` and `draws`.
Rules: `rules` which there are, and one article by article.
The log: `log_rows` events as rows · `event_words` events in words · `worklist` what waits.
SQL: `sql` one SELECT, in the `sandbox`.
"""
