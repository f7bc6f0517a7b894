"""Tournament reports: what is read, what is refused and where, what is only told."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, open_log
from ledger.events import (
    ByeRecorded,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    ReportReceived,
    Result,
    TimeControl,
    TitleAwarded,
    TournamentClosed,
    TournamentRegistered,
)
from replay.files import ReadOptions, open_file
from replay.files.dates import read_birth, readings
from replay.files.players import Stranger, made_id
from replay.files.time_control import read_encoded, read_free
from replay.files.trf import ReportReading, read_report
from replay.files.trf.points import NOT_SHOWN

HEADING = """012 Harbour Open
022 Kowloon
032 HKG
042 2024/03/01
052 2024/03/03
092 Individual: Swiss-System
122 90 min + 30 sec/move
132{dates}
"""
DATES = " " * 88 + "24/03/01  24/03/02"


def line(
    number: int, *rounds: str, fide_id: str = "", points: str = "", rank: str = "", **other: str
) -> str:
    """A 001 line for player `number`."""
    name = other.get("name", f"Player{number}, Test")
    return (
        f"001 {number:4} {other.get('sex', 'm'):1}{other.get('title', ''):>3} {name:33} {other.get('rating', ''):>4} "
        f"{other.get('federation', 'HKG'):3} {fide_id or 6000000 + number:>11} {other.get('born', '1990/00/00'):10} "
        f"{points:>4} {rank:>4}  " + "  ".join(rounds)
    )


def report(*players: str, heading: str = HEADING.format(dates=DATES), more: str = "") -> str:
    return heading + "\n".join(players) + "\n" + more


def read(text: str, **options: object) -> ReportReading:
    return read_report(text, "x.trf", ReadOptions(**options))  # type: ignore[arg-type]


def of(reading: ReportReading, kind: type) -> list:
    assert not reading.problems, reading.problems
    return [event for _, event in reading.events if type(event) is kind]


TWO = report(
    line(1, "   2 w 1", points="1.0", rank="1"), line(2, "   1 b 0", points="0.0", rank="2")
)


def test_a_report_becomes_registrations_entries_games_and_a_close() -> None:
    """Players, the tournament, who was entered with which number, what was played when, and the ranking."""
    reading = read(TWO)
    (tournament,) = of(reading, TournamentRegistered)
    assert (tournament.name, tournament.place, tournament.federation) == (
        "Harbour Open",
        "Kowloon",
        "HKG",
    )
    assert (tournament.start, tournament.end, tournament.rounds) == (
        date(2024, 3, 1),
        date(2024, 3, 3),
        2,
    )
    assert tournament.time_control == TimeControl(5400, 30)
    assert [(p.player, p.name, p.sex, p.born) for p in of(reading, PlayerRegistered)] == [
        ("6000001", "Player1, Test", "M", 1990),
        ("6000002", "Player2, Test", "M", 1990),
    ]
    assert [(e.player, e.number) for e in of(reading, PlayerEntered)] == [
        ("6000001", 1),
        ("6000002", 2),
    ]
    (game,) = of(reading, GameRecorded)
    assert (game.round, game.board, game.first, game.second, game.result) == (
        1,
        1,
        "6000001",
        "6000002",
        "1-0",
    )
    assert game.date == date(2024, 3, 1)


def test_an_unfinished_tournament_is_not_closed() -> None:
    """The dates speak of two rounds, the results of one: no close, and a warning says so."""
    reading = read(TWO)
    assert of(reading, TournamentClosed) == []
    assert any("round 1 of 2" in warning.wrong for warning in reading.warnings)


def test_the_ranking_is_that_of_the_rank_column() -> None:
    players = (line(1, "   2 w 0", rank="2"), line(2, "   1 b 1", rank="1"))
    (closed,) = of(
        read(report(*players, heading=HEADING.format(dates=DATES[:-10]))), TournamentClosed
    )
    assert (closed.date, closed.ranking) == (date(2024, 3, 3), ("6000002", "6000001"))


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("w 1", "b 0", Result.FIRST_WINS),
        ("w 0", "b 1", Result.SECOND_WINS),
        ("w =", "b =", Result.DRAW),
        ("w +", "b -", Result.SECOND_ABSENT),
        ("w -", "b +", Result.FIRST_ABSENT),
        ("w -", "b -", Result.BOTH_ABSENT),
        ("- +", "- -", Result.SECOND_ABSENT),
        ("w W", "b L", Result.SECOND_ABSENT),
        ("w l", "b w", Result.FIRST_ABSENT),
    ],
)
def test_every_pair_of_codes_of_a_game(white: str, black: str, result: Result) -> None:
    """Played, forfeited, and of less than one move (never rated, so kept as a forfeit)."""
    (game,) = of(read(report(line(1, f"   2 {white}"), line(2, f"   1 {black}"))), GameRecorded)
    assert (game.first, game.second, game.result) == ("6000001", "6000002", result)
    assert bool(game.note) == (white[0] == "-" or white[-1] in "Wl")


def test_a_draw_of_less_than_one_move_gives_half_points_and_no_rated_game() -> None:
    reading = read(report(line(1, "   2 w D", points="0.5"), line(2, "   1 b D", points="0.5")))
    assert of(reading, GameRecorded) == []
    byes = of(reading, ByeRecorded)
    assert [(bye.player, bye.kind) for bye in byes] == [("6000001", "half"), ("6000002", "half")]
    assert all("less than one move" in bye.note for bye in byes)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("U", "bye"),
        ("F", "bye"),
        ("+", "bye"),
        ("H", "half"),
        ("=", "half"),
        ("Z", "leave"),
        ("-", "absent"),
    ],
)
def test_every_code_without_an_opponent(code: str, kind: str) -> None:
    (bye,) = of(read(report(line(1, f"0000 - {code}"), line(2))), ByeRecorded)
    assert (bye.player, bye.round, bye.kind) == ("6000001", 1, kind)


def test_a_blank_round_says_nothing() -> None:
    reading = read(report(line(1, " " * 8, "   2 w 1"), line(2, " " * 8, "   1 b 0")))
    assert [game.round for game in of(reading, GameRecorded)] == [2]
    assert of(reading, ByeRecorded) == []


def test_a_pairing_without_a_result_is_left_out_and_told() -> None:
    reading = read(report(line(1, "   2 w  "), line(2, "   1 b  "), more="142 3\n"))
    assert of(reading, GameRecorded) == []
    assert any("no result yet" in warning.wrong for warning in reading.warnings)


REFUSED = {
    "the two halves do not agree on the result": (line(1, "   2 w 1"), line(2, "   1 b 1")),
    "both have the same colour": (line(1, "   2 w 1"), line(2, "   1 w 0")),
    "a game that was played has colours": (line(1, "   2 - 1"), line(2, "   1 - 0")),
    "meets number 3, who is not in the file": (line(1, "   3 w 1"), line(2)),
    "whose line says nobody": (line(1, "   2 w 1"), line(2)),
    "whose line says number 3": (line(1, "   2 w 1"), line(2, "   3 b 0"), line(3, "   2 w 1")),
    "plays himself": (line(1, "   1 w 1"), line(2)),
    "'H' is no result of a game with an opponent": (line(1, "   2 w H"), line(2, "   1 b H")),
    "has a colour but no opponent": (line(1, "0000 w U"), line(2)),
    "has 'X' without an opponent": (line(1, "0000 - X"), line(2)),
    "starting number 1 twice": (line(1), line(1, fide_id="77")),
    "are both player '77'": (line(1, fide_id="77"), line(2, fide_id="77")),
    "is not in its columns": (line(1, "  2 w 1 "), line(2, "   1 b 0")),
    "the columns are shifted": (line(1).replace("  6000001", "   6000001"), line(2)),
    "is not a whole number": (line(1, "  zz w 1"), line(2)),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_contradictions_are_refused_with_line_and_column(wrong: str) -> None:
    """Nothing of such a report is used; the message says where it stands and shows the line."""
    reading = read(report(*REFUSED[wrong], more="142 2\n"))
    assert reading.events == []
    problem = next(problem for problem in reading.problems if wrong in problem.wrong)
    name, line_number, column = problem.place.split(":")
    assert name == "x.trf" and int(line_number) > 8 and int(column) > 0
    assert "001" in problem.excerpt or "…" in problem.excerpt


def test_two_halves_that_disagree_are_both_shown() -> None:
    reading = read(report(line(1, "   2 w 1"), line(2, "   1 b =")))
    (problem,) = reading.problems
    assert problem.place.startswith("x.trf:9:")
    assert "x.trf:10:" in problem.excerpt


def test_points_that_do_not_add_up_are_told_and_not_refused() -> None:
    reading = read(report(line(1, "   2 w 1", points="2.5"), line(2, "   1 b 0", points="0.0")))
    assert of(reading, GameRecorded)
    assert any(
        "has 2.5 points, his results give 1.0" in warning.wrong for warning in reading.warnings
    )


WIN_DRAW = (
    line(1, "   2 w 1", "0000 - U", points="6.0"),
    line(2, "   1 b 0", "   3 w =", points="1.0"),
    line(3, "0000 - H", "   2 b =", points="2.0"),
)


def worth(reading: ReportReading) -> list[tuple]:
    (tournament,) = of(reading, TournamentRegistered)
    return [
        (each.outcome, str(each.points), each.round, each.players)
        for each in tournament.points or ()
    ]


def test_line_162_gives_the_points_of_a_result() -> None:
    """Three points for a win, one for a draw, and what goes with them: a walkover and a bye, a half-point bye."""
    reading = read(report(*WIN_DRAW, more="162  W 3.0    D 1.0    L 0.0\n"))
    assert not any("points" in warning.wrong for warning in reading.warnings)
    assert worth(reading) == [
        (outcome, points, None, None)
        for outcome, points in (
            ("win", "3"),
            ("draw", "1"),
            ("walkover", "3"),
            ("bye", "3"),
            ("half", "1"),
        )
    ]


def test_usual_points_are_not_kept() -> None:
    assert worth(read(TWO + "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0\n")) == []


def test_a_pairing_engines_points_are_kept_also_where_they_depend_on_the_colour() -> None:
    """A win as black is worth 1½: said for the round and the player who had it."""
    players = (
        line(1, "   2 w 1", "   2 b 1", points="2.5"),
        line(2, "   1 b 0", "   1 w 0", points="0.0"),
    )
    reading = read(report(*players, more="XXS WW=1.0 BW=1.5\n"))
    assert worth(reading) == [("win", "1.5", 2, ("6000001",))]
    assert not any("points" in warning.wrong for warning in reading.warnings)


def test_a_full_point_bye_is_worth_a_win_where_the_pairing_bye_is_not() -> None:
    players = (line(1, "0000 - U", "0000 - F", points="1.5"), line(2))
    assert worth(read(report(*players, more="162  W 1.0    P 0.5\n"))) == [
        ("bye", "0.5", None, None),
        ("bye", "1", 2, ("6000001",)),
    ]


@pytest.mark.parametrize(
    ("text", "kept", "total"),
    [
        ("299          -1.0    1    1", ("extra", "-1", 1, ("6000001",)), "0.0"),
        ("299 W         2.0   1    1    2", ("win", "2", 1, ("6000001", "6000002")), "2.0"),
        ("299 W       2.0   1    1    2", ("win", "2", 1, ("6000001", "6000002")), "2.0"),
        ("299 W         0.0", ("win", "0", None, None), "0.0"),
    ],
)
def test_line_299_gives_abnormal_points(text: str, kept: tuple, total: str) -> None:
    """A penalty of a point in round 1; two points for two players' wins; nothing for a win of anybody."""
    players = (line(1, "   2 w 1", points=total), line(2, "   1 b 0", points="0.0"))
    reading = read(report(*players, more=f"{text}\n"))
    assert worth(reading) == [kept]
    assert not any("points" in warning.wrong for warning in reading.warnings)


