"""What an appeal does, in words: why each row differs, a summary for people, rows for programs."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal

import numpy as np
from msgspec import Struct

from ledger.events import AnyEvent
from projections.snapshot import Column
from replay.answers.language import tr, tr_n
from replay.appeals.games import place
from replay.appeals.links import Link, Links, Through
from replay.appeals.side_by_side import ListLine, SideBySide
from replay.questions.log_rows import event_line
from schemes.kernels.causes import (
    ABSENCE,
    BONUS,
    CARRIED,
    ENDED,
    FIRST,
    FLOOR,
    GAMES,
    NAMES,
    ROUNDING,
    TITLE,
)

COLUMNS = ("list_date", "player", "before", "after", "change", "cause")
SHOWN = 5  # of the events, of the biggest changes
RANKS = 20
NAMED = 3  # so many opponents are named, the others counted


class AppealRow(Struct, frozen=True):
    """A player on a list: the rating without and with the appeal ("" where not on the list), and why it differs."""

    scheme: str
    list_date: str
    player: str
    before: str
    after: str
    change: str
    cause: str


class AppealResult(Struct, frozen=True):
    """What an appeal does to the lists of one scheme."""

    scheme: str
    first_list: str | None  # the first list on which anything differs; None: nothing does
    compared: tuple[str, ...]  # the lists that were compared, by date
    rows: tuple[AppealRow, ...]


class RankChange(Struct, frozen=True):
    """A player's place in a tournament without and with an appeal; None where there is none."""

    tournament: str
    player: str
    before: int | None
    after: int | None


def columns_of(told: Sequence[AppealResult]) -> tuple[str, ...]:
    """The columns of the rows; with rows of several schemes one more, at the end."""
    if len(told) <= 1:
        return COLUMNS
    return (*COLUMNS, "scheme")


def rows_of(told: Sequence[AppealResult]) -> list[tuple[str, ...]]:
    """All rows: by scheme, list and player."""
    columns = columns_of(told)
    return [tuple(getattr(row, name) for name in columns) for each in told for row in each.rows]


def summary(
    entries: Sequence[tuple[int, AnyEvent]],
    told: Sequence[AppealResult],
    ranks: Sequence[RankChange],
    stale: Sequence[str] = (),
) -> Iterator[str]:
    """What is asked, which lists change and from which on, how many players, the biggest changes, the standings.

    `stale`: rankings given before, which the events leave behind.
    """
    for position, event in entries[:SHOWN]:
        yield tr("if appended: {event}", event=f"#{position} {event_line(event)}")
    if len(entries) > SHOWN:
        yield tr_n("… and {number} more event", "… and {number} more events", len(entries) - SHOWN)
    if not any(each.first_list for each in told):
        names = ", ".join(each.scheme for each in told)
        if names:
            yield tr("nothing changes on the lists of {schemes}", schemes=names)
        else:
            yield tr("nothing changes: no scheme rates what this is about")
    for each in told:
        if each.first_list:
            yield from _scheme(each)
    yield from _ranks(ranks)
    yield from map(tr, stale)
    yield ""


def _scheme(told: AppealResult) -> Iterator[str]:
    yield tr(
        "{scheme}: changes from the list of {date} on", scheme=told.scheme, date=told.first_list
    )
    by_list: dict[str, list[AppealRow]] = {day: [] for day in told.compared}
    for row in told.rows:
        by_list[row.list_date].append(row)
    for day, rows in by_list.items():
        rated = [row for row in rows if row.change not in ("", "0", "0.0")]
        others = len(rows) - len(rated)
        changes = tr("no rating changes")
        if rated:
            changes = tr_n("{number} rating changes", "{number} ratings change", len(rated))
        if others:
            rest = tr_n("{number} other row", "{number} other rows", others)
            changes = tr("{changes}, {others}", changes=changes, others=rest)
        yield tr("  list of {date}: {changes}", date=day, changes=changes)
    biggest = sorted(
        (row for row in told.rows if row.change),
        key=lambda row: (-abs(Decimal(row.change)), row.list_date, row.player),
    )
    for row in biggest[:SHOWN]:
        if Decimal(row.change):
            told_row = {
                "player": row.player,
                "date": row.list_date,
                "before": row.before,
                "after": row.after,
            }
            change = {"change": signed(row.change), "cause": row.cause}
            yield tr(
                "  {player} on {date}: {before} → {after} ({change}), {cause}", **told_row, **change
            )


def _ranks(ranks: Sequence[RankChange]) -> Iterator[str]:
    for rank in ranks[:RANKS]:
        places = {
            "before": rank.before or tr("not ranked"),
            "after": rank.after or tr("not ranked"),
        }
        who = {"tournament": rank.tournament, "player": rank.player}
        yield tr("standings of {tournament}: {player} {before} → {after}", **who, **places)
    if len(ranks) > RANKS:
        yield tr_n("… and {number} more place", "… and {number} more places", len(ranks) - RANKS)


def signed(change: str) -> str:
    """A change with its sign."""
    if change.startswith("-"):
        return change
    return f"+{change}"


