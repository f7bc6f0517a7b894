"""The history of a player: every list, why it differs from the one before, and which events say so.

The club's numbers (FIDE 8.1.2: difference 0 .50, 10 .51/.49; K 20): anna, 2000, is recorded as losing to boris in
April: 20 × (0 − .50) = −10 → 1990. In May she beats carla, 2000: 20 × (1 − .49) = 10.2 → 2000. The April result was
swapped: in truth she won, +10 → 2010, and against carla 20 × (1 − .51) = 9.8, rounded 10 → 2020.
"""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from replay.commands.main import run
from replay.explain.history import player_history
from replay.explain.history.plot import day_marks, rating_marks
from replay.questions.questions import Questions
from replay.simulation.demo import SAMPLE
from replay.which import ListWords, WhichList
from schemes import scheme, scheme_names
from tests.builders import (
    Event,
    carried,
    event,
    game,
    game_corrected,
    game_voided,
    player,
    player_corrected,
    reported,
    tournament,
)
from tests.replay.conftest import Shell

FIDE = "fide-standard"
SVG = "{http://www.w3.org/2000/svg}"


def person(*ids: str) -> list[Event]:
    """Players with a letter in their names that is not English."""
    people = player(*ids, sex="F", born=1980)
    return [each | {"name": f"{each['player'].title()} Ämter"} for each in people]


def cup(tournament_id: str, month: str, /, **fields: Any) -> Event:
    return tournament(tournament_id, FIDE, f"2024-{month}-10", f"2024-{month}-14", **fields)


def correction(tournament: str, result: str = "1.1 1-0", **fields: Any) -> Event:
    decision = {"reason": "swapped", "ref": "decision 7/2024"}
    return game_corrected(tournament, "2024-07-20", result, **decision | fields)


@pytest.fixture
def club(shell: Shell) -> Shell:
    """Three players of 2000; the games are #9 and #10, the correction is #11."""
    shell.tell(
        *person("anna", "boris", "carla"),
        *carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000, "carla": 2000}),
        cup("april", "04"),
        cup("may", "05"),
        game("april", "2024-04-14", "anna 0-1 boris"),
        game("may", "2024-05-14", "anna 1-0 carla"),
        correction("april"),
    )
    return shell


def history(club: Shell, player: str, *options: str) -> list[tuple[str, ...]]:
    rows = club.rows("history", FIDE, player, "--until", "2024-07-01", *options)
    return [tuple(row.values()) for row in rows]


def test_every_list_says_what_moved_the_rating_and_cites_the_decision(club: Shell) -> None:
    assert history(club, "anna") == [
        ("2024-04-01", "2000", "", "0", "20", "active", "carried in +2000", ""),
        ("2024-05-01", "2010", "10", "1", "20", "active", "games +10",
         "april (1 game, #9, corrected by #11, decision 7/2024)"),
        ("2024-06-01", "2020", "10", "1", "20", "active", "games +9.8; rounding +0.2", "may (1 game, #10)"),
        ("2024-07-01", "2020", "0", "0", "20", "active", "", ""),
    ]  # fmt: skip


def test_people_read_the_names_of_tournaments(shell: Shell) -> None:
    shell.tell(
        *person("anna", "boris"),
        *carried(FIDE, "2024-04-01", {"anna": 2000, "boris": 2000}),
        cup("t-17", "04", name="Spring Cup"),
        game("t-17", "2024-04-14", "anna 1-0 boris"),
    )
    words = ("history", FIDE, "anna", "--until", "2024-05-01", "--format", "table")
    code, out, _ = shell(*words)
    assert code == 0 and "Spring Cup (1 game, #6)" in out and "t-17" not in out
    assert "Spring Cup（1 局，#6）" in shell("--language", "zh-Hans", *words)[1]


def test_people_read_names_in_the_log_and_programs_ids(shell: Shell) -> None:
    shell.tell(
        *player("p-1", name="Ruiz, Anna"),
        *player("p-2", name="Lind, Bo"),
        cup("t-17", "04", name="Spring Cup"),
        game("t-17", "2024-04-14", "p-1 1-0 p-2"),
    )
    code, out, _ = shell("log", "--format", "table")
    assert code == 0
    assert "Spring Cup" in out and "round 1 board 1: Ruiz, Anna 1-0 Lind, Bo" in out
    assert "p-1 Ruiz, Anna" in out
    *_, row = shell.rows("log")
    assert (row["subject"], row["detail"]) == ("t-17", "round 1 board 1: p-1 1-0 p-2")


