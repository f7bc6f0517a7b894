"""A regulation of another package: its code is part of what a list is made from, and its mistakes are its own."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.builders import Event, event, played, player
from tests.replay.conftest import Install

CLUB = '''from schemes.kernels import article
from schemes.drivers.by_game import GameScheme


class Club(GameScheme):
    name, title = "club", "Rating of our club"

    @article("1")
    def first_rating(p, player, day):
        """Everybody begins with 1000."""
        return 1000

    @article("2", gives="change")
    def gain(p, own, opponent, score_x100):
        """A fifth of what was scored above a draw."""
        return (score_x100 - 50) // 5


scheme = Club()
'''
CLASS = "class Club(GameScheme):"
IMPORT = "from schemes.kernels import article"
GAIN = "return (score_x100 - 50) // 5"
LIST = ("list", "club", "2025-04-01", "--format", "csv")


def events() -> list[Event]:
    """anna beats boris in March, in a tournament of the club and in one of Malaysia."""
    return [
        *player("anna boris", federation="MAS"),
        *played("cup-club", "club", "2025-03-01", ["anna 1-0 boris"]),
        *played("cup-malaysia", "malaysia", "2025-03-01", ["anna 1-0 boris"]),
    ]


@pytest.fixture
def office(shell: Any, installed: Install, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The commands over a ledger with the club's regulation; `office.changed(source)` is a new version of it."""
    monkeypatch.setenv("RATING_LEDGER_DEBUG", "")
    installed("club", CLUB)
    shell.tell(*events())
    shell.changed = lambda *pairs: installed("club", _replaced(CLUB, *pairs))
    return shell


def _replaced(source: str, *words: str) -> str:
    """A source with some words replaced by others, in pairs."""
    for old, new in zip(words[::2], words[1::2], strict=True):
        assert old in source
        source = source.replace(old, new)
    return source


def ratings(office: Any) -> dict[str, int]:
    return {row["player"]: int(row["rating"]) for row in office.rows(*LIST)}


def test_a_changed_rule_changes_lists_at_once(office: Any) -> None:
    """Neither a stored list, nor a stored state, nor compiled code of the old rule is used again."""
    assert ratings(office) == {"anna": 1010, "boris": 990}
    office.changed(GAIN, "return (score_x100 - 50) // 2")
    assert ratings(office) == {"anna": 1025, "boris": 975}
    office.changed(GAIN, GAIN)
    assert ratings(office) == {"anna": 1010, "boris": 990}


@pytest.mark.usefixtures("plain_rules")  # compiled code is kept under the same digest
def test_a_rule_may_stand_in_a_file_beside_that_of_the_regulation(office: Any) -> None:
    """The gain is read from a module of the package; that file changes, and the list with it."""
    beside = office.folder / "club_gains.py"
    for gain in (10, 30):
        beside.write_text(f"GAIN = {gain}\n")
        sys.modules.pop("club_gains", None)
        office.changed(
            IMPORT,
            f"from club_gains import GAIN\n{IMPORT}",
            GAIN,
            "return GAIN * (score_x100 - 50) // 50",
        )
        assert ratings(office) == {"anna": 1000 + gain, "boris": 1000 - gain}


@pytest.mark.usefixtures("plain_rules")
def test_the_receipt_names_package_and_digest(office: Any) -> None:
    """Two different rules, two digests; the rest of the receipt is the same but for the rows."""
    receipts = []
    for gain in (GAIN, GAIN + "  # as before"):
        office.changed(GAIN, gain)
        receipts.append(json.loads(office(*LIST[:3], "--receipt")[1]))
    first, second = receipts
    assert first["regulation"] == "club-rating 1.0" and first["code"].startswith("sha256:")
    assert first.pop("code") != second.pop("code")
    assert first == second


@pytest.mark.usefixtures("plain_rules")
def test_verify_says_that_a_list_was_made_by_other_rules(office: Any) -> None:
    """Other rules that give the same list are no matter; those that give another one are named."""
    assert office("publish", "club", "2025-04-01")[0] == 0
    digest = json.loads(office(*LIST[:3], "--receipt")[1])["code"]
    receipt = next((office.folder / "ledger" / "lists").glob("*.receipt.json"))
    office.changed(GAIN, GAIN + "  # as before")
    assert office("verify")[0] == office("verify", "--receipt", str(receipt))[0] == 0
    office.changed(GAIN, "return (score_x100 - 50) // 2")
    now = json.loads(office(*LIST[:3], "--receipt")[1])["code"]
    for asked in (("verify",), ("verify", "--receipt", str(receipt))):
        code, out, _ = office(*asked, "--format", "csv")
        assert code == 1
        assert (
            f"made by rules with digest {digest} (club-rating 1.0), the rules now are {now} (club-rating 1.0)"
            in out
        )


