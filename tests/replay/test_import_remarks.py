"""An import ends with remarks: what will not be rated and why, and what looks like a slip of the pen."""

import copy
import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from replay.explain import remarks
from replay.office.office import Office
from schemes import scheme
from schemes.kernels.regulation import COMPILED, PLAIN
from tests.builders import (
    Event,
    carried,
    event,
    game,
    game_corrected,
    jsonl,
    merged,
    player,
    reported,
    titled,
    tournament,
)
from tests.replay.conftest import Shell


def cup(rated: str = "fide-standard", name: str = "T1", **fields: Any) -> Event:
    """A tournament with papers that nobody objects to."""
    papers = {"rounds": 3, "time_control": {"base": 5400, "increment": 30}}
    return tournament(name, rated, "2025-05-01", "2025-05-03", **papers | fields)


def correction(result: str, **fields: Any) -> Event:
    return game_corrected("T1", "2025-06-01", result, **fields)


def rating(scheme: str, *players: str) -> list[Event]:
    return carried(scheme, "2024-03-01", dict.fromkeys(players, 2000))


TWO = player("P1", "P2")
GAME = game("T1", "2025-05-01", "P1 1-0 P2")


def said(shell: Shell, *events: Event) -> str:
    """What an import of the events says, which is the same in a dry run."""
    file = shell.folder / "events.jsonl"
    file.write_bytes(jsonl(*events))
    rehearsed = shell("import", "--dry-run", str(file))
    done = shell("import", str(file))
    assert rehearsed[0] == done[0] == 0, done
    assert rehearsed[2] == done[2]
    return str(done[2]).replace(f"{file}:", "")


def test_a_clean_report_is_taken_without_a_word(shell: Shell) -> None:
    assert (
        said(
            shell,
            *TWO,
            cup(),
            GAME,
            reported("T1", "2025-05-04"),
        )
        == ""
    )


def test_a_tournament_that_will_not_be_rated_is_told_with_its_article(shell: Shell) -> None:
    """It was registered on the day it began, which article 0.2.2 does not allow without approval."""
    told = said(shell, *TWO, cup(date="2025-05-01"), GAME)
    assert told.startswith("4: tournament 'T1' is not rated by fide-standard: registered too late")
    assert "[0.2.2]" in told


def test_a_tournament_that_is_only_announced_is_not_judged_yet(shell: Shell) -> None:
    assert said(shell, cup(date="2025-05-01")) == ""


def test_a_report_for_no_scheme_is_told(shell: Shell) -> None:
    assert "tournament 'T1' is approved for no scheme" in said(shell, *TWO, cup(rated=""), GAME)


@pytest.mark.parametrize(
    ("title", "nearest"),
    [
        ("fide-gn", "fide-gm"),
        ("GM", "cxa-gm or fide-gm or my-gm or wxf-gm"),
        ("bosses", "known are"),
    ],
)
def test_an_unknown_title_is_refused_with_the_nearest(
    shell: Shell, title: str, nearest: str
) -> None:
    shell.imported(*player("P1"))
    award = titled("P1", "2025-01-01", title)
    (shell.folder / "award.jsonl").write_text(json.dumps(award))
    code, _, told = shell("import", str(shell.folder / "award.jsonl"))
    assert code == 2 and f"the title {title!r}" in told and nearest in told


@pytest.mark.parametrize("name", ["特级大师", "特級大師", "Grandmaster", "cxa-gm"])
def test_a_title_is_understood_by_its_name(shell: Shell, name: str) -> None:
    """The ledger has a rating by cxa-rapid, so that the name is that of its title, worth 2350.0 to a woman."""
    shell.imported(
        *player("P1", federation="CHN", sex="F"),
        *carried("cxa-rapid", "2022-01-01", {"P1": 2000}),
        titled("P1", "2022-02-01", name),
    )
    rows = shell.rows("list", "cxa-rapid", "2022-10-01", "--format", "csv")
    assert [(row["rating"], row["title"]) for row in rows] == [("2350.0", "特级大师")]


def test_missing_federations_are_told_once_with_their_count(shell: Shell) -> None:
    people = [f"P{number}" for number in range(1, 21)]
    told = said(shell, *player(*people, federation=None), *rating("fide-standard", *people))
    assert told.count("has no federation") == 1
    assert "    and 19 more like it: 22 'P2', 23 'P3'," in told


