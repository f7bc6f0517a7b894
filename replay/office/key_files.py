"""Files of keys: where a secret key is kept, and how the keys of others are given on the command line."""

import os
import stat
from pathlib import Path

from ledger.errors import LedgerError, unreadable, unwritable
from ledger.tree.note import LOG, WITNESS, PublicKey, SigningKey
from ledger.tree.trust import parse_keys
from wording import say

ENVIRONMENT = "RATING_LEDGER_KEY"


def default_file(name: str) -> Path:
    """Where a key is kept if no file is named: in the user's own folder of settings."""
    settings = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    try:
        folder = Path(settings).expanduser()
    except RuntimeError:
        wrong = say("there is no home folder to keep a key in")
        remedy = say("name a FILE for it, or a folder in the environment variable XDG_CONFIG_HOME")
        raise LedgerError(wrong, remedy=remedy) from None
    return folder / "rating-ledger" / "keys" / (name.replace("/", "_") + ".key")


def write_key(key: SigningKey, file: Path, ledger: Path) -> None:
    """Write a new key, readable by its owner only; never into the ledger, whose copies go to others."""
    if file.resolve().is_relative_to(ledger.resolve()):
        raise LedgerError(
            say(
                "a secret key does not belong into the ledger's folder, which others get copies of"
            ),
            place=str(file),
            remedy=say("name a file elsewhere, or none: it then goes into your folder of settings"),
        )
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as writing:
            writing.write(key.text + "\n")
            writing.flush()
            os.fsync(opened)
    except FileExistsError:
        raise LedgerError(
            say("there is a file already"),
            place=str(file),
            remedy=say("name another FILE for the key"),
        ) from None
    except OSError as error:
        raise unwritable(file, error) from None


def read_key(file: Path, kind: int | None = None) -> SigningKey:
    """A secret key; refused if others could have read it."""
    try:
        if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise LedgerError(
                say("others can read this key"), place=str(file), remedy=f"chmod 600 {file}"
            )
        key = SigningKey.parse(file.read_text(encoding="utf-8").strip())
    except OSError as error:
        raise unreadable(file, error) from None
    except UnicodeDecodeError:
        raise LedgerError(
            say("not a key"), place=str(file), remedy=say("give the file that keys new wrote")
        ) from None
    if kind not in (None, key.kind):
        if kind == LOG:
            raise LedgerError(
                say("not the key of a log"), place=str(file), remedy=say("keys new makes one")
            )
        raise LedgerError(
            say("not the key of a witness"),
            place=str(file),
            remedy=say("keys new --witness makes one"),
        )
    return key


def given_key(file: Path | None, kind: int = LOG) -> SigningKey | None:
    """The key to sign with: `--key`, else the file that RATING_LEDGER_KEY names, else none."""
    named = os.environ.get(ENVIRONMENT)
    if file is None and not named:
        return None
    return read_key(file or Path(str(named)), kind)


def given_public_keys(given: str, kind: int = LOG) -> tuple[PublicKey, ...]:
    """Public keys as an option names them: a file with one on each line, or the key itself."""
    try:
        if Path(given).is_file():
            text = Path(given).read_text(encoding="utf-8")
        else:
            text = given
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(say("cannot be read: {error}", error=str(error)), place=given) from None
    if text is given and (given.count("+") < 2 or kind == WITNESS):
        raise LedgerError(
            say("there is no such file"),
            place=given,
            remedy=say("name a file with public keys, one on each line"),
        )
    return parse_keys(text, kind, given if text is not given else "")
