"""Players as known at a position: corrections applied, merged ids resolved."""

from functools import cached_property

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.events import PlayerCorrected
from projections.known import KnownRows
from projections.model import Column
from schemes.kernels.inputs import FEMALE, MALE, NEVER, Players

_correction = msgspec.json.Decoder(PlayerCorrected)


class KnownPeople:
    """All registered players, by number."""

    def __init__(self, known: KnownRows) -> None:
        self._known = known

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def ids(self) -> pa.Array:
        """The ids of all players, by number."""
        return self._known.rows("players", "player_id")["player_id"]

    @cached_property
    def id_list(self) -> list[str]:
        """The same in Python."""
        texts: list[str] = self.ids.to_pylist()
        return texts

    @cached_property
    def names(self) -> pa.Array:
        """The names of all players, by number."""
        registered = self._known.rows("players", "name")["name"]
        return with_texts(registered, {n: c.name for n, c in self.corrections if c.name is not msgspec.UNSET})

    @cached_property
    def name_marks(self) -> pa.Array:
        """What commits to the names of all players, by number; a name that was never sealed stands for itself."""
        registered = self._known.rows("players", "name_mark")["name_mark"]
        marks = pc.if_else(pc.equal(registered, ""), self._known.rows("players", "name")["name"], registered)
        named = {number: event for number, event in self.corrections if event.name is not msgspec.UNSET}
        return with_texts(
            marks, {n: event.seal.marks["name"] if event.seal else str(event.name) for n, event in named.items()}
        )

    @cached_property
    def numbers_by_id(self) -> Column:
        """All player numbers in the order of their ids, by code point."""
        return by_code_point(self.ids)

    def number(self, player_id: str) -> int | None:
        """The number of an id, None if nobody has it."""
        return place_of(self.ids, player_id)

    @cached_property
    def corrections(self) -> list[tuple[int, PlayerCorrected]]:
        """Corrections of registrations with the player's number, in the order of the log."""
        found = self._known.rows("player_corrections", "player", "event")
        events = map(_correction.decode, found["event"].to_pylist())
        return list(zip(found["player"].tolist(), events, strict=True))

    @cached_property
    def kept(self) -> Column:
        """Player number → the number it counts for: itself, or the one it was merged into."""
        numbers = np.arange(len(self), dtype=np.int32)
        merges = self._known.rows("merges", "kept", "duplicate")
        numbers[merges["duplicate"]] = merges["kept"]
        while np.any(numbers != numbers[numbers]):  # chains of merges
            numbers = numbers[numbers]
        return numbers

    @cached_property
    def merged(self) -> bool:
        """Was any player merged?"""
        return bool(np.any(self.kept != np.arange(len(self))))

    def person(self, numbers: Column) -> Column:
        """Player numbers with duplicates replaced by the numbers they were merged into."""
        if self.merged and len(numbers):
            return self.kept[numbers]
        return numbers

    @cached_property
    def table(self) -> Players:
        """Sex, year of birth and day of death by player number."""
        registered = self._known.rows("players", "sex", "born")
        sex = registered["sex"].copy()
        born = registered["born"].copy()
        for player, event in self.corrections:
            if event.sex is not msgspec.UNSET:
                sex[player] = MALE if event.sex == "M" else FEMALE
            if event.born is not msgspec.UNSET:
                born[player] = event.born if isinstance(event.born, int) else event.born.year if event.born else 0
        deceased = np.full(len(sex), NEVER, np.int32)
        deaths = self._known.rows("deaths", "player", "day", standing=True)
        np.minimum.at(deceased, self.person(deaths["player"]), deaths["day"])
        return Players(born=born, sex=sex, deceased=deceased)


def place_of(texts: pa.Array, text: str) -> int | None:
    """The place of a text in a column, None if it is not there."""
    found = int(pc.index(texts, text).as_py())
    if found < 0:
        return None
    return found


def with_texts(texts: pa.Array, other: dict[int, str]) -> pa.Array:
    """An Arrow column with other texts in some places."""
    if not other:
        return texts
    mask = np.zeros(len(texts), np.bool_)
    mask[list(other)] = True
    return pc.replace_with_mask(texts, pa.array(mask), pa.array([other[n] for n in sorted(other)], pa.string()))


def by_code_point(texts: pa.Array) -> Column:
    """The places of texts in the order of their code points (UTF-8 bytes sort alike)."""
    content = texts.cast(pa.binary())
    if pc.all(pc.less_equal(content[:-1], content[1:])).as_py():  # as ids that are given out one after the other
        return np.arange(len(texts))
    return np.asarray(pc.sort_indices(content).to_numpy())
