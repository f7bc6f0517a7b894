"""What a player's page says that each tournament changed, over a made-up federation with leagues on several lists."""

from datetime import date
from decimal import Decimal
from pathlib import Path

from replay.explain.history.rows import player_history
from replay.office.office import Office
from replay.questions.player_games import PlayerGames
from replay.which import ListWords

LAST = date(2026, 3, 1)


def test_the_shares_of_tournaments_add_up_to_what_games_brought(made_up: Path) -> None:
    """Of everybody whose tournaments all have a share: to the digit, over all lists."""
    known = 0
    shared = 0
    with Office(made_up / "ledger") as office:
        which = ListWords.parse(f"fide-standard@{LAST}").resolved(office)
        world = office.world(which)
        for number, player in enumerate(world.snapshot.people.ids.to_pylist()[:60]):
            history = player_history(office, world, player, LAST)
            if not history.rows:
                continue
            changes = [each.change for each in PlayerGames(history, number).tournaments(None)]
            listed = [change for change in changes if change is not None]
            if not listed or len(listed) < len(changes):
                continue
            brought = [Decimal(row.causes.get("games", 0)) for row in history.rows]
            assert sum(listed) == sum(brought), player
            known += 1
            shared += len(listed) > sum(bool(row.games) for row in history.rows)
    assert known > 10 and shared > 0
