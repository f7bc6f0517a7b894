"""What the office gets of a tournament, as lines of the exchange format."""

from collections.abc import Iterator

from projections.known import row_by_row
from replay.simulation.journal import ENTRIES, REGISTRATIONS, REPORTS, Journal, iso
from replay.simulation.lots import Lots
from replay.simulation.people import SimulatedPeople
from replay.simulation.plan import PlannedTournament
from replay.simulation.play import BYE_KINDS, SimulatedBatch
from replay.simulation.results import RESULTS, Finals

UNREPORTED = 2_000
UNCLOSED = 2_000  # of 100,000 tournaments
FOULS = 1_500  # of 100,000 games, where the rules count them
Game = tuple[int, int, int, int, int]  # round, board, first, second, result


class TournamentReport:
    """One tournament's share of a batch, in plain numbers."""

    def __init__(self, tournament: PlannedTournament) -> None:
        self.tournament = tournament
        self.games: list[Game] = []
        self.byes: list[tuple[int, int, int]] = []  # round, player, kind
        self.ranking: list[int] = []
        self.finalists: list[int] = []
        self.recorded = tournament.reported
        self.closed = False

    def day(self, round_: int) -> int:
        """The day a round is played."""
        event = self.tournament
        if event.kind == "league":
            return event.start + 7 * (round_ - 1)
        return event.start + (round_ - 1) * (event.end - event.start + 1) // event.rounds


def reports(batch: list[PlannedTournament], played: SimulatedBatch) -> Iterator[TournamentReport]:
    """Cut the columns of a batch into reports; tournaments to which nobody came are left out."""
    games = played.games
    columns = (games.round, games.board, games.first, games.second, games.result)
    all_games: list[Game] = list(row_by_row(columns))
    all_byes = list(row_by_row((played.byes.round, played.byes.player, played.byes.kind)))
    ranked = played.field.player[played.ranking].tolist()
    edges = range(len(batch) + 1)
    game_at, bye_at, rank_at = (
        column.searchsorted(edges).tolist()
        for column in (games.tournament, played.byes.tournament, played.field.tournament)
    )
    for place, tournament in enumerate(batch):
        report = TournamentReport(tournament)
        report.games = all_games[game_at[place] : game_at[place + 1]]
        report.byes = all_byes[bye_at[place] : bye_at[place + 1]]
        report.ranking = ranked[rank_at[place] : rank_at[place + 1]]
        report.finalists = played.finalists.get(place, [])
        if report.games:
            yield report


