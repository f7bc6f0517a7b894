"""init, import, export and log: filling the ledger and looking at what it holds."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date as Date
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from cyclopts import Parameter

from ledger import EVENT_TYPES, AnyEvent, Appended, LedgerError, Log, Problem, open_log
from ledger.description import detail, mentions, subject
from ledger.events import EventWithdrawn
from ledger.formats import Item, Items, ReadOptions, format_of, open_file
from ledger.formats.options import TAKEN_BY
from ledger.moment import position_before, position_known
from ledger.wire_format import decode_stored
from replay.commands.options import only_with
from replay.given_rankings import RANKED, ranking_warnings
from replay.output import Format, emit, is_table, whole_file
from replay.place import current_place, recorded_by
from replay.progress import progress
from replay.streams import remark, tell
from replay.unknown_schemes import NAMING, SchemeNames

COLUMNS = ("position", "recorded", "date", "type", "subject", "detail")
LogRow = tuple[int, str, str, str, str, str]


def init(*, origin: str | None = None) -> None:
    """Make an empty ledger.

    Parameters
    ----------
    origin
        The name of this ledger in checkpoints, such as ratings.example.org/main. Default: a new one.
    """
    with open_log(current_place(), create=True, origin=origin) as log:
        if origin is not None and origin != log.origin:
            wrong = f"{_shown_place()} is a ledger already and is named {log.origin}"
            raise LedgerError(wrong, remedy="a ledger keeps its name; make another one elsewhere")
        if log.head:
            remark(f"{_shown_place()} is a ledger already, with {log.head} events; left as it is\n")
        else:
            tell(f"{_shown_place()} is an empty ledger, {log.origin}\n")


def import_(
    *files: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    dry_run: Annotated[bool, Parameter(negative=())] = False,
    format: str | None = None,  # noqa: A002 - the option's name
    ref: str | None = None,
    by: str | None = None,
    encoding: str | None = None,
    dates: Literal["ymd", "dmy", "mdy"] | None = None,
    tournament: str | None = None,
    rated: list[str] | None = None,
    registered: Date | None = None,
    received: Date | None = None,
    players: Path | None = None,
    write_players: Path | None = None,
    ratings_as: str | None = None,
    skip_broken: Annotated[bool, Parameter(negative=())] = False,
    date: Date | None = None,
    list_date: Date | None = None,
    list_kind: str | None = None,
    scheme_of: list[str] | None = None,
    federation: list[str] | None = None,
    min_rating: int | None = None,
    complete: Annotated[bool, Parameter(negative=())] = False,
    update_players: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Append the events of files: all of a file or nothing of it.

    Parameters
    ----------
    files
        Files in the order of what happened; - (or none, in a pipe) is standard input. The format is seen from
        content and ending.
    dry_run
        Check and report, append nothing.
    format
        The format of the files, if it is not to be guessed.
    ref
        A document number for every event that has none.
    by
        Who records it, for every event that does not say so. Default: the environment variable RATING_LEDGER_BY.
    encoding
        How the letters of old report files are encoded, such as latin-1.
    dates
        Reports and tables: the form of dates such as 3/4/2026, where the file leaves it open: ymd, dmy or mdy.
    tournament
        Reports and archives: the id of the tournament.
    rated
        Reports and archives: the schemes the tournament is approved for.
    registered
        Reports and archives: the day the tournament was registered.
    received
        Reports: the day the report was received.
    players
        Reports and archives: a table that says who is who.
    write_players
        Reports and archives: write that table, to be filled in.
    ratings_as
        Reports and archives: carry their ratings into this scheme, for players who have none in it yet.
    skip_broken
        Archives: leave out games that cannot be read, and say which.
    date
        Tables: the day for rows without one.
    list_date
        Rating lists: the day of the list.
    list_kind
        Rating lists: standard, rapid or blitz.
    scheme_of
        Rating lists: the scheme for a kind, as rapid=my-rapid. Default: fide-standard, and fide-rapid and fide-blitz
        if they are installed.
    federation
        Rating lists: only players of these federations.
    min_rating
        Rating lists: only players with at least this rating.
    complete
        Rating lists: the file is the whole list, so the rating of players who are not in it ends.
    update_players
        Rating lists: take changed names, birth years, sexes and federations from the list.
    """
    files = _checked(files)
    names = SchemeNames()
    options = ReadOptions(
        encoding=encoding,
        dates=dates,
        tournament=tournament,
        rated=None if rated is None else tuple(rated),
        registered=registered,
        received=received,
        players=players,
        write_players=write_players,
        ratings_as=ratings_as,
        skip_broken=skip_broken,
        list_in_force=_list_in_force(ratings_as) if ratings_as else ReadOptions().list_in_force,
        date=date,
        list_date=list_date,
        list_kind=list_kind,
        scheme_of=_scheme_of(scheme_of or []),
        federations=frozenset(federation or ()),
        min_rating=min_rating,
        complete=complete,
        update_players=update_players,
        schemes=names.known,
        warn=_warn,
    )
    with open_log(current_place()) as log, ExitStack() as stack:
        at_hand = [_at_hand(path, stack) for path in files]
        _refuse_unused(options, at_hand, format)
        opened = (open_file(path, options, log, form=format, name=name) for name, path in at_hand)
        batches = [_chained(opened)] if dry_run and len(files) > 1 else opened
        for items in batches:
            with progress(f"importing {items.name}") as advance:
                done = log.append(
                    items, dry_run=dry_run, ref=ref, by=recorded_by(by), advance=advance, note=NAMING | RANKED
                )
            _report(items.name, done, dry_run=dry_run)
            names.look_at(done.noted)
            if done.appended and not dry_run:
                _warn_of_rankings(done, log, items.name)
        for warning in names.warnings():
            _warn(warning)


