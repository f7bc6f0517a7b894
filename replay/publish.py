"""Publishing a list: canonical files, a receipt, and an event in the log; and reproducing what was published."""

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger import Checkpoint, LedgerError, Log, Proof
from ledger.events import ListPublished
from ledger.listed import ProvedRow
from ledger.note import SigningKey
from ledger.verify import Check
from projections import Snapshot
from replay.language import tr, tr_n
from replay.list_files import (
    Publication,
    all_publications,
    check_files,
    differing_rows,
    is_complete,
    make_folder,
    publications,
    write_published,
    wrong_files,
)
from replay.office import Office
from replay.rating_list import RatingList, make_list, other_rules
from replay.states import States
from replay.world import World, replay
from schemes import SchemeError, scheme
from wording import say, say_n


class Published(Struct, frozen=True):
    """What publishing did."""

    made: RatingList
    position: int | None  # None: the list had been published before, unchanged
    files: tuple[Path, ...] = ()
    revises: int | None = None


class ChangedSince(LedgerError):
    """The list differs from the one that was published; it takes --revised to publish it anew."""

    def __init__(self, before: ListPublished, position: int, difference: list[tuple[str, str, str]]) -> None:
        self.difference = difference
        super().__init__(
            say_n(
                "the {scheme} list of {date} was published at #{position} and has changed since in {number} row",
                "the {scheme} list of {date} was published at #{position} and has changed since in {number} rows",
                len(difference),
                scheme=before.scheme,
                date=before.list_date,
                position=position,
            ),
            remedy=say("publish --revised writes the new list beside the old one"),
        )


def publish(
    office: Office,
    name: str,
    on: date,
    *,
    readings: Mapping[str, str] | None = None,
    revised: bool = False,
    by: str | None = None,
    key: SigningKey | None = None,
) -> Published:
    """Make the list of a day, append ListPublished and write the files; `by` says who publishes it, `key` signs.

    The list is made from the log alone: nothing that was computed before is trusted with what stands for ever. Files
    of earlier publications are never overwritten; those that are missing are written again.
    """
    chosen = scheme(name)
    rules = chosen.rules(readings=readings)
    _, listed = chosen.list_in_force(rules, office.checked_day(on))
    if listed != on:
        raise LedgerError(
            say("{name} has no list on {on}", name=name, on=on),
            remedy=say("the list in force then is that of {listed}", listed=listed),
        )
    with office.from_log_alone() as alone:
        made = alone.list(name, on, readings=readings)
        if chosen.is_foreign and alone.list(name, on, readings=readings).digest != made.digest:
            wrong = say("{name} made two different lists from the same log; nothing was published", name=name)
            raise LedgerError(wrong, remedy=say("rating-ledger schemes check {name} shows what differs", name=name))
        return _publish(alone, made, readings, revised, by, key)


def _publish(
    office: Office,
    made: RatingList,
    readings: Mapping[str, str] | None,
    revised: bool,
    by: str | None,
    key: SigningKey | None,
) -> Published:
    name, on = made.scheme.name, made.list_date
    earlier = publications(office.log, name, on)
    for each in earlier:
        restore_files(office, each)
    if earlier:
        last = earlier[-1]
        if is_list_of(last.event, made):
            return Published(made, None, paths(office, last))
        if not revised:
            raise ChangedSince(last.event, last.position, difference(reproduce(office, last.event), made))
    signed = office.log.keyring().signed(Checkpoint.parse(made.checkpoint), key)
    made = replace(made, checkpoint=signed.text)
    receipt = made.published_receipt
    event = ListPublished(
        date=on, scheme=name, version=receipt.version, list_date=on, at_position=receipt.position, rows=receipt.rows,
        root=receipt.root, checkpoint=receipt.checkpoint, rules=receipt.rules,
        readings=dict(readings) if readings else None, regulation=receipt.regulation, code=receipt.code,
    )  # fmt: skip
    if office.lists is not None:
        make_folder(office.lists)
    position = office.log.append([event], by=by).head
    new = Publication(position, event, not earlier)
    files = () if office.lists is None else write_published(office.lists, new, made, overwrite=True)
    return Published(made, position, files, earlier[-1].position if earlier else None)


def restore_files(office: Office, published: Publication) -> None:
    """Write those files of a published list that are missing, if the log still gives the list."""
    if office.lists is None or is_complete(office.lists, published):
        return
    made = reproduce(office, published.event)
    if is_list_of(published.event, made):
        make_folder(office.lists)
        write_published(office.lists, published, made, overwrite=False)


def paths(office: Office, published: Publication) -> tuple[Path, ...]:
    return () if office.lists is None else tuple(office.lists / name for name in published.names)


def reproduce(office: Office, event: ListPublished) -> RatingList:
    """Make a published list again from the log at its position."""
    chosen = scheme(event.scheme)
    rules = chosen.rules(readings=event.readings or {})
    snapshot = Snapshot(office.model, event.at_position)
    world = World(chosen, rules, snapshot, office.log.origin)
    return make_list(replay(world, office.states, event.list_date), event.checkpoint)


