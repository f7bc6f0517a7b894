"""init and import: making a ledger, and appending what is in files."""

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn

from cyclopts import Parameter

from ledger import Appended, LedgerError, Log, Noted, Problem, open_log
from ledger.errors import refused, told_once
from ledger.events import AnyEvent
from ledger.item import Item, Items
from ledger.log.place import is_ledger, new_origin
from ledger.persons.person_keys import read_keys
from replay.answers.language import tr, tr_n
from replay.answers.terminal import notice, progress, remark, tell
from replay.commands.correcting import CorrectingOptions, append_corrections, check, differing
from replay.commands.options import (
    collect_rarely,
    current_place,
    ledger_schemes,
    recorded_by,
)
from replay.explain.import_warnings import RANKED, SchemeNames
from replay.files import InputFile, ReadOptions
from replay.files.decisions import WrittenForm, hand_out_together, read_decisions
from replay.files.known import KnownLedger
from replay.files.options import TAKEN_BY, FileOptions
from replay.files.titles import TitleNames
from replay.office.appending import (
    LARGE,
    every,
    list_days,
    published_lists_that_differ,
    remarks_about,
    snapshot_of,
    warnings_of_rankings,
)
from wording import say

Reading = Annotated[FileOptions, Parameter(name="*")]


def for_reading(options: FileOptions) -> ReadOptions:
    """The options for the readers, with the regulations of this ledger, and warnings to the terminal."""
    schemes = ledger_schemes()
    reading = ReadOptions(**vars(options), scheme_of_fide_list=schemes.of_fide_list, warn=warn)
    if options.ratings_as:
        return replace(reading, list_in_force=list_days(schemes, options.ratings_as))
    return reading


def init(*, federation: str | None = None, origin: str | None = None) -> None:
    """Make an empty ledger.

    Parameters
    ----------
    federation
        Whose ratings these are, such as NOR or "Norwegian Chess Federation": the ledger's name begins with it.
    origin
        The name of this ledger in checkpoints, such as ratings.example.org/main. Default: a new one.
    """
    if federation is not None:
        if origin is not None:
            raise LedgerError(
                say("--federation and --origin both name the ledger"), remedy=say("use one of them")
            )
        if is_ledger(current_place()):
            remark(tr("--federation names a new ledger; this one has its name already") + "\n")
        else:
            origin = new_origin(federation)
    with open_log(current_place(), create=True, origin=origin) as log:
        if origin is not None and origin != log.origin:
            wrong = say(
                "{place} is a ledger already and is named {origin}",
                place=_shown_place(),
                origin=log.origin,
            )
            raise LedgerError(
                wrong, remedy=say("a ledger keeps its name; make another one elsewhere")
            )
        if log.head:
            events = tr_n("{number} event", "{number} events", log.head)
            values = {"place": _shown_place(), "events": events}
            remark(tr("{place} is a ledger already, with {events}; left as it is", **values) + "\n")
        else:
            tell(
                tr("{place} is an empty ledger, {origin}", place=_shown_place(), origin=log.origin)
                + "\n"
            )
        remark("".join(f"{tr(line)}\n" for line in log.store.write_rights()))


def import_(
    *files: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    dry_run: bool = False,
    format: str | None = None,  # noqa: A002 - the option's name
    ref: str | None = None,
    by: str | None = None,
    keys: Path | None = None,
    correcting: CorrectingOptions = CorrectingOptions(),
    options: Reading = FileOptions(),
) -> None:
    """Append the events of files: all of a file or nothing of it.

    Parameters
    ----------
    files
        Files in the order of what happened (tables of the office in any order); - (or none, in a pipe) is standard
        input. The format is seen from content and ending.
    dry_run
        Check and report, append nothing.
    format
        The format of the files, if it is not to be guessed.
    ref
        A document number for every event that has none; without it, the events of reports and tables name the file.
    by
        Who records it, for every event that does not say so. Default: the environment variable RATING_LEDGER_BY.
    keys
        The keys of persons, as export --keys wrote them: they open what is sealed in an export. They are taken after
        the files, without those of persons who were erased; not in a dry run.
    """
    check(correcting, dry_run=dry_run)
    collect_rarely()
    given_keys = {} if keys is None else read_keys(keys)  # before anything is appended
    if files or keys is None:
        _append_files(
            _checked(files), correcting,
            dry_run=dry_run, format=format, ref=ref, by=by, options=options,
        )  # fmt: skip
    if keys is not None and not dry_run:
        _take_keys(keys, given_keys)  # after the log, which says who was erased