def test_programs_get_numbers_and_codes_the_same_bytes_in_every_language(club: Shell) -> None:
    words = ("history", FIDE, "anna", "--until", "2024-07-01", "--format", "json")
    code, out, _ = club(*words)
    assert code == 0
    assert json.loads(out)[1:3] == [
        {"list_date": "2024-05-01", "rating": 2010, "change": 10, "games": 1, "k": 20, "status": "active",
         "causes": {"games": 10}, "published": None, "tournaments": [
             {"code": "games", "tournament": "april", "games": 1, "positions": [9], "changed_by": [11]}]},
        {"list_date": "2024-06-01", "rating": 2020, "change": 10, "games": 1, "k": 20, "status": "active",
         "causes": {"games": 9.8, "rounding": 0.2}, "published": None, "tournaments": [
             {"code": "games", "tournament": "may", "games": 1, "positions": [10], "changed_by": []}]},
    ]  # fmt: skip
    csv = club(*words[:-1], "csv")[1].split("\n", 1)[1]
    for language in ("zh-Hans", "zh-Hant"):
        assert club("--language", language, *words)[1] == out
        assert club("--language", language, *words[:-1], "csv")[1].split("\n", 1)[1] == csv


def test_what_was_known_before_the_correction_and_under_other_rules(club: Shell) -> None:
    assert [row[1] for row in history(club, "anna", "--known", "#10")] == [
        "2000",
        "1990",
        "2000",
        "2000",
    ]
    assert [row[1] for row in history(club, "anna", "--known", "#10", "--set", "k.normal=40")] == [
        "2000", "1980", "2001", "2001",  # 40 × .5 = 20; against carla, 20 more: .53, 40 × .53 = 21.2
    ]  # fmt: skip


def test_only_the_lists_that_moved(club: Shell) -> None:
    assert [row[0] for row in history(club, "anna", "--moved")] == [
        "2024-04-01",
        "2024-05-01",
        "2024-06-01",
    ]


def test_the_columns_are_those_that_scripts_rely_on(club: Shell) -> None:
    code, out, _ = club("history", FIDE, "anna", "--format", "csv")
    assert (code, out.splitlines()[0]) == (
        0,
        "list_date,rating,change,games,k,status,causes,tournaments",
    )


def test_a_player_is_named_and_doubt_is_told(club: Shell) -> None:
    code, _, said = club("history", FIDE, "carla amter")
    assert (code, said) == (0, "carla Carla Ämter\n")
    code, _, said = club("history", FIDE, "ämter")
    assert code == 2 and "3 players fit 'ämter'" in said


def test_somebody_who_is_on_no_list(club: Shell) -> None:
    club.tell(*person("dora"))
    code, out, said = club("history", FIDE, "dora", "--format", "csv")
    assert (code, len(out.splitlines()), said) == (
        0,
        1,
        "dora Dora Ämter is on no fide-standard list\n",
    )


def test_games_before_a_first_rating_are_told(club: Shell) -> None:
    """One game against a rated opponent gives no rating: the list says unrated, and why something is there."""
    dora = game("june", "2024-06-14", "dora 1-0 carla")
    club.tell(*person("dora"), cup("june", "06"), dora)
    assert history(club, "dora") == [
        ("2024-07-01", "", "", "", "", "unrated", "", "june (1 game, #14)")
    ]


def test_a_player_who_leaves_the_list(club: Shell) -> None:
    """The office ends the rating: one more row says so, and then there are none."""
    club.tell(event("RatingEnded", "2024-06-01", player="boris", scheme=FIDE))
    last = history(club, "boris")[-1]
    assert (last[0], last[1], last[5], last[6]) == (
        "2024-06-01",
        "",
        "unrated",
        "rating ended -1990",
    )


# explain and log --------------------------------------------------------------------------------------------------


def test_explain_cites_the_correction_of_a_game(club: Shell) -> None:
    code, out, _ = club("explain", FIDE, "anna", "2024-05-01", "--format", "table")
    assert code == 0
    assert (
        "round 1, board 1 (#9, corrected by #11, decision 7/2024): won against boris Boris Ämter (2000)"
        in out
    )
    assert "last moved" not in out


