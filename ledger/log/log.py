"""The immutable log: what happened, in order, never changed."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import force_setattr

from ledger.errors import LedgerError
from ledger.events import AnyEvent, PersonErased
from ledger.item import Advance, Appended, Item, Note
from ledger.log.store import Batch, Reads, Store
from ledger.log.stretches import Result, each
from ledger.log.wire_format import (
    HEAD_LENGTH,
    KEYS,
    RECORDED,
    decode_batch,
    decode_stored,
    encode_content,
    instant,
    recorded_of,
)
from ledger.text import lines_with
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.keyring import Keyring
from ledger.tree.proof import Consistency, Proof
from ledger.tree.tree import Tree
from wording import say
from wording.visible import visible_lines

if TYPE_CHECKING:
    from ledger.append.append import Append

CHUNK = 10_000
STRETCH = 50_000
FEW = 5  # events that one process works on at a time; stretches that one process does alone
Cut = tuple[int, int]


def _tell(message: str) -> None:
    with suppress(OSError):  # nobody reads it any more
        sys.stderr.write(f"rating-ledger: {visible_lines(message)}\n")


class Log:
    """A ledger's log. Reading is in chunks and never holds up an import; appending is all or nothing."""

    def __init__(self, store: Store, origin: str, *, is_old: bool = False) -> None:
        """`is_old`: of format 1, which sealed nothing; such a log is read and exported, not appended to."""
        self.store = store
        self.origin = origin
        self._is_old = is_old
        self.tell = _tell

    def __enter__(self) -> "Log":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.store.close()

    @property
    def head(self) -> int:
        """The newest position; 0 if the log is empty."""
        return self.store.head()

    # Reading

    def read_stored(
        self, after: int = 0, until: int | None = None, size: int = CHUNK
    ) -> Iterator[Batch]:
        """Batches of (position, stream, state) in order of position."""
        end = self.head if until is None else min(until, self.head)
        while after < end:
            batch = self.store.rows(after, end, size)
            if not batch:
                return
            after = batch[-1][0]
            yield batch

    def over_stretches(
        self, work: Callable[[Reads, Cut], Result], after: int, until: int
    ) -> Iterator[Result]:
        """The results of work on stretches of positions, (after, until], in order; side by side if there are many."""
        cuts = [(begin, min(begin + STRETCH, until)) for begin in range(after, until, STRETCH)]
        return each(self.store, work, cuts, many=len(cuts) > FEW)

    def read(self, after: int = 0, until: int | None = None) -> Iterator[tuple[int, AnyEvent]]:
        """(position, event) in order of position."""
        for batch in self.read_stored(after, until):
            try:
                events = decode_batch([row[2] for row in batch])
            except (msgspec.MsgspecError, TypeError):
                events = [_decoded(position, state) for position, _, state in batch]
            for row, event in zip(batch, self.store.opened(events), strict=True):
                force_setattr(event, "position", row[0])
                yield row[0], event

    def opened(self, events: list[AnyEvent]) -> list[AnyEvent]:
        """Events as they were given, with what is sealed in them, as far as there are keys."""
        return self.store.opened(events)

    def opened_states(self, states: list[bytes]) -> list[bytes]:
        """Stored events as they would be without seals."""
        places = lines_with(b"\n".join(states), b'"seal":')
        plain = list(states)
        for place, event in zip(
            places, self.store.opened(decode_batch([states[at] for at in places])), strict=True
        ):
            plain[place] = states[place][:HEAD_LENGTH] + encode_content(event)[1:]
        return plain

    def stream(self, stream: str) -> Iterator[tuple[int, AnyEvent]]:
        """(position, event) of one stream."""
        rows = self.store.stream(stream)
        yield from zip(
            [position for position, _ in rows],
            self.store.opened([_decoded(*row) for row in rows]),
            strict=True,
        )

    def event(self, position: int) -> AnyEvent:
        return self.store.opened([_decoded(position, self.stored(position))])[0]

    def stored(self, position: int) -> bytes:
        """The event at a position as stored: a leaf of the tree."""
        state = self.store.state(position) if position > 0 else None
        if state is None:
            raise LedgerError(
                say("there is no position {position}", position=position),
                remedy=say("the log has positions 1 to {head}", head=self.head)
                if self.head
                else "",
            )
        return state

    def recorded(self, position: int) -> datetime:
        return recorded_of(self.stored(position))

    def position_at(self, moment: datetime) -> int:
        """The newest position recorded at or before a moment; 0 if there is none."""
        wanted = instant(moment)
        low = 0
        high = self.head
        while low < high:
            middle = (low + high + 1) // 2
            if self.stored(middle)[RECORDED] <= wanted:
                low = middle
            else:
                high = middle - 1
        return low

    def has_erasures(self, after: int) -> bool:
        """Was a person erased after a position?"""
        return any(
            topic == PersonErased.__name__ for _, _, topic in self.store.placed(after, self.head)
        )

    def published(self) -> list[int]:
        """The positions of all published lists."""
        return self.store.positions("list/")

    def keyring(self) -> Keyring:
        """The keys that the log has announced."""
        keyring = Keyring()
        for position, event in self.stream(KEYS):
            keyring.apply(event, position)
        return keyring

    # Appending

    def append(
        self,
        items: Iterable[AnyEvent | Item],
        *,
        dry_run: bool = False,
        ref: str | None = None,
        by: str | None = None,
        advance: Advance | None = None,
        note: Note | None = None,
    ) -> Appended:
        """Append everything or, if anything is wrong, nothing, and raise a LedgerError (`refused`) with all of it.

        `ref` and `by` (who records it) are put on every event that has none of its own. Events for which `note`
        is true are handed back with their places.
        """
        from ledger.append.append import Append  # not at the head: who only reads needs no judges

        self._refuse_if_old()
        name = getattr(items, "name", "")
        seen_until = getattr(items, "seen_until", 0)
        if dry_run:  # holds no lock: others append while a file is looked at
            work = Append(self.store, None, name, ref=ref, by=by, note=note, seen_until=seen_until)
            work.run(items, advance)
            return work.outcome()
        try:
            with self.store.writing(self.tell, keep=True) as writing:
                work = Append(
                    writing, writing, name, ref=ref, by=by, note=note, seen_until=seen_until
                )
                work.run(items, advance)
        except LedgerError as broken:
            if broken.code != "unconfirmed":
                raise
            self._confirm(work, broken)
        return work.outcome()

    def _refuse_if_old(self) -> None:
        if self._is_old:
            raise LedgerError(
                say(
                    "this ledger is of format 1: it can be read and exported, and nothing can be appended to it"
                ),
                place=self.store.name,
                remedy=say(
                    "export -o log.jsonl, init a new ledger, and import log.jsonl into it (rating-ledger help trust)"
                ),
            )

    def _confirm(self, work: "Append", broken: LedgerError) -> None:
        """The connection broke at the commit: ask the log whether it has the events."""
        said = broken.wrong
        try:
            with self.store.writing(
                self.tell, keep=False
            ) as after:  # waits until the broken append has ended
                stored = work.position == work.start or after.state(work.position) == work.newest
        except LedgerError as error:
            raise LedgerError(
                say(
                    "{said}, and the log cannot be asked ({wrong}): the events may or may not be stored",
                    said=said,
                    wrong=error.wrong,
                ),
                place=broken.problems[0].place,
                remedy=say(
                    "run the command again when the server answers; events that are stored are recognised"
                ),
            ) from broken
        if not stored:
            raise LedgerError(
                say("{said}; nothing was appended", said=said),
                place=broken.problems[0].place,
                remedy=say("run the command again"),
            ) from broken
        self.tell(
            say(
                "{said} after the commit; the log was asked again: the events are stored", said=said
            )
        )

    def rehearse(
        self, items: Iterable[AnyEvent | Item], *, ref: str | None = None, by: str | None = None
    ) -> list[tuple[int, AnyEvent]]:
        """The events as they would stand after an append; judged the same way, nothing written."""
        from ledger.append.append import Append

        work = Append(self.store, None, getattr(items, "name", ""), ref=ref, by=by)
        work.run(items)
        return list(work.as_they_would_stand())

    # Tamper evidence

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` events (default: all)."""
        return self._tree.root(self._size(size))

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        size = self._size(size)
        return Checkpoint(self.origin, size, self._tree.root(size))

    def prove(self, position: int, size: int | None = None, *, since: int | None = None) -> Proof:
        """Prove that an event stands in the log; with `since`, also that the log has only grown since that size."""
        size = self._size(size)
        stored = self.stored(position)
        if position > size:
            raise LedgerError(
                say(
                    "position {position} is not among the first {size} events",
                    position=position,
                    size=size,
                )
            )
        path = tuple(self._tree.inclusion(position - 1, size))
        if since is None:
            grown = None
        else:
            grown = self.consistency(since, size)
        return Proof(position, stored.decode(), path, self.checkpoint(size).text, grown)

    def consistency(self, old: int, new: int | None = None) -> Consistency:
        """Prove that the log of `old` events is the beginning of the log of `new` events."""
        new = self._size(new)
        if not 0 <= old <= new:
            raise LedgerError(
                say("a log of {new} events was never {old} events long", new=new, old=old),
                remedy=say("give 0 to {most}", most=new),
            )
        return Consistency(self.checkpoint(old).text, tuple(self._tree.consistency(old, new)))

    @property
    def _tree(self) -> Tree:
        return Tree(self.store)

    def _size(self, size: int | None) -> int:
        head = self.head
        if size is None:
            return head
        if not 0 <= size <= head:
            raise LedgerError(
                say("there is no position {size}", size=size),
                remedy=say("the log has {head} events", head=head),
            )
        return size


def _decoded(position: int, state: bytes) -> AnyEvent:
    try:
        event = decode_stored(state)
    except (
        msgspec.MsgspecError,
        TypeError,
        AttributeError,
    ) as error:  # a changed database may give anything
        raise LedgerError(
            say("position {position} cannot be read: {error}", position=position, error=str(error)),
            excerpt=state[:100].decode("utf-8", "replace")
            if isinstance(state, bytes)
            else str(state)[:100],
            remedy=say(
                "the ledger was damaged or changed from outside: run verify, restore it from a copy"
            ),
        ) from error
    force_setattr(event, "position", position)
    return event
