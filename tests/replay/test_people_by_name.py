"""An officer types names: any script, any order of words, parts; ids still win, and doubt is told with candidates."""

from typing import Any

import pytest

from ledger.names import Likeness, likeness, name_key, words_of
from replay.commands.main import run
from replay.simulation.demo import SAMPLE
from tests.builders import game, merged, player, tournament
from tests.replay.conftest import Shell

DAY = "2020-01-01"


@pytest.fixture
def office(shell: Shell) -> Shell:
    shell.tell(
        *player("F05", name="Castro, Inés", sex="F", born=2009, federation="ESP"),
        *player("F06", name="Castroverde, Luis", federation="ESP"),
        *player("H1", name="Chan Tai Man", born=1990, federation="HKG", names={"zh": "陳大文"}),
        *player("H2", name="Chan, Tai-Man", born=2004, federation="MAS"),
        *player("C01", name="王天一", names={"en": "Wang Tianyi"}),
        *player("D1", name="Weiß, Jørgen", federation=None),
        *player("D2", name="Weiss, Jorgen", federation=None),
        *player("castro", name="Somebody Else"),
        merged("D1", "D2", DAY),
        tournament(
            "obuda-2025", "fide-standard", "2025-09-08", "2025-09-14", name="Óbuda Kupa 2025"
        ),
        game("obuda-2025", "2025-09-08", "F05 1-0 H1"),
    )
    return shell


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ines castro", ["F05"]),
        ("CASTRO, INÉS", ["F05"]),
        ("Ｃａｓｔｒｏ　Ｉｎｅｓ", ["F05"]),
        ("Cas In", ["F05"]),
        ("chan tai man", ["H1", "H2"]),
        ("陳大文", ["H1"]),
        ("大文", ["H1"]),
        ("王", ["C01"]),
        ("tianyi", ["C01"]),
        ("jorgen weiss", ["D1", "D2"]),
        ("f05", ["F05"]),
        ("castro", ["castro", "F05", "F06"]),
        ("obuda", ["obuda-2025"]),
        ("kupa ÓBUDA", ["obuda-2025"]),
        ("Zhu", []),
    ],
)
def test_find_knows_names_in_all_scripts_and_the_best_comes_first(
    office: Shell, typed: str, found: list[str]
) -> None:
    assert [row["id"] for row in office.rows("find", typed)] == found


def test_what_is_found_can_be_told_apart(office: Shell) -> None:
    rows = office.rows("find", "chan")
    assert list(rows[0]) == ["kind", "id", "name", "detail"]
    assert [row["detail"] for row in rows] == ["HKG, born 1990, M", "MAS, born 2004, M"]
    assert office.rows("find", "陳大文")[0]["detail"] == "HKG, born 1990, M, 陳大文"
    assert [row["detail"] for row in office.rows("find", "weiss")] == ["M", "M, merged into D1"]
    assert (
        office.rows("find", "obuda")[0]["detail"]
        == "2025-09-08 to 2025-09-14, rated for fide-standard"
    )
    assert office.rows("find", "castro", "--kind", "tournament") == []


def test_nothing_found_names_what_is_written_alike(office: Shell) -> None:
    """One letter may be wrong; with more of them nothing fits, and what is written alike is named."""
    assert "F05" in office("find", "Castor, Inés", "--format", "csv")[1]
    code, out, said = office("find", "Castoor, Inéz", "--format", "csv")
    assert (code, out) == (0, "kind,id,name,detail\n")
    assert said.startswith("nothing fits 'Castoor, Inéz'\n    → nearest: F05 Castro, Inés")


def test_a_name_that_one_player_has_is_used_and_told(office: Shell) -> None:
    code, out, said = office("log", "--player", "inés castro", "--type", "GameRecorded")
    assert (code, said) == (0, "F05 Castro, Inés\n")
    assert "round 1 board 1: F05 1-0 H1" in out
    assert office("log", "--tournament", "óbuda kupa")[2] == "obuda-2025 Óbuda Kupa 2025\n"


def test_an_id_that_exists_wins_over_any_name(office: Shell) -> None:
    code, out, said = office("log", "--player", "castro")
    assert (code, said) == (0, "")
    assert "Somebody Else" in out


