"""Time controls as people write them: the usual forms are read, the unclear ones are not."""

import re
from pathlib import Path

import pytest

from ledger.events import TimeControl
from replay.files.time_control import read_encoded, read_free


@pytest.mark.parametrize(
    ("text", "base", "increment", "moves"),
    [
        ("90min/40moves+30min/end+30sec increment per move", 7200, 30, 40),
        ("90 min/40 moves + 30 min + 30 sec/move", 7200, 30, 40),
        ("90 min. + 30 sec.", 5400, 30, None),
        ("G/90+30", 5400, 30, None),
        ("G/60;d5", 3600, 5, None),
        ("G/25 inc 5", 1500, 5, None),
        ("G/60; 5", 3600, 5, None),
        ("1h30 + 30s", 5400, 30, None),
        ("1h 30min + 30 sec/move", 5400, 30, None),
        ("2h", 7200, 0, None),
        ("10分+5秒", 600, 5, None),
        ("10＋5", 600, 5, None),
        ("60分钟", 3600, 0, None),
        ("1小時30分鐘+30秒", 5400, 30, None),
        ("每方60分钟，每步加30秒", 3600, 30, None),
        ("10分钟加每步5秒", 600, 5, None),
        ("15分鐘+10秒", 900, 10, None),
        ("90 min + 30 sec/move", 5400, 30, None),
        ("15 minutes plus 10 sec per move", 900, 10, None),
        ("90 minutes + 30 seconds increment per move", 5400, 30, None),
    ],
)
def test_usual_forms_are_read(text: str, base: int, increment: int, moves: int | None) -> None:
    assert read_free(text) == TimeControl(base=base, increment=increment, moves=moves)


@pytest.mark.parametrize(
    "text", ["40/120, 60", "G/90", "1h30 + 30", "fast", "90 min/70moves+30min/end", "分+秒"]
)
def test_unclear_ones_are_not(text: str) -> None:
    assert read_free(text) is None


def test_the_last_period_begins_before_move_60_or_the_time_of_60_moves_is_not_known() -> None:
    assert read_encoded("59/5400+30:900+30") == TimeControl(base=6300, increment=30, moves=59)
    assert read_encoded("60/5400+30:900+30") is None


def test_the_documented_forms_are_read_as_documented() -> None:
    """Every row of the table in docs/files.md: forms in one row mean the same, those called unclear are not read."""
    text = (Path(__file__).parents[3] / "docs/files.md").read_text(encoding="utf-8")
    section = text.partition("### Time controls")[2].partition("###")[0]
    rows = re.findall(r"^\| (`.*) \| (.*) \|$", section, flags=re.MULTILINE)
    assert len(rows) == 8
    for written, said in rows:
        forms = [read_free(form) for form in re.findall(r"`([^`]+)`", written)]
        if said.startswith("unclear"):
            assert forms == [None] * len(forms), written
        else:
            assert all(form is not None for form in forms), written
            assert said == "no increment" or len(set(map(str, forms))) == 1, written
