"""How large a file and its parts may be. What is beyond a limit is refused with the limit and with what is there."""

import csv

from ledger.errors import LedgerError
from wording import say
from wording.errors import at

LARGEST_CSV = 512 << 20  # bytes
LARGEST_PAGE = 64 << 20
LARGEST_REPORT = 64 << 20
LARGEST_LIST = 4 << 30  # unpacked
LARGEST_WORKBOOK = 400 << 20  # unpacked
LONGEST_ROW = 1_000_000  # characters of a line of a table
LONGEST_REPORT_LINE = 20_000
LONGEST_LIST_LINE = 2000
LONGEST_EVENT = 1_000_000  # bytes
MOST_COLUMNS = 1000
MOST_TABLES = 20  # of a page, inside each other
MOST_ROUNDS = 1000  # of a report
MOST_ARCHIVE_ROUNDS = 30_000  # of a tournament in an archive
MOST_ARCHIVE_BOARDS = 100_000
_MEGABYTE = 1 << 20


def refuse_large(size: int, most: int, place: str, remedy: str) -> None:
    """Refuse a file of more bytes than its reader takes."""
    if size > most:
        raise LedgerError(larger(size, most), place=place, remedy=remedy)


def larger(size: int, most: int) -> str:
    """So many bytes are more than a reader takes."""
    return say(
        "{size:,.1f} MB; at most {most:,} MB are read",
        size=size / _MEGABYTE,
        most=most // _MEGABYTE,
    )


def longer(length: int, most: int) -> str:
    """A line has more characters than a reader takes."""
    return say(
        "a line of {length:,} characters; at most {most:,} are read", length=length, most=most
    )


def unreadable_csv(error: csv.Error, place: str, line: int) -> LedgerError:
    """What the library says of a csv file. A quotation mark that is never closed takes the rest into one cell."""
    if "field limit" in str(error):
        wrong = say("a cell of more than {most:,} characters", most=csv.field_size_limit())
        remedy = say("is a quotation mark left open?")
    else:
        wrong = say("not readable as csv: {error}", error=str(error).partition(" - ")[0])
        remedy = say("save it anew as csv")
    return LedgerError(wrong, place=at(place, line), remedy=remedy)