def test_of_two_lines_299_the_last_that_fits_counts() -> None:
    """A win of anybody is worth two points; that of number 1 in round 1 only half a one."""
    players = (line(1, "   2 w 1", points="0.5"), line(2, "   1 b 0", points="0.0"))
    reading = read(report(*players, more="299 W         2.0\n299 W         0.5   1    1\n"))
    assert worth(reading)[1] == ("win", "0.5", 1, ("6000001",))
    assert not any("points" in warning.wrong for warning in reading.warnings)


def test_a_colour_of_one_half_says_who_is_first_and_a_womans_title_does_not_say_who_is_a_woman() -> (
    None
):
    """Number 2 did not come and was to have white, as his own line says; number 1 is a man, whatever his title."""
    players = (line(1, "   2 - +", title="wf"), line(2, "   1 w -"))
    told = [event for _, event in read(report(*players)).events]
    (game,) = [event for event in told if isinstance(event, GameRecorded)]
    assert (game.first, game.second) == ("6000002", "6000001")
    assert {event.sex for event in told if isinstance(event, PlayerRegistered)} == {"M"}


@pytest.mark.parametrize(
    "text",
    [
        "162  D 0.3",
        "299 Q         1.0   1    1",
        "299 W         0.3   1    1",
        "299 W",
        "299 W         1.0   x    1",
    ],
)
def test_points_that_cannot_be_counted_with_are_told(text: str) -> None:
    reading = read(TWO + f"{text}\n")
    assert worth(reading) == []
    assert sum("not counted with" in warning.wrong for warning in reading.warnings) == 1


