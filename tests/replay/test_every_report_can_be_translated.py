"""Every command that reports something says it through the catalogue: what is left in our letters is data."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from replay.commands.main import COMMANDS, run
from replay.commands.options import set_place
from replay.simulation.demo import APPEAL, SAMPLE
from tests.replay.other_letters import data_of, left_over, words_in
from tests.replay.web.conftest import write_office

TABLE = ("--format", "table")
REPORTS: dict[str, list[tuple[str, ...]]] = {
    "init": [("init",)],
    "log": [("log", *TABLE), ("log", "--player", "F05", "--tournament", "river-cup-2025", *TABLE)],
    "find": [("find", "castro", *TABLE), ("find", "zzzz", *TABLE)],
    "list": [
        ("list", "cxa-rapid", "2026-01-01", *TABLE), ("list", "fide-standard", "2025-10-01", "--all", *TABLE),
        ("list", "malaysia", "2020-01-01", *TABLE), ("list", "malaysia", "2026-01-01", "--federation", "CHN", *TABLE),
    ],
    "explain": [
        ("explain", "fide-standard", "F05", "2025-10-01"), ("explain", "cxa-rapid", "C04", "2026-01-01"),
        ("explain", "malaysia", "M01", "2026-01-01"), ("explain", "malaysia", "M07", "2026-01-01"),
        ("explain", "fide-standard", "--tournament", "harbour-2025"),
        ("explain", "elo", "--tournament", "harbour-2025"),
    ],
    "history": [("history", name, player, *TABLE) for name, player in
                (("cxa-rapid", "C01"), ("fide-standard", "F05"), ("malaysia", "M07"), ("elo", "F05"))],
    "standings": [
        ("standings", "river-cup-2025", *TABLE), ("standings", "river-cup-2025", "--after", "2", *TABLE),
        ("standings", "river-cup-2025", "--teams", *TABLE), ("standings", "harbour-2025", *TABLE),
    ],
    "draw": [("draw", kind, "{players}", "--seed", "x", *TABLE) for kind in ("--championship", "--groups", "--youth")],
    "publish": [("publish", "cxa-rapid", "2026-01-01"), ("publish", "cxa-rapid", "2026-01-01")],
    "published": [("published", *TABLE)],
    "schemes": [("schemes", *TABLE), ("schemes", "cxa-rapid", *TABLE), ("schemes", "malaysia", *TABLE)],
    "readings": [("readings", name, *TABLE) for name in ("cxa-rapid", "fide-standard", "malaysia", "hk-open", "wxf")],
    "verify": [("verify", *TABLE)],
    "prove": [
        ("prove", "--scheme", "cxa-rapid", "--date", "2026-01-01", "--player", "C01", "-o", "{folder}/proof.json"),
        ("prove", "--size", "3", "-o", "{folder}/kept.txt"),
    ],
    "check-proof": [("check-proof", "{folder}/proof.json")],
    "tiles": [("tiles", "{folder}/tiles")],
    "check-tiles": [("check-tiles", "{folder}/tiles")],
    "keys": [("keys", "show", *TABLE)],
    "whatif": [
        ("whatif", "fide-standard", "2025-11-01", "--set", "k.top=15", "--full", *TABLE),
        ("whatif", "fide-standard", "2025-11-01", "--set", "k.top=15", *TABLE),
        ("whatif", "cxa-rapid", "2026-01-01", "--set", "k.top=10", *TABLE),
        ("whatif", "fide-standard", "2025-11-01", "--sweep", "k.top=10,15", *TABLE),
    ],
    "predict": [("predict", "fide-standard", "elo", *TABLE)],
    "appeal": [("appeal", str(APPEAL), *TABLE), ("appeal", str(APPEAL), "--trace", "F05", *TABLE)],
    "compare": [
        ("compare", "fide-standard@2025-09-01", "2025-12-01", *TABLE),
        ("compare", "cxa-rapid@2026-01-01", "malaysia", *TABLE),
        ("compare", "malaysia@2025-01-01", "2026-01-01", "--by-cause", *TABLE),
        ("compare", "elo@2025-01-01", "2025-01-01", *TABLE),
    ],
    "record": [("record", "title", "C05", "cxa-m", "--date", "2026-01-02", "--dry-run")],
    "import": [("import", str(SAMPLE), "--dry-run")],
    "template": [("template", "{folder}/players.xlsx")],
    "office": [("office", "{office}", "list", *TABLE)],
    "erase": [("erase", "C01", "--reason", "asked for it", "--ref", "letter 4", "--by", "Chan", how)
              for how in ("--dry-run", "--yes", "--yes")],
    "site": [("site", "{folder}/site")],
    "backup": [("backup", "{folder}/copy", "--keys", "{folder}/copied keys")],
    "restore": [("backup", "{folder}/copy", "--keys", "{folder}/copied keys"),
                ("--ledger", "{folder}/again", "restore", "{folder}/copy", "--keys", "{folder}/copied keys")],
    "simulate": [("simulate", "--games", "200", "-o", "{folder}/made.jsonl", *TABLE)],
    "demo": [("demo", "{folder}/demo")],
}  # fmt: skip
DATA = {"export", "sql", "disclose", "help"}  # files for programs, and what a query names itself
ELSEWHERE = {
    "groups",
    "witness",
    "serve",
    "subscribe",
}  # a series; a second log; what runs until it is stopped


def test_every_command_is_looked_at() -> None:
    assert set(COMMANDS) == REPORTS.keys() | DATA | ELSEWHERE


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo ledger with a published list, and files that commands take."""
    folder = tmp_path_factory.mktemp("reports")
    place = ["--ledger", str(folder / "ledger")]
    assert run([*place, "init", "--origin", "ratings.example.org/reports"]) == 0
    assert run([*place, "import", str(SAMPLE)]) == 0
    assert run([*place, "publish", "cxa-rapid", "2026-01-01"]) == 0
    players = "".join(
        f"P{number:02d},{number},{'MF'[number % 8 == 0]}\n" for number in range(1, 33)
    )
    (folder / "players.csv").write_text(f"player,number,sex\n{players}")
    write_office(folder / "office.toml", ("Chan", "publisher"))
    set_place("")
    return folder


@pytest.mark.parametrize("command", REPORTS)
def test_no_english_is_left_over_in_a_report(
    told: Path, tmp_path: Path, capsys: Any, command: str, other_letters: str
) -> None:
    ledger = tmp_path / "ledger"
    shutil.copytree(told / "ledger", ledger)
    known, said = data_of(ledger) | words_in(APPEAL.read_text()), ""
    places = {"folder": tmp_path, "players": told / "players.csv", "office": told / "office.toml"}
    if command.startswith("check-"):
        for before in REPORTS[command.removeprefix("check-").replace("proof", "prove")]:
            run(["--ledger", str(ledger), *(word.format(**places) for word in before)])
    capsys.readouterr()
    for words in REPORTS[command]:
        run(
            [
                "--ledger",
                str(ledger),
                *(word.format(**places) for word in words),
                "--language",
                other_letters,
            ]
        )
        out, err = capsys.readouterr()
        said += out + err
    set_place("")
    assert said and not re.search(r"{\w+}", said), "every value is put in"
    known |= words_in(REPORTS[command]) | {"Chan", "verify", "prove"}  # what was or can be typed
    lines = {line.strip(): left_over(line, known) for line in said.splitlines() if line[:1] != "$"}
    assert not {line: words for line, words in lines.items() if words}
