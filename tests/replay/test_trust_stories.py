"""An office with a key, players with proofs, other organisations as witnesses; and the attacks they find out."""

import json
import os
import shutil
import stat
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.tree.note import LOG, SigningKey
from replay.commands.main import run
from replay.commands.options import set_place
from tests.builders import carried, player, tournament

ORIGIN = "ratings.example/main"
LIST = ("malaysia", "2026-01-01")
ANNA = player("P1", name="Anna")
RATED = carried("malaysia", "2020-01-01", {"P1": 2100})


class Party:
    """Somebody with a folder, and perhaps a ledger in it."""

    def __init__(self, folder: Path, capsys: Any) -> None:
        self.folder, self._capsys = folder, capsys
        folder.mkdir()

    def __call__(self, *words: str | Path) -> tuple[int, str]:
        """Run a command in this folder: exit code, and all it said."""
        self._capsys.readouterr()
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            code = run(["--ledger", "ledger", *map(str, words)])
        finally:
            os.chdir(before)
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def done(self, *words: str | Path) -> str:
        code, said = self(*words)
        assert code == 0, said
        return said

    def file(self, name: str, text: str = "") -> Path:
        """A file in this folder, written if there is a text."""
        if text:
            (self.folder / name).write_text(text)
        return self.folder / name

    def begin_with(self, folder: Path) -> "Party":
        """Take over what stands in another folder."""
        shutil.rmtree(self.folder)
        shutil.copytree(folder, self.folder)
        return self

    def tell(self, *events: dict[str, Any]) -> None:
        self.done(
            "import",
            self.file("events.jsonl", "".join(json.dumps(event) + "\n" for event in events)),
        )


