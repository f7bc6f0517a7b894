"""`export --parquet`: the read model for any engine, without names unless they are asked for."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from ledger.errors import LedgerError
from projections.parquet import fetched, read_manifest
from replay.office.office import Office
from tests.builders import event, game, game_corrected, player, player_corrected, tournament
from tests.replay.conftest import Shell

NAMES = ("Zhou Secret", "周密", "Hidden-Smith", "Corrected-Jones")
PAPERS = {"name": "Harbour Open", "rounds": 1, "report": [f"012 {NAMES[0]}"]}
BORN = {"born": "1990-05-17", "names": {"zh": NAMES[1]}}
EVENTS = [
    *player("A", name=NAMES[0], note=NAMES[0], **BORN),
    *player("B", name=NAMES[2], born=2012, by=NAMES[2]),
    player_corrected(
        "B", "2024-01-02", name=NAMES[3], born="2011-03-09", reason=f"says {NAMES[2]}"
    ),
    event("AbsenceExcused", "2024-01-02", player="A", year=2024, reason=f"{NAMES[0]} is ill"),
    tournament("T", "fide-standard", "2024-02-01", "2024-02-02", **PAPERS),
    game("T", "2024-02-01", "A 1-0 B"),
    game_corrected("T", "2024-02-01", "1.1 0-1", reason=f"{NAMES[2]} won"),
]


@pytest.fixture
def told(shell: Shell) -> Shell:
    shell.tell(*EVENTS)
    return shell


def texts(folder: Path) -> Iterator[str]:
    """Every text in an export."""
    for path in folder.glob("*.parquet"):
        for column in pq.read_table(path).columns:
            yield from (str(value) for value in column.to_pylist())


def test_any_engine_reads_the_games_and_the_manifest_says_what_they_are(
    told: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "columns"
    code, out, said = told("export", "--parquet", str(folder))
    assert (code, out) == (0, ""), said
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["position"] == 7 and manifest["digest"] in said
    games, players = folder / "games.parquet", folder / "players.parquet"
    game = duckdb.sql(
        f"SELECT player_id, result FROM '{games}' g JOIN '{players}' p ON g.first = p.player"
    ).fetchall()
    assert [(player, manifest["words"]["result"][result]) for player, result in game] == [
        ("A", "1-0")
    ], "as recorded"
    for file in manifest["files"]:
        content = (folder / file["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (
            file["bytes"],
            file["sha256"],
        )
    with Office(told.folder / "ledger") as office:
        assert (manifest["origin"], manifest["root"]) == (
            office.log.origin,
            office.log.root(7).hex(),
        )


def test_names_dates_of_birth_and_reasons_are_left_out_unless_the_export_is_open(
    told: Shell, tmp_path: Path
) -> None:
    told("export", "--parquet", str(tmp_path / "closed"))
    found = "\n".join(texts(tmp_path / "closed"))
    private = [*NAMES, "05-17", "03-09", "is ill"]
    assert [word for word in private if word in found] == []
    assert "Harbour Open" in found and "2011" in found, "tournaments and years of birth stay"
    told("export", "--parquet", str(tmp_path / "open"), "--open")
    assert [word for word in private if word not in "\n".join(texts(tmp_path / "open"))] == []


def test_until_a_position_has_no_later_rows(told: Shell, tmp_path: Path) -> None:
    told("export", "--parquet", str(tmp_path / "first"), "--until", "6")
    assert read_manifest(str(tmp_path / "first")).position == 6
    assert pq.read_table(tmp_path / "first" / "game_changes.parquet").num_rows == 0
    assert pq.read_table(tmp_path / "first" / "games.parquet").num_rows == 1


def test_the_same_ledger_gives_the_same_digest(told: Shell, tmp_path: Path) -> None:
    for name in ("one", "two"):
        told("export", "--parquet", str(tmp_path / name))
    assert read_manifest(str(tmp_path / "one")) == read_manifest(str(tmp_path / "two"))


def test_a_folder_with_something_in_it_is_not_overwritten(told: Shell, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("kept")
    code, _, said = told("export", "--parquet", str(tmp_path / "mine"))
    assert code == 2 and "is there already" in said
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("words", [("--parquet", "x", "--trf", "T"), ("--parquet", "x", "-o", "y")])
def test_options_that_do_not_go_together_are_refused(told: Shell, words: tuple[str, ...]) -> None:
    code, _, said = told("export", *words)
    assert code == 2 and " goes with " in said


def damaged(folder: Path) -> None:
    content = (folder / "games.parquet").read_bytes()
    (folder / "games.parquet").write_bytes(content[:-1] + b"X")


def edited(folder: Path) -> None:
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"position": 7', '"position": 6'))


def empty(folder: Path) -> None:
    (folder / "manifest.json").unlink()


@pytest.mark.parametrize(
    ("harm", "wrong"),
    [
        (damaged, "is not the file that the manifest names"),
        (edited, "was changed"),
        (empty, "cannot be read"),
    ],
)
def test_an_export_that_was_changed_is_refused(
    told: Shell, tmp_path: Path, harm: Any, wrong: str
) -> None:
    told("export", "--parquet", str(tmp_path / "columns"))
    digest = read_manifest(str(tmp_path / "columns")).digest
    harm(tmp_path / "columns")
    with pytest.raises(LedgerError, match=wrong):
        fetched(str(tmp_path / "columns"), digest, tmp_path / "kept")


def test_a_copy_is_kept_and_made_again_when_it_was_damaged(told: Shell, tmp_path: Path) -> None:
    place = tmp_path / "columns"
    told("export", "--parquet", str(place))
    digest = read_manifest(str(place)).digest
    folder, _ = fetched(str(place), digest, tmp_path / "kept")
    whole = (folder / "games.parquet").read_bytes()
    damaged(folder)
    assert fetched(str(place), digest, tmp_path / "kept")[0] == folder
    assert (folder / "games.parquet").read_bytes() == whole
    place.rename(tmp_path / "gone")
    assert fetched(str(place), digest, tmp_path / "kept")[0] == folder, (
        "the place is not asked again"
    )
