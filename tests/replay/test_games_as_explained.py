"""What a player's page says of each game is what the explanation says: under every regulation, to the digit."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

import pytest

from ledger import open_log
from replay.explain.explain import Explainer
from replay.explain.history.rows import player_history
from replay.files import open_file
from replay.office.office import Office
from replay.questions.player_games import PlayerGame, PlayerGames
from replay.simulation import Federation, simulate
from replay.which import ListWords
from schemes import Node
from tests.builders import carried, decoded

LAST = date(2026, 2, 1)
PLAYERS = 6
LISTS = 2
BY_GAME = ("malaysia", "elo")
PREDICTS = ("fide-standard", "malaysia", "elo", "dwz", "glicko-2")
NOT_BY_GAME = ("cxa-rapid", "dwz", "glicko-2")
POSITION = re.compile(r"round .*\(#(\d+)")

Told = tuple[str, Node, PlayerGame]


def number(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").removeprefix("+"))


def lines(node: Node) -> Iterator[Node]:
    yield node
    for below in node.below:
        yield from lines(below)


def expected_in(node: Node) -> Iterator[Decimal]:
    """The expected scores that an explanation of a game names, to the hundredth."""
    for line in lines(node):
        if "xpected" in line.text and not line.below:
            try:
                yield number(line.value)
            except InvalidOperation:
                continue


def told(folder: Path, scheme: str) -> Iterator[Told]:
    """Rated games of some players: player, the line of the explanation, what the page says."""
    with Office(folder) as office:
        office.stays_open = True  # as the desk: what all players share is worked out once
        which = ListWords.parse(f"{scheme}@{LAST}+rate-as").resolved(office)
        world = office.world(which)
        chosen = 0
        for person, player in enumerate(world.snapshot.people.ids.to_pylist()):
            history = player_history(office, world, player, LAST)
            rows = [row for row in history.rows if row.games][-LISTS:]
            if len(rows) < LISTS or chosen == PLAYERS:
                continue
            chosen += 1
            every = [
                game
                for tournament in PlayerGames(history, person).tournaments(None)
                for game in tournament.games
            ]
            games = {game.position: game for game in every if game.is_rated}
            for row in rows:
                for line in lines(Explainer(office, world, row.list_date).player(player)):
                    place = POSITION.search(line.text)
                    if place and int(place[1]) in games:
                        yield player, line, games[int(place[1])]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of forty people who play chess and xiangqi for two years; each begins with a DWZ."""
    folder = tmp_path_factory.mktemp("small")
    with (folder / "made.jsonl").open("wb") as events:
        simulate(Federation(players=40, games=500, years=2, seed=7, scheme="all"), events)
    with open_log(folder / "ledger", create=True) as log:
        log.append(open_file(folder / "made.jsonl"))
        ids = Office(folder / "ledger", log=log).snapshot().people.ids.to_pylist()
        ratings = {player: 1500 + 10 * place for place, player in enumerate(ids)}
        log.append(decoded(*carried("dwz", "2024-03-01", ratings)))
    return folder / "ledger"


@pytest.fixture(scope="module", params=[*PREDICTS, "cxa-rapid"])
def games(request: pytest.FixtureRequest, small: Path) -> tuple[str, list[Told]]:
    return request.param, list(told(small, request.param))


def test_games_say_what_the_explanation_says(games: tuple[str, list[Told]]) -> None:
    scheme, every = games
    predicted = 0
    for player, line, game in every:
        where = f"{scheme} {player}: {line.text}"
        if scheme in BY_GAME:
            assert game.change == number(line.value), where
        if scheme in NOT_BY_GAME:
            assert game.change is None, where
        if scheme == "fide-standard" and game.change is not None:
            # with the K of the tournament: 10, 20, 40, or what the limit of 700 leaves
            gained = number(line.value)
            assert gained == game.score - game.expected  # type: ignore[operator]
            assert gained == 0 == game.change or game.change / gained in range(1, 41), where
        expected = list(expected_in(line))
        assert (game.expected is None) == (not expected), where
        if game.expected is not None:
            assert min(abs(each - game.expected) for each in expected) <= Decimal("0.005"), where
            predicted += 1
    assert len(every) > 10 and (predicted > 5) == (scheme in PREDICTS)