def test_an_explanation_for_programs_has_numbers_and_speaks_no_language(club: Shell) -> None:
    words = ("explain", FIDE, "anna", "2024-05-01", "--format", "json")
    _, out, _ = club(*words)
    root = json.loads(out, parse_float=str)
    assert root["value"] == 2010
    steps = [root]
    for step in steps:
        steps += step.get("below", [])
        assert "\u2212" not in str(step.get("value", ""))
    (game,) = [step for step in steps if "round 1, board 1 (#9" in step["text"]]
    assert game["position"] == 9
    assert (game["value"], game["values"]["round"], game["values"]["board"]) == ("0.5", 1, 1)
    for language in ("zh-Hans", "zh-Hant"):
        assert club("--language", language, *words)[1] == out


def test_explain_of_a_list_without_games_points_to_the_last_one_that_moved(club: Shell) -> None:
    code, out, _ = club("explain", FIDE, "anna", "2026-02-01", "--format", "table")
    assert code == 0
    assert "no games on this list; the rating last moved on 2024-06-01" in out
    assert ": rating-ledger explain fide-standard anna 2024-06-01" in out


def test_explain_tells_a_game_that_was_voided(club: Shell) -> None:
    void = game_voided("may", "2024-08-01", "1.1", ref="decision 8/2024")
    club.tell(void)
    code, out, _ = club("explain", FIDE, "anna", "2024-06-01", "--format", "table")
    assert code == 0
    assert (
        "may, round 1, board 1 against carla Carla Ämter (#10, voided by #12, decision 8/2024)  void"
        in out
    )
    told = "may (void: #10, voided by #12, decision 8/2024)"
    assert history(club, "anna")[2] == ("2024-06-01", "2010", "0", "0", "20", "active", "", told)
    assert history(club, "boris")[2][-1] == ""


def test_the_log_of_a_player_has_what_changes_the_players_games(club: Shell) -> None:
    """A correction names only the game; so do a voiding and a voided tournament; a withdrawal names a position."""
    club.tell(
        game_voided("april", "2024-08-01", "1.1"),
        reported("may", "2024-05-20"),
        event("TournamentVoided", "2024-08-02", tournament="may", reason="found out"),
    )

    def positions(*words: str) -> list[int]:
        return [int(row["position"]) for row in club.rows("log", *words)]

    assert positions("--player", "anna") == [1, 4, 9, 10, 11, 12, 14]
    assert positions("--player", "boris") == [2, 5, 9, 11, 12]
    assert positions("--player", "carla") == [3, 6, 10, 14]
    assert positions("--player", "boris", "--from", "#11") == [11, 12]
    assert positions("--player", "boris", "--tournament", "april") == [9, 11, 12]


def test_the_log_follows_a_game_to_the_player_it_was_corrected_to(club: Shell) -> None:
    """#9 was anna's; #12 gives it to carla; what comes after is about carla and no longer about anna."""
    club.tell(correction("april", first="carla"), correction("april", "1.1 0-1"))
    assert [
        int(row["position"])
        for row in club.rows("log", "--player", "anna", "--type", "GameCorrected")
    ] == [11, 12]
    assert [
        int(row["position"])
        for row in club.rows("log", "--player", "carla", "--type", "GameCorrected")
    ] == [
        12,
        13,
    ]


# The same numbers as everywhere else --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo, with a published list between two months."""
    place = tmp_path_factory.mktemp("history") / "ledger"
    for words in (["init"], ["import", str(SAMPLE)], ["publish", "malaysia", "2025-06-15"]):
        assert run(["--ledger", str(place), *words]) == 0
    return place


@pytest.mark.parametrize("name", ["fide-standard", "cxa-rapid", "malaysia"])
def test_a_history_says_what_the_lists_say_and_compare_says_why(sample: Path, name: str) -> None:
    """Every player on every list: rating, games, K, status as listed; the causes are those of two lists compared."""
    from replay.difference.by_cause import difference_by_cause

    with Questions(sample) as office:
        world, until = office.world(ListWords(name).resolved(office)), date(2026, 4, 1)
        players = office.list(name, until).table["player"].to_pylist()
        assert players
        for player in players:
            found = player_history(office, world, player, until)
            before = None
            for row, told in zip(found.rows, found.answer().rows, strict=True):
                listed = {line[1]: line for line in office.list(name, row.list_date).rows}.get(
                    player
                )
                if listed is None:
                    assert "rating" not in told
                else:
                    assert (
                        str(told["rating"]),
                        told["games"],
                        told["k"],
                        told["status"],
                    ) == listed[7:]
                if before is not None and row.moved:
                    sides = [
                        WhichList(name, day, office.log.head, world.rules)
                        for day in (before, row.list_date)
                    ]
                    compared = difference_by_cause(office, *sides)
                    assert compared.amounts(compared.ids.index(player)) == told["causes"]
                before = row.list_date


