"""Signed notes, keys and checkpoints: as C2SP writes them, to the byte, and in one spelling only."""

from base64 import b64decode, b64encode

import pytest

from ledger import Checkpoint, LedgerError
from ledger.tree.note import LOG, WITNESS, PublicKey, Signature, SigningKey, decode64
from ledger.tree.trust import Trust, parse_keys

# The example in the documentation of Go's sumdb/note.
GO_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
GO_LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
# A witness of the public network, and the time within a cosignature of another one (transparency-dev/formats).
A_WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
A_COSIGNATURE = (
    "ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlq"
    "JyocWODBt97w9uL+8qT7S5gxEHWWOworDcFiEBYJXORmnFBOBA=="
)
ROOT = bytes(range(32))


def test_a_key_and_a_signature_are_those_of_go() -> None:
    """The same secret gives the same public form and, Ed25519 being deterministic, the same line."""
    key = SigningKey.parse(GO_SECRET)
    assert key.text == GO_SECRET and key.public.text == GO_PUBLIC
    assert key.sign(GO_TEXT) == GO_LINE
    assert Signature.parse(GO_LINE).holds(PublicKey.parse(GO_PUBLIC), GO_TEXT)
    assert not Signature.parse(GO_LINE).holds(PublicKey.parse(GO_PUBLIC), GO_TEXT + "\n")


def test_the_key_of_a_witness_has_a_type_of_its_own() -> None:
    """0x04 is hashed into the key's id, so that no signature of one kind passes for one of the other."""
    key = PublicKey.parse(A_WITNESS)
    assert (key.kind, key.id.hex()) == (WITNESS, "da77ade7")
    assert PublicKey(key.name, LOG, key.raw).id != key.id


def test_a_cosignature_begins_with_its_time() -> None:
    line = Signature.parse(f"— w {A_COSIGNATURE}")
    assert line.time(PublicKey.parse(A_WITNESS)) == 1727964367


def test_what_a_witness_signs_is_the_text_of_the_specification() -> None:
    """Checked with the library itself, and the message written by hand."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = SigningKey.new("witness.example.com/w1", WITNESS)
    body = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\nan extension\n"
    line = key.sign(body, 1679315147)
    raw = b64decode(line.removeprefix("— witness.example.com/w1 "))
    assert (
        raw[:4] == key.public.id and raw[4:12] == (1679315147).to_bytes(8, "big") and len(raw) == 76
    )
    message = b"cosignature/v1\ntime 1679315147\n" + body.encode()
    Ed25519PublicKey.from_public_bytes(key.public.raw).verify(
        raw[12:], message
    )  # raises if it does not hold


@pytest.mark.parametrize(
    "name", ["", "two words", "a+b", "tab\there", "line\nend", "\u2003", "\u200b"]
)
def test_a_name_with_a_space_or_a_plus_names_no_key(name: str) -> None:
    with pytest.raises(LedgerError, match="cannot name a key"):
        SigningKey.new(name)
    with pytest.raises(LedgerError, match="not a key"):
        PublicKey.parse(PublicKey(name, LOG, ROOT).text)


def other_spelling(text: str) -> str:
    """Base64 with other trailing bits: lenient readers get the same bytes from it."""
    bare = text.rstrip("=")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    changed = bare[:-1] + letters[letters.index(bare[-1]) ^ 1] + text[len(bare) :]
    assert b64decode(changed) == b64decode(text) and changed != text
    return changed


def test_base64_has_one_spelling() -> None:
    text = b64encode(ROOT).decode()
    assert decode64(text) == ROOT
    for wrong in (
        other_spelling(text),
        text.rstrip("="),
        text + "=",
        text + "\n",
        " " + text,
        "Ä" + text,
        text + text,
    ):
        with pytest.raises(ValueError):
            decode64(wrong)


def signed(key: SigningKey, *extensions: str) -> Checkpoint:
    return Checkpoint(key.name, 7, ROOT, tuple(extensions)).signed(key)


def test_another_spelling_of_a_signature_or_a_root_is_no_checkpoint() -> None:
    text = signed(SigningKey.new("log.example")).text
    data = text.splitlines()[-1].rsplit(" ", 1)[1]
    for wrong in (
        text.replace(data, other_spelling(data)),
        text.replace(b64encode(ROOT).decode(), other_spelling(b64encode(ROOT).decode())),
        text.replace("\n7\n", "\n07\n"),
        text.replace("\n7\n", "\n٧\n"),
        text.replace("\n", "\r\n"),
        text.replace("\n\n", "\n\n\n"),
        text.removesuffix("\n"),
        text + "\n",
        text + text.splitlines()[-1] + "\n",
        text.replace("— ", "- "),
        text.replace("\n\n", "\n"),
    ):
        assert wrong != text
        with pytest.raises(LedgerError, match="not a checkpoint"):
            Checkpoint.parse(wrong)


def test_lines_that_are_not_known_are_kept_and_are_part_of_what_is_signed() -> None:
    """A reader that drops them would check other bytes than it was given."""
    key = SigningKey.new("log.example")
    trust = Trust((key.public,))
    text = signed(key, "an extension", "another").text
    read = Checkpoint.parse(text)
    assert read.text == text and trust.objections(read) == []
    for bent in (
        text.replace("another\n", ""),
        text.replace("another", "any other"),
        text.replace("an ext", "an  ext"),
    ):
        assert any("does not belong" in wrong for wrong in trust.objections(Checkpoint.parse(bent)))


def test_a_line_added_to_a_signed_checkpoint_breaks_the_signature() -> None:
    key = SigningKey.new("log.example")
    bent = signed(key).text.replace("\n\n", "\nan extension\n\n")
    assert Trust((key.public,)).objections(Checkpoint.parse(bent)) != []


def test_signatures_of_unknown_keys_are_passed_over() -> None:
    """They may be those of witnesses or of a new key; what counts is whom the reader trusts."""
    ours, other = SigningKey.new("log.example"), SigningKey.new("somebody.else")
    both = signed(ours).signed(other)
    assert (
        Trust((ours.public,)).objections(both)
        == []
        != Trust((SigningKey.new("log.example").public,)).objections(both)
    )


def test_one_wrong_signature_of_a_known_key_spoils_the_checkpoint() -> None:
    """The first key's signature is good; the second one is of another text."""
    old, new = SigningKey.new("log.example"), SigningKey.new("log.example")
    line = new.sign("something else\n")
    bent = Checkpoint.parse(signed(old).text + line + "\n")
    assert Trust((old.public,)).objections(bent) == []
    assert Trust((old.public, new.public)).objections(bent) == [
        "the signature of log.example does not belong to this checkpoint"
    ]


