"""A person's private data: destroyed for good, or disclosed to the person; and keys that come from elsewhere."""

from collections import Counter
from datetime import date
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger import LedgerError, Log, open_log
from ledger.events import PersonErased, Seal
from ledger.log.place import cache_folder
from ledger.log.wire_format import decode_stored
from ledger.names import Likeness
from ledger.persons.seal import Disclosed, openings
from projections import Snapshot
from projections.find import Match, find_players, player_details
from projections.named import MOST_SHOWN
from replay.lists.list_files import Publication, all_publications, write_published
from replay.lists.since_published import is_list_of, reproduce
from replay.office.imports import forget_imports, sweep_uploads
from replay.office.kept_appeals import KeptAppeals
from replay.office.office import Office
from schemes.kernels.compiler import caches
from wording import say


class ErasurePlan(Struct, frozen=True):
    """What an erasure will do."""

    ids: list[str]  # the id that was named, and all that were merged with it
    name: str
    details: str  # federation, year of birth, sex
    fields: dict[str, int]  # what is destroyed: field → how many times it is sealed in the log
    files: list[str]  # of published lists that have an id in them


class Erased(Struct, frozen=True):
    """What an erasure did."""

    positions: list[int]
    ids: list[str]
    lists: list[str]  # files of published lists that were written anew, or removed


def erase(office: Office, player: str, *, reason: str, ref: str | None, by: str | None) -> Erased:
    """Record the erasure, destroy the keys, and throw away every file of the ledger that has private data in it.

    Done again after something went wrong, it does what is left to do.
    """
    ids = _ids_of_person(office, player)
    log = office.log
    events = [PersonErased(date=date.today(), player=each, reason=reason, ref=ref) for each in ids]
    log.append(events, by=by, dry_run=True)  # nothing is destroyed if it could not be recorded
    with log.store.writing(log.tell, keep=True) as writing:
        for each in ids:
            writing.keys.destroy(each)
    done = log.append(events, by=by)  # after it others read the log anew, too, and find no key
    office.let_go()
    throw_away_derived(office.place, log)
    KeptAppeals(cache_folder(office.place, log, caches())).forget(set(ids).__contains__)
    if done.first:
        positions = list(range(done.first, done.head + 1))
    else:
        positions = []
    return Erased(positions, ids, _lists_anew(office, ids))


def plan(office: Office, player: str) -> ErasurePlan:
    """What the erasure of a player (an id, or a whole name) will do; nothing is done yet."""
    snapshot = office.snapshot()
    player = _exactly_named(snapshot, player)
    ids = _ids_of_person(office, player)
    number = snapshot.people.number(player)
    assert number is not None  # it was found just now
    name = snapshot.people.name(number)
    (details,) = player_details(snapshot, [Match(number, 0, player, name, "", player)])
    keys = office.log.store.keys.get(ids)
    opened = [
        opening for person in ids if keys.get(person) for opening in disclosed(office.log, person)
    ]
    fields = Counter(opening.field for opening in opened)
    files = [name for published in _publications_with(office, ids) for name in published.names]
    return ErasurePlan(
        [player, *(person for person in ids if person != player)],
        name,
        details,
        dict(sorted(fields.items())),
        files,
    )


def _exactly_named(snapshot: Snapshot, text: str) -> str:
    """The id of a person who is to be erased: an id as it is, or a whole name that only one person has."""
    if snapshot.people.number(text) is not None:
        return text
    matches = find_players(snapshot, text)
    same = [match for match in matches if match.rank == Likeness.SAME]
    persons = sorted({match.counts_for for match in same})
    if len(persons) == 1:
        return persons[0]
    lines = [f"{match.id}  {match.name}" for match in (same or matches)[:MOST_SHOWN]]
    if persons:
        wrong = say("{number} players are called {text!r}", number=len(persons), text=text)
    else:
        wrong = say("no player has the id {text!r}, and none is called exactly that", text=text)
    remedy = say("name the person by the id; rating-ledger find looks for names")
    raise LedgerError(wrong, excerpt="\n    ".join(lines), remedy=remedy)


def _ids_of_person(office: Office, player: str) -> list[str]:
    """The id and all that were merged with it."""
    people = office.snapshot().people
    number = people.number(player)
    if number is None:
        wrong = say("unknown player {player!r}", player=player)
        raise LedgerError(wrong, remedy=say("rating-ledger find looks for names"))
    return [
        people.id_list[each]
        for each in range(len(people))
        if people.kept[each] == people.kept[number]
    ]


