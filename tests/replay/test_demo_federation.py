"""The federation of the demo: a ledger that is worth looking at, the same every time."""

from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from ledger import open_log
from replay.commands.main import run
from replay.explain.explain import Explainer
from replay.office.office import Office
from replay.questions.player import histories_of, player_answer
from replay.simulation.demo.federation import journal, make_federation
from replay.which import ListWords, WhichList
from schemes import Node


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("demo") / "federation"
    make_federation(place)
    return place


def test_it_is_the_same_every_time() -> None:
    """Pictures, documents and people talk about the same players tomorrow."""
    assert journal() == journal()


def test_people_have_names_of_their_own_in_one_script_or_two() -> None:
    people = [line for line in journal() if line["type"] == "PlayerRegistered"]
    names = [line["name"] for line in people]
    chinese = [line["names"]["zh-Hans"] for line in people if "names" in line]
    assert len(set(names)) == len(names) >= 200
    assert len(chinese) > 80 and all(len(name) in (2, 3) for name in chinese)


def test_some_people_play_both_games() -> None:
    players: dict[str, set[str]] = {"fide-standard": set(), "malaysia": set()}
    rated: dict[str, str] = {}
    for line in journal():
        if line["type"] == "TournamentRegistered" and line["rated"]:
            rated[line["tournament"]] = line["rated"][0]
        elif line["type"] == "GameRecorded" and line["tournament"] in rated:
            players[rated[line["tournament"]]] |= {line["first"], line["second"]}
    assert 5 <= len(players["fide-standard"] & players["malaysia"]) <= 20


def test_there_is_something_of_everything() -> None:
    """All formats, titles, corrections, a national event of each kind, leagues, and a cup in a knockout."""
    lines = journal()
    kinds = {line["type"] for line in lines}
    events = [line for line in lines if line["type"] == "TournamentRegistered"]
    assert {"TitleAwarded", "GameCorrected", "GameVoided", "ByeRecorded"} <= kinds
    formats = {line["format"] for line in events}
    assert formats == {"swiss", "roundrobin", "match", "knockout"}
    national = {line["national"] for line in events if "national" in line}
    assert national == {"king", "championship", "national-day"}
    assert len({line["place"] for line in events}) > 10


def test_lists_were_published_when_they_were_due(federation: Path) -> None:
    """Corrections came in later, so some of them would be others today; every one can be made again."""
    assert run(["--ledger", str(federation), "verify"]) == 0
    with open_log(federation) as log:
        for position in log.published():
            assert log.recorded(position).date() == log.event(position).list_date
        schemes = {log.event(position).scheme for position in log.published()}
    assert schemes == {"fide-standard", "malaysia"}


def test_what_a_tournament_changed_is_not_what_one_of_its_two_lists_changed(
    federation: Path,
) -> None:
    """The cup ran from 31 January to 6 February 2025: its first round counts in January, the others in February."""
    with Office(federation) as office:
        snapshot = office.snapshot(None)
        which = partial(_now, office)
        histories = list(histories_of(office, which, "M1005"))
        number = snapshot.people.number("M1005")
        assert number is not None
        answer = player_answer(office, histories, snapshot, number, None)
    record = next(one for one in answer.records if one.scheme == "malaysia")
    cup = next(
        one for one in record.tournaments if one.tournament == "kuala-lumpur-new-year-cup-2025"
    )
    january = next(one for one in record.lists if str(one.list_date) == "2025-01-31")
    assert january.change == -20 and cup.games[0].change == -20
    assert cup.played == 7 and cup.change != cup.games[0].change


def test_what_a_tournament_changed_is_what_the_explanation_says(federation: Path) -> None:
    """Two tournaments on one list: their own parts are told apart on the page as in the explanation."""
    compared = 0
    with Office(federation) as office:
        snapshot = office.snapshot(None)
        world = office.world(ListWords.parse("malaysia@2026-11-01").resolved(office))
        explainer = Explainer(office, world, date(2026, 11, 1))
        for player in ("M1001", "M1005", "M1009", "M1020", "M1046"):
            number = snapshot.people.number(player)
            assert number is not None
            histories = list(histories_of(office, partial(_now, office), player))
            answer = player_answer(office, histories, snapshot, number, None)
            record = next(one for one in answer.records if one.scheme == "malaysia")
            changes = {one.tournament: one.change for one in record.tournaments}
            explained = _changes_explained(explainer.player(player))
            assert {name: changes[name] for name in explained} == explained
            compared += len(explained)
            if player == "M1009":
                assert explained["malacca-match-2026"] == -13
                assert explained["penang-double-ninth-cup-2026"] == 20
    assert compared >= 10


def _changes_explained(explanation: Node) -> dict[str, int]:
    """The tournaments of an explanation, with what each changed."""
    changes = {}
    for line in explanation.below:
        tournament = getattr(line.text, "values", {}).get("tournament")
        if tournament is not None and any(below.text.startswith("2026") for below in line.below):
            changes[tournament.id] = int(line.value.replace("−", "-"))
    return changes


def test_what_is_said_of_a_game_is_what_it_was_rated_with(federation: Path) -> None:
    """Malaysian ratings move after every game: a page may not call the list's expectation that of a later game."""
    with Office(federation) as office:
        snapshot = office.snapshot(None)
        histories = list(histories_of(office, partial(_now, office), "M1009"))
        number = snapshot.people.number("M1009")
        assert number is not None
        answer = player_answer(office, histories, snapshot, number, None)
    record = next(one for one in answer.records if one.scheme == "malaysia")
    match = next(one for one in record.tournaments if one.tournament == "malacca-match-2026")
    # worked out at 1805 against 1546 (.82) in the first round, at 1779 against 1572 (.77) in the last
    first, *_, last = match.games
    assert first.opponent_rating == 1546 and first.expected == Decimal("0.82")
    assert last.opponent_rating == 1572 and last.expected == Decimal("0.77")
    assert sum(game.change or 0 for game in match.games) == match.change == 1572 - 1546 - 39


def _now(office: Office, scheme: str) -> WhichList:
    return ListWords(scheme).resolved(office)
