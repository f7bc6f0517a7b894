"""The public site as static files.

- `build`: all files of the site, and how each is made
- `folder`: what lies there already, what is new, what goes
- `unchanged`: whether anything is new at all
- `settings`: what a federation says about its own site
- `published`, `lists`, `news`: published lists, made again, and what is new of each player
- `list_rows`: their rows as scripts, for filters, sorting and proofs
- `games`: the games behind them, and why ratings changed
- `pages`: the frame of every page, and the pages that all languages share
- `single_pages`, `list_pages`, `players`, `tournaments`: the pages
- `player_keys`: what the page of each player follows from, known without making it
- `script_words`, `search`: what scripts need for them: words in every language, names to search
- `check`, `check_words`, `checkpoints`: what a visitor needs to check a rating
- `feeds`: feed, site map, robots
"""
