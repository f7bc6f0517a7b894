"""A person is forgotten: nobody can read the name any more, and every hash, root and proof is as it was."""

import io
import json
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import Checkpoint, LedgerError, Proof, open_log
from ledger.events import GameCorrected, GameRecorded, GameVoided, ListPublished, Result
from ledger.tree.proof import failures
from ledger.tree.verify import examine
from projections import open_model
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files import open_file
from replay.lists.publish import publish
from replay.questions.questions import Questions
from replay.simulation.demo import SAMPLE
from tests.builders import event, foul, jsonl, merged, player

LISTS = (
    ("fide-standard", date(2025, 10, 1)),
    ("fide-standard", date(2025, 11, 1)),
    ("cxa-rapid", date(2026, 1, 1)),
)
ORIGIN = "ratings.example/main"
ERASE = ("erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes")
PRIVATE = {  # what the ledger knows of F05 beside what rules need
    "PlayerCorrected": {"names": {"en": "Wilhelmina Zuckerkandl", "zh": "威廉明娜"}, "born": "2009-08-07",
                        "reason": "passport of Wilhelmina Zuckerkandl", "note": "Zuckerkandl telephoned"},
    "AbsenceExcused": {"year": 2025, "reason": "Zuckerkandl was ill"},
}  # fmt: skip


