"""A federation from a seed: months pass, tournaments are held, the office writes its journal."""

import calendar
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO, TextIO

from msgspec import Struct

from ledger.errors import LedgerError, Problem
from replay.simulation.circuits import FIDE, MALAYSIA, SCHEMES, Circuits
from replay.simulation.journal import NOTICES, PLAYERS, Journal, iso
from replay.simulation.lots import Ints, Lots
from replay.simulation.mishaps import Mishaps
from replay.simulation.people import SimulatedPeople
from replay.simulation.plan import PlannedTournament, Planner
from replay.simulation.play import play
from replay.simulation.reports import Registrar, reports
from schemes import Schemes
from wording import joined, say

AHEAD = 4  # months a tournament may be announced before it starts
BATCH = 200_000  # games played at once: bounds the memory
RECORDED_UNTIL = date(
    2026, 10, 31
)  # a fixed day of the past, so that the same seed always gives the same bytes
MOST_PLAYERS = 2_000_000
MOST_YEARS = 100
MOST_A_YEAR = 400


@dataclass(frozen=True, kw_only=True)
class Federation:
    """What to make up. The same values give the same bytes."""

    players: int = 2_000
    "How many players there are in the end."
    games: int = 40_000
    "How many games are recorded."
    years: int = 5
    "How many years pass."
    seed: int = 1
    "The same seed and options give the same bytes."
    scheme: str = FIDE
    "The scheme the tournaments are held for (`rating-ledger schemes` lists them), or all: a mixed federation."
    start: date | None = None
    "The day the ledger is opened; by default the first day the simulated rules are in force."
    recorded_until: date | None = None
    "Events after this day have no recorded time: they get that of the import. Default: 2026-10-31."

    def opening(self, circuits: Circuits) -> date:
        """The day the ledger is opened: by default the first of a month on which the scheme is in force."""
        return self.start or self.earliest(circuits)

    def earliest(self, circuits: Circuits) -> date:
        if self.scheme == "all":
            return max(circuits[name].opens for name in SCHEMES)
        return circuits[self.scheme].opens


class Summary(Struct, frozen=True):
    """What came out: events by type, and the first and last day something was recorded."""

    games: int
    players: int
    tournaments: int
    events: int
    counts: dict[str, int]
    first: date
    last: date


def check(federation: Federation, schemes: Schemes) -> None:
    """Refuse what makes no sense, all of it at once."""
    if federation.scheme != "all" and federation.scheme not in schemes:
        known = say("use {names} or all", names=", ".join(schemes.names))
        raise LedgerError(
            say("no scheme {scheme!r} to simulate", scheme=federation.scheme), remedy=known
        )
    problems = list(_problems(federation, Circuits(schemes)))
    if problems:
        told = joined("\n", [problem.text for problem in problems])
        raise LedgerError(told, problems=problems)


def _problems(asked: Federation, circuits: Circuits) -> Iterator[Problem]:
    opening = asked.opening(circuits)
    earliest = asked.earliest(circuits)
    bounds = (("players", asked.players, 16, MOST_PLAYERS), ("years", asked.years, 1, MOST_YEARS))
    for name, value, low, high in bounds:
        if not low <= value <= high:
            yield Problem(
                "",
                say("--{name} {value} cannot be simulated", name=name, value=value),
                say("use {low} to {high}", low=low, high=high),
            )
    if asked.seed < 0:
        yield Problem("", say("--seed {seed} is below zero", seed=asked.seed), say("use 0, 1, 2 …"))
    most = asked.players * max(asked.years, 1) * MOST_A_YEAR // 2
    if not 4 <= asked.games <= max(most, 4):
        yield Problem(
            "",
            say("--games {games} cannot be simulated", games=asked.games),
            say(
                "use 4 to {most} for {players} players in {years} years",
                most=most,
                players=asked.players,
                years=asked.years,
            ),
        )
    if asked.recorded_until is not None and asked.recorded_until < opening:
        yield Problem(
            "",
            say(
                "--recorded-until {recorded_until} is before the start",
                recorded_until=asked.recorded_until,
            ),
            say("use {opening} or later", opening=opening),
        )
    if not earliest <= opening <= date(2090, 12, 31):
        yield Problem(
            "",
            say(
                "--start {opening} is outside the rules of {scheme}",
                opening=opening,
                scheme=asked.scheme,
            ),
            say("start on {earliest} or later, before 2091", earliest=earliest),
        )


