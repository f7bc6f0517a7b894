"""What the ledger has of a tournament already: a report may come late, round by round, or under another name."""

from msgspec.structs import replace

from ledger.events import AnyEvent, PlayerEntered, TournamentRegistered
from ledger.formats.known import LedgerLookup
from ledger.formats.trf.heading import ReportHeading
from ledger.formats.trf.report import ReportLine, TrfReport

_REMEDY = "append a TournamentCorrected if the ledger is wrong"
_COMPARED = ("name", "start", "end", "rounds", "event", "format")


class Standing:
    """A tournament as it stands: its registration and entries hold, whatever the report says of them."""

    def __init__(self, report: TrfReport, tournament: str, known: LedgerLookup) -> None:
        self._report, self._known = report, known
        self._registered: TournamentRegistered | None = None
        self._entered: dict[str, PlayerEntered] = {}
        for event in known.events(f"tournament/{tournament}"):
            if isinstance(event, TournamentRegistered):
                self._registered = event
            elif isinstance(event, PlayerEntered):
                self._entered[event.player] = event

    def seen(self, heading: ReportHeading) -> ReportHeading:
        """The heading with the number of rounds that was registered: by it a tournament is finished or not."""
        if self._registered is None or self._registered.rounds < heading.rounds:
            return heading
        return replace(heading, rounds=self._registered.rounds)

    def kept(self, line: ReportLine, event: AnyEvent) -> AnyEvent:
        """The event, or what stands in its place already (which the log then counts as there)."""
        if isinstance(event, TournamentRegistered) and self._registered is not None:
            self._tell_differences(line, event, self._registered)
            return self._registered
        if isinstance(event, PlayerEntered) and event.player in self._entered:
            return self._entered[event.player]
        return self._known.as_recorded(event)

    def _tell_differences(self, line: ReportLine, said: TournamentRegistered, stands: TournamentRegistered) -> None:
        if said.points != stands.points:
            wrong = "results are worth other points in the report than in the ledger: the registration stands"
            self._report.warn(line, 1, wrong, _REMEDY)
        if lost := [text for text in said.report or () if text not in (stands.report or ())]:
            codes = ", ".join(dict.fromkeys(text[:3] for text in lost))
            wrong = f"{len(lost)} lines of the report are not kept ({codes}): the registration stands"
            self._report.warn(line, 1, wrong, "append a TournamentCorrected with `report` to keep them")
        for field in _COMPARED:
            here, there = getattr(said, field), getattr(stands, field)
            if here != there:
                wrong = f"{field} is {there!s} in the ledger, {here!s} in the report: the registration stands"
                self._report.warn(line, 1, wrong, _REMEDY)
