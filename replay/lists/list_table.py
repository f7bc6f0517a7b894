"""A rating list as an answer, with its receipt; and which of its players are wanted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from ledger.errors import LedgerError
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Fact
from replay.answers.table import Column, Table
from replay.lists.rating_list import RatingList, why_these_versions
from schemes.kernels.scheme import ListColumn, Scheme
from wording import joined, say

_PERSON = (columns.RANK, columns.PLAYER, columns.NAME)
_FACTS = (columns.FEDERATION, columns.SEX, columns.BORN, columns.RATING)


def list_answer(made: RatingList) -> Answer:
    """A list as an answer. Its csv is that of the list itself, whose bytes never change."""
    return Answer("list/1", made.title, list_table(made), receipt=_receipt(made))


def list_table(made: RatingList) -> Table:
    """The rows of a list."""
    names = made.table.column_names
    by_name = {column.name: column for column in _columns(made.scheme)}
    values = [made.table[name].to_pylist() for name in names]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]
    return Table(tuple(by_name[name] for name in names), rows)


def _columns(scheme: Scheme) -> Sequence[Column]:
    """The columns that the lists of a scheme can have."""
    titles = {title: say(title) for title in scheme.titles.values()}
    return (
        *_PERSON,
        Column("title", kinds.codes(titles)),
        *_FACTS,
        msgspec.structs.replace(columns.GAMES, note=scheme.games_counted),
        columns.K,
        columns.STATUS,
        *map(_further, scheme.columns),
        Column(
            "why",
            msgspec.structs.replace(kinds.TEXT, words=_reasons(scheme)),
            kept=True,
        ),
    )


def _further(column: ListColumn) -> Column:
    """A further column of a scheme: numbers, or words."""
    if column.words:
        return Column(column.name, kinds.codes({word: say(word) for word in column.words}))
    return Column(column.name, kinds.NUMBER, note=column.says)


def _reasons(scheme: Scheme) -> dict[str, str]:
    """Why somebody is not on a list, by the text in the list."""
    return {
        f"{reason.article}: {reason.text}": say(
            "{article}: {text}", article=say(reason.article), text=say(reason.text)
        )
        for reason in scheme.reasons
    }


def _receipt(made: RatingList) -> list[Fact]:
    facts = []
    for field, value in msgspec.to_builtins(made.receipt).items():
        shown = value
        if field == "why":
            shown = why_these_versions(made.rules)
        elif not isinstance(value, str | int):
            shown = msgspec.json.encode(value).decode()
        facts.append(Fact(field, field, shown))
    return facts


@dataclass(frozen=True, kw_only=True)
class ListFilter:
    """Only some players of a list. Their ranks are those of the whole list."""

    federation: str | None = None
    "Only players of this federation, or of several: FRA,ESP."
    sex: Literal["M", "F"] | None = None
    "Only men (M) or only women (F)."
    age: str | None = None
    "Only players of this age in the year of the list: 18, 13..18, ..18 or 65.. (without a birth year: none)."
    title: str | None = None
    "Only holders of this title, or of one of several, as the list shows them: GM,IM."
    status: Literal["active", "inactive"] | None = None
    "Only active players, or only inactive ones."
    top: int | None = None
    "Only the first so many rows."

    def check(self) -> None:
        """Refuse what nobody can be, before anything is made."""
        if self.top is not None and self.top < 1:
            raise LedgerError(say("--top is {top}", top=self.top), remedy=say("use 1 or more"))
        self.ages()

    def __bool__(self) -> bool:
        return bool(self._named() or self.top)

    def _named(self) -> dict[str, str]:
        named = {
            name: getattr(self, name) for name in ("federation", "sex", "age", "title", "status")
        }
        return {name: value for name, value in named.items() if value}

    @property
    def option(self) -> str:
        """The option of the command that chose the rows; of several, one."""
        if self.top:
            return "--top"
        return f"--{next(iter(self._named()))}"

    @property
    def text(self) -> str:
        """Which rows are wanted."""
        parts = [
            say("{column} {value}", column=say(name), value=say(value))
            for name, value in self._named().items()
        ]
        if self.top:
            parts.append(say("the first {number}", number=self.top))
        return joined(", ", parts)

    def of(self, made: RatingList) -> RatingList:
        """The rows of a list that are wanted."""
        import pyarrow as pa
        import pyarrow.compute as pc

        table = made.table
        wanted = pa.scalar(True)
        for name, values in self._one_of().items():
            wanted = pc.and_(
                wanted, pc.is_in(pc.utf8_upper(table[name]), pa.array(values, pa.string()))
            )
        if ages := self.ages():
            age = pc.subtract(made.list_date.year, table["born"])
            fits = pc.and_(pc.greater_equal(age, ages[0]), pc.less_equal(age, ages[1]))
            wanted = pc.and_(wanted, pc.fill_null(fits, False))
        return (made if isinstance(wanted, pa.Scalar) else made.only(wanted)).first(self.top)

    def _one_of(self) -> dict[str, list[str]]:
        """The values that a column may have, in capitals."""
        texts = {name: text for name, text in self._named().items() if name != "age"}
        return {
            name: [value.strip().upper() for value in text.split(",")]
            for name, text in texts.items()
        }

    def ages(self) -> tuple[int, int] | None:
        """The youngest and the oldest wanted."""
        if self.age is None:
            return None
        bounds = re.fullmatch(r"(\d{1,3})?(?:(\.\.)(\d{1,3})?)?", self.age)
        if bounds is None or not (bounds[1] or bounds[3]):
            raise LedgerError(
                say("age {age!r} is no age", age=self.age),
                remedy=say("write 18, 13..18, ..18 or 65.."),
            )
        low = int(bounds[1] or 0)
        if bounds[3]:
            high = int(bounds[3])
        elif bounds[2]:
            high = 999
        else:
            high = low
        if high < low:
            raise LedgerError(
                say("age {age!r} is nobody's age", age=self.age),
                remedy=say("write {high}..{low}", high=high, low=low),
            )
        return low, high