BROKEN = {
    "an import": (IMPORT, "import nosuch", "cannot be loaded: ModuleNotFoundError"),
    "a syntax": ("return 1000", "return 1000)", "cannot be loaded: SyntaxError"),
    "a name": ('name, title = "club"', 'name, title = "klub"', "announced as 'club' and calls itself 'klub'"),
    "a class": ("scheme = Club()", "scheme = Club", "it is the class Club, not a regulation: write Club()"),
    "no scheme": ("scheme = Club()", "scheme = 7", "it is no Scheme, but of the type int"),
    "a number": ("return 1000", "return p.first", "art. 1 (first_rating) reads p.first, which it does not have"),
    "an article": ("def first_rating", "def first_raing", "art. 1 (first_raing) is no article that a rule asks for"),
    "a unit": ('gives="change"', 'gives="chnge"', "art. 2 gives 'chnge', which is no unit"),
    "division": (GAIN, "return own // (score_x100 - score_x100)", "failed in art. 2 (gain): ZeroDivisionError"),
    "a type": (GAIN, "return own + 'x'", "failed in art. 2 (gain): "),
    "a fraction": (GAIN, "return (score_x100 - 50) / 5", "art. 2 (gain) gives a fraction; rules have whole numbers"),
    "no answer": (GAIN, "if own > opponent:\n            return 1", "art. 2 (gain) gives nothing; let it return"),
    "a method": (CLASS, f"{CLASS}\n    def listed(self, *asked):\n        raise ValueError('no')\n",
                 "failed: ValueError: no"),
    "a parameter": (CLASS, "import datetime\n\nfrom msgspec import Struct\nfrom schemes import Version\n\n\n"
                    "class Numbers(Struct, frozen=True):\n    k: float = 2.5\n\n\n"
                    f"{CLASS}\n    versions = (Version('a', datetime.date(2020, 1, 1), Numbers()),)\n",
                    "its parameter k is 2.5; rules have whole numbers only"),
    "a table": (CLASS, f"{CLASS}\n    tables = {{'steps': (1, 2.5)}}\n", "its table steps has fractions"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_regulation_is_named_and_harms_nobody_else(
    office: Any, fault: str, request: pytest.FixtureRequest
) -> None:
    """The message names regulation, package and article; twice, so that nothing wrong was kept."""
    if fault == "a method":  # its articles are right
        request.getfixturevalue("plain_rules")
    old, new, told = BROKEN[fault]
    office.changed(old, new)
    for _ in range(2):
        code, out, said = office(*LIST)
        assert (code, out) == (2, "")
        assert "the regulation 'club' (package club-rating 1.0)" in said and told in said
        assert "Traceback" not in said and "--debug shows where" in said


def test_debug_shows_the_traceback_of_the_regulation(office: Any) -> None:
    """Of compiled rules, too: the line of the article is in it."""
    office.changed(GAIN, "return own // (score_x100 - score_x100)")
    code, _, said = office(*LIST, "--debug")
    assert code == 2 and "Traceback" in said
    assert f'club_rating.py", line {CLUB[: CLUB.index(GAIN)].count(chr(10)) + 1}, in gain' in said


@pytest.mark.parametrize("fault", ["an import", "division", "a method"])
def test_what_is_asked_of_all_regulations_is_answered_without_the_broken_one(
    office: Any, fault: str
) -> None:
    """schemes, readings, sql and the remarks of an import leave it out and say so; lists of others are made."""
    office.changed(*BROKEN[fault][:2])
    shown = {row["scheme"]: row["title"] for row in office.rows("schemes", "--format", "csv")}
    assert {"malaysia", "club"} <= set(shown)
    assert ("cannot be loaded" in shown["club"]) == (fault == "an import")
    assert {row["rules"] for row in office.rows("readings", "--format", "csv")} >= {
        "malaysia",
        "fide-standard",
    }
    for view in ("lists", "unrated"):
        code, out, said = office("sql", f"SELECT DISTINCT scheme FROM {view}", "--format", "csv")
        assert code == 0 and ("'club'" in said or fault == "a method")  # which lists alone ask
        assert "malaysia" in out or view == "unrated"
    assert len(office.rows("list", "malaysia", "2025-04-01", "--format", "csv")) == 2
    office.tell(*player("c"))


@pytest.mark.parametrize("fault", ["an import", "division"])
def test_an_appeal_names_the_regulation_that_fails_and_answers_for_the_others(
    office: Any, fault: str
) -> None:
    """One of the two games that are withdrawn is rated by the broken regulation, one by malaysia."""
    appeal = office.folder / "appeal.jsonl"
    void = event("GameVoided", "2025-03-02", round=1, board=1, reason="not played")
    games = [
        json.dumps(void | {"tournament": f"cup-{scheme}"}) + "\n" for scheme in ("club", "malaysia")
    ]
    appeal.write_text("".join(games))
    office.changed(*BROKEN[fault][:2])
    code, out, said = office("appeal", str(appeal), "--date", "2025-04-01", "--format", "csv")
    assert code == 0 and "warning: left out: the regulation 'club'" in said
    assert {line.split(",")[1] for line in out.splitlines()[1:]} == {"anna", "boris"}
    code, _, said = office("appeal", str(appeal), "--scheme", "club", "--date", "2025-04-01")
    assert code == 2 and "the regulation 'club'" in said
    appeal.write_text(games[0])
    code, out, said = office("appeal", str(appeal), "--date", "2025-04-01", "--format", "csv")
    assert code == 0 and len(out.splitlines()) == 1 and "the regulation 'club'" in said


@pytest.mark.usefixtures("plain_rules")
def test_a_random_answer_is_not_published(office: Any) -> None:
    """The list is made twice from the log; nothing is put on record."""
    office.changed(IMPORT, f"import random\n{IMPORT}", GAIN, "return random.randint(1, 1000000)")
    code, _, said = office("publish", "club", "2025-04-01")
    assert code == 2 and "made two different lists from the same log; nothing was published" in said
    assert not list(Path(office.folder / "ledger").glob("lists/*"))


@pytest.mark.usefixtures("plain_rules")
def test_two_packages_with_one_name_are_refused_but_none_takes_a_name_of_ours(
    office: Any, installed: Install
) -> None:
    installed("other", CLUB, announced="club")
    code, _, said = office(*LIST)
    assert (
        code == 2
        and "the packages club-rating 1.0 and other-rating 1.0 both announce the regulation 'club'"
        in said
    )
    installed("thief", CLUB, announced="malaysia")
    assert len(office.rows("list", "malaysia", "2025-04-01", "--format", "csv")) == 2
