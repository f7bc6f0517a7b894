"""A federation to look around in: chess and xiangqi in one country, three years of them, all of it made up."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from heapq import merge
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ledger import open_log
from ledger.events import AnyEvent
from replay.lists.publish import publish
from replay.office.office import Office
from replay.simulation.circuits import FIDE, MALAYSIA
from replay.simulation.demo.naming import HOME, PersonNames, TournamentNames, officer, team_name
from replay.simulation.federation import Federation, simulate
from replay.simulation.lots import Lots
from replay.simulation.results import RESULTS, FinalGame, Finals

Line = dict[str, Any]
PLAY_BOTH = 12  # people
LATELY = "2026"  # whoever played in this year is active
TIE_BREAKS = ("DE", "BH:C1", "BH", "SB", "WIN")
PLAYERS = ("player", "first", "second", "kept", "duplicate")
FIDE_HAS_NONE = ("final_after", "series", "edition", "group")


class NamedCircuit:
    """The journal of one simulated circuit; what lies in the future is left out."""

    def __init__(self, federation: Federation, people: PersonNames) -> None:
        self.scheme = federation.scheme
        self._people = people
        self._tournaments = TournamentNames()
        self._shared: set[str] = set()
        self._event_ids: dict[str, str] = {}
        self._officers: dict[str, str] = {}

        journal = BytesIO()
        strengths = StringIO()
        simulate(federation, journal, strengths)
        lines = map(msgspec.json.decode, journal.getvalue().splitlines())
        self.lines: list[Line] = [line for line in lines if "recorded" in line]
        self._strengths = _last_strengths(strengths.getvalue())
        self.players = {
            line["player"]: f"{self.scheme[0].upper()}{number}"
            for number, line in enumerate(self.registrations(), start=1001)
        }

    def registrations(self) -> list[Line]:
        """The registrations of players, as the simulation wrote them."""
        return [line for line in self.lines if line["type"] == "PlayerRegistered"]

    def share_people_with(self, other: "NamedCircuit") -> None:
        """Let some people play in both circuits: those who have registered first, each with one of the same sex."""
        own = self.registrations()
        for theirs in other.registrations()[:PLAY_BOTH]:
            mine = next(line for line in own if line["sex"] == theirs["sex"])
            own.remove(mine)
            self.players[mine["player"]] = other.players[theirs["player"]]
            self._shared.add(mine["player"])

    def strongest(self, number: int) -> tuple[list[str], list[int]]:
        """The strongest of those who played lately: ids of the office, and strengths."""
        active: set[str] = set()
        for line in self.lines:
            if line["type"] == "GameRecorded" and line["date"] >= LATELY:
                active |= {line["first"], line["second"]}
        order = sorted(active, key=lambda player: (-self._strengths[player], player))[:number]
        return [self.players[player] for player in order], [self._strengths[p] for p in order]

    def told(self) -> Iterator[Line]:
        """The journal line by line, with names."""
        for line in self.lines:
            kind = line["type"]
            if kind == "PlayerRegistered":
                if line["player"] in self._shared:
                    continue
                self._name_player(line)
            elif kind == "TournamentRegistered":
                self._name_tournament(line)
            self._give_ids(line)
            yield line

    def _name_player(self, line: Line) -> None:
        person = self._people.named(self.scheme, line["sex"])
        line["name"] = person.name
        line["federation"] = person.federation
        if person.chinese:
            line["names"] = {"zh-Hans": person.chinese}

    def _name_tournament(self, line: Line) -> None:
        simulated = line["tournament"]
        number = len(self._event_ids)
        named = self._tournaments.named(self.scheme, line, number)
        self._event_ids[simulated] = named.pop("tournament")
        self._officers[simulated] = officer(number)
        line |= named
        if self.scheme == FIDE:
            self._rank_by_fide(line)

    def _rank_by_fide(self, line: Line) -> None:
        """Chess is ranked by FIDE's tie-breaks, whatever the simulated organiser had in mind."""
        for field in FIDE_HAS_NONE:
            line.pop(field, None)
        if line["format"] != "match":
            line["standings"] = "fide"
            line["tie_breaks"] = TIE_BREAKS

    def _give_ids(self, line: Line) -> None:
        """Put the ids of the office in the place of those of the simulation."""
        for field in PLAYERS:
            if field in line:
                line[field] = self.players[line[field]]
        if "tournament" in line:
            line["by"] = self._officers[line["tournament"]]
            line["tournament"] = self._event_ids[line["tournament"]]
        if "team" in line:
            line["team"] = team_name(int(line["team"].removeprefix("Team ")))
        if "ranking" in line:
            ranking = [self.players[player] for player in line.pop("ranking")]
            if self.scheme != FIDE:
                line["ranking"] = ranking
        if line["type"] == "PlayerTransferred":
            line["federation"] = "SGP" if line["federation"] != HOME else HOME


