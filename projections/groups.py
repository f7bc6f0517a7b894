"""The group of each player (A, provisional A, B) after each edition of a series (hk-open part 8)."""

from collections.abc import Mapping, Sequence
from datetime import date as Date

import msgspec
import numpy as np
import pyarrow.compute as pc
from msgspec import Struct

from ledger.events import TournamentRegistered
from projections.known import row_by_row
from projections.scheme_inputs import dated, facts
from projections.snapshot import Snapshot
from projections.standings import TournamentRecords, counted_standings, round_so_far
from schemes.standings import (
    Edition,
    FederationSpan,
    GroupParameters,
    GroupTable,
    Membership,
    TitleSpan,
    group_table,
    groups,
    standings,
)
from wording import say

Registrations = Mapping[int, TournamentRegistered]


class GroupHistory(Struct, frozen=True):
    """Everybody's group after each edition, and what the history does not know."""

    members: tuple[Membership, ...]
    notes: tuple[str, ...] = ()


def groups_of(
    snapshot: Snapshot, series: str, readings: Mapping[str, str] | None = None
) -> GroupHistory:
    """Promotion and relegation over the editions of a series; nothing of a void tournament counts."""
    editions_of = in_series(snapshot, series)
    counted = {
        number: event
        for number, event in editions_of.items()
        if number not in snapshot.tournaments.voided
    }
    notes: list[str] = []
    events = _events(counted, notes)
    tables = _tables(
        snapshot, counted, [n for pair in events.values() for n in pair.values()], notes, readings
    )
    editions = [
        Edition(edition, *(tables.get(of[group]) if group in of else None for group in ("A", "B")))
        for edition, of in sorted(events.items())
    ]
    homes = (
        federation_spans(snapshot) if (readings or {}).get("absence-whom") == "hong-kong" else ()
    )
    history = groups(editions, title_spans(snapshot), readings=readings, homes=homes)
    return GroupHistory(history.members, (*notes, *history.notes))


def in_series(snapshot: Snapshot, series: str) -> dict[int, TournamentRegistered]:
    """The tournaments of a series by number, registrations as corrected."""
    registered = _saying(snapshot, '"series":' + msgspec.json.encode(series).decode())
    return {number: event for number, event in registered.items() if event.series == series}


def all_series(snapshot: Snapshot) -> list[str]:
    """The names of all series."""
    events = _saying(snapshot, '"series":').values()
    return sorted({event.series for event in events if event.series is not None})


def _saying(snapshot: Snapshot, text: str) -> Registrations:
    """The registrations with some text in them, as corrected, and all that have been corrected."""
    said = pc.match_substring(snapshot.known.rows("tournaments", "event")["event"], text)
    numbers = np.flatnonzero(said.to_numpy(zero_copy_only=False)).tolist()
    return snapshot.tournaments.registrations([*numbers, *snapshot.tournaments.corrections])


def _events(registrations: Registrations, notes: list[str]) -> dict[int, dict[str, int]]:
    """The tournament of each edition and group; of two for one place the first registered counts."""
    events: dict[int, dict[str, int]] = {}
    for number, event in sorted(registrations.items()):
        if event.group not in ("A", "B"):
            notes.append(_no_part(event))
        elif event.edition is None:
            notes.append(
                say("{tournament} is left out: it has no edition", tournament=event.tournament)
            )
        elif (
            first := events.setdefault(event.edition, {}).setdefault(event.group, number)
        ) != number:
            notes.append(
                say(
                    "{tournament} is left out: {other} is edition {edition} of group {group}",
                    tournament=event.tournament,
                    other=registrations[first].tournament,
                    edition=event.edition,
                    group=event.group,
                )
            )
    return events


def _no_part(event: TournamentRegistered) -> str:
    values = {"tournament": event.tournament, "group": event.group}
    if event.group:
        return say(
            "{tournament}: group {group} is no part of promotion and relegation, which are between A and B",
            **values,
        )
    return say(
        "{tournament}: without a group it is no part of promotion and relegation, which are between A and B",
        **values,
    )


def _tables(
    snapshot: Snapshot,
    registrations: Registrations,
    numbers: Sequence[int],
    notes: list[str],
    readings: Mapping[str, str] | None,
) -> dict[int, GroupTable]:
    """The final tables that count; where the office has to rank and has not, there is none."""
    records = TournamentRecords(snapshot, numbers)
    closed = snapshot.tournaments.closed
    tables = {}
    for number in sorted(numbers):
        event = registrations[number]
        tournament = records.tournament(number)
        if tournament.rules == "given" and tournament.given is None:
            notes.append(
                say(
                    "{tournament} is left out: no ranking has been given",
                    tournament=event.tournament,
                )
            )
            continue
        if number not in closed:
            open_ = event.tournament
            notes.append(
                say(
                    "{tournament} is not closed: its table counts as it stands, absences do not",
                    tournament=open_,
                )
            )
        chosen = readings if tournament.rules == "hk-open" else None
        table = counted_standings(tournament, chosen, round_so_far(snapshot, number, tournament))
        out = (
            (
                frozenset(
                    row.player
                    for row in standings(tournament, readings=chosen).rows
                    if row.disqualified
                )
            )
            if tournament.given is not None
            else ()
        )
        tables[number] = group_table(table, event.end, number in closed, out)
    return tables


def federation_spans(snapshot: Snapshot) -> list[FederationSpan]:
    """The federations of each player with the day each begins; the registration counts from the beginning."""
    dated = facts(snapshot, "hk-open")
    ids = snapshot.people.id_list
    columns = (dated.federation_player, dated.federation_code, dated.federation_day)
    return [
        FederationSpan(ids[player], dated.federations[code], Date.fromordinal(max(day, 1)))
        for player, code, day in row_by_row(columns)
    ]


def title_spans(
    snapshot: Snapshot, titles: Sequence[str] = GroupParameters().protecting_titles
) -> list[TitleSpan]:
    """The spans of time in which each player held each of these titles."""
    table = dated(snapshot, "titles", "title", "held")
    ids = snapshot.people.ids
    held: dict[tuple[int, str], Date] = {}
    spans = []
    for player, day, title, awarded in row_by_row(table.values()):
        if title not in titles:
            continue
        if awarded:
            held.setdefault((player, title), Date.fromordinal(day))
        elif (since := held.pop((player, title), None)) is not None:
            spans.append(TitleSpan(ids[player].as_py(), title, since, Date.fromordinal(day)))
    return spans + [
        TitleSpan(ids[player].as_py(), title, since) for (player, title), since in held.items()
    ]
