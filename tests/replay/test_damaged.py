"""A bit falls over in a file that was computed from the log: the answer is the same as before, never another one."""

import io
import random
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pyarrow.compute as pc
import pytest

from ledger import open_log
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files import open_file
from replay.simulation.demo import SAMPLE
from replay.world.states import States

QUESTIONS = (
    ("list", "fide-standard", "2025-11-01"),
    ("list", "cxa-rapid", "2026-01-01"),
    ("list", "malaysia", "2025-12-01"),
    ("explain", "fide-standard", "F05", "2025-11-01"),
    ("explain", "cxa-rapid", "C01", "2026-01-01"),
    ("whatif", "fide-standard", "2025-11-01", "--set", "k.normal=30"),
    ("publish", "fide-standard", "2025-11-01"),
    ("verify",),
)
KINDS = (
    "model/segment-*.duckdb",
    "model/rankings-*",
    "model/root-*",
    "states/*.state",
    "states/*.arrow",
)


Answer = tuple[int, str, str]


def answer_to(place: Path, *words: str) -> Answer:
    """A command's exit code, what it says and what it complains about."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as complaints:
        code = run(["--ledger", str(place), *words])
    set_place("")
    return code, out.getvalue().replace(str(place), "PLACE"), complaints.getvalue()


def all_told(place: Path) -> list[Answer]:
    return [answer_to(place, *words) for words in QUESTIONS]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with a published list that has been asked everything, so that all is kept that can be."""
    place = tmp_path_factory.mktemp("damaged") / "ratings"
    with open_log(place, create=True) as log:
        log.append(open_file(SAMPLE))
    for _ in range(2):
        assert [code for code, _, _ in all_told(place)] == [0] * len(QUESTIONS)
    return place


@pytest.fixture(scope="module")
def answers(ledger: Path) -> list[Answer]:
    """What it says as long as nothing is damaged."""
    return all_told(ledger)


@pytest.fixture
def place(ledger: Path, tmp_path: Path) -> Path:
    return shutil.copytree(ledger, tmp_path / "ratings")


def computed(place: Path) -> list[Path]:
    """Every file beside the log and the published lists."""
    return sorted(
        path
        for path in place.rglob("*")
        if path.is_file() and path.parent.name in ("model", "states")
    )


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << random.Random(f"{path.name} {at}").randrange(8)
    path.write_bytes(content)


def test_these_are_all_kinds_of_computed_files(ledger: Path) -> None:
    """Whoever keeps another kind of file adds it here."""
    beside = {path.name for path in ledger.iterdir() if path.is_dir()}
    assert beside == {"model", "states", "lists"}
    assert {path for kind in KINDS for path in ledger.glob(kind)} == set(computed(ledger))
    assert all(list(ledger.glob(kind)) for kind in KINDS)


@pytest.mark.parametrize(
    "share", [0, *(pytest.param(one, marks=pytest.mark.soak) for one in (0.5, 0.8)), 1]
)
@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_does_not_change(
    kind: str, share: float, place: Path, answers: list[Answer]
) -> None:
    """One bit in every file of a kind, at the head, in the middle, at the tail."""
    for path in place.glob(kind):
        flip(path, int(share * (path.stat().st_size - 1)))
    assert all_told(place) == answers


@pytest.mark.parametrize("size", [0, pytest.param(3, marks=pytest.mark.soak), 100])
def test_files_that_were_cut_short_change_nothing_either(
    size: int, place: Path, answers: list[Answer]
) -> None:
    for path in computed(place):
        path.write_bytes(path.read_bytes()[:size])
    assert all_told(place) == answers


def test_what_was_damaged_is_made_again(place: Path, answers: list[Answer]) -> None:
    """Files of which a bit fell over are gone or whole after the next questions, and the answers stay."""
    damaged = {}
    for path in computed(place):
        flip(path, path.stat().st_size // 2)
        damaged[path] = path.read_bytes()
    assert [all_told(place), all_told(place)] == [answers, answers]
    assert [
        path for path, content in damaged.items() if path.exists() and path.read_bytes() == content
    ] == []


def test_what_is_published_is_made_from_the_log_alone(place: Path) -> None:
    """A cache that is wrong and has a right checksum, as a mistake could leave it, reaches no published list."""
    asked = ("list", "malaysia", "2025-12-01")
    right = answer_to(place, *asked)
    states = States(place / "states")
    for path in (place / "states").glob("*.arrow"):
        table = states.load_list(path.stem)
        assert table is not None
        wrong = pc.add(table["rating"], 1).cast(table["rating"].type)
        states.save_list(
            path.stem, table.set_column(table.column_names.index("rating"), "rating", wrong)
        )
    states.settle()
    assert answer_to(place, *asked) != right
    assert answer_to(place, "publish", "malaysia", "2025-12-01")[0] == 0
    assert (place / "lists" / "malaysia-2025-12-01.csv").read_text() == right[1]
    assert answer_to(place, "verify")[0] == 0