def is_list_of(event: ListPublished, made: RatingList) -> bool:
    """Is a list the one that was published? Format 1 published the digest of the csv file, names included."""
    return made.tree.root == event.root if event.root else made.digest == event.digest


def proof_of_event(log: Log, position: int, key: SigningKey | None) -> Proof:
    """The proof that an event stands in the log; its checkpoint is signed if a key is at hand."""
    proof = log.prove(position)
    if key is None:
        return proof
    signed = log.keyring().signed(Checkpoint.parse(proof.checkpoint), key)
    return msgspec.structs.replace(proof, checkpoint=signed.text)


def proof_of_list(office: Office, published: Publication, player: str | None, key: SigningKey | None) -> Proof:
    """The proof that a list was published and, with a player, what it says of the player, or that it says nothing."""
    proof = proof_of_event(office.log, published.position, key)
    if player is None:
        return proof
    return msgspec.structs.replace(proof, listed=proved_rows(office, published.event, player), player=player)


def proved_rows(office: Office, event: ListPublished, player: str) -> tuple[ProvedRow, ...]:
    """A player's row of a published list with its path; or the rows between which it would stand."""
    name = say("the {scheme} list of {date}", scheme=event.scheme, date=event.list_date)
    if event.root is None:
        raise LedgerError(
            say("{name} is of format 1, which published no tree of rows", name=name),
            remedy=say("publish it --revised"),
        )
    with office.from_log_alone() as alone:
        tree = reproduce(alone, event).tree
    if tree.root != event.root:
        raise LedgerError(say("{name} is not reproduced from the log", name=name), remedy=say("run verify"))
    return tree.prove(player)


def difference(before: RatingList, after: RatingList) -> list[tuple[str, str, str]]:
    """The rows in which two lists differ: player, then the row on each side ("" where it is absent)."""
    at = before.table.column_names.index("player")
    sides = [
        {str(row[at]): ",".join("" if v is None else str(v) for v in row) for row in made.rows}
        for made in (before, after)
    ]
    return [
        (player, sides[0].get(player, ""), sides[1].get(player, ""))
        for player in sorted(sides[0].keys() | sides[1].keys())
        if sides[0].get(player) != sides[1].get(player)
    ]


def check_lists(office: Office) -> Iterable[Check]:
    """Every published list, reproduced from the log alone, and the folder with their files."""
    if office.log.published() or (office.lists is not None and office.lists.exists()):
        yield from check_published(office)
        if office.lists is None:
            yield Check("files", True, tr("no folder was named (--lists), nothing to compare"))
        else:
            yield from check_files(office.lists, office.log)


def check_published(office: Office) -> Iterable[Check]:
    """Reproduce every published list from the log alone and compare digests."""
    with tempfile.TemporaryDirectory(prefix="rating-ledger-verify-") as scratch, office.from_log_alone() as alone:
        alone.states = States(Path(scratch))  # what one list leaves behind serves the next
        for published in all_publications(office.log):
            yield check_publication(alone, published)


def check_publication(office: Office, published: Publication) -> Check:
    """Make a published list again and compare it with what is on record, and with its files."""
    event = published.event
    named = {"scheme": event.scheme, "date": event.list_date, "position": published.position}
    name = tr("list {scheme} {date} (#{position})", **named)
    try:
        made = reproduce(office, event)
    except SchemeError as error:
        return Check(name, False, " ".join(tr(error.text).split()))
    others = other_rules(made, event.regulation, event.code, event.rules)
    if not is_list_of(event, made):
        if event.root is None and (unread := made.unread_names):
            return Check(name, True, _unread(unread))
        rows = "" if office.lists is None else differing_rows(office.lists, published, made)
        ours, theirs = (made.tree.root, event.root) if event.root else (made.digest, event.digest)
        digests = {"others": others, "digest": ours, "published": theirs, "rows": rows}
        return Check(name, False, tr("not reproduced: {others}digest {digest}, published {published}{rows}", **digests))
    told = tr_n(
        "{number} row reproduced from #{position}",
        "{number} rows reproduced from #{position}",
        event.rows,
        position=event.at_position,
    )
    if office.lists is None:
        return Check(name, True, told)
    if made.has_sealed_names:  # the files have the names, and may be the only ones that do
        return Check(name, True, tr("{told}; its files not compared, because keys are not here", told=told))
    if wrong := wrong_files(office.lists, published, made):
        return Check(name, False, tr("reproduced, but {wrong}", wrong="; ".join(wrong)))
    return Check(name, True, told)


def _unread(names: int) -> str:
    return tr_n(
        "published in format 1, names included: {number} name can no longer be read, its digest not be made again",
        "published in format 1, names included: {number} names can no longer be read, its digest not be made again",
        names,
    )
