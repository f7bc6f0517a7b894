"""verify, prove and check-proof: is the log what it was, and can others see it?"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec.structs import replace

from ledger import Checkpoint, LedgerError, Log, Proof, open_log
from ledger.description import detail, subject
from ledger.errors import Damaged
from ledger.note import WITNESS
from ledger.proof import failures, row_of
from ledger.text import counted, visible
from ledger.trust import Trust
from ledger.verify import Check, examine, unreadable
from ledger.wire_format import decode_stored
from ledger.witness import Continuation
from replay.commands.options import current_place, only_with
from replay.key_files import given_key, given_public_keys
from replay.output import Output
from replay.terminal import progress, remark, tell


def verify(
    *,
    checkpoint: str | None = None,
    receipt: Path | None = None,
    list_: Annotated[Path | None, Parameter(name="--list")] = None,
    output: Output = Output(),
) -> int:
    """Check the log, its checkpoints and every published list. Exit 1 if anything is not as it was.

    Parameters
    ----------
    checkpoint
        A checkpoint kept outside the ledger, as a file or as text: the log must build on it. A receipt has one, too.
    receipt
        Instead of every published list, make the list of this receipt again; the log must build on its checkpoint.
    list_
        With --receipt: a csv file that must be that list.
    """
    if receipt is None:
        only_with("--receipt, which says what the list was made from", {"--list": list_})
    kept = given_checkpoint(str(receipt) if checkpoint is None and receipt is not None else checkpoint)
    checks, head = _checks(kept, partial(_of_receipt, receipt, list_) if receipt is not None else _lists)
    rows = [(check.name, "ok" if check.ok else "FAILED", check.detail) for check in checks]
    output.rows(("check", "result", "detail"), rows, keep=("result", "detail"))
    if not all(check.ok for check in checks):
        return 1
    remark(_not_seen(kept, head))
    return 0


def _not_seen(kept: Checkpoint | None, head: int) -> str:
    """One line about what the log alone cannot show; nothing if a kept checkpoint speaks for all of it."""
    if kept is not None and kept.size == head:
        return ""
    what = "" if kept is None else f" after position {kept.size}"
    how = "rating-ledger prove -o kept.txt, and later verify --checkpoint kept.txt"
    return (
        f"not seen: whether the last events were removed or recorded times were shifted{what}, together with the "
        f"hashes; keep a {'' if kept is None else 'newer '}checkpoint elsewhere to see that: {how}\n"
    )


def _checks(kept: Checkpoint | None, lists: Callable[[Log], list[Check]]) -> tuple[list[Check], int]:
    """All checks, and how many events the log has; lists are made again only from a log that is sound."""
    try:
        with open_log(current_place()) as log:
            head = log.head
            with progress("verifying", head) as advance:
                checks = examine(log, checkpoint=kept, advance=advance)
            return checks + (lists(log) if all(check.ok for check in checks) else []), head
    except Damaged as error:
        return [unreadable(error)], 0


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Subject:
    """What is proved: an event, or a published list and perhaps one rating on it."""

    event: int | None = None
    "The position of the event."
    scheme: str | None = None
    "Prove a published list instead: its scheme, with --date (and --player for one rating on it)."
    on: Annotated[date | None, Parameter(name="--date")] = None
    "The date of the published list."
    player: str | None = None
    "The player (id or name) whose rating on the published list is proved."

    @property
    def is_list(self) -> bool:
        return self.scheme is not None or self.on is not None or self.player is not None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Signing:
    """How the checkpoint is signed: now, with a key; or before, and perhaps cosigned since."""

    key: Path | None = None
    "The secret key to sign the checkpoint with. Default: the environment variable RATING_LEDGER_KEY."
    checkpoint: str | None = None
    "Use this signed (and cosigned) checkpoint, a file or its text, instead of signing a new one."

    def signed(self, log: Log, size: int | None, *, needed: bool) -> Checkpoint:
        """The log's checkpoint, signed; where it need not be, also unsigned if no key is at hand."""
        if self.checkpoint is not None:
            only_with("a new checkpoint, not with --checkpoint", {"--key": self.key, "--size": size})
            return self._as_given(log)
        key, keyring = given_key(self.key), log.keyring()
        if key is None and not (needed and keyring.announced):
            remark("the checkpoint is not signed: " + _WHY[bool(keyring.announced)])
            return log.checkpoint(size)
        return keyring.signed(log.checkpoint(size), key)

    def _as_given(self, log: Log) -> Checkpoint:
        held = given_checkpoint(self.checkpoint)
        assert held is not None
        if held.origin != log.origin or held.size > log.head or log.root(held.size) != held.root:
            raise LedgerError(
                f"the checkpoint of {held.origin} with {held.size} events does not fit this log",
                remedy="give one that prove wrote; if this is its log, keep it and run verify --checkpoint",
            )
        if refusal := log.keyring().refusal(held):
            raise LedgerError(refusal, remedy="give a signed one, or leave --checkpoint out and name a --key")
        return held


