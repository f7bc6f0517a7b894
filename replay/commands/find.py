"""The command find: players and tournaments by name."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Literal

from ledger import LedgerError, open_log
from projections import Snapshot
from projections.find import Match, find_players, find_tournaments, nearest, player_details, tournament_details
from replay.commands.options import current_place, open_office
from replay.office import Office
from replay.output import Output
from replay.terminal import remark

COLUMNS = ("kind", "id", "name", "detail")


def find(
    *text: str,
    kind: Literal["player", "tournament"] | None = None,
    scheme: tuple[str, ...] = (),
    known: str | None = None,
    output: Output = Output(),
) -> None:
    """Players and tournaments by name or id, in any script; what fits best comes first.

    Case, accents, width, commas and the order of words do not matter; parts of names are enough.

    Parameters
    ----------
    text
        What to look for: a name, a part of one, or an id.
    kind
        Only players, or only tournaments.
    scheme
        Show the players' ratings on today's list of this scheme, too.
    known
        As known then: a date, a time or #POSITION.
    """
    wanted = " ".join(text)
    if not wanted.strip():
        raise LedgerError("find what?", remedy="name a player or a tournament, or a part of the name")
    with open_office() as office:
        snapshot = office.snapshot(known)
        rows: list[tuple[str, str, str, str]] = []
        if kind != "tournament":
            rows += _players(office, snapshot, find_players(snapshot, wanted), scheme)
        if kind != "player":
            found = find_tournaments(snapshot, wanted)
            rows += _rows("tournament", found, tournament_details(snapshot, found))
        if not rows:
            near = [each for known in ("player", "tournament") for each in nearest(snapshot, known, wanted)]
            remark(f"nothing fits {wanted!r}\n" + (f"    → nearest: {'; '.join(near)}\n" if near else ""))
    output.rows(COLUMNS, rows)


def named(kind: Literal["player", "tournament"], text: str) -> str:
    """The id that a text means, for commands that read the log alone: only a name needs the read model."""
    from replay.named import player_named, tournament_named

    with open_log(current_place()) as log:
        if log.store.has_stream(f"{kind}/{text}"):
            return text
    with open_office() as office:
        return (player_named if kind == "player" else tournament_named)(office.snapshot(), text)


def _players(
    office: Office, snapshot: Snapshot, found: list[Match], schemes: Iterable[str]
) -> Iterator[tuple[str, str, str, str]]:
    ratings = {name: _ratings(office, snapshot, name) for name in schemes} if found else {}
    for kind, player, name, detail in _rows("player", found, player_details(snapshot, found)):
        rated = [f"{scheme} {listed[player]}" for scheme, listed in ratings.items() if player in listed]
        yield kind, player, name, ", ".join([*([detail] if detail else []), *rated])


def _rows(kind: str, found: Iterable[Match], details: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    for one, detail in zip(found, details, strict=True):
        yield kind, one.id, one.name, detail


def _ratings(office: Office, snapshot: Snapshot, scheme: str) -> Mapping[str, str]:
    """Player → rating on the list in force today."""
    made = office.list(scheme, date.today(), known=snapshot.position)
    player, rating = (made.table.column_names.index(name) for name in ("player", "rating"))
    return {row[player]: row[rating] for row in made.rows}
