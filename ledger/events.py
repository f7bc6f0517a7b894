"""The event vocabulary: everything that can happen in a rating office, as frozen structs in one tagged union."""

from datetime import date as Date
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Id = Annotated[str, Meta(min_length=1, max_length=200)]
LONGEST_TEXT = 2000
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Round = Annotated[int, Meta(ge=1, le=30_000)]  # what the columns of the read model hold
Year = Annotated[int, Meta(ge=1800, le=2200)]
Position = Annotated[int, Meta(ge=1, le=2**62)]
Rating = Annotated[Decimal, Meta()]
FieldName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
FieldValue = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
MoreFields = Annotated[dict[FieldName, FieldValue], Meta(min_length=1, max_length=20)]
Places = tuple[Count, ...]
SharedPlace = Annotated[tuple[Id, ...], Meta(min_length=2)]
Ranking = tuple[Id | SharedPlace, ...]
Sex = Literal["M", "F"]
Names = dict[str, str]
Stage = Literal[
    "main",
    "playoff",
    "last16",
    "quarterfinal",
    "semifinal",
    "final",
    "third",
    "place5-8",
    "fifth",
    "seventh",
]
Format = Literal["swiss", "roundrobin", "knockout", "match"]
Competition = Literal["individual", "team"]
StandingsRules = Literal["given", "hk-open", "wxf", "fide"]
NationalEvent = Literal["king", "championship", "national-day"]
ByeKind = Literal["bye", "half", "leave", "absent"]
FoulKind = Literal["technical", "violation"]
Outcome = Literal["win", "draw", "loss", "walkover", "absent", "bye", "half", "leave", "extra"]


class Result(StrEnum):
    """The result on the score sheet, from the first side's view; forfeits differ from played games."""

    FIRST_WINS = "1-0"
    SECOND_WINS = "0-1"
    DRAW = "1/2-1/2"
    SECOND_ABSENT = "+/-"
    FIRST_ABSENT = "-/+"
    BOTH_ABSENT = "-/-"


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base time and increment in seconds; moves of the first control where it has a number."""

    base: Annotated[int, Meta(ge=0, le=1_000_000)]
    increment: Annotated[int, Meta(ge=0, le=100_000)]
    moves: Count | None = None


class Award(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The points for an outcome: for all rounds and players, or only for those named. `extra` is added to a score."""

    outcome: Outcome
    points: Decimal
    round: Round | None = None
    players: Annotated[tuple[Id, ...], Meta(min_length=1)] | None = None


TieBreak = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_:/#+-]{0,39}$")]
TieBreaks = Annotated[tuple[TieBreak, ...], Meta(min_length=1, max_length=40)]
Lines = Annotated[tuple[Text, ...], Meta(min_length=1, max_length=10_000)]
Awards = Annotated[tuple[Award, ...], Meta(min_length=1, max_length=10_000)]


class Seal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The private fields of an event, in a box that only the key of the person opens; a mark commits to each.

    The reason for correcting a game may name any of its players: the box opens with the keys of all of them together.
    """

    of: Id
    box: Annotated[str, Meta(min_length=1, max_length=100_000)]
    marks: dict[str, str]
    also: tuple[Id, ...] = ()

    @property
    def persons(self) -> tuple[str, ...]:
        """Those without whose keys it does not open."""
        return (self.of, *self.also)


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=True,
    gc=False,  # events have no reference cycles; the garbage collector need not visit millions of them
):
    """The fields of every event: the day it took effect, optionally its recorder; in the log also position and time."""

    date: Date
    ref: Text | None = None
    note: Text | None = None
    by: Text | None = None
    position: Position | None = None
    recorded: datetime | None = None
    seal: Seal | None = None


class PlayerRegistered(Event, frozen=True, kw_only=True):
    player: Id
    name: Text
    sex: Sex
    born: Year | Date | None = None
    federation: str | None = None
    names: Names | None = None


class PlayerTransferred(Event, frozen=True, kw_only=True):
    player: Id
    federation: str


class PlayerDeceased(Event, frozen=True, kw_only=True):
    player: Id


class PlayersMerged(Event, frozen=True, kw_only=True):
    kept: Id
    duplicate: Id


class TitleAwarded(Event, frozen=True, kw_only=True):
    player: Id
    title: Id
    authority: Text | None = None


class TitleRevoked(Event, frozen=True, kw_only=True):
    player: Id
    title: Id
    authority: Text | None = None


class PlayerCorrected(Event, frozen=True, kw_only=True):
    """The registration was wrong from the start; a field given as null is thereby removed."""

    player: Id
    reason: Text
    name: Text | UnsetType = UNSET
    sex: Sex | UnsetType = UNSET
    born: Year | Date | UnsetType | None = UNSET
    federation: str | UnsetType | None = UNSET
    names: Names | UnsetType | None = UNSET


class RatingCarriedIn(Event, frozen=True, kw_only=True):
    player: Id
    scheme: Id
    rating: Rating
    games: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    peak: Rating | None = None
    deviation: Rating | None = None  # glicko-2
    volatility: Rating | None = None  # glicko-2


class RatingEnded(Event, frozen=True, kw_only=True):
    """The office's list no longer carries the player, who begins as unrated if there are games again."""

    player: Id
    scheme: Id


