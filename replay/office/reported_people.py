"""The people of a file that was sent, as the file describes them; and what was decided about them, for its reader."""

import csv
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ledger import Log
from ledger.errors import LedgerError
from ledger.events import PlayerEntered
from ledger.text import to_cell
from projections import Snapshot
from replay.files import InputFile, ReadOptions
from replay.files.decisions import COLUMNS, WrittenForm
from replay.files.encoding import decode_latin
from replay.files.known import KnownLedger
from replay.files.players import Stranger, made_id
from replay.files.trf.extensions import read_extensions
from replay.files.trf.heading import read_heading
from replay.files.trf.parse import parse
from replay.files.trf.report import TrfReport
from replay.office.who_is_who import ReportedPerson, Row, WhoIsWho

Known = Callable[[], Snapshot]


def people_of(
    file: InputFile, options: ReadOptions, log: Log, known: Known
) -> list[ReportedPerson]:
    """Everybody in a file whom it names rather than gives an id of the ledger."""
    if file.form == "trf":
        return list(_of_report(file))
    if file.form in ("table", "pgn", "crosstable", "player-list"):
        return _by_name(file, options, log, known)
    return []


def _parsed(file: InputFile) -> TrfReport:
    text, encoding = decode_latin(file.path.read_bytes(), file.name, file.encoding)
    return parse(text, file.name, encoding)


def _of_report(file: InputFile) -> Iterator[ReportedPerson]:
    report = _parsed(file)
    ids = read_extensions(report).players
    for number, player in sorted(report.players.items()):
        stranger = Stranger(number, player.name, player.federation, player.born)
        points = ""
        if player.points is not None:
            points = f"{player.points / 100:.1f}"
        yield ReportedPerson(
            number, player.name, player.federation, stranger.year,
            given=ids.get(number) or player.fide_id, points=points, rating=player.rating,
            plays=any(cell.opponent for cell in player.cells),
        )  # fmt: skip


def entrants_of(file: InputFile, options: ReadOptions, known: KnownLedger) -> frozenset[str]:
    """Whoever is known to play in the tournament of a report, if the ledger has it: names decided once stay so."""
    if file.form != "trf":
        return frozenset()
    report = _parsed(file)
    heading = read_heading(report, options.dates)
    tournament = options.tournament or read_extensions(report).tournament
    if tournament is None and heading is not None:
        tournament = heading.made_id
    if tournament is None or not known.has_tournament(tournament):
        return frozenset()
    events = known.events(f"tournament/{tournament}")
    return frozenset(event.player for event in events if isinstance(event, PlayerEntered))


def _by_name(file: InputFile, options: ReadOptions, log: Log, known: Known) -> list[ReportedPerson]:
    """The names of a table or an archive: those that one player has, and those that leave open who is meant."""
    people: dict[tuple[int, str], ReportedPerson] = {}

    def take(name: str, player: str) -> None:
        people[0, name] = ReportedPerson(0, name, given=player)

    with tempfile.TemporaryDirectory(prefix="rating-ledger-names-") as folder:
        form = Path(folder) / "names.csv"
        asking = replace(options, write_players=form, players=None, matched=take)
        try:
            for _ in file.items(asking, log, known):
                continue
        except LedgerError as error:
            if isinstance(error.details, WrittenForm):
                for stranger in error.details.strangers:
                    number = stranger.number if stranger.is_numbered else 0
                    people[number, stranger.name] = ReportedPerson(
                        number,
                        stranger.name,
                        stranger.federation,
                        stranger.year,
                        given=stranger.player,
                    )
    return list(people.values())


def write_decisions(path: Path, who: WhoIsWho, known: KnownLedger) -> None:
    """Write what was decided as the table that readers of files take; who is open counts as new for the time being."""
    used: set[str] = set()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in who.rows:
            decision = _decision(row, who, known, used)
            if decision is not None:
                person = row.person
                texts = (person.name, person.federation, person.year, *decision, "")
                writer.writerow([person.number or "", *map(to_cell, texts)])


def _decision(
    row: Row, who: WhoIsWho, known: KnownLedger, used: set[str]
) -> tuple[str, str] | None:
    """The action and the player of a row; None where the file itself says enough, or nothing is decided."""
    choice = None if row.rivals else row.choice
    if choice is not None and choice.action == "skip":
        return "skip", ""
    if choice is not None and choice.action == "same":
        return "same", choice.player
    if not who.can_be_new:
        return None
    return "new", new_id(row.person, known, used)


def new_id(person: ReportedPerson, known: KnownLedger, used: set[str]) -> str:
    """The id of a new player: the one that the file gives, or one made from name, federation and year of birth."""
    identity = person.given
    attempt = 1
    while not identity or identity in used or known.has_player(identity):
        name = person.name if attempt == 1 else f"{person.name} {attempt}"
        identity = made_id(
            Stranger(
                person.number, name, person.federation, int(person.year) if person.year else None
            )
        )
        attempt += 1
    used.add(identity)
    return identity
