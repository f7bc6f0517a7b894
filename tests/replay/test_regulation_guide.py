"""docs/schemes.md leads from an empty folder to a published list: what it shows is done, and comes out as shown."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.replay.conftest import Install, Shell

PAGE = (Path(__file__).parents[2] / "docs" / "schemes.md").read_text(encoding="utf-8")
GUIDE = PAGE.partition("## From an empty folder to a published list")[2].partition("\n## ")[0]
SILENT = ("pip install", "rating-ledger init")  # the fixtures of this test do these


def block(kind: str) -> str:
    """The one block of a kind in the guide."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    return str(found)


def commands() -> list[tuple[list[str], str]]:
    """The commands of the guide, each with the output that is shown below it."""
    parts = re.split(r"^\$ ", block("console"), flags=re.MULTILINE)[1:]
    return [(line.split()[1:], shown) for line, _, shown in (part.partition("\n") for part in parts)
            if not line.startswith(SILENT)]  # fmt: skip


def test_the_guide_is_true(
    shell: Shell, installed: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command succeeds, and those with an output shown say exactly that."""
    announced = tomllib.loads(block("toml"))["project"]["entry-points"]["rating_ledger.schemes"]
    assert announced == {"club": "club_rating:scheme"}
    installed("club", block("python"))
    monkeypatch.chdir(shell.folder)
    (shell.folder / "events.jsonl").write_text(block("json"), encoding="utf-8")
    asked = commands()
    assert [words[0] for words, _ in asked] == ["import", "list", "explain", "publish", "verify"]
    for words, shown in asked:
        code, out, err = shell(*words)
        assert code == 0, err
        assert not shown or out == shown
    assert (shell.folder / "ledger" / "lists" / "club-2023-03-31.csv").exists()
