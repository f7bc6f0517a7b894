"""fide-standard against conformance/fide-standard.toml: every article, every settled point, every threshold."""

import tomllib
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schemes.fide_standard import scheme
from schemes.fide_standard.change import expected, gain
from schemes.fide_standard.first_rating import difference_of
from schemes.kernels.rules import reform_from_words

pytestmark = pytest.mark.usefixtures("plain_rules")  # test_fide_worlds.py runs them compiled

FILE = tomllib.loads(
    (Path(__file__).parent / "conformance" / "fide-standard.toml").read_text("utf-8")
)
ROWS = (
    "0.1", "0.2", "1.1", "1.2", "3.1", "4.1", "5.1", "6.1", "6.2", "7.1, 7.1.3", "9.1", "7.1.2", "7.1.4", "7.2.1",
    "7.2.2", "8.1.1, 8.1.2", "8.2.1", "8.2.2, 8.2.3", "8.2.4", "8.3.1", "8.3.2", "8.3.3", "8.3.4", "10.1, 10.2",
    *(f"settled {number}" for number in (*range(1, 19), 21)), *(f"answer {number}" for number in range(1, 7)),
)  # fmt: skip
WORDS = {
    "covers", "says", "players", "list", "expect", "readings", "set", "carried_on", "declared", "transferred",
    "carried", "suspended",
}  # fmt: skip
OLD, NEW = scheme.plain_versions_of(scheme.rules())


def hundredths(text: str) -> int:
    """A printed number as whole hundredths."""
    number = Decimal(text) * 100
    assert number == int(number)
    return int(number)


def story_of(telling: ModuleType, case: dict[str, Any]) -> Any:
    """A case of the file as a story."""
    story = telling.Story(carried_on=case.get("carried_on", "2024-04-01"))
    for text in case["players"]:
        introduce(story, text)
    for name in [key for key in case if key not in WORDS]:
        event = {"start": "2024-05-04", "end": "2024-05-06", **case[name]}
        event["games"] = [game for text in event.get("games", ()) for game in times(text)]
        story.tournament(name, event.pop("start"), event.pop("end"), **event)
    for text in case.get("declared", ()):
        player, day, *active = text.split()
        story.declare(player, day, bool(active))
    for text in case.get("transferred", ()):
        player, federation, day = text.split()
        story.transfer(player, federation, day)
    for text in case.get("suspended", ()):
        federation, day, *reinstated = text.split()
        story.suspend(federation, day, begins=not reinstated)
    for text in case.get("carried", ()):
        player, rating, day, *more = text.split()
        if rating == "ended":
            story.end(player, day)
            continue
        story.carry(
            player,
            rating,
            day,
            **{key: int(value) for key, value in (word.split("=") for word in more)},
        )
    return story


def introduce(story: Any, text: str) -> None:
    name, *words = text.split()
    rating = words.pop(0) if words and "=" not in words[0] else None
    given: dict[str, Any] = dict(word.split("=") for word in words)
    carried = given.pop("carried", story.carried_on)
    amounts = {key: int(given.pop(key)) for key in ("games", "peak") if key in given}
    if "born" in given:
        given["born"] = int(given["born"])
    story.player(name, **given)
    if rating is not None:
        story.carry(name, rating, carried, **amounts)


def times(text: str) -> list[str]:
    """`lin 1-0 wu x35` is 35 games."""
    *words, last = text.split()
    return [" ".join(words)] * int(last[1:]) if last[0] == "x" and last[1:].isdigit() else [text]


def article(code: int) -> str:
    return next(reason.article or "rated" for reason in scheme.reasons if reason.code == code)


@pytest.mark.parametrize(
    "case", FILE["case"], ids=lambda case: f"{case['covers'][0]}: {case['says'][:60]}"
)
def test_the_case(telling: ModuleType, case: dict[str, Any]) -> None:
    """The situation of the file has the answer of the file."""
    rules = scheme.rules(reform_from_words(case.get("set", ())), readings=case.get("readings", {}))
    outcome = story_of(telling, case).list(scheme, case.get("list", "2024-06-01"), rules)
    table = outcome.table
    answers: dict[str, Any] = {
        "ratings": lambda want: {name: rating(table, name) for name in want},
        "cup": lambda want: article(outcome.tournament("cup")),
        "games": lambda want: {
            where: " ".join(map(article, verdict(outcome, where))) for where in want
        },
        "k": lambda want: {name: table[name]["k"] for name in want},
        "played": lambda want: {name: table[name]["games"] for name in want},
        "status": lambda want: {
            name: "active" if table[name]["active"] else "inactive" for name in want
        },
        "hidden": lambda want: {name: article(table[name]["reason"]) for name in want},
        "absent": lambda want: [name for name in want if name not in table],
        "published": lambda want: [name for name in want if name in outcome.published],
    }
    assert {key: answers[key](want) for key, want in case["expect"].items()} == case["expect"]