def test_in_a_team_event_line_299_speaks_of_teams() -> None:
    reading = read(TWO.replace("Individual", "Team") + "299 +  2.0  2.5   1    1\n")
    assert worth(reading) == []
    assert not [warning.wrong for warning in reading.warnings if "points" in warning.wrong]


# byes that only the points tell


BLANK = " " * 8


def blank_rounds(points: str, *rounds: str, more: str = "") -> tuple[list[tuple[int, str]], bool]:
    """(round, kind) of the byes found for number 1, and whether his points are told as wrong."""
    answers = {"   2 w 1": "   1 b 0", "   2 w =": "   1 b =", "   2 w  ": "   1 b  "}
    other = line(2, *(answers.get(each, "0000 - Z") for each in rounds))
    reading = read(report(line(1, *rounds, points=points), other, more=more))
    byes = [
        event
        for event in of(reading, ByeRecorded)
        if event.player == "6000001" and NOT_SHOWN in (event.note or "")
    ]
    told = any("number 1 has" in warning.wrong for warning in reading.warnings)
    return [(bye.round, bye.kind) for bye in byes], told


@pytest.mark.parametrize(
    ("points", "rounds", "byes"),
    [
        ("2.0", ("   2 w 1", BLANK), [(2, "bye")]),
        ("1.5", ("   2 w 1", BLANK), [(2, "half")]),
        ("1.0", ("   2 w 1", BLANK), []),
        ("0.5", (BLANK, "0000 - Z"), [(1, "half")]),
        ("3.0", ("   2 w 1", BLANK, BLANK), [(2, "bye"), (3, "bye")]),
    ],
)
def test_a_blank_round_is_the_bye_it_must_be(
    points: str, rounds: tuple[str, ...], byes: list
) -> None:
    """Irish reports and Swiss-Manager leave byes blank: the points say what they were."""
    assert blank_rounds(points, *rounds) == (byes, False)


@pytest.mark.parametrize(
    ("points", "rounds"),
    [
        ("2.0", ("   2 w 1", BLANK, BLANK)),  # a bye in one of two rounds, or half a point in both
        ("1.5", ("   2 w 1", BLANK, BLANK)),  # half a point, in one of two rounds
        ("2.5", ("   2 w 1", BLANK)),  # more than a bye
        ("0.5", ("   2 w 1", BLANK)),  # less than the results give
        ("2.0", ("   2 w 1", "   2 w =")),  # no blank round
        ("2.0", ("   2 w 1", "   2 w  ", BLANK)),  # a game without a result may be the reason
    ],
)
def test_points_that_blank_rounds_do_not_explain_are_told(
    points: str, rounds: tuple[str, ...]
) -> None:
    assert blank_rounds(points, *rounds) == ([], True)


def test_blank_rounds_are_explained_by_the_reports_own_points() -> None:
    assert blank_rounds("6.0", "   2 w 1", BLANK, more="162  W 3.0    D 1.0\n") == (
        [(2, "bye")],
        False,
    )
    assert blank_rounds("4.0", "   2 w 1", BLANK, more="162  W 3.0    D 1.0\n") == (
        [(2, "half")],
        False,
    )


def test_points_of_240_lines_are_counted() -> None:
    assert blank_rounds("1.5", "   2 w 1", BLANK, more="240 H   2    1\n142 2\n")[1] is False


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
def test_line_ends_and_encodings(tmp_path: Path, end: str, encoding: str) -> None:
    file = tmp_path / "a.trf"
    file.write_bytes(
        report(line(1, name="Grünberg, Éva", sex="w"), more="142 1\n")
        .replace("\n", end)
        .encode(encoding)
    )
    (player,) = (item.event for item in open_file(file) if type(item.event) is PlayerRegistered)
    assert (player.name, player.sex, player.player) == ("Grünberg, Éva", "F", "6000001")


def test_columns_counted_in_bytes_are_understood() -> None:
    """Some programs pad names by bytes: every later column is then two places early."""
    text = line(1, "0000 - U", name="Grünberg, Éva".ljust(31))
    (player,) = of(read(report(text)), PlayerRegistered)
    assert (player.name, player.federation, player.player) == ("Grünberg, Éva", "HKG", "6000001")


@pytest.mark.parametrize(
    ("text", "ymd", "dmy", "mdy"),
    [
        ("2005/07/08", date(2005, 7, 8), date(2005, 7, 8), date(2005, 7, 8)),
        ("2005-7-8", date(2005, 7, 8), date(2005, 7, 8), date(2005, 7, 8)),
        ("20050708", date(2005, 7, 8), date(2005, 7, 8), date(2005, 7, 8)),
        ("May 29, 2020", date(2020, 5, 29), date(2020, 5, 29), date(2020, 5, 29)),
        ("29 September 2020", date(2020, 9, 29), date(2020, 9, 29), date(2020, 9, 29)),
        ("29-Sep-2020", date(2020, 9, 29), date(2020, 9, 29), date(2020, 9, 29)),
        ("28. 07. 2005", None, date(2005, 7, 28), None),
        ("08.07.2005", None, date(2005, 7, 8), None),
        ("08/07/2005", None, date(2005, 7, 8), date(2005, 8, 7)),
        ("09/24/2010", None, None, date(2010, 9, 24)),
        ("05/07/08", date(2005, 7, 8), date(2008, 7, 5), date(2008, 5, 7)),
        ("10.09.13", date(2010, 9, 13), date(2013, 9, 10), None),
        ("2005/02/30", None, None, None),
        ("Mayday 32, 2020", None, None, None),
        ("spring", None, None, None),
    ],
)
def test_what_a_date_is_in_each_form(
    text: str, ymd: date | None, dmy: date | None, mdy: date | None
) -> None:
    found = readings(text)
    assert (found.get("ymd"), found.get("dmy"), found.get("mdy")) == (ymd, dmy, mdy)


