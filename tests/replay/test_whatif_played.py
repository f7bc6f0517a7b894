"""The games that expectations are measured on, in the order of days."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from replay.whatif.trail import played
from schemes.kernels.inputs import DRAW, FIRST_WINS, Games

game = st.tuples(
    st.integers(738_000, 738_020), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)
)


@given(games=st.lists(game, max_size=40), end=st.integers(737_990, 738_030))
def test_played_games_by_day(games: list[tuple[int, int, int, int]], end: int) -> None:
    """Forfeits and what comes later are left out; games of a day stay in their order."""
    kinds = {"day": np.int32, "first": np.int32, "second": np.int32, "result": np.int8}
    columns = zip(*games, strict=True) if games else ((),) * 4
    given_games = Games(**{n: np.array(c, kinds[n]) for n, c in zip(kinds, columns, strict=True)})
    found = played(given_games, end)
    expected = sorted(
        (one for one in games if one[3] <= DRAW and one[0] < end), key=lambda one: one[0]
    )
    points = {FIRST_WINS: 2, DRAW: 1}
    assert list(zip(found.day, found.first, found.second, found.score, strict=True)) == [
        (day, first, second, points.get(result, 0)) for day, first, second, result in expected
    ]
