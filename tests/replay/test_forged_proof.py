"""What a forger can make of public proofs and checkpoints, and that none of it is accepted."""

import json
from base64 import b64decode, b64encode
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import Checkpoint, Log, Proof, open_log
from ledger import events as ev
from ledger.log.wire_format import decode_stored, encode_content, head, recorded_of
from ledger.tree.listed import ListTree
from ledger.tree.merkle import EMPTY_ROOT, leaf_hash, node_hash
from ledger.tree.proof import Consistency, failures
from replay.commands.main import run

DAY = date(2026, 1, 1)
COUNT = 8  # a power of two: the forger needs the checkpoint alone to build upon


@pytest.fixture
def office() -> Any:
    """The office's log of eight events."""
    with open_log(":memory:") as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(COUNT)
        )
        yield log


def forged_publication(proof: Proof, position: int) -> str:
    """A publication that the office never made, in the office's own form."""
    claim = ev.ListPublished(
        date=DAY, scheme="malaysia", version="1", list_date=DAY, at_position=position - 1, rows=1,
        root=LISTED.root, checkpoint=proof.checkpoint,
    )  # fmt: skip
    return (head(recorded_of(proof.stored.encode())) + encode_content(claim)[1:]).decode()


LISTED = ListTree([{"rank": 1, "player": "P1", "name": "x", "rating": 2999}])


def forged(public: Proof, kept: Checkpoint) -> Proof:
    """Event N+1 behind a kept checkpoint of N events (a power of two), from what everybody can see."""
    stored = forged_publication(public, kept.size + 1)
    leaf = leaf_hash(stored.encode())
    grown = Checkpoint(kept.origin, kept.size + 1, node_hash(kept.root, leaf))
    since = Consistency(kept.text, (leaf,))
    return Proof(kept.size + 1, stored, (kept.root,), grown.text, since, LISTED.prove("P1"), "P1")