def dated(start: str, end: str, *rounds: str, **options: object) -> ReportReading:
    """A report with these dates and as many rounds."""
    heading = (
        f"012 Cup\n042 {start}\n052 {end}\n"
        + "132".ljust(91)
        + "".join(each.ljust(10) for each in rounds)
    )
    cells = ["0000 - U"] * max(1, len(rounds))
    return read(report(line(1, *cells), line(2), heading=heading + "\n"), **options)


def days(reading: ReportReading) -> list[str]:
    """Start, end, rounds."""
    (tournament,) = of(reading, TournamentRegistered)
    return [
        str(day)
        for day in (
            tournament.start,
            tournament.end,
            *(bye.date for bye in of(reading, ByeRecorded)),
        )
    ]


@pytest.mark.parametrize(
    "written",
    [
        ("2010/09/11", "2010/09/13", "10.09.11", "10.09.12", "10.09.13"),
        ("2010/09/11", "2010/09/13", "10/09/11", "10/09/12", "10/09/13"),
        ("2010/09/11", "2010/09/13", "11/09/10", "12/09/10", "13/09/10"),
        ("11/09/2010", "13/09/2010", "10/09/11", "10/09/12", "10/09/13"),
        ("09/11/2010", "09/13/2010", "10/09/11", "10/09/12", "10/09/13"),
        ("11.09.10", "13.09.10", "11.09.10", "12.09.10", "13.09.10"),
        ("10.09.11", "10.09.13", "10.09.11", "10.09.12", "10.09.13"),
        ("Sep 11, 2010", "Sep 13, 2010", "10.09.11", "10.09.12", "10.09.13"),
    ],
)
def test_the_form_of_dates_is_the_one_in_which_start_end_and_rounds_agree(
    written: tuple[str, ...],
) -> None:
    """Irish reports write 10.09.11 for 11 September 2010; read day first, the rounds would be years away."""
    reading = dated(*written)
    assert days(reading) == ["2010-09-11", "2010-09-13", "2010-09-11", "2010-09-12", "2010-09-13"]


def test_a_round_with_a_slip_of_the_pen_does_not_change_the_form() -> None:
    reading = dated("2010/09/11", "2010/09/13", "10/09/11", "10/10/12", "10/09/13")
    assert days(reading)[2:] == ["2010-09-11", "2010-10-12", "2010-09-13"]


def test_dates_that_agree_in_two_forms_are_asked_for() -> None:
    """5 to 7 March, or 3 May to 3 July: both are tournaments."""
    (problem,) = dated("05/03/2024", "07/03/2024").problems
    assert problem.place == "x.trf:2:5"
    assert (
        problem.wrong
        == "'05/03/2024' can be 2024-03-05 (dmy) or 2024-05-03 (mdy), and nothing in the file says which"
    )
    assert problem.remedy == "say it with --dates dmy or mdy"
    assert days(dated("05/03/2024", "07/03/2024", dates="dmy"))[:2] == ["2024-03-05", "2024-03-07"]
    assert days(dated("05/03/2024", "07/03/2024", dates="mdy"))[:2] == ["2024-05-03", "2024-07-03"]


def test_one_day_in_short_dates_is_asked_for() -> None:
    (problem,) = dated("10.09.11", "10.09.11", "10.09.11").problems
    assert problem.remedy == "say it with --dates ymd or dmy"
    for form, day in (("ymd", "2010-09-11"), ("dmy", "2011-09-10")):
        assert set(days(dated("10.09.11", "10.09.11", "10.09.11", dates=form))) == {day}


def test_the_form_told_is_that_of_the_dates_which_need_it() -> None:
    """Told `dmy` for the heading, the rounds stay year first: only so do they lie within."""
    reading = dated("05/03/2024", "05/03/2024", "24/03/05", dates="dmy")
    assert set(days(reading)) == {"2024-03-05"}


def test_no_question_is_asked_where_every_form_gives_the_same_days() -> None:
    assert set(days(dated("05/05/2024", "05/05/2024", "05/05/24"))) == {"2024-05-05"}


def test_rounds_of_a_report_that_follows_the_standard_are_year_first_where_another_form_fits_too() -> (
    None
):
    """A season in autumn 2009: 09/11/09 might be 11 September, but the standard says 9 November."""
    reading = dated("2009/09/01", "2009/11/30", "09/09/09", "09/11/09")
    assert days(reading)[2:] == ["2009-09-09", "2009-11-09"]


def test_lichess_writes_the_month_as_a_word() -> None:
    assert days(dated("May 29, 2020", "May 29, 2020"))[:2] == ["2020-05-29", "2020-05-29"]


def test_birth_dates_of_a_report_have_one_form_too() -> None:
    """A day beyond 12 tells it for all; where nothing tells it, the year is kept and the rest told."""
    some = (line(1, "0000 - U", born="03/04/1990"), line(2, born="31/12/1980"))
    assert [p.born for p in of(read(report(*some)), PlayerRegistered)] == [
        date(1990, 4, 3),
        date(1980, 12, 31),
    ]
    reading = read(report(line(1, "0000 - U", born="03/04/1990"), line(2, born="31.12.80")))
    assert [p.born for p in of(reading, PlayerRegistered)] == [1990, None]
    told = [warning.wrong for warning in reading.warnings]
    assert any(
        "1 birth dates can be day first or month first: the year alone is taken" in each
        for each in told
    )
    assert any("birth date '31.12.80' is not a date" in each for each in told)


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1978/00/00", 1978),
        ("1969.12.06", date(1969, 12, 6)),
        ("1978", 1978),
        ("", None),
        ("0000/00/00", None),
    ],
)
def test_birth_dates(text: str, born: date | int | None) -> None:
    assert read_birth(text) == born


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("90+30", TimeControl(5400, 30)),
        ("90'+30\"", TimeControl(5400, 30)),
        ("90 min + 30 sec", TimeControl(5400, 30)),
        ("5400+30", TimeControl(5400, 30)),
        ("60 min", TimeControl(3600, 0)),
        ("40/6000+30:900+30", TimeControl(6900, 30, 40)),
        ("40/120, 60", None),
        ("moves/time, increment", None),
        ("400+5", None),
        ("", None),
    ],
)
def test_time_controls_in_words_only_where_unmistakable(
    text: str, control: TimeControl | None
) -> None:
    assert read_free(text) == control


def test_encoded_time_controls_are_in_seconds() -> None:
    assert read_encoded("180+2") == TimeControl(180, 2)
    assert read_encoded("40/6000+30:900+30") == TimeControl(6900, 30, 40)
    assert read_encoded("W300-B240") is None
    assert read_encoded("40/7200:20/3600:1800") is None, "the last period begins after move 60"


