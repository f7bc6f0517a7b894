"""Is the log what it was? Everything recomputed from the stored bytes, one answer for each question."""

from collections import deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.log.log import Log
from ledger.log.sqlite import RESTORE
from ledger.log.store import Reads, Store
from ledger.log.stretches import each
from ledger.log.wire_format import RECORDED, is_head
from ledger.tree.checkpoint import Checkpoint
from ledger.tree.inspection import STRETCH, Finding, Stretch, inspect
from ledger.tree.keyring import Keyring
from ledger.tree.merkle import EMPTY_ROOT, full_root
from ledger.tree.tree import SIZE, WIDTH, Tree
from wording import joined, say, say_n
from wording.visible import visible

Advance = Callable[[int], None]
Cut = tuple[int, int] | None  # after, until; None: the database itself
FAR = 2**62
LEVELS = 8  # beyond any log
NAMED = 3  # persons in an answer
SIDE_BY_SIDE = 12 * STRETCH  # events from which a second process pays


class Check(Struct, frozen=True):
    """One line of `verify`."""

    name: str
    ok: bool
    detail: str


def examine(
    log: Log, *, checkpoint: Checkpoint | None = None, advance: Advance | None = None
) -> list[Check]:
    """All checks of the log itself; `checkpoint` is one that somebody kept outside of it."""
    try:
        head = log.head
        damage, stretches = _inspected(log, head, advance)
        whole = _joined(log.store, stretches, head)
        tree = Recomputed(log.store, stretches, head)
        if "positions" not in whole.findings:
            tree.compare(whole)
    except LedgerError as error:
        return [unreadable(error)]
    checks = [_database(log.store, damage), _triggers(log.store)]
    checks += [_answer(whole, name, say(good, number=head)) for name, good in QUESTIONS.items()]
    checks.append(_lost_keys(log.store, whole) or _answer(whole, "seals", _seals(whole)))
    checks.append(_checkpoints(log, whole, tree, head))
    if checkpoint is not None:
        checks.append(_outside(log, checkpoint, whole, tree, head))
    return checks


def unreadable(error: LedgerError) -> Check:
    """The answer where the database cannot even be read."""
    return Check(
        "database",
        False,
        joined("; ", filter(None, (error.wrong, error.remedy))),
    )


def _database(store: Store, damage: list[str]) -> Check:
    if not damage:
        return Check("database", True, store.sound)
    damages = visible(", ".join(" ".join(one.split()) for one in damage))
    return Check("database", False, joined("; ", (damages, RESTORE)))


def _triggers(store: Store) -> Check:
    """Without them whoever reaches the database can change it by a mistake, or so that only checkpoints tell."""
    missing = store.unprotected()
    if not missing:
        return Check(
            "triggers", True, say("the database refuses to change or delete what was appended")
        )
    wrong = say(
        "the database does not protect the log: {triggers} is missing or was changed; have the owner of the ledger run "
        "init, which puts it back, and find out who took it away",
        triggers=", ".join(missing),
    )
    return Check("triggers", False, wrong)


QUESTIONS = {
    "positions": say("{number} positions without a gap"),
    "recorded": say("{number} recorded times that never go back"),
    "streams": say("{number} versions without a gap in their streams"),
    "events": say("{number} events that can be read, each in its own stream"),
    "hashes": say("{number} events as they were hashed, tree as it was stored"),
}


def _seals(whole: Stretch) -> str:
    """How many seals were opened, and how many could not be: of the erased, and of those whose keys are not here."""
    sentences = [
        say_n(
            "{number} seal opens with its key",
            "{number} seals open, each with its key",
            whole.opened,
        )
    ]
    gone = whole.closed.keys() & set(whole.erased)
    if gone:
        sentences.append(
            say_n(
                "data of {number} erased person cannot be opened, as intended",
                "data of {number} erased persons cannot be opened, as intended",
                len(gone),
            )
        )
    if missing := whole.closed.keys() - gone:
        persons = say_n("{number} person", "{number} persons", len(missing))
        number = sum(whole.closed[person] for person in missing)
        sentences.append(
            say_n(
                "{number} seal of {persons} could not be opened, because the keys are not here",
                "{number} seals of {persons} could not be opened, because the keys are not here",
                number,
                persons=persons,
            )
        )
    return joined("; ", sentences)