def test_an_event_built_upon_a_kept_checkpoint_is_refused(
    office: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Anybody can add an event to a checkpoint; the checkpoint vouches only for the events it contains."""
    kept = office.checkpoint()
    file, trusted = tmp_path / "forged.json", tmp_path / "kept.txt"
    file.write_text(forged(office.prove(COUNT), kept).to_json())
    trusted.write_text(kept.text)
    assert run(["check-proof", str(file), "--checkpoint", str(trusted)]) == 1
    said = capsys.readouterr().out
    assert "the proof holds" not in said and "2999" not in said
    assert "position 9 is beyond the 8 events of the given checkpoint" in said
    assert "newer checkpoint" in said


def test_the_forgery_is_a_good_one(office: Log) -> None:
    """Its paths are right: nothing but the size of the kept checkpoint gives it away."""
    assert failures(forged(office.prove(COUNT), office.checkpoint())) == []


def test_a_rating_forged_upon_a_log_of_any_size_is_refused() -> None:
    """With uneven trees the forger takes the hashes of the right edge from the proof of the last event."""
    with open_log(":memory:") as log:
        for size in range(1, 20):
            log.append([ev.PlayerRegistered(date=DAY, player=f"P{size}", name="x", sex="M")])
            public, kept = log.prove(size), log.checkpoint()
            with open_log(
                ":memory:", origin=log.origin
            ) as copy:  # what the forger could compute by hand
                copy.append(
                    decode_stored(state) for batch in log.read_stored() for _, _, state in batch
                )
                claim = ev.PlayerRegistered(date=DAY, player="forged", name="x", sex="M")
                copy.append([claim])
                bent = copy.prove(size + 1, since=size)
            assert bent.since is not None and bent.since.checkpoint == kept.text
            assert failures(bent) == []
            assert any("is beyond" in wrong for wrong in failures(bent, kept))
            assert failures(public, kept) == []


def test_a_kept_checkpoint_vouches_for_exactly_what_it_contains() -> None:
    """For every kept size, every size of the proof and every position: accepted if and only if it is contained."""
    sizes = range(1, 14)
    with open_log(":memory:") as log:
        log.append(ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in sizes)
        for size in sizes:
            for kept in range(size + 1):
                for position in range(1, size + 1):
                    proof = log.prove(position, size, since=kept)
                    accepted = failures(proof, log.checkpoint(kept)) == []
                    assert accepted == (position <= kept), (position, kept, size)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (
            lambda true: Checkpoint("elsewhere", true.size, true.root),
            "is of another log: elsewhere",
        ),
        (
            lambda true: Checkpoint(true.origin, true.size, bytes(32)),
            "has another root for the same 8 events",
        ),
        (lambda true: Checkpoint(true.origin, 0, EMPTY_ROOT), "position 3 is beyond the 0 events"),
        (
            lambda true: Checkpoint(true.origin, 5, bytes(32)),
            "does not lead to the given checkpoint of 5 events",
        ),
        (
            lambda true: Checkpoint(true.origin, 20, bytes(32)),
            "does not lead to the given checkpoint of 20 events",
        ),
    ],
    ids=["another log", "another root", "an empty log", "an older one", "a newer one"],
)
def test_a_checkpoint_that_does_not_vouch_is_told_with_the_reason(
    office: Log, kept: Any, said: str
) -> None:
    """Origin, size and root each count, and the message says what to ask the office for."""
    (wrong,) = failures(office.prove(3), kept(office.checkpoint()))
    assert said in wrong


@pytest.mark.parametrize("size", [5, 20])
def test_the_message_says_which_proof_to_ask_for(office: Log, size: int) -> None:
    """A proof for the log of exactly the kept size needs no path at all."""
    (wrong,) = failures(office.prove(3), Checkpoint(office.origin, size, bytes(32)))
    assert f"prove --event 3 --size {size}" in wrong


def test_an_empty_older_log_leads_nowhere(office: Log) -> None:
    """A path from the log of no events to any other is empty: it must not vouch for anything."""
    proof = office.prove(3, since=0)
    assert failures(proof) == []
    (wrong,) = failures(proof, Checkpoint(office.origin, 0, EMPTY_ROOT))
    assert "position 3 is beyond the 0 events" in wrong


def test_an_older_checkpoint_of_another_log_does_not_become_ours(office: Log) -> None:
    """The older checkpoint and the newer one must be of one log."""
    strange = Checkpoint("elsewhere", 4, office.root(4))
    proof = office.prove(3, since=4)
    assert proof.since is not None
    bent = Proof(
        3, proof.stored, proof.path, proof.checkpoint, Consistency(strange.text, proof.since.path)
    )
    assert failures(bent, strange)


BENDS = [
    ("a player without a list", lambda data: data | {"player": "P1"}, "a player and no rows"),
    (
        "a row of a list without a player",
        lambda data: data | {"listed": _rows()},
        "rows of a list and no player",
    ),
    (
        "a row behind another kind of event",
        lambda data: data | {"listed": _rows(), "player": "P1"},
        "publishes no list",
    ),
    ("an event that is none", lambda data: data | {"stored": "rubbish"}, "cannot be read"),
    ("an event of a later format", lambda data: data | {"stored": '{"v":3}'}, "cannot be read"),
    (
        "a hash that is too long",
        lambda data: data | {"path": [_longer(data["path"][0]), *data["path"][1:]]},
        "32",
    ),
    ("a position before the log", lambda data: data | {"position": 0}, "does not lead"),
    ("a position far away", lambda data: data | {"position": 2**62}, "does not lead"),
]


def _rows() -> Any:
    return msgspec.to_builtins(LISTED.prove("P1"))


def _longer(step: str) -> str:
    return b64encode(b64decode(step) + b"\0").decode()


@pytest.mark.parametrize(("name", "bend", "said"), BENDS, ids=[one[0] for one in BENDS])
def test_a_bent_file_is_answered_with_no(
    office: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, bend: Any, said: str
) -> None:
    """Whatever stands in a stranger's file, the answer is no and a reason."""
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(bend(json.loads(office.prove(3).to_json()))))
    assert run(["check-proof", str(file)]) == 1
    assert said in capsys.readouterr().out


def test_a_file_nested_beyond_reason_is_no_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unknown fields are passed over, but not a hundred thousand brackets."""
    file = tmp_path / "proof.json"
    file.write_text('{"x":' + "[" * 100_000 + "]" * 100_000 + "}")
    assert run(["check-proof", str(file)]) == 2
    assert "not a proof" in capsys.readouterr().err


def test_without_a_kept_checkpoint_the_answer_claims_no_more_than_it_knows(
    office: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stranger's file can bring a checkpoint of its own making; the answer says so."""
    file = tmp_path / "proof.json"
    file.write_text(forged(office.prove(COUNT), office.checkpoint()).to_json())
    assert run(["check-proof", str(file)]) == 0
    said = capsys.readouterr().out
    assert "the proof holds for the checkpoint in it" in said
    assert "anybody can write a checkpoint" in said and "--checkpoint" in said