def test_half_an_id_is_no_name(office: Shell) -> None:
    """`find` shows what it could be; a command does not take 100 for 1001."""
    assert [row["id"] for row in office.rows("find", "F0")] == ["F05", "F06"]
    code, _, said = office("log", "--player", "F0")
    assert (code, said.splitlines()[0]) == (2, "rating-ledger: there is no player 'F0'")
    assert said.splitlines()[1] == "    → nearest: F05 Castro, Inés; F06 Castroverde, Luis"


def test_a_name_that_two_have_is_refused_with_the_candidates(office: Shell) -> None:
    code, out, said = office("explain", "fide-standard", "chan tai man")
    assert (code, out) == (2, "")
    assert said == (
        "rating-ledger: 2 players fit 'chan tai man'\n"
        "    H1  Chan Tai Man  (HKG, born 1990, M)\n"
        "    H2  Chan, Tai-Man  (MAS, born 2004, M)\n"
        "    → say which one by its id\n"
    )


def test_a_player_who_was_merged_is_found_under_either_spelling(office: Shell) -> None:
    assert (
        office("log", "--player", "jørgen weiß", "--type", "PlayerRegistered")[2]
        == "D1 Weiß, Jørgen\n"
    )
    assert (
        office("explain", "fide-standard", "weiss, jorgen", "2026-01-01")[2] == "D1 Weiß, Jørgen\n"
    )


def test_a_name_was_known_only_from_its_registration_on(office: Shell) -> None:
    """As the office knew it then, there was one Chan."""
    code, _, said = office("explain", "fide-standard", "chan", "2026-01-01", "--known", "#3")
    assert (code, said) == (0, "H1 Chan Tai Man\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("explain", "fide-standard", "inés", "2025-10-01"), "F05 Castro, Inés"),
        (
            ("explain", "fide-standard", "--tournament", "harbour masters"),
            "harbour-2025 Harbour Masters 2025",
        ),
        (("standings", "harbour masters"), "harbour-2025 Harbour Masters 2025"),
        (("export", "--trf", "harbour masters"), "harbour-2025 Harbour Masters 2025"),
        (
            (
                "whatif",
                "fide-standard",
                "2025-11-01",
                "--set",
                "k.top=15",
                "--watch",
                "ines castro",
            ),
            "F05 Castro, Inés",
        ),
        (("draw", "--from-numbers", "harbour masters"), "harbour-2025 Harbour Masters 2025"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_every_command_that_takes_an_id_takes_a_name(
    shell: Shell, words: tuple[str, ...], told: str
) -> None:
    shell("import", str(SAMPLE))
    assert told in shell(*words)[2].splitlines()[0]


def test_a_path_and_a_proof_for_somebody_by_name(shell: Shell, tmp_path: Any) -> None:
    from replay.simulation.demo import APPEAL

    shell("import", str(SAMPLE))
    code, _, said = shell("appeal", str(APPEAL), "--trace", "王海涛", "--date", "2026-06-01")
    assert (code, said.splitlines()[0]) == (0, "C01 王海涛")
    assert shell("publish", "cxa-rapid", "2026-01-01")[0] == 0
    code, out, said = shell(
        "prove", "--scheme", "cxa-rapid", "--date", "2026-01-01", "--player", "王海涛"
    )
    assert (code, said.splitlines()[0]) == (0, "C01 王海涛")
    assert '"player":"C01"' in out.replace(" ", "")


@pytest.mark.parametrize(
    ("typed", "name", "like"),
    [
        ("o'neill", "O’Neill, Sean", Likeness.WORDS),
        ("김 철수", "김철수", Likeness.SAME),
        ("ŁUKASZ", "Lukasz Nowak", Likeness.WORDS),
        ("luk", "Łukasz Nowak", Likeness.BEGINNINGS),
        ("kasz", "Łukasz Nowak", Likeness.PARTS),
        ("मोहन", "मोहन कुमार", Likeness.WORDS),
        ("", "Łukasz Nowak", None),
        ("Nowak Anna", "Łukasz Nowak", None),
    ],
)
def test_how_a_name_fits(typed: str, name: str, like: Likeness | None) -> None:
    assert likeness(words_of(typed), name) == like


def test_names_of_the_same_words_have_one_key() -> None:
    assert name_key("Castro, Inés") == name_key("ines  CASTRO") != name_key("Ines Castros")


def test_find_needs_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find"]) == 2
    assert "find what?" in capsys.readouterr().err
