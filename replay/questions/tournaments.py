"""All tournaments, the newest first: by name or place, year, regulation, kind and state; a page at a time."""

from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from ledger.names import folded
from projections import Snapshot
from projections.find import find_tournaments
from projections.rankings import given_rankings
from projections.standings import TournamentRecords, computed_rankings
from replay.answers import columns, kinds
from replay.answers.names import named
from replay.answers.table import Column, Names, Table
from replay.questions.tournament import FORMATS, STATUSES, status_of
from wording import say

PLACE = Column("place", kinds.WORD)
START = Column("start", kinds.DAY)
END = Column("end", kinds.DAY)
FORMAT = Column("format", kinds.codes(FORMATS), say("kind"))
ROUNDS = Column("rounds", kinds.COUNT)
STATUS = Column("status", kinds.codes(STATUSES), say("state"))
RATED = Column("rated", kinds.WORD, say("rated for"))
COLUMNS = (columns.TOURNAMENT, columns.NAME, PLACE, START, END, FORMAT, ROUNDS, STATUS, RATED)


class TournamentsWords(Struct, frozen=True):
    """Which tournaments are asked for."""

    text: str = ""
    year: int | None = None
    scheme: str = ""
    kind: str = ""
    state: str = ""


class ListedTournament(Struct, frozen=True):
    """A tournament in the index."""

    number: int
    tournament: str
    name: str
    place: str
    start: date
    end: date
    kind: str
    rounds: int
    status: str
    rated: tuple[str, ...]

    def cells(self) -> tuple[object, ...]:
        """The values of the columns in data."""
        return (
            self.tournament,
            self.name,
            self.place,
            self.start,
            self.end,
            self.kind,
            self.rounds,
            self.status,
            " ".join(self.rated),
        )


class TournamentDetails(Struct, frozen=True):
    """What is looked up only for the tournaments that a page shows."""

    players: int
    rounds_played: int
    winner: str | None


class TournamentsAnswer(Struct, frozen=True):
    """The tournaments that fit, the newest first, and what all of them have."""

    matches: Sequence[ListedTournament]
    total: int
    playing: int
    years: Sequence[int]
    schemes: Sequence[str]

    @property
    def table(self) -> Table:
        """All that fit, for programs."""
        names = [column.name for column in COLUMNS]
        rows = [dict(zip(names, one.cells(), strict=True)) for one in self.matches]
        return Table(COLUMNS, rows)


def tournaments(
    snapshot: Snapshot, words: TournamentsWords = TournamentsWords()
) -> TournamentsAnswer:
    """The tournaments that fit some words."""
    every = all_tournaments(snapshot)
    numbers = set[int]()
    if words.text:
        numbers = {match.number for match in find_tournaments(snapshot, words.text)}
    key = folded(words.text)
    matches = [
        one
        for one in every
        if (not words.text or one.number in numbers or key in folded(one.place))
        and words.year in (None, one.start.year)
        and words.scheme in ("", *one.rated)
        and words.kind in ("", one.kind)
        and words.state in ("", one.status)
    ]
    return TournamentsAnswer(
        matches=matches,
        total=len(every),
        playing=sum(one.status == "playing" for one in every),
        years=sorted({one.start.year for one in every}, reverse=True),
        schemes=sorted({name for one in every for name in one.rated}),
    )


def all_tournaments(snapshot: Snapshot) -> Sequence[ListedTournament]:
    """Every tournament, the newest first; whether one is being played depends on the day."""
    return snapshot.remembered(
        "index of tournaments",
        lambda: sorted(_listed(snapshot), key=lambda one: (one.start, one.end), reverse=True),
        date.today(),
    )


def _listed(snapshot: Snapshot) -> Iterator[ListedTournament]:
    there = snapshot.tournaments
    rankings = given_rankings(snapshot)
    played = there.revisions.first_game
    for number, event in there.registrations(range(len(there))).items():
        yield ListedTournament(
            number=number,
            tournament=event.tournament,
            name=event.name,
            place=event.place or "",
            start=event.start,
            end=event.end,
            kind=event.format,
            rounds=event.rounds,
            status=status_of(
                snapshot, number, is_ranked=number in rankings, is_played=bool(played[number] >= 0)
            ),
            rated=event.rated,
        )


def details_of(
    snapshot: Snapshot, shown: Sequence[ListedTournament]
) -> tuple[dict[int, TournamentDetails], Names]:
    """Players, rounds and winners of the tournaments on a page, and the winners' names."""
    numbers = [one.number for one in shown]
    records = TournamentRecords(snapshot, numbers)
    over = [one.number for one in shown if one.status in ("closed", "finished")]
    winners = _winners(snapshot, over)
    details = {}
    for number in numbers:
        games = records.tournament(number).games
        rounds = [game.round for game in games if game.stage == "main"]
        details[number] = TournamentDetails(
            players=len(records.numbers(number)),
            rounds_played=max(rounds, default=0),
            winner=winners.get(number),
        )
    return details, named(snapshot, [winner for winner in winners.values() if winner])


def _winners(snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, str]:
    """Who is first by the ranking that counts: the office's where it gave one, else by the rules."""
    rankings = given_rankings(snapshot)
    ids = snapshot.people.ids
    kept = snapshot.people.kept
    firsts = {n: int(kept[rankings[n].players[0]]) for n in numbers if n in rankings}
    worked_out = computed_rankings(snapshot, [n for n in numbers if n not in rankings])
    firsts |= {number: ranking[0][1] for number, ranking in worked_out.items() if ranking}
    return {number: str(ids[player].as_py()) for number, player in firsts.items()}