def test_a_list_that_was_published_between_two_months_has_its_row(sample: Path) -> None:
    """Malaysia's lists are of any day: the ends of months, and the days on which a list was published."""
    with Questions(sample) as office:
        rows = player_history(
            office, office.world(ListWords("malaysia").resolved(office)), "M01", date(2025, 7, 10)
        ).rows
    assert [str(row.list_date) for row in rows][-4:] == [
        "2025-05-31",
        "2025-06-15",
        "2025-06-30",
        "2025-07-10",
    ]


def test_a_history_is_one_replay(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen lists, but the regulation is run once."""
    chosen, runs = type(scheme(FIDE)), list[Any]()
    whole = chosen.replay

    def counted(*given: Any) -> Any:
        runs.append(given)
        return whole(*given)

    monkeypatch.setattr(chosen, "replay", counted)
    with Questions(sample) as office:
        rows = player_history(
            office, office.world(ListWords(FIDE).resolved(office)), "F05", date(2026, 11, 1)
        ).rows
    assert (len(rows), len(runs)) == (15, 1)


def test_every_scheme_that_is_installed_has_histories(sample: Path) -> None:
    for name in scheme_names():
        assert run(["--ledger", str(sample), "history", name, "F05"]) == 0


# The plot ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawing(club: Shell) -> Callable[..., Any]:
    def drawn(player: str) -> Any:
        out = club.folder / "plot.svg"
        assert club("history", FIDE, player, "--until", "2024-07-01", "-o", str(out))[0] == 0
        return ElementTree.parse(out).getroot()

    return drawn


def test_the_plot_speaks_to_those_who_cannot_see_it(drawing: Any) -> None:
    root = drawing("anna")
    assert root.get("role") == "img" and [each.tag for each in root][:2] == [
        f"{SVG}title",
        f"{SVG}desc",
    ]
    assert (
        root.find(f"{SVG}title").text == "anna Anna Ämter: FIDE rating regulations, standard chess"
    )
    assert root.find(f"{SVG}desc").text == (
        "4 lists: 2000 on 2024-04-01, 2020 on 2024-07-01; highest 2020 on 2024-06-01, lowest 2000 on 2024-04-01. "
        "Dots are lists with rated games."
    )
    dots = root.findall(f"{SVG}circle")
    assert [dot.find(f"{SVG}title").text for dot in dots] == [
        "2024-05-01: 2010 (+10)",
        "2024-06-01: 2020 (+10)",
    ]
    assert float(dots[0].get("cy")) > float(dots[1].get("cy")), "a higher rating stands higher"


def test_a_name_cannot_break_the_plot(club: Shell, drawing: Any) -> None:
    name = "<script>alert('x')</script> & \"Co\""
    club.tell(player_corrected("anna", "2024-08-01", name=name, reason="test"))
    assert drawing("anna").find(f"{SVG}title").text.startswith(f"anna {name}: ")


def test_a_picture_for_people_without_a_list(club: Shell, drawing: Any) -> None:
    club.tell(*person("dora"))
    assert drawing("dora").find(f"{SVG}desc").text == "The player is on no list."


def test_a_png_is_the_same_drawing(club: Shell) -> None:
    out = club.folder / "plot.png"
    assert club("history", FIDE, "anna", "-o", str(out))[0] == 0
    content = out.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(content[at : at + 4], "big") for at in (16, 20)] == [1440, 720]


def test_marks_of_the_axes() -> None:
    assert rating_marks(2228, 2262) == [2220, 2230, 2240, 2250, 2260, 2270]
    assert rating_marks(1400, 2600) == [1400, 1600, 1800, 2000, 2200, 2400, 2600]
    assert rating_marks(2000, 2000) == [2000, 2010]
    assert [label for _, label in day_marks(date(2024, 4, 1), date(2024, 7, 1))] == [
        "2024-04", "2024-05", "2024-06", "2024-07",
    ]  # fmt: skip
    assert [label for _, label in day_marks(date(2012, 3, 1), date(2026, 3, 1))] == [
        "2014", "2016", "2018", "2020", "2022", "2024", "2026",
    ]  # fmt: skip