def test_round_dates_stand_in_columns_or_one_after_the_other() -> None:
    for dates in (DATES, " 01.03.24 02.03.24", " 2024/03/01  2024/03/02"):
        players = (line(1, "   2 w 1", "   2 b 1"), line(2, "   1 b 0", "   1 w 0"))
        reading = read(report(*players, heading=HEADING.format(dates=dates)))
        assert [game.date.day for game in of(reading, GameRecorded)] == [1, 2], dates


def test_without_round_dates_the_start_is_taken_and_noted() -> None:
    players = (line(1, "   2 w 1"), line(2, "   1 b 0"))
    (game,) = of(read(report(*players, heading=HEADING.format(dates=""))), GameRecorded)
    assert game.date == date(2024, 3, 1)
    assert "date of the round not in the report" in game.note


def test_registration_date_and_schemes_are_told_or_noted() -> None:
    (default,) = of(
        read(TWO, scheme_of_fide_list={"standard": "fide-standard"}.get), TournamentRegistered
    )
    assert (default.date, default.rated) == (date(2024, 1, 31), ("fide-standard",))
    assert "not in the report" in default.note
    (told,) = of(
        read(TWO, registered=date(2024, 2, 1), rated=("a,b",), tournament="T"), TournamentRegistered
    )
    assert (told.date, told.rated, told.tournament, told.note) == (
        date(2024, 2, 1),
        ("a", "b"),
        "T",
        None,
    )


def test_the_day_of_receipt_becomes_an_event_of_its_own() -> None:
    (received,) = of(read(TWO, received=date(2024, 4, 1)), ReportReceived)
    assert received.date == date(2024, 4, 1)


def test_teams_come_from_013_and_310_lines() -> None:
    old = "013 Lions                              1    2\n"
    new = f"310   1 {'Tigers':32} {'':5} {'':6} {'':6} {'':6} {'':3}     1    2\n"
    both = (line(1, "0000 - +"), line(2, "0000 - +"))
    assert {entry.team for entry in of(read(report(*both, more=old)), PlayerEntered)} == {"Lions"}
    assert {entry.team for entry in of(read(report(*both, more=old + new)), PlayerEntered)} == {
        "Tigers"
    }


def team(number: int, match: str, game: str, members: str) -> str:
    return f"310 {number:3} {f'Team {number}':32} {'':5} {'':6} {match:>6} {game:>6} {'':3}  {members}\n"


def test_match_points_and_game_points_of_teams_are_summed_up() -> None:
    """Two boards. A match of 1½ : ½ and a half-point bye; a forfeit won; a bye of the pairing and a forfeit lost."""
    players = (
        line(1, "   3 w 1", points="1.0"), line(2, "   4 b =", points="0.5"),
        line(3, "   1 b 0", "0000 - +", points="1.0"), line(4, "   2 w =", "0000 - +", points="1.5"),
        line(5, "0000 -  ", "0000 -  ", points="0.0"), line(6, "0000 -  ", "0000 -  ", points="0.0"),
    )  # fmt: skip
    more = "142 2\n192 FIDE_TEAM_BAKU\n352 WB\n362 TW 2.0   TD 1.0   TL 0.0\n"
    more += "240 H   2    1\n320  1.0  1.0   3\n330 +-   2   2   3\n"
    teams = (
        team(1, "3.0", "2.5", "   1    2"),
        team(2, "2.0", "2.5", "   3    4"),
        team(3, "1.0", "1.0", "   5    6"),
    )
    right = read(report(*players, more=more + "".join(teams)))
    assert not any("match points" in warning.wrong for warning in right.warnings)
    wrong = read(report(*players, more=more + "".join(teams).replace("3.0", "4.0")))
    (told,) = [warning.wrong for warning in wrong.warnings if "match points" in warning.wrong]
    assert told == ("team 1 has 4.0 match points and 2.5 game points, its results give 3.0 and 2.5")


def abnormal(kind: str, match: str, game: str = "", round_: str = "", number: str = "") -> str:
    """A line 299 of a team event, in the columns of TRF26."""
    return f"299 {kind}  {match:>4}  {game:>4}  {round_:>3} {number:>4}".rstrip() + "\n"


def three_teams(*told: tuple[str, str], more: str) -> list[str]:
    """What is said of match points where team 1 won 2 : 0, then team 2 by forfeit of team 3."""
    players = (
        line(1, "   3 w 1", points="1.0"), line(2, "   4 b 1", points="1.0"),
        line(3, "   1 b 0", "   5 w +", points="1.0"), line(4, "   2 w 0", "   6 b +", points="1.0"),
        line(5, "0000 -  ", "   3 b -", points="0.0"), line(6, "0000 -  ", "   4 w -", points="0.0"),
    )  # fmt: skip
    members = ("   1    2", "   3    4", "   5    6")
    teams = [
        team(n, *score, who) for n, (score, who) in enumerate(zip(told, members, strict=True), 1)
    ]
    reading = read(report(*players, more="142 2\n192 FIDE_TEAM_BAKU\n" + more + "".join(teams)))
    return [warning.wrong for warning in reading.warnings if "points" in warning.wrong]


def test_abnormal_points_of_teams_are_counted() -> None:
    """A win worth 3 and 2½ in round 1, forfeits that leave a point, a point taken from team 2."""
    usual = (("2.0", "2.0"), ("2.0", "2.0"), ("0.0", "0.0"))
    assert three_teams(*usual, more="") == []
    more = (
        abnormal("W", "3.0", "2.5", "1", "1")
        + abnormal("-", "1.0")
        + abnormal(" ", "-1.0", number="2")
    )
    assert three_teams(("3.0", "2.5"), ("1.0", "2.0"), ("1.0", "0.0"), more=more) == []
    assert three_teams(*usual, more=more) == [
        "team 1 has 2.0 match points and 2.0 game points, its results give 3.0 and 2.5",
        "team 2 has 2.0 match points and 2.0 game points, its results give 1.0 and 2.0",
        "team 3 has 0.0 match points and 0.0 game points, its results give 1.0 and 0.0",
    ]


def test_who_forfeits_a_match_on_all_boards_has_not_won_it() -> None:
    """The win of line 299 is that of a played match; a forfeit won has a sign of its own."""
    more = abnormal("W", "5.0") + abnormal("+", "4.0")
    assert three_teams(("5.0", "2.0"), ("4.0", "2.0"), ("0.0", "0.0"), more=more) == []


