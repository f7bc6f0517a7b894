"""Who takes part in a draw: players from a small csv file, or from a tournament in the ledger."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date as Date
from pathlib import Path

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.text import from_cell, whole_number
from projections import Snapshot
from projections.groups import in_series, title_spans
from projections.standings import TournamentRecords, counted_standings, round_so_far, tournament_of
from replay.explain.explain import tournament_number
from schemes.standings import DrawParameters, ProgrammeEntry, cut_in_tie, ranking, readings_of
from wording import say
from wording.errors import at

COLUMNS = ("player", "number", "title", "sex", "rank", "group")


class Entrants(Struct, frozen=True):
    """The players of a draw in list order, with whatever the draw may need of them."""

    source: str
    listed: tuple[ProgrammeEntry, ...]
    numbers: Mapping[str, int] = {}
    last_ranking: tuple[str, ...] = ()
    groups: Mapping[str, Mapping[int, str]] = {}  # group → place → player
    notes: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(line.player for line in self.listed)

    def in_list_order(self) -> list[ProgrammeEntry]:
        """The players by entry number, those without one after them in order of entry."""
        last = 1 + max(self.numbers.values(), default=0)
        return sorted(self.listed, key=lambda line: self.numbers.get(line.player, last))

    def by_number(self) -> list[str]:
        """The players in the order of their numbers; everybody must have one."""
        without = [player for player in self.players if player not in self.numbers]
        if without:
            remedy = say("give everybody a number, or draw numbers (--championship, --youth)")
            raise LedgerError(
                say("{player} has no number", player=without[0]), place=self.source, remedy=remedy
            )
        return sorted(self.players, key=lambda player: self.numbers[player])

    def qualified(self) -> tuple[list[str], list[str]]:
        """Winners and runners-up, in the order of the groups."""
        for group, places in self.groups.items():
            if not {1, 2} <= places.keys():
                raise LedgerError(
                    say("group {group} has no first and second", group=group), place=self.source
                )
        in_order = sorted(self.groups)
        return [self.groups[group][1] for group in in_order], [
            self.groups[group][2] for group in in_order
        ]


def field_from_file(path: Path) -> Entrants:
    """A csv file with a column `player`, and as needed number, title, sex, rank (last edition's, or in the group)."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        header, *rows = csv.reader(io.StringIO(text or "\n", newline=""))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise LedgerError(
            say("cannot read the players: {error}", error=str(error)),
            place=str(path),
            remedy=say("give a csv file"),
        ) from None
    columns = [name.strip().lower() for name in header]
    if "player" not in columns or set(columns) - set(COLUMNS):
        raise LedgerError(
            say("columns {columns}", columns=", ".join(columns) or say("none")),
            place=at(path, 1),
            remedy=say("player is needed; known are {columns}", columns=", ".join(COLUMNS)),
        )
    lines = []
    for number, row in enumerate(rows, 2):
        cells = [from_cell(cell.strip()) for cell in row]
        if cells:
            lines.append((at(path, number), dict(zip(columns, cells, strict=False))))
    return _field(str(path), lines)


def _field(source: str, lines: Sequence[tuple[str, dict[str, str]]]) -> Entrants:
    listed: list[ProgrammeEntry] = []
    numbers: dict[str, int] = {}
    ranks: list[tuple[int, str]] = []
    groups: dict[str, dict[int, str]] = {}
    for place, row in lines:
        player = row.get("player", "")
        if not player or player in {line.player for line in listed}:
            if player:
                wrong = say("player {player!r} stands there twice", player=player)
            else:
                wrong = say("no player")
            raise LedgerError(wrong, place=place, remedy=say("name every player once"))
        listed.append(ProgrammeEntry(player, row.get("title") or None, row.get("sex") or None))
        if row.get("number"):
            numbers[player] = _whole(row["number"], "number", place)
        if row.get("rank"):
            rank = _whole(row["rank"], "rank", place)
            ranks.append((rank, player))
            places = groups.setdefault(row.get("group", ""), {})
            if row.get("group") and rank in places:
                raise LedgerError(
                    say(
                        "group {group} has two players at rank {rank}: {one} and {other}",
                        group=row["group"],
                        rank=rank,
                        one=places[rank],
                        other=player,
                    ),
                    place=place,
                    remedy=say("the file says who goes on: give every place of a group once"),
                )
            places.setdefault(rank, player)
    _refuse_twice(numbers, source)
    return Entrants(
        source, tuple(listed), numbers, tuple(player for _, player in sorted(ranks)), groups
    )


def _whole(text: str, column: str, place: str) -> int:
    number = whole_number(text)
    if not number:
        raise LedgerError(
            say("{column} {text!r} is not a whole number from 1 on", column=column, text=text[:30]),
            place=place,
        )
    return number