def _lost_keys(store: Store, whole: Stretch) -> Check | None:
    """Keys that are missing among others are lost. A copy of the log without any key is whole."""
    missing = sorted(whole.closed.keys() - set(whole.erased))
    if not missing or "seals" in whole.findings:
        return None
    if not any(key is not None for key in store.keys.everybody().values()):
        return None
    lost = say_n(
        "the key of {number} person is lost, and no erasure is on record: {persons}; import --keys puts it back from "
        "a copy of the keys",
        "the keys of {number} persons are lost, and no erasure is on record: {persons}; import --keys puts them back "
        "from a copy of the keys",
        len(missing),
        persons=", ".join([*missing[:NAMED], *(["…"] if len(missing) > NAMED else [])]),
    )
    return Check("seals", False, lost)


def _answer(whole: Stretch, name: str, good: str) -> Check:
    finding = whole.findings.get(name)
    if finding is None and "positions" in whole.findings:
        return _not_seen(name, whole)
    if finding is None:
        return Check(name, True, good)
    return Check(
        name,
        False,
        say("position {position}: {wrong}", position=finding.position, wrong=finding.wrong),
    )


def _not_seen(name: str, whole: Stretch) -> Check:
    """A position is missing, so the rest of the log was not examined: the check fails."""
    return Check(
        name, False, say("not examined in full: {why}", why=whole.findings["positions"].wrong)
    )


def _inspected(log: Log, head: int, advance: Advance | None) -> tuple[list[str], list[Stretch]]:
    """What is wrong with the database, and all stretches of the log."""
    cuts: list[Cut] = [(after, min(after + STRETCH, head)) for after in range(0, head, STRETCH)]
    damage: list[str] = []
    stretches: list[Stretch] = []
    for result in each(log.store, _inspect, [None, *cuts], many=head >= SIDE_BY_SIDE):
        if not isinstance(result, Stretch):
            damage = result
            continue
        stretches.append(result)
        if advance is not None:
            advance(result.until)
    return damage, stretches


def _inspect(reads: Reads, cut: Cut) -> list[str] | Stretch:
    """The damage of the database, or a stretch of the log."""
    if cut is None:
        return reads.damage()
    return inspect(reads, *cut)


def _joined(reads: Reads, stretches: Iterable[Stretch], head: int) -> Stretch:
    """The findings of all stretches, and what can only be seen across them."""
    whole = Stretch(0, head)
    for stretch in stretches:
        for name, finding in stretch.findings.items():
            whole.find(name, finding.position, finding.wrong)
        if is_head(stretch.first_head) and stretch.first_head[RECORDED] < whole.last_head[RECORDED]:
            whole.find("recorded", stretch.after + 1, say("recorded before the event before it"))
        whole.last_head = stretch.last_head
        for stream, (version, position) in stretch.starts.items():
            last = whole.ends.get(stream, 0)
            if version != last + 1:
                steps = {"stream": stream, "last": last, "version": version}
                whole.find(
                    "streams",
                    position,
                    say("{stream} goes from version {last} to {version}", **steps),
                )
        whole.ends.update(stretch.ends)
        whole.published += stretch.published
        whole.keys += stretch.keys
        whole.opened += stretch.opened
        whole.erased += stretch.erased
        for person, many in stretch.closed.items():
            whole.closed[person] = whole.closed.get(person, 0) + many
        for position, withdraws, stream in stretch.withdrawn:
            target = reads.located(withdraws)
            if withdraws >= position or target is None or target[0] != stream:
                target_place = {"position": withdraws, "stream": stream}
                wrong = say(
                    "withdraws position {position}, which does not stand in {stream}",
                    **target_place,
                )
                whole.find("events", position, wrong)
    return whole


