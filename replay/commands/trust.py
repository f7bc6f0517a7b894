"""keys, witness, tiles and check-tiles: signatures, cosignatures, and the log's tree as static files."""

import time
from datetime import date
from pathlib import Path

from cyclopts import App, Parameter

from ledger import LedgerError, Log, open_log
from ledger import events as ev
from ledger.tree.note import LOG, WITNESS, SigningKey, can_name_key
from ledger.tree.tile_files import TileFolder, tiles_of, write_tiles
from ledger.tree.trust import Trust
from ledger.tree.witness import Continuation, Witness
from ledger.whole_file import read_bytes
from replay.answers import kinds
from replay.answers.answer import rows_answer
from replay.answers.language import tr, tr_n
from replay.answers.table import Column
from replay.answers.terminal import hint, progress, remark, tell
from replay.commands.audit import Signing, Trusted, given_checkpoint
from replay.commands.options import OutFile, current_place, recorded_by
from replay.commands.output import Output
from replay.office.key_files import default_file, given_key, given_public_keys, read_key, write_key
from wording import say
from wording.visible import visible

KEYS = (
    Column("key", kinds.WORD, kept=True),
    Column("origin", kinds.TEXT),
    Column("announced", kinds.POSITION),
    Column("revoked", kinds.POSITION),
)

keys = App(
    name="keys",
    help="The keys that sign checkpoints: make one, announce it in the log, show, revoke (rating-ledger help trust).",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)


def new(
    name: str | None = None,
    file: Path | None = None,
    /,
    *,
    witness: bool = False,
) -> None:
    """Make a key and keep it in a file that only you can read; print its public form.

    Parameters
    ----------
    name
        The name of the key. Default: the origin of the ledger, which its key should be named after.
    file
        Where to keep it. Default: your folder of settings. Never the ledger's folder.
    witness
        A key to cosign the logs of others with.
    """
    key = SigningKey.new(_origin() if name is None else name, WITNESS if witness else LOG)
    file = file or default_file(key.name)
    write_key(key, file, Path(current_place()))
    hint("wrote {file}: keep it secret, and keep a copy in a safe place", file=file)
    tell(f"{key.public.text}\n")


def _origin() -> str:
    with open_log(current_place()) as log:
        if not can_name_key(log.origin):
            raise LedgerError(
                say("this ledger is called {origin!r}, which cannot name a key", origin=log.origin),
                remedy=say("give the key a name without spaces and plus signs: keys new NAME"),
            )
        return log.origin


def show(file: Path | None = None, /, *, output: Output = Output()) -> None:
    """The keys that this ledger has announced; or the public form of the key in a file.

    Parameters
    ----------
    file
        A secret key, whose public form is shown.
    """
    if file is not None:
        output.text(f"{read_key(file).public.text}\n")
        return
    with open_log(current_place()) as log:
        ring = log.keyring()
        rows = [(key, log.origin, at, ring.revoked.get(key)) for key, at in ring.announced.items()]
    output.give(rows_answer("keys/1", "", KEYS, rows))


def announce(file: Path | None = None, /, *, ref: str | None = None, by: str | None = None) -> None:
    """Append KeyAnnounced to the log: from then on every publication must be signed.

    Parameters
    ----------
    file
        The secret key, whose public form is announced. Default: the environment variable RATING_LEDGER_KEY.
    ref
        A document: a decision, a letter.
    by
        Who records it. Default: the environment variable RATING_LEDGER_BY.
    """
    key = given_key(file)
    if key is None:
        raise LedgerError(say("no key is named"), remedy=say("give its FILE, as keys new wrote it"))
    with open_log(current_place()) as log:
        if can_name_key(log.origin) and key.name != log.origin:
            raise LedgerError(
                say(
                    "the key is named {name}, the ledger {origin}: outsiders could not tell that they belong together",
                    name=key.name,
                    origin=log.origin,
                ),
                remedy=say("make a key with the name of the ledger: keys new"),
            )
        _append(log, ev.KeyAnnounced(date=date.today(), key=key.public.text, ref=ref), by)


