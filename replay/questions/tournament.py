"""One tournament: facts, table with every tie-break, ratings, rounds, bracket, and what is rated of it where."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.events import TimeControl, TournamentRegistered
from projections import Snapshot
from projections.standings import TournamentRecords
from replay.answers.names import named
from replay.answers.table import Names
from replay.explain.explain import TournamentRating, tournament_number, tournament_rating
from replay.lists.rating_list import federations, title_codes
from replay.office.office import Office, is_to_come, schemes_in_use
from replay.questions.player_games import Number, average
from replay.questions.tournament_ratings import (
    RatingMove,
    TournamentRatings,
    performances,
    ratings_of,
)
from replay.questions.tournament_rounds import (
    BracketStage,
    PlayerRound,
    RoundGames,
    bracket_of,
    by_player,
    rounds_of,
)
from replay.questions.tournament_table import TournamentTable, table_of
from replay.world.world import Replayed, World
from schemes import Node, Schemes
from schemes.standings import Tournament, fide, tie_break_article
from wording import say

if TYPE_CHECKING:
    from replay.questions.tournament_document import TournamentDocument

Worlds = Callable[[str], World]
"""The world of a regulation, as known and under the rules that are asked for."""
STATUSES = {
    "void": say("void"),
    "to-come": say("to come"),
    "playing": say("being played"),
    "finished": say("played, not closed yet"),
    "closed": say("closed"),
}
FORMATS = {
    "swiss": say("Swiss"),
    "roundrobin": say("round robin"),
    "knockout": say("knockout"),
    "match": say("match"),
}


class TournamentFacts(Struct, frozen=True):
    """What was registered, as corrected, and how far it has come."""

    tournament: str
    name: str
    start: date
    end: date
    format: str
    team_event: bool
    standings: str
    rounds: int
    rounds_played: int
    players: int
    average_rating: int | None
    status: str
    rated: tuple[str, ...]
    place: str | None = None
    federation: str | None = None
    time_control: TimeControl | None = None
    part_of: str | None = None
    stages: tuple[str, ...] = ()
    series: str | None = None
    edition: int | None = None
    group: str | None = None


class TournamentRow(Struct, frozen=True):
    """One player in the table."""

    rank: int | None
    player: str
    number: int | None
    team: str | None
    title: str
    federation: str
    rating: Number | None
    points: Number
    tie_breaks: Mapping[str, Number | None]
    decided_by: str
    performance: int | None
    change: Number | None
    first_rating: Number | None
    other_events: int
    own_change: Number | None
    "What this tournament changed by itself, where others count on the same list and the regulation rates by game."
    results: Sequence[PlayerRound]


class TieBreakMeaning(Struct, frozen=True):
    """A tie-break of the table: its article, and what it is."""

    code: str
    article: str
    meaning: str


class TournamentAnswer(Struct, frozen=True):
    """Everything about a tournament."""

    facts: TournamentFacts
    table: TournamentTable
    rows: Sequence[TournamentRow]
    tie_breaks: Sequence[TieBreakMeaning]
    rounds: Sequence[RoundGames]
    bracket: Sequence[BracketStage]
    ratings: TournamentRatings | None
    rated: Mapping[str, TournamentRating]
    names: Names

    def data(self) -> "TournamentDocument":
        """The same for programs."""
        from replay.questions.tournament_document import tournament_document

        return tournament_document(self, None)


class TournamentWords(Struct, frozen=True):
    """What of a tournament is asked for: the table after a round, readings of its rules, whose ratings are shown."""

    after: int | None = None
    readings: Mapping[str, str] = {}
    scheme: str | None = None


def tournament_answer(
    office: Office,
    snapshot: Snapshot,
    tournament: str,
    worlds: Worlds,
    words: TournamentWords = TournamentWords(),
) -> TournamentAnswer:
    """Everything about a tournament, as a snapshot knows it."""
    number = tournament_number(snapshot, tournament)
    records = TournamentRecords(snapshot, [number])
    tournament_facts = records.tournament(number)
    event = records.registrations[number]
    table = table_of(snapshot, number, tournament_facts, words.after, readings=words.readings)
    rounds = rounds_of(snapshot, number, tournament_facts)
    people = records.numbers(number)
    ratings = _ratings(office, worlds, number, event, people, words.scheme)
    rows = _rows(snapshot, table, tournament_facts, rounds, ratings, people, worlds)
    ranks = {row.player: row.rank for row in rows if row.rank is not None}
    return TournamentAnswer(
        facts=_facts(snapshot, number, event, tournament_facts, table, rows),
        table=table,
        rows=rows,
        tie_breaks=[
            TieBreakMeaning(
                code, tie_break_article(table.rules, code), meaning_of(table.rules, code)
            )
            for code in table.tie_breaks
        ],
        rounds=rounds,
        bracket=bracket_of(rounds, event.format, ranks),
        ratings=ratings,
        rated=_rated(office.schemes, snapshot, tournament, worlds, words.scheme),
        names=named(snapshot, people, _related(snapshot, number, event)),
    )


def _related(snapshot: Snapshot, number: int, event: TournamentRegistered) -> list[str]:
    """The whole event of a stage, and the stages of a whole."""
    stages = [snapshot.tournaments.id(one) for one in snapshot.tournaments.stages.get(number, ())]
    if event.part_of:
        return [event.part_of, *stages]
    return stages


def _facts(
    snapshot: Snapshot,
    number: int,
    event: TournamentRegistered,
    facts: Tournament,
    table: TournamentTable,
    rows: Sequence[TournamentRow],
) -> TournamentFacts:
    ratings = [row.rating for row in rows if row.rating]
    played = [game.round for game in facts.games if game.stage == "main"]
    return TournamentFacts(
        tournament=event.tournament,
        name=event.name,
        start=event.start,
        end=event.end,
        format=event.format,
        team_event=event.event == "team",
        standings=facts.rules,
        rounds=event.rounds,
        rounds_played=max(played, default=0),
        players=len(rows),
        average_rating=average(ratings) if ratings else None,
        status=status_of(
            snapshot,
            number,
            is_ranked=facts.given is not None,
            is_played=bool(facts.games),
        ),
        rated=event.rated,
        place=event.place,
        federation=event.federation,
        time_control=event.time_control,
        part_of=event.part_of,
        stages=tuple(stage.id for stage in facts.stages),
        series=event.series,
        edition=event.edition,
        group=event.group,
    )


def status_of(snapshot: Snapshot, number: int, *, is_ranked: bool, is_played: bool) -> str:
    """How far a tournament has come, as a code."""
    there = snapshot.tournaments
    if number in there.voided:
        return "void"
    if number in there.closed or is_ranked:
        return "closed"
    if not is_played and is_to_come(date.fromordinal(int(there.table.start[number]))):
        return "to-come"
    if is_to_come(date.fromordinal(int(there.table.end[number]))):
        return "playing"
    return "finished"


def _ratings(
    office: Office,
    worlds: Worlds,
    number: int,
    event: TournamentRegistered,
    people: Mapping[str, int],
    only: str | None,
) -> TournamentRatings | None:
    """By the regulation that is asked for, else the first that the tournament is approved for."""
    wanted = [name for name in (only, *event.rated) if name in office.schemes.names]
    if not wanted:
        return None
    try:
        return ratings_of(office, worlds(wanted[0]), number, people)
    except LedgerError as fault:
        if fault.code != "regulation":
            raise
        return None


def _rows(
    snapshot: Snapshot,
    table: TournamentTable,
    facts: Tournament,
    rounds: Sequence[RoundGames],
    ratings: TournamentRatings | None,
    people: Mapping[str, int],
    worlds: Worlds,
) -> list[TournamentRow]:
    """The rows of the table with everything that belongs to each player."""
    entries = {entry.player: entry for entry in facts.entries}
    results = by_player(rounds)
    moves: Mapping[str, RatingMove] = {}
    if ratings is not None:
        moves = ratings.moves
    shown = {player: moves.get(player, RatingMove()).before for player in people}
    if not any(shown.values()):
        shown = {player: entry.rating for player, entry in entries.items()}
    performed = performances(results, shown)
    about = _people(snapshot, facts, people, ratings, worlds)
    rows = []
    for row in table.table.rows:
        player = row["player"]
        entry = entries.get(player)
        move = moves.get(player, RatingMove())
        title, federation = about.get(player, ("", ""))
        rows.append(
            TournamentRow(
                rank=row["rank"],
                player=player,
                number=None if entry is None else entry.number,
                team=None if entry is None else entry.team,
                title=title,
                federation=federation,
                rating=shown.get(player),
                points=row["score"],
                tie_breaks={name: row[name] for name in table.tie_breaks},
                decided_by=row["decided_by"],
                performance=performed.get(player),
                change=move.change,
                first_rating=move.first,
                other_events=move.others,
                own_change=move.share,
                results=results.get(player, ()),
            )
        )
    return rows


def _people(
    snapshot: Snapshot,
    facts: Tournament,
    people: Mapping[str, int],
    ratings: TournamentRatings | None,
    worlds: Worlds,
) -> dict[str, tuple[str, str]]:
    """Title and federation of everybody when the tournament began."""
    if ratings is None or facts.start is None:
        from projections.scheme_inputs import federations as newest

        homes = newest(snapshot)
        return {player: ("", homes[number]) for player, number in people.items()}
    world = worlds(ratings.scheme)
    then = Replayed(world, world.stop(facts.start), {})
    codes = title_codes(then)
    titles = ("", *world.scheme.titles.values())
    home = federations(then)
    return {p: (titles[codes[n]], str(home[n])) for p, n in people.items()}


def _rated(
    schemes: Schemes, snapshot: Snapshot, tournament: str, worlds: Worlds, only: str | None
) -> dict[str, TournamentRating]:
    """By every regulation that the ledger uses: whether the tournament is rated, and why not."""
    names = schemes_in_use(schemes, snapshot) or list(schemes.names)
    if only in schemes.names and only not in names:
        names = [*names, only]
    return {name: _rated_by(worlds, name, tournament) for name in names}


def _rated_by(worlds: Worlds, name: str, tournament: str) -> TournamentRating:
    try:
        world = worlds(name)
        # no list is shown: whether games are rated is enough
        unmade = Replayed(world, world.stop(date.today()), {})
        return tournament_rating(unmade, tournament)
    except LedgerError as fault:
        if fault.code != "regulation":
            raise
        return TournamentRating("unknown", Node(fault.wrong))


# Tie-breaks


def meaning_of(rules: str, code: str) -> str:
    """A tie-break in words."""
    if rules == "fide":
        return fide.read_code(code).meaning
    return MEANINGS.get(code, "")


MEANINGS = {
    "opponent_points": say(
        "the sum of the opponents' scores; rounds without a game count as the article says"
    ),
    "direct": say("the points of the games between players who are level at this point"),
    "wins": say("games won, also by forfeit, and byes"),
    "second_wins": say("games won as second (black)"),
    "second_games": say("games as second (black)"),
    "met_as_second": say("of two players who met, how often the player was second (black)"),
    "fouls": say("technical fouls over all rounds; fewer is better"),
    "strong_opponent_points": say(
        "the scores of the opponents who scored at least half of the rounds"
    ),
    "previous_rank": say("the rank in the table after the round before"),
}