def _refuse_twice(numbers: Mapping[str, int], source: str) -> None:
    held: dict[int, str] = {}
    for player, number in numbers.items():
        if (other := held.setdefault(number, player)) != player:
            raise LedgerError(
                say(
                    "{other} and {player} both have number {number}",
                    other=other,
                    player=player,
                    number=number,
                ),
                place=source,
            )


def field_from_ledger(snapshot: Snapshot, tournament: str) -> Entrants:
    """The entries of a tournament in order of entry, titles held when it starts, the last edition's ranking."""
    number = tournament_number(snapshot, tournament)
    event = snapshot.tournaments.registration(number)
    facts = tournament_of(snapshot, number)
    if not facts.entries:
        raise LedgerError(
            say("nobody has been entered for {tournament}", tournament=tournament),
            remedy=say("import PlayerEntered events first"),
        )
    titles = _titles(snapshot, event.start)
    numbers = {entry.player: entry.number for entry in facts.entries if entry.number is not None}
    _refuse_twice(numbers, tournament)
    before, notes = _last_edition(snapshot, number)
    listed = tuple(
        ProgrammeEntry(entry.player, titles.get(entry.player), entry.sex) for entry in facts.entries
    )
    return Entrants(tournament, listed, numbers, before, {}, notes)


def _titles(snapshot: Snapshot, day: Date) -> dict[str, str]:
    """The highest title that draws first, as held on a day."""
    order = DrawParameters().titles
    held: dict[str, str] = {}
    for span in title_spans(snapshot, order):
        if span.since <= day and (span.until is None or day < span.until):
            award = held.get(span.player, span.title)
            held[span.player] = min(award, span.title, key=order.index)
    return held


def _last_edition(snapshot: Snapshot, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ranking of the newest earlier edition of the same series and group, and a note."""
    event = snapshot.tournaments.registration(number)
    if event.series is None or event.edition is None:
        remark = say(
            "{tournament} names no series and edition: no last edition, list order only",
            tournament=event.tournament,
        )
        return (), (remark,)
    earlier = {
        other.edition: at
        for at, other in in_series(snapshot, event.series).items()
        if other.edition is not None
        and other.edition < event.edition
        and other.group == event.group
        if at not in snapshot.tournaments.voided
    }
    if not earlier:
        return (), (
            say(
                "no earlier edition of {series} is in the ledger: list order only",
                series=event.series,
            ),
        )
    last = tournament_of(snapshot, earlier[max(earlier)])
    ranked = tuple(player for _, player in ranking(counted_standings(last)))
    return ranked, (
        say("last edition: {tournament}, {number} ranked", tournament=last.id, number=len(ranked)),
    )


def qualified_from_ledger(
    snapshot: Snapshot, tournament: str, readings: Mapping[str, str]
) -> Entrants:
    """First and second of every group before a knockout: the other stages of its event.

    `readings` are of wxf, by which groups of a knockout are played; tables by other rules are as in force.
    """
    numbers = _groups_before(snapshot, tournament_number(snapshot, tournament))
    records = TournamentRecords(snapshot, numbers)
    groups: dict[str, dict[int, str]] = {}
    notes: list[str] = []
    for number in numbers:
        facts = records.tournament(number)
        group = facts.group or facts.id
        chosen = readings if facts.rules == "wxf" else {}
        table = counted_standings(facts, chosen, round_so_far(snapshot, number, facts))
        best = [row.player for row in table.rows if row.rank is not None][:2]
        groups[group] = dict(enumerate(best, start=1))
        order = readings_of(facts.rules, chosen)
        notes += cut_in_tie(table.rows, 1, say("group {group}, the winner", group=group), order)
        notes += cut_in_tie(table.rows, 2, say("group {group}, the first two", group=group), order)
    listed = tuple(ProgrammeEntry(p) for places in groups.values() for p in places.values())
    return Entrants(tournament, listed, groups=groups, notes=tuple(notes))


def _groups_before(snapshot: Snapshot, number: int) -> list[int]:
    """The stages of the event that a knockout belongs to; without any, the groups of its series and edition."""
    whole = snapshot.tournaments.wholes.get(number, number)
    stages = [stage for stage in snapshot.tournaments.stages.get(whole, ()) if stage != number]
    if stages:
        return stages
    event = snapshot.tournaments.registration(number)
    if event.series is None or event.edition is None:
        wrong = say(
            "no tournament is part_of {tournament}, and it names no series and edition: its groups are not known",
            tournament=event.tournament,
        )
        remedy = say("correct the groups (part_of), or give a csv file with player, group and rank")
        raise LedgerError(wrong, remedy=remedy)
    others = {
        n: e
        for n, e in in_series(snapshot, event.series).items()
        if n not in snapshot.tournaments.voided
    }
    return [n for n, e in others.items() if e.edition == event.edition and e.group and n != number]
