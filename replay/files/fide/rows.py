"""The rows of a FIDE rating list: fixed-width text (columns from its first line), csv or XML, zipped or not."""

import csv
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, NamedTuple
from xml.parsers import expat

from msgspec import Struct

from ledger.errors import LedgerError
from replay.files.input import InputFile
from replay.files.limits import LARGEST_LIST, LONGEST_LIST_LINE, larger, unreadable_csv
from wording import say
from wording.errors import at

KINDS = ("standard", "rapid", "blitz")
# header words → our names; a month (SEP26) heads the rating of a list of one kind, Gms and K stand beside it
_COLUMNS = re.compile(
    r"(?P<id>ID number)|(?P<name>Name)|(?P<federation>Fed)|(?P<sex>Sex)|(?P<women_title>WTit)|(?P<other>OTit)"
    r"|(?P<arena>FOA)|(?P<title>Titl?)|(?P<standard>SRtng)|(?P<standard_games>SGm)|(?P<standard_k>SK)"
    r"|(?P<rapid>RRtng)|(?P<rapid_games>RGm)|(?P<rapid_k>RK)|(?P<blitz>BRtng)|(?P<blitz_games>BGm)|(?P<blitz_k>BK)"
    r"|(?P<born>B-day|Born)|(?P<flag>Flag)|(?P<one>[A-Z]{3}\d\d)|(?P<one_games>Gms|Games?)|(?P<one_k>\bK\b)",
    re.IGNORECASE,
)
_TAGS = {
    "fideid": "id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "women_title",
    "rating": "one", "games": "one_games", "k": "one_k", "rapid_rating": "rapid", "blitz_rating": "blitz",
    "birthday": "born", "id": "id", "fide_id": "id", "fed": "federation", "o_title": "other", "foa_title": "arena",
}  # fmt: skip
_SAME_IN_CSV = frozenset(("standard", "rapid_games", "rapid_k", "blitz_games", "blitz_k", "flag"))
_OF_STANDARD = {"one": "standard", "one_games": "standard_games", "one_k": "standard_k"}
_SEPARATORS = (",", ";", "\t", "|")
_FEWEST_COLUMNS = 3
_NEEDED = ("id", "name", "federation")
_LOOKED_AT = 1000  # players of an XML list whose tags tell its columns


class ListRow(Struct, frozen=True):
    """One player: the line, what stands there, and the fields by name."""

    where: int | str
    excerpt: str
    fields: dict[str, str]


class ListRows(NamedTuple):
    """The rows of a list; `month` is the heading of its rating column if it has one kind (`SEP26`)."""

    name: str  # of the file in the zip, if it was zipped
    month: str
    columns: frozenset[str]
    rows: Iterator[ListRow]


@contextmanager
def open_list(file: InputFile, since: int = 0, until: int = 100) -> Iterator[IO[bytes]]:
    """The list's bytes, unpacked if it is the only file of a zip; this reading is so many hundredths of the work."""
    place = file.name
    if not zipfile.is_zipfile(file.path):
        with file.opened(since, until) as opened:
            yield opened
        return
    try:
        with file.opened(since, until) as opened, zipfile.ZipFile(opened) as packed:
            member = only_member(packed)
            if wrong := _wrong_zip(member):
                raise LedgerError(wrong, place=place, remedy=say("unpack it first"))
            assert member is not None
            with packed.open(member) as unpacked:
                yield unpacked
    except (
        zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, zlib.error, UnicodeDecodeError,
    ) as error:  # fmt: skip
        raise LedgerError(
            say("a zip that cannot be unpacked: {error}", error=str(error)),
            place=place,
            remedy=say("fetch it again"),
        ) from None


def _wrong_zip(member: zipfile.ZipInfo | None) -> str:
    if member is None:
        return say("not a zip with one rating list in it")
    if member.file_size > LARGEST_LIST:
        return say("unpacked, {wrong}", wrong=larger(member.file_size, LARGEST_LIST))
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return say("packed in another way than zip files usually are")
    return ""


def only_member(packed: zipfile.ZipFile) -> zipfile.ZipInfo | None:
    """The one list (.txt or .xml) of a zip."""
    files = [member for member in packed.infolist() if not member.filename.endswith("/")]
    is_list = len(files) == 1 and files[0].filename.lower().endswith((".txt", ".xml"))
    if is_list:
        return files[0]
    return None


def read_rows(file: IO[bytes], place: str, wanted: frozenset[str] | None = None) -> ListRows:
    """Tell text from XML and begin to read; of text only the wanted columns, which is quicker."""
    name = Path(str(file.name)).name
    first = file.readline(LONGEST_LIST_LINE)
    start = first.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<"):
        rows = _xml_rows(file, first, place)
        some = list(islice(rows, _LOOKED_AT))
        return ListRows(
            name, "", frozenset(tag for row in some for tag in row.fields), chain(some, rows)
        )
    header = first.decode("latin-1").removeprefix("ï»¿").rstrip()
    separator = max(_SEPARATORS, key=header.count)
    if header.count(separator) >= _FEWEST_COLUMNS:
        return _csv_list(file, name, header, separator, place)
    found = [(match.start(), match.lastgroup or "") for match in _COLUMNS.finditer(header)]
    names = [name for _, name in found]
    _check_columns(names, header, place)
    month = next((header[at : at + 5] for at, name in found if name == "one"), "")
    ends = [at for at, _ in found[1:]] + [LONGEST_LIST_LINE]
    cuts = {name: slice(at, end) for (at, name), end in zip(found, ends, strict=True)}
    last_column = found[-2:][0][0]
    if wanted is not None:
        cuts = {name: cut for name, cut in cuts.items() if name in wanted}
    return ListRows(name, month, frozenset(names), _text_rows(file, cuts, last_column, place))


