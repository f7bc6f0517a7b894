"""The games of a tournament as PGN, without moves: for broadcasts of lichess and for databases, which fill them in."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ledger.events import (
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    Result,
    TournamentRegistered,
)
from replay.files.players import is_fide_number
from replay.files.trf.corrected import as_corrected
from replay.files.trf.export import fide_titles, people_of

if TYPE_CHECKING:
    from replay.office.office import Office

_PLAYED = {Result.FIRST_WINS: "1-0", Result.SECOND_WINS: "0-1", Result.DRAW: "1/2-1/2"}


class WrittenGames(NamedTuple):
    """The text, and how many games it leaves out: PGN has no result for a forfeit."""

    text: str
    left_out: int


def games_text(office: "Office", tournament: str, known: int) -> WrittenGames:
    """Every game that was played, as it holds at a position, by round and board."""
    snapshot = office.snapshot(known)
    stream = office.log.stream(f"tournament/{tournament}")
    story = as_corrected([event for position, event in stream if position <= known], snapshot)
    people = people_of(office.log, snapshot, story.recorded)
    titles = fide_titles(snapshot)
    entries = {event.player: event for event in story.recorded if isinstance(event, PlayerEntered)}
    games = [event for event in story.recorded if isinstance(event, GameRecorded)]
    played = [game for game in games if game.result in _PLAYED]
    played.sort(key=lambda game: (game.round, game.board))
    texts = []
    for game in played:
        tags = dict(_of_event(story.registered, game))
        for colour, player in (("White", game.first), ("Black", game.second)):
            tags |= _of_player(colour, player, people, titles, entries)
        written = "".join(f'[{tag} "{_quoted(value)}"]\n' for tag, value in tags.items())
        texts.append(f"{written}\n{_PLAYED[game.result]}\n")
    return WrittenGames("\n".join(texts), len(games) - len(played))


def _of_event(event: TournamentRegistered, game: GameRecorded) -> Iterator[tuple[str, str]]:
    yield "Event", event.name
    yield "Site", event.place or "?"
    yield "Date", f"{game.date:%Y.%m.%d}"
    yield "Round", f"{game.round}.{game.board}"
    yield "White", ""  # the order of the seven tags that every game has
    yield "Black", ""
    yield "Result", _PLAYED[game.result]
    yield "EventDate", f"{event.start:%Y.%m.%d}"
    clock = event.time_control
    if clock is not None:
        yield "TimeControl", f"{clock.base}+{clock.increment}"


def _of_player(
    colour: str,
    player: str,
    people: Mapping[str, PlayerRegistered],
    titles: Mapping[str, str],
    entries: Mapping[str, PlayerEntered],
) -> dict[str, str]:
    entry = entries.get(player)
    tags = {colour: people[player].name if player in people else player}
    if is_fide_number(player):
        tags[f"{colour}FideId"] = player
    if player in titles:
        tags[f"{colour}Title"] = titles[player].removeprefix("fide-").upper()
    if entry is not None and entry.rating:
        tags[f"{colour}Elo"] = str(entry.rating)
    if entry is not None and entry.team:
        tags[f"{colour}Team"] = entry.team
    return tags


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
