"""Who is who: the people of a file beside those of the ledger. The same ones are matched, similar ones are shown.

Nobody is taken for somebody similar without a decision, and nobody becomes a new player without one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from ledger.names import folded, name_key, name_keys, words_of
from projections import Snapshot
from projections.find import find_players
from projections.scheme_inputs import federations
from replay.files.players import slug
from replay.office.imports import NameChoice

MOST_SIMILAR = 6  # candidates that are shown for one name
SHORT = 5  # names shorter than this are similar only to people of the same federation and year
Reason = Literal[
    "same",
    "letters",
    "words",
    "year",
    "no-year",
    "federation",
    "several",
    "twice",
    "number",
    "taken",
]
Group = Literal["decide", "new", "matched"]


class ReportedPerson(Struct, frozen=True):
    """Somebody as a file describes them. `given` is the id that the file itself gives, if any."""

    number: int
    name: str
    federation: str = ""
    year: str = ""
    given: str = ""
    points: str = ""
    rating: int = 0
    plays: bool = True

    @property
    def key(self) -> str:
        """What tells this row from the others of the file."""
        return str(self.number) if self.number else self.name

    @property
    def anchor(self) -> str:
        """Where this row stands on a page."""
        return f"n{self.number or slug(self.name)}"


class Candidate(Struct, frozen=True):
    """A player of the ledger whom a name may mean, and what tells the two apart."""

    player: str
    name: str
    federation: str
    year: str
    games: int
    last: str  # the month of the last tournament, as 2026-10
    same_name: bool
    same_federation: bool
    same_year: bool

    @property
    def is_same(self) -> bool:
        """Name, federation and a year of birth are the same."""
        return self.same_name and self.same_federation and self.same_year and bool(self.year)

    @property
    def differences(self) -> int:
        return 3 - sum((self.same_name, self.same_federation, self.same_year))


class Row(Struct, frozen=True):
    """A name of a file: whom it may mean, what was decided, and why it needs a decision if it does."""

    person: ReportedPerson
    group: Group
    candidates: Sequence[Candidate] = ()
    choice: NameChoice | None = None
    reasons: Sequence[Reason] = ()
    twins: Sequence[str] = ()  # other rows of the file with this name
    rivals: Sequence[str] = ()  # other rows that chose the same player

    @property
    def key(self) -> str:
        return self.person.key

    @property
    def is_chosen(self) -> bool:
        """Whether somebody said who it is."""
        return self.choice is not None and bool(self.choice.by)

    @property
    def is_open(self) -> bool:
        return self.choice is None or bool(self.rivals)

    @property
    def chosen(self) -> Candidate | None:
        """The player that was chosen, if it is one of the candidates."""
        player = self.choice.player if self.choice else ""
        return next((one for one in self.candidates if one.player == player), None)


class WhoIsWho(Struct, frozen=True):
    """All names of a file. In a table nobody becomes a new player, because it has only a name."""

    rows: Sequence[Row] = ()
    can_be_new: bool = True

    def group(self, name: Group) -> list[Row]:
        return [row for row in self.rows if row.group == name]

    @property
    def open(self) -> list[Row]:
        return [row for row in self.rows if row.is_open]

    @property
    def single(self) -> list[Row]:
        """Names without a decision for which there is just one candidate."""
        return [
            row for row in self.group("decide") if row.choice is None and len(row.candidates) == 1
        ]


class PeopleByName:
    """The players of a snapshot, for finding those that are similar to some names."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._people = snapshot.people
        self._home = federations(snapshot)
        self._played: tuple[np.ndarray, np.ndarray] | None = None

    def candidate(self, number: int, person: ReportedPerson) -> Candidate:
        """A player of the ledger beside somebody of a file."""
        people = self._people
        number = int(people.kept[number])
        name = people.name(number)
        names = (name, *people.names_elsewhere.get(number, {}).values())
        year = str(people.table.born[number] or "")
        federation = str(self._home[number] or "")
        games, last = self._games_of(number)
        keys = name_keys(person.name)
        return Candidate(
            player=people.id_list[number], name=name, federation=federation, year=year,
            games=games, last=last,
            same_name=any(keys & name_keys(one) for one in names),
            same_federation=federation == person.federation,
            same_year=year == person.year,
        )  # fmt: skip

    def number(self, player: str) -> int | None:
        return self._people.number(player)

    def similar(self, persons: Sequence[ReportedPerson]) -> dict[str, list[Candidate]]:
        """By row: the players whose names are the same, or differ by a letter or a word, the best first."""
        wanted = _variants(persons)
        near: dict[str, dict[int, None]] = {person.key: {} for person in persons}
        for number, keys in enumerate(self._keys):
            for key in keys:
                for variant in (key, *_shortened(key)):
                    for row in wanted.get(variant, ()):
                        near[row][int(self._people.kept[number])] = None
        answer = {}
        for person in persons:
            numbers = near[person.key]
            if not numbers:
                numbers = dict.fromkeys(
                    match.number for match in find_players(self._snapshot, person.name)[:20]
                )
            candidates = (self.candidate(number, person) for number in numbers)
            answer[person.key] = sorted(filter(_is_near(person), candidates), key=_best_first)[
                :MOST_SIMILAR
            ]
        return answer

    def search(self, person: ReportedPerson, text: str) -> list[Candidate]:
        """The players whom a typed text may mean."""
        matches = find_players(self._snapshot, text)[: 2 * MOST_SIMILAR]
        return [self.candidate(match.number, person) for match in matches]

    @property
    def _keys(self) -> list[set[str]]:
        return self._snapshot.remembered(
            "keys of names", lambda: list(_keys_of_people(self._snapshot))
        )

    def _games_of(self, number: int) -> tuple[int, str]:
        """How many games a player has, and the month of the last tournament."""
        if self._played is None:
            self._played = self._snapshot.remembered(
                "games of everybody", lambda: _games(self._snapshot)
            )
        games, last = self._played
        if not games[number]:
            return 0, ""
        day = np.datetime64("0001-01-01") + (int(last[number]) - 1)
        return int(games[number]), str(day)[:7]


