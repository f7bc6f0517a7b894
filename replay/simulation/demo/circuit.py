"""One simulated circuit of the demo's federation, told with names of people, tournaments and places."""

from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

import msgspec

from replay.simulation.circuits import FIDE
from replay.simulation.demo.naming import HOME, PersonNames, TournamentNames, officer, team_name
from replay.simulation.federation import Federation, simulate

PLAY_BOTH = 12  # people
LATELY = "2026"  # whoever played in this year is active
TIE_BREAKS = ("DE", "BH:C1", "BH", "SB", "WIN")
PLAYERS = ("player", "first", "second", "kept", "duplicate")
FIDE_HAS_NONE = ("final_after", "series", "edition", "group")
Line = dict[str, Any]


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
