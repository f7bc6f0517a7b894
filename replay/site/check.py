"""What the public site has for checking beside the rows of lists (`list_rows`), as scripts that add to `CHECK`.

A page that was opened from a folder may load scripts and nothing else. `proofs/LIST.js` has the publication and its
way to the checkpoint, `proofs/about.js` the lists, keys, witnesses, and the ways from earlier checkpoints to the
newest.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from ledger import Checkpoint, Log
from ledger.events import EVENT_TYPES
from replay.answers.language import tr
from replay.lists.list_files import Publication
from replay.site.check_words import FAILURES, NO_FILE, PAGE, STEPS, UNREADABLE

FOLDER = "proofs"


class Signed(Struct, frozen=True):
    """The checkpoint that everything on the site leads to, the keys that signed it, and the sizes of earlier ones."""

    checkpoint: Checkpoint
    keys: Sequence[str] = ()
    earlier: Sequence[int] = ()


def list_file(
    log: Log, stem: str, published: Publication, first: Sequence[str], signed: Signed
) -> tuple[str, bytes]:
    """The publication of a list with its way to the checkpoint, and the first player of each file of rows."""
    proof = log.prove(published.position, signed.checkpoint.size)
    content = {
        "position": proof.position,
        "stored": proof.stored,
        "path": proof.path,
        "checkpoint": signed.checkpoint.text,
        "first": first,
    }
    return _file(stem, content)


def about_file(
    log: Log,
    lists: Iterable[Mapping[str, object]],
    signed: Signed | None,
    witnesses: Sequence[Mapping[str, str]],
) -> tuple[str, bytes]:
    """What the checking page knows of this site."""
    content: dict[str, object] = {"lists": list(lists), "witnesses": witnesses}
    if signed is not None:
        size = signed.checkpoint.size
        content |= {
            "keys": signed.keys,
            "checkpoint": signed.checkpoint.text,
            "ways": {
                str(earlier): log.consistency(earlier, size).path for earlier in signed.earlier
            },
        }
    return _file("about", content)


def _file(name: str, content: Mapping[str, object]) -> tuple[str, bytes]:
    """A file that adds a value to what the page knows."""
    value = msgspec.json.format(msgspec.json.encode(content), indent=0)
    text = b'(globalThis.CHECK ??= {})["%s"] = %s;\n' % (name.encode(), value)
    return f"{FOLDER}/{name}.js", text


def page_words(schemes: Mapping[str, str]) -> bytes:
    """The sentences of the checking page in the reader's language, as a script."""
    said = {
        "steps": {
            code: [tr(title), tr(text)] for code, (title, text) in (STEPS | FAILURES).items()
        },
        "unreadable": {code: tr(text) for code, text in UNREADABLE.items()},
        "noFile": tr(NO_FILE),
        "page": {code: tr(text) for code, text in PAGE.items()},
        "types": {name: tr(name) for name in EVENT_TYPES},
        "schemes": dict(schemes),
    }
    return b"globalThis.WORDS = " + msgspec.json.format(msgspec.json.encode(said)) + b";\n"
