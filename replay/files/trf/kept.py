"""Lines of a report that the ledger has no field for: kept with the tournament, and written again."""

from collections.abc import Iterator

from ledger.events import LONGEST_TEXT, TournamentRegistered
from ledger.text import unsafe
from replay.files.trf.crosstable import Crosstable
from replay.files.trf.heading import read_format, read_time_control
from replay.files.trf.parse import HEADER, is_kept, is_national, parse
from replay.files.trf.report import ReportLine, TrfReport
from replay.files.trf.sheet import heading_lines, own_heading, team_line
from wording import say

_OF_TEAMS = frozenset(("240", "299"))  # of players they are read
_TIE_BREAKS = frozenset(("202", "212"))
_MOST_LETTERS = 500_000
# lines that say the same in two ways: kept only as long as the tournament is still what they say
_TOGETHER = (("092", "192"), ("122", "222"))


def lines_to_keep(report: TrfReport, registered: TournamentRegistered) -> tuple[str, ...] | None:
    """The lines worth keeping, in the order in which they are written again; not those we would write ourselves."""
    own = set(own_heading(registered, 26).values()) | _own_teams(report)
    room = _MOST_LETTERS
    found = []
    for line in sorted(report.kept, key=_place):
        text = _one_line(line.text)
        if text in own or (line.code in _OF_TEAMS and not report.is_team_event):
            continue
        if line.code in _TIE_BREAKS and registered.tie_breaks:
            continue
        if len(text) > min(room, LONGEST_TEXT):
            report.warn(line, 1, say("a line of {number} characters is not kept", number=len(text)))
            continue
        room -= len(text)
        found.append(text)
    return tuple(found) or None


def _place(line: ReportLine) -> tuple[int, str]:
    """The order of lines in the reports that we write."""
    if line.code in HEADER:
        return 0, line.code
    return (1 if line.code.isalpha() and not line.code.startswith("XX") else 2), line.code


def _one_line(text: str) -> str:
    """Text that an event can have: a tab or the like becomes a blank."""
    text = text.rstrip()
    if unsafe(text) is None:
        return text
    return "".join(" " if unsafe(sign) else sign for sign in text).rstrip()


def _own_teams(report: TrfReport) -> set[str]:
    """Lines of teams that say no more than the entries do."""
    return {
        team_line(code, team.line.text[4:7], team.name, sorted(team.members)).rstrip()
        for code, teams in report.teams.items()
        for team in teams
    }


class KeptLines:
    """The kept lines of a tournament, and where they go in a report."""

    def __init__(self, table: Crosstable, version: int) -> None:
        self._table = table
        self._version = version
        self._event = table.registered
        self._lines: dict[str, list[str]] = {}
        for text in table.registered.report or ():
            line = ReportLine(0, text[:3], text)
            if line.code in _OF_TEAMS and self._event.event != "team":
                continue
            if (
                is_kept(line) and not parse(text, "").problems
            ):  # what was typed by hand may be anything
                self._lines.setdefault(line.code, []).append(text)

    def heading(self) -> list[str]:
        """Our own heading lines with the kept ones in their place, as long as these are still true."""
        kept = {code: lines for code, lines in self._lines.items() if code in HEADER}
        found = {code: [line] for code, line in heading_lines(self._table, self._version).items()}
        for codes in _TOGETHER:
            said = {code: kept.pop(code) for code in codes if code in kept}
            if said and self._is_true(found | said):
                found |= said
        if self._event.tie_breaks:  # read from these lines, and perhaps corrected since
            kept = {code: lines for code, lines in kept.items() if code not in _TIE_BREAKS}
        found |= kept
        return [line for code in sorted(found) for line in found[code]]

    def _is_true(self, lines: dict[str, list[str]]) -> bool:
        header = {
            code: [ReportLine(0, code, text) for text in texts] for code, texts in lines.items()
        }
        report = TrfReport("", header=header, teams={"013": []} if self._table.teams else {})
        competition = "team" if report.is_team_event else "individual"
        said = (read_format(report), competition, read_time_control(report))
        return said == (self._event.format, self._event.event, self._event.time_control)

    def teams(self) -> Iterator[str]:
        """Kept lines of teams whose players are still the same, and our own for teams without."""
        teams, code = (
            self._table.teams,
            "310" if self._version == 26 and len(self._table.teams) <= 999 else "013",
        )
        former = parse(
            "\n".join(line for code in ("013", "310") for line in self._lines.get(code, ())), ""
        ).teams
        true = {
            each: [
                team
                for team in former.get(each, ())
                if set(team.members) == set(teams.get(team.name, ()))
            ]
            for each in ("013", "310")
        }
        told = {team.name for team in true[code]}
        used = {team.line.text[4:7].strip() for team in true["310"]}
        free = (str(number) for number in range(1, 1000) if str(number) not in used)
        own = [
            team_line(code, next(free, ""), team, teams[team])
            for team in sorted(teams)
            if team not in told
        ]
        for each in ("013", "310"):
            yield from (team.line.text for team in true[each])
            yield from own if each == code else ()

    def others(self) -> Iterator[str]:
        """National ratings of players in the table, extensions of pairing engines, and the like."""
        for code, lines in self._lines.items():
            for line in lines if code not in HEADER and code not in ("013", "310") else ():
                if (
                    not is_national(ReportLine(0, code, line))
                    or int(line[4:8]) in self._table.players
                ):
                    yield line
