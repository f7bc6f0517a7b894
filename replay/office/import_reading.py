"""Reading an import: who is who, what is wrong with the file, what would be appended, and what it would change."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace as with_options
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem
from ledger.events import (
    AnyEvent,
    GameRecorded,
    PlayerCorrected,
    PlayerRegistered,
    PlayerTransferred,
    TournamentRegistered,
)
from ledger.item import Items, KeptItems
from replay.answers.answer import Answer
from replay.files import InputFile, ReadOptions
from replay.files.known import KnownLedger
from replay.files.people.profile import profile_in_words
from replay.files.titles import TitleNames
from replay.office.appending import (
    LARGE,
    Judged,
    OwnItems,
    append_with_remarks,
    list_days,
)
from replay.office.corrections import CORRECTABLE, NO_REASON, Correcting, Corrections, differences
from replay.office.imports import FileImport, ImportOutcome, Imports, ImportStatus, State
from replay.office.office import Office, Progress
from replay.office.reported_people import entrants_of, people_of, write_decisions
from replay.office.who_is_who import PeopleByName, WhoIsWho, who_is_who
from replay.rules_choice import day_of
from schemes import Schemes
from wording import say

TEXTS = ("tournament", "encoding", "dates", "ratings_as", "list_kind", "event_name")
DAYS = ("registered", "received", "date", "list_date", "start", "end")


class ImportReading(Struct, frozen=True):
    """What came of reading an import: who is who; then problems, or what would be appended."""

    status: ImportStatus
    who: WhoIsWho = WhoIsWho()
    problems: Sequence[Problem] = ()
    judged: Judged | None = None
    kinds: Mapping[str, int] = {}  # events of each kind in the file
    corrections: Corrections | None = None
    fresh: Sequence[AnyEvent] = ()  # of corrections: those that are not in the log already

    @property
    def events(self) -> list[AnyEvent]:
        """What would be appended; of a large file not everything."""
        if self.judged is None:
            return list(self.fresh)
        return [item.event for _, item in self.judged.done.noted if item.event is not None]

    @property
    def new_players(self) -> list[PlayerRegistered]:
        return [event for event in self.events if isinstance(event, PlayerRegistered)]

    @property
    def tournaments(self) -> list[TournamentRegistered]:
        return [event for event in self.events if isinstance(event, TournamentRegistered)]

    @property
    def differences(self) -> Answer | None:
        """How the file differs from what is known, where it corrects an earlier one."""
        return self.corrections.answer if self.corrections else None


def read_options(schemes: Schemes, words: Mapping[str, str]) -> ReadOptions:
    """How a file is to be read, in the words of the form."""
    options: dict[str, Any] = {name: words.get(name) or None for name in TEXTS}
    for name in DAYS:
        options[name] = day_of(words[name]) if words.get(name) else None
    if options["ratings_as"]:
        options["list_in_force"] = list_days(schemes, options["ratings_as"])
    rated = tuple(part.strip() for part in words.get("rated", "").split(",") if part.strip())
    return ReadOptions(
        **options, rated=rated or None, ref=words.get("ref") or None,
        ignore_unknown=bool(words.get("ignore_unknown")),
        skip_broken=bool(words.get("skip_broken")),
        scheme_of_fide_list=schemes.of_fide_list,
    )  # fmt: skip


class ImportDesk:
    """Reads and appends the imports of an opened ledger."""

    def __init__(self, office: Office, imports: Imports, progress: Progress) -> None:
        self._office = office
        self._imports = imports
        self._progress = progress

    def read(self, one: FileImport) -> ImportReading:
        """Read a file as it was decided so far; how it stands is kept for the worklist."""
        reading = self._reading(one)
        self._imports.note(one.id, reading.status)
        return reading

    def _reading(self, one: FileImport) -> ImportReading:
        try:
            file, options = self._opened(one)
            options.refuse_unused([file.form])
            who = self._who(one, file, options)
        except LedgerError as error:
            return ImportReading(
                _status(one, "wrong", problems=error.problems), problems=error.problems
            )
        if who.open:
            return self._undecided(one, file, options, who)
        try:
            judged, kinds = self._judge(one, file, options, dry_run=True)
        except LedgerError as error:
            return self._refused(one, file, options, who, error)
        state: State = "ready" if judged.done.appended else "nothing"
        reading = ImportReading(_status(one, state, who), who, (), judged, kinds)
        return replace(reading, status=_with_contents(reading))

    def _opened(self, one: FileImport) -> tuple[InputFile, ReadOptions]:
        options = read_options(self._office.schemes, one.words)
        columns = profile_in_words(one.words.get("columns", ""))
        path = self._imports.file_of(one)
        return InputFile(path, one.name, encoding=options.encoding, columns=columns), options

    def _undecided(
        self, one: FileImport, file: InputFile, options: ReadOptions, who: WhoIsWho
    ) -> ImportReading:
        """A file whose names are not all decided: it is only read, with those that are open taken as new."""
        if not who.can_be_new:  # before that a table cannot be read
            return ImportReading(_status(one, "people", who), who)
        items = list(self._items(one, file, options))
        problems = [item.problem for item in items if item.problem is not None]
        if problems:
            return ImportReading(_status(one, "wrong", who, problems), who, problems)
        events = [item.event for item in items]
        about = next((event for event in events if isinstance(event, TournamentRegistered)), None)
        games = sum(isinstance(event, GameRecorded) for event in events)
        status = _status(one, "people", who)
        if about is not None:
            status = replace(status, title=about.name, tournament=about.tournament, games=games)
        return ImportReading(status, who)

    def _who(self, one: FileImport, file: InputFile, options: ReadOptions) -> WhoIsWho:
        """Everybody in the file with what was decided; the readers get it as a table."""
        doing = say("looking up the names of {name}", name=one.name)
        with self._progress(doing, None) as file.advance:
            persons = people_of(file, options, self._office.log, self._office.snapshot)
            if not persons:
                return WhoIsWho()
            who = who_is_who(
                persons, PeopleByName(self._office.snapshot()), one.choices, one.searches,
                can_be_new=file.form != "table", entrants=entrants_of(file, options, self._known),
            )  # fmt: skip
        write_decisions(self._imports.decisions_of(one), who, self._known)
        return who

    @property
    def _known(self) -> KnownLedger:
        return KnownLedger(self._office.log, self._office.snapshot)

    def _items(self, one: FileImport, file: InputFile, options: ReadOptions) -> OwnItems:
        """What stands in the file, read with the decisions about its names."""
        office = self._office
        decisions = self._imports.decisions_of(one)
        if decisions.exists():
            options = with_options(options, players=decisions)
        return OwnItems(file.items(options, office.log, office.snapshot), office.log)

    def _judge(
        self, one: FileImport, file: InputFile, options: ReadOptions, *, dry_run: bool, by: str = ""
    ) -> tuple[Judged, Counter[str]]:
        """Judge the file, or append it; what is worth saying while it is read goes to the remarks."""
        office = self._office
        remarks: list[Problem] = []
        items = self._items(one, file, with_options(options, warn=remarks.append))
        with self._progress(say("reading {name}", name=one.name), None) as file.advance:
            judged = append_with_remarks(
                office.log, office.place, items, dry_run=dry_run, by=by or one.person,
                advance=None if file.is_streamed else file.advance, large=file.size > LARGE,
            )  # fmt: skip
        return replace(judged, remarks=[*remarks, *judged.remarks]), items.kinds

    def _refused(
        self,
        one: FileImport,
        file: InputFile,
        options: ReadOptions,
        who: WhoIsWho,
        error: LedgerError,
    ) -> ImportReading:
        """A file that is refused: because it corrects an earlier one, or because something is wrong with it."""
        corrections = self._corrections(one, file, options)
        if corrections is None:
            problems = error.problems
            return ImportReading(_status(one, "wrong", who, problems), who, problems)
        rehearsed = self._office.log.rehearse(Items(one.name, iter(corrections.items)))
        fresh = [event for _, event in rehearsed]
        status = _status(one, "corrects", who)
        return ImportReading(status, who, corrections=corrections, fresh=fresh)

    def _corrections(
        self, one: FileImport, file: InputFile, options: ReadOptions
    ) -> Corrections | None:
        """What the file says otherwise than the ledger, if that can be appended as corrections."""
        if file.form not in CORRECTABLE:
            return None
        office = self._office
        reason = one.words.get("reason") or NO_REASON
        how = Correcting(date=date.today(), reason=reason, ref=options.ref)
        try:
            own = self._items(one, file, with_options(options, as_corrections=True))
            items = TitleNames(office.log, office.place).understood(own)
            corrections = _of_tournaments(differences(file, items, self._known, how))
            office.log.rehearse(Items(one.name, iter(corrections.items)))
        except LedgerError:
            return None
        return corrections if corrections.games else None

    def append(self, one: FileImport, by: str) -> Judged:
        """Append the file, or the corrections that it comes to: all of it or nothing."""
        file, options = self._opened(one)
        who = self._who(one, file, options)
        if who.open:
            raise LedgerError(
                say("{number} names have no decision yet", number=len(who.open)),
                remedy=say("decide who they are first"),
            )
        try:
            judged, kinds = self._judge(one, file, options, dry_run=False, by=by)
        except LedgerError:
            corrections = self._corrections(one, file, options)
            if corrections is None or not one.words.get("reason"):
                raise
            items = KeptItems(Items(one.name, iter(corrections.items)))
            judged = append_with_remarks(
                self._office.log, self._office.place, items, dry_run=False, by=by
            )
            events = [item.event for item in corrections.items]
            kinds = Counter(type(event).__name__ for event in events)
        self._imports.close(one.id, _outcome(one, file.path, by, judged, kinds))
        return judged


def _of_tournaments(corrections: Corrections) -> Corrections:
    """Corrections without those of players: who is who was decided, and a report renames and transfers nobody."""
    items = [
        item
        for item in corrections.items
        if not isinstance(item.event, PlayerCorrected | PlayerTransferred)
    ]
    answer = corrections.answer
    assert answer.table is not None
    rows = [row for row in answer.rows if row["difference"] not in ("player", "transfer")]
    return Corrections(items, replace(answer, table=replace(answer.table, rows=rows)))


def _outcome(
    one: FileImport, path: Path, by: str, judged: Judged, kinds: Mapping[str, int]
) -> ImportOutcome:
    done = judged.done
    noted = Counter(type(item.event).__name__ for _, item in done.noted)
    content = path.read_bytes()
    return ImportOutcome(
        by=by, at=datetime.now(UTC), first=done.first, last=done.head if done.appended else 0,
        kinds=dict(noted if noted.total() == done.appended else kinds), duplicates=done.duplicates,
        grown=bool(done.appended) and done.first - 1 > one.head,
        digest=hashlib.sha256(content).hexdigest(), size=len(content),
    )  # fmt: skip


def _status(
    one: FileImport, state: State, who: WhoIsWho = WhoIsWho(), problems: Sequence[Problem] = ()
) -> ImportStatus:
    wrong = str(problems[0].place).partition(",")[0] if problems else ""
    return replace(
        one.status, state=state, players=len(who.rows), matched=len(who.group("matched")),
        open=len(who.open), wrong=wrong, remarks=0,
    )  # fmt: skip


def _with_contents(reading: ImportReading) -> ImportStatus:
    """The status with what the file has in it."""
    tournaments = reading.tournaments
    about = tournaments[0] if tournaments else None
    assert reading.judged is not None
    return replace(
        reading.status,
        title=about.name if about else reading.status.title,
        tournament=about.tournament if about else reading.status.tournament,
        games=reading.kinds.get(GameRecorded.__name__, 0),
        remarks=len(reading.judged.remarks),
    )
