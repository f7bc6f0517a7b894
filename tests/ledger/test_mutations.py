"""Proofs, checkpoints, cosignatures and tiles that were changed by chance: none is accepted, none is a traceback.

What is accepted must say exactly what the original says; every change of a meaning must be seen.
"""

import json
import random
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ledger import Checkpoint, LedgerError, Log, Proof, open_log
from ledger import events as ev
from ledger.persons.seal import Disclosed, Opening, disclosed_name, read_disclosed
from ledger.tree.listed import ListTree
from ledger.tree.note import WITNESS, Signature, SigningKey
from ledger.tree.proof import failures
from ledger.tree.tile_files import TileFolder, write_tiles
from ledger.tree.trust import Trust
from ledger.tree.witness import Continuation, objections
from tests.builders import publication

NAME, DAY, OLD, SIZE = "ratings.example/main", date(2026, 1, 1), 300, 520
KEY = SigningKey(NAME, 1, bytes(32))
WITNESSES = tuple(SigningKey(f"w{n}.example", WITNESS, bytes([n]) * 32) for n in (1, 2))
TRUST = Trust((KEY.public,), tuple(key.public for key in WITNESSES), 2, 1_700_000_000)
TRUST_LOG = Trust((KEY.public,))
SEALED_NAME = Opening("name", bytes(16), "Anna")
LISTED = ListTree([
    {"rank": 1, "player": "P1", "name": SEALED_NAME.mark, "rating": 2100},
    {"rank": 2, "player": "P3", "name": Opening("name", bytes(16), "Bo").mark, "rating": 2000},
    {"rank": 3, "player": "somebody", "name": Opening("name", bytes(16), "Cy").mark, "rating": 2000},
])  # fmt: skip
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LETTERS = ALPHABET + b"="
FEW, MANY = (
    150,
    10_500,
)  # changes of each of seven kinds: in every run of the tests, and in `make soak`
COUNTS = [FEW, pytest.param(MANY, marks=pytest.mark.soak)]


@pytest.fixture(scope="module")
def log() -> Iterator[Log]:
    with open_log(":memory:", origin=NAME) as opened:
        opened.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M")
            for n in range(SIZE - 1)
        )
        opened.append([publication(opened.checkpoint(), rows=3, root=LISTED.root)])
        yield opened


def cosigned(log: Log, size: int = SIZE) -> Checkpoint:
    checkpoint = log.checkpoint(size).signed(KEY)
    for key in WITNESSES:
        checkpoint = checkpoint.signed(key, 1_800_000_000)
    return checkpoint


def proof_of(log: Log, position: int, size: int = SIZE, **fields: Any) -> Proof:
    proof = log.prove(position, size, since=OLD)
    return Proof(
        position, proof.stored, proof.path, cosigned(log, size).text, proof.since, **fields
    )


def rating_proof(log: Log, player: str) -> bytes:
    """The proof of what the list says of a player: a row, or its neighbours."""
    return proof_of(log, SIZE, listed=LISTED.prove(player), player=player).to_json().encode()


