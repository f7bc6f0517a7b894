"""How far a regulation without code goes: three real ones, declared in tests/schemes/declared, against their code.

Both are asked about the same made-up federation: the events of the second ledger name the declared regulation.
"""

from collections.abc import Iterator
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from ledger import open_log
from ledger.log.wire_format import decode_event
from replay.questions.questions import Questions
from replay.simulation import Federation, simulate
from schemes.declared.parameters import UNITS, WHY_NOT
from schemes.kernels.rules import Reform, reform_from_words
from tests.builders import Event, carried, foul, game, jsonl, player, titled, tournament

FILES = Path(__file__).parent / "declared"
DAYS = [date(2025, 1, 1), date(2025, 10, 1), date(2026, 1, 1), date(2026, 3, 14), date(2026, 10, 1)]

# What fide-standard-declared.toml leaves out, as it says at its head.
LEFT_OUT = reform_from_words([
    "time.middle_minutes=60", "time.top_minutes=60", "time.first_control=0", "time.hours_a_day=24",
    "lists.long_days=1000", "lists.latest=100", "lists.closing_official=3", "registration.strong_days=3",
    "match_percent=100",
])  # fmt: skip


def rare_events() -> Iterator[Event]:
    """What a made-up federation has none of, and some readings are about.

    Registered 59 days and two months before the start; a game lost by two technical fouls; a former 2400 who has 2050;
    a title won after the first game.
    """
    yield from player("xa xb", federation="CHN")
    yield from player("ma mb", federation="MAS")
    yield from carried("cxa-rapid", "2024-12-01", {"xa": 2400, "xb": 2400})
    yield from carried("malaysia", "2024-12-01", {"ma": 2050}, peak=2400)
    yield from carried("malaysia", "2024-12-01", {"mb": 2050})
    papers = {"time_control": {"base": 600, "increment": 5}, "national_arbiters": 3, "rounds": 1}
    on = "2025-03-01"
    for scheme, first, second in (("cxa-rapid", "xa", "xb"), ("malaysia", "ma", "mb")):
        late, fouls = f"late-{first}", f"fouls-{first}"
        yield tournament(late, scheme, on, date="2025-01-01", **papers)
        yield game(late, on, f"{first} 1-0 {second}")
        yield tournament(fouls, scheme, on, date="2024-06-01", standings="hk-open", **papers)
        yield game(fouls, on, f"{first} 1-0 {second}")
        yield foul(fouls, on, first, count=2)
    yield titled("mb", "2025-03-02", "my-king")


@pytest.fixture(scope="module")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Questions, Questions]]:
    """The federation as it is, and with every regulation replaced by the declared one."""
    events = BytesIO()
    simulate(
        Federation(players=250, games=5_000, years=2, seed=5, scheme="all"), events, StringIO()
    )
    text = events.getvalue().decode() + jsonl(*rare_events()).decode()
    replaced = text
    for name in ("fide-standard", "cxa-rapid", "malaysia"):
        assert f'"{name}"' in text
        replaced = replaced.replace(f'"{name}"', f'"{name}-declared"')
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("RATING_LEDGER_SCHEMES", str(FILES))
        opened = _office(text), _office(replaced)
    yield opened
    for each in opened:
        each.close()


def _office(lines: str) -> Questions:
    log = open_log(":memory:")
    log.append([decode_event(line.encode()) for line in lines.splitlines()])
    return Questions(":memory:", log=log)


def rows_by_player(
    office: Questions, name: str, day: date, reform: Reform | None = None
) -> dict[str, Any]:
    """Rating, games, K and activity of everybody with a rating, published or not."""
    made = office.list(name, day, every=True, reform=reform).table.to_pylist()
    return {
        row["player"]: [row[word] for word in ("rating", "games", "k", "status")]
        for row in made
        if row["rating"]
    }


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("name", ["cxa-rapid", "malaysia"])
def test_a_declared_regulation_gives_the_lists_of_its_code(
    offices: Any, name: str, day: date
) -> None:
    """All columns of the published list, byte for byte."""
    coded, declared = offices[0].list(name, day), offices[1].list(f"{name}-declared", day)
    assert coded.rows == declared.rows and len(coded.rows) > 5


@pytest.mark.parametrize("day", DAYS)
def test_what_fide_says_goes_as_far_as_the_file_says(offices: Any, day: date) -> None:
    """With what the file leaves out switched off, every rating, count, K and status is the same."""
    coded = rows_by_player(offices[0], "fide-standard", day, LEFT_OUT)
    assert coded == rows_by_player(offices[1], "fide-standard-declared", day) and len(coded) > 50


READINGS = [(name, reading) for name, readings in (
    ("cxa-rapid", ["calculation=game", "decimals=dropped", "p-rounding=four-decimals", "two-months=days",
                   "time-control-absent=refused", "fouls=as-recorded"]),
    ("malaysia", ["k-of-game=own", "k-forever=china-only", "rounding=half-up", "title-later=lifts", "forfeits=rated",
                  "fouls=as-recorded"]),
) for reading in readings]  # fmt: skip


@pytest.mark.parametrize(("name", "reading"), READINGS)
def test_a_declared_reading_gives_the_lists_of_the_coded_one(
    offices: Any, name: str, reading: str
) -> None:
    """Readings that the files declare as what they set."""
    day, chosen = date(2026, 1, 1), reform_from_words([], [reading])
    coded = rows_by_player(offices[0], name, day, chosen)
    assert coded == rows_by_player(offices[1], f"{name}-declared", day, chosen)
    assert coded != rows_by_player(offices[0], name, day), (
        "nothing of this federation depends on the reading"
    )


def test_a_reform_of_a_declared_regulation_is_that_of_the_code(offices: Any) -> None:
    """K of the lowest band of malaysia, in the code k.low, in the file the case k.low."""
    day = date(2026, 3, 14)
    coded = rows_by_player(offices[0], "malaysia", day, reform_from_words(["k.low=70"]))
    declared = rows_by_player(
        offices[1], "malaysia-declared", day, reform_from_words(["k.low.k=70"])
    )
    assert coded == declared != rows_by_player(offices[1], "malaysia-declared", day)


def words_of(unit: str) -> set[str]:
    """The words of a unit, each with its table."""
    tables = get_type_hints(UNITS[unit])
    return {
        f"{name}.{word}"
        for name, table in tables.items()
        for word in getattr(table, "__struct_fields__", ("",))
    }


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_that_does_not_have_a_word_says_why(unit: str) -> None:
    """What one unit has and another has not is a matter of how it goes through the games."""
    every = set().union(*map(words_of, UNITS))
    missing = every - words_of(unit)
    assert missing
    assert [
        word
        for word in sorted(missing)
        if (unit, word) not in WHY_NOT and (unit, word.partition(".")[0]) not in WHY_NOT
    ] == []
