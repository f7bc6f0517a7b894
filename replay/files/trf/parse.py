"""The lines of a TRF file, told apart by their codes and cut at their columns."""

import re

from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.text import whole_number
from replay.files.dates import FORMS, common_forms, is_short, read_birth, readings
from replay.files.encoding import split_lines
from replay.files.limits import LONGEST_REPORT_LINE, MOST_ROUNDS, longer
from replay.files.trf.report import (
    UNREAD,
    Cell,
    GivenBye,
    ReportedPlayer,
    ReportedTeam,
    ReportLine,
    TrfReport,
)
from wording import joined, say
from wording.errors import at

HEADER = frozenset(
    ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152", "162",
     "172", "182", "192", "202", "212", "222", "352", "362")
)  # fmt: skip
EXTENSION = "### ledger "
_NATIONAL = "national "
_INFORMATIVE = frozenset(["801", "802"])
# lines that the ledger has no field for, or not for all that stands in them
_KEPT = frozenset(
    ("072", "092", "102", "112", "122", "152", "172", "182", "192", "202", "212", "222", "352", "362", "013", "310",
     "240", "299", "250", "260", "300", "320", "330")
)  # fmt: skip
# lines that become fields of events, remarks, and what a program writes for people alone
_READ_WHOLE = (HEADER - _KEPT) | _INFORMATIVE | {"001", "###", "XXR", "XXS"}
_FIRST_ROUND = 91
_ROUND_BLOCK = re.compile(r"(?:\d| (?=[ \d])){3}\d [wb-] [-0-9=+wdlhfuz*]|\s*", re.IGNORECASE)
_NO_RESULT_YET = "*"
_BLANKS = (3, 8, 13, 47, 52, 56, 68, 79, 84)
_CUTTING = (3, 8, 56, 68)  # where a letter would mean that an id is cut in two
_POINTS = re.compile(r"(-?)(\d{1,3})(?:[.,](\d{1,2}))?")
# What a field is called if it cannot be read.
_STARTING = say("starting number")
_RANK = say("rank")
_ROUND = say("round")
_NUMBER = say("number")
_OPPONENT = say("opponent in round {round}")


def parse(text: str, place: str, encoding: str = "utf-8") -> TrfReport:
    """Read every line; what cannot be read is a problem with line and column, what is not used a warning."""
    report = TrfReport(place)
    unused: dict[str, list[int]] = {}
    if "\0" in text:
        raise LedgerError(
            say("not a text file (it has NUL bytes)"),
            place=at(place, 1),
            remedy=say("is it really a TRF file?"),
        )
    lines = split_lines(text)
    report.rounds_from = _rounds_from([line for line in lines if line.startswith("001")])
    for number, content in enumerate(lines, 1):
        line = ReportLine(number, content[:3], content.rstrip())
        if len(content) > LONGEST_REPORT_LINE:
            wrong = longer(len(content), LONGEST_REPORT_LINE)
            report.refuse(line, 1, wrong, say("is it really a TRF file?"))
        elif line.text and not _take(line, report, encoding):
            unused.setdefault(_sort(line), []).append(number)
        if is_kept(line):
            report.kept.append(line)
    _settle_births(report)
    _name_unused(report, unused)
    if report.rounds_from != _FIRST_ROUND:
        wrong = say(
            "the rounds begin in column {column} instead of 92 in all lines: read so",
            column=report.rounds_from + 1,
        )
        report.warn(None, 0, wrong)
    return report


def _rounds_from(lines: list[str]) -> int:
    """Where the rounds begin: some programs are one column off, and then in every player's line."""
    for start in (_FIRST_ROUND, _FIRST_ROUND - 1, _FIRST_ROUND + 1):
        if all(_is_at(line.rstrip(), start) for line in lines):
            return start
    return _FIRST_ROUND


def _is_at(line: str, start: int) -> bool:
    """Do the rounds of a player's line stand in the columns from `start` on?"""
    blocks = [line[at : at + 10].rstrip() for at in range(start, len(line), 10)]
    return all(_ROUND_BLOCK.fullmatch(block) for block in blocks)


def _take(line: ReportLine, report: TrfReport, encoding: str) -> bool:
    code = line.code
    if code == "001":
        _take_player(line, report, encoding)
    elif code in HEADER or code in ("XXR", "XXS"):
        report.header.setdefault(code, []).append(line)
    elif code == "013":
        _take_team(line, report, 4, 36, 36)
    elif code == "310":
        _take_team(line, report, 8, 40, 73)
    elif code == "240":
        _take_bye(line, report)
    elif code == "299":
        report.abnormal.append(line)
    elif code == "###":
        if line.text.startswith(EXTENSION):
            report.extensions.append(line)
    else:
        return False
    return True


