"""Events in the exchange format, as stories tell them: what a story does not say has a plain value."""

from collections.abc import Mapping
from typing import Any

Event = dict[str, Any]


def player(*ids: str, **fields: Any) -> list[Event]:
    """Players whose names are their ids."""
    plain = {"type": "PlayerRegistered", "date": "2019-01-01", "sex": "M", "federation": "FRA"}
    return [plain | {"player": each, "name": each} | fields for each in ids]


def carried(scheme: str, on: str, ratings: Mapping[str, Any], /, **fields: Any) -> list[Event]:
    """Ratings from before the ledger."""
    plain = {"type": "RatingCarriedIn", "date": on, "scheme": scheme}
    return [plain | {"player": each, "rating": ratings[each]} | fields for each in ratings]


def tournament(name: str, rated: str, start: str, end: str = "", /, **fields: Any) -> Event:
    """A tournament of one day, or of several; regulations as "cxa-rapid malaysia", or none."""
    plain = {"type": "TournamentRegistered", "date": "2019-01-01", "rounds": 9, "name": name}
    days = {"start": start, "end": end or start}
    return plain | days | {"tournament": name, "rated": rated.split()} | fields


def game(tournament: str, on: str, sides: str, /, **fields: Any) -> Event:
    """A game as "anna 1-0 boris", on board 1 of round 1."""
    first, result, second = sides.split()
    plain = {"type": "GameRecorded", "date": on, "tournament": tournament, "round": 1, "board": 1}
    return plain | {"first": first, "result": result, "second": second} | fields


def closed(tournament: str, on: str, ranking: str = "", /, **fields: Any) -> Event:
    """The end of a tournament, with its ranking if it is given."""
    plain: Event = {"type": "TournamentClosed", "date": on, "tournament": tournament}
    if ranking:
        plain["ranking"] = ranking.split()
    return plain | fields


def withdrawn(position: int, on: str) -> Event:
    """The event of a position was recorded by mistake."""
    return {"type": "EventWithdrawn", "date": on, "withdraws": position, "reason": "by mistake"}


def played(name: str, rated: str, on: str, games: list[str]) -> list[Event]:
    """A tournament of one day with its games, one in each round."""
    rounds = [game(name, on, sides, round=number) for number, sides in enumerate(games, 1)]
    return [tournament(name, rated, on, date=on, rounds=len(games)), *rounds]