class Registrar:
    """Writes announcements and reports into the journal."""

    def __init__(self, journal: Journal, people: SimulatedPeople, lots: Lots) -> None:
        self.journal = journal
        self.people = people
        self.ids = people.ids
        self.lots = lots

    def announce(self, event: PlannedTournament) -> None:
        """The registration of a tournament, on the day it came in."""
        fields: dict[str, object] = {
            "tournament": event.id,
            "name": f"{_title(event)} {iso(event.start)[:4]}/{event.number}",
            "start": iso(event.start), "end": iso(event.end), "rounds": event.rounds, "rated": event.rated,
            "format": event.format, "event": "team" if event.team else "individual",
            "standings": event.standings, "national": event.national,
            "official": event.official, "hybrid": event.hybrid, "approved": event.approved,
            "late_approved": event.late_approved, "rate_all": event.rate_all,
            "final_after": event.cut if event.finalists == 2 else None,
            "series": event.series, "edition": event.edition or None, "group": event.group,
            "hours_per_day": event.hours, "national_arbiters": event.arbiters,
        }  # fmt: skip
        if event.clock is not None:
            base, increment, moves = event.clock
            fields["time_control"] = {"base": base, "increment": increment} | (
                {"moves": moves} if moves else {}
            )
        told = {name: value for name, value in fields.items() if value not in ("", False, None)}
        self.journal.enter(
            "TournamentRegistered", event.registered, event.registered, REGISTRATIONS, **told
        )

    def receive(self, report: TournamentReport) -> int:
        """Everything a tournament sends in; gives the number of games."""
        event = report.tournament
        if event.entered:
            self._entries(report)
        second = REPORTS + self.lots.one(5 * 3600)
        if event.kind == "league":
            self._by_month(report, second)
        else:
            self._lines(report, report.games, report.byes, report.recorded, second)
        finals = self._finals(report, second)
        self._closing(report, second)
        return len(report.games) + finals

    def _by_month(self, report: TournamentReport, second: int) -> None:
        """A long event sends each month's games at that month's end."""
        months: dict[str, list[Game]] = {}
        for game in report.games:
            months.setdefault(iso(report.day(game[0]))[:7], []).append(game)
        recorded = 0
        for games in months.values():
            recorded = max(report.day(game[0]) for game in games) + 2
            self._lines(report, games, [], recorded, second)
        report.recorded = max(report.recorded, recorded)

    def _lines(
        self,
        report: TournamentReport,
        games: list[Game],
        byes: list[tuple[int, int, int]],
        recorded: int,
        second: int,
    ) -> None:
        """Games and byes as lines: built by hand, because they are nearly all there is."""
        event = report.tournament
        ids = self.ids
        when = self.journal.recorded(recorded, second)
        rounds = [iso(report.day(round_)) for round_ in range(event.rounds + 1)]
        heads = [
            f'{{"type":"GameRecorded","date":"{day}",{when}"tournament":"{event.id}","round":{round_},"board":'
            for round_, day in enumerate(rounds)
        ]
        lines = [
            f'{heads[round_]}{board},"first":"{ids[first]}","second":"{ids[other]}","result":"{RESULTS[result]}"}}\n'
            for round_, board, first, other, result in games
        ]
        lines += [
            f'{{"type":"ByeRecorded","date":"{rounds[round_]}",{when}"tournament":"{event.id}",'
            f'"round":{round_},"player":"{ids[player]}","kind":"{BYE_KINDS[kind]}"}}\n'
            for round_, player, kind in byes
        ]
        counts = {"GameRecorded": len(games), "ByeRecorded": len(byes)}
        self.journal.enter_lines(recorded, second, "".join(lines).encode("ascii"), counts)

    def _closing(self, report: TournamentReport, second: int) -> None:
        event = report.tournament
        lots = self.lots
        day = report.recorded
        if event.standings == "hk-open":
            self._fouls(report, second)
        if event.national or not lots.hit(UNCLOSED):
            report.closed = True
            names = [self.ids[player] for player in report.ranking]
            told: dict[str, object] = {"ranking": names} if event.ranked else {}
            self.journal.enter(
                "TournamentClosed", event.end, day, second, tournament=event.id, **told
            )
        if not lots.hit(UNREPORTED):
            self.journal.enter("ReportReceived", day, day, second, tournament=event.id)

    def _entries(self, report: TournamentReport) -> None:
        event = report.tournament
        for number, player in enumerate(sorted(report.ranking), start=1):
            told: dict[str, object] = {
                "tournament": event.id,
                "player": self.ids[player],
                "number": number,
            }
            if event.team:
                told["team"] = f"Team {number % max(event.size // 4, 2) + 1}"
            self.journal.enter("PlayerEntered", event.start, event.start, ENTRIES, **told)

    def _fouls(self, report: TournamentReport, second: int) -> None:
        for round_, _board, first, other, result in report.games:
            if result < 3 and self.lots.hit(FOULS):
                self.journal.enter(
                    "FoulRecorded", report.day(round_), report.recorded, second, tournament=report.tournament.id,
                    round=round_, player=self.ids[self.lots.pick((first, other))],
                    kind=self.lots.pick(("technical", "technical", "violation")),
                )  # fmt: skip

    def _finals(self, report: TournamentReport, second: int) -> int:
        """Playoffs, finals and knockouts, all on the last day; gives the number of games."""
        event = report.tournament
        finals = Finals(self.people.strength, self.lots)
        if len(report.finalists) == 2:
            finals.final(report.finalists)
        elif len(report.finalists) == 4:
            finals.knockout(report.finalists)
        elif event.playoff and len(report.ranking) > 2:
            finals.playoff(report.ranking)
        for game in finals.games:
            self.journal.enter(
                "GameRecorded", event.end, report.recorded, second, tournament=event.id, round=game.round,
                board=game.board, first=self.ids[game.first], second=self.ids[game.second],
                result=RESULTS[game.result], stage=game.stage,
            )  # fmt: skip
        return len(finals.games)


def _title(event: PlannedTournament) -> str:
    if event.national:
        return {"king": "King of Chess", "championship": "National Championship"}.get(
            event.national, "National Day"
        )
    if event.official:
        return "Official Championship"
    return {"swiss": "Open", "roundrobin": "Round Robin", "match": "Match", "league": "League"}[
        event.kind
    ]
