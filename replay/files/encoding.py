"""Bytes of outside files as text: encodings, line ends, the name and hash a file is referred to by."""

import codecs
import re
from hashlib import file_digest
from pathlib import Path

from ledger.errors import LedgerError
from ledger.text import character_name, unsafe
from wording import say
from wording.errors import at

_LINE_END = re.compile(r"\r\n|\r|\n")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")


def file_reference(path: Path, called: str) -> str:
    """How events name the file they came from: base name and the first 16 hex digits of its SHA-256."""
    name = Path(called).name
    if sign := unsafe(name):
        remedy = say("rename it: the events of a file name it as their reference")
        raise LedgerError(
            say("the name of the file has {sign} in it", sign=character_name(sign)),
            place=called,
            remedy=remedy,
        )
    return f"{name} sha256:{digest_of(path)[:16]}"


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def decode_latin(raw: bytes, place: str, encoding: str | None = None) -> tuple[str, str]:
    """Text of a western file: UTF-8 (with or without mark), else Windows-1252, else Latin-1."""
    return _decode(raw, place, (encoding,) if encoding else ("utf-8-sig", "cp1252", "latin-1"))


def decode_table(raw: bytes, place: str, encoding: str | None = None) -> tuple[str, str]:
    """Text of a spreadsheet's csv: UTF-8, UTF-16 with a mark, else GB18030 or Windows-1252 by its bytes."""
    if encoding:
        return _decode(raw, place, (encoding,))
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode(raw, place, ("utf-16",))
    legacy = ("gb18030", "cp1252", "latin-1") if _looks_chinese(raw) else ("cp1252", "latin-1")
    return _decode(raw, place, ("utf-8-sig", *legacy))


def split_lines(text: str) -> list[str]:
    """Lines ended by CR, LF or CRLF and by nothing else (a form feed in a name ends no line)."""
    return _LINE_END.split(text)


def check_encoding(name: str) -> str:
    """The name of a known text encoding, as given."""
    try:
        if not codecs.lookup(name)._is_text_encoding:
            raise LookupError(name)
    except (LookupError, ValueError):
        raise LedgerError(
            say("unknown encoding {name!r}", name=name),
            remedy=say("use utf-8, gb18030, windows-1252 or latin-1"),
        ) from None
    return name


def _decode(raw: bytes, place: str, encodings: tuple[str, ...]) -> tuple[str, str]:
    for encoding in encodings:
        try:
            return raw.decode(check_encoding(encoding)), encoding
        except UnicodeError as error:
            failure = error
    line = raw.count(b"\n", 0, getattr(failure, "start", 0)) + 1
    raise LedgerError(
        say("not text in {encoding}: {error}", encoding=encodings[-1], error=str(failure)),
        place=at(place, line),
        remedy=say("save the file as UTF-8, or name its encoding with --encoding"),
    )


def _looks_chinese(raw: bytes) -> bool:
    """Chinese bytes come in pairs; an accented western letter stands alone among ASCII ones."""
    runs = [len(run) for run in _HIGH_RUN.findall(raw[:1_000_000])]
    return sum(length for length in runs if length > 1) * 2 >= sum(runs)
