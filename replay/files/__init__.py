"""Readers of outside formats. A reader gives one item for each event it finds, and one for each problem.

A format is a module with `read(file, options)`, which gives items; `recognition` says how it is recognised.

input         a file to import, opened once
recognition   which format a file has
options       what a user can tell a reader beside the file
known         what a reader may ask of the ledger · recorded: what it has of a tournament already
jsonl         events as JSON Lines
trf/          tournament reports: reading and writing
pgn/          archives of games
fide/         FIDE's rating lists: reading and writing
crosstables/  cross-tables as programs and people print them
people/       lists of players as federations and clubs keep them
tables/       csv and workbooks, one kind of table for each event
templates     empty tables to fill in
players       as outside files describe them, and the ids of new ones
deciding      who is who: by number, by decision, by the tournament · decisions: the form
vocabulary    what people call the columns of lists and cross-tables
titles        titles as people write them
dates, encoding, time_control     texts that several formats have · limits: how large files may be
tie_breaks    codes of tie-breaks: one that no table can apply is refused by name
ics           a calendar of tournaments and of the days of lists
"""

from replay.files.input import FORMATS, InputFile, open_file
from replay.files.options import ReadOptions

__all__ = ["FORMATS", "InputFile", "ReadOptions", "open_file"]
