"""A table: columns that know what they hold, and rows of typed values by the names of their columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from replay.answers.kinds import NAME, PLAYER, REASONS, TEXT, TOURNAMENT, WORD, Kind
from wording import Reference, say, with_values

Row = Mapping[str, Any]
SENTENCES = (REASONS, TEXT, WORD)  # may speak of players and tournaments


class Joined(Struct, frozen=True):
    """The values of several columns that are read in one, each with its kind."""

    parts: tuple[tuple[Kind, object], ...]


class Cause(Struct, frozen=True):
    """One cause of what a row shows: a code, a sentence for people, and values for programs."""

    code: str
    text: str
    values: Mapping[str, Any] = {}


class Column(Struct, frozen=True):
    """A column: its name in data, what it holds, and its heading for people."""

    name: str
    kind: Kind
    heading: str = ""
    "For people; by default the name with spaces."
    short: str = ""
    "A shorter heading for a terminal."
    note: str = ""
    "What the column means, where the heading does not say it."
    kept: bool = False
    "Never left out of a narrow table, whatever its kind."
    joins: tuple["Column", ...] = ()
    "Columns that json and Arrow have apart; csv and people read them here, in words."
    silent: bool = False
    "Joined for json and Arrow only: the words beside it say as much."
    names: str = ""
    "The column of players whom this one names: people read the names in their own script."
    group: str = ""
    "On a page: a heading over this column and its neighbours of the same group."

    @property
    def title(self) -> str:
        """The heading for people, to be said in their language."""
        return self.heading or say(self.name.replace("_", " "))

    def value(self, row: Row) -> Any:
        """What a row has in this column."""
        if not self.joins:
            return row.get(self.name)
        parts = [(part.kind, row.get(part.name)) for part in self.joins if not part.silent]
        if all(value is None for _, value in parts):
            return None
        return Joined(tuple(parts))


_SIMPLIFIED = ("zh-Hans", "zh-CN", "zh-SG", "zh-MY", "zh")
_TRADITIONAL = ("zh-Hant", "zh-TW", "zh-HK", "zh-MO")
SCRIPTS = {
    "zh-Hans": (*_SIMPLIFIED, *_TRADITIONAL),
    "zh-Hant": (*_TRADITIONAL, "zh", *_SIMPLIFIED),
}


class Names(Struct, frozen=True):
    """What people call the players and tournaments of an answer, by id; players also in other scripts."""

    players: Mapping[str, str] = {}
    in_scripts: Mapping[str, Mapping[str, str]] = {}
    "Player → script → name."
    tournaments: Mapping[str, str] = {}

    def in_value(self, value: object, language: str) -> object:
        """A value of a table with names instead of ids in its sentences."""
        if isinstance(value, Joined):
            parts = [(kind, self.in_value(part, language)) for kind, part in value.parts]
            return Joined(tuple(parts))
        if isinstance(value, list | tuple):
            return [self.in_value(part, language) for part in value]
        if isinstance(value, Cause):
            return Cause(value.code, self.in_sentence(value.text, language), value.values)
        if isinstance(value, Reference) and value.page == "players":
            return f"{value} {self.player(value, language)}".rstrip()
        return self.in_sentence(value, language)

    def in_sentence(self, text: Any, language: str) -> Any:
        """A sentence with names instead of ids."""

        def name(value: object) -> object:
            if not isinstance(value, Reference) or value.name:
                return value
            if value.page == "players":
                return self.player(value, language) or value
            if value.page == "tournaments":
                return self.tournaments.get(value) or value
            return value

        return with_values(text, name)

    def player(self, player: str, language: str) -> str:
        """A player's name in the script of a reader, where there is such a name."""
        other = self.in_scripts.get(player, {})
        for script in SCRIPTS.get(language, ()):
            if script in other:
                return other[script]
        return self.players.get(player, "")


class Table(Struct, frozen=True):
    """Rows under columns. `title` and `note` are wordings, which renderers say in the reader's language."""

    columns: tuple[Column, ...]
    rows: Any
    "A sequence of mappings; for a file, an iterator of them will do."
    title: str = ""
    note: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns in data."""
        return tuple(column.name for column in self.columns)

    def cells(self) -> Iterator[list[Any]]:
        """The values row by row, in the order of the columns."""
        for row in self.rows:
            yield [column.value(row) for column in self.columns]

    def column(self, name: str) -> list[Any]:
        """The values of one column."""
        return [row.get(name) for row in self.rows]

    @property
    def apart(self) -> "Table":
        """The same table for programs: every value in a column of its own."""
        columns: list[Column] = []
        for column in self.columns:
            columns += column.joins or (column,)
        return msgspec.structs.replace(self, columns=tuple(columns))

    def with_names(self, names: Names, language: str) -> "Table":
        """The same table for people: a name beside each id of a player or tournament, where the table has none."""
        if not names.players and not names.tournaments:
            return self
        has_names = any(column.kind is NAME for column in self.columns)
        columns: list[Column] = []
        sources: dict[str, Column] = {}
        for column in self.columns:
            columns.append(column)
            if column.names:
                sources[column.name] = column
            for part in column.joins or (column,):
                if part.kind in SENTENCES:
                    sources[part.name] = part
            is_person = column.kind is PLAYER and names.players
            is_event = column.kind is TOURNAMENT and names.tournaments
            if (is_person and not has_names) or is_event:
                beside = _name_column(column, columns)
                sources[beside.name] = column
                columns.append(beside)
        if not sources:
            return self
        rows = [_named(row, sources, names, language) for row in self.rows]
        return Table(tuple(columns), rows, self.title, self.note)


def _name_column(column: Column, before: Sequence[Column]) -> Column:
    """The column of names beside a column of ids."""
    name = f"{column.name} name"
    heading = say("tournament name") if column.kind is TOURNAMENT else say("name")
    taken = {column.name for column in before}
    while name in taken:
        name += " "
    kind = NAME
    if column.kind is TOURNAMENT:
        kind = msgspec.structs.replace(NAME, spare=2)
    return Column(name, kind, heading)


def _named(row: Row, sources: Mapping[str, Column], names: Names, language: str) -> Row:
    shown = dict(row)
    for name, source in sources.items():
        value = row.get(source.name)
        if value is None:
            continue
        if source.names:
            shown[name] = names.player(row[source.names], language) or value
        elif source.kind in SENTENCES:
            shown[name] = names.in_value(value, language)
        elif source.kind is PLAYER:
            shown[name] = names.player(value, language)
        else:
            shown[name] = names.tournaments.get(value, "")
    return shown


def rows_table(
    columns: Sequence[Column], rows: Iterable[Sequence[object]], title: str = "", note: str = ""
) -> Table:
    """A table out of rows that have a value for each column."""
    keys = [column.name for column in columns]
    return Table(tuple(columns), [dict(zip(keys, row, strict=True)) for row in rows], title, note)
