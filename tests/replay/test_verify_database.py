"""The database under the log: its index, its rows, its file. Verify says what is wrong with them, and how to go on."""

import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from random import Random

import pytest

from ledger import LedgerError, open_log
from ledger import events as ev
from ledger.tree.verify import Check, examine
from replay.commands.main import run
from tests.tampering import tampering

DAY = date(2020, 1, 1)
PAGE = 16384
INDEX = "sqlite_autoindex_stored_events_1"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 players in a tournament, all in one file: the index of streams is one page."""
    place = tmp_path_factory.mktemp("sound") / "ledger"
    with open_log(place, create=True) as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(150)
        )
        log.append(
            [
                ev.TournamentRegistered(
                    date=DAY, tournament="T", name="x", start=DAY, end=DAY, rounds=9, rated=()
                )
            ]
        )
        log.append(ev.PlayerEntered(date=DAY, tournament="T", player=f"P{n}") for n in range(149))
    with closing(sqlite3.connect(place / "log.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return place


@pytest.fixture
def place(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "ledger"))


def checks(place: Path) -> dict[str, Check]:
    with open_log(place) as log:
        return {check.name: check for check in examine(log)}


def index_page(place: Path) -> int:
    """Where in the file the index of streams begins."""
    with closing(sqlite3.connect(place / "log.sqlite")) as connection:
        ((root,),) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (INDEX,)
        )
    return (root - 1) * PAGE


def test_a_sound_database_passes(place: Path) -> None:
    """The first line of verify is about the database itself."""
    found = checks(place)
    assert next(iter(found)) == "database"
    assert "SQLite's own check finds nothing wrong" in found["database"].detail
    assert all(check.ok for check in found.values())


def test_every_flipped_byte_of_the_index_of_streams_is_found(place: Path) -> None:
    """By the index an append finds what stands in a stream: a wrong entry hides a game or shows another one."""
    file = place / "log.sqlite"
    good, start = file.read_bytes(), index_page(place)
    kind, _, count, content = struct.unpack(">BHHH", good[start : start + 7])
    assert (kind, count) == (10, 300), "a leaf page of an index, with all events"
    places = [
        *range(start + 8, start + 8 + 2 * count, 31),
        *range(start + content, start + PAGE, 61),
    ]
    assert len(places) > 80
    for at in places:
        data = bytearray(good)
        data[at] ^= 1
        file.write_bytes(data)
        assert not _verdict(place), f"byte {at - start} of the page"


def _verdict(place: Path) -> bool:
    try:
        return all(check.ok for check in checks(place).values())
    except LedgerError:
        return False


def test_an_index_that_hides_an_event_is_found(place: Path) -> None:
    """One entry leads to another row: the stream of P7 shows the registration of P8."""
    file = place / "log.sqlite"
    data, start = bytearray(file.read_bytes()), index_page(place)
    at = data.index(
        b"player/P7\x01\x08" if b"player/P7\x01\x08" in data else b"player/P7\x08", start
    )
    end = data.index(b"\x08", at)
    data[end] = 9
    file.write_bytes(data)
    with open_log(place) as log:
        assert [event.player for _, event in log.stream("player/P7")] == ["P8"]
    wrong = checks(place)["database"]
    assert not wrong.ok
    assert INDEX in wrong.detail and "restore" in wrong.detail


def in_database(place: Path, *statements: str) -> None:
    with tampering(place) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("row", [0, -1, -(2**63)])
def test_an_event_outside_the_positions_is_found(place: Path, row: int) -> None:
    """A row before position 1 has no hash, but whoever asks for the stream finds it."""
    in_database(
        place,
        f"INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state) SELECT {row}, "
        "originator_id, 9, topic, CAST(replace(CAST(state AS TEXT), 'P7', 'P8') AS BLOB) FROM stored_events "
        "WHERE originator_id = 'player/P7'",
    )
    wrong = checks(place)["database"]
    assert not wrong.ok
    assert f"row {row} has no place in the log" in wrong.detail


def test_a_count_alone_does_not_hide_a_stray_row(place: Path) -> None:
    """One event moved before the beginning: as many rows as positions, and still wrong."""
    in_database(place, "UPDATE stored_events SET rowid = -5 WHERE rowid = 300")
    assert not checks(place)["database"].ok


# The file itself --------------------------------------------------------------------------------------------------


DAMAGES: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("empty", lambda data: b""),
    ("zeros", lambda data: bytes(len(data))),
    ("the beginning overwritten", lambda data: b"not a database" + data[14:]),
    ("cut in a page", lambda data: data[: 2 * PAGE + 100]),
    ("cut after a page", lambda data: data[: 2 * PAGE]),
    ("pages of zeros", lambda data: data[:PAGE] + bytes(3 * PAGE) + data[4 * PAGE :]),
    ("the schema overwritten", lambda data: data[:200] + b"\xff" * (PAGE - 200) + data[PAGE:]),
    (
        "every page after the first overwritten",
        lambda data: data[:PAGE] + b"\x55" * (len(data) - PAGE),
    ),
]


@pytest.mark.parametrize(("name", "damage"), DAMAGES, ids=[one[0] for one in DAMAGES])
def test_an_unreadable_file_is_told_with_how_to_restore_it(
    place: Path, capsys: pytest.CaptureFixture[str], name: str, damage: Callable[[bytes], bytes]
) -> None:
    """verify answers no (exit 1), and says which file to put back; other commands fail with the same advice."""
    file = place / "log.sqlite"
    file.write_bytes(damage(file.read_bytes()))
    assert run(["--ledger", str(place), "verify", "--format", "csv"]) == 1
    said = capsys.readouterr().out
    assert "database,FAILED," in said
    assert "restore log.sqlite" in said and "backup" in said and "export" in said


@pytest.mark.parametrize(
    "name", ["empty", "zeros", "the beginning overwritten", "the schema overwritten"]
)
def test_other_commands_give_the_same_advice(
    place: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file = place / "log.sqlite"
    file.write_bytes(dict(DAMAGES)[name](file.read_bytes()))
    assert run(["--ledger", str(place), "log"]) == 2
    assert "restore log.sqlite" in capsys.readouterr().err


def test_a_place_without_a_ledger_is_not_called_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No ledger, no damage: bad use, exit 2."""
    assert run(["--ledger", str(tmp_path / "nowhere"), "verify"]) == 2
    (tmp_path / "folder").mkdir()
    assert run(["--ledger", str(tmp_path / "folder"), "verify"]) == 2
    (tmp_path / "folder" / "log.sqlite").mkdir()
    assert run(["--ledger", str(tmp_path / "folder"), "verify"]) == 2
    assert "restore" not in capsys.readouterr().err


