"""The public site of a ledger with a key: the newest published checkpoint, the keys that signed it, and the tiles."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import KeyAnnounced, KeyRevoked, PlayerRegistered
from ledger.tree.note import LOG, SigningKey
from ledger.tree.tile_files import TileFolder
from ledger.tree.trust import Trust
from replay.commands.main import run
from replay.files import open_file
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.demo import SAMPLE
from replay.site.folder import TIMES

ORIGIN, DAY = "ratings.example.org/signed", date(2026, 1, 2)
OCTOBER, NOVEMBER = date(2025, 10, 1), date(2025, 11, 1)
KEY, LATER_KEY = SigningKey.new(ORIGIN, LOG), SigningKey.new(ORIGIN, LOG)


class SignedLedger:
    """A ledger in a folder, and its site beside it."""

    def __init__(self, folder: Path) -> None:
        self.place, self.site = folder / "ledger", folder / "site"
        with open_log(self.place, create=True, origin=ORIGIN) as log:
            log.append(open_file(SAMPLE))

    def tell(self, *events: Any) -> None:
        with open_log(self.place) as log:
            log.append(events)

    def publish(self, on: date, key: SigningKey | None) -> str:
        """Publish a list; the checkpoint on record with it."""
        with Office(self.place) as office:
            publish(office, "fide-standard", on, key=key)
            event: Any = office.log.event(office.log.head)
            return str(event.checkpoint)

    def write(self) -> set[str]:
        """Write the site; the names of its files."""
        assert run(["--ledger", str(self.place), "site", str(self.site)]) == 0
        return {
            path.relative_to(self.site).as_posix()
            for path in self.site.rglob("*")
            if path.is_file() and path.name != TIMES
        }

    def text(self, name: str) -> str:
        return (self.site / name).read_bytes().decode()


@pytest.fixture
def ledger(tmp_path: Path) -> SignedLedger:
    return SignedLedger(tmp_path)


def signed(names: set[str]) -> set[str]:
    return {
        name
        for name in names
        if name in ("checkpoint.txt", "keys.txt") or name.startswith("tiles/")
    }


def test_without_a_signed_publication_there_is_neither_checkpoint_nor_tile(
    ledger: SignedLedger,
) -> None:
    """Lists published before the key was announced have checkpoints that nobody signed."""
    ledger.publish(OCTOBER, None)
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    assert signed(ledger.write()) == set()
    assert KEY.public.text not in ledger.text("index.html") and "checkpoint.txt" not in ledger.text(
        "index.html"
    )


def test_a_key_that_nobody_announced_signs_nothing_and_that_is_told(
    ledger: SignedLedger, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger.publish(OCTOBER, None)
    key = ledger.place.parent / "office.key"
    key.write_text(KEY.text, encoding="ascii")
    key.chmod(0o600)
    words = ["site", str(ledger.site), "--key", str(key)]
    assert run(["--ledger", str(ledger.place), *words]) == 0
    assert "announced no key" in capsys.readouterr().err
    assert not (ledger.site / "keys.txt").exists()


def test_the_newest_published_checkpoint_its_keys_and_tiles(
    ledger: SignedLedger, capsys: Any
) -> None:
    """Anybody checks the tiles of the site against a key; every page leads to checkpoint and keys."""
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    ledger.publish(OCTOBER, KEY)
    newest = ledger.publish(NOVEMBER, KEY)
    ledger.write()
    assert ledger.text("checkpoint.txt") == ledger.text("tiles/checkpoint") == newest
    assert ledger.text("keys.txt") == f"{KEY.public.text}\n"
    assert TileFolder(ledger.site / "tiles").failures(Trust((KEY.public,))) == []
    assert (
        run(["check-tiles", str(ledger.site / "tiles"), "--key", str(ledger.site / "keys.txt")])
        == 0
    )
    assert 'href="checkpoint.txt"' in ledger.text(
        "index.html"
    ) and 'href="keys.txt"' in ledger.text("index.html")
    words = json.loads(ledger.text("assets/words.en.js").partition(" = ")[2].removesuffix(";\n"))
    assert 'href="../checkpoint.txt"' in words["foot"], "pages of players get their foot from there"


def test_files_of_lists_with_signed_checkpoints_are_those_of_the_ledger(
    ledger: SignedLedger,
) -> None:
    """The receipt that was published has the signature; the one on the site is the same, byte for byte."""
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    ledger.publish(OCTOBER, KEY)
    ledger.write()
    published = list((ledger.place / "lists").iterdir())
    assert len(published) == 3
    for file in published:
        assert ledger.text(f"lists/{file.name}") == file.read_bytes().decode(), file.name


def test_nothing_recorded_after_the_checkpoint_is_in_the_tiles(ledger: SignedLedger) -> None:
    """Neither a hash of a later event, nor a key that was announced later and has signed nothing published."""
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    newest = ledger.publish(OCTOBER, KEY)
    names = ledger.write()
    before = {name: (ledger.site / name).read_bytes() for name in names}
    people = [
        PlayerRegistered(player=f"Z{at}", name=f"Z{at}", sex="F", date=DAY) for at in range(300)
    ]
    ledger.tell(KeyAnnounced(date=DAY, key=LATER_KEY.public.text), *people)
    assert ledger.write() == names
    assert {name: (ledger.site / name).read_bytes() for name in names} == before
    size = int(newest.split("\n")[1])
    leaves = sum(
        len(before[name]) // 32 for name in signed(names) if name.startswith("tiles/tile/0/")
    )
    assert leaves == size < 256


def test_tiles_of_an_earlier_checkpoint_stay(ledger: SignedLedger) -> None:
    """Who holds the checkpoint of the last month can still read the tiles of it."""
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    ledger.publish(OCTOBER, KEY)
    before = signed(ledger.write())
    ledger.publish(NOVEMBER, KEY)
    assert before < signed(ledger.write())


def test_a_checkpoint_that_only_a_revoked_key_signed_is_not_shown(ledger: SignedLedger) -> None:
    ledger.tell(KeyAnnounced(date=DAY, key=KEY.public.text))
    ledger.publish(OCTOBER, KEY)
    ledger.tell(
        KeyAnnounced(date=DAY, key=LATER_KEY.public.text),
        KeyRevoked(date=DAY, key=KEY.public.text, reason="lost"),
    )
    assert signed(ledger.write()) == set()
    newest = ledger.publish(NOVEMBER, LATER_KEY)
    ledger.write()
    assert (ledger.text("checkpoint.txt"), ledger.text("keys.txt")) == (
        newest,
        f"{LATER_KEY.public.text}\n",
    )
