"""The web desk: pages over the same object that the commands use. It has no rule and no query of its own.

The application: `app` addresses · `outermost` headers · `error_pages` · `server` · `desk` · `responses` · `hosts` ·
`access` signing in · `office_file` who may · `journal` and `metrics` · `turns` and `jobs` (with `job_pages`) for long
work · `sent` forms, `uploads` files.
Every page: `asked` what an address means · `reader` in which language · `page` and `navigation` · `drawing` lines ·
`event_links` sentences with links · `unknown` ids.
Pages: `home` · `find` · `lists` (with `list_index`, `list_rows`, `list_filters`) · `people` · `players` (with
`player_events`) · `explanation` · `groups` · `tournaments` (with `tournament_index`, `tournament_view`,
`tournament_cells`, `tournament_play`) ·
`publications` · `comparisons` (with `comparison_view`) · `scenarios` (with `scenario_question`, `scenario_answer`) and
`sweeps` · `rules` · `events` the log · `console` SQL.
Appeals: `workbench` · `appeal_choice` of a game or a file · `claims` what should have been · `appeal_answers` ·
`appeal_reach` through whom, drawn by `appeal_picture` · `open_appeals` those that the office keeps.
The office: `office_routes` · `office_pages` · `office_import` with `office_sent_file`, `office_people` and
`office_preview` · `office_record` · `office_publish` · `office_appeal` · `office_work`.
"""
