"""verify, prove and check-proof: is the log what it was, and can others see it?"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec.structs import replace

from ledger import Checkpoint, LedgerError, Log, Proof, open_log
from ledger.append.description import detail, subject
from ledger.log.json_bounds import unambiguous
from ledger.log.wire_format import decode_stored
from ledger.persons.seal import disclosed_name, read_disclosed
from ledger.tree.listed import ProvedRow
from ledger.tree.note import WITNESS
from ledger.tree.proof import failures
from ledger.tree.trust import Trust
from ledger.tree.verify import Check, examine, unreadable
from ledger.tree.witness import Continuation
from ledger.whole_file import read_bytes
from replay.answers.language import heading, tr, tr_n
from replay.answers.terminal import hint, inform, progress, remark, tell
from replay.commands.options import (
    OutFile,
    current_place,
    lists_folder,
    only_with,
    open_office,
    option_group,
)
from replay.commands.output import Output
from replay.office.key_files import given_key, given_public_keys
from replay.questions.publication import checks_answer
from wording import say
from wording.visible import visible


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
        only_with(say("--receipt, which says what the list was made from"), {"--list": list_})
    kept = given_checkpoint(
        str(receipt) if checkpoint is None and receipt is not None else checkpoint
    )
    checks, head = _checks(
        kept, partial(_of_receipt, receipt, list_) if receipt is not None else _lists
    )
    output.give(checks_answer(checks))
    if not all(check.ok for check in checks):
        return 1
    remark(_not_seen(kept, head))
    return 0


def _not_seen(kept: Checkpoint | None, head: int) -> str:
    """One line about what the log alone cannot show; nothing if a kept checkpoint speaks for all of it."""
    if kept is not None and kept.size == head:
        return ""
    how = {"make": "rating-ledger prove -o kept.txt", "use": "verify --checkpoint kept.txt"}
    if kept is None:
        sentence = tr(
            "This check cannot show whether the last events were removed or recorded times were shifted, together with "
            "the hashes; "
            "keep a checkpoint elsewhere to see that: {make}, and later {use}",
            **how,
        )
    else:
        sentence = tr(
            "This check cannot show whether the last events were removed or recorded times were shifted after "
            "position {position}, "
            "together with the hashes; keep a newer checkpoint elsewhere to see that: {make}, and later {use}",
            **how,
            position=kept.size,
        )
    return f"{sentence}\n"


def _checks(
    kept: Checkpoint | None, lists: Callable[[Log], list[Check]]
) -> tuple[list[Check], int]:
    """All checks, and how many events the log has; lists are made again only from a log that is sound."""
    try:
        with open_log(current_place()) as log:
            head = log.head
            with progress(say("verifying"), head) as advance:
                checks = examine(log, checkpoint=kept, advance=advance)
            return checks + (lists(log) if all(check.ok for check in checks) else []), head
    except LedgerError as error:
        if error.code != "damaged":
            raise
        return [unreadable(error)], 0


@option_group
class Subject:
    """What is proved: an event, or a published list and perhaps one rating on it."""

    event: int | None = None
    "The position of the event."
    scheme: str | None = None
    "Prove a published list instead: its scheme, with --date (and --player for one rating on it)."
    on: Annotated[date | None, Parameter(name="--date")] = None
    "The date of the published list."
    player: str | None = None
    "The player (id or name) whose rating on the published list is proved, or that there is none."

    @property
    def is_list(self) -> bool:
        return self.scheme is not None or self.on is not None or self.player is not None


@option_group
class Signing:
    """How the checkpoint is signed: now, with a key; or before, and perhaps cosigned since."""

    key: Path | None = None
    "The secret key to sign the checkpoint with. Default: the environment variable RATING_LEDGER_KEY."
    checkpoint: str | None = None
    "Use this signed (and cosigned) checkpoint, a file or its text, instead of signing a new one."

    def signed(self, log: Log, size: int | None, *, needed: bool) -> Checkpoint:
        """The log's checkpoint, signed; where it need not be, also unsigned if no key is at hand."""
        if self.checkpoint is not None:
            only_with(
                say("a new checkpoint, not with --checkpoint"), {"--key": self.key, "--size": size}
            )
            return self._as_given(log)
        key = given_key(self.key)
        keyring = log.keyring()
        if key is None and not (needed and keyring.announced):
            why = tr(
                "no key is given; name its file with --key, or in the environment variable RATING_LEDGER_KEY"
            )
            if not keyring.announced:
                why = tr("this ledger has announced no key (rating-ledger help trust)")
            hint("the checkpoint is not signed: {why}", why=why)
            return log.checkpoint(size)
        return keyring.signed(log.checkpoint(size), key)

    def _as_given(self, log: Log) -> Checkpoint:
        held = given_checkpoint(self.checkpoint)
        assert held is not None
        if held.origin != log.origin or held.size > log.head or log.root(held.size) != held.root:
            raise LedgerError(
                say(
                    "the checkpoint of {origin} with {size} events does not fit this log",
                    origin=held.origin,
                    size=held.size,
                ),
                remedy=say(
                    "give one that prove wrote; if this is its log, keep it and run verify --checkpoint"
                ),
            )
        if refusal := log.keyring().refusal(held):
            raise LedgerError(
                refusal, remedy=say("give a signed one, or leave --checkpoint out and name a --key")
            )
        return held