def _check_columns(names: list[str], header: str, place: str) -> None:
    missing = next((name for name in _NEEDED if name not in names), None)
    if missing is not None:
        wrong = say("no column for the {column} in the first line", column=missing)
        raise LedgerError(wrong, place=at(place, 1), excerpt=header[:110])


def _csv_list(file: IO[bytes], name: str, header: str, separator: str, place: str) -> ListRows:
    """A list that somebody keeps as csv, under the headings of FIDE's text or of its XML."""
    try:
        headings = next(csv.reader([header], delimiter=separator))
    except csv.Error as error:
        raise unreadable_csv(error, place, 1) from None
    names = [_csv_column(heading.strip()) for heading in headings]
    if "rapid" in names or "blitz" in names:  # then the rating without a kind is the standard one
        names = [_OF_STANDARD.get(each, each) for each in names]
    _check_columns(names, header, place)
    months = (heading for heading, each in zip(headings, names, strict=True) if each == "one")
    columns = frozenset(filter(None, names))
    return ListRows(name, next(months, ""), columns, _csv_rows(file, names, separator, place))


def _csv_column(heading: str) -> str:
    if heading.lower() in _TAGS:
        return _TAGS[heading.lower()]
    found = _COLUMNS.fullmatch(heading)
    if found is not None and found.lastgroup is not None:
        return found.lastgroup
    if heading.lower() in _SAME_IN_CSV:
        return heading.lower()
    return ""


def _csv_rows(file: IO[bytes], names: list[str], separator: str, place: str) -> Iterator[ListRow]:
    lines = (_readable(line.decode("latin-1")) for line in iter(file.readline, b""))
    reader = csv.reader(lines, delimiter=separator)
    try:
        for cells in reader:
            if any(cells):
                fields = {
                    name: cell.strip() for name, cell in zip(names, cells, strict=False) if name
                }
                yield ListRow(reader.line_num + 1, separator.join(cells)[:110], fields)
    except csv.Error as error:
        raise unreadable_csv(error, place, reader.line_num + 1) from None


def _text_rows(
    file: IO[bytes], cuts: dict[str, slice], last_column: int, place: str
) -> Iterator[ListRow]:
    number = 1
    cells = itemgetter(*cuts.values())
    while line := file.readline(LONGEST_LIST_LINE):
        number += 1
        if len(line) == LONGEST_LIST_LINE:
            raise LedgerError(
                say("a line of more than {most:,} bytes", most=LONGEST_LIST_LINE),
                place=at(place, number),
                remedy=say("is it a rating list?"),
            )
        if line.isspace():
            continue
        text = line.decode("latin-1").rstrip()
        if not line.endswith(b"\n") and len(text) <= last_column:
            wrong = say("the last line is cut off in the middle")
            remedy = say("is the file complete? fetch it again")
            raise LedgerError(wrong, place=at(place, number), excerpt=text, remedy=remedy)
        fields = dict(zip(cuts, map(str.strip, cells(text)), strict=True))
        if not text.isascii():
            fields["name"] = _readable(fields["name"])
        yield ListRow(number, text, fields)


def _readable(name: str) -> str:
    raw = name.encode("latin-1")
    for encoding in ("utf-8", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return name


class _Forbidden(Exception):
    """Something in the XML that no rating list needs."""


class _XmlPlayers:
    """Players out of XML, a few at a time; a tree of half a million of them would be slow and large."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.CharacterDataHandler = self._text
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.count = 0
        self.ready: list[ListRow] = []
        self._line = 1
        self._said: list[str] = []
        self._fields: dict[str, str] = {}

    def _doctype(self, *_: object) -> None:
        raise _Forbidden(
            "a document type: a rating list has none, and it could unfold to gigabytes"
        )

    def _start(self, tag: str, _: dict[str, str]) -> None:
        if tag == "player":
            self._line = self.parser.CurrentLineNumber
        self._said.clear()

    def _text(self, data: str) -> None:
        self._said.append(data)

    def _end(self, tag: str) -> None:
        if tag == "player":
            self.count += 1
            shown = " ".join(value for value in self._fields.values() if value)
            self.ready.append(ListRow(self._line, shown, self._fields))
            self._fields = {}
        else:
            self._fields[_TAGS.get(tag, tag)] = "".join(self._said).strip()
        self._said.clear()

    def feed(self, piece: bytes) -> list[ListRow]:
        """The players that end in this piece; an empty piece is the end of the file."""
        self.parser.Parse(piece, not piece)
        ready = self.ready
        self.ready = []
        return ready


def _xml_rows(file: IO[bytes], first: bytes, place: str) -> Iterator[ListRow]:
    players = _XmlPlayers()
    try:
        yield from players.feed(first)
        while piece := file.read(1 << 20):
            yield from players.feed(piece)
        yield from players.feed(b"")
    except expat.ExpatError as error:
        wrong = say(
            "not well-formed XML after player {count}: {error}",
            count=players.count,
            error=expat.ErrorString(error.code),
        )
        where = at(place, error.lineno, error.offset + 1)
        raise LedgerError(
            wrong, place=where, remedy=say("is the file complete? fetch the list again")
        ) from None
    except (
        _Forbidden,
        ValueError,
        LookupError,
    ) as error:  # the latter two: an encoding that is not known
        where = at(place, players.parser.CurrentLineNumber)
        raise LedgerError(
            say("cannot be read as XML: {error}", error=str(error)),
            place=where,
            remedy=say("fetch the list from FIDE"),
        ) from None
    if not players.count:
        raise LedgerError(
            say("no <player> in it"), place=at(place, 1), remedy=say("is it FIDE's list in XML?")
        )
