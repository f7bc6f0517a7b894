"""The form of decisions: who of an outside file is which player of the ledger. Written, filled in, read."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from msgspec import Struct

from ledger.errors import LedgerError, Problem, of_system, refused
from ledger.events import PlayerRegistered
from ledger.names import name_keys
from ledger.text import from_cell, to_cell, whole_number
from replay.files.encoding import decode_table
from replay.files.known import KnownLedger
from replay.files.limits import unreadable_csv
from replay.files.players import Stranger, players_in_words
from wording import say
from wording.errors import at

COLUMNS = ("number", "name", "federation", "born", "action", "player", "candidates")
ACTIONS = ("new", "same", "skip")
_NEEDED = ("name", "player")


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
        raise unreadable_csv(error, str(path), 1) from None
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
        first = decisions.by_number.setdefault((start_number, name), decision)
        key = number
    else:
        year = re.match(r"\d{4}", row.get("born", ""))
        person = (name, row.get("federation", "").upper(), year[0] if year else "")
        first = decisions.by_person.setdefault(person, decision)
        key = name
    if (first.action, first.player) != (action, player):
        return Problem(
            place,
            say("{key!r} was decided otherwise at {place}", key=key, place=first.place),
            say("keep one of the two rows"),
        )
    return None


def write_decisions(
    path: Path,
    strangers: Iterable[Stranger],
    known: KnownLedger,
    decisions: Decisions,
    numbers: Mapping[str, str] | None = None,
    proposed: str = "new",
) -> int:
    """Write a decision file for those not yet decided: `proposed` where nobody is alike, else the candidates.

    `numbers`: FIDE numbers that the same file has for a name elsewhere.
    """
    numbers = numbers or {}
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
        matches = [f"{p.player} = {p.name}, {p.federation or '?'}, {p.born or '?'}" for p in alike]
        if (
            decision is None
            and stranger.name in numbers
            and str(stranger.number) != numbers[stranger.name]
        ):
            matches.append(f"{numbers[stranger.name]} = {stranger.name}, elsewhere in the file")
        if decision is None:
            matches += [
                f"{name}, elsewhere in the file" for name in spellings.get(stranger.key, ())
            ]
        action = "" if matches and action == "new" else action
        candidates = "; ".join(matches)
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
    spellings: dict[tuple[str, str, str], list[str]] = {}
    for stranger in strangers:
        others = [other for key in sorted(name_keys(stranger.name)) for other in by_key[key]]
        for other in others:
            names = spellings.setdefault(stranger.key, [])
            years = {stranger.year, other.year} - {""}
            if other.name != stranger.name and len(years) < 2 and other.name not in names:
                names.append(other.name)
    return spellings


class WrittenForm(NamedTuple):
    """For whom a decision file was written, so that several files share one."""

    strangers: Sequence[Stranger]
    numbers: Mapping[str, str]
    proposed: str


def hand_out_together(
    path: Path, forms: Sequence[WrittenForm], known: KnownLedger, decisions: Decisions
) -> NoReturn:
    """Write one decision file for several files: who stands in two of them has one row."""
    strangers: dict[object, Stranger] = {}
    numbers: dict[str, str] = {}
    proposed = "new" if all(form.proposed for form in forms) else ""  # a table takes no new players
    for form in forms:
        namesakes = Counter(stranger.key for stranger in form.strangers)
        for stranger in form.strangers:
            is_alone = namesakes[stranger.key] == 1 and not stranger.action
            strangers.setdefault(
                stranger.key if is_alone else (stranger.key, stranger.number), stranger
            )
        numbers.update(form.numbers)
    hand_out(path, list(strangers.values()), known, decisions, numbers, proposed)


def hand_out(
    path: Path,
    strangers: list[Stranger],
    known: KnownLedger,
    decisions: Decisions,
    numbers: Mapping[str, str] | None = None,
    proposed: str = "new",
) -> NoReturn:
    """Write the decision file and end the import."""
    count = write_decisions(path, strangers, known, decisions, numbers, proposed)
    remedy = say("fill in the column player, then import with --players {path}", path=path)
    if proposed:  # in a table `same` is the only decision
        remedy = say(
            "fill in the column player (or action: new, same, skip), then import with --players {path}",
            path=path,
        )
    wrong = say(
        "wrote {players} without a decision to {path}", players=players_in_words(count), path=path
    )
    if not count:
        wrong = say("wrote {path} for nobody: everybody has a number or a decision", path=path)
        remedy = say("import without --write-players")
    written = WrittenForm(strangers, numbers or {}, proposed)
    raise LedgerError(wrong, remedy, code="form-written", details=written)
