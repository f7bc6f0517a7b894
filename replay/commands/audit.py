"""verify, prove and check-proof: is the log what it was, and can others see it?"""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from ledger import Checkpoint, LedgerError, Log, Proof, open_log
from ledger.description import detail, subject
from ledger.errors import Damaged
from ledger.proof import failures, row_of
from ledger.text import counted, visible
from ledger.verify import Check, examine, unreadable
from ledger.wire_format import decode_stored
from replay.commands.options import current_place, only_with
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
    kept = _checkpoint(str(receipt) if checkpoint is None and receipt is not None else checkpoint)
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


def prove(
    *,
    event: int | None = None,
    scheme: str | None = None,
    on: Annotated[date | None, Parameter(name="--date")] = None,
    player: str | None = None,
    size: int | None = None,
    since: int | None = None,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> None:
    """Write a proof that an event, or a published rating, stands in the log; without either, the log's checkpoint.

    Parameters
    ----------
    event
        The position of the event.
    scheme
        Prove a published list instead: its scheme, with --date (and --player for one rating on it).
    on
        The date of the published list.
    player
        The player (id or name) whose rating on the published list is proved.
    size
        Prove it for the log of this many events. Default: the whole log.
    since
        Prove as well that the log of this many events is a beginning of it.
    out
        Write to this file.
    """
    from replay.commands.find import named

    listed = None
    if scheme is not None or on is not None or player is not None:
        if scheme is None or on is None or event is not None:
            raise LedgerError(
                "a published list is named by --scheme and --date",
                remedy="for example: prove --scheme fide-standard --date 2025-11-01 --player 1503014",
            )
        player = None if player is None else named("player", player)
        event, listed = _published(scheme, on, player)
    if event is None and since is not None:
        raise LedgerError("--since goes with an event", remedy="name the event with --event, such as the newest one")
    with open_log(current_place()) as log:
        if event is None:
            text = log.checkpoint(size).text
        else:
            proof = log.prove(event, size, since=since)
            text = msgspec.structs.replace(proof, listed=listed, player=player).to_json()
    Output(out=out).text(text)


def check_proof(file: Path, /, *, checkpoint: str | None = None) -> int:
    """Check a proof, offline: no ledger is needed. Exit 1 if it does not hold.

    Parameters
    ----------
    file
        The proof, as `prove` wrote it.
    checkpoint
        A checkpoint you trust, as a file or as text: the event must be among the events it contains.
    """
    proof = Proof.from_json(_read(file), str(file))
    trusted = _checkpoint(checkpoint)
    wrong = failures(proof, trusted)
    if wrong:
        tell("".join(f"{file}: {visible(one)}\n" for one in wrong))
        return 1
    shown = decode_stored(proof.stored.encode())
    held = trusted or Checkpoint.parse(proof.checkpoint)
    tell(
        f"{file}: the proof holds for the checkpoint {'given' if trusted else 'in it'}\n"
        f"position {proof.position} of {visible(held.origin)} ({counted(held.size, 'event')}): "
        f"{type(shown).__name__} {shown.date} {visible(f'{subject(shown)} {detail(shown)}')}\n"
    )
    if proof.listed is not None and proof.player is not None:
        row = row_of(proof.listed, proof.player) or {}
        said = ", ".join(f"{name} {value}" for name, value in row.items() if value)
        tell(f"on that list: {visible(said)}\n")
    if trusted is None:
        tell(
            "anybody can write a checkpoint: compare this one with one you got from the office or a witness, or give "
            f"that with --checkpoint\n{held.text}"
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

    receipt = read_receipt(_read(file), str(file))
    return check_receipt(Office(current_place(), log=log, progress=progress), receipt, list_file)


def _checkpoint(given: str | None) -> Checkpoint | None:
    """A checkpoint from the command line itself, from a file, or from a receipt."""
    if given is None:
        return None
    if "\n" in given or "\\n" in given:
        return Checkpoint.parse(given.replace("\\n", "\n"))
    content = _read(Path(given))
    if content.lstrip().startswith(b"{"):
        return Checkpoint.parse(_checkpoint_within(content, given))
    return Checkpoint.parse(content.decode("utf-8", "replace"))


def _checkpoint_within(content: bytes, place: str) -> str:
    """The checkpoint that a receipt has among its fields."""
    try:
        return msgspec.json.decode(content, type=_WithCheckpoint).checkpoint
    except (msgspec.MsgspecError, RecursionError):
        remedy = "give a checkpoint, or the receipt of a list"
        raise LedgerError("there is no checkpoint in it", place=place, remedy=remedy) from None


class _WithCheckpoint(msgspec.Struct):
    checkpoint: str


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise LedgerError(f"cannot be read: {error.strerror or error}", place=str(file)) from error
