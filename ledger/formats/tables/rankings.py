"""Rankings in tables: the rows of one tournament, each with a rank and a player, are one event."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from ledger.errors import Problem
from ledger.formats.tables.sheets import Sheet
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
    ranked: dict[int, str] = {}
    for row, given in zip(rows, fields, strict=True):
        if "rank" not in given or "player" not in given:
            return Problem(sheet.where(row.number), say("a rank without a player, or the reverse"), say("fill in both"))
        if given["rank"] in ranked:
            wrong = say("a second player with rank {rank}", rank=given["rank"])
            return Problem(sheet.where(row.number), wrong, say("every player of a ranking has a rank of his own"))
        ranked[given["rank"]] = given["player"]
    for rank in range(1, len(ranked) + 1):
        if rank not in ranked:
            return Problem(
                sheet.where(rows[0].number),
                say("the ranking has no rank {rank}", rank=rank),
                say("ranks are 1, 2, 3 …"),
            )
    return rest | {"ranking": [ranked[rank] for rank in sorted(ranked)]}