def _take_player(line: ReportLine, report: TrfReport, encoding: str) -> None:
    text = _by_columns(line.text, encoding)
    number = _whole(line, report, text[4:8], 5, _STARTING)
    if not number:
        report.refuse(
            line,
            5,
            say("no starting number in {text!r}", text=text[4:8]),
            say("columns 5 to 8 hold it"),
        )
        return
    if number in report.players:
        first = report.players[number].line
        report.refuse(
            line,
            5,
            say("starting number {number} twice", number=number),
            say("give every player his own number"),
            first,
        )
        return
    for column in _CUTTING:
        if text[column : column + 1].strip():
            wrong = say(
                "{text!r} stands between two fields: the columns are shifted", text=text[column]
            )
            report.refuse(
                line,
                column + 1,
                wrong,
                say("columns 4, 9, 57 and 69 are blank in every player's line"),
            )
    rank = _whole(line, report, text[85:89], 86, _RANK)
    born = _readable(text[69:79], encoding).strip()
    player = ReportedPlayer(
        line=line,
        number=number,
        sex=text[9:10].strip().lower(),
        title=text[10:13].strip().lower(),
        name=" ".join(_readable(text[14:47], encoding).split()),
        rating=_rating(line, report, text[48:52]),
        federation=_readable(text[53:56], encoding).strip().upper(),
        fide_id=_readable(text[57:68], encoding).strip().lstrip("0"),
        born=None,
        birth=born,
        points=_points(line, report, text[80:84]),
        rank=rank or 0,
        cells=_cells(line, report, text),
    )
    report.players[number] = player


def _settle_births(report: TrfReport) -> None:
    """Birth dates in the one form that fits them all; where two forms do, the year alone."""
    written = [player.birth for player in report.players.values() if readings(player.birth)]
    forms = common_forms([text for text in written if not is_short(text)]) or FORMS
    unsure = []
    for number, player in report.players.items():
        born = read_birth(player.birth, forms)
        report.players[number] = replace(player, born=born)
        if isinstance(born, int) and readings(player.birth):
            unsure.append(player)
        if born is None and player.birth.strip("0./- "):
            report.warn(
                player.line,
                70,
                say("birth date {birth!r} is not a date, left out", birth=player.birth),
            )
    if unsure:
        wrong = say(
            "{number} birth dates can be day first or month first: the year alone is taken; first here",
            number=len(unsure),
        )
        report.warn(unsure[0].line, 70, wrong)


def _by_columns(text: str, encoding: str) -> str:
    """The text so cut that columns fit: some programs count bytes, not letters, in names like Grünberg."""
    if text.isascii() or _fits(text):
        return text
    as_bytes = text.encode(encoding, "replace").decode("latin-1")
    if _fits(as_bytes):
        return as_bytes
    return text


def _fits(text: str) -> bool:
    return all(text[column : column + 1].strip() == "" for column in _BLANKS)


def _readable(field: str, encoding: str) -> str:
    """A field cut by bytes, as letters again."""
    if field.isascii():
        return field
    try:
        return field.encode("latin-1").decode(encoding if encoding != "utf-8-sig" else "utf-8")
    except UnicodeError:
        return field


def _cells(line: ReportLine, report: TrfReport, text: str) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    last_told = 0
    for start in range(report.rounds_from, len(text), 10):
        block = text[start : start + 8]
        opponent = _whole(line, report, block[:4], start + 1, _OPPONENT, round=len(cells) + 1)
        # a result one place off its column means that every later round is off, too
        if text[start + 8 : start + 10].strip() or block[4:5].strip() or block[6:7].strip():
            wrong = say(
                "round {number} is not in its columns: {text!r}",
                number=len(cells) + 1,
                text=text[start : start + 10],
            )
            report.refuse(
                line,
                start + 1,
                wrong,
                say("opponent, colour and result stand at 92-95, 97, 99 and every 10 on"),
            )
            cells += [Cell(0, "-", UNREAD, start + 1)] * len(range(start, len(text), 10))
            last_told = len(cells)
            break
        result = (block[7:8] or " ").upper().replace(_NO_RESULT_YET, " ")
        if opponent is None and block[:4].strip():
            result = UNREAD
        cells.append(Cell(opponent or 0, _colour(block[5:6]), result, start + 1))
        if opponent or result != " ":
            last_told = len(cells)
    if last_told > MOST_ROUNDS:
        report.refuse(
            line,
            _FIRST_ROUND,
            say("{value} rounds", value=last_told),
            say("at most {most} are read", most=MOST_ROUNDS),
        )
    return tuple(cells[:last_told])