def _list_in_force(name: str) -> Callable[[Date], Date]:
    """The date of the scheme's list that is in force on a day."""
    from schemes import scheme

    chosen = scheme(name)
    rules = chosen.rules()
    return lambda day: chosen.list_in_force(rules, day)[1]


def _warn_of_rankings(done: Appended, log: Log, name: str) -> None:
    """Compare rankings with the rules. The events are stored by now, so nothing that goes wrong here is a failure."""
    try:
        warnings = ranking_warnings(log, current_place(), done.noted)
    except LedgerError as error:
        wrong = f"the events are stored, but their rankings could not be compared with the rules: {error}"
        warnings = [Problem(name, wrong)]
    for warning in warnings:
        _warn(warning)


def _scheme_of(given: list[str]) -> dict[str, str]:
    """kind=scheme, several of them one by one or with commas."""
    pairs = [part.strip() for each in given for part in each.split(",") if part.strip()]
    for pair in pairs:
        if not all(pair.partition("=")):
            raise LedgerError(f"--scheme-of {pair!r} is not KIND=SCHEME", remedy="write it as rapid=my-rapid")
    return dict(pair.split("=", 1) for pair in pairs)


def _checked(files: tuple[Path, ...]) -> tuple[Path, ...]:
    if not files:
        if sys.stdin.isatty():
            raise LedgerError("no file given", remedy="name the files to import; - is standard input")
        return (Path("-"),)
    for path in files:
        if str(path).startswith("--"):
            raise LedgerError(f"unknown option {path}", remedy="rating-ledger import --help shows the options")
    return files


def _at_hand(path: Path, stack: ExitStack) -> tuple[str, Path]:
    """What messages call a file, and where it can be read; standard input and pipes are read whole first."""
    if str(path) == "-" or path.is_fifo():
        return "<stdin>" if str(path) == "-" else str(path), stack.enter_context(_spooled(path))
    return str(path), path


