"""Publishing a list: canonical files, a receipt, and an event in the log; and reproducing what was published."""

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec
from msgspec import Struct

from ledger import Checkpoint, LedgerError, Log, Proof
from ledger.events import ListPublished
from ledger.tree.listed import ProvedRow
from ledger.tree.note import SigningKey
from ledger.tree.verify import Check
from replay.lists.list_files import (
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
from replay.lists.rating_list import RatingList, other_rules
from replay.lists.since_published import (
    SincePublished,
    compared_with,
    is_list_of,
    lists_that_differ,
    reproduce,
)
from replay.office.office import Office, is_to_come
from replay.rules_choice import RulesChoice
from replay.which import ListWords
from replay.world.states import States
from wording import joined, say, say_n


class Published(Struct, frozen=True):
    """What publishing did."""

    made: RatingList
    position: int | None  # None: the list had been published before, unchanged
    files: tuple[Path, ...] = ()  # where the list is
    written: tuple[
        Path, ...
    ] = ()  # those files that were written now, perhaps of an earlier publication, too
    revises: int | None = None


class Publishing(TypedDict, total=False):
    """How a list is published."""

    revised: bool  # although it differs from the one that was published before
    ahead: bool  # although its day is still to come
    by: str | None  # who publishes it
    recorded: (
        datetime | None
    )  # when it was published, if that was earlier: history that is put on record
    key: SigningKey | None  # signs the checkpoint
    reason: str | None  # why it is published anew, or a remark; everybody can read it


def changed_since(since: SincePublished) -> LedgerError:
    """The list differs from the one that was published; it takes --revised to publish it anew."""
    event = since.published.event
    wrong = say(
        "the {scheme} list of {date} was published at #{position} and has changed since: {extent}",
        scheme=event.scheme,
        date=event.list_date,
        position=since.published.position,
        extent=since.extent,
    )
    remedy = say("publish --revised --reason TEXT writes the new list beside the old one")
    return LedgerError(wrong, remedy, code="changed-since", details=since)


def without_reason(published: Publication) -> LedgerError:
    """A revision stays beside the list for good, and so does its reason."""
    event = published.event
    return LedgerError(
        say(
            "this revises the {scheme} list of {date}, published at #{position}, and has no reason",
            scheme=event.scheme,
            date=event.list_date,
            position=published.position,
        ),
        say("say why, for everybody to read: --reason TEXT"),
        code="no-reason",
    )


def ahead_of_time(name: str, on: date) -> LedgerError:
    """The day of the list is still to come; it takes --ahead to publish it."""
    return LedgerError(
        say("the {scheme} list of {date} is of a day to come", scheme=name, date=on),
        say(
            "what is recorded until then will not be on it; publish --ahead publishes it all the same"
        ),
        code="ahead",
    )


def publish(
    office: Office,
    name: str,
    on: date,
    *,
    readings: Mapping[str, str] | None = None,
    **how: Unpack[Publishing],
) -> Published:
    """Make the list of a day, append ListPublished and write the files.

    The list is made from the log alone: nothing that was computed before is trusted with what stands for ever. Files
    of earlier publications are never overwritten; those that are missing are written again.
    """
    chosen = office.schemes[name]
    words = ListWords(name, on, rules=RulesChoice.under(readings))
    which = words.resolved(office)
    _, listed = chosen.list_in_force(which.rules, which.day)
    if listed != on:
        raise LedgerError(
            say("{name} has no list on {on}", name=name, on=on),
            remedy=say("the list in force then is that of {listed}", listed=listed),
        )
    if is_to_come(on) and not how.get("ahead"):
        raise ahead_of_time(name, on)
    with office.from_log_alone() as alone:
        which = words.resolved(alone)
        made = alone.list(which)
        if chosen.is_foreign and alone.list(which).digest != made.digest:
            wrong = say(
                "{name} made two different lists from the same log; nothing was published",
                name=name,
            )
            raise LedgerError(
                wrong,
                remedy=say("rating-ledger schemes check {name} shows what differs", name=name),
            )
        return _publish(alone, made, readings, how)


def _publish(
    office: Office, made: RatingList, readings: Mapping[str, str] | None, how: Publishing
) -> Published:
    name = made.scheme.name
    on = made.list_date
    earlier = publications(office.log, name, on)
    restored = [path for publication in earlier for path in restore_files(office, publication)]
    if earlier:
        last = earlier[-1]
        if is_list_of(last.event, made):
            return Published(made, None, paths(office, last), tuple(restored))
        if not how.get("revised"):
            raise changed_since(compared_with(office, last, made))
        if not (how.get("reason") or "").strip():
            raise without_reason(last)
    signed = office.log.keyring().signed(Checkpoint.parse(made.checkpoint), how.get("key"))
    made = replace(made, checkpoint=signed.text)
    receipt = made.published_receipt
    event = ListPublished(
        date=on, recorded=how.get("recorded"),
        scheme=name, version=receipt.version, list_date=on, at_position=receipt.position, rows=receipt.rows,
        root=receipt.root, checkpoint=receipt.checkpoint, rules=receipt.rules,
        readings=dict(readings) if readings else None, regulation=receipt.regulation, code=receipt.code,
        note=how.get("reason"),
    )  # fmt: skip
    if office.lists is not None:
        make_folder(office.lists)
    position = office.log.append([event], by=how.get("by")).head
    new = Publication(position, event, not earlier)
    written = (
        () if office.lists is None else write_published(office.lists, new, made, overwrite=True)
    )
    revises = earlier[-1].position if earlier else None
    return Published(made, position, paths(office, new), (*restored, *written), revises)


def restore_files(office: Office, published: Publication) -> tuple[Path, ...]:
    """Write those files of a published list that are missing, if the log still gives the list."""
    if office.lists is None or is_complete(office.lists, published):
        return ()
    made = reproduce(office, published.event)
    if not is_list_of(published.event, made):
        return ()
    make_folder(office.lists)
    return write_published(office.lists, published, made, overwrite=False)


def paths(office: Office, published: Publication) -> tuple[Path, ...]:
    if office.lists is None:
        return ()
    return tuple(office.lists / name for name in published.names)


def proof_of_event(log: Log, position: int, key: SigningKey | None) -> Proof:
    """The proof that an event stands in the log; its checkpoint is signed if a key is at hand."""
    proof = log.prove(position)
    if key is None:
        return proof
    signed = log.keyring().signed(Checkpoint.parse(proof.checkpoint), key)
    return msgspec.structs.replace(proof, checkpoint=signed.text)


def proof_of_list(
    office: Office, published: Publication, player: str | None, key: SigningKey | None
) -> Proof:
    """The proof that a list was published and, with a player, what it says of the player, or that it says nothing."""
    proof = proof_of_event(office.log, published.position, key)
    if player is None:
        return proof
    return msgspec.structs.replace(
        proof, listed=proved_rows(office, published.event, player), player=player
    )


def newest_publication(office: Office, name: str, on: date) -> Publication:
    """The last publication of a list."""
    earlier = publications(office.log, name, on)
    if not earlier:
        raise LedgerError(
            say("no {scheme} list of {on} was published", scheme=name, on=on),
            remedy=say("publish it first, or name another date"),
        )
    return earlier[-1]


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
        raise LedgerError(
            say("{name} is not reproduced from the log", name=name), remedy=say("run verify")
        )
    return tree.prove(player)


def check_lists(office: Office) -> Iterable[Check]:
    """Every published list, reproduced from the log alone, and the folder with their files."""
    if office.log.published() or (office.lists is not None and office.lists.exists()):
        yield from check_published(office)
        if office.lists is None:
            yield Check("files", True, say("no folder was named (--lists), nothing to compare"))
        else:
            yield from check_files(office.lists, office.log)


def check_published(office: Office) -> Iterable[Check]:
    """Reproduce every published list from the log alone and compare digests."""
    with (
        tempfile.TemporaryDirectory(prefix="rating-ledger-verify-") as scratch,
        office.from_log_alone() as alone,
    ):
        alone.states = States(Path(scratch))  # what one list leaves behind serves the next
        for published in all_publications(office.log):
            yield check_publication(alone, published)
        yield from _differing_now(alone)


def _differing_now(office: Office) -> Iterable[Check]:
    """The published lists that would be others today. That is no failure: corrections come in later."""
    for since in lists_that_differ(office):
        extent = say("{extent}; that is no failure", extent=since.extent)
        yield Check(say("today: {list}", list=since.name), True, extent)


def check_publication(office: Office, published: Publication) -> Check:
    """Make a published list again and compare it with what is on record, and with its files."""
    event = published.event
    name = say(
        "list {scheme} {date} (#{position})",
        scheme=event.scheme,
        date=event.list_date,
        position=published.position,
    )
    try:
        made = reproduce(office, event)
    except LedgerError as error:
        if not error.is_of_rules:
            raise
        return Check(name, False, joined(" → ", filter(None, (error.wrong, error.remedy))))
    others = other_rules(made, event.regulation, event.code, event.rules)
    if not is_list_of(event, made):
        if event.root is None and (unread := made.unread_names):
            return Check(
                name,
                True,
                say_n(
                    "published in format 1, names included: {number} name can no longer be read, "
                    "its digest not be made again",
                    "published in format 1, names included: {number} names can no longer be read, "
                    "its digest not be made again",
                    unread,
                ),
            )
        rows = "" if office.lists is None else differing_rows(office.lists, published, made)
        ours, theirs = (made.tree.root, event.root) if event.root else (made.digest, event.digest)
        return Check(
            name,
            False,
            say(
                "not reproduced: {others}digest {digest}, published {published}{rows}",
                others=others,
                digest=ours,
                published=theirs,
                rows=rows,
            ),
        )
    outcome = say_n(
        "{number} row reproduced from #{position}",
        "{number} rows reproduced from #{position}",
        event.rows,
        position=event.at_position,
    )
    if others:
        outcome = say(
            "{told}; {others}they happen to give the same rows", told=outcome, others=others
        )
    if office.lists is None:
        return Check(name, True, outcome)
    if made.has_sealed_names:  # the files have the names, and may be the only ones that do
        return Check(
            name,
            True,
            say("{told}; its files not compared, because keys are not here", told=outcome),
        )
    if wrong := wrong_files(office.lists, published, made):
        return Check(name, False, say("reproduced, but {wrong}", wrong=joined("; ", wrong)))
    return Check(name, True, outcome)
