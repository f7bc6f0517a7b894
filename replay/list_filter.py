"""Which players of a list are wanted: by federation, sex and age."""

import re
from dataclasses import dataclass
from typing import Literal

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.rating_list import RatingList


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ListFilter:
    """Only some players of a list. Their ranks are those of the whole list."""

    federation: str | None = None
    "Only players of this federation, or of several: FRA,ESP."
    sex: Literal["M", "F"] | None = None
    "Only men (M) or only women (F)."
    age: str | None = None
    "Only players of this age in the year of the list: 18, 13..18, ..18 or 65.. (without a birth year: none)."
    top: int | None = None
    "Only the first so many rows."

    def check(self) -> None:
        """Refuse what nobody can be, before anything is made."""
        if self.top is not None and self.top < 1:
            raise LedgerError(f"--top is {self.top}", remedy="use 1 or more")
        self.ages()

    def __bool__(self) -> bool:
        return any((self.federation, self.sex, self.age, self.top))

    def __str__(self) -> str:
        named = {"federation": self.federation, "sex": self.sex, "age": self.age}
        chosen = [f"{name} {value}" for name, value in named.items() if value]
        return ", ".join([*chosen, f"the first {self.top}"] if self.top else chosen)

    def of(self, made: RatingList) -> RatingList:
        """The rows of a list that are wanted."""
        ages = self.ages()
        table, year = made.table, made.list_date.year
        wanted = zip(table["federation"].to_pylist(), table["sex"].to_pylist(), table["born"].to_pylist(), strict=True)
        federations = self._federations()
        return made.only([
            (not federations or federation.upper() in federations)
            and (self.sex is None or sex == self.sex)
            and (ages is None or (born is not None and ages[0] <= year - born <= ages[1]))
            for federation, sex, born in wanted
        ]).first(self.top)  # fmt: skip

    def _federations(self) -> set[str]:
        return {each.strip().upper() for each in (self.federation or "").split(",") if each.strip()}

    def ages(self) -> tuple[int, int] | None:
        """The youngest and the oldest wanted."""
        if self.age is None:
            return None
        found = re.fullmatch(r"(\d{1,3})?(?:(\.\.)(\d{1,3})?)?", self.age)
        if found is None or not (found[1] or found[3]):
            raise LedgerError(f"--age {self.age!r} is no age", remedy="write 18, 13..18, ..18 or 65..")
        low = int(found[1] or 0)
        high = int(found[3]) if found[3] else 999 if found[2] else low
        if high < low:
            raise LedgerError(f"--age {self.age!r} is nobody's age", remedy=f"write {high}..{low}")
        return low, high
