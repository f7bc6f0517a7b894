"""People by the names that a reader knows them by: in the reader's script, where the ledger has such a name."""

from collections.abc import Iterable, Mapping, Sequence

from ledger.persons.seal import ERASED
from projections import Snapshot
from replay.answers.language import language, reads_chinese, tr
from replay.answers.table import SCRIPTS


def names_in_scripts(snapshot: Snapshot) -> Mapping[str, Mapping[str, str]]:
    """Player → script → name, of whoever has a name in another script beside the one in the registration."""
    return snapshot.remembered("names in other scripts", lambda: _names_in_scripts(snapshot))


def _names_in_scripts(snapshot: Snapshot) -> Mapping[str, Mapping[str, str]]:
    people = snapshot.people
    return {people.ids[number].as_py(): names for number, names in people.names_elsewhere.items()}


def chinese_names(snapshot: Snapshot) -> Mapping[str, str]:
    """Names in Chinese by player id, where somebody has one beside the name; of two scripts the reader's."""
    return snapshot.remembered(f"names for {language()}", lambda: _chinese_names(snapshot))


def _chinese_names(snapshot: Snapshot) -> Mapping[str, str]:
    found = {player: _chinese(names) for player, names in names_in_scripts(snapshot).items()}
    return {player: name for player, name in found.items() if name}


def _chinese(names: Mapping[str, str]) -> str:
    scripts = SCRIPTS.get(language(), SCRIPTS["zh-Hans"])
    return next((names[script] for script in scripts if script in names), "")


def reader_names(snapshot: Snapshot) -> Mapping[str, str]:
    """Names that a reader of Chinese is shown instead of those in the registration, by player id."""
    if reads_chinese():
        return chinese_names(snapshot)
    return {}


def page_title(player: str, name: str) -> str:
    """The name above a player's page; the id of whose name was erased."""
    if name == ERASED:
        return tr("{player} (erased)", player=player)
    return name


def shown_names(snapshot: Snapshot, players: Sequence[str]) -> dict[str, str]:
    """Names of some players by id, in the reader's script where it is known."""
    names = reader_names(snapshot)
    return names_of(snapshot, players) | {
        player: names[player] for player in players if player in names
    }


def names_of(snapshot: Snapshot, players: Iterable[str]) -> dict[str, str]:
    """Names of some players by id, looked up all at once: a whole list can have names."""
    import pyarrow as pa
    import pyarrow.compute as pc

    people = snapshot.people
    wanted = pc.is_in(people.ids, value_set=pa.array(sorted(set(players)), pa.string()))
    ids = people.ids.filter(wanted).to_pylist()
    return dict(zip(ids, people.names.filter(wanted).to_pylist(), strict=True))
