"""Everything about a player: ratings with ranks and what comes next, every list, every game, and what the log says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from ledger.append.description import detail
from ledger.events import AnyEvent, GameCorrected
from projections import Snapshot
from projections.scheme_inputs import federations
from replay.answers.names import names_in_scripts
from replay.difference.difference import Number
from replay.explain.explain import player_number
from replay.explain.history import History, HistoryRow, player_history
from replay.lists.rating_list import RatingList
from replay.lists.since_published import newest_publications, since_published
from replay.office.office import Office
from replay.questions.player_games import Meeting, PlayerGames, PlayerTournament, SideScore
from replay.which import WhichList
from schemes.kernels.inputs import NEVER
from wording.errors import LedgerError


class Rank(Struct, frozen=True):
    """A place, and among how many."""

    place: int
    among: int


class PlayerRanks(Struct, frozen=True):
    """The places on a list: among active players, among all, and among the active ones of the federation.

    Somebody who is inactive has a place among all only.
    """

    all: Rank
    active: Rank | None = None
    federation: Rank | None = None


class Peak(Struct, frozen=True):
    """The highest rating on any list, and the first list that had it."""

    rating: Decimal
    list_date: date


class NextList(Struct, frozen=True):
    """The rating on the next list, by what is recorded so far."""

    list_date: date
    rating: Decimal | None
    change: Decimal | None
    tournaments: tuple[str, ...] = ()


class PlayerList(Struct, frozen=True):
    """A list of the player: what is known now, and what was published if it was."""

    list_date: date
    rating: Decimal | None
    change: Decimal | None
    games: int
    k: int
    status: str
    was_published: bool = False
    published: Number | None = None

    @property
    def differs(self) -> bool:
        """Whether another rating was published than is known now."""
        return self.was_published and self.published != self.rating


class RatingRecord(Struct, frozen=True):
    """What a player has under one regulation."""

    scheme: str
    rating: Decimal | None
    change: Decimal | None
    k: int
    status: str
    list_date: date
    title: str
    ranks: PlayerRanks | None
    peak: Peak | None
    carried_peak: Decimal | None
    "A rating from before the ledger that is higher than on any list."
    next_list: NextList | None
    lists: tuple[PlayerList, ...]
    tournaments: tuple[PlayerTournament, ...]
    more_tournaments: int
    by_side: tuple[SideScore, ...]
    opponents: tuple[Meeting, ...]


class PlayerEvent(Struct, frozen=True):
    """Something that the log says of the player: registration, title, transfer, correction."""

    position: int
    date: date
    type: str
    detail: str
    reason: str = ""
    ref: str = ""
    tournament: str = ""


class PlayerAnswer(Struct, frozen=True):
    """A player, as known at a position."""

    player: str
    name: str
    names: dict[str, str]
    federation: str
    born: int | None
    sex: str
    deceased: date | None
    counts_for: str
    position: int
    records: tuple[RatingRecord, ...]
    events: tuple[PlayerEvent, ...]
    corrections: tuple[PlayerEvent, ...]


def player_answer(
    office: Office, histories: Sequence[History], snapshot: Snapshot, number: int, most: int | None
) -> PlayerAnswer:
    """A player by number; `most` tournaments of each regulation are told game by game, None: all."""
    people = snapshot.people
    table = people.table
    player = people.id(number)
    publications = _published(office, snapshot)
    rated = [each for each in histories if each.rows]
    games = [PlayerGames(each, number) for each in rated]
    records = [
        _record(office, history, played, publications, most)
        for history, played in zip(rated, games, strict=True)
    ]
    born = int(table.born[number])
    deceased = int(table.deceased[number])
    return PlayerAnswer(
        player=player,
        name=people.name(number),
        names=dict(names_in_scripts(snapshot).get(player, {})),
        federation=federations(snapshot)[number],
        born=born or None,
        sex=("", "M", "F")[int(table.sex[number])],
        deceased=None if deceased == NEVER else date.fromordinal(deceased),
        counts_for=people.id(int(people.kept[number])),
        position=snapshot.position,
        records=tuple(sorted(records, key=_newest_first)),
        events=tuple(_events(office, player, snapshot.position)),
        corrections=tuple(_corrections(office, games)),
    )


def histories_of(
    office: Office, which_list: Callable[[str], WhichList], player: str
) -> Iterator[History]:
    """The lists of a player under all regulations of the ledger; one that fails is left out."""
    for name in office.schemes.names:
        try:
            which = which_list(name)
            yield player_history(office, office.world(which), player, which.day)
        except LedgerError as error:
            if error.code != "regulation":
                raise


def _newest_first(record: RatingRecord) -> tuple[bool, int, str]:
    """Regulations in which the player has a rating come first, those with the newest games before others."""
    last = max((event.end.toordinal() for event in record.tournaments), default=0)
    return record.rating is None, -last, record.scheme


def _published(
    office: Office, snapshot: Snapshot
) -> dict[tuple[str, date], Mapping[str, Number | None]]:
    """The published lists that stand, each with the ratings that were published otherwise than known now."""
    if snapshot.position != office.position(None):
        return {}
    publications = since_published(office, newest_publications(office))
    return {
        (
            publication.published.event.scheme,
            publication.published.event.list_date,
        ): publication.ratings_then
        for publication in publications
        if not publication.unknown
    }


def _record(
    office: Office,
    history: History,
    games: PlayerGames,
    publications: dict[tuple[str, date], Mapping[str, Number | None]],
    most: int | None,
) -> RatingRecord:
    scheme = history.scheme
    last = history.rows[-1]
    which = _which(history, last.list_date)
    listed = office.list(which)
    lists = [
        _entry(history, row, publications.get((scheme.name, row.list_date))) for row in history.rows
    ]
    rated = [each for each in lists if each.rating is not None]
    best = max(rated, key=lambda each: (each.rating, -each.list_date.toordinal()), default=None)
    own = _row(listed, history.player)
    played = games.tournaments(most)
    return RatingRecord(
        scheme=scheme.name,
        rating=lists[-1].rating,
        change=lists[-1].change,
        k=last.line.k,
        status=last.line.status,
        list_date=last.list_date,
        title=str(own["title"] or "") if own else "",
        ranks=_ranks(listed, own),
        peak=None if best is None else Peak(best.rating, best.list_date),  # type: ignore[arg-type]
        carried_peak=_carried_peak(history, best),
        next_list=_next_list(office, history, which, lists[-1], games),
        lists=tuple(lists),
        tournaments=tuple(played),
        more_tournaments=games.count - len(played),
        by_side=games.by_side(),
        opponents=games.opponents(),
    )


def _carried_peak(history: History, best: PlayerList | None) -> Decimal | None:
    facts = history.world.facts
    number = player_number(history.world.snapshot, history.player)
    peaks = facts.carried_peak_x100[facts.carried_player == number]
    if not len(peaks) or peaks.max() <= 0:
        return None
    peak = (
        Decimal(int(peaks.max())).scaleb(-2).quantize(Decimal(1).scaleb(-history.scheme.decimals))
    )
    if best is not None and best.rating is not None and peak <= best.rating:
        return None
    return peak


def _which(history: History, day: date) -> WhichList:
    world = history.world
    return WhichList(
        world.scheme.name, day, world.snapshot.position, world.rules, world.snapshot.rate_as
    )


def _entry(
    history: History, row: HistoryRow, published: Mapping[str, Number | None] | None
) -> PlayerList:
    rating = history.rating(row)
    then: Number | None = rating
    if published is not None and history.player in published:
        then = published[history.player]
    return PlayerList(
        list_date=row.list_date,
        rating=rating,
        change=history.change(row),
        games=row.line.games,
        k=row.line.k,
        status=row.line.status,
        was_published=published is not None,
        published=None if published is None else then,
    )


def _row(listed: RatingList, player: str) -> dict[str, object] | None:
    import pyarrow.compute as pc

    at = pc.index(listed.table["player"], player).as_py()
    if at < 0:
        return None
    return dict(listed.table.slice(at, 1).to_pylist()[0])


def _ranks(listed: RatingList, own: dict[str, object] | None) -> PlayerRanks | None:
    """Places by rating; players with the same rating share one."""
    import pyarrow.compute as pc

    if own is None or own["rating"] is None:
        return None
    table = listed.table
    higher = pc.greater(table["rating"], own["rating"])
    everybody = Rank(1 + _count(higher), len(table))
    if own["status"] != "active":
        return PlayerRanks(everybody)
    active = pc.equal(table["status"], "active")
    home = pc.and_(active, pc.equal(table["federation"], own["federation"]))
    ranks = [Rank(1 + _count(pc.and_(higher, group)), _count(group)) for group in (active, home)]
    return PlayerRanks(everybody, *ranks)


def _count(mask: object) -> int:
    import pyarrow.compute as pc

    return int(pc.sum(mask).as_py() or 0)


def _next_list(
    office: Office, history: History, which: WhichList, newest: PlayerList, games: PlayerGames
) -> NextList | None:
    """The list after the newest one; with a list for any day, the newest one has everything already."""
    world = history.world
    if world.scheme.any_day:
        return None
    number, _ = world.scheme.list_in_force(world.rules, which.day)
    day = world.scheme.calendar(world.rules).date(number + 1)
    listed = office.list(replace(which, day=day))
    own = _row(listed, history.player)
    rating = own["rating"] if own else None
    change = None
    if isinstance(rating, int | Decimal) and newest.rating is not None:
        change = Decimal(rating) - newest.rating
    return NextList(
        day, None if rating is None else Decimal(str(rating)), change, games.on_list(number + 1)
    )


def _events(office: Office, player: str, position: int) -> Iterator[PlayerEvent]:
    """What the log says of the player, the newest first."""
    for at, event in reversed(list(office.log.stream(f"player/{player}"))):
        if at <= position:
            yield _event(at, event)


def _corrections(office: Office, games: Sequence[PlayerGames]) -> Iterator[PlayerEvent]:
    """The corrections of the player's games, the newest first."""
    positions = {at: place for game in games for at, place in game.changed.items()}
    for at in sorted(positions, reverse=True):
        event = office.log.event(at)
        if isinstance(event, GameCorrected) or hasattr(event, "reason"):
            yield _event(at, event, positions[at])


def _event(position: int, event: AnyEvent, tournament: str = "") -> PlayerEvent:
    return PlayerEvent(
        position,
        event.date,
        type(event).__name__,
        detail(event),
        getattr(event, "reason", None) or "",
        event.ref or "",
        tournament,
    )