def revoke(key: str, /, *, reason: str, ref: str | None = None, by: str | None = None) -> None:
    """Append KeyRevoked to the log: from then on the key signs no publication.

    Parameters
    ----------
    key
        The public form of the key, as keys show prints it.
    reason
        Why.
    ref
        A document: a decision, a letter.
    by
        Who records it. Default: the environment variable RATING_LEDGER_BY.
    """
    with open_log(current_place()) as log:
        _append(log, ev.KeyRevoked(date=date.today(), key=key, reason=reason, ref=ref), by)


def _append(log: Log, event: ev.KeyAnnounced | ev.KeyRevoked, by: str | None) -> None:
    done = log.append([event], by=recorded_by(by))
    sentence = tr("on record already, nothing appended")
    if done.appended:
        sentence = tr("recorded at #{position}", position=done.head)
    tell(f"{tr(type(event).__name__)} {event.key}: {sentence}\n")


for _command in (new, show, announce, revoke):
    keys.command(_command)


def witness(
    request: Path,
    /,
    *,
    log_key: str,
    state: Path,
    key: Path | None = None,
    first: bool = False,
    out: OutFile = None,
) -> int:
    """Cosign the checkpoint of another organisation's log, if it continues the last one that was seen. Exit 1 if not.

    Parameters
    ----------
    request
        What the log's office sent: the file that prove --since wrote.
    log_key
        The public key of the log: a file, or the key itself.
    state
        The file in which this witness keeps the last checkpoint of that log.
    key
        The witness's own secret key (keys new NAME --witness). Default: the environment variable RATING_LEDGER_KEY.
    first
        This witness has never seen the log: begin here.
    out
        Write the cosignature to this file.
    """
    signing = given_key(key, WITNESS)
    if signing is None:
        raise LedgerError(
            say("no key is given to cosign with"),
            remedy=say("name it with --key: keys new NAME --witness"),
        )
    continuation = Continuation.parse(read_bytes(request).decode("utf-8", "replace"), str(request))
    watching = Witness(state, Trust(given_public_keys(log_key)), signing)
    line, wrong = watching.cosign(continuation, int(time.time()), first=first)
    if wrong:
        remark("".join(tr("not cosigned: {why}", why=visible(tr(one))) + "\n" for one in wrong))
        return 1
    Output(out=out).text(f"{line}\n")
    return 0


def tiles(
    folder: Path,
    /,
    *,
    entries: bool = False,
    signing: Signing = Signing(),
) -> None:
    """Write the log's tree as static files (C2SP tlog-tiles), those that are not there yet.

    Parameters
    ----------
    folder
        The folder for a web server.
    entries
        The events, too: ids, sexes, years of birth, games, titles. Names are sealed in them.
    """
    with open_log(current_place()) as log:
        held = signing.signed(log, None, needed=True)
        with progress(say("writing tiles"), sum(1 for _ in tiles_of(held.size))) as advance:
            written = write_tiles(log, folder, held, entries=entries, advance=advance)
    events = tr_n("{number} event", "{number} events", held.size)
    new_files = tr_n("{number} new file", "{number} new files", written)
    tell(f"{folder}: {events}, {new_files}\n")


def check_tiles(
    folder: Path,
    /,
    *,
    trusted: Trusted = Trusted(),
    checkpoint: str | None = None,
) -> int:
    """Check a copy of a log's tiles, offline: every hash, and the events if they are there. Exit 1 if not all hold.

    Parameters
    ----------
    folder
        The folder: as tiles wrote it, or a copy from the web.
    checkpoint
        A checkpoint you kept, as a file or as text: the log must continue it.
    """
    copy = TileFolder(folder)
    trust = trusted.trust
    wrong = copy.failures(trust, given_checkpoint(checkpoint))
    if wrong:
        tell("".join(f"{folder}: {visible(tr(one))}\n" for one in wrong))
        return 1
    sentence = tr("every tile leads to the checkpoint in it")
    if trust:
        sentence = tr("every tile leads to the checkpoint signed by the key")
    tell(f"{folder}: {sentence}\n{copy.checkpoint.text}")
    return 0