def changed(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """One change of a kind that happens: a bit, a byte, a span lost, doubled, moved, or taken from another document."""
    at = chance.randrange(len(data))
    end = min(len(data), at + chance.choice((1, 1, 2, 4, 32, 44, 100)))
    kind = chance.randrange(9)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
    if kind == 1:  # another letter of the same kind: still base64, still a number
        letters = (
            b"0123456789"
            if chr(data[at]).isdigit()
            else b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/="
        )
        return data[:at] + bytes([chance.choice(letters)]) + data[at + 1 :]
    if kind == 2:
        return data[:at] + data[end:]
    if kind == 3:
        return data[:end] + data[at:end] + data[end:]
    if kind == 4:
        return data[:at] + bytes([chance.choice(b'\n\r\t "\\{}[]0\x00\x7f\xff')]) + data[at:]
    if kind == 5:
        return data[:at]
    if kind == 6:
        to = chance.randrange(len(data))
        rest = data[:at] + data[end:]
        return rest[:to] + data[at:end] + rest[to:]
    if kind == 7 and b"=" in data[at:]:  # other trailing bits: the same bytes in another spelling
        at = data.index(b"=", at) - 1
        letter = ALPHABET.find(data[at])
        return data[:at] + bytes([ALPHABET[letter ^ 1]]) + data[at + 1 :]
    other = chance.choice(others)
    return data[:at] + other[at:end] + data[end:]


def campaign(
    original: bytes, others: list[bytes], accepts: Callable[[bytes], Any], count: int, seed: str
) -> None:
    """`accepts` gives the meaning of what it accepts, None for what it refuses; the meaning must be the original's."""
    chance = random.Random(seed)
    meaning, refused = accepts(original), 0
    assert meaning is not None, "the original itself must be accepted"
    for number in range(count):
        bent = changed(original, others, chance)
        if chance.random() < 0.2:
            bent = changed(bent or b" ", others, chance)
        found = accepts(bent)
        assert found is None or found == meaning, f"{seed}, change {number}: {bent!r}"
        refused += found is None
    assert refused > count // 2, "most changes must change something for this to mean anything"


def accepted_proof(data: bytes) -> Any:
    """What a proof says, if `check-proof --key … --witnesses …` would say that it holds."""
    try:
        proof = Proof.from_json(data)
        wrong = failures(proof, None, TRUST)
        if wrong:
            assert all(is_sentence(text) for text in wrong), wrong
            return None
    except LedgerError as error:
        assert is_sentence(error.problems[0].wrong) and is_sentence(error.problems[0].remedy), error
        return None
    assert json.loads(proof.to_json()) == read_once(data), "it says what stands in the file"
    said = accepted_checkpoint(proof.checkpoint.encode())
    older = proof.since and (said_by(Checkpoint.parse(proof.since.checkpoint)), proof.since.path)
    return said, older, replace(proof, checkpoint="", since=None)


def is_sentence(text: str) -> bool:
    """Something to read: at least three words."""
    return len(str(text).split()) >= 3


def read_once(data: bytes) -> Any:
    """JSON as a strict reader has it: every key once."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), pairs
        return dict(pairs)

    return json.loads(data, object_pairs_hook=once)


def accepted_checkpoint(data: bytes) -> Any:
    """What a checkpoint says, and who signed it, if it is to be trusted."""
    try:
        checkpoint = Checkpoint.parse(data.decode("utf-8", "replace"))
    except LedgerError:
        return None
    assert checkpoint.text == data.decode("utf-8", "replace"), "what was checked is what was given"
    return None if TRUST.objections(checkpoint) else said_by(checkpoint)


def said_by(checkpoint: Checkpoint) -> tuple[str, frozenset[str]]:
    """The order of signatures says nothing, and those of unknown keys are passed over, as C2SP has it."""
    keys = (KEY.public, *(key.public for key in WITNESSES))
    known = [
        line
        for line in checkpoint.signatures
        if any(Signature.parse(line).claims(key) for key in keys)
    ]
    return checkpoint.body, frozenset(known)


@pytest.mark.parametrize("count", COUNTS)
def test_changed_proofs_of_events(log: Log, count: int) -> None:
    others = [
        proof_of(log, at, size).to_json().encode()
        for at, size in ((5, SIZE), (4, SIZE - 1), (301, SIZE))
    ]
    campaign(proof_of(log, 4).to_json().encode(), others, accepted_proof, count, "proofs of events")


@pytest.mark.parametrize("count", COUNTS)
def test_changed_proofs_of_ratings(log: Log, count: int) -> None:
    others = [
        rating_proof(log, "somebody"),
        rating_proof(log, "P2"),
        proof_of(log, 7).to_json().encode(),
    ]
    in_the_middle = rating_proof(
        log, "P3"
    )  # the first row truly shows that nobody stands before it
    campaign(in_the_middle, others, accepted_proof, count, "proofs of ratings")


@pytest.mark.parametrize("count", COUNTS)
def test_changed_proofs_that_a_player_is_not_on_a_list(log: Log, count: int) -> None:
    others = [rating_proof(log, "P1"), rating_proof(log, "P4"), proof_of(log, 7).to_json().encode()]
    campaign(rating_proof(log, "P2"), others, accepted_proof, count, "proofs of absence")


@pytest.mark.parametrize("count", COUNTS)
def test_changed_openings(count: int) -> None:
    """What opens a name on a list opens that name and no other."""
    told = [
        Disclosed("P1", 1, "name", "Anna", bytes(16)),
        Disclosed("P1", 1, "note", "Anna", bytes(16)),
    ]
    other = [Disclosed("P3", 2, "name", "Bo", bytes(16))]

    def accepts(data: bytes) -> str | None:
        try:
            return disclosed_name(read_disclosed(data), "P1", SEALED_NAME.mark)
        except LedgerError:
            return None

    campaign(msgspec.json.encode(told), [msgspec.json.encode(other)], accepts, count, "openings")


@pytest.mark.parametrize("count", COUNTS)
def test_changed_checkpoints_and_cosignatures(log: Log, count: int) -> None:
    others = [cosigned(log, size).text.encode() for size in (1, OLD, SIZE - 1)]
    campaign(cosigned(log).text.encode(), others, accepted_checkpoint, count, "checkpoints")


@pytest.mark.parametrize("count", COUNTS)
def test_changed_requests_to_a_witness(log: Log, count: int) -> None:
    """It cosigns what continues the log it saw, and nothing else."""
    last = log.checkpoint(OLD).signed(KEY)

    def accepts(data: bytes) -> Any:
        try:
            given = Continuation.parse(data.decode("utf-8", "replace"))
        except LedgerError:
            return None
        return (
            None
            if objections(given, last, TRUST_LOG)
            else (given.old, given.path, said_by(given.checkpoint))
        )

    def request(old: int, size: int) -> bytes:
        path = log.consistency(old, size).path
        return Continuation(old, path, log.checkpoint(size).signed(KEY)).text.encode()

    campaign(
        request(OLD, SIZE),
        [request(OLD - 1, SIZE), request(OLD, SIZE - 1)],
        accepts,
        count,
        "requests",
    )


@pytest.mark.parametrize("count", COUNTS)
def test_changed_tiles(log: Log, tmp_path: Path, count: int) -> None:
    """Any file of a folder, the events and the checkpoint among them."""
    write_tiles(log, tmp_path, cosigned(log), entries=True, advance=lambda done: None)
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert (
        len(files) == 8
    )  # three tiles of leaves with their events, one above them, the checkpoint

    def accepts(data: bytes) -> Any:
        path.write_bytes(data)
        try:
            folder = TileFolder(tmp_path)
            wrong = folder.failures(TRUST)
        except LedgerError:
            return None
        finally:
            path.write_bytes(content)
        return (
            None
            if wrong
            else (b"" if path.name == "checkpoint" else data, said_by(folder.checkpoint))
        )

    for path in files:
        content = path.read_bytes()
        others = [each.read_bytes() for each in files if each != path]
        campaign(
            content, others, accepts, count // len(files), f"tile {path.relative_to(tmp_path)}"
        )


def test_a_bundle_that_promises_more_than_it_holds(log: Log, tmp_path: Path) -> None:
    """The length before the last event is one too large: the hash of what is there would fit."""
    write_tiles(log, tmp_path, cosigned(log), entries=True, advance=lambda done: None)
    path = tmp_path / "tile/entries/002.p/8"
    data, last = bytearray(path.read_bytes()), len(log.stored(SIZE))
    at = len(data) - last - 1
    assert data[at] == last % 256
    data[at] += 1
    path.write_bytes(data)
    assert TileFolder(tmp_path).failures(TRUST) == [
        "tile/entries/002.p/8 does not hold the events of tile/0/002.p/8"
    ]


def test_the_campaign_is_large_enough() -> None:
    """At least 10,000 of each kind in `make soak`, the tiles rounded down to whole files: over 20,000 proofs."""
    assert MANY >= 10_000 and MANY // 8 * 8 >= 10_000


def without(field: str) -> Callable[[str], str]:
    return lambda text: json.dumps(
        {name: value for name, value in json.loads(text).items() if name != field}
    )


@pytest.mark.parametrize(("bend", "wrong"), [
    (without("format"), "it does not say its format"),
    (lambda text: text.replace('{\n  "format"', '{\n  "position": 5,\n  "format"', 1), "'position' is in it twice"),
    (lambda text: text.replace('"position": 4', '"position": 4,\n  "position": 4', 1), "'position' is in it twice"),
    (lambda text: text.replace('"position": 4', '"position": 4.0', 1), "not a proof"),
])  # fmt: skip
def test_a_proof_has_one_spelling(log: Log, bend: Callable[[str], str], wrong: str) -> None:
    """No two programs read it differently: another reader may take the first of two equal keys."""
    text = proof_of(log, 4).to_json()
    bent = bend(text)
    assert accepted_proof(text.encode()) is not None and bent != text
    with pytest.raises(LedgerError, match=wrong):
        Proof.from_json(bent.encode())


@pytest.mark.parametrize("bent", [
    b'[{"player":"P3","player":"P1","position":1,"field":"name","value":"Anna","salt":"AAAAAAAAAAAAAAAAAAAAAA=="}]',
    b'[{"player":"P1","position":1,"field":"name","value":"Anna","salt":"AAAAAAAAAAAAAAAAAAAAAB=="}]',
])  # fmt: skip
def test_an_opening_has_one_spelling(bent: bytes) -> None:
    good = b'[{"player":"P1","position":1,"field":"name","value":"Anna","salt":"AAAAAAAAAAAAAAAAAAAAAA=="}]'
    assert disclosed_name(read_disclosed(good), "P1", SEALED_NAME.mark) == "Anna"
    with pytest.raises(LedgerError, match="not an opening"):
        read_disclosed(bent)
