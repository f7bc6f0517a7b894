"""Events in the exchange format, as stories tell them: what a story does not say has a plain value."""

from collections.abc import Mapping
from typing import Any

from ledger.item import Item, Items
from ledger.log.wire_format import decode_event

Event = dict[str, Any]

FEDERATION = """\
{"type":"PlayerRegistered","date":"2020-01-01","player":"P1","name":"Anna","sex":"F"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P2","name":"Bo","sex":"M"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P3","name":"Cy","sex":"M"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"P4","name":"Di","sex":"F"}
{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T1","name":"Open","start":"2020-02-01",\
"end":"2020-02-03","rounds":3,"rated":["fide-standard"]}
{"type":"GameRecorded","date":"2020-02-01","tournament":"T1","round":1,"board":1,"first":"P1","second":"P2","result":"1-0"}
{"type":"ByeRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P3","kind":"bye"}
{"type":"PlayerEntered","date":"2020-01-30","tournament":"T1","player":"P1","number":1}
{"type":"TitleAwarded","date":"2020-01-30","player":"P1","title":"GM"}
"""


def lines(text: str, name: str = "events.jsonl") -> Items:
    """A text in the exchange format as the log takes it: every line an event, with its place."""
    encoded = [line.encode() for line in text.splitlines()]
    items = (Item(at, line, decode_event(line)) for at, line in enumerate(encoded, 1))
    return Items(name, items)


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
