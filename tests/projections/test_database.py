"""Read models share the DuckDB of their process, and nothing else."""

import gc
import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import Mock

import pytest

from ledger import open_log
from projections import Model, Supposed, model, open_model
from projections.database import Database
from projections.tables import TABLES, schema
from tests.builders import decoded, player


def model_of(*players: str, folder: Path | None = None) -> Model:
    with open_log(":memory:") as log:
        if players:
            log.append(decoded(*player(*players, date="2020-01-01")))
        return open_model(log, folder)


def names(model: Model) -> list[str]:
    found: list[str] = model.query("SELECT player_id FROM {players} ORDER BY 1")[0].to_pylist()
    return found


def attached() -> set[str]:
    rows = Database().connection.execute("SELECT database_name FROM duckdb_databases()").fetchall()
    return {name for (name,) in rows if name.startswith("rows")}


@pytest.mark.parametrize("in_files", [False, True])
def test_each_model_has_its_own_rows(tmp_path: Path, in_files: bool) -> None:
    first = model_of("ann", "bob", folder=tmp_path / "first" if in_files else None)
    second = model_of("cat", folder=tmp_path / "second" if in_files else None)
    assert (names(first), names(second)) == (["ann", "bob"], ["cat"])
    first.close()
    assert names(second) == ["cat"]
    second.close()


def test_two_models_of_the_same_files(tmp_path: Path) -> None:
    """As two threads of a desk have them."""
    with open_log(":memory:") as log:
        log.append(decoded(*player("ann", date="2020-01-01")))
        first, second = open_model(log, tmp_path), open_model(log, tmp_path)
    first.close()
    assert names(second) == ["ann"]
    second.close()


def test_nothing_is_left_of_a_model_that_was_closed_or_forgotten(tmp_path: Path) -> None:
    gc.collect()
    before = attached()
    model_of("ann").close()
    model_of("bob", folder=tmp_path).close()
    forgotten = model_of("cat")
    assert attached() > before
    del forgotten
    gc.collect()
    assert attached() == before


@pytest.mark.parametrize(("events", "questions"), [(10_000, 1), (1, 2)])
def test_a_small_ledger_is_asked_once_for_a_table_and_a_large_one_for_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, events: int, questions: int
) -> None:
    monkeypatch.setattr(model, "FEW_EVENTS", events)
    made = model_of("ann", "bob")
    ask = Mock(wraps=made.query)
    monkeypatch.setattr(made, "query", ask)
    assert made.columns("players", "player_id")["player_id"].to_pylist() == ["ann", "bob"]
    assert made.columns("players", "name", "day")["name"].to_pylist() == ["ann", "bob"]
    assert ask.call_count == questions
    made.close()


def test_closing_a_supposition_leaves_the_model() -> None:
    model = model_of("ann")
    (event,) = decoded(*player("bob", date="2020-01-01"))
    over = Supposed(model, [(2, event)])
    assert names(over) == ["ann", "bob"]
    over.close()
    assert names(model) == ["ann"]
    model.close()


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_rows_has_its_columns(table: str) -> None:
    """It is not made, as most tables of a small ledger are not; a query does not notice."""
    model = model_of()
    found = model.query(f"SELECT * FROM {{{table}}}")
    assert found == schema(table).empty_table()
    model.close()


def _names_in_a_fork(told: Connection) -> None:
    model = model_of("cat")
    told.send(names(model))
    model.close()


def test_a_process_that_was_forked_has_a_duckdb_of_its_own() -> None:
    """The threads of the first one are not there any more: a query to it would wait for ever."""
    model = model_of("ann")
    hear, tell = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_names_in_a_fork, args=(tell,))
    child.start()
    assert hear.poll(60)
    assert hear.recv() == ["cat"]
    child.join(60)
    assert child.exitcode == 0
    assert names(model) == ["ann"]
    model.close()
