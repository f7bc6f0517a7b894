"""What-ifs: who a change of rules touches, and that both worlds are measured alike."""

import math
import shutil
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from replay.questions.questions import Questions
from replay.whatif import Scenarios, WhatIf
from replay.whatif.measures import SURE, Level, Truth, inflation, yearly
from replay.which import ListWords, WhichList
from replay.world.states import States
from schemes import scheme
from schemes.kernels.rules import Reform, Rules, reform_from_words
from schemes.kernels.scheme import Stop
from tests.replay.conftest import StoryOffice

FIDE = "fide-standard"
END = date(2026, 3, 1)


def asked(
    opened: Questions,
    *words: str,
    name: str = FIDE,
    on: date = END,
    since: date | None = None,
    **rest: Any,
) -> WhatIf:
    return opened.what_if(name, on, reform=reform_from_words(words, since=since), **rest)


def changed_ids(answer: WhatIf) -> set[str]:
    return set(answer.ids[answer.changes.before != answer.changes.after].tolist())


@pytest.fixture
def opened(made_up: Path) -> Any:
    with Questions(made_up / "ledger") as opened:
        yield opened


# Stories


@pytest.fixture
def club(office: StoryOffice) -> StoryOffice:
    """A junior and three grown-ups of 2000, all established, meet in April 2024; in June everybody meets again."""
    office.player("junior", born=2010)
    office.player("anna", "boris", "carla", born=1980)
    office.carried(
        FIDE, "2024-04-01", dict.fromkeys(("junior", "anna", "boris", "carla"), 2000), games=100
    )
    office.tournament("spring", "2024-04-10", "2024-04-12")
    office.games("spring", "2024-04-12", ["1.1 junior 1-0 anna", "1.2 boris 1-0 carla"])
    office.tournament("summer", "2024-06-10", "2024-06-12")
    office.games("summer", "2024-06-12", ["1.1 junior 1/2-1/2 boris"])
    return office


def test_a_higher_k_for_juniors_touches_nobody_else_on_the_first_list(club: StoryOffice) -> None:
    """A win between equals is worth half of K: 40 gives 20 points, 60 gives 30."""
    answer = asked(club.open(), "k.junior=60", on=date(2024, 5, 1))
    assert answer.rows() == [
        {"player": "junior", "before": 2020, "after": 2030, "change": 10},
        {"player": "anna", "before": 1990, "after": 1990, "change": 0},
        {"player": "boris", "before": 2010, "after": 2010, "change": 0},
        {"player": "carla", "before": 1990, "after": 1990, "change": 0},
    ]


def test_on_later_lists_it_touches_those_who_met_the_junior(club: StoryOffice) -> None:
    """In June the junior is 2020 or 2030 and draws with boris, 2010. Difference 10: .51; difference 20: .53.

    The junior loses .01 × 40 = 0.4 or .03 × 60 = 1.8 points, boris (K 20) wins 0.2 or 0.6: rounded 0 → 0, −2, 0 → 1.
    """
    answer = asked(club.open(), "k.junior=60", on=date(2024, 7, 1))
    assert answer.rows()[:2] == [
        {"player": "junior", "before": 2020, "after": 2028, "change": 8},
        {"player": "boris", "before": 2010, "after": 2011, "change": 1},
    ]
    assert changed_ids(answer) == {"junior", "boris"}