@pytest.mark.parametrize(
    "text", ["299 Q  1.0", "299 W  0.3", "299 W", "299 W  1.0   x", "299 W  1.0            x"]
)
def test_abnormal_points_of_teams_that_cannot_be_read_are_told(text: str) -> None:
    told = three_teams(("2.0", "2.0"), ("2.0", "2.0"), ("0.0", "0.0"), more=f"{text}\n")
    assert len(told) == 1 and "not counted with" in told[0]


def test_byes_of_240_lines_count_for_players_of_an_individual_event() -> None:
    reading = read(report(line(1), line(2), more="142 2\n240 H   1    2\n"))
    assert [(bye.player, bye.kind, bye.round) for bye in of(reading, ByeRecorded)] == [
        ("6000002", "half", 1)
    ]


def test_titles_of_new_players_are_awarded() -> None:
    (title,) = of(read(report(line(1, "0000 - U", title="WG", sex="w"), line(2))), TitleAwarded)
    assert (title.player, title.title) == ("6000001", "fide-wgm")


def test_extensions_and_unknown_lines_are_named() -> None:
    reading = read(TWO + "XXZ 22\nXXA 1 2\nFRA   14 m  A Someone\nabc remark\n")
    told = " ".join(warning.wrong for warning in reading.warnings)
    assert (
        "extensions of a pairing engine, kept for reports and not used: 'XXA'" in told
        and "'XXZ'" in told
    )
    assert "national ratings, kept for reports and not used: 'FRA'" in told
    assert "lines of no known code, kept for reports and not used: 'abc'" in told
    registered = next(e for _, e in reading.events if isinstance(e, TournamentRegistered))
    assert "abc remark" in (registered.report or ())


def test_a_national_rating_whose_number_is_no_number_is_a_line_of_no_known_code() -> None:
    """It is kept as it stands, and nobody looks for its player."""
    reading = read(TWO + "FRA    ² m  A Someone\n")
    (tournament,) = of(reading, TournamentRegistered)
    assert tournament.report == ("FRA    ² m  A Someone",)
    assert "lines of no known code, kept for reports and not used: 'FRA'" in " ".join(
        warning.wrong for warning in reading.warnings
    )


def test_points_are_half_points_that_a_report_has_room_for() -> None:
    """Others are told and not counted with."""
    for value in ("0.501", "1000", "9" * 5000):
        reading = read(TWO + f"162  W {value}\n")
        assert any(
            "points for W are no half points" in warning.wrong for warning in reading.warnings
        ), value


def test_what_the_ledger_has_no_field_for_is_kept_with_the_tournament() -> None:
    """Arbiters, the pairing system, national ratings; not what we would write just so, and no comments."""
    more = "XXC white1\nFRA    1 m  A Someone\n112 Second\n112 First\n102 Chief\n202 BH,DE\n### remark\nabc remark\n"
    text = TWO.replace(
        "092 Individual: Swiss-System", "092 Individual: Swiss-System Dutch (JaVaFo)"
    )
    (tournament,) = of(read(text + more), TournamentRegistered)
    assert tournament.report == (
        "092 Individual: Swiss-System Dutch (JaVaFo)", "102 Chief", "112 Second", "112 First",
        "FRA    1 m  A Someone", "abc remark", "XXC white1",
    )  # fmt: skip
    (plain,) = of(read(TWO), TournamentRegistered)
    assert plain.report is None


def test_a_kept_line_is_made_fit_for_the_log() -> None:
    """A tab would make the whole report unfit; a line of thousands of letters is left out and told."""
    reading = read(TWO + "102 Chief\tArbiter\n112 " + "x" * 3000 + "\n")
    (tournament,) = of(reading, TournamentRegistered)
    assert tournament.report == ("102 Chief Arbiter",)
    assert any(
        "a line of 3004 characters is not kept" in warning.wrong for warning in reading.warnings
    )


def test_ratings_of_the_report_are_kept_with_the_entries() -> None:
    players = (line(1, "0000 - U", rating="2400"), line(2, rating="x"))
    reading = read(report(*players))
    assert [entry.rating for entry in of(reading, PlayerEntered)] == [2400, None]
    assert any("rating 'x' is not a number" in warning.wrong for warning in reading.warnings)


@pytest.mark.parametrize(("missing", "option"), [("012", "--event-name"), ("042", "--start")])
def test_a_report_without_name_or_start_is_refused(missing: str, option: str) -> None:
    text = "\n".join(each for each in TWO.split("\n") if not each.startswith(missing))
    assert any(option in problem.remedy for problem in read(text).problems)


def test_an_end_before_the_start_is_refused() -> None:
    reading = read(TWO.replace("052 2024/03/03", "052 2024/02/03"))
    assert "before the start" in reading.problems[0].wrong
    assert reading.problems[0].place == "x.trf:5:5"


# who is who

STRANGERS = report(
    line(1, "   2 w 1", fide_id="0", name="Chan, Siu Ming"),
    line(2, "   1 b 0"),
    line(3, "0000 - -", fide_id="0", name="no show"),
)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_player_without_a_number_is_refused_and_never_guessed(file: Any) -> None:
    with open_log(":memory:") as log, pytest.raises(LedgerError) as refused:
        log.append(open_file(file("a.trf", STRANGERS), ReadOptions(), log))
    assert [problem.place.split(":")[-2:] for problem in refused.value.problems] == [
        ["9", "58"],
        ["11", "58"],
    ]
    assert "--write-players" in str(refused.value)


def test_a_decision_file_is_written_filled_in_and_read(file: Any, tmp_path: Path) -> None:
    """`new` gets an id made of federation, year and name; `skip` leaves a dummy out."""
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 2 players"):
        read(STRANGERS, write_players=form)
    assert "new" in form.read_text()
    form.write_text(
        'name,federation,born,player,action\n"Chan, Siu Ming",HKG,1990,,new\nno show,HKG,1990,,skip\n'
    )
    reading = read(STRANGERS, players=form)
    made = made_id(Stranger(1, "Chan, Siu Ming", "HKG", 1990))
    assert [player.player for player in of(reading, PlayerRegistered)] == [made, "6000002"]


DOUBLE = report(
    line(1, "   2 w 1", fide_id="77", name="Chan, Siu Ming"),
    line(2, "   1 b 0"),
    line(3, "0000 - Z", fide_id="77", name="Chan, Siu Ming"),
)


