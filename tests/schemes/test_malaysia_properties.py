"""Properties of malaysia: a deliberately simple second computation, two speeds, replays in parts, symmetry."""

from datetime import date, timedelta
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemes.kernels.inputs import STAGES
from schemes.malaysia import scheme
from schemes.malaysia import scheme as malaysia
from schemes.malaysia.articles import exact_gain, expected_score, k_of_game

FIRST_DAY, DAYS = date(2022, 11, 1), 820  # two and a half years: three times 1 January
P = malaysia.plain_versions_of(malaysia.rules())[0]

# The table once more, by its upper edges for .50, .51, … .99 (typed from the printed table).
EDGES = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    734,
]  # fmt: skip
TITLE_RATINGS = {
    "my-gm": 2350,
    "my-im": 2250,
    "my-king": 2150,
    "my-national": 2050,
    "my-state": 1500,
}
BONUS = [30, 25, 20, 15, 10, 8, 6, 4]


class Oracle:
    """The reading table once more, with dictionaries and fractions, day by day."""

    def __init__(self, tale: Any) -> None:
        self.tale, self.rating, self.games, self.peak, self.since = tale, {}, {}, {}, {}

    def until(self, last: Any) -> None:
        tale = self.tale
        days = {date(year, 1, 1) for year in (2023, 2024, 2025)}
        days |= {event["closed"] for event in tale["events"].values()}
        days |= {row["day"] for row in (*tale["games"], *tale["carried"])}
        for day in sorted(days):
            if day <= last:
                self.live(day)

    def live(self, day: Any) -> None:
        if (day.month, day.day) == (1, 1):
            self.absences(day)
        for carried in self.tale["carried"]:
            if carried["day"] == day:
                self.carry(**carried)
        order = {name: place for place, name in enumerate(sorted(self.tale["events"]))}
        today = [game for game in self.tale["games"] if game["day"] == day]
        today = [game for game in today if self.tale["events"][game["event"]]["rated"]]
        for game in sorted(
            today,
            key=lambda g: (order[g["event"]], g["round"], g["board"], STAGES.index(g["stage"])),
        ):
            self.game(**game)
        for event in self.tale["events"].values():
            if event["closed"] == day and event["national"] and event["rated"]:
                for player, points in zip(event["ranking"], BONUS, strict=False):
                    if player in self.rating:
                        self.set(player, self.rating[player] + points)

    def absences(self, day: Any) -> None:
        year = day.year - 1
        played = {game["event"] for game in self.tale["games"]}
        events = {
            name
            for name, event in self.tale["events"].items()
            if event["national"]
            and event["closed"].year == year
            and (event["was_closed"] or name in played)
        }
        if not events:
            return
        present = set()
        for game in self.tale["games"]:
            if game["event"] in events:
                absent = {"+/-": "second", "-/+": "first", "-/-": "both"}.get(game["result"], "")
                present |= {
                    game[side] for side in ("first", "second") if absent not in (side, "both")
                }
        present |= {
            bye["player"]
            for bye in self.tale["byes"]
            if bye["event"] in events and bye["kind"] == "bye"
        }
        excused = {player for player, of_year in self.tale["excused"] if of_year == year}
        for player, since in self.since.items():
            if since < date(year, 1, 1) and player not in present | excused:
                self.rating[player] -= self.nearest(Fraction(3 * self.rating[player], 100))

    def carry(self, player: Any, day: Any, rating: Any, games: Any, peak: Any) -> None:
        self.since.setdefault(player, day)
        self.set(player, self.nearest(Fraction(rating)))
        self.peak[player] = max(
            self.peak[player], self.nearest(Fraction(peak)) if peak is not None else 0
        )
        self.games[player] = self.games.get(player, 0) if games is None else games

    def game(
        self,
        event: Any,
        round: Any,  # noqa: A002
        board: Any,
        stage: Any,
        first: Any,
        second: Any,
        result: Any,
        day: Any,
        fouls: Any,
    ) -> None:
        if result not in ("1-0", "0-1", "1/2-1/2"):
            return
        for player in (first, second):
            if player not in self.rating:
                held = [r for who, title, when in self.tale["titles"] if who == player and when < day
                        for r in [TITLE_RATINGS[title]]]  # fmt: skip
                self.since[player] = day
                self.set(player, max([1500, *held]))
        one, two = self.rating[first], self.rating[second]
        half = Fraction(1, 2)
        scores = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (half, half)}[result]
        scores = {"first": (0, 1), "second": (1, 0), "both": (0, 0), "": scores}[fouls]
        if one == two and scores == (0, 0):
            chosen = max((first, second), key=self.k)
        elif one == two:
            chosen = first if scores[0] == 1 else second
        else:
            higher, lower = (first, second) if one > two else (second, first)
            chosen = higher if scores[0 if higher == first else 1] == 1 else lower
        k = self.k(chosen) + (15 if round > self.tale["events"][event]["rounds"] - 2 else 0)
        we = Fraction(50 + sum(abs(one - two) > edge for edge in EDGES), 100)
        we = we if one >= two else 1 - we
        self.set(first, one + self.nearest(k * (scores[0] - we)))
        self.set(second, two + self.nearest(k * (scores[1] - (1 - we))))
        for player in (first, second):
            self.games[player] = self.games.get(player, 0) + 1

    def k(self, player: Any) -> Any:
        if self.peak[player] >= 2400:
            return 10
        return next(
            k
            for limit, k in ((1500, 55), (1800, 40), (2100, 25), (10**9, 10))
            if self.rating[player] < limit
        )

    def set(self, player: Any, rating: Any) -> None:
        self.rating[player] = rating
        self.peak[player] = max(rating, self.peak.get(player, 0))

    @staticmethod
    def nearest(value: Any) -> Any:
        whole = int(abs(value) + Fraction(1, 2))
        return whole if value >= 0 else -whole