def _append_files(
    files: tuple[Path, ...], correcting: CorrectingOptions, *, dry_run: bool, format: str | None,  # noqa: A002
    ref: str | None, by: str | None, options: FileOptions,
) -> None:  # fmt: skip
    """Append the events of files, and say what is worth saying about them."""
    names = SchemeNames(current_place())

    def in_large_files(event: AnyEvent) -> bool:
        return type(event) in RANKED or names.has_unknown(event)

    reading = replace(for_reading(options), ref=ref)
    with open_log(current_place()) as log, ExitStack() as stack:
        log.tell = notice
        at_hand = [_at_hand(path, stack, format, reading) for path in files]
        if len(files) > 1:
            from replay.files.tables import in_order  # one file needs no kinds of tables

            at_hand = in_order(at_hand)
        asked = replace(reading, complete=False) if correcting.as_corrections else reading
        asked.refuse_unused(file.form for file in at_hand)
        if reading.write_players is not None:
            _write_players(reading.write_players, reading, at_hand, log)
        if correcting.as_corrections:
            for file in at_hand:
                done = append_corrections(file, reading, log, correcting, dry_run=dry_run, by=by)
                report(file.name, done, dry_run=dry_run)
            say_once(published_lists_that_differ(current_place(), log))
            return
        titles = TitleNames(log, current_place())
        snapshot = snapshot_of(current_place(), log)
        opened = (titles.understood(file.items(reading, log, snapshot)) for file in at_hand)
        batches = [_chained(opened, reading.earlier)] if dry_run and len(files) > 1 else opened
        small = sum(file.size for file in at_hand) <= LARGE
        noted: list[Noted] = []
        warnings: list[Problem] = []
        before = log.head
        try:
            for number, items in enumerate(batches):
                file = at_hand[number]
                with progress(tr("importing {file}", file=items.name)) as advance:
                    file.advance = advance
                    done = log.append(
                        items, dry_run=dry_run, ref=ref, by=recorded_by(by),
                        advance=None if file.is_streamed else advance,
                        note=every if small else in_large_files,
                    )  # fmt: skip
                report(items.name, done, dry_run=dry_run)
                names.look_at(done.noted)
                noted += done.noted
                warnings += done.warnings
                if done.appended and not dry_run:
                    warnings += warnings_of_rankings(current_place(), log, done, items.name)
            warnings += remarks_about(current_place(), log, noted, dry_run=dry_run) if small else []
            if log.head > before:
                warnings += published_lists_that_differ(current_place(), log)
        except LedgerError as error:
            if error.code != "refused":
                raise
            raise _differing(at_hand, error, reading, log) or error from None
        finally:  # a file that is refused does not hide what was to be said about those before it
            say_once(warnings + names.warnings())


def _differing(
    files: Sequence[InputFile], refused: LedgerError, options: ReadOptions, log: Log
) -> LedgerError | None:
    """The refusal in one sentence, if the file differs from what is known; else None."""
    for file in files:
        if any(str(problem.place).startswith(file.name) for problem in refused.problems):
            return differing(file, options, log)
    return None


