"""Who is who: players of outside files matched with players of the ledger, by decision and never by guess."""

import csv
import io
import re
import unicodedata
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date as Date
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import LedgerError, Problem, of_system, refused
from ledger.events import PlayerEntered, PlayerRegistered
from ledger.names import name_keys
from ledger.text import from_cell, to_cell, whole_number
from replay.files.encoding import decode_table
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from wording import enumerated, say, say_n
from wording.errors import at

COLUMNS = ("number", "name", "federation", "born", "action", "player", "candidates")
ACTIONS = ("new", "same", "skip")
LONGEST_MADE_ID = 14  # FIDE's lists have no more room for an id
_DIGEST = 7
LONGEST_FIDE_NUMBER = 11
_SHOWN = 5  # names in a remark
_NOT_SO = say("if it is not so, --write-players FILE writes a form to say who it is")
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
    player: str = ""  # whom it is taken for, likewise
    is_numbered: bool = False  # only a row with the number is about this player

    @property
    def year(self) -> str:
        return _year(self.born)

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.name, self.federation, self.year)


class Decision(Struct, frozen=True):
    """One row of a decision file: this person is that player, or new, or to be left out."""

    place: str
    action: str
    player: str
    candidates: str = ""  # whom the form offered
    number: int | None = None  # the row is about this number only


class Decisions(Struct, frozen=True):
    """A decision file: rows that name a number there hold for that number only."""

    by_person: dict[tuple[str, str, str], Decision] = {}
    by_number: dict[tuple[int, str], Decision] = {}

    def of(self, stranger: Stranger) -> Decision | None:
        row = self.by_number.get((stranger.number, stranger.name))
        if row is not None or stranger.is_numbered:
            return row
        return self.by_person.get(stranger.key)


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
    decision = Decision(place, action, player, row.get("candidates", ""), start_number)
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


class Entrants:
    """Who plays already in a tournament that a file is of, by name: a later file may have them under other ids."""

    def __init__(self, tournament: str, known: KnownLedger) -> None:
        ids = {
            known.kept_id(event.player): None
            for event in known.events(f"tournament/{tournament}")
            if isinstance(event, PlayerEntered)
        }
        self._by_name: dict[str, dict[str, PlayerRegistered]] = {}
        for person in filter(None, map(known.player, ids)):
            for key in {key for name in all_names(person) for key in name_keys(name)}:
                self._by_name.setdefault(key, {})[person.player] = person

    def called(self, name: str) -> dict[str, PlayerRegistered]:
        """Those who are called so, by id."""
        return {
            player: person
            for key in name_keys(name)
            for player, person in self._by_name.get(key, {}).items()
        }


class Deciding:
    """Who is who in a file: as it was decided, else as the file says; whoever is left open is asked about.

    A name that one player of the same tournament has is that player, unless federation or birth contradict. A number
    that such a player did not have before becomes the id: whoever an import registered without it is merged with it.
    """

    def __init__(self, options: ReadOptions, in_file: Collection[str] = ()) -> None:
        """`in_file`: ids that the file itself has elsewhere, which the form offers as candidates."""
        self._options = options
        self._known = options.known
        self._in_file = in_file
        self._decisions = read_decisions(options.players, options.encoding)
        self._made: dict[str, str] = {}  # ids of new players → their names
        self.open: list[Stranger] = []
        self.regulars: list[Stranger] = []  # who play in the tournament already, without a decision
        self.merges: dict[str, str] = {}  # ids that imports made → numbers of the same people

    def id_of(
        self,
        stranger: Stranger,
        given: str = "",
        entrants: Mapping[str, PlayerRegistered] = {},
        *,
        is_alone: bool = True,
    ) -> str | Problem | None:
        """The id of a player, `given` by the file; empty for one to be left out, None for one who is open.

        `entrants`: those of the tournament with that name; `is_alone`: nobody else in the file has it.
        """
        namesakes = [
            player for player, person in entrants.items() if not _contradicts(stranger, person)
        ]
        decision = self._decisions.of(stranger)
        if decision is not None and decision.action == "skip":
            return ""
        if decision is not None:
            return self._decided(stranger, decision, given, namesakes)
        if given:
            given = self._known.kept_id(given)
            without = [player for player in namesakes if not _is_fide_number(player)]
            if given in entrants or not without or not _is_fide_number(given):
                return given
            if is_alone and len(entrants) == 1 and self._became(without[0], given):
                self.regulars.append(replace(stranger, action="same", player=without[0]))
                self.merges[without[0]] = given
                return given
            self.open.append(replace(stranger, is_numbered=True))
            return None
        if is_alone and len(namesakes) == 1:
            self.regulars.append(replace(stranger, action="same", player=namesakes[0]))
            return namesakes[0]
        self.open.append(stranger)
        return None

    def _was_made(self, player: str) -> bool:
        """Whether an import made the id: an office that gave one of its own wants to keep it."""
        event = self._known.registration(player)
        if not isinstance(event, PlayerRegistered):
            return False
        person = Stranger(0, event.name, event.federation or "", event.born)
        return player in (made_id(person), made_id(person, self._known))

    def _became(self, player: str, number: str) -> bool:
        """Whether a number came later than an id that an import made: else `new` was decided in spite of it."""
        first = self._known.registration(player)
        second = self._known.registration(number)
        if not self._was_made(player):
            return False
        if second is None or second.position is None:
            return True
        return first is not None and (first.position or second.position) < second.position

    def _decided(
        self, stranger: Stranger, decision: Decision, given: str, namesakes: Sequence[str]
    ) -> str | Problem:
        player = self._known.kept_id(decision.player)
        if decision.action == "new" and given and not player:
            player = made_id(stranger, self._known)  # as it was decided for an earlier file
            if decision.number is not None or player not in namesakes:
                return given
        if _is_fide_number(given) and player != given and self._was_made(player):
            self.merges[player] = given
            return given
        found = decided_id(stranger, decision, self._known, self._in_file)
        if isinstance(found, Problem):
            return found
        if decision.player or self._known.has_player(found):
            return self._known.kept_id(found)
        if namesakes:
            wrong = say(
                "{name!r} is to be new, and {players} of this tournament is called so",
                name=stranger.name, players=enumerated(namesakes),
            )  # fmt: skip
            remedy = say(
                "write that id into the column player, or an id of his own; or leave the row out"
            )
            return Problem(decision.place, wrong, remedy)
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
            strangers = [*self.open, *more, *self.regulars]
            hand_out(form, strangers, self._known, self._decisions, named)

    def tell_regulars(self, place: str, warn: Callable[[Problem], None]) -> None:
        """Say who was taken for a player of the tournament by the name alone, and whose ids were merged."""
        names = [person for person in self.regulars if person.player not in self.merges]
        if names:
            wrong = say_n(
                "{number} name without a number is that of a player of the tournament: {names}",
                "{number} names without a number are those of players of the tournament: {names}",
                len(names),
                names=_first_of([f"{person.name} = {person.player}" for person in names]),
            )
            warn(Problem(place, wrong, _NOT_SO))
        numbers = [person for person in self.regulars if person.player in self.merges]
        if numbers:
            pairs = [f"{person.name} = {self.merges[person.player]}" for person in numbers]
            wrong = say_n(
                "{number} player of the tournament has a FIDE number now, and is merged with it: {names}",
                "{number} players of the tournament have FIDE numbers now, and are merged with them: {names}",
                len(numbers),
                names=_first_of(pairs),
            )
            warn(Problem(place, wrong, _NOT_SO))


