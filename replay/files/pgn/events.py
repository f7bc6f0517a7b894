"""The tournaments of an archive as events: registrations, entries, games."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from datetime import timedelta
from decimal import Decimal
from typing import Any

from ledger.errors import LedgerError, Problem
from ledger.events import (
    AnyEvent,
    Format,
    GameRecorded,
    GameUnrated,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    RatingCarriedIn,
    TimeControl,
    TournamentCorrected,
    TournamentRegistered,
)
from replay.files.deciding import Deciding
from replay.files.limits import MOST_ARCHIVE_BOARDS, MOST_ARCHIVE_ROUNDS
from replay.files.options import ReadOptions
from replay.files.pgn.archive import Archive, ArchiveEvent, ArchivePlayer
from replay.files.pgn.games import NO_DAY, ReadGame, TaggedPlayer
from replay.files.pgn.rounds import NO_ROUND, PairedGame, PlacedGame, place_games
from replay.files.players import ASK_WHO, slug
from replay.files.recorded import RecordedTournament
from replay.files.time_control import read_encoded, read_free
from replay.files.trf.events import NO_SEX
from replay.files.trf.heading import NO_REGISTRATION_DATE, each_scheme
from wording import say
from wording.errors import at

RATING_OF = "as first seen in the archive"
AS_FAR_AS_IT_GOES = "rounds and days as far as the archive goes"
FURTHER_GAMES = "further games of the archive"
_BARE = re.compile(r"(\d{1,3})\+(\d{1,3})")
_FASTEST = (
    12  # nobody plays with an increment of a twelfth of the base, unless the base is in minutes
)
_FORMATS: tuple[tuple[str, Format], ...] = (
    ("swiss", "swiss"), ("tourn", "roundrobin"), ("robin", "roundrobin"), ("knock", "knockout"), ("k.o", "knockout"),
    ("match", "match"),
)  # fmt: skip
_LONGEST_BEFORE = 366  # days between the first day of an event and the first game in the archive
Lined = tuple[int, AnyEvent]


def tournament_ids(archive: Archive, options: ReadOptions) -> dict[ArchiveEvent, str]:
    """The id of each tournament: name, place and year; a number, where two names differ only in signs."""
    if options.tournament is not None:
        return dict.fromkeys(archive.events, options.tournament)
    owners: dict[str, ArchiveEvent] = {}
    for event in archive.events:
        base = slug(f"{event.name} {event.site} {event.year}")
        name = base
        number = 1
        while owners.setdefault(name, event) != event:
            number += 1
            name = f"{base}-{number}"
    return {event: name for name, event in owners.items()}


class Building:
    """Makes the events of an archive, players before they are needed."""

    def __init__(
        self, archive: Archive, ids: Mapping[str, str], options: ReadOptions, place: str,
        deciding: Deciding,
    ) -> None:  # fmt: skip
        self._archive = archive
        self._place = place
        self._ids = ids
        self._options = options
        self._merges = deciding.merges
        self._duplicates = {kept: duplicate for duplicate, kept in deciding.merges.items()}
        self._regulars = {person.player: person for person in deciding.regulars}
        self._tournaments = tournament_ids(archive, options)
        self._seen: set[str] = set()
        self.left_out = 0  # games of players that are to be left out
        self.rated = 0  # players whose opening rating stands
        self.renamed: list[str] = []  # players that have another name in the ledger
        self.problems: list[Problem] = []
        self.excerpt = ""  # what the event given last comes from

    def events(self) -> Iterator[Lined]:
        """All events, tournament by tournament."""
        for event, games in self._archive.tournaments():
            kept = [
                game
                for game in games
                if game.first.key in self._ids and game.second.key in self._ids
            ]
            self.left_out += len(games) - len(kept)
            if kept:
                yield from self._tournament(event, kept)

    def _tournament(self, event: ArchiveEvent, games: list[ReadGame]) -> Iterator[Lined]:
        tournament = self._tournaments[event]
        there = RecordedTournament(
            tournament,
            self._options.known,
            self._merges,
            as_recorded_first=self._options.as_corrections,
        )
        placed = place_games([self._paired(game) for game in games], there.boards)
        line = games[0].line
        _refuse_too_large(at(self._place, line), tournament, placed)
        for game, place in zip(games, placed, strict=True):
            self._refuse_double(there, game, place.round)
        for game in games:
            for side in (game.first, game.second):
                yield from self._player(side.key)
        registered = self._registration(
            event, tournament, games, max(place.round for place in placed)
        )
        self.excerpt = registered.name
        yield line, there.as_recorded(registered)
        for extended in self._extension(there, registered):
            yield line, extended
        for player, side in self._entrants(games).items():
            entered = PlayerEntered(
                date=registered.start,
                tournament=tournament,
                player=player,
                team=side.team or None,
                rating=side.rating or None,
            )
            yield line, there.as_recorded(entered)
        for row in sorted(
            range(len(games)), key=lambda row: (placed[row].round, placed[row].board)
        ):
            game = games[row]
            self.excerpt = f"{game.first.name} - {game.second.name} {game.result.value}"
            recorded = self._game(tournament, game, placed[row])
            yield game.line, there.as_recorded(recorded)
            if game.variant:
                yield game.line, there.as_recorded(_unrated(recorded, game.variant))

    def _refuse_double(self, there: RecordedTournament, game: ReadGame, round_: int) -> None:
        """Refuse that a player with a new number is somebody of that name who has another opponent in the round."""
        for side, other in ((game.first, game.second), (game.second, game.first)):
            player = self._ids[side.key]
            regular = self._regulars.get(self._duplicates.get(player, ""))
            opponent = there.opponent(round_, player)
            if regular is None or opponent in (None, self._ids[other.key]):
                continue
            wrong = say(
                "{name!r} ({player}) would be {duplicate!r}, who has another opponent in round {round}",
                name=side.name, player=player, duplicate=regular.player, round=round_,
            )  # fmt: skip
            self.problems.append(Problem(at(self._place, game.line), wrong, ASK_WHO))

    def _entrants(self, games: list[ReadGame]) -> dict[str, TaggedPlayer]:
        """Player → rating and team as first told in the tournament; one player may go by two names."""
        entrants: dict[str, TaggedPlayer] = {}
        for game in games:
            for side in (game.first, game.second):
                before = entrants.setdefault(self._ids[side.key], side)
                entrants[self._ids[side.key]] = before._replace(
                    rating=before.rating or side.rating, team=before.team or side.team
                )
        return entrants

    def _extension(
        self, there: RecordedTournament, registered: TournamentRegistered
    ) -> Iterator[TournamentCorrected]:
        """More rounds and days of a tournament that an archive registered: it goes as far as its files go."""
        known = self._options.known.tournament(registered.tournament)
        if known is None or AS_FAR_AS_IT_GOES not in (there.note or ""):
            return
        changed: dict[str, Any] = {}
        if registered.rounds > known.rounds:
            changed["rounds"] = registered.rounds
        if registered.start < known.start:
            changed["start"] = registered.start
        if registered.end > known.end:
            changed["end"] = registered.end
        if changed:
            yield TournamentCorrected(
                date=registered.end,
                tournament=registered.tournament,
                reason=FURTHER_GAMES,
                **changed,
            )

    def _paired(self, game: ReadGame) -> PairedGame:
        return PairedGame(
            game.round, game.board, self._ids[game.first.key], self._ids[game.second.key]
        )

    def _registration(
        self, event: ArchiveEvent, tournament: str, games: list[ReadGame], rounds: int
    ) -> TournamentRegistered:
        start = _start(games)
        registered = self._options.registered
        kinds = " ".join({game.event_type for game in games})
        controls = {_control(game.time_control) for game in games if game.time_control}
        notes = (AS_FAR_AS_IT_GOES, None if registered else NO_REGISTRATION_DATE)
        return TournamentRegistered(
            date=registered or start - timedelta(days=30),
            note="; ".join(filter(None, notes)),
            tournament=tournament,
            name=event.name[:2000],
            start=start,
            end=max(game.day for game in games),
            rounds=rounds,
            rated=each_scheme(self._options.rated or ()),
            format=next((form for word, form in _FORMATS if word in kinds), "swiss"),
            event="team" if "team" in kinds else "individual",
            place=event.site[:2000] or None,
            time_control=controls.pop() if len(controls) == 1 else None,
        )

    def _player(self, key: str) -> Iterator[Lined]:
        """The registration of a player that is new to the ledger, and the opening rating."""
        player = self._ids[key]
        person = self._archive.people[key]
        if player in self._seen:
            return
        self._seen.add(player)
        known = self._options.known.player(player)
        if known is None:
            yield (
                person.line,
                PlayerRegistered(
                    date=person.first_day,
                    note=None if person.is_woman else NO_SEX,
                    player=player,
                    name=person.name,
                    sex="F" if person.is_woman else "M",
                ),
            )
        elif self._options.known.has_key(player) and not _words(known.name) & _words(person.name):
            names = {"player": player, "known": known.name, "here": person.name}
            self.renamed.append(
                say("{player} is {known!r} in the ledger, {here!r} in the archive", **names)
            )
        duplicate = self._duplicates.get(player)
        if duplicate is not None:
            merge = PlayersMerged(date=person.first_day, kept=player, duplicate=duplicate)
            yield person.line, merge
        if self._options.ratings_as and person.rating:
            yield from self._carried_in(player, person, self._options.ratings_as)

    def _carried_in(self, player: str, person: ArchivePlayer, scheme: str) -> Iterator[Lined]:
        own = (player, self._duplicates.get(player, player))
        if any(self._options.known.has_rating(one, scheme) for one in own):
            self.rated += 1
        else:
            day = self._options.list_in_force(person.rated_day)
            rating = Decimal(person.rating)
            yield (
                person.line,
                RatingCarriedIn(
                    date=day, player=player, scheme=scheme, rating=rating, note=RATING_OF
                ),
            )

    def _game(self, tournament: str, game: ReadGame, place: PlacedGame) -> GameRecorded:
        notes = (None if place.is_told else NO_ROUND, None if game.is_day_sure else NO_DAY)
        return GameRecorded(
            date=game.day,
            note="; ".join(filter(None, notes)) or None,
            tournament=tournament,
            round=place.round,
            board=place.board,
            first=self._ids[game.first.key],
            second=self._ids[game.second.key],
            result=game.result,
        )


def _unrated(game: GameRecorded, variant: str) -> GameUnrated:
    """Ratings are of play by the Laws of Chess (fide-standard 2.1), which no variant is."""
    return GameUnrated(
        date=game.date,
        tournament=game.tournament,
        round=game.round,
        board=game.board,
        reason=f"{variant}, not chess",
    )


def _refuse_too_large(place: str, tournament: str, placed: Sequence[PlacedGame]) -> None:
    rounds = max(place.round for place in placed)
    boards = max(place.board for place in placed)
    if rounds > MOST_ARCHIVE_ROUNDS or boards > MOST_ARCHIVE_BOARDS:
        wrong = say(
            "{tournament!r} would have {rounds:,} rounds and up to {boards:,} games in one; "
            "at most {most_rounds:,} and {most_boards:,}",
            tournament=tournament,
            rounds=rounds,
            boards=boards,
            most_rounds=MOST_ARCHIVE_ROUNDS,
            most_boards=MOST_ARCHIVE_BOARDS,
        )
        raise LedgerError(
            wrong, place=place, remedy=say("split the archive: it is hardly one tournament")
        )


def _start(games: list[ReadGame]) -> Date:
    """The first day: of the event, where the archive tells it, else of the first game."""
    first = min(game.day for game in games)
    days = [game.event_day for game in games if game.event_day is not None]
    return min([first, *(day for day in days if (first - day).days <= _LONGEST_BEFORE)])


def _control(text: str) -> TimeControl | None:
    """A time control: in seconds, as PGN has it. `120+30` and words are an organiser's own, in minutes."""
    bare = _BARE.fullmatch(text)
    if bare is not None and int(bare[2]) * _FASTEST >= int(bare[1]):
        return read_free(text)
    return read_encoded(text) or read_free(text)


def _words(name: str) -> set[str]:
    return set(slug(name).split("-"))