def test_in_a_whole_federation_only_juniors_change_on_the_first_list_that_changes(
    opened: Questions,
) -> None:
    for months in range(1, 24):
        day = date(2024 + (2 + months) // 12, (2 + months) % 12 + 1, 1)
        answer = asked(opened, "k.junior=80", on=day)
        moved = np.flatnonzero(answer.changes.before != answer.changes.after)
        if len(moved):
            born = answer.changes.born[moved].astype(int)
            assert ((born > 0) & (day.year - born <= 18 + 1)).all()
            assert (answer.changes.before[moved] < 2300 + 300).all()
            return
    pytest.fail("no list changed: the federation has no juniors")


@pytest.mark.parametrize("name", ["fide-standard", "cxa-rapid", "malaysia"])
@pytest.mark.parametrize("since", [None, date(2025, 1, 1)])
def test_a_reform_equal_to_the_rules_in_force_changes_nothing_byte_for_byte(
    opened: Questions, name: str, since: date | None
) -> None:
    in_force = {"fide-standard": "k.normal=20", "cxa-rapid": "k.low=20", "malaysia": "k.low=55"}[
        name
    ]
    reform = reform_from_words([in_force], since=since)
    assert scheme(name).rules(reform).fingerprint == scheme(name).rules().fingerprint
    answer = opened.what_if(name, END, reform=reform)
    assert answer.same
    assert {row["change"] for row in answer.rows()} == {0}
    assert opened.list(name, END, reform=reform).csv == opened.list(name, END).csv


def test_the_rules_of_2025_10_move_only_2650_players_who_met_somebody_400_points_below(
    office: StoryOffice,
) -> None:
    """K 10. A win at a difference of 500 counts as 400, .92: +0.8; without the limit .96: +0.4. Five wins: 4 or 2.

    At 2649 the limit stays; at differences of 400 (.92) and 350 (.89) there is nothing to limit.
    """
    players = {
        "top": 2700,
        "near": 2649,
        "far": 2200,
        "farther": 2149,
        "edge": 2300,
        "middle": 2350,
    }
    office.player(*players, born=1980)
    office.carried(FIDE, "2024-04-01", players, games=1000)
    office.tournament("spring", "2024-04-10", "2024-04-20")
    rounds = range(1, 6)
    office.games("spring", "2024-04-20", [f"{n}.1 top 1-0 far" for n in rounds])
    office.games("spring", "2024-04-20", [f"{n}.2 near 1-0 farther" for n in rounds])
    office.tournament("match", "2024-04-10", "2024-04-20")
    office.games("match", "2024-04-20", ["1.1 edge 0-1 top", "2.1 top 1-0 middle"])
    answer = office.open().what_if(FIDE, date(2024, 5, 1), version="2025-10-01")
    assert changed_ids(answer) == {"top"}
    # +4.0 or +2.0 in spring, +0.8 and +1.1 in the match: 5.9 or 3.9
    assert answer.rows()[0] == {"player": "top", "before": 2706, "after": 2704, "change": -2}


# Worlds


REFORMS = [
    ("fide-standard", "k.normal=35"),
    ("fide-standard", "cap=none"),
    ("fide-standard", "first.months=3"),
    ("fide-standard", "first.months=40"),
    ("fide-standard", "lists.closing=9"),
    ("cxa-rapid", "k.low=40"),
    ("cxa-rapid", "scale=300"),
    ("malaysia", "k.low=20"),
    ("malaysia", "absence.percent=10"),
]


@pytest.mark.parametrize(("name", "word"), REFORMS)
def test_a_reform_from_a_date_on_gives_the_same_with_and_without_stored_states(
    made_up: Path, tmp_path: Path, name: str, word: str
) -> None:
    shutil.copytree(
        made_up / "ledger", tmp_path / "ledger", ignore=shutil.ignore_patterns("states")
    )
    with Questions(tmp_path / "ledger") as opened:
        found = [asked(opened, word, name=name, since=date(2025, 5, 20)) for _ in range(2)]
        opened.states = States(None)
        first, *others = [*found, asked(opened, word, name=name, since=date(2025, 5, 20))]
        resumed = first.after.replayed.resumed_after
        assert (resumed is None) == (word == "first.months=40"), (
            "only pools that must be kept longer begin anew"
        )
        for other in others:
            assert other.rows() == first.rows()
            assert other.measures == first.measures
            assert np.array_equal(other.after.trail.codes, first.after.trail.codes)
        assert others[1].after.replayed.resumed_after is None
        assert first.changes.changed > 0 or word == "first.months=40", (
            "two years are not longer than 26 months"
        )


@pytest.mark.parametrize("name", ["fide-standard", "cxa-rapid", "malaysia"])
def test_both_lists_are_those_that_the_list_command_makes(opened: Questions, name: str) -> None:
    word = "k.low=33" if name != FIDE else "k.normal=33"
    answer = asked(opened, word, name=name)
    reform = reform_from_words([word])
    before = {row[1]: row[7] for row in opened.list(name, END).rows}
    after = {row[1]: row[7] for row in opened.list(name, END, reform=reform).rows}
    assert {row["player"]: str(row["before"]) for row in answer.rows() if row["before"]} == before
    assert {row["player"]: str(row["after"]) for row in answer.rows() if row["after"]} == after


def test_rows_come_by_size_of_change_then_id_and_players_of_one_list_only_come_last(
    opened: Questions,
) -> None:
    rows = asked(opened, "k.normal=60", "floor=1500", "published=1500").rows()
    sizes = [(row["change"] is None, -abs(row["change"] or 0), row["player"]) for row in rows]
    assert sizes == sorted(sizes)
    assert any(row["change"] is None for row in rows), "a higher floor takes players off the list"


def test_rules_with_fewer_lists_are_compared_by_the_lists_in_force(opened: Questions) -> None:
    answer = asked(opened, "lists.months=[1,7]")
    assert answer.before.replayed.list_date == date(2026, 3, 1)
    assert answer.after.replayed.list_date == date(2026, 1, 1)
    assert answer.measures.games > 0


def test_what_was_not_known_yet_is_in_neither_world(opened: Questions) -> None:
    early = asked(opened, "k.normal=30", known="#1500")
    assert early.snapshot.position == 1500
    assert len(early.scenarios.played) < len(asked(opened, "k.normal=30").scenarios.played)


# Measures


def naive(
    opened: Questions, name: str, rules: Rules, games: list[tuple[int, int, int, int]]
) -> list[float | None]:
    """What each game promised the first player, from the list in force (or the month's mark), game by game."""
    chosen, snapshot = scheme(name), opened.snapshot()

    @cache
    def ratings(on: date) -> dict[int, int]:
        world = opened.world(WhichList(name, on, snapshot.position, rules))
        r = opened.replay(world, on)
        rows = world.listed(r.state, Stop(r.stop.number, 1))  # on day 1 nobody has died yet
        return dict(zip(rows.player.tolist(), rows.rating.tolist(), strict=True))

    @cache
    def promised(high: int, low: int, version: int) -> float:
        expected = chosen.expected(
            np.array([high]), np.array([low]), rules.versions[version].parameters
        )
        assert expected is not None
        return int(expected[0]) / 100

    found: list[float | None] = []
    for day, first, second, _ in games:
        on = date.fromordinal(day)
        mark = (
            on.replace(day=1) - timedelta(days=1)
            if chosen.any_day
            else chosen.list_in_force(rules, on)[1]
        )
        own, other = ratings(mark).get(first, 0), ratings(mark).get(second, 0)
        if own and other:
            high = promised(max(own, other), min(own, other), max(rules.index(on), 0))
            found.append(high if own >= other else 1 - high)
        else:
            found.append(None)
    return found


@pytest.mark.parametrize(
    ("name", "word"),
    [("fide-standard", "k.normal=60"), ("cxa-rapid", "k.low=60"), ("malaysia", "k.low=90")],
)
def test_log_loss_and_brier_score_are_those_of_a_plain_count_over_the_lists_in_force(
    opened: Questions, name: str, word: str
) -> None:
    reform = reform_from_words([word], since=date(2025, 2, 10))
    answer = opened.what_if(name, END, reform=reform)
    p = answer.scenarios.played
    games = list(zip(*(c.tolist() for c in (p.day, p.first, p.second, p.score)), strict=True))
    worlds = [
        naive(opened, name, rules, games)
        for rules in (scheme(name).rules(), scheme(name).rules(reform))
    ]
    both = [n for n in range(len(games)) if worlds[0][n] is not None and worlds[1][n] is not None]
    assert answer.measures.games == len(both)
    for world, prediction in zip(worlds, answer.predictions, strict=True):
        pairs = [(min(max(world[n] or 0, 1 - SURE), SURE), games[n][3] / 2) for n in both]
        loss = sum(-(s * math.log(q) + (1 - s) * math.log(1 - q)) for q, s in pairs) / len(pairs)
        assert prediction.log_loss == pytest.approx(loss)
        assert prediction.brier == pytest.approx(
            sum((world[n] - games[n][3] / 2) ** 2 for n in both) / len(both)
        )
        classes = prediction.by_difference().values()
        assert (
            sum(c.games for c in classes)
            == sum(c.games for c in prediction.by_band().values())
            == len(both)
        )


def test_a_level_is_the_mean_of_the_active_players_of_a_list(opened: Questions) -> None:
    answer = asked(opened, "k.normal=30")
    levels = answer.levels[0][::7]
    assert levels
    for level in levels:
        rows = opened.list(FIDE, level.day).rows
        active = [int(row[7]) for row in rows if row[10] == "active"]
        assert level.players == len(active)
        assert level.mean == pytest.approx(sum(active) / len(active))


def test_groups_and_classes_of_changes_each_hold_everybody_once(opened: Questions) -> None:
    c = asked(opened, "k.normal=60").changes
    everybody = int(c.both.sum())
    for groups in (c.by_band(), c.by_sex(), c.by_age(), c.by_federation()):
        assert sum(group.players for group in groups) == everybody
        assert sum(group.changed for group in groups) == c.all().changed
    assert sum(players for _, players in c.buckets()) == everybody
    assert c.changed == c.all().changed + c.entered + c.left


def test_quantiles_are_changes_that_occur_and_so_many_do_not_exceed(opened: Questions) -> None:
    c = asked(opened, "k.normal=60").changes
    changes = sorted(c.change[c.both].tolist())
    assert c.quantiles()
    for per_cent, change in c.quantiles():
        assert change in changes
        assert sum(each <= change for each in changes) * 100 >= per_cent * len(changes)
        assert sum(each < change for each in changes) * 100 < per_cent * len(changes)


def test_closeness_to_the_truth_of_four_players_worked_out_by_hand() -> None:
    """Off by 10, 30, 10, 30: level 20, spread 10, error √500. Ranks 1 2 3 4 against 1 2 4 3: correlation 0.8."""
    truth = Truth(np.array([1000.0, 1100.0, 1300.0, 1200.0, np.nan]))
    ratings = np.array([1010, 1130, 1231, 1330, 5000])
    close = truth.closeness(np.array([1010, 1130, 1230, 1310, 5000]), np.ones(5, bool), 1)
    assert close is not None and close.players == 4
    off = [10, 30, -70, 110]
    assert close.error == pytest.approx(math.sqrt(sum(each**2 for each in off) / 4))
    assert close.level == pytest.approx(20)
    assert close.rank_correlation == pytest.approx(0.8)
    assert truth.closeness(ratings, np.array([True, False, False, False, True]), 1) is None


def test_the_truth_is_that_of_the_list_date(made_up: Path, opened: Questions) -> None:
    answer = asked(opened, "k.normal=30", truth=made_up / "truth.csv")
    rows = [line.split(",") for line in (made_up / "truth.csv").read_text().splitlines()[1:]]
    newest = {player: int(strength) for player, day, strength in rows if day <= "2026-03-01"}
    kept_as = answer.snapshot.people.kept
    merged = set(answer.ids[kept_as != np.arange(len(answer.ids))].tolist())
    kept = set(answer.ids[kept_as[[n for n, i in enumerate(answer.ids) if i in merged]]].tolist())
    before = {
        row["player"]: int(row["before"]) for row in answer.rows() if row["before"] and row["after"]
    }
    off = [
        before[player] - newest[player]
        for player in before
        if player in newest and player not in kept
    ]
    close = answer.closeness[0]
    assert close is not None and close.players == len(before)
    if not kept & set(before):
        assert close.error == pytest.approx(math.sqrt(sum(each**2 for each in off) / len(off)))


def test_other_rules_leave_no_states_behind(made_up: Path, tmp_path: Path) -> None:
    shutil.copytree(
        made_up / "ledger", tmp_path / "ledger", ignore=shutil.ignore_patterns("states")
    )
    states = tmp_path / "ledger" / "states"
    rules = scheme(FIDE).rules(reform_from_words(["k.normal=31"]))
    with Questions(tmp_path / "ledger") as opened:
        scenarios = Scenarios(opened, ListWords(FIDE, END).resolved(opened))
        scenarios.real()
        real = len(list(states.iterdir()))
        scenarios.ask(rules)
        assert len(list(states.iterdir())) == real


def test_a_scheme_that_promises_nothing_is_compared_without_predictions(
    opened: Questions, monkeypatch: Any
) -> None:
    monkeypatch.setattr(type(scheme(FIDE)), "expected", lambda *_: None)
    scenarios = Scenarios(opened, ListWords(FIDE, date(2024, 12, 1)).resolved(opened))
    answer = scenarios.ask(
        scheme(FIDE).rules(Reform("", reform_from_words(["k.normal=77"]).changes))
    )
    assert answer.measures.log_loss is None and answer.measures.games == 0
    assert answer.measures.inflation is not None


def test_inflation_is_shown_from_the_first_list_on_and_by_the_last_of_every_year() -> None:
    days = [
        date(2020, 3, 1),
        date(2020, 9, 1),
        date(2021, 3, 1),
        date(2021, 9, 1),
        date(2024, 3, 1),
    ]
    levels = [Level(day, 10, 2000.0 + place) for place, day in enumerate(days)]
    assert [level.day for level in yearly(levels)] == [days[0], days[1], days[3], days[4]]
    assert [level.day for level in yearly(levels[:1])] == days[:1]
    assert inflation(levels) == 1.0  # four points in four years, 1,461 days
    assert inflation(levels[:1]) is None