def who_is_it(stranger: Stranger) -> Problem:
    """Asks about a name without a number, or a number whose owner may play already without it."""
    if not stranger.is_numbered:
        return Problem(
            stranger.place, say("{name!r} has no FIDE number", name=stranger.name), ASK_WHO
        )
    wrong = say(
        "{name!r} ({number}) has the name of a player of the tournament who has another id",
        name=stranger.name, number=stranger.number,
    )  # fmt: skip
    return Problem(stranger.place, wrong, ASK_WHO)


def _first_of(names: Sequence[str]) -> str:
    """Names in a remark: a long line helps nobody."""
    shown = "; ".join(names[:_SHOWN])
    if len(names) > _SHOWN:
        return say("{names} and {number} more", names=shown, number=len(names) - _SHOWN)
    return shown


def _contradicts(stranger: Stranger, person: PlayerRegistered) -> bool:
    """Whether federation or year of birth tell two people of one name apart."""
    if stranger.federation and person.federation and stranger.federation != person.federation:
        return True
    years = {stranger.year, _year(person.born)} - {""}
    return len(years) > 1


def _year(born: Date | int | None) -> str:
    return str(born.year if isinstance(born, Date) else born or "")


def _is_fide_number(player: str) -> bool:
    return whole_number(player, LONGEST_FIDE_NUMBER) is not None


def decided_id(
    stranger: Stranger, decision: Decision, known: KnownLedger, in_file: Collection[str] = ()
) -> str | Problem:
    """The player id a decision gives, or what is wrong with it. Not for `skip`."""
    is_there = decision.player in in_file or known.has_player(decision.player)
    is_there = is_there or f"{decision.player} = " in decision.candidates
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
        alike = [] if decision or stranger.player else _alike(stranger, known)
        is_told = namesakes[stranger.key] > 1 or stranger.action or stranger.is_numbered
        number = (stranger.number or "") if is_told else ""
        action = decision.action if decision else stranger.action or ("" if alike else proposed)
        found = [f"{p.player} = {p.name}, {p.federation or '?'}, {p.born or '?'}" for p in alike]
        if (
            decision is None
            and stranger.name in named
            and str(stranger.number) != named[stranger.name]
        ):
            found.append(f"{named[stranger.name]} = {stranger.name}, elsewhere in the file")
        if decision is None:
            found += [f"{name}, elsewhere in the file" for name in spellings.get(stranger.key, ())]
        action = "" if found and action == "new" else action
        candidates = "; ".join(found)
        player = decision.player if decision else stranger.player
        texts = (stranger.name, stranger.federation, stranger.year, action, player, candidates)
        writer.writerow([number, *map(to_cell, texts)])
    try:
        path.write_text(text.getvalue(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise LedgerError(
            say("cannot write the decision file: {why}", why=of_system(error)), place=str(path)
        ) from None
    return sum(not stranger.player for stranger in strangers)


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
