"""The heading of a sheet: which kind of table it is, where its columns are, and what is not understood."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from ledger.errors import Problem
from replay.files.tables.columns import SheetKind, TableColumn
from replay.files.tables.kinds import KINDS
from replay.files.tables.sheets import Sheet
from replay.files.vocabulary import plain
from wording import either, joined, say, say_n

# where it is, what it is, and which of its cells were read before
PlacedColumn = tuple[int, TableColumn, dict[Any, Any]]
_SHORTEST = 4  # letters of a header that is compared with others


class Fit(NamedTuple):
    """How well a heading fits a kind of table; the greatest is the best."""

    wrong: int  # minus the columns that are unknown or missing
    is_named: bool
    known: int


def kind_of(headers: Sequence[str], *names: str) -> SheetKind | None:
    """The kind that a heading fits best; the name of the sheet or file helps. None if it fits none."""
    words = [plain(header) for header in headers if header and not header.startswith("#")]
    named = next((kind for name in names if (kind := kind_named(name)) is not None), None)
    fits = {kind.name: _fit(kind, words, is_named=kind == named) for kind in KINDS.values()}
    best = max(KINDS.values(), key=lambda kind: fits[kind.name])
    fit = fits[best.name]
    is_clear = fit.known >= 2 and 2 * fit.known >= len(words)
    if is_clear or (fit.is_named and fit.known):
        return best
    return None


def is_whole(kind: SheetKind, headers: Sequence[str]) -> bool:
    """Whether a heading has all columns that a table of this kind needs; the date may be told."""
    known = kind.known_headers()
    return kind.needed - {"date"} <= {
        known[word].field for word in map(plain, headers) if word in known
    }


def kind_named(name: str) -> SheetKind | None:
    """The kind that the name of a file or sheet speaks of: `Results 2026`, `player-corrections`, 成绩更正."""
    said = plain(name)
    spoken = [
        (len(word), kind)
        for kind in KINDS.values()
        for word in map(plain, (kind.name, kind.name.removesuffix("s"), kind.command, *kind.title))
        if word in said
    ]
    if spoken:
        return max(spoken, key=lambda found: found[0])[1]
    return None


def _fit(kind: SheetKind, words: Sequence[str], *, is_named: bool) -> Fit:
    known = kind.known_headers()
    fields = {known[word].field for word in words if word in known}
    if not is_named and not kind.is_told_by(set(words)):
        return Fit(-len(words) - len(kind.needed), False, 0)
    unknown = sum(word not in known for word in words)
    return Fit(-unknown - len(kind.needed - {"date"} - fields), is_named, len(fields))


def columns_of(
    sheet: Sheet,
    kind: SheetKind,
    row: int,
    headers: Sequence[str],
    told: Collection[str] = (),
    *,
    passed_over: Callable[[Problem], None] | None = None,
) -> tuple[list[PlacedColumn], list[Problem]]:
    """The columns of a heading, and what is wrong with it; `told` are fields that need no column.

    `passed_over` hears of unknown columns, which are wrong without it.
    """
    known = kind.known_headers()
    columns = list[PlacedColumn]()
    problems = list[Problem]()
    unknown = list[tuple[int, str]]()
    for place, header in enumerate(headers):
        column = known.get(plain(header))
        if not header or header.startswith("#"):
            continue
        if column is None:
            unknown.append((place, header))
        elif any(other.field == column.field for _, other, _ in columns):
            problems.append(
                Problem(
                    sheet.where(row, place),
                    say(
                        "a second column for {field!r}: {header!r}",
                        field=column.field,
                        header=header,
                    ),
                )
            )
        else:
            columns.append((place, column, {}))
    given = {column.field for _, column, _ in columns}
    meant = {header: _meant(header, kind, given) for _, header in unknown}
    if passed_over is None:
        problems += _unknown(sheet, kind, row, unknown, meant)
    elif unknown:
        passed_over(not_taken(sheet.where(row), [header for _, header in unknown]))
    missing = kind.needed - given - set(told) - set(meant.values())
    problems += _missing(
        sheet, kind, row, missing, [header for header, field in meant.items() if not field]
    )
    return columns, problems


def not_taken(where: str, headers: Sequence[str]) -> Problem:
    """Columns that are passed over, all at once."""
    wrong = say_n(
        "unknown column {headers}: it is passed over",
        "{number} unknown columns are passed over: {headers}",
        len(headers),
        headers=", ".join(map(repr, headers)),
    )
    return Problem(where, wrong)


def _unknown(
    sheet: Sheet,
    kind: SheetKind,
    row: int,
    unknown: Sequence[tuple[int, str]],
    meant: Mapping[str, str],
) -> Iterator[Problem]:
    """Columns that are probably misspelt, each with what is meant; all others at once."""
    others = []
    for place, header in unknown:
        if not meant[header]:
            others.append((place, header))
            continue
        remedy = say("did you mean {field!r}?", field=meant[header])
        passed = say("a column to be passed over begins with #")
        wrong = say("unknown column {header!r} in {name}", header=header, name=kind.name)
        yield Problem(sheet.where(row, place), wrong, joined(" ", (remedy, passed)))
    if others:
        headers = ", ".join(repr(header) for _, header in others)
        wrong = say_n(
            "unknown column {headers} in {name}",
            "{number} unknown columns in {name}: {headers}",
            len(others),
            headers=headers,
            name=kind.name,
        )
        remedy = say("--ignore-unknown passes over them; so does # before the name of a column")
        yield Problem(sheet.where(row, others[0][0]), wrong, remedy)


def _missing(
    sheet: Sheet, kind: SheetKind, row: int, fields: Collection[str], unknown: Sequence[str]
) -> Iterator[Problem]:
    for column in kind.columns:
        if column.field in fields:
            remedies = [
                say("add it under the name {names}", names=either(dict.fromkeys(column.headers)))
            ]
            if unknown:
                remedies.append(
                    say("or is it {names}? then rename that", names=either(map(repr, unknown)))
                )
            if column.field == "date":
                remedies.append(say("or give --date for the whole file"))
            yield Problem(
                sheet.where(row),
                say("no column {field!r} in a table of {name}", field=column.field, name=kind.name),
                joined("; ", remedies),
            )


def _meant(header: str, kind: SheetKind, given: Collection[str]) -> str:
    """The field that was probably meant: one that is not there yet and is written much alike."""
    known = {
        word: column for word, column in kind.known_headers().items() if column.field not in given
    }
    word = plain(header)
    alike = [
        each for each in known if abs(len(each) - len(word)) <= 1
    ]  # a slip adds or drops a letter, not two
    if len(word) >= _SHORTEST:
        close = get_close_matches(word, alike, 1, 0.75)
    else:
        close = []
    if not word.isascii():
        close += [
            each
            for each in known
            if not each.isascii() and len(each) > 1 and (each in word or word in each)
        ]
    if close:
        return known[close[0]].field
    return ""


def not_a_table(sheet: Sheet, row: int, headers: Sequence[str]) -> Problem:
    """A heading of which too little is understood."""
    words = {word for kind in KINDS.values() for word in kind.known_headers()}
    unknown = [header for header in headers if header and plain(header) not in words]
    wrong = say("not the heading of a known table")
    if unknown:
        wrong = joined(": ", (wrong, ", ".join(map(repr, unknown[:8]))))
    return Problem(
        sheet.where(row),
        wrong,
        say(
            "name the sheet or the file after its table: {tables}; rating-ledger template office.xlsx makes them",
            tables=", ".join(KINDS),
        ),
        ", ".join(headers)[:110],
    )