def test_who_has_no_fide_event_is_not_told_of_fide_federations(shell: Shell) -> None:
    """A xiangqi office need not hear of fide-standard 10.1; as soon as somebody plays under it, they do."""
    people = (*player("P1", "P2", federation=None), *player("P3"))
    xiangqi = cup("cxa-rapid", "T2")
    assert "federation" not in said(
        shell, *people, xiangqi, GAME | {"tournament": "T2"}, *rating("cxa-rapid", "P1")
    )
    told = said(shell, cup(), GAME | {"second": "P3"})
    assert "2: player 'P1' has no federation" in told and "fide-standard [10.1]" in told
    assert "P2" not in told and "P3" not in told


def test_whoever_was_given_a_federation_meanwhile_is_not_told(shell: Shell) -> None:
    moved = event("PlayerTransferred", "2024-04-01", player="P1", federation="FRA")
    assert said(shell, *player("P1", federation=None), moved, *rating("fide-standard", "P1")) == ""


def test_the_same_name_twice_is_told_unless_years_of_birth_tell_them_apart(shell: Shell) -> None:
    said(
        shell,
        *player("P1", name="Castro, Inés", born=1990),
        *player("P2", name="Wang Wei", born=1980),
    )
    told = said(
        shell, *player("P8", name="CASTRO, Ines"), *player("P9", name="Wang Wei", born=1999)
    )
    assert "player 'P8' has the name of 'P1'" in told
    assert "P9" not in told
    merged = {"type": "PlayersMerged", "kept": "P5", "duplicate": "P6", "date": "2024-04-01"}
    assert said(shell, *player("P5", name="Li Lan"), *player("P6", name="Li Lan"), merged) == ""


@pytest.mark.parametrize("name", ["novak jan", "Jan Novák", "NovakJan", "NOVÁK,JAN"])
def test_one_name_in_another_spelling_is_told(shell: Shell, name: str) -> None:
    """Whatever a look-up takes for the same name is the same name here."""
    said(shell, *player("P1", name="Novák, Jan"))
    told = said(shell, *player("P2", name=name), *player("P3", name="Novak, Jana"))
    assert "player 'P2' has the name of 'P1', 'Novák, Jan'" in told
    assert "P3" not in told


def test_merged_players_who_met_each_other_are_told(shell: Shell) -> None:
    said(shell, *TWO, *player("P3"), cup(), GAME)
    told = said(shell, merged("P1", "P3", "2025-06-01"), merged("P1", "P2", "2025-06-01"))
    assert told.startswith("2: 'P1' and 'P2' are merged, but they met each other in 'T1'")
    assert "withdraw the merge" not in told and "give the games of one to another id" in told


def test_what_a_remark_advises_about_a_wrong_merge_can_be_done(shell: Shell) -> None:
    """A merge cannot be withdrawn, and the refusal says what can be done instead: the other's games get another id."""
    said(shell, *TWO, *player("P3", "P4"), cup(), game("T1", "2025-05-01", "P2 1-0 P3"))
    said(shell, merged("P1", "P2", "2025-06-01"))
    at = json.loads(shell("log", "--type", "PlayersMerged", "--format", "json")[1])[0]["position"]
    code, _, refusal = shell("record", "withdrawal", f"#{at}", "--reason", "two people", "--yes")
    assert code == 2 and "give the games of one to another id" in refusal
    instead = game_corrected("T1", "2025-06-02", "P4 1-0 P3")
    assert said(shell, instead) == ""
    assert shell("sql", "SELECT first FROM games", "--format", "csv")[1].split() == ["first", "P4"]


def test_a_correction_to_the_same_result_is_told(shell: Shell) -> None:
    said(shell, *TWO, cup(), GAME, game("T1", "2025-05-01", "2.2 P2 1-0 P1"))
    told = said(
        shell,
        correction("1.1 0-1"),
        correction("2.2 1-0"),
        correction("1.1 0-1", ref="again"),
    )
    assert (
        "2: the correction of round 2, board 2 of 'T1' changes nothing: P2 1-0 P1 stands there already"
        in told
    )
    assert (
        "and 1 more like it: 3 'T1'" in told
    )  # the first one changed the result; the last one repeats it


def test_a_correction_of_the_players_alone_changes_something(shell: Shell) -> None:
    said(shell, *TWO, *player("P3"), cup(), GAME)
    assert said(shell, correction("1.1 1-0", second="P3")) == ""