def _games(snapshot: Snapshot) -> tuple[np.ndarray, np.ndarray]:
    """By player number: how many games, and the last day of the last tournament."""
    numbers = np.arange(len(snapshot.tournaments))
    played = snapshot.games.of(numbers)
    ends = np.repeat(snapshot.tournaments.table.end, np.diff(played.offset))
    count = len(snapshot.people)
    games = np.zeros(count, np.int64)
    last = np.zeros(count, np.int64)
    for players in (played.first, played.second):
        games += np.bincount(players, minlength=count)
        np.maximum.at(last, players, ends)
    return games, last


def _keys_of_people(snapshot: Snapshot) -> Iterator[set[str]]:
    elsewhere = snapshot.people.names_elsewhere
    for number, name in enumerate(snapshot.people.names.to_pylist()):
        keys = _spellings(name)
        for other in elsewhere.get(number, {}).values():
            keys |= _spellings(other)
        yield keys


def _spellings(name: str) -> set[str]:
    return {name_key(name), " ".join(words_of(name)), "".join(words_of(name))}


def _shortened(key: str) -> Iterator[str]:
    """A name with one letter left out: two names that differ by a letter have one of these in common."""
    for place in range(len(key)):
        yield key[:place] + key[place + 1 :]


def _variants(persons: Iterable[ReportedPerson]) -> dict[str, list[str]]:
    """Spelling → the rows that may mean it: as written, without one letter, without one word."""
    wanted: dict[str, list[str]] = {}
    for person in persons:
        spellings = set[str]()
        for key in _spellings(person.name):
            spellings |= {key, *_shortened(key)}
        words = words_of(person.name)
        if len(words) > 2:
            for place in range(len(words)):
                spellings.add(" ".join(sorted(words[:place] + words[place + 1 :])))
        for spelling in spellings:
            wanted.setdefault(spelling, []).append(person.key)
    return wanted


def _is_near(person: ReportedPerson) -> Callable[[Candidate], bool]:
    """Whether somebody is similar enough to be shown; a letter is much in a name of two characters."""
    is_short = len(folded(person.name).replace(" ", "")) < SHORT

    def is_near(one: Candidate) -> bool:
        if one.same_name or not is_short:
            return True
        return one.same_federation and one.same_year

    return is_near


def _best_first(one: Candidate) -> tuple[int, int, str]:
    return one.differences, -one.games, one.player


# What was decided, and what is left


def who_is_who(
    persons: Sequence[ReportedPerson],
    people: PeopleByName,
    choices: Mapping[str, NameChoice],
    searches: Mapping[str, str] = {},
    *,
    can_be_new: bool = True,
    entrants: frozenset[str] = frozenset(),
) -> WhoIsWho:
    """All names of a file with candidates and decisions; two that mean one player are told apart.

    Choices are by row, or by name: those made in a file that this one corrects, where the numbers may be others.
    `entrants` are known to play in this tournament: an earlier report of it was decided so.
    """
    similar = people.similar(persons)
    twins = _twins(persons)
    rows = []
    for person in persons:
        candidates = list(similar[person.key])
        if text := searches.get(person.key):
            shown = {one.player for one in candidates}
            candidates += [one for one in people.search(person, text) if one.player not in shown]
        choice = choices.get(person.key)
        if choice is None and person.key not in twins:
            choice = choices.get(person.name)
        if choice is not None and choice.action == "same":
            candidates = _with_chosen(candidates, choice, person, people)
        before = [
            one for one in candidates if one.player in entrants and not _contradicts(person, one)
        ]
        if choice is None and len(before) == 1 and person.key not in twins:
            rows.append(Row(person, "matched", candidates, NameChoice("same", before[0].player)))
        else:
            rows.append(_row(person, candidates, choice, twins.get(person.key, ()), people))
    return WhoIsWho(_with_rivals(rows), can_be_new)