class Place:
    """A ledger and the real command line over it."""

    def __init__(self, folder: Path, capsys: Any) -> None:
        self.folder, self.ledger, self._capsys = folder, folder / "ledger", capsys

    def __call__(self, *words: str | Path, ledger: str = "ledger") -> tuple[int, str]:
        """Run a command: exit code, and all it said."""
        self._capsys.readouterr()
        code = run(["--ledger", str(self.folder / ledger), *map(str, words)])
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def done(self, *words: str | Path, ledger: str = "ledger") -> str:
        code, said = self(*words, ledger=ledger)
        assert code == 0, said
        return said

    def prove(self, scheme: str, on: date, player: str, ledger: str = "ledger") -> Path:
        file = self.folder / f"{scheme}-{on}-{player}.proof.json"
        self.done(
            "prove",
            "--scheme",
            scheme,
            "--date",
            str(on),
            "--player",
            player,
            "-o",
            file,
            ledger=ledger,
        )
        return file


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo with three published lists, and more that is private about F05."""
    folder = tmp_path_factory.mktemp("erasure")
    told = [event(kind, "2025-09-01", player="F05", **fields) for kind, fields in PRIVATE.items()]
    (folder / "private.jsonl").write_bytes(jsonl(*told))
    with open_log(folder / "ledger", create=True, origin=ORIGIN) as log:
        log.append(open_file(SAMPLE))
        log.append(open_file(folder / "private.jsonl"))
    (folder / "private.jsonl").unlink()
    with Questions(folder / "ledger") as office:
        for scheme, on in LISTS:
            publish(office, scheme, on)
    return folder


@pytest.fixture
def place(sample: Path, tmp_path: Path, capsys: Any) -> Any:
    yield Place(Path(shutil.copytree(sample, tmp_path / "copy")), capsys)
    set_place("")


@pytest.fixture(scope="module")
def name() -> str:
    """The name of F05, as the sample file has it."""
    events = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    (found,) = (
        e["name"] for e in events if e["type"] == "PlayerRegistered" and e["player"] == "F05"
    )
    return str(found)


def files_with(folder: Path, *texts: str) -> list[str]:
    """Files that contain one of some texts, as UTF-8 or as JSON writes it without Unicode."""
    wanted = [form for text in texts for form in (text.encode(), json.dumps(text)[1:-1].encode())]
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path.name for path in files if any(text in path.read_bytes() for text in wanted)]


# What stays and what goes -----------------------------------------------------------------------------------------


def test_the_log_never_has_a_name_in_it(place: Place, name: str) -> None:
    """What is private is sealed before it is hashed: sex and year of birth alone stay readable."""
    place.done("list", "fide-standard", "2025-11-01")
    stored = (place.ledger / "log.sqlite").read_bytes()
    assert (
        name.encode() not in stored and b"Zuckerkandl" not in stored and b"2009-08-07" not in stored
    )
    assert b'"born":2009' in stored and b'"player":"F05"' in stored
    assert stat.S_IMODE((place.ledger / "keys.sqlite").stat().st_mode) == 0o600


def test_no_file_of_the_ledger_has_the_name_after_an_erasure(place: Place, name: str) -> None:
    """Read models, states, list files, write-ahead logs: all bytes are looked at. Before, many had it."""
    for scheme, on in LISTS:
        place.done("list", scheme, str(on))
    place.done("find", name)
    secrets = (name, "Zuckerkandl", "威廉明娜", "2009-08-07")
    assert len(files_with(place.ledger, *secrets)) > 3
    with open_log(place.ledger) as log:
        key = log.store.keys.get(["F05"])["F05"]
        assert key is not None and key in (place.ledger / "keys.sqlite").read_bytes()
        said = place.done(*ERASE)  # while another process has the ledger open
        assert files_with(place.ledger, *secrets) == []
    assert files_with(place.ledger, *secrets) == []
    assert key not in b"".join(path.read_bytes() for path in place.ledger.glob("keys*"))
    assert (
        "F05: erased at #" in said
        and "9 files of published lists written without the name" not in said
    )
    assert "backups of the keys" in said and "VACUUM" not in said and "--lists" not in said


def test_the_log_verifies_and_every_list_reproduces_its_root(place: Place) -> None:
    """The files of lists that had the name are written anew; roots, checkpoints and hashes are what they were."""
    before = place.done("prove", "--size", "150")
    place.done(*ERASE)
    assert place.done("prove", "--size", "150") == before
    said = place.done("verify")
    assert said.count("reproduced from") == len(LISTS) and "FAILED" not in said
    assert place.done("publish", "fide-standard", "2025-11-01").startswith(
        "fide-standard list of 2025-11-01: published"
    )


def test_every_old_proof_still_holds_and_new_ones_are_the_same(place: Place) -> None:
    before = [
        place.prove(scheme, on, player) for scheme, on in LISTS for player in ("F05", "F01", "C01")
    ]
    rows = [Proof.from_json(file.read_bytes()).listed for file in before]
    place.done(*ERASE)
    for file in before:
        assert "the proof holds" in place.done("check-proof", file)
    again = [
        place.prove(scheme, on, player) for scheme, on in LISTS for player in ("F05", "F01", "C01")
    ]
    assert [Proof.from_json(file.read_bytes()).listed for file in again] == rows


FILES_WITH_THE_NAME = {
    "archive.pgn": (
        '[Event "Cup"]\n[Site "Here"]\n[Date "2025.09.02"]\n[Round "1"]\n[White "{name}"]\n'
        '[WhiteFideId "5"]\n[Black "Other, One"]\n[BlackFideId "6"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    ),
    "table.csv": "No;Name;FIDE ID;R1\n1;{name};5;2w1\n2;Other, One;6;1b0\n",
    "people.csv": "FIDE ID;Name;Sex;Federation\n5;{name};F;HKG\n",
}


@pytest.mark.parametrize(("file", "text"), FILES_WITH_THE_NAME.items(), ids=FILES_WITH_THE_NAME)
def test_no_import_shows_the_name_of_whom_was_erased(place: Place, file: str, text: str) -> None:
    """A file of before still has it; the remark that it is another one in the ledger would tell it again."""
    (place.folder / "cid.jsonl").write_bytes(jsonl(*player("5", name="Gamma, Cid")))
    place.done("import", place.folder / "cid.jsonl")
    place.done("erase", "5", "--reason", "asked", "--ref", "letter", "--yes")
    (place.folder / file).write_text(text.format(name="Gamma, Cid"))
    words: list[str | Path] = ["import", place.folder / file, "--dry-run"]
    if file == "table.csv":
        words += ["--event-name", "Cup", "--start", "2025-09-02"]
    if file == "people.csv":
        words += ["--date", "2025-09-02"]
    said = place.done(*words)
    assert "Gamma" not in said and "'erased'" not in said


def test_lists_and_questions_show_the_id_and_erased(place: Place, name: str) -> None:
    place.done(*ERASE)
    listed = place.done("list", "fide-standard", "2025-11-01", "--format", "csv")
    assert ",F05,erased," in listed
    assert ",F05,erased," in (place.ledger / "lists/fide-standard-2025-11-01.csv").read_text()
    asked = place.done(
        "sql", "select player, name, born from players where player = 'F05'", "--format", "csv"
    )
    assert asked.splitlines()[-1] == "F05,erased,2009"
    said = place.done("log", "--player", "F05") + place.done(
        "explain", "fide-standard", "F05", "2025-11-01"
    )
    assert "PersonErased" in said and "erased" in said
    for told in (
        listed,
        asked,
        said,
        place.done("export", "--open"),
        place.done("history", "fide-standard", "F05"),
    ):
        assert name not in told and "Zuckerkandl" not in told
    assert "F05" not in place("find", name)[1]


def test_the_public_site_forgets_with_the_next_run(place: Place, name: str) -> None:
    """Pages that were written before are written anew, the search index too."""
    site = place.folder / "site"
    place.done("site", site)
    assert {"F05.html", "search-index-1.js", "fide-standard-2025-11-01.csv"} <= set(
        files_with(site, name)
    )
    place.done(*ERASE)
    place.done("site", site)
    assert files_with(site, name, "Zuckerkandl", "威廉明娜") == []
    assert "F05 (erased)" in (site / "players/F05.html").read_text()


# The person's own proof -------------------------------------------------------------------------------------------


def test_a_player_proves_the_own_name_on_an_old_list(place: Place, name: str) -> None:
    """With what was disclosed before the erasure: afterwards only that person can."""
    opening, proof = place.folder / "mine.json", place.prove(*LISTS[0], "F05")
    place.done("disclose", "F05", "-o", opening)
    place.done(*ERASE)
    assert f"name {name}" in place.done("check-proof", proof, "--opening", opening)
    said = place.done("check-proof", proof)
    assert name not in said and "name sealed as" in said
    code, said = place("disclose", "F05")
    assert (
        code == 2
        and "'F05' was erased: nothing can be disclosed" in said
        and "import --keys" not in said
    )


@pytest.mark.parametrize(
    ("bend", "said"),
    [
        (
            lambda told: [each | {"value": "Somebody Else"} for each in told],
            "does not open the name",
        ),
        (lambda told: [each | {"field": "note"} for each in told], "does not open the name"),
        (
            lambda told: [each | {"salt": "AAAAAAAAAAAAAAAAAAAAAA=="} for each in told],
            "does not open the name",
        ),
        (lambda told: [], "does not open the name"),
        (lambda told: {"player": "F05"}, "not an opening"),
        (lambda told: [each | {"more": 1} for each in told], "not an opening"),
    ],
    ids=[
        "another name",
        "another field",
        "another salt",
        "nothing",
        "no opening",
        "something more",
    ],
)
def test_a_bent_opening_opens_nothing(place: Place, bend: Any, said: str) -> None:
    opening, proof = place.folder / "mine.json", place.prove(*LISTS[0], "F05")
    place.done("disclose", "F05", "-o", opening)
    opening.write_text(json.dumps(bend(json.loads(opening.read_text()))))
    code, told = place("check-proof", proof, "--opening", opening)
    assert code == 2 and said in told


@pytest.mark.parametrize(("whose", "row"), [("F01", "F05"), ("F05", "F01"), ("F05", "nobody")])
def test_an_opening_opens_no_other_row(place: Place, whose: str, row: str) -> None:
    """Neither that of another person nor one's own on the row of another."""
    opening = place.folder / "opening.json"
    place.done("disclose", whose, "-o", opening)
    proof = place.prove(*LISTS[2], "F05") if row == "nobody" else place.prove(*LISTS[0], row)
    code, said = place("check-proof", proof, "--opening", opening)
    assert code == 2 and "does not open the name in this proof" in said


