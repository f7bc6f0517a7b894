"""Rankings in tables: the rows of one tournament, each with a rank and a player, are one event."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from ledger.append.places import as_ranking, wrong_place
from ledger.errors import Problem
from replay.files.tables.sheets import Sheet
from wording import say


class RankingRow(NamedTuple):
    """A row: the fields of its event, or what is wrong with it."""

    number: int
    excerpt: str
    fields: dict[str, Any] | Problem


def rankings(sheet: Sheet, rows: Iterator[RankingRow]) -> Iterator[RankingRow]:
    """Rows of the same tournament that follow each other, as one row with the ranking."""
    for tournament, group in groupby(rows, key=_tournament):
        together = list(group)
        if tournament is None:
            yield from together
        else:
            yield together[0]._replace(fields=_together(sheet, together))


def _tournament(row: RankingRow) -> str | None:
    return None if isinstance(row.fields, Problem) else row.fields["tournament"]


def _together(sheet: Sheet, rows: list[RankingRow]) -> dict[str, Any] | Problem:
    """The fields of the first row, with the players of all rows in the order of their ranks."""
    fields = [row.fields for row in rows if isinstance(row.fields, dict)]
    rest = {name: value for name, value in fields[0].items() if name not in ("rank", "player")}
    if len(rows) == 1 and "rank" not in fields[0] and "player" not in fields[0]:
        return rest
    for row, given in zip(rows, fields, strict=True):
        if "rank" not in given or "player" not in given:
            return Problem(
                sheet.where(row.number),
                say("a rank without a player, or the reverse"),
                say("fill in both"),
            )
    ranked = sorted(
        fields, key=itemgetter("rank")
    )  # who shares a rank stays in the order of the rows
    places = [given["rank"] for given in ranked]
    if (wrong := wrong_place(places)) is not None:
        remedy = say("places are 1, 2, 3 …; after a shared one 1, 2, 2, 4 or 1, 2, 2, 3")
        return Problem(sheet.where(rows[0].number), wrong, remedy)
    ranking, apart = as_ranking([given["player"] for given in ranked], places)
    return rest | {"ranking": ranking} | ({} if apart is None else {"places": apart})
