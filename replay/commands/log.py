"""log and export: looking at the events, and writing them out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from cyclopts import Parameter
from msgspec.structs import replace

from ledger import LedgerError, Log, open_log
from ledger.log.moment import position_before, position_known
from ledger.persons.person_keys import write_keys
from replay.answers.output import whole_file
from replay.answers.table import Names
from replay.answers.terminal import hint, progress, remark
from replay.commands.options import OutFile, current_place, only_with, open_office, option_group
from replay.commands.output import Output
from replay.files.trf import columns_only
from replay.questions.log_rows import events, exported, known_type
from wording import say, say_n


@option_group
class Report:
    """A report, games or a calendar instead of the log."""

    trf: str | None = None
    "Write the report (TRF) of this tournament (id or name) instead; import reads it back to the same events."
    trf_version: Literal[16, 26] | None = None
    "Reports: 16 (default) or 26."
    corrected: bool = False
    "Reports: the results as they hold now, corrections as remarks; else as first recorded, corrections after."
    plain: bool = False
    "Reports: the columns alone, for other programs: the results as they hold now, without ### lines."

    pgn: str | None = None
    "Write the games of this tournament (id or name) as PGN without moves instead, for broadcasts and databases."
    ics: bool = False
    "Write a calendar of tournaments and days of lists instead (iCalendar), for calendar programs."

    def text(self, log: Log, until: int) -> bytes:
        from replay.commands.find import named
        from replay.files.trf.export import report_text
        from replay.office.office import Office

        assert self.trf is not None
        tournament = named("tournament", self.trf)
        version = self.trf_version or 16
        corrected = self.corrected or self.plain
        office = Office(current_place(), log=log)
        try:
            text = report_text(office, tournament, until, version=version, corrected=corrected)
        finally:
            office.let_go()
        if not self.plain:
            return text.encode()
        columns, lost = columns_only(text)
        if lost:
            sentence = say_n(
                "{number} event has no columns in a report and is left out (a foul, a game of another stage …)",
                "{number} events have no columns in a report and are left out (fouls, games of other stages …)",
                lost,
            )
            hint(sentence)
        return columns.encode()


def export(
    *,
    until: str | None = None,
    parquet: Path | None = None,
    open_: Annotated[bool, Parameter(name="--open")] = False,
    keys: Path | None = None,
    report: Report = Report(),
    out: OutFile = None,
) -> None:
    """Write the log as JSON Lines, with position and recorded; import reads it back to the same log, hash for hash.

    Names and other private data are sealed in it, as in the log. --keys writes what opens them, for another machine of
    this office; --open writes everything readable, for those who may read it.

    Parameters
    ----------
    until
        The last position to write, a number; also #POSITION, a day or a time.
    parquet
        Write the tables of the read model into this new folder instead, as Parquet files with a manifest.
    open_
        Write names and other private data readable. A ledger made from it has other hashes.
    keys
        Write the keys of persons to this file, too; import --keys reads them. Keep it as safe as the ledger.
    out
        Write to this file.
    """
    if parquet is not None:
        only_with(
            say("the log or a report, not with --parquet"),
            {"--trf": report.trf, "--keys": keys, "--out": out},
        )
        _export_parquet(parquet, until, with_names=open_)
        return
    if report.ics:
        only_with(
            say("the log or a report, not with --ics"),
            {"--trf": report.trf, "--pgn": report.pgn, "--keys": keys, "--open": open_},
        )
        _export_calendar(until, out)
        return
    if report.pgn is not None:
        only_with(
            say("the log or a report, not with --pgn"),
            {"--trf": report.trf, "--keys": keys, "--open": open_},
        )
        _export_games(report.pgn, until, out)
        return
    if report.trf is None:
        only_with(say("a report (--trf)"), {
            "--trf-version": report.trf_version, "--corrected": report.corrected, "--plain": report.plain,
        })  # fmt: skip
    else:
        only_with(say("the log, not a report"), {"--open": open_, "--keys": keys})
    with open_log(current_place()) as log, _sink(out) as sink:
        last = log.head if until is None else _until(log, until)
        if report.trf is not None:
            sink.write(report.text(log, last))
            return
        with progress(say("exporting"), last) as advance:
            for batch in log.read_stored(until=last):
                if open_:
                    states = log.opened_states([state for _, _, state in batch])
                else:
                    states = [state for _, _, state in batch]
                sink.writelines(
                    [exported(at, state) for (at, _, _), state in zip(batch, states, strict=True)]
                )
                advance(batch[-1][0])
        if keys is not None:
            write_keys(log.store.keys, keys)


def _export_calendar(until: str | None, out: Path | None) -> None:
    from replay.files.ics import calendar_text

    with open_office() as office, _sink(out) as sink:
        position = None if until is None else f"#{_until(office.log, until)}"
        sink.write(calendar_text(office, position).encode())


def _export_games(tournament: str, until: str | None, out: Path | None) -> None:
    from projections.named import tournament_named
    from replay.files.pgn.write import games_text

    with open_office() as office, _sink(out) as sink:
        last = office.log.head if until is None else _until(office.log, until)
        tournament_id = tournament_named(office.snapshot(), tournament, remark)
        games = games_text(office, tournament_id, last)
        sink.write(games.text.encode())
    if games.left_out:
        sentence = say_n(
            "{number} game that was not played is left out: PGN has no result for it",
            "{number} games that were not played are left out: PGN has no result for them",
            games.left_out,
        )
        hint(sentence)


def _export_parquet(folder: Path, until: str | None, *, with_names: bool) -> None:
    from projections.parquet import write_export

    with open_office() as office:
        if until is None:
            last = office.model.head
        else:
            last = min(_until(office.log, until), office.model.head)
        declared = list(office.schemes.files().values())
        root = office.log.root(last)
        made = write_export(
            office.model, folder, last, root, with_names=with_names, regulations=declared
        )
    values = {"folder": folder, "number": len(made.files), "position": last, "digest": made.digest}
    if with_names:
        hint(
            "{folder}: {number} files up to position {position}, with names; digest {digest}",
            **values,
        )
    else:
        hint(
            "{folder}: {number} files up to position {position}, without names; digest {digest}",
            **values,
        )


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
    output: Output = Output(),
) -> None:
    """Show the events, readable, in the order of the log.

    Parameters
    ----------
    player
        Only what is about this player (id or name): games and rankings included, and whatever corrects, voids or
        withdraws them.
    tournament
        Only what is about this tournament (id or name).
    type
        Only events of this type, such as GameRecorded.
    from_
        From this moment on: a day or a time (when it was recorded), or #POSITION.
    until
        Up to this moment.
    """
    from replay.commands.find import named

    kind = known_type(type)
    player = None if player is None else named("player", player)
    tournament = None if tournament is None else named("tournament", tournament)
    with open_log(current_place()) as opened:
        after = position_before(opened, from_) if from_ else 0
        last = position_known(opened, until) if until else opened.head
        answer = events(opened, (after, last), player, tournament, kind)
        if not output.is_data:
            answer = replace(answer, names=_names())
        output.give(answer)


def _names() -> Names:
    """What people call everybody; nothing where the log cannot be read as a whole."""
    from replay.answers.names import everybody

    try:
        with open_office() as office:
            return everybody(office.snapshot())
    except LedgerError:
        return Names()