def test_that_somebody_is_not_on_a_list_is_proved(place: Place) -> None:
    """F05 is on no list of cxa-rapid."""
    said = place.done("check-proof", place.prove(*LISTS[2], "F05"))
    assert "F05 is not on that list" in said


# Exports and other machines ---------------------------------------------------------------------------------------


def test_a_sealed_export_keeps_every_hash_and_the_keys_open_it(place: Place, name: str) -> None:
    """Without the keys it verifies and shows no name; with them it is the same ledger."""
    export, keys = place.folder / "log.jsonl", place.folder / "keys.jsonl"
    root = place.done("prove").splitlines()[2]
    place.done("export", "--keys", keys, "-o", export)
    assert name not in export.read_text() and stat.S_IMODE(keys.stat().st_mode) == 0o600
    place.done("init", ledger="other")
    place.done("import", export, ledger="other")
    assert place.done("prove", ledger="other").splitlines()[2] == root
    assert "FAILED" not in place.done("verify", ledger="other")
    assert ",F05,(sealed)," in place.done(
        "list", "fide-standard", "2025-11-01", "--format", "csv", ledger="other"
    )
    place.done("import", "--keys", keys, ledger="other")
    listed = place.done("list", "fide-standard", "2025-11-01", "--format", "csv", ledger="other")
    assert (
        listed == place.done("list", "fide-standard", "2025-11-01", "--format", "csv")
        and name in listed
    )


def test_an_open_export_is_for_those_who_may_read_it(place: Place, name: str) -> None:
    """It has all that was given; it is no copy of the log, for whoever seals it again gets other hashes."""
    export = place.folder / "open.jsonl"
    place.done("export", "--open", "-o", export)
    told = export.read_text()
    assert name in told and "passport of Wilhelmina Zuckerkandl" in told and '"seal"' not in told
    place.done("init", ledger="other")
    code, said = place("import", export, ledger="other")
    assert code == 2 and "import that log's sealed export" in said


def test_what_was_erased_stays_erased_when_keys_come_from_elsewhere(
    place: Place, name: str
) -> None:
    keys = place.folder / "keys.jsonl"
    place.done("export", "--keys", keys, "-o", place.folder / "log.jsonl")
    place.done(*ERASE)
    place.done("import", "--keys", keys)
    assert ",F05,erased," in place.done("list", "fide-standard", "2025-11-01", "--format", "csv")
    assert "FAILED" not in place.done("verify")


def test_a_copy_that_still_has_the_key_is_found_out(place: Place) -> None:
    """A backup of the keys put back: verify says so, and erasing again finishes it."""
    backup = (place.ledger / "keys.sqlite").read_bytes()
    place.done(*ERASE)
    (place.ledger / "keys.sqlite").write_bytes(backup)
    code, said = place("verify")
    assert code == 1 and "F05 was erased, but the key is there; run erase F05 again" in " ".join(
        said.split()
    )
    assert "F05: was erased before" in place.done(*ERASE)
    place.done("verify")