def test_an_id_entered_twice_the_second_time_without_games_may_be_skipped(tmp_path: Path) -> None:
    """The message says so, and the form has the row that leaves him out."""
    (problem,) = read(DOUBLE).problems
    assert problem.place == "x.trf:11:58"
    assert "number 3 has no games" in problem.remedy and "--write-players" in problem.remedy
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 1 player"):
        read(DOUBLE, write_players=form)
    assert form.read_text().splitlines()[1].startswith('3,"Chan, Siu Ming",HKG,1990,skip,')
    reading = read(DOUBLE, players=form)
    assert [(entry.number, entry.player) for entry in of(reading, PlayerEntered)] == [
        (1, "77"),
        (2, "6000002"),
    ]
    assert of(reading, ByeRecorded) == []


def test_an_id_entered_twice_with_games_both_times_is_refused_without_that_offer(
    tmp_path: Path,
) -> None:
    played = report(
        line(1, "   2 w 1", fide_id="77"),
        line(2, "   1 b 0", "   3 w 1"),
        line(3, BLANK, "   2 b 0", fide_id="77"),
    )
    (problem,) = [each for each in read(played).problems if "both player" in each.wrong]
    assert problem.remedy == "one of them is not"


@pytest.mark.parametrize(
    ("name", "federation", "born", "made"),
    [
        ("Li, Na", "CHN", 1990, "chn-1990-li-na"),
        ("An", "", None, "an"),
        ("陈大文", "HKG", 1990, "hkg-1990-陈大文"),
    ],
)
def test_a_short_id_says_federation_year_and_name(
    name: str, federation: str, born: int | None, made: str
) -> None:
    assert made_id(Stranger(1, name, federation, born)) == made


def test_made_ids_fit_the_formats_we_write_and_tell_people_apart() -> None:
    """14 characters, the same for the same person, another one for somebody with another year."""
    names = (
        "Chan, Siu Ming",
        "Chan, Siu Man",
        "Wolfeschlegelsteinhausenbergerdorff, Hubert",
        "欧阳" * 20,
        "A" * 150,
    )
    made = {
        (name, year): made_id(Stranger(1, name, "HKG", year))
        for name in names
        for year in (1990, 1991)
    }
    assert all(0 < len(player) <= 14 for player in made.values())
    assert len(set(made.values())) == len(made)
    assert made["Chan, Siu Ming", 1990] == made_id(
        Stranger(7, "Chan, Siu Ming", "HKG", date(1990, 3, 4))
    )
    assert made["Chan, Siu Ming", 1990].startswith("chan-s")


def test_a_long_id_that_an_older_version_made_is_kept(file: Any) -> None:
    old = PlayerRegistered(
        date=date(2020, 1, 1), player="hkg-1990-chan-siu-ming", name="Chan, Siu Ming", sex="M"
    )
    form = file(
        "map.csv",
        'name,federation,born,player,action\n"Chan, Siu Ming",HKG,1990,,new\nno show,HKG,1990,,skip\n',
    )
    with open_log(":memory:") as log:
        log.append([old])
        log.append(open_file(file("a.trf", STRANGERS), ReadOptions(players=form), log))
        games = [event for _, event in log.read() if type(event) is GameRecorded]
    assert games[0].first == "hkg-1990-chan-siu-ming"


def test_a_player_with_games_cannot_be_skipped(file: Any) -> None:
    form = file(
        "map.csv",
        'name,federation,born,player,action\n"Chan, Siu Ming",HKG,1990,,skip\nno show,HKG,1990,x,\n',
    )
    assert "but has games" in read(STRANGERS, players=form).problems[0].wrong


def test_candidates_of_the_same_name_are_offered_and_not_taken(file: Any, tmp_path: Path) -> None:
    known = PlayerRegistered(date=date(2020, 1, 1), player="HK7", name="Siu Ming Chan", sex="M")
    form = tmp_path / "map.csv"
    with open_log(":memory:") as log:
        log.append([known])
        with pytest.raises(LedgerError):
            log.append(open_file(file("a.trf", STRANGERS), ReadOptions(write_players=form), log))
    assert "HK7 = Siu Ming Chan" in form.read_text()
    assert "HKG,1990,,," in form.read_text(), "no decision is made for the user"


def test_bad_rows_of_a_decision_file_are_named(file: Any) -> None:
    form = file("map.csv", "name,player,action\nA,1,perhaps\nB,2,\nB,3,\n")
    with pytest.raises(LedgerError) as refused:
        read(STRANGERS, players=form)
    assert [problem.place[-1] for problem in refused.value.problems] == ["2", "4"]


# in the log


def test_the_same_report_twice_appends_nothing_even_under_another_name(file: Any) -> None:
    with open_log(":memory:") as log:
        first = log.append(open_file(file("a.trf", TWO), ReadOptions(), log))
        again = log.append(open_file(file("a.trf", TWO), ReadOptions(), log))
        renamed = log.append(open_file(file("b.trf", TWO), ReadOptions(), log))
    assert first.appended == 6
    assert again.appended == renamed.appended == 0


def test_a_report_may_come_round_by_round(file: Any) -> None:
    """The second file has one round more: only what is new is appended."""
    later = report(
        line(1, "   2 w 1", "   2 b =", rank="1"), line(2, "   1 b 0", "   1 w =", rank="2")
    )
    with open_log(":memory:") as log:
        log.append(open_file(file("a.trf", TWO), ReadOptions(), log))
        done = log.append(open_file(file("b.trf", later), ReadOptions(), log))
        kinds = [type(event).__name__ for _, event in log.read(after=done.first - 1)]
    assert kinds == ["GameRecorded", "TournamentClosed"]


def test_a_tournament_registered_beforehand_keeps_its_registration(file: Any) -> None:
    """The office registers, the arbiter reports: the registration and its schemes hold, differences are told."""
    told = []
    beforehand = TournamentRegistered(
        date=date(2024, 1, 5), tournament="cup", name="Harbour Open", start=date(2024, 3, 1), end=date(2024, 3, 4),
        rounds=1, rated=("malaysia",), official=True,
    )  # fmt: skip
    text = report(
        line(1, "   2 w 1"), line(2, "   1 b 0"), heading=HEADING.format(dates=DATES[:-10])
    )
    with open_log(":memory:") as log:
        log.append([beforehand])
        log.append(
            open_file(file("a.trf", text), ReadOptions(tournament="cup", warn=told.append), log)
        )
        kinds = [type(event) for _, event in log.stream("tournament/cup")]
    assert (
        kinds.count(TournamentRegistered)
        == kinds.count(GameRecorded)
        == kinds.count(TournamentClosed)
        == 1
    )
    assert any(
        "end is 2024-03-04 in the ledger, 2024-03-03 in the report" in warning.wrong
        for warning in told
    )