class FederationSuspended(Event, frozen=True, kw_only=True):
    federation: Id


class FederationReinstated(Event, frozen=True, kw_only=True):
    federation: Id


class TournamentRegistered(Event, frozen=True, kw_only=True):
    tournament: Id
    name: Text
    start: Date
    end: Date
    rounds: Round
    rated: tuple[Id, ...]
    format: Format = "swiss"
    event: Competition = "individual"
    standings: StandingsRules = "given"
    tie_breaks: TieBreaks | None = None
    place: Text | None = None
    federation: Text | None = None
    time_control: TimeControl | None = None
    national: NationalEvent | None = None
    official: bool = False
    hybrid: bool = False
    approved: bool = False
    late_approved: bool = False
    rate_all: bool = False
    hours_per_day: Decimal | None = None
    national_arbiters: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    final_after: Round | None = None
    series: Id | None = None
    edition: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    group: Id | None = None
    part_of: Id | None = None
    points: Awards | None = None
    report: Lines | None = None


class TournamentCorrected(Event, frozen=True, kw_only=True):
    """The fields that were wrong; a field given as null is thereby removed."""

    tournament: Id
    reason: Text
    name: Text | UnsetType = UNSET
    start: Date | UnsetType = UNSET
    end: Date | UnsetType = UNSET
    rounds: Round | UnsetType = UNSET
    rated: tuple[Id, ...] | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    event: Competition | UnsetType = UNSET
    standings: StandingsRules | UnsetType = UNSET
    tie_breaks: TieBreaks | UnsetType | None = UNSET
    place: Text | UnsetType | None = UNSET
    federation: Text | UnsetType | None = UNSET
    time_control: TimeControl | UnsetType | None = UNSET
    national: NationalEvent | UnsetType | None = UNSET
    official: bool | UnsetType = UNSET
    hybrid: bool | UnsetType = UNSET
    approved: bool | UnsetType = UNSET
    late_approved: bool | UnsetType = UNSET
    rate_all: bool | UnsetType = UNSET
    hours_per_day: Decimal | UnsetType | None = UNSET
    national_arbiters: Annotated[int, Meta(ge=0, le=10_000)] | UnsetType | None = UNSET
    final_after: Round | UnsetType | None = UNSET
    series: Id | UnsetType | None = UNSET
    edition: Annotated[int, Meta(ge=0, le=100_000)] | UnsetType | None = UNSET
    group: Id | UnsetType | None = UNSET
    part_of: Id | UnsetType | None = UNSET
    points: Awards | UnsetType | None = UNSET
    report: Lines | UnsetType | None = UNSET
    registered: Date | UnsetType = UNSET


class PlayerEntered(Event, frozen=True, kw_only=True):
    tournament: Id
    player: Id
    number: Count | None = None
    team: Id | None = None
    seed: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None
    rating: Annotated[int, Meta(ge=1, le=9999)] | None = None


class GameRecorded(Event, frozen=True, kw_only=True):
    tournament: Id
    round: Round
    board: Count
    first: Id
    second: Id
    result: Result
    stage: Stage = "main"
    more: MoreFields | None = None


class ByeRecorded(Event, frozen=True, kw_only=True):
    tournament: Id
    round: Round
    player: Id
    kind: ByeKind


class PlayerWithdrew(Event, frozen=True, kw_only=True):
    """A player left a tournament after a round (0: before the first); in older logs, before a `round`."""

    tournament: Id
    player: Id
    after_round: Annotated[int, Meta(ge=0, le=29_999)] | None = None
    round: Round | None = None
    reason: Text | None = None

    @property
    def first_missed(self) -> int:
        """The first round without a game."""
        if self.after_round is not None:
            return self.after_round + 1
        return self.round or 1


class FoulRecorded(Event, frozen=True, kw_only=True):
    tournament: Id
    round: Round
    player: Id
    kind: FoulKind
    count: Count = 1
    stage: Stage = "main"
    board: Count | None = None  # which game, where the player has several of this stage and round


