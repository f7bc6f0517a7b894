"""What goes wrong in an office, and in life: corrections, merges, transfers, deaths, lost titles, excuses."""

from replay.simulation.journal import CORRECTIONS, NOTICES, Journal, iso
from replay.simulation.lots import Lots
from replay.simulation.people import SimulatedPeople
from replay.simulation.reports import TournamentReport
from replay.simulation.results import RESULTS

GAMES = 250
VOIDED = 500
RANKINGS = 4_000
CLOCKS = 1_000  # of 100,000 games, tournaments, rankings, tournaments
SWAPPED = {0: 1, 1: 0, 2: 0, 3: 4, 4: 3, 5: 2}
_REASONS = (
    "score sheet shows another result",
    "sides were exchanged in the report",
    "arbiter's letter",
)
_EXCUSES = ("illness", "study abroad", "military service", "work")


class Mishaps:
    """Draws what is found out later and enters it on the day it is."""

    def __init__(self, journal: Journal, people: SimulatedPeople, lots: Lots, last: int) -> None:
        self.journal = journal
        self.people = people
        self.lots = lots
        self.last = last
        self.titled: list[tuple[int, str, int]] = []  # player, title, day

    def of_report(self, report: TournamentReport, there: int) -> None:
        """What is found wrong with a report months later."""
        event = report.tournament
        if self.lots.hit(VOIDED) and not event.national:
            self._correct(
                "TournamentVoided",
                report,
                tournament=event.id,
                reason="never took place as reported",
            )
            return
        if event.ranked and report.closed and len(report.ranking) > 3 and self.lots.hit(RANKINGS):
            swapped = [
                self.people.ids[player]
                for player in (report.ranking[1], report.ranking[0], *report.ranking[2:])
            ]
            self._correct(
                "RankingCorrected",
                report,
                tournament=event.id,
                ranking=swapped,
                reason="tie-break miscounted",
            )
        if event.clock is not None and self.lots.hit(CLOCKS):
            clock = {"base": event.clock[0] // 2, "increment": event.clock[1]}
            self._correct(
                "TournamentCorrected",
                report,
                tournament=event.id,
                time_control=clock,
                reason="clocks were set to half",
            )
        self._games(report, there)

    def _games(self, report: TournamentReport, there: int) -> None:
        """Each game may be wrong once; a wrong player only once a tournament, so that nobody plays two boards."""
        taken = False
        for place in [
            int(place) for place in self.lots.hits(GAMES, len(report.games)).nonzero()[0]
        ]:
            round_, board, _first, _second, result = report.games[place]
            game: dict[str, object] = {
                "tournament": report.tournament.id,
                "round": round_,
                "board": board,
            }
            kind = self.lots.one(10)
            if kind < 2:
                self._correct("GameVoided", report, **game, reason="the game was not played")
                continue
            if kind == 2 and not taken:
                taken = True
                other = self.lots.one(there)
                if other in report.ranking:
                    continue
                game[self.lots.pick(("first", "second"))] = self.people.ids[other]
            else:
                result = SWAPPED[result]
            self._correct(
                "GameCorrected",
                report,
                **game,
                result=RESULTS[result],
                reason=self.lots.pick(_REASONS),
            )

    def _correct(self, kind: str, report: TournamentReport, /, **fields: object) -> None:
        """Found out 20 days to eleven months after the report; what nobody finds out in time stays."""
        day = report.recorded + self.lots.between(20, 330)
        if day <= self.last + 60:
            self.journal.enter(kind, day, day, CORRECTIONS + self.lots.one(3600), **fields)

    def of_month(self, first_day: int, days: int, there: int) -> None:
        """The month's transfers, deaths, wrong birth years, merges and revoked titles."""
        for _ in range(self._number(there, 40)):
            self._transfer(first_day + self.lots.one(days), self.lots.one(there))
        for _ in range(self._number(there, 25)):
            self._death(first_day + days - 1, self.lots.one(there))
        for _ in range(self._number(there, 40)):
            self._birth(first_day + self.lots.one(days), self.lots.one(there))
        for _ in range(self._number(there, 12)):
            self._merge(first_day + self.lots.one(days), self.lots.one(there))
        if self.titled and self.lots.hit(6_000):
            self._revoke(first_day + days - 1)

    def _number(self, there: int, chance: int) -> int:
        """How many of those there are, at a chance in 100,000 each; the rest of the division by lot."""
        return (there * chance + self.lots.one(100_000)) // 100_000

    def _transfer(self, day: int, player: int) -> None:
        places = self.people.circuits.federations(self.people.scheme)
        new = self.lots.one(len(places))
        if not self.people.alive[player] or places[new] == self.people.country(player):
            return
        self.people.federation[player] = new
        known = day + self.lots.between(0, 25)
        self.journal.enter(
            "PlayerTransferred",
            day,
            known,
            NOTICES,
            player=self.people.ids[player],
            federation=places[new],
        )

    def _death(self, day: int, player: int) -> None:
        """The old, mostly; nobody is entered any more from the next month on."""
        if not self.people.alive[player] or day - self.people.born[
            player
        ] < 365 * self.lots.between(30, 75):
            return
        self.people.alive[player] = False
        known = day + self.lots.between(1, 60)
        self.journal.enter("PlayerDeceased", day, known, NOTICES, player=self.people.ids[player])

    def _birth(self, day: int, player: int) -> None:
        year = int(iso(int(self.people.born[player]))[:4]) + self.lots.pick((-2, -1, 1))
        self.journal.enter(
            "PlayerCorrected",
            day,
            day,
            CORRECTIONS,
            player=self.people.ids[player],
            born=year,
            reason="passport seen",
        )

    def _merge(self, day: int, duplicate: int) -> None:
        """One person had two ids; the newer one is given up. Of some lots the likeliest."""
        others = self.lots.below(max(duplicate, 1), 20)
        kept = int(
            others[abs(self.people.strength[others] - self.people.strength[duplicate]).argmin()]
        )
        if kept == duplicate or not (self.people.alive[kept] and self.people.alive[duplicate]):
            return
        self.people.alive[duplicate] = False
        ids = self.people.ids
        self.journal.enter(
            "PlayersMerged", day, day, CORRECTIONS, kept=ids[kept], duplicate=ids[duplicate]
        )

    def _revoke(self, day: int) -> None:
        player, title, awarded = self.titled.pop(self.lots.one(len(self.titled)))
        if awarded < day - 60:
            self.journal.enter(
                "TitleRevoked", day, day + 1, NOTICES, player=self.people.ids[player], title=title
            )

    def excuses(self, new_year: int, there: int) -> None:
        """After a year with national events: who may be excused from them."""
        year = int(iso(new_year)[:4]) - 1
        for player in self.lots.hits(4_000, there).nonzero()[0].tolist():
            day = new_year + self.lots.between(-60, 45)
            self.journal.enter(
                "AbsenceExcused",
                day,
                max(day, new_year),
                NOTICES,
                player=self.people.ids[player],
                year=year,
                reason=self.lots.pick(_EXCUSES),
            )