class CausesInWords:
    """Says why, for one scheme."""

    def __init__(
        self,
        compared: SideBySide,
        links: Links,
        merged: frozenset[int],
        player_id: Callable[[int], str],
        tournament_id: Callable[[int], str],
    ) -> None:
        self._compared = compared
        self._links = links
        self._merged = merged
        self._player = player_id
        self._tournament = tournament_id

    def of(self, player: int, at: int) -> str:
        """All causes of a player's row on a list that was asked for."""
        lines = self._compared.differences[at].lines.get(player)
        told = [*self._why(player, at), *(_notes(*lines) if lines else ())]
        return "; ".join(told) or tr("other")

    def _why(self, player: int, at: int) -> Iterator[str]:
        """All that happened since the list asked for before this one."""
        since = self._since(at)
        links = [link for place in range(since, at + 1) for link in self._played(player, place)]
        booked = self._booked_causes(player, since, at)
        if player in self._merged and (
            booked.any() or self._compared.differences[at].moved(player)
        ):
            yield tr("merged")
        yield from self._through(links)
        yield from self._booked(booked)
        if player in self._merged:
            return
        if self._earlier(player, since):
            yield tr("own earlier rating")
        elif not booked[FIRST] and any(self._by_k(player, place) for place in range(since, at + 1)):
            yield tr("k")

    def _since(self, at: int) -> int:
        """The first list after the one that was asked for before."""
        asked = [
            place for place in range(at) if self._compared.stops[place] in self._compared.asked
        ]
        if asked:
            return asked[-1] + 1
        return 0

    def _played(self, player: int, at: int) -> list[Link]:
        part = self._compared.differences[at].causes.get(player)
        played = part is not None and bool(part[GAMES] or part[ROUNDING] or part[FIRST])
        if played:
            return self._links.of(player, at)
        return []

    def _booked_causes(self, player: int, since: int, at: int) -> Column:
        """How much more the lists changed the rating, by cause."""
        nothing = np.zeros(len(NAMES), np.int64)
        rows = [
            self._compared.differences[place].causes.get(player) for place in range(since, at + 1)
        ]
        return sum((row for row in rows if row is not None), start=nothing)

    def _earlier(self, player: int, since: int) -> bool:
        return since > 0 and self._compared.differences[since - 1].moved(player)

    def _by_k(self, player: int, at: int) -> bool:
        """Whether K makes a difference: games give something else though neither they nor the rating before do."""
        if self._earlier(player, at):
            return False
        if self._compared.after.scheme.any_day and self._links.of(player, at):
            return False  # each game changes the own rating for those after it
        return bool(self._links.left_over(player, at))

    def _through(self, links: list[Link]) -> Iterator[str]:
        by_kind: dict[Through, list[Link]] = {}
        for link in links:
            by_kind.setdefault(link.through, []).append(link)
        for tournament, number, game in self._games(by_kind.get(Through.OWN, [])):
            if number == 1:
                yield tr("own game {tournament} {game}", tournament=tournament, game=game)
            else:
                yield tr("own games {tournament} ({number})", tournament=tournament, number=number)
        for tournament, number, game in self._games(by_kind.get(Through.LATE, [])):
            if number == 1:
                yield tr("late report {tournament} {game}", tournament=tournament, game=game)
            else:
                yield tr(
                    "late reports {tournament} ({number})", tournament=tournament, number=number
                )
        if Through.OPPONENT in by_kind:
            yield self._opponents(by_kind[Through.OPPONENT])
        judged = {
            (self._tournament(link.key[0]), link.rated) for link in by_kind.get(Through.VERDICT, [])
        }
        for tournament, rated in sorted(judged):
            if rated:
                yield tr("{tournament} now rated", tournament=tournament)
            else:
                yield tr("{tournament} no longer rated", tournament=tournament)

    def _games(self, links: list[Link]) -> Iterator[tuple[str, int, str]]:
        """Tournament by tournament: how many games, and the place of the first."""
        by_tournament: dict[int, list[Link]] = {}
        for link in links:
            by_tournament.setdefault(link.key[0], []).append(link)
        for tournament, games in by_tournament.items():
            yield self._tournament(tournament), len(games), place(games[0].key)

    def _opponents(self, links: list[Link]) -> str:
        names = sorted({self._player(link.opponent) for link in links})
        shown = ", ".join(names[:NAMED])
        if len(names) > NAMED:
            return tr("opponents {names} and {number} more", names=shown, number=len(names) - NAMED)
        if len(names) > 1:
            return tr("opponents {names}", names=shown)
        return tr("opponent {names}", names=shown)

    def _booked(self, part: Column) -> Iterator[str]:
        bonus = self._compared.after.scheme.bonus
        named = {
            BONUS: tr(bonus), TITLE: tr("title lift"), CARRIED: tr("carried in"), ENDED: tr("rating ended"),
            FIRST: tr("first rating"), ABSENCE: tr("absence"), FLOOR: tr("floor"),
        }  # fmt: skip
        for cause, text in named.items():
            if part[cause]:
                yield text


def _notes(before: ListLine, after: ListLine) -> Iterator[str]:
    """What else of the row is another: K, games, activity, on the list or not."""
    if bool(before.rating) != bool(after.rating):
        yield tr("now on the list") if after.rating else tr("no longer on the list")
        return
    if before.k != after.k:
        yield tr("k {before} → {after}", before=before.k, after=after.k)
    if before.games != after.games:
        yield tr("games {before} → {after}", before=before.games, after=after.games)
    if before.active != after.active:
        yield tr("now active") if after.active else tr("now inactive")


def list_date(day: int) -> str:
    """A day as it is written."""
    return date.fromordinal(day).isoformat()
