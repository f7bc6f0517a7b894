"""An officer records one event at a time, by name, without JSON; it is shown and confirmed before it is appended."""

import io
import shlex
import sys
from datetime import date
from typing import Any

import msgspec
import pytest

from ledger import EVENT_TYPES
from replay.commands.main import app
from replay.files.tables import KINDS
from replay.simulation.demo import SAMPLE
from tests.replay.conftest import Shell

PLAYOFF = ("--stage", "playoff", "--date", "2025-09-14")
GAME = ("record", "game", "harbour-2025", "1", "1", "F05", "F07", "1/2-1/2", *PLAYOFF)

OF_OTHER_COMMANDS = {
    "ListPublished",
    "KeyAnnounced",
    "KeyRevoked",
    "PersonErased",
}  # publish, keys, erase


@pytest.fixture
def office(shell: Shell) -> Shell:
    assert shell("import", str(SAMPLE))[0] == 0
    return shell


def last(office: Shell) -> dict[str, str]:
    return office.rows("log")[-1]


class Terminal(io.StringIO):
    """Somebody who types an answer."""

    def isatty(self) -> bool:
        return True


# The story


def test_a_season_of_a_club_without_a_line_of_json(shell: Shell) -> None:
    """From the first player to a corrected game: every step is a command, people are called by their names."""
    steps = """
    record player A1 'Castro, Inés' F --born 2009 --federation ESP --date 2025-01-01
    record player A2 王海涛 男 --english-name 'Wang Haitao' --date 2025-01-01
    record player A3 'Castro Ines' F --date 2025-02-01
    record tournament cup 'Club Cup' 2025-03-01 2025-03-03 3 fide-standard,malaysia --place Lisbon --date 2025-01-10
    record entry 'club cup' 'wang haitao' --number 1 --date 2025-03-01
    record game 'club cup' 1 1 A1 'wang haitao' 红胜 --date 2025-03-01
    record bye cup 2 王海涛 half --date 2025-03-02
    record departure cup A1 2 --reason illness --date 2025-03-02
    record foul cup 1 A1 technical --count 2 --date 2025-03-01
    record closing cup A1 'wang haitao' --date 2025-03-03
    record report cup --date 2025-03-05
    record title 'wang haitao' fide-fm --authority FIDE --date 2025-04-01
    record rating 王海涛 malaysia 2000.5 --games 12 --date 2025-01-01
    record correction 'club cup' 1 1 ½-½ --reason 'score sheet' --ref 'decision 7/2025' --date 2025-04-02
    record ranking cup 王海涛 A1 --reason 'after the correction' --date 2025-04-02
    record merge A1 A3 --date 2025-04-03
    record transfer 'castro, inés' POR --date 2025-05-01
    record inactive 王海涛 --scheme malaysia --date 2025-06-01
    record active 王海涛 --scheme malaysia --date 2025-07-01
    record excuse 王海涛 2025 --reason illness --date 2025-07-01
    record player-correction A1 --born none --reason 'never told' --date 2025-07-02
    record tournament-correction cup --rounds 5 --rate-all yes --reason 'typing error' --date 2025-07-02
    record unrated cup 1 1 --reason 'fair play' --date 2025-07-02
    record void cup 1 1 --reason 'played by telephone' --date 2025-07-03
    record revocation 王海涛 fide-fm --date 2025-08-01
    record rating-end 王海涛 malaysia --date 2025-08-01
    record suspension ESP --date 2025-08-01
    record reinstatement ESP --date 2025-09-01
    record withdrawal '#9' --reason 'no foul' --date 2025-09-02
    record tournament-void cup --reason 'never held' --date 2025-09-03
    record death A1 --date 2025-09-04
    """
    for step in filter(None, map(str.strip, steps.splitlines())):
        code, out, said = shell(*shlex.split(step), "--yes")
        assert code == 0, f"{step}\n{said}"
        assert "record: 1 event appended" in out, step
    assert {row["type"] for row in shell.rows("log")} == set(EVENT_TYPES) - OF_OTHER_COMMANDS
    game = shell.rows("log", "--type", "GameCorrected")[0]
    assert game["detail"] == "round 1 board 1: 1/2-1/2 (score sheet) [decision 7/2025]"


def test_a_shared_place_is_typed_with_an_equals_sign(office: Shell) -> None:
    code, out, said = office(
        "record", "ranking", "harbour-2025", "F05", "=novak", "F03", "--reason", "tie", "--yes"
    )
    assert code == 0, said
    assert "ranking F05 =F07 F03" in out
    assert last(office)["detail"] == "ranking F05 =F07 F03 (tie)"
    code, _, said = office(
        "record", "ranking", "harbour-2025", "=F05", "F03", "--reason", "tie", "--yes"
    )
    assert code == 2 and "=F05" in said  # there is nobody before the first


