"""Events in words: a sentence that names players, tournaments and other events, and what a correction changed."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from ledger import AnyEvent, Log
from ledger import events as ev
from ledger.append.description import detail, players_in_order
from projections.known import corrected
from replay.answers.language import event_in_words
from replay.questions.log_rows import game_before, place_of
from wording import Reference, Wording, enumerated, joined, say

RESULTS = {
    "1-0": "1–0",
    "0-1": "0–1",
    "1/2-1/2": "½–½",
    "+/-": "+ : −",
    "-/+": "− : +",
    "-/-": "− : −",
}
_OWN = {"date", "ref", "note", "by", "position", "recorded", "seal", "reason"}


class ChangedField(Struct, frozen=True):
    """What a correction changed: a field, what it was, and what it is. None: nothing."""

    name: str
    before: object
    after: object


def event_sentence(event: AnyEvent, sides: tuple[str, str] | None = None) -> str:
    """What happened, in a sentence with references; events without one of their own say what they have.

    `sides` are the players of a game that is corrected or voided, whom the event itself need not name.
    """
    if isinstance(event, ev.GameCorrected | ev.GameVoided):
        game = _place(event)
        if sides is not None:
            first, second = map(Reference.player, sides)
            game = say("{place}, {first} – {second}", place=game, first=first, second=second)
        if isinstance(event, ev.GameVoided):
            return say("{place}: void", place=game)
        return say("{place}: corrected to {result}", place=game, result=RESULTS[event.result.value])
    made = SENTENCES.get(type(event))
    if made is not None:
        return made(event)
    kind = say(event_in_words(type(event).__name__))
    about: list[str] = []
    if (tournament := getattr(event, "tournament", None)) is not None:
        about.append(Reference.tournament(tournament))
    if (player := getattr(event, "player", None)) is not None:
        about.append(Reference.player(player))
    detail = plain_detail(event)
    return joined(": ", filter(None, (kind, joined(", ", about) if about else "", detail)))


def plain_detail(event: AnyEvent) -> str:
    """What an event says, without its reason and who recorded it, which stand elsewhere."""
    bare = dict.fromkeys(("ref", "note", "by"))
    if hasattr(event, "reason"):
        bare["reason"] = ""
    return detail(msgspec.structs.replace(event, **bare))


def _place(event: ev.GameRecorded | ev.GameCorrected | ev.GameVoided | ev.GameUnrated) -> str:
    """Where a game was played, with its tournament."""
    place = say("round {round}, board {board}", round=event.round, board=event.board)
    if event.stage != "main":
        place = joined(", ", (say(event.stage), place))
    return joined(", ", (Reference.tournament(event.tournament), place))


def _game(event: ev.GameRecorded) -> str:
    return say(
        "{place}: {first} {result} {second}",
        place=_place(event),
        first=Reference.player(event.first),
        result=RESULTS[event.result.value],
        second=Reference.player(event.second),
    )


def _published(event: ev.ListPublished) -> str:
    return say(
        "{scheme}: list of {date} published, {rows} rows, from events up to {position}",
        scheme=Reference("schemes", event.scheme),
        date=event.list_date,
        rows=event.rows,
        position=Reference.position(event.at_position),
    )


def _sentence(text: str) -> Callable[[Any], str]:
    """A sentence that says some fields of an event: players and tournaments as references, words of ours in words."""
    meant: dict[str, Callable[[Any], object]] = {
        "player": Reference.player, "tournament": Reference.tournament, "kind": say,
    }  # fmt: skip

    def sentence(event: Any) -> str:
        fields = msgspec.structs.asdict(event)
        named = {name: value for name, value in fields.items() if f"{{{name}}}" in text}
        values = {n: meant[n](value) if n in meant else value for n, value in named.items()}
        return Wording(text, "", values)

    return sentence


SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.GameRecorded: _game,
    ev.GameUnrated: lambda event: say("{place}: not rated", place=_place(event)),
    ev.PlayerRegistered: _sentence(say("{player} was registered")),
    ev.PlayerCorrected: _sentence(say("the registration of {player} was corrected")),
    ev.PlayerTransferred: _sentence(say("{player} plays for {federation}")),
    ev.PlayerDeceased: _sentence(say("{player} has died")),
    ev.PlayersMerged: lambda event: say(
        "{duplicate} is the same person as {kept}",
        duplicate=Reference.player(event.duplicate),
        kept=Reference.player(event.kept),
    ),
    ev.TitleAwarded: _sentence(say("{player} became {title}")),
    ev.TitleRevoked: _sentence(say("{player} is no longer {title}")),
    ev.PlayerEntered: _sentence(say("{player} entered {tournament}")),
    ev.ByeRecorded: _sentence(say("{tournament}, round {round}: {player}, {kind}")),
    ev.PlayerWithdrew: lambda event: say(
        "{player} left {tournament} before round {round}",
        player=Reference.player(event.player),
        tournament=Reference.tournament(event.tournament),
        round=event.first_missed,
    ),
    ev.FoulRecorded: _sentence(say("{tournament}, round {round}: {player}, {kind}")),
    ev.TournamentRegistered: _sentence(say("{tournament} was registered")),
    ev.TournamentCorrected: _sentence(say("the registration of {tournament} was corrected")),
    ev.TournamentClosed: _sentence(say("{tournament} was closed")),
    ev.TournamentVoided: _sentence(say("{tournament} was voided: nothing of it counts")),
    ev.RankingCorrected: _sentence(say("the ranking of {tournament} was corrected")),
    ev.ReportReceived: _sentence(say("the report of {tournament} was received")),
    ev.EventWithdrawn: lambda event: say(
        "{position} was withdrawn", position=Reference.position(event.withdraws)
    ),
    ev.ListPublished: _published,
}


# What a correction changed


def changed_fields(log: Log, position: int, event: AnyEvent) -> list[ChangedField]:
    """The old and the new values of a correction; nothing for events that correct nothing."""
    if isinstance(event, ev.GameCorrected | ev.GameVoided):
        return list(_game_changes(log, position, event))
    if isinstance(event, ev.PlayerCorrected):
        kinds: Any = (ev.PlayerRegistered, ev.PlayerCorrected)
        return list(_field_changes(log, f"player/{event.player}", position, event, kinds))
    if isinstance(event, ev.TournamentCorrected):
        kinds = (ev.TournamentRegistered, ev.TournamentCorrected)
        return list(_field_changes(log, f"tournament/{event.tournament}", position, event, kinds))
    if isinstance(event, ev.RankingCorrected):
        before = _ranking_before(log, position, event)
        return [ChangedField("ranking", before and _in_order(before), _in_order(event))]
    return []


def _earlier(log: Log, stream: str, position: int) -> Iterator[tuple[int, AnyEvent]]:
    for at, event in log.stream(stream):
        if at < position:
            yield at, event


def _game_before(
    log: Log, position: int, event: ev.GameCorrected | ev.GameVoided
) -> dict[str, str | None]:
    """First, second and result of a game as they stood before an event."""
    return game_before(log.stream(f"tournament/{event.tournament}"), position, event)


def sides_before(log: Log, position: int, event: AnyEvent) -> tuple[str, str] | None:
    """The players of a game that is corrected or voided, as they stood before."""
    if not isinstance(event, ev.GameCorrected | ev.GameVoided):
        return None
    before = _game_before(log, position, event)
    if before["first"] is None or before["second"] is None:
        return None
    return before["first"], before["second"]


def _game_changes(
    log: Log, position: int, event: ev.GameCorrected | ev.GameVoided
) -> Iterator[ChangedField]:
    """First, second and result of a game, where they are others than before."""
    before = _game_before(log, position, event)
    if isinstance(event, ev.GameVoided):
        yield ChangedField("result", RESULTS.get(before["result"] or ""), say("void"))
        return
    for side in ("first", "second"):
        player = getattr(event, side)
        if player is not None and player != before[side]:
            former = before[side]
            old = former and Reference.player(former)
            yield ChangedField(side, old, Reference.player(player))
    if event.result.value != before["result"]:
        result = RESULTS[event.result.value]
        yield ChangedField("result", RESULTS.get(before["result"] or ""), result)


def _field_changes(
    log: Log, stream: str, position: int, event: Any, kinds: tuple[Any, Any]
) -> Iterator[ChangedField]:
    """The fields that a correction names, with the value that each had before it."""
    registration: Any = None
    for _, earlier in _earlier(log, stream, position):
        if isinstance(earlier, kinds[0]):
            registration = earlier
        elif isinstance(earlier, kinds[1]) and registration is not None:
            registration = corrected(registration, [earlier])
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in _OWN or name in ("player", "tournament") or value is UNSET:
            continue
        field = "date" if name == "registered" else name
        before = None if registration is None else getattr(registration, field)
        yield ChangedField(name, before, value)


def _ranking_before(log: Log, position: int, event: ev.RankingCorrected) -> ev.Ranked | None:
    before = None
    for _, earlier in _earlier(log, f"tournament/{event.tournament}", position):
        if isinstance(earlier, ev.Ranked):
            before = earlier
    return before


def _in_order(event: ev.Ranked) -> str | None:
    return enumerated(players_in_order(event)) if event.ranked else None


def later_changes(log: Log, position: int, event: AnyEvent, until: int) -> list[int]:
    """The positions of later corrections of the same game."""
    if not isinstance(event, ev.GameRecorded | ev.GameCorrected):
        return []
    return [
        at
        for at, later in log.stream(f"tournament/{event.tournament}")
        if position < at <= until
        and isinstance(later, ev.GameCorrected | ev.GameVoided)
        and place_of(later) == place_of(event)
    ]