def prove(
    *,
    about: Subject = Subject(),
    size: int | None = None,
    since: int | None = None,
    signing: Signing = Signing(),
    out: OutFile = None,
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
            text = replace(
                proof, listed=listed, player=player, checkpoint=checkpoint.text
            ).to_json()
        elif since is not None:
            text = Continuation(
                since, log.consistency(since, checkpoint.size).path, checkpoint
            ).text
        else:
            text = checkpoint.text
    Output(out=out).text(text)


def _listed(about: Subject) -> tuple[int, str | None, tuple[ProvedRow, ...] | None]:
    """The position of a list's newest publication, the player's id, and the rows that show what it says of them."""
    from replay.commands.find import named

    if about.scheme is None or about.on is None or about.event is not None:
        raise LedgerError(
            say("a published list is named by --scheme and --date"),
            remedy=say("for example: prove --scheme SCHEME --date 2025-11-01 --player PLAYER"),
        )
    player = None if about.player is None else named("player", about.player)
    position, listed = _published(about.scheme, about.on, player)
    return position, player, listed


OUR_WORDS = ("title", "sex", "status")
"""What a row of a list has in words that are not names."""


@option_group
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
            only_with(
                say("--key, which the log itself signs with"), {"--witnesses": self.witnesses}
            )
            return None
        witnesses = (
            () if self.witnesses is None else given_public_keys(str(self.witnesses), WITNESS)
        )
        quorum = len(witnesses) if self.quorum is None else self.quorum
        if witnesses and not 1 <= quorum <= len(witnesses):
            raise LedgerError(
                say(
                    "a quorum of {quorum} among {number} witnesses",
                    quorum=quorum,
                    number=len(witnesses),
                ),
                remedy=say("give 1 to {number}", number=len(witnesses)),
            )
        day = self.not_before
        if day is None:
            since = 0
        else:
            since = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        return Trust(given_public_keys(self.key), witnesses, quorum, since)


def check_proof(
    file: Path,
    /,
    *,
    trusted: Trusted = Trusted(),
    checkpoint: str | None = None,
    opening: Path | None = None,
) -> int:
    """Check a proof, offline: no ledger is needed. Exit 1 if it does not hold.

    Parameters
    ----------
    file
        The proof, as `prove` wrote it.
    checkpoint
        A checkpoint you trust, as a file or as text: the event must be among the events it contains.
    opening
        What `disclose` wrote for the player: it shows the name that is sealed in the row.
    """
    proof = Proof.from_json(read_bytes(file), str(file))
    trust = trusted.trust
    kept = given_checkpoint(checkpoint)
    wrong = failures(proof, kept, trust)
    if opening is None or wrong:
        name = None
    else:
        name = _disclosed_name(proof, opening)
    if wrong:
        tell("".join(f"{file}: {visible(tr(one))}\n" for one in wrong))
        return 1
    shown = decode_stored(proof.stored.encode())
    held = kept or Checkpoint.parse(proof.checkpoint)
    event = f"{tr(type(shown).__name__)} {shown.date} {subject(shown)} {tr(detail(shown))}"
    events = tr_n("{number} event", "{number} events", held.size)
    tell(f"{file}: {_holds_for(kept, trust)}\n")
    inform(
        "position {position} of {origin} ({events}): {event}",
        position=proof.position,
        origin=visible(held.origin),
        event=visible(event),
        events=events,
    )
    if proof.listed is not None and proof.player is not None:
        tell(f"{visible(_told_of_row(proof.listed, proof.player, name))}\n")
    if kept is None and trust is None:
        warning = tr(
            "anybody can write a checkpoint: give the office's public key with --key, or compare this one with one you "
            "got from the office or a witness, or give that with --checkpoint"
        )
        tell(f"{warning}\n{held.text}")
    return 0


def _holds_for(kept: Checkpoint | None, trust: Trust | None) -> str:
    """For which checkpoint a proof holds."""
    held = tr("the proof holds for the checkpoint in it")
    if kept is not None:
        held = tr("the proof holds for the checkpoint given")
    elif trust is not None:
        held = tr("the proof holds for the checkpoint signed by the key")
    if trust is None or not trust.quorum:
        return held
    return tr_n(
        "{holds} and cosigned by {quorum} or more of {number} trusted key",
        "{holds} and cosigned by {quorum} or more of {number} trusted keys",
        len(trust.witnesses),
        holds=held,
        quorum=trust.quorum,
    )


def _told_of_row(rows: tuple[ProvedRow, ...], player: str, name: str | None) -> str:
    """What the list says of a player; the name only if it was disclosed."""
    row = next((row.columns for row in rows if row.player == player), None)
    if row is None:
        return tr("{player} is not on that list", player=player)
    shown = row | {
        "name": name if name is not None else tr("sealed as {mark}", mark=row.get("name"))
    }
    shown |= {column: tr(str(row.get(column) or "")) for column in OUR_WORDS}
    said = ", ".join(f"{heading(column)} {value}" for column, value in shown.items() if value)
    return tr("on that list: {row}", row=said)


def _disclosed_name(proof: Proof, file: Path) -> str:
    """The name of the player by what `disclose` wrote, if it is the one in the row."""
    disclosed = read_disclosed(read_bytes(file), str(file))
    for row in proof.listed or ():
        if row.player == proof.player and (
            name := disclosed_name(disclosed, row.player, str(row.columns.get("name")))
        ):
            return name
    raise LedgerError(
        say("it does not open the name in this proof"),
        place=str(file),
        remedy=say("is it of the same player?"),
    )


def _published(
    scheme: str, on: date, player: str | None
) -> tuple[int, tuple[ProvedRow, ...] | None]:
    """The position of a list's newest publication, and the rows that show what it says of a player."""
    from replay.lists.publish import newest_publication, proved_rows
    from replay.office.office import (
        Office,
    )  # only here, because it loads the rules and the read model

    with Office(current_place()) as office:
        newest = newest_publication(office, scheme, on)
        if player is None:
            return newest.position, None
        return newest.position, proved_rows(office, newest.event, player)


def _lists(log: Log) -> list[Check]:
    """Every published list, reproduced from the log alone, and the folder with their files."""
    folder = lists_folder()
    if folder is not None and not folder.is_dir():
        raise LedgerError(
            say("there is no such folder"),
            place=str(folder),
            remedy=say("--lists names that of published lists"),
        )
    if not log.published() and not (folder or Path(current_place()) / "lists").exists():
        return []
    from replay.lists.publish import (
        check_lists,
    )  # only here, because it loads the rules and the read model

    checks: list[Check] = []
    with progress(say("reproducing published lists"), len(log.published())) as advance:
        for done, check in enumerate(check_lists(open_office(log)), start=1):
            checks.append(check)
            advance(min(done, len(log.published())))
    return checks


def _of_receipt(file: Path, list_file: Path | None, log: Log) -> list[Check]:
    """The list of a receipt, made again from the log alone."""
    from replay.lists.receipts import (
        check_receipt,
        read_receipt,
    )  # only here, because it loads the rules

    receipt = read_receipt(read_bytes(file), str(file))
    return check_receipt(open_office(log), receipt, list_file)


def given_checkpoint(text: str | None) -> Checkpoint | None:
    """A checkpoint from the command line itself, from a file, or from a receipt."""
    if text is None:
        return None
    if "\n" in text or "\\n" in text:
        return Checkpoint.pasted(text.replace("\\n", "\n"))
    content = read_bytes(Path(text))
    if content.lstrip().startswith(b"{"):
        return Checkpoint.pasted(_checkpoint_within(content, text))
    return Checkpoint.pasted(content.decode("utf-8", "replace"))


def _checkpoint_within(content: bytes, place: str) -> str:
    """The checkpoint that a receipt has among its fields."""
    try:
        return msgspec.json.decode(unambiguous(content), type=_WithCheckpoint).checkpoint
    except (msgspec.MsgspecError, RecursionError):
        remedy = say("give a checkpoint, or the receipt of a list")
        raise LedgerError(say("there is no checkpoint in it"), place=place, remedy=remedy) from None


class _WithCheckpoint(msgspec.Struct):
    checkpoint: str