def test_old_keys_bring_nobody_back_to_a_copy_of_the_log(place: Place, name: str) -> None:
    """The copy has the erasure on record and never had the key: a backup of keys from before is put beside it."""
    export, keys = place.folder / "log.jsonl", place.folder / "keys.jsonl"
    place.done("export", "--keys", keys, "-o", place.folder / "before.jsonl")
    place.done(*ERASE)
    place.done("export", "-o", export)
    place.done("init", ledger="other")
    assert "has the name of" not in place.done(
        "import", export, ledger="other"
    )  # nobody is called (sealed)
    assert "1 key of erased persons not taken" in place.done(
        "import", "--keys", keys, ledger="other"
    )
    listed = place.done("list", "fide-standard", "2025-11-01", "--format", "csv", ledger="other")
    assert name not in listed and "Okafor" in listed
    place.done("verify", ledger="other")


def test_a_log_and_old_keys_in_one_command_bring_nobody_back(place: Place, name: str) -> None:
    """An empty ledger cannot know of the erasure before it has read the log."""
    export, keys = place.folder / "log.jsonl", place.folder / "keys.jsonl"
    place.done("export", "--keys", keys, "-o", place.folder / "before.jsonl")
    place.done(*ERASE)
    place.done("export", "-o", export)
    place.done("init", ledger="other")
    said = place.done("import", export, "--keys", keys, ledger="other")
    assert "1 key of erased persons not taken" in said
    with open_log(place.folder / "other") as log:
        assert log.store.keys.get(["F05"]).get("F05") is None
    listed = place.done("list", "fide-standard", "2025-11-01", "--format", "csv", ledger="other")
    assert name not in listed and "Okafor" in listed
    place.done("verify", ledger="other")


def test_a_dry_run_takes_no_keys(place: Place) -> None:
    export, keys = place.folder / "log.jsonl", place.folder / "keys.jsonl"
    place.done("export", "--keys", keys, "-o", export)
    place.done("init", ledger="other")
    place.done("import", export, "--keys", keys, "--dry-run", ledger="other")
    with open_log(place.folder / "other") as log:
        assert log.store.keys.everybody() == {}


def test_keys_that_cannot_be_read_stop_an_import_before_it_begins(place: Place) -> None:
    (place.folder / "keys.jsonl").write_text("no keys")
    place.done("init", ledger="other")
    code, said = place("import", SAMPLE, "--keys", place.folder / "keys.jsonl", ledger="other")
    assert code == 2 and "these are no keys" in said
    with open_log(place.folder / "other") as log:
        assert log.head == 0


def test_whoever_imports_an_erasure_is_told_that_the_key_is_still_here(
    place: Place, name: str
) -> None:
    """Another machine of the office, with keys of its own: the log alone destroys none of them."""
    shutil.copytree(place.ledger, place.folder / "other")
    assert "still here" not in place.done(*ERASE)
    place.done("export", "-o", place.folder / "log.jsonl")
    said = " ".join(place.done("import", place.folder / "log.jsonl", ledger="other").split())
    assert (
        "'F05' was erased, but the key is still here" in said
        and "→ run erase F05 here, too" in said
    )
    assert "F05: was erased before" in place.done(*ERASE, ledger="other")
    assert files_with(place.folder / "other", name) == []
    place.done("verify", ledger="other")


def test_keys_of_another_ledger_are_refused(place: Place, name: str) -> None:
    """They would stand in the way of the right ones, and no list could be made."""
    export, keys, others = (
        place.folder / "log.jsonl",
        place.folder / "keys.jsonl",
        place.folder / "others.jsonl",
    )
    place.done("export", "--keys", keys, "-o", export)
    place.done("init", ledger="another")
    place.done("import", SAMPLE, ledger="another")
    place.done("export", "--keys", others, "-o", place.folder / "another.jsonl", ledger="another")
    place.done("init", ledger="other")
    place.done("import", export, ledger="other")
    code, said = place("import", "--keys", others, ledger="other")
    assert code == 2 and "does not open what is sealed in this ledger; nothing was taken" in said
    place.done("import", "--keys", keys, ledger="other")
    assert name in place.done("list", "fide-standard", "2025-11-01", ledger="other")


# What goes wrong --------------------------------------------------------------------------------------------------


def test_erasing_twice_says_so_and_records_nothing(place: Place) -> None:
    place.done(*ERASE)
    with open_log(place.ledger) as log:
        head = log.head
    assert "F05: was erased before" in place.done(*ERASE)
    with open_log(place.ledger) as log:
        assert log.head == head


def test_an_erasure_that_was_cut_off_is_found_and_finished(place: Place) -> None:
    """The key was destroyed, the event not recorded; what was computed before still has the name."""
    place.done("list", "fide-standard", "2025-11-01")
    with open_log(place.ledger) as log:
        log.store.keys.destroy("F05")
    code, said = place("verify")
    assert code == 1 and "the key of F05 was destroyed, but no erasure is on record" in " ".join(
        said.split()
    )
    assert "F05: erased at #" in place.done(*ERASE)
    place.done("verify")