def _last_strengths(table: str) -> dict[str, int]:
    """The last strength of each player, from the simulation's own table."""
    rows = (row.split(",") for row in table.splitlines()[1:])
    return {player: int(strength) for player, _day, strength in rows}


ID = "straits-cup-2026"
DAYS = {
    "quarterfinal": "2026-09-11",
    "semifinal": "2026-09-12",
    "third": "2026-09-13",
    "final": "2026-09-13",
}
RECORDED = "2026-09-14T09:30:00Z"


def knockout(players: Sequence[str], strengths: Sequence[int]) -> list[Line]:
    """The registration of the cup, its games and its ranking, for players from the strongest to the eighth."""
    finals = Finals(np.array(strengths, dtype=np.int64), Lots(1))
    winners = finals.quarterfinals(list(range(8)))
    first_four = finals.knockout(winners)
    beaten = [place for place in range(8) if place not in first_four]
    ranking = [players[place] for place in (*first_four, *beaten)]

    games = [_game(game, players) for game in finals.games]
    closed: Line = {"type": "TournamentClosed", "date": DAYS["final"], "ranking": ranking}
    reported: Line = {"type": "ReportReceived", "date": "2026-09-14"}
    report: Line = {"tournament": ID, "recorded": RECORDED, "by": officer(1)}
    return [_registration(), *({**line, **report} for line in (*games, closed, reported))]


def _registration() -> Line:
    return {
        "type": "TournamentRegistered",
        "date": "2026-06-30",
        "recorded": "2026-06-30T09:00:00Z",
        "by": officer(1),
        "tournament": ID,
        "name": "Straits Cup 2026",
        "place": "Malacca",
        "federation": "MAS",
        "start": DAYS["quarterfinal"],
        "end": DAYS["final"],
        "rounds": 1,
        "format": "knockout",
        "rated": [FIDE],
        "time_control": {"base": 5400, "increment": 30},
    }


def _game(game: FinalGame, players: Sequence[str]) -> Line:
    return {
        "type": "GameRecorded",
        "date": DAYS[game.stage],
        "stage": game.stage,
        "round": game.round,
        "board": game.board,
        "first": players[game.first],
        "second": players[game.second],
        "result": RESULTS[game.result],
    }


ORIGIN = "ratings.example.org/malaysia"
XIANGQI = Federation(
    players=100, games=2200, years=3, seed=3, scheme=MALAYSIA, start=date(2023, 11, 1)
)
CHESS = Federation(players=150, games=3600, years=3, seed=8, scheme=FIDE, start=date(2024, 3, 1))
PUBLISHED = {
    MALAYSIA: [date(2025, 1, 1), date(2026, 1, 1), date(2026, 4, 1), date(2026, 7, 1)],
    FIDE: [date(2026, month, 1) for month in range(5, 11)],
}


def make_federation(place: Path) -> int:
    """Make the federation's ledger, its lists published when they were due; gives the number of its events."""
    open_log(place, create=True, origin=ORIGIN).close()
    lines = journal()
    moments = [line["recorded"] for line in lines]
    due = sorted((day, scheme) for scheme, days in PUBLISHED.items() for day in days)
    done = 0

    with Office(place) as office:
        for day, scheme in due:
            moment = datetime.combine(day, time(18), UTC)
            until = bisect_right(moments, f"{day}T18:00:00Z")
            if until > done:
                office.log.append(_events(lines[done:until]))
            publish(office, scheme, day, by=officer(0), recorded=moment)
            done = until
        return office.log.append(_events(lines[done:])).head


def journal() -> list[Line]:
    """Everything that the office recorded, in order, as lines of the exchange format."""
    people = PersonNames(Lots(1))
    xiangqi = NamedCircuit(XIANGQI, people)
    chess = NamedCircuit(CHESS, people)
    chess.share_people_with(xiangqi)
    cup = knockout(*chess.strongest(8))
    return list(merge(xiangqi.told(), chess.told(), cup, key=lambda line: line["recorded"]))


def _events(lines: list[Line]) -> list[AnyEvent]:
    return msgspec.convert(lines, list[AnyEvent])