class Recomputed:
    """The tree above the leaves, computed anew and compared with the stored one."""

    def __init__(self, reads: Reads, stretches: Iterable[Stretch], head: int) -> None:
        self._reads = reads
        self._head = head
        self._differing = {
            index: tile for stretch in stretches for index, tile in stretch.differing.items()
        }
        self._levels: list[list[bytes]] = [
            [root for stretch in stretches for root in stretch.roots]
        ]
        while len(self._levels[-1]) >= WIDTH:
            row = self._levels[-1]
            full = len(row) // WIDTH
            self._levels.append(
                [full_root(row[at * WIDTH : (at + 1) * WIDTH]) for at in range(full)]
            )

    def tile(self, level: int, index: int) -> bytes | None:
        if level == 0:
            return self._differing.get(index) or self._reads.tile(
                0, index
            )  # compared with the events already
        if level > len(self._levels):
            return None
        return b"".join(self._levels[level - 1][index * WIDTH : (index + 1) * WIDTH])

    def compare(self, whole: Stretch) -> None:
        """Find stored tiles that differ. A changed event has been found already and is not reported twice."""
        if self._reads.tiles(0, -(-self._head // WIDTH), FAR):
            whole.find("hashes", self._head + 1, say("the hash tree has more events than the log"))
        for level in range(1, LEVELS):
            if level <= len(self._levels):
                full = len(self._levels[level - 1])
            else:
                full = 0
            for index in self._reads.tiles(level, -(-full // WIDTH), FAR):
                wrong = say(
                    "tile {tile} of level {level} of the tree belongs to nothing",
                    tile=index,
                    level=level,
                )
                whole.find("hashes", self._head + 1, wrong)
        for level, row in enumerate(self._levels, 1):
            for index in range(-(-len(row) // WIDTH)):
                ours = self.tile(level, index) or b""
                stored = self._reads.tile(level, index) or b""
                if ours != stored:
                    self._find(whole, level, index, _first_difference(ours, stored))

    def _find(self, whole: Stretch, level: int, index: int, at: int) -> None:
        span = WIDTH**level
        first = (index * WIDTH + at) * span + 1
        earlier = whole.findings.get("hashes")
        if earlier is None or earlier.position >= first + span:
            wrong = say(
                "tile {tile} of level {level} of the hash tree was changed", tile=index, level=level
            )
            whole.find("hashes", first, wrong)

    def root(self, size: int) -> bytes | None:
        try:
            return Tree(self).root(size)
        except LedgerError:
            return None


def _first_difference(ours: bytes, stored: bytes) -> int:
    """The number of the first hash in which two tiles differ."""
    for at in range(0, len(ours), SIZE):
        if ours[at : at + SIZE] != stored[at : at + SIZE]:
            return at // SIZE
    return len(ours) // SIZE


def _checkpoints(log: Log, whole: Stretch, tree: Recomputed, head: int) -> Check:
    """The root at every published list, against the checkpoint published with it."""
    if "positions" in whole.findings:
        return _not_seen("checkpoints", whole)
    strangers = 0
    older = 0
    keys = deque(whole.keys)
    keyring = Keyring()
    for position, event in whole.published:
        try:
            while keys and keys[0][0] < position:
                keyring.apply(keys[0][1], keys.popleft()[0])
            published, refusal = (read := Checkpoint.parse(event.checkpoint)), keyring.refusal(read)
        except LedgerError as error:
            return _wrong_at(position, error.wrong)
        size = event.at_position
        is_in_log = published.size == size < position
        fits = is_in_log and tree.root(size) == published.root
        if not fits and not (is_in_log and event.is_from_before(log.origin, published.origin)):
            return _wrong_at(
                position, say("the log up to {position} is not what it was", position=size)
            )
        if refusal:
            return _wrong_at(position, refusal)
        strangers += published.origin != log.origin
        older += not fits
    fits_all = say_n(
        "the log fits {number} published checkpoint",
        "the log fits {number} published checkpoints",
        len(whole.published) - older,
    )
    if strangers:
        fits_all = say("{fits}; {number} under another origin", fits=fits_all, number=strangers)
    if older:
        fits_all = say(
            "{fits}, {number} of them of the log of format 1 that this one was made from",
            fits=fits_all, number=older,
        )  # fmt: skip
    return Check("checkpoints", True, fits_all)


def _wrong_at(position: int, wrong: str) -> Check:
    return Check(
        "checkpoints", False, say("position {position}: {wrong}", position=position, wrong=wrong)
    )


def _outside(
    log: Log, checkpoint: Checkpoint, whole: Stretch, tree: Recomputed, head: int
) -> Check:
    name = "given checkpoint"
    if "positions" in whole.findings:
        return _not_seen(name, whole)
    if checkpoint.origin != log.origin:
        origins = {"origin": checkpoint.origin, "own": log.origin}
        return Check(name, False, say("it is of {origin}, this ledger is {own}", **origins))
    if checkpoint.size == 0 and checkpoint.root == EMPTY_ROOT:
        return Check(name, True, say("it is of the empty log and shows nothing"))
    if checkpoint.size > head:
        events = say_n("{number} event", "{number} events", checkpoint.size)
        return Check(
            name, False, say("it has {events}, the log only {number}", events=events, number=head)
        )
    if tree.root(checkpoint.size) != checkpoint.root:
        return Check(
            name,
            False,
            say("the log up to {position} is not what it was", position=checkpoint.size),
        )
    return Check(
        name, True, say("the log up to {position} is what it was", position=checkpoint.size)
    )


__all__ = ["Check", "Finding", "examine"]
