"""Two federations keep their ledgers on one machine, and each calls its own regulation `club`."""

from datetime import date
from pathlib import Path

import pytest

from ledger import open_log
from replay.questions.questions import Questions
from tests.builders import decoded, played, player

pytestmark = pytest.mark.usefixtures("plain_rules")

CLUB = """title = "Club"
unit = "game"
from = 2024-01-01
[expected]
kind = "linear"
width = 400
[k.normal]
k = {k}
[first]
rating = 1200
"""
DAY = date(2025, 4, 1)


def ledger(folder: Path, k: int) -> Questions:
    """A ledger in which ann beats bob once, by a regulation of its own."""
    (folder / "schemes").mkdir(parents=True)
    (folder / "schemes" / "club.toml").write_text(CLUB.format(k=k), encoding="utf-8")
    log = open_log(":memory:")
    log.append(decoded(*player("ann bob"), *played("cup", "club", "2025-03-01", ["ann 1-0 bob"])))
    return Questions(folder, log=log)


def ratings(office: Questions) -> dict[str, str]:
    table = office.list("club", DAY).table
    return {row["player"]: str(row["rating"]) for row in table.to_pylist()}


def test_two_ledgers_with_a_regulation_of_one_name_can_be_open_at_once(tmp_path: Path) -> None:
    """Each makes its lists by its own K, in whatever order they are asked."""
    with ledger(tmp_path / "north", 20) as north, ledger(tmp_path / "south", 40) as south:
        assert ratings(north) == {"ann": "1210", "bob": "1190"}
        assert ratings(south) == {"ann": "1220", "bob": "1180"}
        assert ratings(north) == {"ann": "1210", "bob": "1190"}


def test_a_ledger_does_not_know_the_regulation_of_another(tmp_path: Path) -> None:
    """What one ledger declares is unknown in the next, though both are open."""
    with (
        ledger(tmp_path / "north", 20),
        Questions(tmp_path / "south", log=open_log(":memory:")) as south,
    ):
        assert "club" not in south.schemes
        with pytest.raises(Exception, match="unknown scheme 'club'"):
            south.list("club", DAY)


def test_a_ledgers_own_file_comes_before_the_common_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RATING_LEDGER_SCHEMES names a folder for all ledgers; one that declares `club` itself keeps its own."""
    common = tmp_path / "common"
    common.mkdir()
    (common / "club.toml").write_text(CLUB.format(k=60), encoding="utf-8")
    monkeypatch.setenv("RATING_LEDGER_SCHEMES", str(common))
    with ledger(tmp_path / "north", 20) as north, ledger(tmp_path / "south", 40) as south:
        (tmp_path / "south" / "schemes" / "club.toml").unlink()
        assert ratings(north) == {"ann": "1210", "bob": "1190"}
        assert ratings(south) == {"ann": "1230", "bob": "1170"}
