"""Players as known at a position: corrections applied, merged ids resolved."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.events import PlayerCorrected, PlayerRegistered
from projections.known import KnownRows, corrected, picked
from projections.rows import columns_of
from schemes.kernels.inputs import NEVER, Column, Players

_correction = msgspec.json.Decoder(PlayerCorrected)
_names = msgspec.json.Decoder(dict[str, str])
_SEXES = ("", "M", "F")  # as tables have them


class RegisteredRow(NamedTuple):
    """The row of a registration."""

    player_id: str
    name: str
    sex: int
    born: int
    born_on: str | None
    federation: str
    names: str | None
    day: int

    def event(self) -> PlayerRegistered:
        """The registration; of what surrounds it in the log, it has the day."""
        born: int | date | None = self.born or None
        if self.born_on is not None:
            born = date.fromisoformat(self.born_on)
        return PlayerRegistered(
            date=date.fromordinal(self.day),
            player=self.player_id,
            name=self.name,
            sex=_SEXES[self.sex],  # type: ignore[arg-type]
            born=born,
            federation=self.federation or None,
            names=None if self.names is None else _names.decode(self.names),
        )


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

    def id(self, number: int) -> str:
        """The id of a player."""
        return str(self.ids[number].as_py())

    def name(self, number: int) -> str:
        """The name of a player."""
        return str(self.names[number].as_py())

    @cached_property
    def names(self) -> pa.Array:
        """The names of all players, by number."""
        registered = self._known.rows("players", "name")["name"]
        return with_texts(
            registered, {number: person.name for number, person in self.corrected.items()}
        )

    @cached_property
    def names_elsewhere(self) -> dict[int, Mapping[str, str]]:
        """Names in other languages, by player number, of those who have any."""
        texts = self._known.rows("players", "names")["names"]
        pairs = zip(
            np.flatnonzero(texts.is_valid()).tolist(), texts.drop_null().to_pylist(), strict=True
        )
        registered = {number: _names.decode(text) for number, text in pairs}
        named = registered | {number: person.names for number, person in self.corrected.items()}
        return {number: names for number, names in named.items() if names}

    @cached_property
    def name_marks(self) -> pa.Array:
        """What commits to the names of all players, by number; a name that was never sealed stands for itself."""
        registered = self._known.rows("players", "name_mark")["name_mark"]
        marks = pc.if_else(
            pc.equal(registered, ""), self._known.rows("players", "name")["name"], registered
        )
        named = {
            number: event for number, event in self.corrections if event.name is not msgspec.UNSET
        }
        return with_texts(
            marks,
            {
                n: event.seal.marks["name"] if event.seal else str(event.name)
                for n, event in named.items()
            },
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
        rows = self._known.rows("player_corrections", "player", "event")
        events = map(_correction.decode, rows["event"].to_pylist())
        return list(zip(rows["player"].tolist(), events, strict=True))

    @cached_property
    def corrected(self) -> dict[int, PlayerRegistered]:
        """The registrations that were corrected, as they are now."""
        return self.registrations({number for number, _ in self.corrections})

    def registration(self, number: int) -> PlayerRegistered:
        """A player's registration as corrected."""
        return self.registrations([number])[number]

    def registrations(self, numbers: Iterable[int]) -> dict[int, PlayerRegistered]:
        """Registrations as corrected, by number."""
        wanted = sorted(set(numbers))
        columns = picked(
            self._known.rows("players", *RegisteredRow._fields), np.array(wanted, np.int64)
        )
        rows = zip(*(columns[name].tolist() for name in RegisteredRow._fields), strict=True)
        persons = {
            number: RegisteredRow(*row).event() for number, row in zip(wanted, rows, strict=True)
        }
        for number, event in self.corrections:
            if number in persons:
                persons[number] = corrected(persons[number], [event])
        return persons

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
        if self.corrected:
            corrections = columns_of(("sex", "born"), list(self.corrected.values()))
            sex[list(self.corrected)] = corrections["sex"]
            born[list(self.corrected)] = corrections["born"]
        deceased = np.full(len(sex), NEVER, np.int32)
        deaths = self._known.rows("deaths", "player", "day", standing=True)
        np.minimum.at(deceased, self.person(deaths["player"]), deaths["day"])
        return Players(born=born, sex=sex, deceased=deceased)


def place_of(texts: pa.Array, text: str) -> int | None:
    """The place of a text in a column, None if it is not there."""
    place = int(pc.index(texts, text).as_py())
    if place < 0:
        return None
    return place


def with_texts(texts: pa.Array, other: dict[int, str]) -> pa.Array:
    """An Arrow column with other texts in some places."""
    if not other:
        return texts
    mask = np.zeros(len(texts), np.bool_)
    mask[list(other)] = True
    return pc.replace_with_mask(
        texts, pa.array(mask), pa.array([other[n] for n in sorted(other)], pa.string())
    )


def by_code_point(texts: pa.Array) -> Column:
    """The places of texts in the order of their code points (UTF-8 bytes sort alike)."""
    content = texts.cast(pa.binary())
    if pc.all(
        pc.less_equal(content[:-1], content[1:])
    ).as_py():  # as ids that are given out one after the other
        return np.arange(len(texts))
    return np.asarray(pc.sort_indices(content).to_numpy())
