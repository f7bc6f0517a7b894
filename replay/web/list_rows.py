"""Rows of lists that pages show: which list is meant, changes since the one before, ranks among active players."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from ledger.errors import LedgerError
from replay.answers.table import Row
from replay.difference.rows import rating_changes
from replay.lists.rating_list import RatingList
from replay.office.office import Office
from replay.papers.lists import day_before
from replay.web.asked import Asked


def list_of(office: Office, asked: Asked, day: date) -> RatingList:
    """The list of the asked scheme, as known then and under the asked rules."""
    return list_of_scheme(office, asked, asked.words["scheme"], day)


def list_of_scheme(office: Office, asked: Asked, name: str, day: date) -> RatingList:
    """The list of a scheme in force on a day, as known then and under the asked rules."""
    return office.list(asked.which(office, name, day))


def list_before(office: Office, asked: Asked, made: RatingList) -> RatingList:
    """The list that changes are counted from."""
    published = office.snapshot(made.position).published(made.scheme.name)
    day = day_before(made.scheme, made.rules, made.list_date, published)
    return list_of_scheme(office, asked, made.scheme.name, day)


def with_changes(office: Office, asked: Asked, made: RatingList) -> Any:
    """The rows of a list: ranked among active players, with the change of rating and rank since the list before."""
    import pyarrow.compute as pc

    before = list_before(office, asked, made)
    table = made.table
    rank = active_ranks(table)
    at = pc.index_in(table["player"], value_set=before.table["player"].combine_chunks())
    change = rating_changes(before.table, table)
    move = pc.subtract(active_ranks(before.table).take(at), rank)
    table = table.set_column(0, "rank", rank)
    for name, column in (("whole_rank", rank), ("change", change), ("move", move)):
        table = table.append_column(name, column)
    return table


def active_ranks(table: Any) -> Any:
    """Places among active players, of rows from the highest rating on; equal ratings share one, others have none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    ratings = table["rating"].cast(pa.float64()).to_numpy()
    active = pc.equal(table["status"], "active").to_numpy() & ~np.isnan(ratings)
    rows = np.flatnonzero(active)
    here = ratings[rows]
    begins = np.ones(len(rows), bool)
    begins[1:] = here[1:] != here[:-1]
    places = np.zeros(len(ratings), np.int64)
    places[rows] = np.maximum.accumulate(np.where(begins, np.arange(1, len(rows) + 1), 0))
    return pa.array(places, mask=~active)


def rows_of_players(
    office: Office, asked: Asked, name: str, day: date, players: Sequence[str]
) -> dict[str, Row]:
    """The rows of some players on a list, by player; none if the regulation fails."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        listed = list_of_scheme(office, asked, name, day).table
    except LedgerError as error:
        if error.code != "regulation":
            raise
        return {}
    here = listed.filter(pc.is_in(listed["player"], value_set=pa.array(players, pa.string())))
    return {row["player"]: row for row in here.to_pylist()}