@st.composite
def tales(draw: st.DrawFn) -> Any:
    """A small federation over two and a half years."""
    names = [f"p{number}" for number in range(draw(st.integers(2, 7)))]
    day = st.integers(0, DAYS - 1).map(lambda n: FIRST_DAY + timedelta(days=n))
    player = st.sampled_from(names)
    events = {}
    for name in draw(
        st.lists(st.sampled_from(["a", "B", "c", "d1", "d10", "d2"]), unique=True, min_size=1)
    ):
        start = draw(day)
        events[name] = {
            "start": start, "closed": start + timedelta(days=draw(st.integers(0, 40))),
            "rounds": draw(st.integers(1, 6)), "national": draw(st.sampled_from(["", "king", "national-day"])),
            "was_closed": draw(st.booleans() | st.just(True)), "rated": draw(st.booleans() | st.just(True)),
            "team": draw(st.booleans()),
        }  # fmt: skip
        events[name]["ranking"] = (
            draw(st.lists(player, unique=True)) if events[name]["was_closed"] else []
        )
    games, seen = [], set()
    for _ in range(draw(st.integers(0, 25))):
        event = draw(st.sampled_from(list(events)))
        pair = draw(st.lists(player, unique=True, min_size=2, max_size=2))
        stage = draw(st.sampled_from(["main", "semifinal", "playoff"]))
        key = (event, draw(st.integers(1, events[event]["rounds"])), draw(st.integers(1, 3)), stage)
        if key in seen:
            continue
        seen.add(key)
        near = draw(st.integers(-3, 50))
        result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "+/-", "-/+", "-/-"]))
        played = result in ("1-0", "0-1", "1/2-1/2")
        fouls = draw(st.sampled_from(["", "", "", "first", "second", "both"])) if played else ""
        games.append(
            {"event": event, "round": key[1], "board": key[2], "stage": stage, "first": pair[0], "second": pair[1],
             "result": result, "day": events[event]["start"] + timedelta(days=near), "fouls": fouls}
        )  # fmt: skip
    ratings = st.one_of(
        st.integers(1000, 2500), st.sampled_from([1499, 1500, 1799, 1800, 2099, 2100, 2399, 2400])
    )
    carried = [
        {"player": draw(player), "day": draw(day), "rating": draw(ratings),
         "games": draw(st.one_of(st.none(), st.integers(0, 50))),
         "peak": draw(st.one_of(st.none(), st.sampled_from([2399, 2400, 2500])))}
        for _ in range(draw(st.integers(0, 5)))
    ]  # fmt: skip
    return {
        "names": names, "events": events, "games": games, "carried": sorted(carried, key=lambda c: c["day"]),
        "titles": [(draw(player), draw(st.sampled_from(list(TITLE_RATINGS))), draw(day))
                   for _ in range(draw(st.integers(0, 4)))],
        "byes": [{"event": draw(st.sampled_from(list(events))), "player": draw(player),
                  "kind": draw(st.sampled_from(["bye", "half"]))} for _ in range(draw(st.integers(0, 3)))],
        "excused": [(draw(player), draw(st.sampled_from([2022, 2023, 2024]))) for _ in range(draw(st.integers(0, 2)))],
    }  # fmt: skip


def story_of(telling: ModuleType, tale: Any) -> Any:
    """The same federation as columns."""
    written = telling.Story(
        unrated={name for name, event in tale["events"].items() if not event["rated"]}
    )
    for name in tale["names"]:
        written.player(name)
    for name, event in tale["events"].items():
        written.tournament(
            name, event["start"], event["closed"], closed=event["closed"] if event["was_closed"] else "never",
            rounds=event["rounds"], national=event["national"], ranking=event["ranking"],
            event="team" if event["team"] else "individual",
        )  # fmt: skip
    for game in tale["games"]:
        written.game(
            game["event"], game["first"], game["second"], game["result"], game["round"], game["board"], game["stage"],
            game["day"], game["fouls"],
        )  # fmt: skip
    for carried in tale["carried"]:
        written.carry(
            carried["player"], carried["rating"], carried["day"], carried["games"], carried["peak"]
        )
    for player, title, day in tale["titles"]:
        written.award(player, title, day)
    for bye in tale["byes"]:
        written.bye(bye["event"], 1, bye["player"], bye["kind"])
    for player, year in tale["excused"]:
        written.excuse(player, year)
    return written