def test_players_registered_after_their_game_are_told_once_each(shell: Shell) -> None:
    late = player("P2", date="2025-05-02")
    told = said(shell, *player("P1", date="2025-05-01"), *late, cup(), GAME, GAME | {"round": 2})
    assert told.startswith(
        "4: player 'P2' is registered from 2025-05-02 on and played on 2025-05-01"
    )
    assert "more like it" not in told and "P1" not in told


def test_what_was_in_the_log_before_is_not_told_again(shell: Shell) -> None:
    events = (*player("P1", federation=None), *player("P2"), *rating("fide-standard", "P1"))
    assert "has no federation" in said(shell, *events)
    assert said(shell, *events, *player("P3")) == ""


def test_remarks_of_a_long_log_are_left_out(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "LONGEST_LOG", 1)
    said(shell, *TWO)
    assert said(shell, *player("P3", federation=None), *rating("fide-standard", "P3")) == ""


def test_remarks_that_cannot_be_made_do_not_undo_the_import(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ledger import LedgerError

    def fail(*_: object, **__: object) -> None:
        raise LedgerError("the read model cannot be made here")

    monkeypatch.setattr(remarks, "remarks", fail)
    assert "the read model cannot be made here" in said(shell, *TWO)
    assert len(shell.rows("log")) == 2


@pytest.mark.parametrize("name", ["fide-standard", "cxa-rapid"])
def test_papers_are_judged_alike_in_plain_python_and_compiled(made_up: Path, name: str) -> None:
    """A few tournaments are judged without the compiler, which takes longer to load; the verdicts are the same."""
    with Office(made_up / "ledger") as office:
        table, chosen = office.snapshot().tournaments.table, scheme(name)
        found = []
        for way in (PLAIN, COMPILED):
            running: Any = copy.copy(chosen)
            running.runs = way
            running._last = (None, "", None)  # what was worked out before
            found.append(running.assign(table, chosen.rules()))
    assert len(set(found[0].reason.tolist())) >= 3  # rated, and not rated for two reasons
    for column in ("first", "last", "reach", "version", "reason"):
        assert getattr(found[0], column).tolist() == getattr(found[1], column).tolist()


def test_a_small_import_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """The sample has tournaments of all three schemes; judging their papers needs no compiled code."""
    ledger, sample = (
        str(tmp_path / "ledger"),
        str(files("replay") / "simulation" / "demo" / "sample.jsonl"),
    )
    script = (
        "import sys; from replay.commands.main import run\n"
        f"assert run(['--ledger', {ledger!r}, 'init']) == run(['--ledger', {ledger!r}, 'import', {sample!r}]) == 0\n"
        "assert 'replay.explain.remarks' in sys.modules and 'numba' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("born", [2062, "2024-03-02", 1850])
def test_a_birth_that_cannot_be_is_told(shell: Shell, born: Any) -> None:
    assert said(shell, *player("P1", born=born, date="2024-03-01")) == (
        f"1: player 'P1' was born {born}: that cannot be on 2024-03-01\n"
        "    → a PlayerCorrected with `born` puts it right\n"
    )


def test_a_birth_that_cannot_be_is_told_of_tables_and_reports(shell: Shell) -> None:
    table = shell.folder / "players.csv"
    table.write_text("player,name,sex,born,federation,date\nP1,Somebody,F,2062,FRA,2024-03-01\n")
    code, _, told = shell("import", str(table))
    assert code == 0 and "players.csv:2: player 'P1' was born 2062" in told
    report = shell.folder / "report.trf"
    person = f"{'001    1 m    Chan, Alpha':48}{1650} {'FRA':3} {'12345':>11} {'2062/01/01':10} "
    heading = "012 Cup\n042 2025/05/01\n052 2025/05/01\n062 1\n092 Swiss\n142 1\n"
    report.write_text(f"{heading}{person} 1.0    1  0000 - U\n")
    code, _, told = shell("import", str(report))
    assert code == 0 and "'12345' was born 2062" in told, told


def test_gm_is_fides_where_fides_standard_rules_are_in_use(shell: Shell) -> None:
    """fide-standard, fide-rapid and fide-blitz have the same titles; any of them in use decides."""
    award = titled("P1", "2025-06-01", "GM")
    said(shell, *TWO, cup(), award)
    assert '"title":"fide-gm"' in shell("export")[1]