def test_verify_counts_the_seals_that_could_not_be_opened(place: Place) -> None:
    """Every registration has a seal; two more events are about F05, and so is the correction of a game."""
    people = SAMPLE.read_text().count('"PlayerRegistered"')
    assert f"{people + 3} seals open, each with its key" in place.done("verify", "--format", "csv")
    place.done(*ERASE)
    erased = f"{people - 1} seals open, each with its key; data of 1 erased person cannot be opened, as intended"
    assert erased in place.done("verify", "--format", "csv")
    (place.ledger / "keys.sqlite").unlink()
    lost = "; data of 1 erased person cannot be opened, as intended"
    lost += f"; {people} seals of {people - 1} persons could not be opened"
    said = place.done("verify", "--format", "csv")
    assert f"0 seals open, each with its key{lost}, because the keys are not here" in said
    assert said.count("its files not compared, because keys are not here") == len(
        LISTS
    )  # there the names still stand


def test_a_key_that_is_lost_among_others_fails_until_a_copy_is_put_back(place: Place) -> None:
    """Without an erasure on record. A copy of the log without any key is another thing, and passes."""
    kept = place.ledger.parent / "keys.jsonl"
    place.done("export", "--keys", str(kept), "-o", str(place.ledger.parent / "log.jsonl"))
    with closing(sqlite3.connect(place.ledger / "keys.sqlite")) as connection, connection:
        connection.execute("DELETE FROM person_keys WHERE person = 'F05'")
    code, said = place("verify", "--format", "csv")
    assert code == 1
    assert (
        "the key of 1 person is lost, and no erasure is on record: F05; import --keys puts it back"
        in said
    )
    place.done("import", "--keys", str(kept), str(place.ledger.parent / "log.jsonl"))
    place.done("verify")


def test_a_list_file_is_written_anew_though_its_csv_is_gone(place: Place, name: str) -> None:
    (place.ledger / "lists/fide-standard-2025-11-01.csv").unlink()
    place.done(*ERASE)
    assert files_with(place.ledger, name) == []


def test_a_list_that_was_being_made_leaves_no_name_behind(place: Place, name: str) -> None:
    """Another process began before the erasure and stores its list after it."""
    with Questions(place.ledger) as another:
        assert name in another.list(*LISTS[1]).csv.decode()
        place.done(*ERASE)
        another.list(*LISTS[0])
    assert files_with(place.ledger, name) == []


def test_a_read_model_that_was_being_made_leaves_no_name_behind(place: Place, name: str) -> None:
    """Another process has read the names before the erasure and writes its file after it."""
    shutil.rmtree(place.ledger / "model", ignore_errors=True)
    waiting = [True]

    def erased_meanwhile(_: int) -> None:
        if waiting and waiting.pop():
            place.done(*ERASE)

    with open_log(place.ledger) as log:
        model = open_model(log, place.ledger / "model", erased_meanwhile)
        assert model.head == log.head
        model.close()
    assert files_with(place.ledger, name) == []


def test_disclosed_is_all_that_is_sealed_about_a_person(place: Place) -> None:
    """Notes on entries and fouls stand in the tournament."""
    with open_log(place.ledger) as log:
        game = next(
            event
            for _, event in log.read()
            if isinstance(event, GameRecorded) and event.first == "F05"
        )
    said = foul(game.tournament, str(game.date), "F05", round=game.round, note="Zuckerkandl spoke")
    (place.folder / "foul.jsonl").write_bytes(jsonl(said))
    place.done("import", place.folder / "foul.jsonl")
    assert "Zuckerkandl spoke" in place.done("disclose", "F05")


@pytest.mark.parametrize(
    ("bend", "said"),
    [
        (lambda seal: seal | {"of": "F01"}, "a seal of 'F01', whom it is not about"),
        (lambda seal: seal | {"also": ["F01"]}, "a seal of 'F01', whom it is not about"),
        (
            lambda seal: seal | {"marks": seal["marks"] | {"sex": "x"}},
            "marks of sex, which cannot be sealed",
        ),
    ],
    ids=["of somebody else", "of somebody else, too", "of another field"],
)
def test_a_seal_that_an_erasure_would_not_reach_is_refused(
    place: Place, bend: Any, said: str
) -> None:
    """An export whose name of F05 is under the key of F01 would keep it when F05 is erased."""
    lines = [json.loads(line) for line in place.done("export").splitlines() if line.startswith("{")]
    bent = [
        e | {"seal": bend(e["seal"])} if e.get("player") == "F05" and "seal" in e else e
        for e in lines
    ]
    (place.folder / "bent.jsonl").write_text("".join(json.dumps(each) + "\n" for each in bent))
    place.done("init", ledger="other")
    code, told = place("import", place.folder / "bent.jsonl", ledger="other")
    assert code == 2 and said in " ".join(told.split())