@pytest.fixture
def party(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("RATING_LEDGER_KEY", raising=False)
    yield lambda name: Party(tmp_path / name, capsys)
    set_place("")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what many stories begin with: it is made once, and copied from then on."""
    return tmp_path_factory.mktemp("prepared")


@pytest.fixture
def office(party: Any, prepared: Path) -> Party:
    """An office with a key that it has announced; `office.pub` holds its public form."""
    made: Party = party("office")
    if not (prepared / "office").exists():
        shutil.copytree(_announced(made).folder, prepared / "office")
    return made.begin_with(prepared / "office")


def _announced(made: Party) -> Party:
    made.done("init", "--origin", ORIGIN)
    made.tell(*ANNA, *RATED)
    made.done("keys", "new", ORIGIN, "office.key")
    made.done("keys", "announce", "office.key")
    made.done("keys", "show", "office.key")
    made.file("office.pub", made.done("keys", "show", "office.key"))
    return made


# Keys -------------------------------------------------------------------------------------------------------------


def test_a_new_key_is_kept_in_the_settings_and_named_after_the_ledger(
    party: Any, tmp_path: Path
) -> None:
    """Only its owner can read it; its public form is printed, the secret never."""
    office = party("office")
    office.done("init", "--origin", ORIGIN)
    said = office.done("keys", "new")
    file = tmp_path / "settings/rating-ledger/keys/ratings.example_main.key"
    secret = file.read_text().strip()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert SigningKey.parse(secret).public.text in said and secret.split("+", 4)[4] not in said
    code, said = office("keys", "new")
    assert code == 2 and "there is a file already" in said and file.read_text().strip() == secret


@pytest.mark.parametrize(
    "place", ["ledger/office.key", "ledger/deeper/office.key", "other/../ledger/office.key"]
)
def test_no_secret_goes_into_the_ledgers_folder(party: Any, place: str) -> None:
    office = party("office")
    office.done("init")
    code, said = office("keys", "new", "name", place)
    assert code == 2 and "does not belong into the ledger's folder" in said
    assert not (office.folder / place).exists()


def test_a_key_that_others_can_read_is_refused(office: Party) -> None:
    office.file("office.key").chmod(0o640)
    code, said = office("publish", *LIST, "--key", "office.key")
    assert code == 2 and "others can read this key" in said and "chmod 600" in said


def test_an_origin_that_cannot_name_a_key_needs_a_name_for_it(party: Any) -> None:
    """Such a ledger's key has a name of its own; its proofs are checked all the same."""
    office = party("office")
    office.done("init", "--origin", "our ledger")
    office.tell(*ANNA)
    code, said = office("keys", "new")
    assert code == 2 and "cannot name a key" in said
    office.file(
        "office.pub", office.done("keys", "new", "ratings.example", "office.key").splitlines()[0]
    )
    office.done("keys", "announce", "office.key")
    office.done("prove", "--event", "1", "--key", "office.key", "-o", "proof.json")
    office.done("check-proof", "proof.json", "--key", "office.pub")


def test_a_key_with_another_name_than_the_ledger_is_not_announced(office: Party) -> None:
    office.done("keys", "new", "ratings.example/test", "test.key")
    code, said = office("keys", "announce", "test.key")
    assert (
        code == 2
        and "the key is named ratings.example/test, the ledger ratings.example/main" in said
    )


def test_keys_are_shown_with_where_they_were_announced_and_revoked(office: Party) -> None:
    key = office.file("office.pub").read_text().strip()
    assert (
        office.done("keys", "show", "--format", "csv")
        == f"key,origin,announced,revoked\n{key},{ORIGIN},3,\n"
    )
    office.done("keys", "revoke", key, "--reason", "lost")
    assert office.done("keys", "show", "--format", "csv").splitlines()[1] == f"{key},{ORIGIN},3,4"
    code, said = office("publish", *LIST, "--key", "office.key")
    assert code == 2 and "was revoked at #4" in said


# Publishing ---------------------------------------------------------------------------------------------------------


def test_a_ledger_without_a_key_publishes_unsigned_and_says_so(party: Any) -> None:
    office = party("office")
    office.done("init")
    office.tell(*ANNA, *RATED)
    assert "is not signed: this ledger has announced no key" in office.done("publish", *LIST)
    code, said = office("publish", *LIST, "--revised", "--reason", "late", "--key", "no.key")
    assert code == 2 and "no.key" in said


def test_a_ledger_with_a_key_publishes_nothing_unsigned(
    office: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, said = office("publish", *LIST)
    assert code == 2 and "has announced a key" in said and "--key" in said
    office.done("keys", "new", ORIGIN, "other.key")
    code, said = office("publish", *LIST, "--key", "other.key")
    assert code == 2 and "is not announced in this ledger" in said
    monkeypatch.setenv("RATING_LEDGER_KEY", "office.key")
    said = office.done("publish", *LIST)
    assert "published at #4" in said and "not signed" not in said
    monkeypatch.delenv("RATING_LEDGER_KEY")
    assert "nothing appended" in office.done("publish", *LIST)
    office.done("verify")


def test_the_receipt_of_a_signed_list_has_the_signature_and_is_made_again(office: Party) -> None:
    office.done("publish", *LIST, "--key", "office.key")
    receipt = office.folder / "ledger/lists/malaysia-2026-01-01.receipt.json"
    assert f"\n— {ORIGIN} " in json.loads(receipt.read_text())["checkpoint"]
    office.done("verify", "--receipt", receipt)
    whole = receipt.read_bytes()
    receipt.unlink()
    office.done("publish", *LIST)  # missing files are written again, without the key
    assert receipt.read_bytes() == whole


# Proofs ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def rating(office: Party, party: Any, prepared: Path) -> Party:
    """A player with nothing but the proof of a published rating and the office's public key."""
    if not (prepared / "published").exists():
        office.done("publish", *LIST, "--key", "office.key")
        office.done(
            "prove",
            "--scheme",
            LIST[0],
            "--date",
            LIST[1],
            "--player",
            "P1",
            "--key",
            "office.key",
            "-o",
            "proof.json",
        )
        shutil.copytree(office.folder, prepared / "published")
    office.begin_with(prepared / "published")
    player: Party = party("player")
    for name in ("proof.json", "office.pub"):
        shutil.copy(office.file(name), player.file(name))
    return player


def test_a_rating_is_checked_with_the_public_key_and_nothing_else(rating: Party) -> None:
    said = rating.done("check-proof", "proof.json", "--key", "office.pub")
    assert "the proof holds for the checkpoint signed by the key" in said and "rating 2100" in said
    assert "anybody can write a checkpoint" not in said
    key = rating.file("office.pub").read_text().strip()
    assert "rating 2100" in rating.done("check-proof", "proof.json", "--key", key)


def bent(owner: Party, /, **changes: Any) -> str:
    """The player's proof with some fields changed, as another file."""
    proof = json.loads(owner.file("proof.json").read_text())
    for field, change in changes.items():
        proof[field] = change(proof[field]) if callable(change) else change
    owner.file("bent.json", json.dumps(proof))
    return "bent.json"


def resigned(text: str, key: SigningKey) -> str:
    body = text.partition("\n\n")[0] + "\n"
    return f"{body}\n{key.sign(body)}\n"


ATTACKS = {
    "an unsigned checkpoint": (
        {"checkpoint": lambda text: text.partition("\n\n")[0] + "\n\n"},
        "the checkpoint is not signed by",
    ),
    "a key with the same name": (
        {"checkpoint": lambda text: resigned(text, SigningKey.new(ORIGIN))},
        "signed by another key of the same name",
    ),
    "a key of the same name under the true key's id": (
        {"checkpoint": lambda text: with_id(text, resigned(text, SigningKey.new(ORIGIN)))},
        "the signature of ratings.example/main does not belong",
    ),
    "another size": (
        {"checkpoint": lambda text: text.replace("\n4\n", "\n5\n")},
        "does not belong",
    ),
    "another origin": (
        {"checkpoint": lambda text: text.replace(ORIGIN + "\n", "ratings.example/new\n")},
        "does not b",
    ),
    "an added line": (
        {"checkpoint": lambda text: text.replace("\n\n", "\nrating 2999\n\n")},
        "does not belong",
    ),
    "an empty path": ({"path": []}, "does not lead"),
    "another rating": (
        {"listed": lambda rows: [with_row(rows[0], "2100", "2999")]},
        "does not lead to the root of the",
    ),
    "the row of another player": (
        {"listed": lambda rows: [with_row(rows[0], "P1", "P2")]},
        "does not lead to the root",
    ),
    "no row": ({"listed": []}, "do not show whether 'P1' is on the list"),
    "another position": ({"position": 1}, "does not lead"),
}


def with_row(row: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    assert old in row["row"]
    return row | {"row": row["row"].replace(old, new)}


def with_id(true: str, false: str) -> str:
    """A false signature that claims the true key's id."""
    ours, theirs = (b64decode(text.rstrip("\n").rpartition(" ")[2]) for text in (true, false))
    return (
        false.rstrip("\n").rpartition(" ")[0]
        + " "
        + b64encode(ours[:4] + theirs[4:]).decode()
        + "\n"
    )


@pytest.mark.parametrize(("changes", "said"), ATTACKS.values(), ids=list(ATTACKS))
def test_an_attack_on_a_proof_is_found_out(rating: Party, changes: Any, said: str) -> None:
    code, told = rating("check-proof", bent(rating, **changes), "--key", "office.pub")
    assert code == 1 and said in told and "the proof holds" not in told


def test_an_event_put_behind_a_signed_checkpoint_is_found_out(rating: Party) -> None:
    """Anybody can extend a log, hashes and all; nobody can sign the new checkpoint."""
    from ledger import Checkpoint
    from ledger.tree.merkle import leaf_hash, node_hash

    proof = json.loads(rating.file("proof.json").read_text())
    true = Checkpoint.parse(proof["checkpoint"])
    forged = proof["stored"].replace(LIST[0], "cxa-rapid")
    grown = Checkpoint(true.origin, 5, node_hash(true.root, leaf_hash(forged.encode())))
    for lines in ((), true.signatures):
        checkpoint = Checkpoint(grown.origin, grown.size, grown.root, (), lines).text
        root = b64encode(true.root).decode()
        fields = {
            "format": proof["format"],
            "position": 5,
            "stored": forged,
            "path": [root],
            "checkpoint": checkpoint,
        }
        rating.file("forged.json", json.dumps(fields))
        assert rating("check-proof", "forged.json")[0] == 0  # the paths are right
        assert rating("check-proof", "forged.json", "--key", "office.pub")[0] == 1


def test_hashes_in_another_spelling_are_refused(rating: Party) -> None:
    """Two files that say the same in other bytes would be two names for one proof."""
    path = json.loads(rating.file("proof.json").read_text())["path"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    other = path[0][:-2] + letters[letters.index(path[0][-2]) ^ 1] + "="
    assert b64decode(other) == b64decode(path[0])
    code, said = rating("check-proof", bent(rating, path=[other, *path[1:]]), "--key", "office.pub")
    assert code == 2 and "canonical" in said


def test_a_proof_of_a_later_format_is_not_guessed_at(rating: Party) -> None:
    for changes in ({"format": "rating-ledger-proof/3"}, {"erased": True}):
        code, said = rating("check-proof", bent(rating, **changes), "--key", "office.pub")
        assert code == 2 and "newer rating-ledger" in said


def test_after_a_key_was_replaced_both_are_given_in_one_file(office: Party) -> None:
    """The old proof stands with the old key, the new one with the new key; a reader with both takes either."""
    office.done("prove", "--event", "1", "--key", "office.key", "-o", "old.json")
    office.done("keys", "new", ORIGIN, "new.key")
    office.file("new.pub", office.done("keys", "show", "new.key"))
    office.done("keys", "announce", "new.key")
    office.done(
        "keys", "revoke", office.file("office.pub").read_text().strip(), "--reason", "replaced"
    )
    office.done("prove", "--event", "1", "--key", "new.key", "-o", "new.json")
    office.file(
        "both.pub",
        office.file("office.pub").read_text()
        + "# since 2026\n"
        + office.file("new.pub").read_text(),
    )
    for proof, other in (("old.json", "new.pub"), ("new.json", "office.pub")):
        office.done("check-proof", proof, "--key", "both.pub")
        code, said = office("check-proof", proof, "--key", other)
        assert code == 1 and "another key of the same name" in said
    assert office("prove", "--event", "1", "--key", "office.key")[0] == 2


def test_a_key_given_wrongly_is_told(rating: Party, party: Any) -> None:
    for given, wrong in (
        ("no.pub", "no such file"),
        ("a+b+c", "not a key"),
        ("proof.json", "not a key"),
    ):
        code, said = rating("check-proof", "proof.json", "--key", given)
        assert code == 2 and wrong in said
    for words, wrong in (
        (("--quorum", "1"), "goes with --witnesses"),
        (("--witnesses", "office.pub"), "goes with --key"),
    ):
        code, said = rating("check-proof", "proof.json", *words)
        assert code == 2 and wrong in said


# Witnesses ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def witness(office: Party, party: Any) -> Party:
    """Another federation with a key to cosign with; `witness.pub` holds its public form."""
    made: Party = party("witness")
    made.file(
        "witness.pub",
        made.done("keys", "new", "w.example", "witness.key", "--witness").splitlines()[0],
    )
    shutil.copy(office.file("office.pub"), made.file("office.pub"))
    shutil.copy(made.file("witness.pub"), office.file("witness.pub"))
    return made


def ask(office: Party, witness: Party, since: int, *words: str, **given: Any) -> tuple[int, str]:
    """The office asks the witness; exit code and what was said. The cosigned checkpoint becomes cosigned.txt."""
    office.done("prove", "--since", str(since), "--key", "office.key", "-o", "request.txt")
    office.done("prove", "--key", "office.key", "-o", "signed.txt")
    shutil.copy(office.file("request.txt"), witness.file("request.txt"))
    code, said = witness(
        "witness", "request.txt", "--log-key", "office.pub", "--state", "state", "--key", "witness.key", *words,
        "-o", "cosignature.txt",
    )  # fmt: skip
    if code == 0:
        text = office.file("signed.txt").read_text() + witness.file("cosignature.txt").read_text()
        office.file("cosigned.txt", text)
    return code, said


def grow(office: Party, *names: str) -> None:
    office.tell(*player(*names))


def test_a_witness_cosigns_a_log_that_grows_and_remembers_it(office: Party, witness: Party) -> None:
    assert ask(office, witness, 0)[0] == 2  # it has never seen this log, and says so
    assert ask(office, witness, 0, "--first")[0] == 0
    assert ask(office, witness, 0, "--first")[0] == 2
    grow(office, "P2", "P3", "P4")
    assert ask(office, witness, 3)[0] == 0
    office.done("prove", "--event", "5", "--checkpoint", "cosigned.txt", "-o", "proof.json")
    said = office.done(
        "check-proof", "proof.json", "--key", "office.pub", "--witnesses", "witness.pub"
    )
    assert "cosigned by 1 or more of 1 trusted key" in said
    assert ask(office, witness, 6)[0] == 0  # the same checkpoint again, with a newer time


def test_cron_gives_a_witness_the_same_request_every_day(office: Party, witness: Party) -> None:
    """Until the office makes a new one: it is cosigned again, and the witness still knows what it saw."""
    ask(office, witness, 0, "--first")
    grow(office, "P2", "P3")
    assert ask(office, witness, 3)[0] == 0
    words = ("--log-key", "office.pub", "--state", "state", "--key", "witness.key")
    code, _ = witness("witness", "request.txt", *words, "-o", "cosignature.txt")
    assert code == 0
    grow(office, "P4")
    assert ask(office, witness, 3)[0] == 1, "a new checkpoint needs the path from what was seen"
    assert ask(office, witness, 5)[0] == 0


@pytest.mark.parametrize(("since", "said"), [(0, "from 0 events on"), (2, "from 2 events on")])
def test_a_witness_wants_the_path_from_what_it_saw(
    office: Party, witness: Party, since: int, said: str
) -> None:
    ask(office, witness, 0, "--first")
    grow(office, "P2")
    state = witness.file("state").read_bytes()
    code, told = ask(office, witness, since)
    assert code == 1 and said in told and "the last checkpoint seen has 3" in told
    assert witness.file("state").read_bytes() == state


def test_a_replayed_old_checkpoint_is_not_cosigned(office: Party, witness: Party) -> None:
    ask(office, witness, 0, "--first")
    old = office.file("request.txt").read_text()
    grow(office, "P2")
    ask(office, witness, 3)
    witness.file("old.txt", old)
    words = ("--log-key", "office.pub", "--state", "state", "--key", "witness.key")
    code, said = witness("witness", "old.txt", *words)
    assert code == 1 and "has 3 events, but 4 were seen before" in said


def test_an_old_cosigned_checkpoint_does_not_pass_for_a_new_one(
    office: Party, witness: Party
) -> None:
    """Its cosignature says when it was made."""
    ask(office, witness, 0, "--first")
    office.done("prove", "--event", "1", "--checkpoint", "cosigned.txt", "-o", "proof.json")
    words = (
        "check-proof",
        "proof.json",
        "--key",
        "office.pub",
        "--witnesses",
        "witness.pub",
        "--not-before",
    )
    office.done(*words, "2020-01-01")
    code, said = office(*words, "2199-01-01")
    assert code == 1 and "0 of the 1 trusted witnesses cosigned it at or after 2199-01-01" in said


def test_an_unsigned_request_or_one_of_a_stranger_is_not_cosigned(
    office: Party, witness: Party
) -> None:
    office.done("prove", "--since", "0", "-o", "unsigned.txt")
    stranger = SigningKey.new(ORIGIN, LOG)
    text = office.file("unsigned.txt").read_text()
    head, body = text.split("\n\n")[:2]
    witness.file("unsigned.txt", text)
    witness.file("stranger.txt", f"{head}\n\n{body}\n\n{stranger.sign(body + chr(10))}\n")
    for name in ("unsigned.txt", "stranger.txt"):
        code, said = witness(
            "witness",
            name,
            "--log-key",
            "office.pub",
            "--state",
            "state",
            "--key",
            "witness.key",
            "--first",
        )
        assert code == 1 and "not cosigned" in said and not witness.file("state").exists()


def test_two_logs_shown_to_two_people_are_found_out(
    office: Party, witness: Party, party: Any
) -> None:
    """The office keeps two books with one key: in one Anna lost, in the other she won.

    Both proofs are signed. The witness has cosigned one of the logs and refuses the other, so whoever asks for a
    cosignature cannot be shown the second one; and the two signed checkpoints are evidence.
    """
    shutil.copytree(office.folder, office.folder.parent / "second")
    second = Party.__new__(Party)
    second.folder, second._capsys = office.folder.parent / "second", office._capsys
    grow(office, "P2", "P3")
    grow(second, "P2", "Mallory")
    assert ask(office, witness, 0, "--first")[0] == 0
    code, said = ask(second, witness, 5)
    assert code == 1 and "does not continue the log of 5 events that was seen before" in said
    second.tell(*player("P9"))
    code, said = ask(second, witness, 5)
    assert code == 1 and "evidence" in said
    for each, cosigned in ((office, "cosigned.txt"), (second, "signed.txt")):
        each.done("prove", "--event", "5", "--checkpoint", cosigned, "-o", "proof.json")
        each.done(
            "check-proof", "proof.json", "--key", "office.pub"
        )  # the signature alone does not tell
    words = ("check-proof", "proof.json", "--key", "office.pub", "--witnesses", "witness.pub")
    assert office(*words)[0] == 0
    code, said = second(*words)
    assert code == 1 and "0 of the 1 trusted witnesses cosigned it" in said
    line = witness.file("cosignature.txt").read_text()
    stolen = second.file("signed.txt").read_text() + line  # the cosignature of the other log
    second.file("stolen.txt", stolen)
    second.done("prove", "--event", "5", "--checkpoint", "stolen.txt", "-o", "proof.json")
    code, said = second(*words)
    assert code == 1 and "the signature of w.example does not belong" in said


def test_a_quorum_counts_witnesses_and_not_lines(office: Party, witness: Party, party: Any) -> None:
    """Two are trusted and both needed; one of them cosigned twice."""
    ask(office, witness, 0, "--first")
    first = office.file("cosigned.txt").read_text()
    again = SigningKey.parse(witness.file("witness.key").read_text().strip())
    office.file("cosigned.txt", first + again.sign(first.partition("\n\n")[0] + "\n", 5) + "\n")
    office.done("keys", "new", "x.example", "x.key", "--witness")
    both = witness.file("witness.pub").read_text() + "\n" + office.done("keys", "show", "x.key")
    office.file("both.txt", both)
    office.done("prove", "--event", "1", "--checkpoint", "cosigned.txt", "-o", "proof.json")
    words = ("check-proof", "proof.json", "--key", "office.pub", "--witnesses", "both.txt")
    code, said = office(*words)
    assert code == 1 and "1 of the 2 trusted witnesses cosigned it, 2 must have" in said
    office.done(*words, "--quorum", "1")
    for quorum in ("0", "3", "-1"):
        code, said = office(*words, "--quorum", quorum)
        assert code == 2 and "give 1 to 2" in said


@pytest.mark.parametrize(
    "text",
    ["", "old 0", "old x\n\n", "old 00\n\na\n1\nb\n\n", "new 0\n\n", "\xff", "old 3\nAAAA\n\n"],
)
def test_rubbish_sent_to_a_witness_is_told_as_such(
    office: Party, witness: Party, text: str
) -> None:
    witness.file("request.txt").write_text(text)
    code, said = witness(
        "witness",
        "request.txt",
        "--log-key",
        "office.pub",
        "--state",
        "state",
        "--key",
        "witness.key",
        "--first",
    )
    assert code == 2 and "not a" in said


# Tiles --------------------------------------------------------------------------------------------------------------


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_tiles_are_added_to_and_never_changed(office: Party) -> None:
    grow(office, *(f"Q{n}" for n in range(400)))
    office.done("tiles", "tiles", "--key", "office.key")
    before = files(office.folder / "tiles")
    assert set(before) == {"checkpoint", "tile/0/000", "tile/0/001.p/147", "tile/1/000.p/1"}
    grow(office, *(f"R{n}" for n in range(200)))
    assert "6 new files" in office.done("tiles", "tiles", "--key", "office.key", "--entries")
    after = files(office.folder / "tiles")
    assert all(after[name] == content for name, content in before.items() if name != "checkpoint")
    office.done("check-tiles", "tiles", "--key", "office.pub")
    assert ", 0 new files" in office.done("tiles", "tiles", "--key", "office.key", "--entries")


def test_tiles_are_held_against_witnesses(office: Party, witness: Party) -> None:
    """The copy's checkpoint is signed by the office; only with the witness's line beside it does a quorum hold."""
    ask(office, witness, 0, "--first")
    office.done("tiles", "tiles", "--key", "office.key")
    words = (
        "check-tiles",
        "tiles",
        "--key",
        "office.pub",
        "--witnesses",
        "witness.pub",
        "--quorum",
        "1",
    )
    code, said = office(*words)
    assert code == 1 and "0 of the 1 trusted witnesses cosigned it, 1 must have" in said
    shutil.copy(office.file("cosigned.txt"), office.folder / "tiles" / "checkpoint")
    office.done(*words)


def test_tiles_of_a_ledger_with_a_key_are_signed(office: Party) -> None:
    code, said = office("tiles", "tiles")
    assert code == 2 and "has announced a key" in said and not (office.folder / "tiles").exists()


def test_tiles_of_a_rewritten_log_are_not_mixed_with_those_of_the_old_one(office: Party) -> None:
    shutil.copytree(office.folder / "ledger", office.folder / "copy")
    grow(office, "P2")
    office.done("tiles", "tiles", "--key", "office.key")
    kept = files(office.folder / "tiles")
    shutil.rmtree(office.folder / "ledger")
    shutil.move(office.folder / "copy", office.folder / "ledger")
    for name in ("Mallory", "Trudy"):
        grow(office, name)
        code, said = office("tiles", "tiles", "--key", "office.key")
        assert code == 2 and "which this log does not continue" in said
    assert files(office.folder / "tiles") == kept


def test_a_copy_of_tiles_is_checked_against_a_kept_checkpoint(office: Party) -> None:
    office.done("prove", "-o", "kept.txt")
    grow(office, *(f"Q{n}" for n in range(300)))
    office.done("tiles", "tiles", "--key", "office.key", "--entries")
    office.done("check-tiles", "tiles", "--key", "office.pub", "--checkpoint", "kept.txt")
    text = office.file("kept.txt").read_text().splitlines()
    text[2] = b64encode(bytes(32)).decode()
    office.file("kept.txt", "\n".join([*text, "", ""]))  # and a few lines too many at the end
    code, said = office("check-tiles", "tiles", "--checkpoint", "kept.txt")
    assert code == 1 and "the log up to 3 is not what it was" in said


def test_an_event_that_is_too_long_for_a_bundle_is_told(office: Party) -> None:
    """Tiles without entries have it all the same: a hash is a hash."""
    long = tournament("T", "", "2026-01-01", "2026-01-02", report=["x" * 2000] * 40)
    office.tell(long)
    office.done("tiles", "tiles", "--key", "office.key")
    code, said = office("tiles", "tiles", "--key", "office.key", "--entries")
    assert code == 2 and "the event at position 4 has" in said and "65535" in said


def test_the_tiles_hold_the_hashes_of_the_log(office: Party) -> None:
    from hashlib import sha256

    grow(office, "P2")
    office.done("tiles", "tiles", "--key", "office.key")
    with open_log(office.folder / "ledger") as log:
        leaves = b"".join(sha256(b"\0" + log.stored(at)).digest() for at in range(1, 5))
    assert files(office.folder / "tiles")["tile/0/000.p/4"] == leaves