def simulate(
    federation: Federation,
    out: BinaryIO,
    truth: TextIO | None = None,
    advance: Callable[[int], None] = lambda done: None,
    schemes: Schemes | None = None,
) -> Summary:
    """Stream a made-up federation as JSON Lines, and its true strengths by quarter as csv.

    `schemes` are the regulations of a ledger; by default those of installed packages.
    """
    schemes = schemes or Schemes()
    check(federation, schemes)
    return _Run(federation, Circuits(schemes), out, truth, advance).run()


class _Month(Struct, frozen=True):
    first: int
    days: int
    year: int
    month: int


def _months(opening: date, years: int) -> list[_Month]:
    """The months of the simulation; the first may begin in its middle."""
    made = []
    for index in range(12 * years):
        year = opening.year + (opening.month - 1 + index) // 12
        month = (opening.month - 1 + index) % 12 + 1
        length = calendar.monthrange(year, month)[1]
        first = opening.day if index == 0 else 1
        made.append(_Month(date(year, month, first).toordinal(), length - first + 1, year, month))
    return made


class _Run:
    """One simulation under way."""

    def __init__(
        self,
        asked: Federation,
        circuits: Circuits,
        out: BinaryIO,
        truth: TextIO | None,
        advance: Callable[[int], None],
    ) -> None:
        self.asked = asked
        self.opens = asked.opening(circuits)
        self.truth = truth
        self.advance = advance
        self.months = _months(self.opens, asked.years)
        self.opening = self.months[0].first
        self.last = self.months[-1].first + self.months[-1].days - 1
        self.lots = Lots(asked.seed)
        until = asked.recorded_until or RECORDED_UNTIL
        self.people = SimulatedPeople(
            asked.scheme, circuits, asked.players, (self.opening, self.last), self.lots
        )
        self.journal = Journal(out, self.opening, until.toordinal())
        self.planner = Planner(asked.scheme, circuits, self.lots)
        self.office = Registrar(self.journal, self.people, self.lots)
        self.mishaps = Mishaps(self.journal, self.people, self.lots, self.last)
        self.planned: list[list[PlannedTournament]] = []
        self.played_games = self.registered = 0

    def run(self) -> Summary:
        self._open()
        for index, month in enumerate(self.months):
            while len(self.planned) < min(index + AHEAD + 1, len(self.months)):
                self._plan(len(self.planned))
            if index % 3 == 0:
                self._quarter(month, grows=index > 0)
            self._pass(index, month)
            if index == len(self.months) - 1:
                self._fill(month)
            self.journal.write_until(month.first + month.days)
        self.journal.write_all()
        self.people.drift(self.last + 1)
        self._note_strengths(self.last + 1)
        return self._summary()

    def _open(self) -> None:
        """The opening balance: players, titles, ratings brought along."""
        there = self.people.there(self.opening + 1)
        self._register(self.opening)
        self._award(self.people.promotions(there, 65_000), self.opening, 1)
        for player, scheme, rating, games, peak in self.people.carried_in(there):
            told: dict[str, object] = {
                "player": self.people.ids[player],
                "scheme": scheme,
                "rating": rating,
            }
            if games != 30:
                told["games"] = games
            if peak > rating + 20:
                told["peak"] = peak
            self.journal.enter("RatingCarriedIn", self.opening, self.opening, NOTICES, **told)
        if self.truth is not None:
            self.truth.write("player,date,strength\n")

    def _register(self, until: int) -> None:
        """Registrations up to and including a day."""
        people, there = self.people, self.people.there(until + 1)
        for index in range(self.registered, there):
            born: object = iso(int(people.born[index]))
            if index % 5:
                born = int(str(born)[:4])
            told: dict[str, object] = {
                "player": people.ids[index], "name": people.name(index), "sex": "F" if people.woman[index] else "M",
            }  # fmt: skip
            told |= {"born": born} if index % 83 else {}
            told |= {"federation": people.country(index)} if index % 97 else {}
            day = int(people.joined[index])
            self.journal.enter("PlayerRegistered", day, day, PLAYERS, **told)
        self.registered = there

    def _award(self, risen: Iterable[tuple[int, int]], day: int, spread: int) -> None:
        for player, level in risen:
            title = self.people.title(player, level)
            if title:
                awarded = day + self.lots.one(spread)
                known = awarded + (self.lots.one(20) if spread > 1 else 0)
                self.journal.enter(
                    "TitleAwarded",
                    awarded,
                    known,
                    NOTICES,
                    player=self.people.ids[player],
                    title=title,
                )
                self.mishaps.titled.append((player, title, known))

    def _plan(self, index: int) -> None:
        """Announce a month's tournaments, so many that the games played so far and these come out even."""
        month = self.months[index]
        due = self.asked.games * (index + 1) // len(self.months)
        if index == len(self.months) - 1:
            due -= min(self.asked.games // 300, 300)  # the last gap is filled once it is known
        pending = sum(event.games for batch in self.planned for event in batch)
        wanted = due - self.played_games - pending
        batch = self.planner.month(
            month.first, month.days, month.month, wanted, self.people.there(month.first + 1)
        )
        for event in batch:
            self.office.announce(event)
        self.planned.append(batch)

    def _quarter(self, month: _Month, *, grows: bool) -> None:
        """Strengths move on and are noted; titles are awarded."""
        if grows:
            self.people.drift(month.first)
            self._award(self.people.promotions(self.registered, 8_000), month.first, 80)
        self._note_strengths(month.first)

    def _note_strengths(self, day: int) -> None:
        if self.truth is not None:
            ids = self.people.ids
            when = iso(day)
            strengths = self.people.strength[: self.registered].tolist()
            self.truth.writelines(
                f"{ids[index]},{when},{strength}\n" for index, strength in enumerate(strengths)
            )

    def _pass(self, index: int, month: _Month) -> None:
        """One month: newcomers, life, tournaments, what went wrong in them."""
        there = self.registered
        self._register(month.first + month.days - 1)
        if month.month == 1 and index and MALAYSIA in self.planner.schemes:
            self.mishaps.excuses(month.first, there)
        self._hold(self.planned[index], there)
        self.planned[index] = []
        self.mishaps.of_month(month.first, month.days, there)

    def _hold(self, batch: list[PlannedTournament], there: int) -> None:
        """Play tournaments, a bounded number of games at once."""
        for scheme in self.planner.schemes:
            own = [event for event in batch if event.scheme == scheme]
            tickets = self.people.tickets(scheme, there) if own else None
            while own and tickets is not None:
                cut = 0
                games = 0
                while cut < len(own) and games < BATCH:
                    games += own[cut].games
                    cut += 1
                self._play(own[:cut], tickets, there)
                own = own[cut:]

    def _play(self, batch: list[PlannedTournament], tickets: Ints, there: int) -> None:
        for report in reports(batch, play(batch, tickets, self.people.strength, self.lots)):
            self.played_games += self.office.receive(report)
            self.mishaps.of_report(report, there)
        self.advance(min(self.played_games, self.asked.games))

    def _fill(self, month: _Month) -> None:
        """Matches for the games still missing, so that the number asked for comes out."""
        missing = self.asked.games - self.played_games
        batch = []
        while missing > 0:
            batch.append(
                self.planner.match(month.first + self.lots.between(5, 20), min(missing, 12))
            )
            self.office.announce(batch[-1])
            missing -= batch[-1].games
        self._hold(batch, self.registered)

    def _summary(self) -> Summary:
        counts = self.journal.counts
        return Summary(
            self.played_games, counts["PlayerRegistered"], counts["TournamentRegistered"], counts.total(),
            dict(sorted(counts.items())), self.opens, date.fromordinal(self.journal.last),
        )  # fmt: skip
