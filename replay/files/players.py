"""Who is who: players of outside files matched with players of the ledger, by decision and never by guess."""

import csv
import io
import re
import unicodedata
from base64 import b32encode
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date as Date
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NoReturn

from msgspec import Struct

from ledger.errors import LedgerError, Problem, of_system, refused
from ledger.events import PlayerRegistered
from ledger.names import name_keys
from ledger.text import from_cell, to_cell, whole_number
from replay.files.encoding import decode_table
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from wording import say, say_n
from wording.errors import at

COLUMNS = ("number", "name", "federation", "born", "action", "player", "candidates")
ACTIONS = ("new", "same", "skip")
LONGEST_MADE_ID = 14  # FIDE's lists have no more room for an id
_DIGEST = 7
_NEEDED = ("name", "player")
ASK_WHO = say("decide who it is: --write-players FILE writes a form, --players FILE reads it")


class Stranger(Struct, frozen=True):
    """A player as a report describes them; `number` is the starting number, `place` the line."""

    number: int
    name: str
    federation: str
    born: Date | int | None
    place: str = ""
    action: str = ""  # what is proposed, where the report itself suggests it

    @property
    def year(self) -> str:
        return str(self.born.year if isinstance(self.born, Date) else self.born or "")

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.name, self.federation, self.year)


class Decision(Struct, frozen=True):
    """One row of a decision file: this person is that player, or new, or to be left out."""

    place: str
    action: str
    player: str


class Decisions(Struct, frozen=True):
    """A decision file: rows that name a number there hold for that number only."""

    by_person: dict[tuple[str, str, str], Decision] = {}
    by_number: dict[tuple[int, str], Decision] = {}

    def of(self, stranger: Stranger) -> Decision | None:
        return self.by_number.get((stranger.number, stranger.name)) or self.by_person.get(
            stranger.key
        )


def read_decisions(path: Path | None, encoding: str | None = None) -> Decisions:
    """Read `--players map.csv`: columns name, federation, born, player, and where wanted action and number."""
    if path is None:
        return Decisions()
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise LedgerError(
            say("cannot read the decision file: {why}", why=of_system(error)), place=str(path)
        ) from None
    text = decode_table(raw, str(path), encoding)[0]
    try:
        rows = list(csv.reader(io.StringIO(text, newline=None)))
    except csv.Error as error:
        remedy = say("--write-players FILE writes a decision file to fill in")
        raise LedgerError(
            say("not a csv file: {error}", error=str(error)), place=str(path), remedy=remedy
        ) from None
    header = [cell.strip().lower() for cell in rows[0]] if rows else []
    if missing := [name for name in _NEEDED if name not in header]:
        remedy = say("--write-players FILE writes a decision file to fill in")
        raise LedgerError(
            say("no column {missing!r} in the decision file", missing=missing[0]),
            place=at(path, 1),
            remedy=remedy,
        )
    decisions = Decisions()
    problems = list[Problem]()
    for line, cells in enumerate(rows[1:], 2):
        row = dict(zip(header, (from_cell(cell.strip()) for cell in cells), strict=False))
        if any(row.values()) and (problem := _add_decision(decisions, row, at(path, line))):
            problems.append(problem)
    if problems:
        raise refused(problems)
    return decisions


def _add_decision(decisions: Decisions, row: Mapping[str, str], place: str) -> Problem | None:
    action = row.get("action", "").lower()
    player = row.get("player", "")
    number = row.get("number", "")
    start_number = whole_number(number)
    if action and action not in ACTIONS:
        return Problem(
            place,
            say("unknown action {action!r}", action=action),
            say("use {actions} or leave it empty", actions=", ".join(ACTIONS)),
        )
    if len(player) > 200:
        return Problem(
            place, say("a player id of {number} characters", number=len(player)), say("at most 200")
        )
    if number and start_number is None:
        return Problem(place, say("number {number!r} is not a whole number", number=number[:30]))
    if not action and not player:
        return None
    decision = Decision(place, action, player)
    name = " ".join(row["name"].split())
    if start_number is not None:
        known = decisions.by_number.setdefault((start_number, name), decision)
        key = number
    else:
        year = re.match(r"\d{4}", row.get("born", ""))
        person = (name, row.get("federation", "").upper(), year[0] if year else "")
        known = decisions.by_person.setdefault(person, decision)
        key = name
    if (known.action, known.player) != (action, player):
        return Problem(
            place,
            say("{key!r} was decided otherwise at {place}", key=key, place=known.place),
            say("keep one of the two rows"),
        )
    return None


