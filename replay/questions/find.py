"""Players and tournaments that fit a text."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from projections import Snapshot
from projections.find import (
    Match,
    find_players,
    find_tournaments,
    nearest,
    player_details,
    tournament_details,
)
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark
from replay.answers.names import named
from replay.answers.table import Column, Row, Table
from replay.office.office import Office
from replay.which import Known, ListWords
from wording import say

Found = Literal["player", "tournament"]
KIND = Column(
    "kind", kinds.codes({"player": say("player"), "tournament": say("tournament")}, spare=1)
)
ID = Column("id", kinds.WORD, kept=True)
NAME = Column("name", kinds.NAME, names="id")


def find(
    office: Office,
    text: str,
    kind: Found | None = None,
    schemes: Iterable[str] = (),
    known: Known = None,
) -> Answer:
    """Players, with their ratings on today's lists of some schemes, then tournaments; what fits best comes first."""
    snapshot = office.snapshot(known)
    rows: list[Row] = []
    if kind != "tournament":
        rows += _players(office, snapshot, find_players(snapshot, text), schemes)
    names = named(snapshot, [row["id"] for row in rows])
    if kind != "player":
        matches = find_tournaments(snapshot, text)
        rows += _rows("tournament", matches, tournament_details(snapshot, matches))
    return Answer(
        "find/1",
        table=Table((KIND, ID, NAME, columns.DETAIL), rows),
        names=names,
        remarks=() if rows else (_nothing(snapshot, text),),
    )


def _nothing(snapshot: Snapshot, text: str) -> Remark:
    near = [
        " ".join(pair)
        for kind in ("player", "tournament")
        for pair in nearest(snapshot, kind, text)
    ]
    remedy = say("nearest: {names}", names="; ".join(near)) if near else ""
    return Remark("nothing-fits", say("nothing fits {text}", text=repr(text)), remedy)


def _players(
    office: Office, snapshot: Snapshot, matches: list[Match], schemes: Iterable[str]
) -> Iterator[Row]:
    ratings = {name: _ratings(office, snapshot, name) for name in schemes} if matches else {}
    for row in _rows("player", matches, player_details(snapshot, matches)):
        player = row["id"]
        rated = [
            f"{scheme} {listed[player]}" for scheme, listed in ratings.items() if player in listed
        ]
        detail = row["detail"]
        if rated:
            detail = (
                say("{detail}, {ratings}", detail=detail, ratings=", ".join(rated))
                if detail
                else ", ".join(rated)
            )
        yield {**row, "detail": detail}


def _rows(
    kind: Found, matches: Iterable[Match], details: Iterable[str]
) -> Iterator[dict[str, str]]:
    for match, detail in zip(matches, details, strict=True):
        yield {"kind": kind, "id": match.id, "name": match.name, "detail": detail}


def _ratings(office: Office, snapshot: Snapshot, scheme: str) -> Mapping[str, str]:
    """Player → rating on the list in force today."""
    made = office.list(ListWords(scheme, known=snapshot.position).resolved(office))
    ratings = made.table["rating"].to_pylist()
    return dict(zip(made.table["player"].to_pylist(), map(str, ratings), strict=True))