def test_any_damage_is_an_answer(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Flipped bits and overwritten stretches anywhere, 120 times: exit 1, or 0 if the log is what it was."""
    good = (sound / "log.sqlite").read_bytes()
    with open_log(sound) as log:
        events = [row for batch in log.read_stored() for row in batch]
        root = log.root()
    place = tmp_path / "ledger"
    place.mkdir()
    chance = Random(14)
    for _ in range(120):
        data = bytearray(good)
        at = chance.randrange(len(data))
        length = chance.choice((1, 1, 1, 4, 100))
        data[at : at + length] = bytes(
            byte ^ (1 << chance.randrange(8)) for byte in data[at : at + length]
        )
        (place / "log.sqlite").write_bytes(data)
        code = run(["--ledger", str(place), "verify", "--format", "csv"])
        told = capsys.readouterr()
        assert code in (0, 1) or "reads up to 1" in told.err, f"{length} bytes at {at}: {told.err}"
        if code == 0:
            with open_log(place) as log:
                assert [row for batch in log.read_stored() for row in batch] == events, at
                assert log.root() == root, at
                assert len(list(log.stream("tournament/T"))) == 150


def test_a_log_with_a_damaged_index_is_restored_by_its_export(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As docs/errors.md says: export, init with the same origin, import; the kept checkpoint fits."""
    kept, exported, new = tmp_path / "kept.txt", tmp_path / "log.jsonl", tmp_path / "new"
    assert run(["--ledger", str(place), "prove", "-o", str(kept)]) == 0
    file = place / "log.sqlite"
    data = bytearray(file.read_bytes())
    data[index_page(place) + PAGE - 20] ^= 1
    file.write_bytes(data)
    assert run(["--ledger", str(place), "verify"]) == 1
    assert run(["--ledger", str(place), "export", "-o", str(exported)]) == 0
    assert run(["--ledger", str(new), "init", "--origin", kept.read_text().splitlines()[0]]) == 0
    assert run(["--ledger", str(new), "import", str(exported)]) == 0
    assert run(["--ledger", str(new), "verify", "--checkpoint", str(kept)]) == 0
    assert "rating-ledger:" not in capsys.readouterr().err  # remarks on the events, no error
