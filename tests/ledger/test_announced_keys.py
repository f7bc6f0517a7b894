"""Keys in the log: announced, replaced, revoked; and no way back to publications that nobody signed."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import LedgerError, Log, open_log
from ledger import events as ev
from ledger.log.wire_format import decode_stored, encode_content, head
from ledger.tree.merkle import leaf_hash
from ledger.tree.note import WITNESS, SigningKey
from ledger.tree.tree import Edge
from ledger.tree.verify import examine
from tests.builders import publication

DAY = date(2026, 1, 1)
NAME = "ratings.example/main"


@pytest.fixture
def log() -> Iterator[Log]:
    with open_log(":memory:", origin=NAME) as opened:
        opened.append([ev.PlayerRegistered(date=DAY, player="P1", name="Anna", sex="F")])
        yield opened


def announce(log: Log, key: SigningKey) -> None:
    log.append([ev.KeyAnnounced(date=DAY, key=key.public.text)])


def refusal(log: Log, event: Any) -> str:
    with pytest.raises(LedgerError) as caught:
        log.append([event])
    return str(caught.value)


def test_before_a_key_is_announced_nothing_must_be_signed(log: Log) -> None:
    log.append([publication(log.checkpoint())])
    assert log.head == 2


def test_once_a_key_is_announced_a_publication_must_be_signed_with_it(log: Log) -> None:
    key, stranger = SigningKey.new(NAME), SigningKey.new(NAME)
    announce(log, key)
    checkpoint = log.checkpoint()
    for wrong in (
        checkpoint,
        checkpoint.signed(stranger),
        replace(checkpoint, signatures=(key.sign("another text\n"),)),
    ):
        assert "not signed by a key that the log has announced" in refusal(log, publication(wrong))
    log.append([publication(checkpoint.signed(key))])
    assert log.head == 3 and all(check.ok for check in examine(log))


def test_a_key_is_replaced_by_another(log: Log) -> None:
    """Both sign for a while; the first one is revoked; what it signed before stands."""
    old, new = SigningKey.new(NAME), SigningKey.new(NAME)
    announce(log, old)
    log.append([publication(log.checkpoint().signed(old))])
    announce(log, new)
    log.append([publication(log.checkpoint().signed(old), "cxa-rapid")])
    log.append([ev.KeyRevoked(date=DAY, key=old.public.text, reason="replaced")])
    assert "not signed" in refusal(log, publication(log.checkpoint().signed(old), "fide-standard"))
    log.append([publication(log.checkpoint().signed(new), "fide-standard")])
    assert log.keyring().active == [new.public]
    assert all(check.ok for check in examine(log))


def test_a_ledger_whose_only_key_is_revoked_does_not_go_back_to_unsigned_lists(log: Log) -> None:
    key = SigningKey.new(NAME)
    announce(log, key)
    log.append([ev.KeyRevoked(date=DAY, key=key.public.text, reason="stolen")])
    for checkpoint in (log.checkpoint(), log.checkpoint().signed(key)):
        assert "not signed" in refusal(log, publication(checkpoint))
    assert "already announced" in refusal(
        log, ev.KeyAnnounced(date=DAY, key=key.public.text, note="once more")
    )


def test_what_is_no_key_of_the_log_is_not_announced(log: Log) -> None:
    witness = SigningKey.new("w.example", WITNESS)
    assert "that of a witness" in refusal(log, ev.KeyAnnounced(date=DAY, key=witness.public.text))
    assert "not a key" in refusal(
        log, ev.KeyAnnounced(date=DAY, key="ratings.example/main+00000000+AAAA")
    )
    key = SigningKey.new(NAME).public.text
    assert "was announced" in refusal(log, ev.KeyRevoked(date=DAY, key=key, reason="lost"))


def test_the_same_announcement_again_appends_nothing(log: Log) -> None:
    key = SigningKey.new(NAME)
    announce(log, key)
    announce(log, key)
    assert log.head == 2
    assert "append a KeyRevoked" in refusal(
        log, ev.EventWithdrawn(date=DAY, withdraws=2, reason="by mistake")
    )


def test_verify_finds_an_unsigned_publication_that_was_put_there_from_outside(log: Log) -> None:
    """Somebody with the database writes a publication past the judgement, hashes and all."""
    announce(log, SigningKey.new(NAME))
    state = head(log.recorded(2)) + encode_content(publication(log.checkpoint()))[1:]
    with log.store.writing(print, keep=True) as writing:
        edge = Edge(2, writing)
        edge.extend([leaf_hash(state)])
        writing.insert([("list/malaysia/2026-01-01", 1, "ListPublished", state)])
        writing.put_tiles(edge.take(unfinished=True))
    (wrong,) = [check for check in examine(log) if not check.ok]
    assert (
        wrong.name == "checkpoints" and "position 3: the checkpoint is not signed" in wrong.detail
    )


def test_an_export_with_keys_makes_the_same_log(log: Log) -> None:
    key = SigningKey.new(NAME)
    announce(log, key)
    log.append([publication(log.checkpoint().signed(key))])
    with open_log(":memory:", origin=NAME) as copy:
        copy.append([decode_stored(state) for batch in log.read_stored() for _, _, state in batch])
        assert copy.root() == log.root()
