"""A file with cross-tables as events: find them, read them, add what is told beside them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace as with_options
from datetime import date as Date

from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent, GameRecorded
from ledger.item import Item, problem_item
from replay.files.crosstables.layout import NOT_A_CROSSTABLE, TableLayout, layout_of
from replay.files.crosstables.pairs import read_pairs
from replay.files.crosstables.progress import player_rows, read_rounds
from replay.files.crosstables.sheet_report import SheetReport, player_of
from replay.files.crosstables.square import read_square
from replay.files.dates import TOKEN
from replay.files.decisions import WrittenForm, hand_out_together, read_decisions
from replay.files.input import InputFile
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from replay.files.trf.games import RESULT_OF, SIGNS
from replay.files.trf.reader import reading_of
from replay.files.trf.report import ReportedPlayer, ReportLine
from wording import say, say_n

_NO_NAME = re.compile(
    r"from the tournament.database|chess-results(?:\.com)?\b|^swiss.?manager|^swiss.?perfect|^vega\b|last update"
    r"|cross.?table|ranking|rank after|standings?\b|starting rank"
    r"|pairings|results?\b|endstand|tabelle|\bpage\b|annotation|^(?:sheet|table|list|hoja|feuil|foglio|工作表)\d*$|排名|名次|对阵|對陣|成绩|成績",
    re.IGNORECASE,
)
_WHAT_IT_LISTS = re.compile(  # behind the name of a tournament
    r"\s*(?:第[\d一二三四五六七八九十]+[轮輪])?[总總最终終个個人]*(?:成绩|成績|名次|排名|对阵|對陣)[总總]?[表单單榜]?$"
)
_DATED = re.compile(
    r"^\W*(?:dates?|datum|fecha|data|held|played|日期|时间|時間|比赛日期)",
    re.IGNORECASE,
)
_ABOUT = ("sex", "title", "rating", "federation", "fide_id", "born", "birth")


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """Read a file: its problems, or the events of its tournaments."""
    layouts = [found for sheet in file.sheets if (found := layout_of(sheet)) is not None]
    reports = list(_reports(layouts))
    if not reports:
        raise LedgerError(
            NOT_A_CROSSTABLE,
            place=file.name,
            remedy=say("--format table reads tables of the ledger's own"),
        )
    if options.tournament and len(reports) > 1:
        raise LedgerError(
            say("--tournament names one tournament, and there are {number}", number=len(reports)),
            place=file.name,
            remedy=say("leave it out, or import one sheet at a time"),
        )
    people = _people(layouts)
    ref = options.ref or file.reference
    for layout in layouts:
        _tell_passed_over(layout, options)
    _tell_games_left_out(layouts, reports, options)
    forms: list[WrittenForm] = []
    for layout, report in reports:
        _add_details(report, people)
        try:
            yield from _items(layout, report, options, ref, is_one=len(reports) == 1)
        except LedgerError as error:
            if not isinstance(error.details, WrittenForm):
                raise
            forms.append(error.details)
    if forms and options.write_players is not None:
        decisions = read_decisions(options.players, options.encoding)
        hand_out_together(options.write_players, forms, options.known, decisions)


def _reports(layouts: Sequence[TableLayout]) -> Iterator[tuple[TableLayout, SheetReport]]:
    """Every tournament of a file: each cross-table is one, all lists of pairs together are one."""
    pairs = [layout for layout in layouts if layout.form == "pairs"]
    tables = [layout for layout in layouts if layout.form in ("rounds", "square")]
    read = [
        (layout, read_rounds(layout) if layout.form == "rounds" else read_square(layout))
        for layout in tables
    ]
    yield from _without_repetitions(read)
    if pairs and not tables:
        yield pairs[0], read_pairs(pairs)


def _without_repetitions(
    read: Sequence[tuple[TableLayout, SheetReport]],
) -> Iterator[tuple[TableLayout, SheetReport]]:
    """The tables but those that another one contains: another order, or fewer rounds of the same tournament."""
    taken: list[tuple[TableLayout, SheetReport]] = []
    for layout, report in sorted(read, key=lambda one: _games_of(one[1]).total(), reverse=True):
        names = {player.name for player in report.players.values()}
        is_repetition = any(
            names == {player.name for player in other.players.values()}
            and _games_of(report) <= _games_of(other)
            for _, other in taken
        )
        if names and not is_repetition:
            taken.append((layout, report))
    yield from (one for one in read if one in taken)


def _games_of(report: SheetReport) -> Counter[tuple[str, str, str]]:
    """Who met whom with which result, by names: rounds and numbers depend on how a table is printed."""
    name_of = {number: player.name for number, player in report.players.items()}
    return Counter(
        (player.name, name_of[cell.opponent], cell.result)
        for player in report.players.values()
        for cell in player.cells
        if cell.opponent in name_of
    )


def _tell_passed_over(layout: TableLayout, options: ReadOptions) -> None:
    for column in layout.passed_over():
        wrong = say("column {column!r} looks like results, and is not read", column=column)
        remedy = say("call it Rd 1, Rd 2 … if it is a round, G1, G2 … if it is a game of a match")
        options.warn(Problem(layout.sheet.where(layout.row), wrong, remedy))


def _tell_games_left_out(
    layouts: Sequence[TableLayout],
    reports: Sequence[tuple[TableLayout, SheetReport]],
    options: ReadOptions,
) -> None:
    """Lists of pairs beside a table are its rounds, as a rule; of others their games would be lost."""
    read = {layout.sheet.name for layout, _ in reports}
    games = sum((_games_of(report) for _, report in reports), Counter[tuple[str, str, str]]())
    for layout in layouts:
        if layout.form != "pairs" or layout.sheet.name in read or reports[0][0].form == "pairs":
            continue
        left_out = (_games_of(read_pairs([layout])) - games).total()
        if left_out:
            wrong = say_n(
                "{number} game of this list of pairs is in no table of the file, and is not read",
                "{number} games of this list of pairs are in no table of the file, and are not read",
                left_out // 2,  # each is seen from both sides
            )
            remedy = say("if they were played besides, import this sheet as a file of its own")
            options.warn(Problem(layout.sheet.where(layout.row), wrong, remedy))


def _people(layouts: Sequence[TableLayout]) -> dict[str, ReportedPlayer]:
    """Name → what lists of the same file say of players."""
    found: dict[str, ReportedPlayer] = {}
    for layout in layouts:
        if layout.form == "people":
            for row, cells in player_rows(layout):
                player = player_of(row, 1, cells, layout.columns)
                found.setdefault(player.name, player)
    return found


def _add_details(report: SheetReport, people: dict[str, ReportedPlayer]) -> None:
    for number, player in report.players.items():
        other = people.get(player.name)
        if other is not None:
            more = {field: getattr(player, field) or getattr(other, field) for field in _ABOUT}
            player = report.players[number] = replace(player, **more)
        if player.born is None and player.birth.strip("0./- "):
            wrong = say("birth date {birth!r} is not a date, left out", birth=player.birth)
            report.warn(player.line, 1, wrong)


def _items(
    layout: TableLayout, report: SheetReport, options: ReadOptions, ref: str, *, is_one: bool
) -> Iterator[Item]:
    """The events of one tournament. Without --rated it is rated for nothing: a table does not say what it is for."""
    _take_heading(layout, report, options, is_one=is_one)
    reading = reading_of(report, with_options(options, rated=options.rated or ()), ref)
    for warning in reading.warnings:
        options.warn(warning)
    yield from map(problem_item, reading.problems)
    for line, event in _as_known(reading.events, report, options.known):
        yield Item(
            layout.sheet.where(line.number) if layout.sheet.name else line.number, line.text, event
        )


def _take_heading(
    layout: TableLayout, report: SheetReport, options: ReadOptions, *, is_one: bool
) -> None:
    """Name and days: as told, else as the lines above the table have them."""
    name = options.event_name or _name(layout, is_one=is_one)
    if not is_one and layout.sheet.name and layout.sheet.name not in name:
        name = f"{name} {layout.sheet.name}".strip()
    dated = filter(_tells_days, layout.above)
    days = [token[0] for line in dated for token in TOKEN.finditer(line)]
    start = _written(options.start) or (days[0] if days else "")
    end = _written(options.end) or (days[-1] if days and not options.start else start)
    given = {"012": name, "042": start, "052": end}
    if layout.form == "square":
        given["092"] = "round robin"
    for code, text in given.items():
        report.header[code] = [ReportLine(layout.row, code, f"{code} {text}")]


def _name(layout: TableLayout, *, is_one: bool) -> str:
    """The first line above the table that is a name; else the name of the sheet."""
    lines = [
        _WHAT_IT_LISTS.sub("", line) for line in layout.above if line and not _tells_days(line)
    ]
    named = next((line for line in lines if line and not _NO_NAME.search(line)), "")
    sheet = _WHAT_IT_LISTS.sub("", layout.sheet.name)
    if named or not is_one or _NO_NAME.search(sheet):
        return named
    return sheet


def _tells_days(line: str) -> bool:
    """Whether a line is about the days of the tournament: it says so, or has nothing but days in it."""
    rest = TOKEN.sub("", line)
    return _DATED.match(line) is not None or (rest != line and not any(map(str.isalnum, rest)))


def _written(day: Date | None) -> str:
    return "" if day is None else f"{day:%Y/%m/%d}"


def _as_known(
    events: Sequence[tuple[ReportLine, AnyEvent]], report: SheetReport, known: KnownLedger
) -> Iterator[tuple[ReportLine, AnyEvent]]:
    """Rounds and colours that a table leaves open, as the ledger has them of the same pair."""
    if report.has_colours and report.games_note is None:
        yield from events
        return
    games: dict[tuple[str, frozenset[str]], list[GameRecorded]] = {}
    for tournament in {event.tournament for _, event in events if isinstance(event, GameRecorded)}:
        for event in known.events(f"tournament/{tournament}"):
            if isinstance(event, GameRecorded):
                games.setdefault((tournament, _pair(event)), []).append(event)
    for line, event in events:
        there = (
            games.get((event.tournament, _pair(event))) if isinstance(event, GameRecorded) else None
        )
        if there and isinstance(event, GameRecorded):
            event = _placed_as(event, there.pop(0))
        yield line, event


def _pair(game: GameRecorded) -> frozenset[str]:
    return frozenset((game.first, game.second))


def _placed_as(game: GameRecorded, there: GameRecorded) -> GameRecorded:
    """A game with round, board, day and colours of another one of the same pair."""
    result = game.result
    if game.first != there.first:
        first, second = SIGNS[result]
        result = RESULT_OF[second, first]
    return replace(
        game, round=there.round, board=there.board, date=there.date, first=there.first, second=there.second,
        result=result, note=there.note,
    )  # fmt: skip