class Ranked:
    """What an event with a ranking says: the players, best first, and the place of each.

    A list within the ranking is a shared place: A, [B, C], D is 1, 2, 2, 4. An office that goes on without a gap
    (1, 2, 2, 3) says so by `places`, as older logs say any shared place.
    """

    __slots__ = ()
    ranking: Ranking | None
    places: Places | None

    @property
    def ranked(self) -> tuple[str, ...]:
        """The players, best first; those of a shared place in the order as given."""
        return tuple(player for place in self.ranking or () for player in _sharing(place))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each of them."""
        if self.places is not None:
            return self.places
        ranks: list[int] = []
        for place in self.ranking or ():
            ranks += [len(ranks) + 1] * len(_sharing(place))
        return tuple(ranks)


def _sharing(place: str | tuple[str, ...]) -> tuple[str, ...]:
    return (place,) if isinstance(place, str) else place


class TournamentClosed(Ranked, Event, frozen=True, kw_only=True):
    tournament: Id
    ranking: Ranking | None = None
    places: Places | None = None


class ReportReceived(Event, frozen=True, kw_only=True):
    tournament: Id


class AbsenceExcused(Event, frozen=True, kw_only=True):
    player: Id
    year: Year
    reason: Text | None = None


class InactivityDeclared(Event, frozen=True, kw_only=True):
    player: Id
    scheme: Id | None = None


class ActivityResumed(Event, frozen=True, kw_only=True):
    player: Id
    scheme: Id | None = None


class GameCorrected(Event, frozen=True, kw_only=True):
    tournament: Id
    round: Round
    board: Count
    result: Result
    reason: Text
    stage: Stage = "main"
    first: Id | None = None
    second: Id | None = None
    more: MoreFields | None = None


class GameVoided(Event, frozen=True, kw_only=True):
    tournament: Id
    round: Round
    board: Count
    reason: Text
    stage: Stage = "main"


class GameUnrated(Event, frozen=True, kw_only=True):
    """A game that was played and stands in the table, but is not rated: for one scheme, or for all."""

    tournament: Id
    round: Round
    board: Count
    reason: Text
    stage: Stage = "main"
    scheme: Id | None = None


class TournamentVoided(Event, frozen=True, kw_only=True):
    tournament: Id
    reason: Text


class RankingCorrected(Ranked, Event, frozen=True, kw_only=True):
    tournament: Id
    ranking: Ranking
    reason: Text
    places: Places | None = None


class PersonErased(Event, frozen=True, kw_only=True):
    """The key of a person's private data was destroyed: nobody can read it any more."""

    player: Id
    reason: Text


class EventWithdrawn(Event, frozen=True, kw_only=True):
    withdraws: Position
    reason: Text


class ListPublished(Event, frozen=True, kw_only=True):
    scheme: Id
    version: str
    list_date: Date
    at_position: Annotated[int, Meta(ge=0, le=2**62)]
    rows: Annotated[int, Meta(ge=0, le=2**62)]
    checkpoint: Text
    root: Text | None = None  # of the tree of the list's rows
    digest: Text | None = None  # of the csv file, in lists of format 1
    rules: str | None = None  # fingerprint of the rules, to tell other rules from other facts
    readings: dict[str, str] | None = None  # those chosen other than in force
    regulation: str | None = None  # the package that the regulation came from, with its version
    code: str | None = None  # digest of the files that its rules stand in

    def is_from_before(self, here: str | None, origin: str) -> bool:
        """Was it published in format 1 in another log, from whose export this one was made?"""
        return self.root is None and origin != here


class KeyAnnounced(Event, frozen=True, kw_only=True):
    """From now on the log's checkpoints are signed with this key (or another that is announced and not revoked)."""

    key: Text


class KeyRevoked(Event, frozen=True, kw_only=True):
    key: Text
    reason: Text


AnyEvent = (
    PlayerRegistered
    | PlayerTransferred
    | PlayerDeceased
    | PlayersMerged
    | TitleAwarded
    | TitleRevoked
    | PlayerCorrected
    | RatingCarriedIn
    | RatingEnded
    | FederationSuspended
    | FederationReinstated
    | TournamentRegistered
    | TournamentCorrected
    | PlayerEntered
    | GameRecorded
    | ByeRecorded
    | PlayerWithdrew
    | FoulRecorded
    | TournamentClosed
    | ReportReceived
    | AbsenceExcused
    | InactivityDeclared
    | ActivityResumed
    | GameCorrected
    | GameVoided
    | GameUnrated
    | TournamentVoided
    | RankingCorrected
    | PersonErased
    | EventWithdrawn
    | ListPublished
    | KeyAnnounced
    | KeyRevoked
)
EVENT_TYPES: dict[str, type[AnyEvent]] = {kind.__name__: kind for kind in AnyEvent.__args__}