def test_whoever_was_erased_is_not_registered_with_a_key_that_is_not_kept(place: Place) -> None:
    """A log from before the person came, beside keys from after the erasure."""
    place.done(*ERASE)
    place.done("init", ledger="older")
    shutil.copy(place.ledger / "keys.sqlite", place.folder / "older/keys.sqlite")
    code, said = place("import", SAMPLE, ledger="older")
    assert code == 2 and "'F05' was erased: nothing private can be recorded" in said


def test_an_unknown_player_is_not_erased(place: Place) -> None:
    code, said = place("erase", "F99", "--reason", "asked for it", "--ref", "letter 7", "--yes")
    assert code == 2 and "F99" in said


def test_a_part_of_a_name_erases_nobody(place: Place) -> None:
    """F03 is Moreau, Claire: `mor` finds her elsewhere and is not enough here, nor is an id in small letters."""
    why = ("--reason", "asked for it", "--ref", "letter 7", "--yes")
    for part in ("mor", "moreau", "f03"):
        code, said = place("erase", part, *why)
        assert (
            code == 2 and f"no player has the id '{part}', and none is called exactly that" in said
        )
        assert "F03  Moreau" in said  # whom it may mean
    with open_log(place.ledger) as log:
        assert not log.has_erasures(0)


def test_a_whole_name_that_two_have_erases_nobody(place: Place) -> None:
    place.done("record", "player", "F55", "castro INES", "F", "--date", "2025-12-01", "--yes")
    code, said = place("erase", "Castro, Inés", *ERASE[2:])
    assert (
        code == 2
        and "2 players are called 'Castro, Inés'" in said
        and "F05" in said
        and "F55" in said
    )


def test_a_whole_name_erases_its_only_bearer(place: Place) -> None:
    assert "F05: erased at #" in place.done("erase", "ines castro", *ERASE[2:])


def test_what_an_erasure_will_do_is_said_before(place: Place) -> None:
    """Who, which ids, what is destroyed, which files; and a dry run leaves all as it is."""
    place.done("record", "merge", "F05", "F04", "--date", "2025-12-01", "--yes")
    said = place.done(*ERASE[:-1], "--dry-run")
    assert "to be erased: F05 Castro, Inés (ESP, born 2009, F)" in said
    assert "with the ids merged with it: F04" in said
    assert "name (2×)" in said and "born (" in said
    assert "published file to be written without the name: fide-standard-2025-10-01.csv" in said
    assert "cxa-rapid-2026-01-01.csv" not in said  # she is not on it
    assert said.endswith("dry run: nothing was erased\n")
    with open_log(place.ledger) as log:
        assert not log.has_erasures(0) and log.store.keys.get(["F05"])["F05"]


