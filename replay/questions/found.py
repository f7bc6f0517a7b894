"""Players and tournaments that fit a text, as rows."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from projections import Snapshot
from projections.find import Match, find_players, find_tournaments, player_details, tournament_details
from replay.answers.language import tr
from replay.answers.shown_names import reader_names
from replay.office.office import Office

COLUMNS = ("kind", "id", "name", "detail")
FoundRow = tuple[str, str, str, str]


def found_rows(
    office: Office, snapshot: Snapshot, text: str, kind: str | None, schemes: Iterable[str] = ()
) -> list[FoundRow]:
    """Players, with their ratings on today's lists of some schemes, then tournaments; what fits best comes first."""
    rows: list[FoundRow] = []
    if kind != "tournament":
        rows += _players(office, snapshot, find_players(snapshot, text), schemes)
    if kind != "player":
        found = find_tournaments(snapshot, text)
        rows += _rows("tournament", found, tournament_details(snapshot, found, tr))
    return rows


def _players(office: Office, snapshot: Snapshot, found: list[Match], schemes: Iterable[str]) -> Iterator[FoundRow]:
    if found:
        ratings = {name: _ratings(office, snapshot, name) for name in schemes}
    else:
        ratings = {}
    names = reader_names(snapshot)
    for kind, player, name, detail in _rows("player", found, player_details(snapshot, found, tr)):
        rated = [f"{scheme} {listed[player]}" for scheme, listed in ratings.items() if player in listed]
        yield kind, player, names.get(player, name), ", ".join([*([detail] if detail else []), *rated])


def _rows(kind: str, found: Iterable[Match], details: Iterable[str]) -> Iterator[FoundRow]:
    for one, detail in zip(found, details, strict=True):
        yield kind, one.id, one.name, detail


def _ratings(office: Office, snapshot: Snapshot, scheme: str) -> Mapping[str, str]:
    """Player → rating on the list in force today."""
    made = office.list(scheme, date.today(), known=snapshot.position)
    player, rating = (made.table.column_names.index(name) for name in ("player", "rating"))
    return {row[player]: row[rating] for row in made.rows}