def test_a_signature_of_a_log_is_none_of_a_witness() -> None:
    """The same 32 bytes as a key of the other kind: neither the id nor the message fits."""
    log = SigningKey.new("log.example")
    twin = SigningKey("log.example", WITNESS, log.seed)
    checkpoint = signed(log)
    wrong = Trust((log.public,), (twin.public,), 1).objections(checkpoint)
    assert wrong == ["0 of the 1 trusted witnesses cosigned it, 1 must have"]


def test_a_key_that_signs_under_the_name_of_another_log_is_refused() -> None:
    """The office's key for tests must not speak for the real log."""
    key = SigningKey.new("ratings.example/test")
    strange = Checkpoint("ratings.example/main", 7, ROOT).signed(key)
    assert Trust((key.public,)).objections(strange) == [
        "the key is of ratings.example/test, the checkpoint of ratings.example/main"
    ]
    nameless = Checkpoint("our ledger", 7, ROOT).signed(key)  # an origin that cannot name a key
    assert Trust((key.public,)).objections(nameless) == []


def test_the_same_witness_under_two_names_counts_once() -> None:
    one = SigningKey.new("one.example", WITNESS)
    twin = SigningKey("two.example", WITNESS, one.seed)
    with pytest.raises(LedgerError, match="twice"):
        parse_keys(f"{one.public.text}\n{twin.public.text}\n", WITNESS)


def test_keys_are_read_from_lines_with_remarks_between_them() -> None:
    one, two = (SigningKey.new(f"{name}.example", WITNESS).public for name in ("one", "two"))
    assert parse_keys(f"# ours\n\n{one.text}\n  {two.text}\r\n", WITNESS) == (one, two)
    for text, wrong in (
        ("# none\n", "no key in it"),
        (GO_PUBLIC, "not the key of a witness"),
        ("x", "not a key"),
    ):
        with pytest.raises(LedgerError, match=wrong):
            parse_keys(text, WITNESS)


def test_no_message_about_a_secret_key_shows_it() -> None:
    for bent in (
        GO_SECRET[:-1],
        GO_SECRET.replace("c74f", "c74e"),
        GO_SECRET.replace("PRIVATE", "SECRET"),
    ):
        with pytest.raises(LedgerError) as caught:
            SigningKey.parse(bent)
        assert "AYEK" not in str(caught.value)


def test_a_cosignature_at_the_very_limit_counts_and_one_a_second_older_does_not() -> None:
    log, witness = (
        SigningKey.new("ratings.example.org", LOG),
        SigningKey.new("witness.example.com/w1", WITNESS),
    )
    bare = Checkpoint("ratings.example.org", 7, ROOT)
    signatures = (log.sign(bare.body), witness.sign(bare.body, time=1_700_000_000))
    checkpoint = Checkpoint("ratings.example.org", 7, ROOT, signatures=signatures)

    def objections(not_before: int) -> list[str]:
        trust = Trust((log.public,), (witness.public,), quorum=1, not_before=not_before)
        return trust.objections(checkpoint)

    assert objections(1_700_000_000) == []
    assert "0 of the 1 trusted witnesses" in objections(1_700_000_001)[0]