class Deciding:
    """Who is who in a file: as it was decided, else as the file says; whoever is left open is asked about."""

    def __init__(self, options: ReadOptions, in_file: Collection[str] = ()) -> None:
        """`in_file`: ids that the file itself has elsewhere, which the form offers as candidates."""
        self._options = options
        self._in_file = in_file
        self._decisions = read_decisions(options.players, options.encoding)
        self._made: dict[str, str] = {}  # ids of new players → their names
        self.open: list[Stranger] = []

    def id_of(self, stranger: Stranger, given: str = "") -> str | Problem | None:
        """The id of a player, `given` by the file; empty for one to be left out, None for one who is open."""
        decision = self._decisions.of(stranger)
        if decision is not None and decision.action == "skip":
            return ""
        if decision is not None:
            return self._decided(stranger, decision)
        if not given:
            self.open.append(stranger)
            return None
        return given

    def _decided(self, stranger: Stranger, decision: Decision) -> str | Problem:
        found = decided_id(stranger, decision, self._options.known, self._in_file)
        if isinstance(found, Problem) or decision.player:
            return found
        one = self._made.setdefault(found, stranger.name)
        if one == stranger.name:
            return found
        wrong = say(
            "{one!r} and {other!r} would both be {player!r}",
            one=one, other=stranger.name, player=found,
        )  # fmt: skip
        remedy = say("give one of them another id, or both the same one")
        return Problem(decision.place, wrong, remedy)

    def hand_out(
        self, more: Iterable[Stranger] = (), named: Mapping[str, str] | None = None
    ) -> None:
        """Write the form, if it was asked for: that ends the import."""
        form = self._options.write_players
        if form is not None:
            strangers = [*self.open, *more]
            hand_out(form, strangers, self._options.known, self._decisions, named)


def decided_id(
    stranger: Stranger, decision: Decision, known: KnownLedger, in_file: Collection[str] = ()
) -> str | Problem:
    """The player id a decision gives, or what is wrong with it. Not for `skip`."""
    is_there = decision.player in in_file or known.has_player(decision.player)
    if decision.action == "same" and not is_there:
        wrong = say(
            "{name!r} is to be player {player!r}, who is not in the ledger",
            name=stranger.name,
            player=decision.player,
        )
        return Problem(decision.place, wrong, say("correct the id, or make the action new"))
    return decision.player or made_id(stranger, known)


def made_id(stranger: Stranger, known: KnownLedger = KnownLedger()) -> str:
    """An id for a new player without one: federation, birth year and name, the same every time.

    One that is too long for the formats we write is cut, and told apart by a digest. Ledgers of old have the long ones.
    """
    whole = slug(
        "-".join(part for part in (stranger.federation, stranger.year, stranger.name) if part)
    )
    if len(whole) <= LONGEST_MADE_ID or known.has_player(whole):
        return whole
    digest = b32encode(sha256(whole.encode()).digest())[:_DIGEST].decode().lower()
    return f"{slug(stranger.name)[: LONGEST_MADE_ID - _DIGEST - 1].strip('-')}-{digest}"