def _refuse_unused(options: ReadOptions, files: Sequence[tuple[str, Path]], form: str | None) -> None:
    """Refuse an option that none of the files takes, before anything is appended."""
    if options.unused(()):
        formats = {format_of(path, form, name) for name, path in files}
        for field in options.unused(formats):
            option = "--federation" if field == "federations" else f"--{field.replace('_', '-')}"
            *others, last = (_CALLED[each] for each in sorted(TAKEN_BY[field]))
            where = f"{', '.join(others)} or {last}" if others else last
            given = ", ".join(sorted(_CALLED[each] for each in formats))
            raise LedgerError(f"{option} goes with {where}, and there is only {given}", remedy="leave it out")


_CALLED = {
    "jsonl": "JSON Lines",
    "trf": "a report",
    "pgn": "an archive",
    "table": "a table",
    "fide-list": "a rating list",
}


@contextmanager
def _spooled(path: Path) -> Iterator[Path]:
    """Standard input and pipes, put into a file first: a slow writer must not hold up other imports."""
    with tempfile.NamedTemporaryFile(prefix="rating-ledger-") as spool:
        if str(path) == "-":
            shutil.copyfileobj(sys.stdin.buffer, spool)
        else:
            with path.open("rb") as pipe:
                shutil.copyfileobj(pipe, spool)
        spool.flush()
        yield Path(spool.name)


def _chained(opened: Iterable[Items]) -> Items:
    """Several files as one, so that a dry run sees the earlier ones."""

    def items() -> Iterator[Item]:
        for file in opened:
            for item in file:
                where = f"{file.name}:{item.where}" if isinstance(item.where, int) else item.where
                yield item._replace(where=where)

    return Items("the files", items())


def _report(name: str, done: Appended, *, dry_run: bool) -> None:
    for warning in done.warnings[:50]:
        _warn(warning)
    if len(done.warnings) > 50:
        remark(f"… and {len(done.warnings) - 50} more warnings\n")
    verb = "would be appended" if dry_run else "appended"
    there = f", {done.duplicates} in the log already" if done.duplicates else ""
    if done.appended:
        one = done.appended == 1
        span = f"position {done.head}" if one else f"positions {done.first} to {done.head}"
        tell(f"{name}: {done.appended} {'event' if one else 'events'} {verb} ({span}){there}\n")
    else:
        tell(f"{name}: nothing {verb}{there}\n")


def _warn(problem: Problem) -> None:
    remark(f"{problem}\n")