@pytest.mark.parametrize(
    ("answer", "erased"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_only_a_yes_erases(
    place: Place, monkeypatch: pytest.MonkeyPatch, answer: str, erased: bool
) -> None:
    terminal = io.StringIO(answer)
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", terminal)
    code, said = place(*ERASE[:-1])
    assert "There is no way back [y/N]" in said
    assert ("F05: erased at #" in said, "nothing was erased" in said) == (erased, not erased)
    assert code == (0 if erased else 1)


def test_without_a_terminal_an_erasure_needs_a_yes(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    code, said = place(*ERASE[:-1])
    assert code == 2 and "no terminal to ask on, so nothing was erased" in said and "--yes" in said
    with open_log(place.ledger) as log:
        assert not log.has_erasures(0)


def test_merged_ids_are_one_person(place: Place) -> None:
    """Erasing one erases the other: it would give the name away."""
    (place.folder / "merge.jsonl").write_bytes(jsonl(merged("F04", "F05", "2025-12-01")))
    place.done("import", place.folder / "merge.jsonl")
    assert "F04, F05: erased at #" in place.done(*ERASE)


def _folder_instead(keys: Path) -> None:
    keys.unlink()
    keys.mkdir()


@pytest.mark.parametrize(
    "spoil",
    [_folder_instead, lambda keys: keys.write_bytes(b"x" * 5000)],
    ids=["cannot be opened", "is damaged"],
)
def test_without_the_keys_nothing_is_recorded(place: Place, spoil: Any) -> None:
    """A file that may not be read or written (a folder in its place: root may read every file), or is no key file."""
    with open_log(place.ledger) as log:
        head = log.head
    spoil(place.ledger / "keys.sqlite")
    code, said = place(*ERASE)
    assert code == 2 and "keys.sqlite" in said and "check who may read and write" in said
    with open_log(place.ledger) as log:
        assert log.head == head


def test_nothing_private_can_be_recorded_of_the_erased(place: Place) -> None:
    """Games and titles can; a registration that comes again is passed over, and whoever imports it hears why."""
    place.done(*ERASE)
    again = [
        line
        for line in SAMPLE.read_text().splitlines()
        if '"PlayerRegistered"' in line and '"F05"' in line
    ]
    (place.folder / "again.jsonl").write_text(again[0])
    assert "was erased" in place.done("import", place.folder / "again.jsonl")
    place.done("record", "title", "F05", "fide-FM", "--date", "2026-01-02", "--yes")
    code, said = place(
        "record", "player-correction", "F05", "--name", "x", "--reason", "y", "--yes"
    )
    assert code == 2 and "was erased: nothing private can be recorded" in said


# Ledgers of the format before --------------------------------------------------------------------------------------


def test_a_ledger_of_version_0_1_is_read_and_exported_and_made_anew(place: Place) -> None:
    """Its log cannot be sealed after the fact; the message says what to do, and doing it works."""
    golden = Path(__file__).parents[1] / "golden"
    old = place.folder / "old"
    old.mkdir()
    shutil.copy(golden / "v1.sqlite", old / "log.sqlite")
    with open_log(old) as log:
        assert all(check.ok for check in examine(log))
    code, said = place("record", "death", "P2", "--date", "2026-01-02", "--yes", ledger="old")
    assert code == 2 and "of format 1" in said and "export" in said and "init a new ledger" in said
    code, said = place(
        "erase", "P1", "--reason", "asked for it", "--ref", "letter 7", "--yes", ledger="old"
    )
    assert code == 2 and "of format 1" in said
    export = ("export", "--until", "31")  # the list at #32 has a digest that nobody can reproduce
    place.done(*export, "-o", place.folder / "old.jsonl", ledger="old")
    place.done("init", ledger="new")
    place.done("import", place.folder / "old.jsonl", ledger="new")
    assert "Anna Ács".encode() not in (place.folder / "new/log.sqlite").read_bytes()
    assert place.done("export", "--open", ledger="new") == place.done(*export, ledger="old")
    place.done("verify", ledger="new")
    place.done(
        "erase", "P1", "--reason", "asked for it", "--ref", "letter 7", "--yes", ledger="new"
    )
    place.done("verify", ledger="new")
    assert files_with(place.folder / "new", "Anna Ács", "安娜") == []


def test_lists_that_version_0_1_published_are_checked_as_far_as_can_be(place: Place) -> None:
    """It put the digest of a file with names on record: once a name is erased, nobody can make that file again."""
    scheme, on = LISTS[0]
    with Questions(place.ledger) as office:
        made, head = office.list(scheme, on), office.log.head
        office.log.append([ListPublished(
            date=on, scheme=scheme, version=made.receipt.version, list_date=on, at_position=head, rows=len(made),
            digest=made.digest, checkpoint=Checkpoint("ratings.example/old", head, bytes(32)).text,
        )])  # fmt: skip
    shutil.rmtree(place.ledger / "lists")
    said = place.done("verify")
    assert "1 of them of the log of format 1 that this one was made from" in said
    assert said.count("reproduced from") == len(LISTS) + 1
    place.done(*ERASE)
    said = place.done("verify")
    assert said.count("reproduced from") == len(LISTS) and "1 name can no longer be read" in said


def test_a_proof_of_the_first_version_is_not_taken_for_one_of_this(place: Place) -> None:
    """It carried the whole list as text, and nothing would be checked of it."""
    file = place.prove(*LISTS[0], "F05")
    told = json.loads(file.read_text())
    csv = (place.ledger / "lists/fide-standard-2025-10-01.csv").read_text()
    for bent in (told | {"listed": csv}, told | {"format": "rating-ledger-proof/1"}):
        file.write_text(json.dumps(bent))
        code, said = place("check-proof", file)
        assert code == 2 and "not a proof" in said and "ask for a new one" in said


def test_a_game_stands_in_the_log_and_the_log_continues_an_older_one(place: Place) -> None:
    """Events about others are proved as before, after an erasure too."""
    file = place.folder / "game.json"
    with open_log(place.ledger) as log:
        position = next(at for at, event in log.read() if type(event).__name__ == "GameRecorded")
    place.done(*ERASE)
    place.done("prove", "--event", str(position), "--since", str(position), "-o", file)
    assert failures(Proof.from_json(file.read_bytes())) == []
    assert "GameRecorded" in place.done("check-proof", file)


GAME: dict[str, Any] = {"tournament": "river-cup-2025", "round": 1, "board": 1}
FORGET = ("--reason", "asked for it", "--ref", "letter 7", "--yes")
NEVER = "Zuckerkandl was never there"


def players_of(place: Place) -> tuple[str, str]:
    """Who plays the game."""
    with open_log(place.ledger) as log:
        games = [
            event
            for _, event in log.read()
            if isinstance(event, GameRecorded) and event.stage == "main"
        ]
    (game,) = [
        game
        for game in games
        if (game.tournament, game.round, game.board) == ("river-cup-2025", 1, 1)
    ]
    return game.first, game.second


def test_the_reason_for_correcting_a_game_is_sealed_under_the_keys_of_its_players(
    place: Place,
) -> None:
    """Whichever of them is erased, nobody reads it any more."""
    left = "Zuckerkandl had left"
    with open_log(place.ledger) as log:
        log.append([
            GameCorrected(date=date(2026, 2, 1), **GAME, result=Result.DRAW, reason=left, note="Zuckerkandl was ill"),
            GameVoided(date=date(2026, 2, 2), **GAME, reason=NEVER),
        ])  # fmt: skip
        for position in (log.head - 1, log.head):
            stored = log.stored(position)
            assert b"Zuckerkandl" not in stored
            seal = json.loads(stored)["seal"]
            assert (seal["of"], *seal["also"]) == players_of(place)
        corrected, voided = (log.event(position) for position in (log.head - 1, log.head))
    assert (corrected.reason, corrected.note, voided.reason) == (left, "Zuckerkandl was ill", NEVER)
    for each in players_of(place):
        copy = shutil.copytree(place.ledger, place.folder / each)
        place.done("erase", each, *FORGET, ledger=each)
        place.done("verify", ledger=each)
        assert files_with(copy, left) == []
        with open_log(copy) as log:
            assert [event.reason for _, event in log.read() if isinstance(event, GameVoided)] == [
                "erased"
            ]


def test_a_correction_of_who_played_is_sealed_under_the_keys_of_those_before_and_after(
    place: Place,
) -> None:
    first, second = players_of(place)
    correction = GameCorrected(
        date=date(2026, 2, 1),
        **GAME,
        result=Result.DRAW,
        first="C01",
        reason=f"C01 played, not {first}",
    )
    with open_log(place.ledger) as log:
        log.append([correction])
        seal = json.loads(log.stored(log.head))["seal"]
    assert {seal["of"], *seal["also"]} == {first, second, "C01"}


def test_sealed_reasons_move_with_the_log_and_its_keys(place: Place) -> None:
    with open_log(place.ledger) as log:
        log.append([GameVoided(date=date(2026, 2, 2), **GAME, reason=NEVER)])
        checkpoint = log.checkpoint()
    exported, keys = place.folder / "log.jsonl", place.folder / "keys.jsonl"
    place.done("export", "-o", exported, "--keys", keys)
    assert NEVER not in exported.read_text()
    place.done("init", "--origin", ORIGIN, ledger="copy")
    for words, reason in (((), "(sealed)"), (("--keys", keys), NEVER)):
        place.done("import", exported, *words, ledger="copy")
        with open_log(place.folder / "copy") as log:
            assert log.event(log.head).reason == reason and log.checkpoint() == checkpoint
            assert all(check.ok for check in examine(log))


def test_a_game_of_an_erased_player_can_still_be_corrected(place: Place) -> None:
    """Sealed under the key of the other; with nobody's key there is nobody left whom the text could be hidden for."""
    for each, result in zip(players_of(place), (Result.DRAW, Result.SECOND_WINS), strict=True):
        place.done("erase", each, *FORGET)
        with open_log(place.ledger) as log:
            log.append(
                [
                    GameCorrected(
                        date=date(2026, 2, 1), **GAME, result=result, reason=f"sheet of {each}"
                    )
                ]
            )
    with open_log(place.ledger) as log:
        reasons = [event.reason for _, event in log.read() if isinstance(event, GameCorrected)]
        assert reasons[-2:] == ["erased", f"sheet of {players_of(place)[1]}"]
        assert all(check.ok for check in examine(log))


def test_a_reason_that_comes_sealed_is_of_the_players_of_its_game(place: Place) -> None:
    """Else their erasure would not reach it."""
    with open_log(place.ledger) as log:
        log.append([GameVoided(date=date(2026, 2, 2), **GAME, reason=NEVER)])
        seal = json.loads(log.stored(log.head))["seal"]
        other = GAME | {"board": 2}
        bent = event("GameVoided", "2026-02-03", reason="(sealed)", seal=seal, **other)
        file = place.folder / "bent.jsonl"
        file.write_bytes(jsonl(bent))
        with pytest.raises(LedgerError, match="whom it is not about"):
            log.append(open_file(file))


REPORT = """012 {name}
042 {year}/02/01
052 {year}/02/02
062 2
001    1 m    Alpha, Ann                        2000 HKG     1001234 1990/01/01  2.0    1     2 w 1  0000 - U
001    2 m    Beta, Bob                         1900 HKG     1001235 1991/01/01  1.0    2     1 b 0     3 w 1
001    3 m    Gamma, Cid                        1800 HKG     1001236 1992/01/01  1.0    3  0000 - U     2 b {last}
"""


def test_reports_with_somebody_who_was_erased_still_come_in(tmp_path: Path, capsys: Any) -> None:
    """A reader notes of a bye that its day was not told, and notes about a person are sealed."""
    place = Place(tmp_path, capsys)
    first, second = tmp_path / "first.trf", tmp_path / "second.trf"
    first.write_text(REPORT.format(name="First Cup", year=2025, last="0"))
    second.write_text(REPORT.format(name="Second Cup", year=2026, last="0"))
    place.done("init")
    place.done("import", first)
    place.done("erase", "1001236", *ERASE[2:])
    assert "events appended" in place.done("import", second)
    second.write_text(
        REPORT.format(name="Second Cup", year=2026, last="=").replace("3 w 1", "3 w =")
    )
    said = place.done(
        "import", second, "--as-corrections", "--reason", "score sheet", "--ref", "l 8"
    )
    assert "1 event appended" in said
    assert "Gamma" not in place.done("export", "--open")