def rating(table: dict[str, Any], name: str) -> int | str:
    """The rating on the list; somebody nothing is known of is not in the table."""
    shown = table[name]["rating"] if name in table else None
    return "unrated" if shown is None else int(shown)


def verdict(outcome: Any, where: str) -> tuple[int, int]:
    stage, place = where.split() if " " in where else ("main", where)
    round_, board = place.split(".")
    return outcome.game("cup", int(round_), int(board), stage)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_of_the_reading_table_has_a_case(row: str) -> None:
    """No article, settled point or hand answer is without a case."""
    assert any(row in case["covers"] for case in FILE["case"])


def test_no_case_covers_what_does_not_exist() -> None:
    """A misspelt row would hide a gap."""
    assert {row for case in FILE["case"] for row in case["covers"]} <= set(ROWS)


@pytest.mark.parametrize("row", FILE["differences"])
def test_table_of_differences(row: str) -> None:
    """8.1.1 as printed, all 101 rows."""
    score, difference = row.split()
    assert difference_of(OLD, hundredths(score)) == int(difference)


@pytest.mark.parametrize("row", FILE["expectations"])
def test_table_of_expectations(row: str) -> None:
    """8.1.2 as printed: both ends of every row, for the higher and the lower rated."""
    span, higher, lower = row.replace("> 735", "736-4000").split()
    ends = [int(end) for end in span.split("-")]
    assert [expected(OLD, end) for end in ends] == [hundredths(higher)] * 2
    assert [expected(OLD, -end) for end in ends if end] == [hundredths(lower)] * len(
        [end for end in ends if end]
    )


def test_the_printed_tables_have_no_gaps() -> None:
    """The rows of 8.1.2 follow each other without gap or overlap; 8.1.1 has every hundredth once."""
    spans = [row.split()[0].split("-") for row in FILE["expectations"][:-1]]
    ends = [(int(low), int(high)) for low, high in spans]
    assert ends[0][0] == 0 and ends[-1][1] == 735
    assert all(before[1] + 1 == after[0] for before, after in pairwise(ends))
    assert sorted(hundredths(row.split()[0]) for row in FILE["differences"]) == list(range(101))


@pytest.mark.parametrize("row", FILE["calculator"])
def test_the_calculator_of_fide(row: str) -> None:
    """One game each at the edges of the table, under both versions."""
    own, opponent, score, k, old, new = row.split()
    assert int(k) * gain(OLD, int(own), int(opponent), hundredths(score)) == hundredths(old)
    assert int(k) * gain(NEW, int(own), int(opponent), hundredths(score)) == hundredths(new)


def test_the_us_championship_of_2025(telling: ModuleType) -> None:
    """Changes of the event and ratings of November for all twelve; what they won elsewhere is told as another event."""
    story = telling.Story(federation="USA", carried_on="2025-10-01")
    rows = [row.split() for row in FILE["championship_players"]]
    for player, rating, *_ in rows:
        story.player(player, rating=rating)
    games = [row.split() for row in FILE["championship_games"]]
    assert len(games) == 66
    story.tournament(
        "championship", "2025-10-12", "2025-10-24", format="roundrobin", base=5400, increment=30,
        games=[f"{first} {result} {second} round={number}" for number, first, result, second in games],
    )  # fmt: skip
    # Other events, −2.6 and +2.4 at K 10 in four games each: draws with expectations of .57, .57, .56, .56 and .44.
    others = {"2020009": (-47, -47, -40, -40), "13300474": (40, 40, 40, 40)}
    for player, apart in others.items():
        own = next(int(rating) for name, rating, *_ in rows if name == player)
        for number, gap in enumerate(apart):
            story.player(f"{player}-{number}", rating=own + gap)
        story.tournament(
            f"elsewhere-{player}", "2025-10-02", "2025-10-05", base=5400, increment=30,
            games=[f"{player} 1/2-1/2 {player}-{number}" for number in range(4)],
        )  # fmt: skip
    outcome = story.list(scheme, "2025-11-01")
    november = {
        name: (outcome.ratings[name], str(outcome.table[name]["games"])) for name, *_ in rows
    }
    assert november == {name: (after, count) for name, _, _, _, after, count in rows}
    event = {name: change_of(outcome.explain(name), "championship") for name, *_ in rows}
    assert event == {name: hundredths(change) for name, _, change, *_ in rows}
    elsewhere = {name: change_of(outcome.explain(name), f"elsewhere-{name}") for name in others}
    assert elsewhere == {
        name: hundredths(other) for name, _, _, other, *_ in rows if name in others
    }


def change_of(node: Any, event: str) -> int:
    """The change of an event as an explanation states it."""
    value = next(below.value for below in node.below if below.text.startswith(event + ","))
    return hundredths(value.replace("−", "-"))