def export(
    *,
    until: str | None = None,
    trf: str | None = None,
    trf_version: Literal[16, 26] | None = None,
    corrected: Annotated[bool, Parameter(negative=())] = False,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> None:
    """Write the log as JSON Lines, with position and recorded; import reads it back to the same log.

    Parameters
    ----------
    until
        The last position to write, a number; also #POSITION, a day or a time.
    trf
        Write the report (TRF) of this tournament (id or name) instead; import reads it back to the same events.
    trf_version
        Reports: 16 (default) or 26.
    corrected
        Reports: the results as they hold now, corrections as remarks; else as first recorded, corrections after.
    out
        Write to this file.
    """
    if trf is None:
        only_with("a report (--trf)", {"--trf-version": trf_version, "--corrected": corrected})
    with open_log(current_place()) as log, _sink(out) as sink:
        last = log.head if until is None else _until(log, until)
        if trf is not None:
            from replay.commands.files import report_text
            from replay.commands.find import named

            trf = named("tournament", trf)
            sink.write(report_text(log, trf, version=trf_version or 16, corrected=corrected, until=last).encode())
            return
        with progress("exporting", last) as advance:
            for batch in log.read_stored(until=last):
                sink.writelines([b'{"position":%d,%s\n' % (position, state[7:]) for position, _, state in batch])
                advance(batch[-1][0])


def _until(log: Log, text: str) -> int:
    return position_known(log, f"#{text}" if text.isdigit() else text)


@contextmanager
def _sink(out: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that appears only when it is complete."""
    if out is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(out) as file:
        yield file


def log(
    *,
    player: str | None = None,
    tournament: str | None = None,
    type: str | None = None,  # noqa: A002 - the option's name
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    until: str | None = None,
    format: Format | None = None,  # noqa: A002 - the option's name
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> None:
    """Show the events, readable, in the order of the log.

    Parameters
    ----------
    player
        Only what is about this player (id or name), games and rankings included.
    tournament
        Only what is about this tournament (id or name).
    type
        Only events of this type, such as GameRecorded.
    from_
        From this moment on: a day or a time (when it was recorded), or #POSITION.
    until
        Up to this moment.
    format
        table, csv or json.
    out
        Write to this file, by its ending: .csv, .json, .parquet, .xlsx.
    """
    from replay.commands.find import named

    kind = _known_type(type)
    player = None if player is None else named("player", player)
    tournament = None if tournament is None else named("tournament", tournament)
    with open_log(current_place()) as opened:
        after = position_before(opened, from_) if from_ else 0
        last = position_known(opened, until) if until else opened.head
        chosen = (
            (position, event)
            for position, event in _candidates(opened, after, last, player, tournament)
            if kind is None or isinstance(event, kind)
        )
        rows = _or_told((_row(position, event) for position, event in chosen), player, tournament)
        shown = map(_brief, rows) if is_table(format, out) else rows
        emit(COLUMNS, shown, form=format, out=out, keep=("type", "subject", "detail"))


def _candidates(
    log: Log, after: int, last: int, player: str | None, tournament: str | None
) -> Iterator[tuple[int, AnyEvent]]:
    if tournament is not None:
        for position, event in log.stream(f"tournament/{tournament}"):
            if after < position <= last and (player is None or _concerns(log, event, player)):
                yield position, event
    elif player is not None:
        yield from _of_player(log, after, last, player)
    else:
        yield from log.read(after, last)


def _of_player(log: Log, after: int, last: int, player: str) -> Iterator[tuple[int, AnyEvent]]:
    """What names the player has the name in its bytes, or escapes in it: nothing else is decoded."""
    signs = (player.encode(), b"\\", b'"type":"EventWithdrawn"')
    for batch in log.read_stored(after, last):
        for position, stream, state in batch:
            if any(sign in state for sign in signs):
                event = decode_stored(state)
                if stream == f"player/{player}" or _concerns(log, event, player):
                    yield position, event


def _concerns(log: Log, event: AnyEvent, player: str) -> bool:
    if isinstance(event, EventWithdrawn):
        return mentions(log.event(event.withdraws), player)
    return mentions(event, player)


def _or_told(rows: Iterator[LogRow], player: str | None, tournament: str | None) -> Iterator[LogRow]:
    """The rows; if there is none, a word on the side, because an id may be mistyped."""
    first = next(rows, None)
    if first is not None:
        yield first
        yield from rows
    else:
        about = [f"{what} {name!r}" for what, name in (("player", player), ("tournament", tournament)) if name]
        remark(f"no event{' of ' + ' and '.join(about) if about else ''} in that part of the log\n")


def _row(position: int, event: AnyEvent) -> LogRow:
    recorded = "" if event.recorded is None else event.recorded.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    kind = event.__class__.__name__
    return position, recorded, event.date.isoformat(), kind, subject(event), detail(event)


def _brief(row: LogRow) -> LogRow:
    """For the eye: recorded to the second."""
    return row[0], row[1][:19].replace("T", " "), *row[2:]


def _known_type(name: str | None) -> type[AnyEvent] | None:
    if name is None:
        return None
    if name not in EVENT_TYPES:
        close = get_close_matches(name, EVENT_TYPES, 1, 0.4)
        remedy = f"did you mean {close[0]}?" if close else f"known are: {', '.join(EVENT_TYPES)}"
        raise LedgerError(f"unknown type {name!r}", remedy=remedy)
    return EVENT_TYPES[name]


def _shown_place() -> str:
    return current_place() if "://" not in current_place() else "the database"
