"""Events in the exchange format, as stories tell them: what a story does not say has a plain value."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec

from ledger.events import AnyEvent, ListPublished
from ledger.item import Item, Items
from ledger.log.wire_format import decode_event
from ledger.tree.checkpoint import Checkpoint

Event = dict[str, Any]
Numbers = Mapping[str, int | None]  # of players in a tournament
_events = msgspec.json.Decoder(AnyEvent)

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


def decoded(*events: Event) -> list[AnyEvent]:
    """Events as the log takes them."""
    return [_events.decode(msgspec.json.encode(each)) for each in events]


def jsonl(*events: Event) -> bytes:
    """Events as a file in the exchange format has them."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in events)


def event(kind: str, on: str, /, **fields: Any) -> Event:
    """An event of any kind, for those of which stories seldom tell."""
    return {"type": kind, "date": on} | fields


# people


def player(*ids: str, **fields: Any) -> list[Event]:
    """Players whose names are their ids, "ann", "bob" or all at once, "ann bob"."""
    plain = event("PlayerRegistered", "2019-01-01", sex="M", federation="FRA")
    names = " ".join(ids).split()
    return [plain | {"player": each, "name": each} | fields for each in names]


def player_corrected(player: str, on: str, /, **fields: Any) -> Event:
    """The registration of a player was wrong from the start."""
    return event("PlayerCorrected", on, player=player, reason="form") | fields


def merged(kept: str, duplicate: str, on: str) -> Event:
    """Two players are one person."""
    return event("PlayersMerged", on, kept=kept, duplicate=duplicate)


def titled(player: str, on: str, title: str) -> Event:
    """A title is awarded."""
    return event("TitleAwarded", on, player=player, title=title)


def carried(scheme: str, on: str, ratings: Mapping[str, Any], /, **fields: Any) -> list[Event]:
    """Ratings from before the ledger."""
    plain = event("RatingCarriedIn", on, scheme=scheme)
    return [plain | {"player": each, "rating": ratings[each]} | fields for each in ratings]


# tournaments


def tournament(name: str, rated: str, start: str, end: str = "", /, **fields: Any) -> Event:
    """A tournament of one day, or of several; regulations as "cxa-rapid malaysia", or none."""
    plain = event("TournamentRegistered", "2019-01-01", rounds=9, name=name)
    days = {"start": start, "end": end or start}
    return plain | days | {"tournament": name, "rated": rated.split()} | fields


def tournament_corrected(tournament: str, on: str, /, **fields: Any) -> Event:
    """The papers of a tournament were wrong from the start."""
    return event("TournamentCorrected", on, tournament=tournament, reason="typing") | fields


def entries(tournament: str, on: str, players: str | Numbers, /, **fields: Any) -> list[Event]:
    """Players enter: "ann bob" with the numbers 1 and 2, those of a mapping with theirs."""
    numbers = players
    if isinstance(numbers, str):
        numbers = {each: number for number, each in enumerate(numbers.split(), 1)}
    plain = event("PlayerEntered", on, tournament=tournament)
    return [plain | {"player": each, "number": numbers[each]} | fields for each in numbers]


def closed(tournament: str, on: str, ranking: str = "", /, **fields: Any) -> Event:
    """The end of a tournament, with its ranking if it is given."""
    plain = event("TournamentClosed", on, tournament=tournament)
    if ranking:
        plain["ranking"] = ranking_of(ranking)
    return plain | fields


def ranking_corrected(tournament: str, on: str, ranking: str, /, **fields: Any) -> Event:
    """The office decides the ranking of a tournament."""
    plain = event("RankingCorrected", on, tournament=tournament, reason="decided otherwise")
    return plain | {"ranking": ranking_of(ranking)} | fields


def ranking_of(text: str) -> list[Any]:
    """`ann bob=cat dan`: ann is first, bob and cat share the second place, dan is fourth."""
    return [place.split("=") if "=" in place else place for place in text.split()]


def reported(tournament: str, on: str) -> Event:
    """The report of a tournament has come."""
    return event("ReportReceived", on, tournament=tournament)


# rounds


def game(tournament: str, on: str, line: str, /, **fields: Any) -> Event:
    """A game as "anna 1-0 boris", on board 1 of round 1, or with its place: "2.1 anna 1-0 boris"."""
    return event("GameRecorded", on, tournament=tournament) | _game(line) | fields


def games(tournament: str, on: str, *lines: str, **fields: Any) -> list[Event]:
    """Games of a day as "round.board first result second"."""
    return [game(tournament, on, line, **fields) for line in lines]


def game_corrected(tournament: str, on: str, line: str, /, **fields: Any) -> Event:
    """A game as it really was, "2.1 anna 1-0 boris"; where the players stay, "2.1 1-0"."""
    plain = event("GameCorrected", on, tournament=tournament, reason="score sheet")
    return plain | _game(line) | fields


def game_voided(tournament: str, on: str, place: str, /, **fields: Any) -> Event:
    """A game, "2.1", that is to count for nothing."""
    round_, board = map(int, place.split("."))
    plain = event("GameVoided", on, tournament=tournament, round=round_, board=board)
    return plain | {"reason": "not played"} | fields


def bye(tournament: str, on: str, player: str, kind: str = "bye", /, **fields: Any) -> Event:
    """A round without an opponent, the first if nothing else is said."""
    return (
        event("ByeRecorded", on, tournament=tournament, round=1, player=player, kind=kind) | fields
    )


def foul(tournament: str, on: str, player: str, kind: str = "technical", /, **fields: Any) -> Event:
    """A foul, in round 1 if nothing else is said."""
    return (
        event("FoulRecorded", on, tournament=tournament, round=1, player=player, kind=kind) | fields
    )


def played(name: str, rated: str, on: str, lines: list[str]) -> list[Event]:
    """A tournament of one day with its games, one in each round."""
    rounds = [game(name, on, line, round=number) for number, line in enumerate(lines, 1)]
    return [tournament(name, rated, on, rounds=len(lines)), *rounds]


def withdrawn(position: int, on: str, reason: str = "by mistake") -> Event:
    """The event of a position was recorded by mistake."""
    return event("EventWithdrawn", on, withdraws=position, reason=reason)


def _game(line: str) -> Event:
    """Round, board, result and players, as far as a line names them."""
    words = line.split()
    place = words.pop(0) if re.fullmatch(r"\d+\.\d+", words[0]) else "1.1"
    round_, board = map(int, place.split("."))
    where = {"round": round_, "board": board}
    if len(words) == 1:
        return where | {"result": words[0]}
    first, result, second = words
    return where | {"first": first, "result": result, "second": second}


# In the sample ledger the junior F05 drew with F01; the score sheets say that she won.
JUNIOR_WON = game_corrected("harbour-2025", "2026-01-15", "4.1 1-0", reason="score sheets")


def publication(checkpoint: Checkpoint, scheme: str = "malaysia", **fields: Any) -> ListPublished:
    """A list is on record as published, under a checkpoint, on the day of the list."""
    day = fields.pop("date", date(2026, 1, 1))
    plain = {"version": "1", "rows": 0, "root": "r", "at_position": checkpoint.size}
    return ListPublished(
        date=day, scheme=scheme, list_date=day, checkpoint=checkpoint.text, **plain | fields
    )