def _write_players(
    path: Path, options: ReadOptions, files: Sequence[InputFile], log: Log
) -> NoReturn:
    """Write one form for the players of all files that need decisions, and import nothing."""
    forms: list[WrittenForm] = []
    problems: list[Problem] = []
    snapshot = snapshot_of(current_place(), log)
    for file in files:
        if file.form not in TAKEN_BY["write_players"]:
            continue
        try:
            problems += filter(None, (item.problem for item in file.items(options, log, snapshot)))
        except LedgerError as error:
            if not isinstance(error.details, WrittenForm):
                raise
            forms.append(error.details)
    if problems and not forms:  # they come before the question who is who
        raise refused(problems)
    decisions = read_decisions(options.players, options.encoding)
    hand_out_together(path, forms, KnownLedger(log, snapshot), decisions)


def say_once(problems: Sequence[Problem]) -> None:
    """Say everything that is worth saying, each kind once."""
    remark("".join(f"{tr(line)}\n" for line in told_once(problems, in_full=1)))


def _checked(files: tuple[Path, ...]) -> tuple[Path, ...]:
    if not files:
        if sys.stdin.isatty():
            raise LedgerError(
                say("no file given"), remedy=say("name the files to import; - is standard input")
            )
        return (Path("-"),)
    for path in files:
        if str(path).startswith("--"):
            raise LedgerError(
                say("unknown option {path}", path=path),
                remedy=say("rating-ledger import --help shows the options"),
            )
    return files


def _at_hand(path: Path, stack: ExitStack, form: str | None, options: ReadOptions) -> InputFile:
    """A file where it can be read; standard input and pipes are read whole first."""
    name = "<stdin>" if str(path) == "-" else str(path)
    if str(path) == "-" or path.is_fifo():
        path = stack.enter_context(_spooled(path))
    columns = None
    if options.profile is not None:
        from replay.files.people.profile import read_profile

        columns = read_profile(options.profile)
    return InputFile(path, name, form=form, encoding=options.encoding, columns=columns)


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


def _chained(opened: Iterable[Items], earlier: list[AnyEvent]) -> Items:
    """Several files as one, so that a dry run sees the earlier ones; `earlier` gets what they have."""

    def items() -> Iterator[Item]:
        for file in opened:
            for item in file:
                where = f"{file.name}:{item.where}" if isinstance(item.where, int) else item.where
                if item.event is not None:
                    earlier.append(item.event)
                yield item._replace(where=where)

    return Items(tr("the files"), items())


def report(name: str, done: Appended, *, dry_run: bool) -> None:
    """Say what was appended."""
    there = tr(", {number} in the log already", number=done.duplicates) if done.duplicates else ""
    tell(f"{name}: {_dry(done) if dry_run else _appended(done)}{there}\n")


def _take_keys(file: Path, keys: dict[str, bytes]) -> None:
    from replay.office.erasure import take_keys  # only here, because it loads the rules

    taken, erased = take_keys(current_place(), keys, file)
    tell(
        tr_n(
            "{file}: {number} key of persons", "{file}: {number} keys of persons", taken, file=file
        )
        + "\n"
    )
    if erased:
        sentence = tr_n(
            "{file}: {number} key of erased persons not taken; destroy the file",
            "{file}: {number} keys of erased persons not taken; destroy the file",
            erased,
            file=file,
        )
        remark(f"{sentence}\n")


def _appended(done: Appended) -> str:
    span = {"first": done.first, "last": done.head}
    if not done.appended:
        return tr("nothing appended")
    if done.appended == 1:
        return tr("1 event appended (position {last})", last=done.head)
    return tr_n(
        "{number} event appended (position {last})",
        "{number} events appended (positions {first} to {last})",
        done.appended,
        **span,
    )


def _dry(done: Appended) -> str:
    span = {"first": done.first, "last": done.head}
    if not done.appended:
        return tr("nothing would be appended")
    if done.appended == 1:
        return tr("1 event would be appended (position {last})", last=done.head)
    return tr_n(
        "{number} event would be appended (position {last})",
        "{number} events would be appended (positions {first} to {last})",
        done.appended,
        **span,
    )


def warn(problem: Problem) -> None:
    """A remark on what was appended, or is about to be."""
    remark(f"{tr(problem.text)}\n")


def _shown_place() -> str:
    if "://" not in current_place():
        return current_place()
    return tr("the database")
