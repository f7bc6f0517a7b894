"""The readings register of the standings regulations: every entry says where and what.

What each alternative gives stands in test_standings_choices.py.
"""

import pytest

from schemes.standings import REGISTERS, Game, Tournament, standings
from wording.errors import LedgerError


@pytest.mark.parametrize("rules", REGISTERS)
def test_every_reading_says_where_and_what(rules: str) -> None:
    """Names are unique in a register, and every entry has an article, a question and explained choices."""
    register = REGISTERS[rules]
    assert len({reading.name for reading in register}) == len(register)
    for reading in register:
        assert reading.article
        assert reading.question.endswith("?")
        assert len(reading.choices) > 1
        assert all(reading.choices.values())


def test_an_unknown_reading_is_refused_with_the_nearest_name() -> None:
    """A slip of the pen is answered with the name that was meant."""
    played = Tournament(id="T", rules="wxf", rounds=1, games=(Game(1, 1, "A", "B", "1-0"),))
    with pytest.raises(LedgerError, match="own-game"):
        standings(played, None, None, {"own-gme": "all-met"})