def test_events_name_the_file_and_its_hash(file: Any) -> None:
    (item, *_) = open_file(file("a.trf", TWO))
    name, digest = item.event.ref.split(" sha256:")
    assert name == "a.trf" and len(digest) == 16


def test_a_registration_that_stands_is_kept_and_the_difference_told(file: Any) -> None:
    told = []
    with open_log(":memory:") as log:
        log.append(
            [PlayerRegistered(date=date(2020, 1, 1), player="6000001", name="Other Name", sex="F")]
        )
        log.append(open_file(file("a.trf", TWO), ReadOptions(warn=told.append), log))
        names = [event.name for _, event in log.stream("player/6000001")]
    assert names == ["Other Name"]
    assert any("'Other Name' in the ledger" in warning.wrong for warning in told)


def test_a_refused_report_leaves_the_log_as_it_was(file: Any) -> None:
    broken = report(line(1, "   2 w 1"), line(2, "   1 b 1"), line(3))
    with open_log(":memory:") as log:
        with pytest.raises(LedgerError):
            log.append(open_file(file("a.trf", broken), ReadOptions(), log))
        assert log.head == 0


@pytest.mark.parametrize(
    ("kind", "clock", "scheme"),
    [
        ("Individual: Swiss-System (Rapid)", "", "fide-rapid"),
        ("Swiss", "15 min + 10 sec/move", "fide-rapid"),
        ("Swiss", "3 min + 2 sec/move", "fide-blitz"),
        ("Swiss", "90 min + 30 sec/move", "fide-standard"),
        ("Swiss", "", "fide-standard"),
    ],
)
def test_a_report_is_approved_for_the_list_of_its_kind_and_says_so(
    kind: str, clock: str, scheme: str
) -> None:
    person = f"{'001    1 m    Chan, Alpha':48}{1650} FRA {'12345':>11} {'1990/01/01':10}  1.0    1  0000 - U"
    text = f"012 Cup\n042 2025/05/01\n052 2025/05/01\n062 1\n092 {kind}\n122 {clock}\n142 1\n{person}\n"
    options = ReadOptions(
        scheme_of_fide_list={each: f"fide-{each}" for each in ("standard", "rapid", "blitz")}.get
    )
    reading = read_report(text, "cup.trf", options)
    (event,) = [event for _, event in reading.events if isinstance(event, TournamentRegistered)]
    assert event.rated == (scheme,)
    told = [problem.wrong for problem in reading.warnings if "chess: approved for" in problem.wrong]
    assert len(told) == (scheme != "fide-standard")


@pytest.mark.parametrize(
    ("kind", "rated", "told"),
    [
        ("Individual: Swiss-System (Rapid)", "fide-standard", 1),
        ("Individual: Swiss-System (Rapid)", "fide-rapid", 0),
        ("Individual: Swiss-System (Rapid)", "elo", 0),
        ("Swiss", "fide-rapid", 0),
    ],
)
def test_a_report_that_is_approved_for_the_list_of_another_kind_is_told(
    kind: str, rated: str, told: int
) -> None:
    """The last report does not say of which kind it is, so that nobody can say that it is of another."""
    person = f"{'001    1 m    Chan, Alpha':48}{1650} FRA {'12345':>11} {'1990/01/01':10}  1.0    1  0000 - U"
    text = f"012 Cup\n042 2025/05/01\n052 2025/05/01\n062 1\n092 {kind}\n142 1\n{person}\n"
    lists = {each: f"fide-{each}" for each in ("standard", "rapid", "blitz")}
    options = ReadOptions(scheme_of_fide_list=lists.get, rated=(rated,))
    warnings = [problem.wrong for problem in read_report(text, "cup.trf", options).warnings]
    other = f"the report is of rapid chess, and --rated approves it for {rated}"
    assert warnings.count(other) == told


def test_a_report_without_name_and_days_is_told_them() -> None:
    players = TWO[TWO.index("001") :]
    problems = read(players).problems
    assert [problem.wrong for problem in problems] == ["no tournament name", "no start date"]
    assert "--event-name" in problems[0].remedy and "--start" in problems[1].remedy

    told = read(players, event_name="Club Cup", start=date(2026, 3, 1), end=date(2026, 3, 8))

    registered = next(e for _, e in told.events if isinstance(e, TournamentRegistered))
    assert (registered.name, registered.start, registered.end) == (
        "Club Cup",
        date(2026, 3, 1),
        date(2026, 3, 8),
    )


def test_days_that_are_told_hold_instead_of_those_of_the_report() -> None:
    told = read(TWO, start=date(2026, 3, 1), end=date(2026, 3, 8))
    registered = next(e for _, e in told.events if isinstance(e, TournamentRegistered))
    assert (registered.start, registered.end) == (date(2026, 3, 1), date(2026, 3, 8))


def test_a_star_is_no_result_yet() -> None:
    reading = read(report(line(1, "   2 w 1", "0000 - *"), line(2, "   1 b 0", "0000 - *")))
    assert not reading.problems
    assert [type(e) for _, e in reading.events if isinstance(e, GameRecorded | ByeRecorded)] == [
        GameRecorded
    ]


@pytest.mark.parametrize("off", [-1, 1])
def test_rounds_one_column_off_in_every_line_are_read(off: int) -> None:
    def moved(text: str) -> str:
        return text[:90] + text[91:] if off < 0 else text[:90] + " " + text[90:]

    players = [line(1, "   2 w 1", "   2 b ="), line(2, "   1 b 0", "   1 w =")]
    reading = read(report(*map(moved, players)))
    assert not reading.problems
    games = [e.result for _, e in reading.events if isinstance(e, GameRecorded)]
    assert games == [Result.FIRST_WINS, Result.DRAW]
    assert any(f"column {92 + off} instead of 92" in w.wrong for w in reading.warnings)


def test_rounds_off_in_one_line_only_are_refused() -> None:
    one = line(1, "   2 w 1", "   2 b =")
    reading = read(report(one, line(2, "   1 b 0", "   1 w =").replace("  1 b 0", " 1 b 0")))
    assert any("is not in its columns" in problem.wrong for problem in reading.problems)


@pytest.mark.parametrize("cell", ["  2 w 1 ", "  zz w 1"])
def test_a_cell_that_cannot_be_read_is_the_only_problem_of_its_game(cell: str) -> None:
    """What the other line says of that game is not compared with it, and nor are the rounds behind it."""
    reading = read(report(line(1, cell, "   2 b ="), line(2, "   1 b 0", "   1 w =")))
    assert len(reading.problems) == 1
