"""Players and tournaments by id or name, in all scripts, as known at a position: the one matcher of all doors.

Case, accents, width and the order of words do not matter; traditional and simplified characters are one; Chinese names
are found by their pinyin. Where nothing fits, words that differ in one letter do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.names import PLAIN, Likeness, folded, likeness, name_key, words_of
from projections.han import has_han, pinyin, simplified
from projections.scheme_inputs import federations
from projections.snapshot import Snapshot
from schemes.kernels.inputs import NEVER
from wording import say

MOST_NEAR = 5
_ID = -1
PART_OF_ID = len(Likeness)  # ranks before and after every likeness of a name
MISSPELT = (
    PART_OF_ID + 1
)  # a word of the name is written with one letter other, more, less or swapped
SHORTEST_MISSPELT = 4  # letters; shorter words would fit too many


class Match(NamedTuple):
    """A player or tournament that fits what was typed."""

    number: int
    rank: int  # smaller fits better
    id: str
    name: str
    other_name: str  # the name in another language that fits, if it is not the name itself
    counts_for: str  # the id of the player it was merged into, else its own


class _Searched(NamedTuple):
    """What is searched: ids, names and names in other languages; each also without what does not matter."""

    ids: pa.Array
    names: pa.Array
    others: Mapping[int, Sequence[str]]
    plain: tuple[pa.Array, pa.Array, pa.Array]  # ids, names, other names one after the other
    has_other: Sequence[int]  # whose name each of the other names is
    read_as: Mapping[int, Sequence[str]]  # Chinese names as they are read


def _searched(ids: pa.Array, names: pa.Array, others: Mapping[int, Sequence[str]]) -> _Searched:
    read_as = _readings(names, others)
    flat = [
        (number, simplified(other))
        for names_of in (others, read_as)
        for number, several in names_of.items()
        for other in several
    ]
    texts = (ids, _simplified(names), pa.array([other for _, other in flat], pa.string()))
    plain = _squeezed(texts[0]), _squeezed(texts[1]), _squeezed(texts[2])
    return _Searched(ids, names, others, plain, [number for number, _ in flat], read_as)


def _simplified(names: pa.Array) -> pa.Array:
    """Names as they are searched: with simplified characters for traditional ones."""
    chinese = np.flatnonzero(pc.match_substring_regex(names, "[\\x{4e00}-\\x{9fff}]"))
    if not len(chinese):
        return names
    texts = names.to_pylist()
    for number in chinese.tolist():
        texts[number] = simplified(texts[number])
    return pa.array(texts, pa.string())


def _readings(names: pa.Array, others: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """Chinese names by number, as they are read."""
    read: dict[int, list[str]] = {}
    chinese = np.flatnonzero(pc.match_substring_regex(names, "[\\x{4e00}-\\x{9fff}]"))
    for number in chinese.tolist():
        read[number] = pinyin(names[number].as_py())
    for number, several in others.items():
        for other in several:
            if has_han(other):
                read.setdefault(number, []).extend(pinyin(other))
    return read


def find_players(snapshot: Snapshot, text: str) -> list[Match]:
    """Players whom a text may mean, the best first. Players who were merged are among them."""
    people = snapshot.people
    searched = snapshot.remembered(
        "players to find",
        lambda: _searched(
            people.ids,
            people.names,
            {
                number: list(names.values())
                for number, names in snapshot.people.names_elsewhere.items()
            },
        ),
    )
    ranked = _ranked(text, searched)
    kept = people.ids.take(people.kept[[number for number, *_ in ranked]]) if ranked else ()
    return _sorted(Match(*one, whole.as_py()) for one, whole in zip(ranked, kept, strict=True))


def find_tournaments(snapshot: Snapshot, text: str) -> list[Match]:
    """Tournaments that a text may mean, the best first."""
    searched = snapshot.remembered(
        "tournaments to find",
        lambda: _searched(
            snapshot.tournaments.ids, pa.array(tournament_names(snapshot), pa.string()), {}
        ),
    )
    return _sorted(Match(*one, one[2]) for one in _ranked(text, searched))


def tournament_names(snapshot: Snapshot) -> list[str]:
    """The names of all tournaments, as corrected."""

    def work() -> list[str]:
        numbers = range(len(snapshot.tournaments))
        return [event.name for event in snapshot.tournaments.registrations(numbers).values()]

    return snapshot.remembered("tournament names", work)


def _ranked(text: str, among: _Searched) -> list[tuple[int, int, str, str, str]]:
    """Whatever fits: number, rank (smaller fits better), id, name, and the name in another language if that fits."""
    text = simplified(text)
    typed = words_of(text)
    key = folded(text.strip())
    ids, names, others = among.plain
    possible = {*_possible(names, typed), *_possible(ids, [key])}
    possible.update(among.has_other[place] for place in _possible(others, typed))
    matches = []
    for number in sorted(possible):
        player = among.ids[number].as_py()
        name = among.names[number].as_py()
        fits = [
            (like, "")
            for like in (_likeness_of_id(key, player), likeness(typed, simplified(name)))
            if like is not None
        ]
        fits += [
            (like, other)
            for other in among.others.get(number, ())
            if (like := likeness(typed, simplified(other))) is not None
        ]
        fits += [
            (like, "")
            for reading in among.read_as.get(number, ())
            if (like := likeness(typed, reading)) is not None
        ]
        if fits:
            rank, other = min(fits, key=itemgetter(0))
            matches.append((number, int(rank), player, name, other))
    return matches or _misspelt(typed, among)


def _misspelt(typed: Sequence[str], among: _Searched) -> list[tuple[int, int, str, str, str]]:
    """Whose name has every typed word, one of them with one letter other, more, less or swapped."""
    long = [word for word in typed if len(word) >= SHORTEST_MISSPELT and not has_han(word)]
    if not long or len(long) < len(typed):
        return []
    matches = []
    for number, name in enumerate(among.names.to_pylist()):
        words = words_of(name) + [
            word for reading in among.read_as.get(number, ()) for word in reading.split()
        ]
        if all(any(_is_near(one, word) for word in words) for one in long):
            matches.append((number, MISSPELT, among.ids[number].as_py(), name, ""))
    return matches


def _is_near(one: str, other: str) -> bool:
    """Whether two words are the same but for one letter that is other, more, less, or swapped with the next."""
    if abs(len(one) - len(other)) > 1:
        return False
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    rest, others = one[same:], other[same:]
    if rest[1:] == others[1:] or rest[1:] == others or rest == others[1:]:
        return True
    return rest[:2] == others[:2][::-1] and rest[2:] == others[2:]


def _likeness_of_id(key: str, player_id: str) -> int | None:
    if folded(player_id) == key:
        return _ID
    if words_of(key) and key in folded(player_id):
        return PART_OF_ID
    return None


def _possible(squeezed: pa.Array, words: Iterable[str]) -> list[int]:
    """Vectorised filter before the exact check: the places of texts in which every word may stand."""
    fits = pa.scalar(True)
    for word in _squeezed(pa.array(words, pa.string())):
        fits = pc.and_(fits, pc.match_substring(squeezed, word.as_py()))
    if isinstance(fits, pa.Array):
        return np.flatnonzero(fits).tolist()
    return []


def _squeezed(texts: pa.Array) -> pa.Array:
    """Texts without case, accents, width and everything that is no letter or digit."""
    plain = pc.utf8_lower(pc.utf8_normalize(texts, form="NFKD"))
    for sign, letters in {**PLAIN, "ß": "ss", "ς": "σ"}.items():
        plain = pc.replace_substring(plain, sign, letters)
    return pc.replace_substring_regex(plain, r"[^\p{L}\p{N}]+", "")


def _sorted(matches: Iterable[Match]) -> list[Match]:
    return sorted(
        matches, key=lambda one: (one.rank, one.counts_for != one.id, name_key(one.name), one.id)
    )


def nearest(snapshot: Snapshot, kind: str, text: str) -> list[tuple[str, str]]:
    """Ids and names of players or tournaments that are written much like a text that fits none."""
    if kind == "player":
        name = "name"
    else:
        name = "json_extract_string(event, '$.name')"
    alike = f"greatest(jaro_winkler_similarity({kind}_id, ?), jaro_winkler_similarity(lower({name}), ?))"
    similar = snapshot.model.query(
        f"SELECT {kind}_id AS id, {name} AS name, {alike} AS likeness FROM {{{kind}s}} "
        f"WHERE position <= {snapshot.position} AND likeness > 0.75 ORDER BY likeness DESC, id LIMIT {MOST_NEAR}",
        text,
        text.lower(),
    )
    return list(zip(similar["id"].to_pylist(), similar["name"].to_pylist(), strict=True))


def player_details(snapshot: Snapshot, matches: Iterable[Match]) -> Iterator[str]:
    """What tells each player from another: federation, birth year, sex, other name, merged, deceased."""
    table = snapshot.people.table
    home = federations(snapshot)
    for one in matches:
        at = one.number
        born = say("born {year}", year=table.born[at]) if table.born[at] else ""
        sex = say(("", "M", "F")[table.sex[at]])
        parts = [home[at], born, sex, one.other_name]
        if one.counts_for != one.id:
            merged = say("merged into {player}", player=one.counts_for)
        else:
            merged = ""
        died = say("deceased") if table.deceased[at] != NEVER else ""
        yield listed([part for part in (*parts, died, merged) if part])


def tournament_details(snapshot: Snapshot, matches: Iterable[Match]) -> Iterator[str]:
    """What tells each tournament from another: days, place, schemes, whether it is void."""
    for one in matches:
        event = snapshot.tournaments.registration(one.number)
        days = str(event.start)
        if event.end != event.start:
            days = say("{start} to {end}", start=event.start, end=event.end)
        rated = say("rated for no scheme")
        if event.rated:
            rated = say("rated for {schemes}", schemes=", ".join(event.rated))
        if one.number in snapshot.tournaments.voided:
            void = say("void")
        else:
            void = ""
        yield listed([part for part in (days, event.place, event.federation, rated, void) if part])


def listed(parts: Sequence[str]) -> str:
    """One after the other, with the comma of the reader's language."""
    if parts:
        return reduce(lambda one, other: say("{one}, {other}", one=one, other=other), parts)
    return ""