def write_decisions(
    path: Path,
    strangers: Iterable[Stranger],
    known: KnownLedger,
    decisions: Decisions,
    named: Mapping[str, str] | None = None,
    proposed: str = "new",
) -> int:
    """Write a decision file for those not yet decided: `proposed` where nobody is alike, else the candidates.

    `named`: FIDE numbers that the same file has for a name elsewhere.
    """
    named = named or {}
    strangers = list(strangers)
    spellings = _spellings(strangers)
    namesakes = Counter(stranger.key for stranger in strangers)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for stranger in strangers:
        decision = decisions.of(stranger)
        alike = [] if decision else _alike(stranger, known)
        number = stranger.number if namesakes[stranger.key] > 1 or stranger.action else ""
        action = decision.action if decision else stranger.action or ("" if alike else proposed)
        found = [f"{p.player} = {p.name}, {p.federation or '?'}, {p.born or '?'}" for p in alike]
        if decision is None and stranger.name in named:
            found.append(f"{named[stranger.name]} = {stranger.name}, elsewhere in the file")
        if decision is None:
            found += [f"{name}, elsewhere in the file" for name in spellings.get(stranger.key, ())]
        action = "" if found and action == "new" else action
        candidates = "; ".join(found)
        player = decision.player if decision else ""
        texts = (stranger.name, stranger.federation, stranger.year, action, player, candidates)
        writer.writerow([number, *map(to_cell, texts)])
    try:
        path.write_text(text.getvalue(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise LedgerError(
            say("cannot write the decision file: {why}", why=of_system(error)), place=str(path)
        ) from None
    return len(strangers)


def all_names(person: PlayerRegistered) -> Iterable[str]:
    """The name of a player, and the names in other languages."""
    return (person.name, *(person.names or {}).values())


def _alike(stranger: Stranger, known: KnownLedger) -> list[PlayerRegistered]:
    """The players of the ledger with the name of a stranger, as look-ups compare names."""
    people = map(known.player, known.players_called(stranger.name))
    return [person for person in people if person is not None]


def _spellings(strangers: Sequence[Stranger]) -> dict[tuple[str, str, str], list[str]]:
    """Other spellings of a stranger's name in the same file, unless years of birth tell two people apart."""
    by_key: dict[str, list[Stranger]] = {}
    for stranger in strangers:
        for key in name_keys(stranger.name):
            by_key.setdefault(key, []).append(stranger)
    found: dict[tuple[str, str, str], list[str]] = {}
    for stranger in strangers:
        others = [other for key in sorted(name_keys(stranger.name)) for other in by_key[key]]
        for other in others:
            names = found.setdefault(stranger.key, [])
            years = {stranger.year, other.year} - {""}
            if other.name != stranger.name and len(years) < 2 and other.name not in names:
                names.append(other.name)
    return found


def players_in_words(number: int) -> str:
    """How many players."""
    return say_n("{number} player", "{number} players", number)


class WrittenForm(NamedTuple):
    """For whom a decision file was written, so that several files share one."""

    strangers: Sequence[Stranger]
    named: Mapping[str, str]
    proposed: str


def hand_out_together(
    path: Path, forms: Sequence[WrittenForm], known: KnownLedger, decisions: Decisions
) -> NoReturn:
    """Write one decision file for several files: who stands in two of them has one row."""
    strangers: dict[object, Stranger] = {}
    named: dict[str, str] = {}
    proposed = "new" if all(form.proposed for form in forms) else ""  # a table takes no new players
    for form in forms:
        namesakes = Counter(stranger.key for stranger in form.strangers)
        for stranger in form.strangers:
            is_alone = namesakes[stranger.key] == 1 and not stranger.action
            strangers.setdefault(
                stranger.key if is_alone else (stranger.key, stranger.number), stranger
            )
        named.update(form.named)
    hand_out(path, list(strangers.values()), known, decisions, named, proposed)


def hand_out(
    path: Path,
    strangers: list[Stranger],
    known: KnownLedger,
    decisions: Decisions,
    named: Mapping[str, str] | None = None,
    proposed: str = "new",
) -> NoReturn:
    """Write the decision file and end the import."""
    count = write_decisions(path, strangers, known, decisions, named, proposed)
    told = {"path": path}
    remedy = say("fill in the column player, then import with --players {path}", **told)
    if proposed:  # in a table `same` is the only decision
        remedy = say(
            "fill in the column player (or action: new, same, skip), then import with --players {path}",
            **told,
        )
    wrong = say(
        "wrote {players} without a decision to {path}", players=players_in_words(count), **told
    )
    if not count:
        wrong = say("wrote {path} for nobody: everybody has a number or a decision", **told)
        remedy = say("import without --write-players")
    written = WrittenForm(strangers, named or {}, proposed)
    raise LedgerError(wrong, remedy, code="form-written", details=written)


def slug(text: str) -> str:
    """Lower-case letters and digits of any script, joined by single hyphens."""
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return "-".join(kept.lower().split())[:150].strip("-")
