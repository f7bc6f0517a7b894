"""What people call the players and tournaments that an answer speaks of."""

from collections.abc import Callable, Container, Iterable
from typing import Any, Literal

from projections import Snapshot
from replay.answers import kinds
from replay.answers.shown_names import names_in_scripts, names_of
from replay.answers.table import Names, Table
from wording import Wording


def names_in(snapshot: Snapshot, *tables: Table) -> Names:
    """The names of all players and tournaments in some tables."""
    players: set[str] = set()
    tournaments: set[str] = set()
    for table in tables:
        for column in table.columns:
            if column.kind is kinds.PLAYER:
                players.update(filter(None, table.column(column.name)))
            elif column.kind is kinds.TOURNAMENT:
                tournaments.update(filter(None, table.column(column.name)))
    return named(snapshot, players, tournaments)


def everybody(snapshot: Snapshot) -> Names:
    """The names of all players and tournaments."""
    return named(snapshot, snapshot.people.ids.to_pylist(), snapshot.tournaments.ids.to_pylist())


def named(snapshot: Snapshot, players: Iterable[str], tournaments: Iterable[str] = ()) -> Names:
    """The names of some players and tournaments."""
    wanted = set(players)
    other = names_in_scripts(snapshot)
    return Names(
        names_of(snapshot, wanted),
        {player: other[player] for player in sorted(wanted & other.keys())},
        _tournament_names(snapshot, tournaments),
    )


def _tournament_names(snapshot: Snapshot, tournaments: Iterable[str]) -> dict[str, str]:
    """The names of some tournaments by id, looked up all at once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    known = snapshot.tournaments
    wanted = pc.is_in(known.ids, value_set=pa.array(sorted(set(tournaments)), pa.string()))
    registered = known.registrations(pc.indices_nonzero(wanted).to_pylist())
    return {event.tournament: event.name for event in registered.values()}


class Named(str):
    """A player or a tournament in a sentence: pages show the name alone, and lead to its page."""

    __slots__ = ("id", "kind", "name")
    id: str
    kind: Literal["players", "tournaments"]
    name: str

    def __new__(
        cls, text: str, kind: Literal["players", "tournaments"], own_id: str, name: str
    ) -> "Named":
        """`text` is what stands there where nothing can be clicked: the id with the name."""
        made = super().__new__(cls, text)
        made.kind = kind
        made.id = own_id
        made.name = name
        return made

    def __reduce__(self) -> Any:
        return Named, (str(self), self.kind, self.id, self.name)


def with_values(text: str, change: Callable[[Any], Any]) -> str:
    """A sentence with other values in it; sentences inside of it are changed, too."""
    if not isinstance(text, Wording):
        return text
    values = {
        key: with_values(value, change) if isinstance(value, Wording) else change(value)
        for key, value in text.values.items()
    }
    return Wording(text.pattern, text.many, values, text.context)


def values_in(text: Any) -> list[Any]:
    """What a sentence speaks of, also in the sentences inside of it."""
    if not isinstance(text, Wording):
        return [text]
    return [one for value in text.values.values() for one in values_in(value)]


def named_wording(text: str, name: Callable[[str], str], known: Container[str]) -> str:
    """A sentence in which ids of players, alone or in a row, are replaced by names."""

    def named_value(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        players = value.split(", ")
        if all(player in known for player in players):
            return ", ".join(map(name, players))
        return value

    return with_values(text, named_value)