def _colour(mark: str) -> str:
    if mark.strip():
        return mark.lower()
    return "-"


def _take_team(
    line: ReportLine, report: TrfReport, name_from: int, name_to: int, members_from: int
) -> None:
    name = " ".join(line.text[name_from:name_to].split())
    if not name:
        report.refuse(line, name_from + 1, say("a team without a name"))
        return
    members = _numbers(line, report, members_from, 5)
    report.teams.setdefault(line.code, []).append(ReportedTeam(line, name, members))


def _take_bye(line: ReportLine, report: TrfReport) -> None:
    kind = line.text[4:5].upper()
    round_ = _whole(line, report, line.text[6:9], 7, _ROUND)
    if kind not in ("F", "H", "Z"):
        report.refuse(line, 5, say("unknown kind of bye {kind!r}", kind=kind), say("F, H or Z"))
    elif not round_:
        report.refuse(line, 7, say("no round"), say("columns 7 to 9 hold it"))
    else:
        report.byes.append(GivenBye(line, kind, round_, _numbers(line, report, 10, 5)))


def _numbers(line: ReportLine, report: TrfReport, start: int, step: int) -> tuple[int, ...]:
    found = []
    for column in range(start, len(line.text), step):
        number = _whole(line, report, line.text[column : column + 4], column + 1, _NUMBER)
        if number:
            found.append(number)
    return tuple(found)


def _whole(
    line: ReportLine, report: TrfReport, field: str, column: int, what: str, **values: int
) -> int | None:
    field = field.strip()
    if not field:
        return None
    number = whole_number(field)
    if number is None:
        report.refuse(
            line,
            column,
            say("{what} {field!r} is not a whole number", what=say(what, **values), field=field),
        )
    return number


def _points(line: ReportLine, report: TrfReport, field: str) -> int | None:
    """Points in hundredths."""
    if not field.strip():
        return None
    given = _POINTS.fullmatch(field.strip())
    if given is None:
        report.warn(
            line, 81, say("points {field!r} are not a number, not compared", field=field.strip())
        )
        return None
    hundredths = int(given[2]) * 100 + int((given[3] or "0").ljust(2, "0"))
    if given[1]:
        return -hundredths
    return hundredths


def _rating(line: ReportLine, report: TrfReport, field: str) -> int:
    field = field.strip()
    rating = whole_number(field or "0")
    if rating is None:
        report.warn(line, 49, say("rating {field!r} is not a number, left out", field=field))
    return rating or 0


def _name_unused(report: TrfReport, unused: dict[str, list[int]]) -> None:
    """A warning for each sort of lines that were not read: engine extensions, national ratings, remarks."""
    sorts: dict[str, list[str]] = {}
    for code, numbers in sorted(unused.items()):
        if code not in _KEPT | _INFORMATIVE:
            sort = say("lines of no known code, kept for reports and not used")
            if not code.strip():
                sort = say("lines without a code, left out")
            if code.startswith("XX"):
                sort = say("extensions of a pairing engine, kept for reports and not used")
            elif code.startswith(_NATIONAL):
                sort = say("national ratings, kept for reports and not used")
            told = say(
                "{code!r} ({lines})", code=code.removeprefix(_NATIONAL), lines=_counted(numbers)
            )
            sorts.setdefault(sort, []).append(told)
    for sort, named in sorts.items():
        names = joined(", ", named[:20])
        if len(named) > 20:
            names = say("{names} and {number} more", names=names, number=len(named) - 20)
        report.warn(None, 0, joined(": ", (sort, names)))


def _sort(line: ReportLine) -> str:
    """The code; for a national rating that word before it."""
    if is_national(line):
        return _NATIONAL + line.code
    return line.code


def is_kept(line: ReportLine) -> bool:
    """Does it say something that the ledger has no field for?"""
    if not line.code.strip() or line.code[:1] == " ":
        return False
    return line.code in _KEPT or line.code not in _READ_WHOLE


def is_national(line: ReportLine) -> bool:
    """A national rating (TRF26): a federation and a starting number."""
    is_code = line.code.isalpha() and line.code.isupper() and not line.code.startswith("XX")
    return is_code and line.text[3:4] == " " and whole_number(line.text[4:8].strip()) is not None


def _counted(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return say("line {line}", line=numbers[0])
    return say("{number} lines from {line} on", number=len(numbers), line=numbers[0])
