"""dwz through the real commands: a list with its index, an explanation, a version for everything, a prediction."""

from tests.builders import Event, carried, played, player
from tests.replay.conftest import Shell

OPPONENTS = ("anna", "boris", "carla", "dora", "egon")


def events() -> list[Event]:
    """Five players of 1500; nora, who has no rating, scores half the points against them in May."""
    results = zip(("1-0", "0-1", "1/2-1/2", "1-0", "0-1"), OPPONENTS, strict=True)
    return [
        *player(*OPPONENTS, "nora"),
        *carried("dwz", "2024-01-01", dict.fromkeys(OPPONENTS, 1500)),
        *played("cup", "dwz", "2024-05-10", [f"nora {result} {name}" for result, name in results]),
    ]


def ratings_with_index(rows: list[dict[str, str]]) -> dict[str, str]:
    return {row["player"]: f"{row['rating']}-{row['index']}" for row in rows}


def test_dwz_is_listed_with_its_index(shell: Shell) -> None:
    """A win of 1500 against 1500 with E 20 is 400/21 = 19 points.

    By the version of 2026 nora gets 1500 + 0.08 · 500, of which Φ(−40/282.8) = 0.44376 is expected; K of index 6 is
    38 + 4 at or above expectation, 38 · 2300/2400 = 36.4 below: − 16.2, + 23.4 and + 2.4.
    """
    shell.tell(*events())
    listed = ratings_with_index(shell.rows("list", "dwz", "2024-05-31", "--format", "csv"))
    assert listed == {
        "anna": "1481-7", "boris": "1519-7", "carla": "1500-7", "dora": "1481-7", "egon": "1519-7", "nora": "1500-1",
    }  # fmt: skip
    assert (
        ratings_with_index(shell.rows("list", "dwz", "2024-05-09", "--format", "csv"))["anna"]
        == "1500-6"
    )
    later = shell.rows("list", "dwz", "2024-05-31", "--version", "2026-08-01", "--format", "csv")
    assert ratings_with_index(later) == {
        "anna": "1484-7", "boris": "1523-7", "carla": "1502-7", "dora": "1484-7", "egon": "1523-7", "nora": "1540-1",
    }  # fmt: skip


def test_dwz_is_explained(shell: Shell) -> None:
    """The steps from the games to the first rating."""
    shell.tell(*events())
    out = shell("explain", "dwz", "nora", "2024-05-31")[1]
    assert out.splitlines()[0].endswith("  1500")
    assert "expected score  2.50  [3.3.2]" in out and "index  1  [2.2.4]" in out