LAST = FIRST_DAY + timedelta(days=DAYS + 60)
any_day = st.integers(0, DAYS + 60).map(lambda n: FIRST_DAY + timedelta(days=n))


@settings(max_examples=80, deadline=None)
@given(tale=tales(), day=any_day)
def test_a_second_computation_agrees(telling: ModuleType, tale: Any, day: Any) -> None:
    """A federation computed with dictionaries and fractions has the same list: ratings, games and K."""
    oracle = Oracle(tale)
    oracle.until(day)
    table = story_of(telling, tale).list(scheme, day).table
    assert {name: int(row["rating"]) for name, row in table.items()} == oracle.rating
    assert {name: row["games"] for name, row in table.items()} == {
        n: oracle.games.get(n, 0) for n in oracle.rating
    }
    assert {name: row["k"] for name, row in table.items()} == {
        name: oracle.k(name) for name in oracle.rating
    }


@settings(max_examples=30, deadline=None)
@given(tale=tales(), day=any_day)
def test_the_steps_of_an_explanation_add_up(telling: ModuleType, tale: Any, day: Any) -> None:
    """Rating before plus all changes is the rating listed; a first or carried-in rating starts the sum anew."""
    listed = story_of(telling, tale).list(scheme, day)
    for player in tale["names"]:
        node = listed.explain(player)
        total = None
        for part in node.below:
            if part.text.startswith("rating on the list") or "carried in" in part.text:
                total = number(part)
            elif part.article in ("Absence", "Bonus") and total is not None:
                total += number(part)
            elif "under version" in part.text:
                firsts = [
                    n.value
                    for game in part.below
                    for n in game.below
                    if n.text == "First rating, by the title held or without one"
                ]
                total = int(firsts[0]) if firsts else total
                assert number(part) == sum(number(game) for game in part.below)
                total = None if total is None else total + number(part)
        assert (
            node.value
            == ("unrated" if total is None else str(total))
            == listed.ratings.get(player, "unrated")
        )


def number(node: Any) -> Any:
    return int(node.value.replace("−", "-"))


@given(own=st.integers(0, 3500), other=st.integers(0, 3500))
def test_both_expectations_are_one_together(own: Any, other: Any) -> None:
    """What one expects the other does not."""
    assert expected_score(P, own, other) + expected_score(P, other, own) == 100


@given(
    own=st.integers(0, 3500), other=st.integers(0, 3500), own_k=st.integers(0, 70), other_k=st.integers(0, 70),
    score=st.sampled_from([0, 50, 100]),
)  # fmt: skip
def test_one_wins_what_the_other_loses(
    own: Any, other: Any, own_k: Any, other_k: Any, score: Any
) -> None:
    """Both sides take the same K (a draw between equals moves nothing), so changes mirror each other."""
    mine = exact_gain(P, k_of_game(P, own, own_k, other, other_k, score), own, other, score)
    yours = exact_gain(
        P, k_of_game(P, other, other_k, own, own_k, 100 - score), other, own, 100 - score
    )
    assert mine + yours == 0


@settings(max_examples=20, deadline=None)
@given(tale=tales())
def test_sides_can_be_swapped(telling: ModuleType, tale: Any) -> None:
    """Red or black makes no difference: the same games with the sides changed give the same list."""
    turned = {
        "1-0": "0-1",
        "0-1": "1-0",
        "1/2-1/2": "1/2-1/2",
        "+/-": "-/+",
        "-/+": "+/-",
        "-/-": "-/-",
    }
    mirrored = {**tale, "games": [
        {**game, "first": game["second"], "second": game["first"], "result": turned[game["result"]],
         "fouls": {"first": "second", "second": "first"}.get(game["fouls"], game["fouls"])}
        for game in tale["games"]
    ]}  # fmt: skip
    assert (
        story_of(telling, tale).list(scheme, LAST).table
        == story_of(telling, mirrored).list(scheme, LAST).table
    )


@settings(max_examples=20, deadline=None)
@given(tale=tales())
def test_the_order_of_registration_does_not_matter(telling: ModuleType, tale: Any) -> None:
    """Tournaments go by their ids: registered in another order they give the same list."""
    reversed_tale = {**tale, "events": dict(reversed(tale["events"].items()))}
    assert (
        story_of(telling, tale).list(scheme, LAST).table
        == story_of(telling, reversed_tale).list(scheme, LAST).table
    )


@pytest.mark.parametrize("result", ["+/-", "-/+", "-/-"])
def test_a_game_that_is_not_rated_says_why(telling: ModuleType, result: Any) -> None:
    """A forfeit has its reason, the game beside it has none."""
    written = telling.Story()
    written.tournament("cup", "2023-03-01", games=["a 1-0 b", f"a {result} b"])
    listed = written.list(scheme, "2023-03-31")
    codes = listed.game("cup", 1), listed.game("cup", 2)
    assert codes[0] == (0, 0) and listed.tournament("cup") == 0
    assert {reason.code: reason.text for reason in scheme.reasons}[
        codes[1][0]
    ] == "a forfeit changes no rating"