_WHY = {
    False: "this ledger has announced no key (docs/trust.md)\n",
    True: "no key is given; name its file with --key, or in the environment variable RATING_LEDGER_KEY\n",
}


def prove(
    *,
    about: Subject = Subject(),
    size: int | None = None,
    since: int | None = None,
    signing: Signing = Signing(),
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> None:
    """Write a proof that an event, or a published rating, stands in the log; without either, the log's checkpoint.

    Parameters
    ----------
    size
        Prove it for the log of this many events. Default: the whole log.
    since
        Prove as well that the log of this many events is a beginning of it; without an event, for a witness.
    out
        Write to this file.
    """
    event, player, listed = _listed(about) if about.is_list else (about.event, None, None)
    with open_log(current_place()) as log:
        checkpoint = signing.signed(log, size, needed=False)
        if event is not None:
            proof = log.prove(event, checkpoint.size, since=since)
            text = replace(proof, listed=listed, player=player, checkpoint=checkpoint.text).to_json()
        elif since is not None:
            text = Continuation(since, log.consistency(since, checkpoint.size).path, checkpoint).text
        else:
            text = checkpoint.text
    Output(out=out).text(text)


def _listed(about: Subject) -> tuple[int, str | None, str]:
    """The position of a list's newest publication, the player's id, and the list."""
    from replay.commands.find import named

    if about.scheme is None or about.on is None or about.event is not None:
        raise LedgerError(
            "a published list is named by --scheme and --date",
            remedy="for example: prove --scheme fide-standard --date 2025-11-01 --player 1503014",
        )
    player = None if about.player is None else named("player", about.player)
    position, listed = _published(about.scheme, about.on, player)
    return position, player, listed


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Trusted:
    """Whom an outsider trusts."""

    key: str | None = None
    "The public key of the log, as a file or as the key itself: it must have signed the checkpoint."
    witnesses: Path | None = None
    "A file with the public keys of witnesses, one on each line: they must have cosigned the checkpoint."
    quorum: int | None = None
    "How many of the witnesses must have cosigned. Default: all of them."
    not_before: date | None = None
    "Only cosignatures from this day on count: nobody can show you an old checkpoint as the newest."

    @property
    def trust(self) -> Trust | None:
        if self.witnesses is None:
            only_with("--witnesses", {"--quorum": self.quorum, "--not-before": self.not_before})
        if self.key is None:
            only_with("--key, which the log itself signs with", {"--witnesses": self.witnesses})
            return None
        witnesses = () if self.witnesses is None else given_public_keys(str(self.witnesses), WITNESS)
        quorum = len(witnesses) if self.quorum is None else self.quorum
        if witnesses and not 1 <= quorum <= len(witnesses):
            raise LedgerError(
                f"a quorum of {quorum} among {len(witnesses)} witnesses", remedy=f"give 1 to {len(witnesses)}"
            )
        day = self.not_before
        since = 0 if day is None else int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        return Trust(given_public_keys(self.key), witnesses, quorum, since)


def check_proof(file: Path, /, *, trusted: Trusted = Trusted(), checkpoint: str | None = None) -> int:
    """Check a proof, offline: no ledger is needed. Exit 1 if it does not hold.

    Parameters
    ----------
    file
        The proof, as `prove` wrote it.
    checkpoint
        A checkpoint you trust, as a file or as text: the event must be among the events it contains.
    """
    proof, trust, kept = Proof.from_json(read_bytes(file), str(file)), trusted.trust, given_checkpoint(checkpoint)
    wrong = failures(proof, kept, trust)
    if wrong:
        tell("".join(f"{file}: {visible(one)}\n" for one in wrong))
        return 1
    shown = decode_stored(proof.stored.encode())
    held = kept or Checkpoint.parse(proof.checkpoint)
    what = "given" if kept else "signed by the key" if trust else "in it"
    if trust is not None and trust.quorum:
        what += f" and cosigned by {trust.quorum} or more of {counted(len(trust.witnesses), 'trusted key')}"
    tell(
        f"{file}: the proof holds for the checkpoint {what}\n"
        f"position {proof.position} of {visible(held.origin)} ({counted(held.size, 'event')}): "
        f"{type(shown).__name__} {shown.date} {visible(f'{subject(shown)} {detail(shown)}')}\n"
    )
    if proof.listed is not None and proof.player is not None:
        row = row_of(proof.listed, proof.player) or {}
        said = ", ".join(f"{name} {value}" for name, value in row.items() if value)
        tell(f"on that list: {visible(said)}\n")
    if kept is None and trust is None:
        tell(
            "anybody can write a checkpoint: give the office's public key with --key, or compare this one with one you "
            f"got from the office or a witness, or give that with --checkpoint\n{held.text}"
        )
    return 0


def _published(scheme: str, on: date, player: str | None) -> tuple[int, str]:
    """The position and the bytes of a list's newest publication, made again from the log."""
    from replay.list_files import publications
    from replay.office import Office  # only here, because it loads the rules and the read model
    from replay.publish import listed_text

    with Office(current_place()) as office:
        found = publications(office.log, scheme, on)
        if not found:
            raise LedgerError(
                f"no {scheme} list of {on} was published", remedy="publish it first, or name another date"
            )
        return found[-1].position, listed_text(office, found[-1], player)


def _lists(log: Log) -> list[Check]:
    """Every published list, reproduced from the log alone, and the folder with their files."""
    if not log.published() and not (Path(current_place()) / "lists").exists():
        return []
    from replay.office import Office  # only here, because it loads the rules and the read model
    from replay.publish import check_lists

    checks: list[Check] = []
    with progress("reproducing published lists", len(log.published())) as advance:
        for done, check in enumerate(check_lists(Office(current_place(), log=log)), start=1):
            checks.append(check)
            advance(done)
    return checks


def _of_receipt(file: Path, list_file: Path | None, log: Log) -> list[Check]:
    """The list of a receipt, made again from the log alone."""
    from replay.office import Office  # only here, because it loads the rules and the read model
    from replay.receipts import check_receipt, read_receipt

    receipt = read_receipt(read_bytes(file), str(file))
    return check_receipt(Office(current_place(), log=log, progress=progress), receipt, list_file)


def given_checkpoint(given: str | None) -> Checkpoint | None:
    """A checkpoint from the command line itself, from a file, or from a receipt."""
    if given is None:
        return None
    if "\n" in given or "\\n" in given:
        return Checkpoint.pasted(given.replace("\\n", "\n"))
    content = read_bytes(Path(given))
    if content.lstrip().startswith(b"{"):
        return Checkpoint.pasted(_checkpoint_within(content, given))
    return Checkpoint.pasted(content.decode("utf-8", "replace"))


def _checkpoint_within(content: bytes, place: str) -> str:
    """The checkpoint that a receipt has among its fields."""
    try:
        return msgspec.json.decode(content, type=_WithCheckpoint).checkpoint
    except (msgspec.MsgspecError, RecursionError):
        remedy = "give a checkpoint, or the receipt of a list"
        raise LedgerError("there is no checkpoint in it", place=place, remedy=remedy) from None


class _WithCheckpoint(msgspec.Struct):
    checkpoint: str


def read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LedgerError(f"cannot be read: {error.strerror or error}", place=str(file)) from error