def _contradicts(person: ReportedPerson, one: Candidate) -> bool:
    """Whether somebody with a number of his own is plainly not that player of the tournament."""
    if not person.given or person.given == one.player:
        return False
    is_other_year = bool(person.year and one.year) and not one.same_year
    is_other_federation = bool(person.federation and one.federation) and not one.same_federation
    return not one.same_name or is_other_year or is_other_federation


def _twins(persons: Sequence[ReportedPerson]) -> dict[str, list[str]]:
    """By row: other rows with the same name, or with the same id."""
    rows: dict[str, list[ReportedPerson]] = {}
    for person in persons:
        for key in name_keys(person.name):
            rows.setdefault(key, []).append(person)
        if person.given:
            rows.setdefault(f"#{person.given}", []).append(person)
    twins: dict[str, dict[str, None]] = {}
    for namesakes in rows.values():
        for person in namesakes:
            others = {one.key: None for one in namesakes if one.key != person.key}
            twins[person.key] = twins.get(person.key, {}) | others
    return {key: list(others) for key, others in twins.items() if others}


def _with_chosen(
    candidates: list[Candidate], choice: NameChoice, person: ReportedPerson, people: PeopleByName
) -> list[Candidate]:
    number = people.number(choice.player)
    if number is None or any(one.player == choice.player for one in candidates):
        return candidates
    return [*candidates, people.candidate(number, person)]


def _row(
    person: ReportedPerson,
    candidates: list[Candidate],
    choice: NameChoice | None,
    twins: Sequence[str],
    people: PeopleByName,
) -> Row:
    """A name in its group: matched by itself, new to the ledger, or to be decided."""
    reasons: list[Reason] = ["twice"] if twins else []
    if person.given and (number := people.number(person.given)) is not None:
        owner = people.candidate(number, person)
        is_near = owner.same_name or any(one.player == owner.player for one in candidates)
        if is_near and not twins:
            return Row(person, "matched", [owner], choice or NameChoice("same", owner.player))
        others = [one for one in candidates if one.player != owner.player]
        return Row(person, "decide", [owner, *others], choice, [*reasons, "number"], twins)
    same = [one for one in candidates if one.is_same]
    if len(same) == 1 and not twins and not person.given:
        return Row(person, "matched", candidates, choice or NameChoice("same", same[0].player))
    if not candidates and not twins:
        return Row(person, "new", (), choice)
    return Row(
        person, "decide", candidates, choice, [*reasons, *_reasons(person, candidates)], twins
    )


def _reasons(person: ReportedPerson, candidates: Sequence[Candidate]) -> Iterator[Reason]:
    """Why a name needs a decision, by the best candidate."""
    if not candidates:
        return
    best = candidates[0]
    namesakes = sum(one.same_name for one in candidates)
    if person.given:
        yield "number"
    if not best.same_name:
        is_letter = len(words_of(best.name)) == len(words_of(person.name))
        yield "letters" if is_letter else "words"
    if not best.same_year:
        yield "year" if person.year and best.year else "no-year"
    elif not best.year:
        yield "no-year"
    if not best.same_federation:
        yield "federation"
    if namesakes > 1:
        yield "several"


def _with_rivals(rows: Sequence[Row]) -> list[Row]:
    """Two names that mean one player: both are told, and neither is settled by itself."""
    takers: dict[str, list[Row]] = {}
    for row in rows:
        if row.choice is not None and row.choice.action == "same":
            takers.setdefault(row.choice.player, []).append(row)
    return [_told_apart(row, takers) for row in rows]


def _told_apart(row: Row, takers: Mapping[str, Sequence[Row]]) -> Row:
    if row.choice is None or row.choice.action != "same":
        return row
    rivals = [one.key for one in takers[row.choice.player] if one.key != row.key]
    if not rivals:
        return row
    return Row(
        row.person, "decide", row.candidates, row.choice,
        [*row.reasons, "taken"], row.twins, rivals,
    )  # fmt: skip