def test_every_kind_of_event_has_a_subcommand() -> None:
    assert {kind.command for kind in KINDS.values()} <= set(app["record"])
    assert len({kind.command for kind in KINDS.values()}) == len(EVENT_TYPES) - len(
        OF_OTHER_COMMANDS
    )


# Shown, asked, appended


def test_what_is_recorded_is_shown_in_the_words_of_the_log(office: Shell) -> None:
    code, out, _ = office(*GAME, "--yes", "--by", "Ana", "--ref", "sheet 12")
    line = "playoff round 1 board 1: F05 1/2-1/2 F07 [sheet 12] by Ana"
    assert (code, out) == (0, (
        f"2025-09-14 GameRecorded harbour-2025 {line}\n"
        "  F05: Castro, Inés\n  F07: Novak, Jana\n"
        "record: 1 event appended (position 170)\n"
    ))  # fmt: skip
    assert last(office)["detail"] == line


def test_names_are_told_before_the_question(office: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    code, _, said = office(
        "record", "game", "harbour masters", "1", "1", "ines castro", "novak", "1-0", *PLAYOFF
    )
    assert code == 0
    assert (
        said
        == "harbour-2025 Harbour Masters 2025\nF05 Castro, Inés\nF07 Novak, Jana\nappend it? [y/N] "
    )
    assert last(office)["detail"] == "playoff round 1 board 1: F05 1-0 F07"


@pytest.mark.parametrize("answer", ["\n", "n\n", "no\n", "", "what?\n"])
def test_without_a_yes_nothing_is_appended(
    office: Shell, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    code, out, _ = office(*GAME)
    assert (code, out.splitlines()[-1]) == (1, "nothing was appended")
    assert last(office)["position"] == "169"


def test_without_a_terminal_yes_has_to_be_said(
    office: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    code, _, said = office(*GAME)
    assert (code, said) == (2, (
        "rating-ledger: record: there is no terminal to ask on, so nothing was appended\n"
        "    → say --yes to append it, or --dry-run only to look\n"
    ))  # fmt: skip
    assert last(office)["position"] == "169"


def test_a_dry_run_shows_and_appends_nothing(office: Shell) -> None:
    code, out, _ = office(*GAME, "--dry-run")
    assert (code, out.splitlines()[-1]) == (0, "record: 1 event would be appended (position 170)")
    assert last(office)["position"] == "169"


def test_the_same_again_is_known_and_not_asked_about(
    office: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert office(*GAME, "--yes")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code, out, _ = office(*GAME)
    assert (code, out.splitlines()[-1]) == (0, "record: nothing appended, 1 in the log already")


def test_a_correction_shows_what_stands_in_the_log_so_far(office: Shell) -> None:
    words = (
        "record",
        "correction",
        "harbour-2025",
        "3",
        "2",
        "0-1",
        "--reason",
        "both agree",
        "--dry-run",
    )
    _, out, _ = office(*words, "--date", "2025-12-01")
    assert (
        "  F07: Novak, Jana\n  F05: Castro, Inés\n" in out
    )  # whom it concerns, although nobody was named
    assert out.splitlines()[:3] == [
        "2025-12-01 GameCorrected harbour-2025 round 3 board 2: 0-1 (both agree)",
        "  so far: #97 2025-09-10 GameRecorded harbour-2025 round 3 board 2: F07 1-0 F05",
        next(line for line in out.splitlines() if "so far: #168" in line),
    ]


@pytest.mark.parametrize(
    ("words", "so_far"),
    [
        (
            ("tournament-correction", "river-cup-2025", "--end", "2025-11-17"),
            "TournamentRegistered river-cup-2025",
        ),
        (("tournament-void", "river-cup-2025"), "TournamentRegistered river-cup-2025"),
        (("ranking", "river-cup-2025", "C02", "C01"), "TournamentClosed river-cup-2025 no ranking"),
    ],
)
def test_a_correction_of_a_tournament_shows_what_stands_there(
    office: Shell, words: Any, so_far: str
) -> None:
    _, out, _ = office("record", *words, "--reason", "decided", "--dry-run")
    (line,) = (line for line in out.splitlines() if line.startswith("  so far: "))
    assert so_far in line


def test_a_name_in_one_language_is_corrected_alone(shell: Shell) -> None:
    names = ("--english-name", "Wang Haitoa", "--chinese-name", "王海涛")
    assert shell("record", "player", "A2", "Wang", "M", *names, "--yes")[0] == 0
    words = (
        "record",
        "player-correction",
        "A2",
        "--english-name",
        "Wang Haitao",
        "--reason",
        "misspelt",
        "--yes",
    )
    assert shell(*words)[0] == 0
    assert last(shell)["detail"] == "names en:Wang Haitao zh:王海涛 (misspelt)"


def test_a_withdrawal_shows_what_is_withdrawn(office: Shell) -> None:
    assert (
        office(
            "record",
            "foul",
            "harbour-2025",
            "1",
            "F05",
            "violation",
            "--date",
            "2025-09-08",
            "--yes",
        )[0]
        == 0
    )
    code, out, _ = office("record", "withdrawal", "170", "--reason", "no foul", "--dry-run")
    assert code == 0
    assert "so far: #170 2025-09-08 FoulRecorded harbour-2025 round 1: F05 violation" in out


def test_without_a_date_it_is_today(office: Shell) -> None:
    assert office("record", "title", "F06", "fide-fm", "--yes")[0] == 0
    assert last(office)["date"] == date.today().isoformat()


# Refused


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("game", "harbour-2025", "3", "2", "F07", "F05", "0-1"), "record: conflict: round 3, board 2"),
        (("game", "harbour-2025", "99", "2", "F07", "F05", "0-1"), "record: "),
        (("game", "harbour-2025", "8", "2", "F07", "F07", "0-1"), "record: "),
        (("game", "harbour-2025", "8", "2", "F07", "nobody at all", "0-1"), "record: second: there is no player"),
        (("game", "harbour-2025", "8", "2", "F07", "F05", "2-1"), "record: result: '2-1' is not a result"),
        (("game", "harbour-2025", "eight", "2", "F07", "F05", "1-0"), "record: round: 'eight' is not a whole number"),
        (("game", "harbour-2025", "8", "2", "F07", "F05", "1-0", "--date", "3/4/2025"), "record: date: 3/4/2025 can"),
        (("player", "F05", "Somebody", "M"), "record: "),
        (("player", "X1", "Somebody", "X"), "record: sex: 'X' is not M or F"),
        (("correction", "harbour-2025", "3", "2", "0-1"), "--reason"),
        (("correction", "harbour-2025", "3", "9", "0-1", "--reason", "x"), "record: "),
        (("withdrawal", "999", "--reason", "x"), "999"),
        (("bye", "harbour-2025", "8", "F05", "lunch"), "record: kind: 'lunch' is not bye, half, leave or absent"),
        (("game", "harbour-2025", "8", "2", "F07"), "record game --help shows the usage"),
        (("gaem",), "record"),
    ],
)  # fmt: skip
def test_what_import_refuses_record_refuses_and_appends_nothing(
    office: Shell, words: Any, told: str
) -> None:
    code, _, said = office("record", *words, "--yes")
    assert (code, told in said) == (2, True), said
    assert last(office)["position"] == "169"


def test_all_problems_are_told_at_once(office: Shell) -> None:
    _, _, said = office("record", "game", "nowhere", "x", "y", "F05", "F06", "9-9", "--yes")
    assert [
        word in said for word in ("tournament", "round: 'x'", "board: 'y'", "result: '9-9'")
    ] == [True] * 4


def test_a_forfeit_is_no_option(office: Shell) -> None:
    """-/+ begins with a hyphen, and is a result all the same."""
    assert office(*GAME[:7], "-/+", *GAME[8:], "--yes")[0] == 0
    assert last(office)["detail"] == "playoff round 1 board 1: F05 -/+ F07"


# Help


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.command)
def test_the_help_of_each_subcommand_fits_80_columns(
    office: Shell, monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = office("record", kind.command, "--help")
    assert code == 0 and kind.says in out
    assert max(map(len, out.splitlines())) <= 80
    assert "--dry-run" in out and "--yes" in out and "STR STR" not in out


def test_every_option_of_a_new_tournament_is_on_record(office: Shell) -> None:
    """One by one: what is typed stands in the event, under the same name."""
    options = {
        "format": "knockout", "event": "team", "standings": "wxf", "place": "Hong Kong", "federation": "HKG",
        "national": "king", "official": True, "hybrid": True, "approved": True, "late_approved": True,
        "rate_all": True, "national_arbiters": 3, "final_after": 5, "series": "open", "edition": 7, "group": "A",
        "date": "2026-01-02", "ref": "letter 9", "note": "moved once", "by": "anna",
    }  # fmt: skip
    typed = []
    for name, value in options.items():
        typed += [f"--{name.replace('_', '-')}", "yes" if value is True else str(value)]
    words = ["new-cup", "New Cup", "2026-03-01", "2026-03-05", "7", "malaysia,cxa-rapid"]
    code, _, said = office(
        "record",
        "tournament",
        *words,
        *typed,
        "--time-control",
        "25+10",
        "--hours-per-day",
        "9",
        "--yes",
    )
    assert code == 0, said
    exported = office("export")[1].splitlines()[-1]
    event = msgspec.json.decode(exported)
    assert {name: event[name] for name in options} == options
    assert event["time_control"] == {"base": 1500, "increment": 10}
    assert event["hours_per_day"] == 9
    assert (event["tournament"], event["name"], event["rounds"]) == ("new-cup", "New Cup", 7)
    assert (event["start"], event["end"], event["rated"]) == (
        "2026-03-01",
        "2026-03-05",
        ["malaysia", "cxa-rapid"],
    )