def throw_away_derived(place: str, log: Log) -> None:
    """Throw away what was computed from the log: it has names in it."""
    from projections.model import discard

    sweep_uploads()
    if (cache := cache_folder(place, log, caches())) is not None:
        discard(cache / "model")
        forget_imports(cache)


def _lists_anew(office: Office, ids: list[str]) -> list[str]:
    """Write the files of published lists again, without the names."""
    written: list[str] = []
    lists = office.lists
    if lists is None:
        return written
    with office.from_log_alone() as alone:
        for published in _publications_with(office, ids):
            made = reproduce(alone, published.event)
            if is_list_of(published.event, made) or published.event.root is None:
                write_published(lists, published, made, overwrite=True)
            else:  # other rules than those of the time: the files cannot be written without the name
                _remove(lists, published)
            written += published.names
    return written


def _publications_with(office: Office, ids: list[str]) -> list[Publication]:
    """The published lists with an id in one of their files."""
    lists = office.lists
    if lists is None:
        return []
    published = all_publications(office.log)
    return [
        publication
        for publication in published
        if any(_mentions(lists / name, ids) for name in publication.names)
    ]


def _remove(lists: Path, published: Publication) -> None:
    for name in published.names:
        (lists / name).unlink(missing_ok=True)


def _mentions(file: Path, ids: list[str]) -> bool:
    """Whether an id is in a file, as it is or with quotes and backslashes as csv and JSON write them."""
    content = file.read_bytes() if file.is_file() else b""
    forms = [
        form
        for player in ids
        for form in (player, player.replace('"', '""'), msgspec.json.encode(player)[1:-1].decode())
    ]
    return any(form.encode() in content for form in forms)


def disclosed(log: Log, player: str) -> list[Disclosed]:
    """What is sealed about a player, with the salts: enough to prove any of it to others."""
    keys = log.store.keys.get([player])
    key = keys.get(player)
    if key is None and player in keys:
        raise LedgerError(say("{player!r} was erased: nothing can be disclosed", player=player))
    if key is None:
        wrong = say("there is no key of {player!r} here: nothing can be disclosed", player=player)
        raise LedgerError(wrong, remedy=say("import --keys brings keys from another machine"))
    opened = []
    for position, state in log.store.containing(
        msgspec.json.encode(player)
    ):  # notes stand in tournaments, too
        seal = decode_stored(state).seal
        if seal is not None and seal.persons == (
            player,
        ):  # what names others as well is not for one of them
            opened += [
                Disclosed(player, position, opening.field, opening.value, opening.salt)
                for opening in openings(seal, key)
            ]
    return opened


def take_keys(place: str, keys: dict[str, bytes], file: Path) -> tuple[int, int]:
    """Keep the keys of a file, and say how many; also how many not, because the persons were erased.

    What was computed without them is thrown away.
    """
    with open_log(place) as log:
        with log.store.writing(log.tell, keep=True) as writing:
            erased = writing.erased()
            taken = {person: key for person, key in keys.items() if person not in erased}
            _refuse_other_keys(log, taken, file)
            writing.keys.put(
                taken | dict.fromkeys(erased)
            )  # "erased" is shown of them, not "(sealed)"
        throw_away_derived(place, log)
    return len(taken), len(erased & keys.keys())


def _refuse_other_keys(log: Log, keys: dict[str, bytes], file: Path) -> None:
    """A wrong key would never give way to the right one, and nothing could be read."""
    unseen = {f"player/{person}": key for person, key in keys.items()}
    for _, stream, state in chain.from_iterable(
        log.read_stored()
    ):  # a question for each person would take minutes
        if not unseen:
            return
        key = unseen.pop(stream, None)
        seal = None if key is None else decode_stored(state).seal
        if key is not None and seal is not None:
            _refuse_other_key(seal, key, file)


def _refuse_other_key(seal: Seal, key: bytes, file: Path) -> None:
    try:
        openings(seal, key)
    except LedgerError:
        wrong = say(
            "the key of {person!r} does not open what is sealed in this ledger; nothing was taken",
            person=seal.of,
        )
        remedy = say("give the keys that were exported with this log")
        raise LedgerError(wrong, place=str(file), remedy=remedy) from None
