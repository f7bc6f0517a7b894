"""What people call the players and tournaments of an answer, in the reader's script where there is such a name."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from ledger.persons.seal import ERASED
from projections import Snapshot
from replay.answers import kinds
from replay.answers.language import between_words, language, reads_chinese, tr
from replay.answers.table import SCRIPTS, Names, Table
from wording import with_values


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

    there = snapshot.tournaments
    wanted = pc.is_in(there.ids, value_set=pa.array(sorted(set(tournaments)), pa.string()))
    registered = there.registrations(pc.indices_nonzero(wanted).to_pylist())
    return {event.tournament: event.name for event in registered.values()}


def named_wording(text: str, name: Callable[[str], str], ids: Container[str]) -> Any:
    """A sentence in which ids of players, alone or in a row, are replaced by names."""

    def named_value(value: object) -> object:
        if not isinstance(value, str):
            return value
        players = value.split(", ")
        if all(player in ids for player in players):
            return between_words().join(map(name, players))
        return value

    return with_values(text, named_value)


def with_names(text: str, names: Names) -> str:
    """A sentence about people as its reader calls them."""
    return tr(named_wording(text, lambda one: names.player(one, language()) or one, names.players))


def names_in_scripts(snapshot: Snapshot) -> Mapping[str, Mapping[str, str]]:
    """Player → script → name, of whoever has a name in another script beside the one in the registration."""
    return snapshot.remembered("names in other scripts", lambda: _names_in_scripts(snapshot))


def _names_in_scripts(snapshot: Snapshot) -> Mapping[str, Mapping[str, str]]:
    people = snapshot.people
    return {people.id(number): names for number, names in people.names_elsewhere.items()}


def chinese_names(snapshot: Snapshot) -> Mapping[str, str]:
    """Names in Chinese by player id, where somebody has one beside the name; of two scripts the reader's."""
    return snapshot.remembered(f"names for {language()}", lambda: _chinese_names(snapshot))


def _chinese_names(snapshot: Snapshot) -> Mapping[str, str]:
    by_player = {player: _chinese(names) for player, names in names_in_scripts(snapshot).items()}
    return {player: name for player, name in by_player.items() if name}


def _chinese(names: Mapping[str, str]) -> str:
    scripts = SCRIPTS.get(language(), SCRIPTS["zh-Hans"])
    return next((names[script] for script in scripts if script in names), "")


def reader_names(snapshot: Snapshot) -> Mapping[str, str]:
    """Names that a reader of Chinese is shown instead of those in the registration, by player id."""
    if reads_chinese():
        return chinese_names(snapshot)
    return {}


def name_beside(snapshot: Snapshot, player: str, registered: str, shown: str) -> str:
    """The name in the other script than the one that is shown; nothing where there is none."""
    other = registered
    if shown == registered:
        other = chinese_names(snapshot).get(player, "")
    return "" if other == shown else other


def page_title(player: str, name: str) -> str:
    """The name above a player's page; the id of whose name was erased."""
    if name == ERASED:
        return tr("{player} (erased)", player=player)
    return name


def shown_names(snapshot: Snapshot, players: Sequence[str]) -> dict[str, str]:
    """Names of some players by id, in the reader's script where it is known."""
    names = named(snapshot, players)
    return {player: names.player(player, language()) for player in names.players}


def names_of(snapshot: Snapshot, players: Iterable[str]) -> dict[str, str]:
    """Names of some players by id, looked up all at once: a whole list can have names."""
    import pyarrow as pa
    import pyarrow.compute as pc

    people = snapshot.people
    wanted = pc.is_in(people.ids, value_set=pa.array(sorted(set(players)), pa.string()))
    ids = people.ids.filter(wanted).to_pylist()
    return dict(zip(ids, people.names.filter(wanted).to_pylist(), strict=True))
