"""A rating list as an answer: its rows under columns that know what they hold, and its receipt."""

from collections.abc import Sequence

import msgspec

from replay.answers import columns, kinds
from replay.answers.answer import Answer, Fact
from replay.answers.table import Column, Table
from replay.lists.rating_list import RatingList
from schemes.kernels.scheme import ListColumn, Scheme
from wording import say

_PERSON = (columns.RANK, columns.PLAYER, columns.NAME)
_FACTS = (columns.FEDERATION, columns.SEX, columns.BORN, columns.RATING)


def list_answer(made: RatingList) -> Answer:
    """A list as an answer. Its csv is that of the list itself, whose bytes never change."""
    return Answer("list/1", made.title, list_table(made), receipt=_receipt(made))


def list_table(made: RatingList) -> Table:
    """The rows of a list."""
    names = made.table.column_names
    known = {column.name: column for column in _columns(made.scheme)}
    values = [made.table[name].to_pylist() for name in names]
    rows = [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]
    return Table(tuple(known[name] for name in names), rows)


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
        if not isinstance(value, str | int):
            shown = msgspec.json.encode(value).decode()
        facts.append(Fact(field, field, shown))
    return facts
