"""Answers as lines of a terminal and as files, by their endings; the same bytes every time."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from ledger.errors import LedgerError, of_system
from replay.answers.answer import Answer
from replay.answers.data import csv_of, in_data, json_of
from replay.answers.language import language, plain, tr
from replay.answers.speech import worded
from replay.answers.terminal import put
from wording import say
from wording.visible import visible, visible_lines

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.text import Text
    from rich.tree import Tree

    from schemes import Node

Format = Literal["table", "csv", "json"]
ENDINGS = (".csv", ".json", ".parquet", ".xlsx")
PAPER = (".html", *ENDINGS)  # of an answer that people print, too
_TREE = 200  # the width of a tree that is not on a terminal


def terminal_width() -> int | None:
    """How wide the terminal is; None where standard output is a pipe or a file."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    return None


def answer_lines(answer: Answer, width: int | None, whole: str) -> Iterator[str]:
    """An answer for people, line by line: title, facts, further tables, and the rows."""
    from replay.answers.text import folded, table_text

    def fitted(text: str) -> list[str]:
        if width is None:
            return [visible(text)]
        return folded(visible(text), width)

    if answer.title:
        yield from fitted(tr(answer.title))
    for fact in answer.facts:
        yield from fitted(tr("{label}: {value}", label=tr(fact.label), value=worded(fact.value)))
    tables = [table for table in answer.further if table.rows]
    if answer.table is not None:
        tables.append(answer.table)
    for table in tables:
        if table.title:
            yield ""
            yield from fitted(tr(table.title))
        if table.note:
            yield from fitted(tr(table.note))
        yield from table_text(table.with_names(answer.names, language()), width, whole)


def write_answer(answer: Answer, out: Path, form: Format | None = None) -> None:
    """Write an answer by the file's ending: .csv, .json, .parquet, .xlsx, .html."""
    ending = file_form(out, form, PAPER)
    table = answer.table
    assert table is not None
    if ending == "csv":
        write_text(out, csv_of(table))
    elif ending == "json":
        write_text(out, [json_of(table)])
    elif ending == "parquet":
        write_parquet(out, answer.to_arrow())
    elif ending == "xlsx":
        from replay.answers.workbook import write_workbook

        write_workbook(out, answer)
    else:
        from replay.answers.paper import answer_paper, write_paper

        write_paper(out, answer_paper(answer))


def json_document(value: object) -> str:
    """Any data, readable: numbers are numbers, texts in English."""
    import msgspec

    encoder = msgspec.json.Encoder(decimal_format="number", enc_hook=in_data)
    return msgspec.json.format(encoder.encode(value)).decode() + "\n"


def print_tree(node: "Node") -> None:
    """An explanation as a tree for people."""
    put(tree_text(node, None if sys.stdout.isatty() else _TREE))


def tree_text(node: "Node", width: int | None = _TREE) -> str:
    """The same as plain text, for a file; without a width as wide as the terminal."""
    from rich.console import Console

    styled = None if width is None else False
    console = Console(
        width=width, force_terminal=styled, highlight=False, markup=False, emoji=False
    )
    with console.capture() as shown:  # rich would end the process when nobody reads on
        console.print(_as_tree(node))
    return shown.get()


def _as_tree(node: "Node") -> "Tree":
    from rich.tree import Tree

    tree = Tree(_line(node))
    for below in node.below:
        tree.add(_as_tree(below))
    return tree


def _line(node: "Node") -> "Text":
    from rich.text import Text

    text = Text(visible(plain(node.text)))
    if node.value:
        text.append(f"  {visible(plain(node.value))}", style="bold")
    if node.article:
        text.append(f"  [{tr(node.article)}]", style="dim")
    return text


def file_form(out: Path, form: Format | None = None, endings: Sequence[str] = ENDINGS) -> str:
    """The form of a file by its ending; --format gives it only to a file whose ending says nothing."""
    ending = out.suffix.lower()
    use = say("use {endings}", endings=", ".join(endings))
    if form == "table":
        raise LedgerError(
            say("a file has no table form"),
            place=str(out),
            remedy=say("leave --format out; {use}", use=use),
        )
    if form is not None and ending in endings and ending != f".{form}":
        wrong = say("--format {form}, but its ending is {ending}", form=form, ending=ending)
        raise LedgerError(
            wrong,
            place=str(out),
            remedy=say("leave --format out, or let it end in .{form}", form=form),
        )
    if form is not None and f".{form}" in endings:
        return form
    if ending not in endings:
        raise LedgerError(cannot_write(ending), place=str(out), remedy=use)
    return ending.removeprefix(".")


def cannot_write(ending: str) -> str:
    """There is no such form of file."""
    if ending:
        return say("cannot write a {ending}", ending=ending)
    return say("cannot write a file without ending")


def write_text(out: Path, pieces: Iterable[str]) -> None:
    """Write a file of UTF-8 text as it is given."""
    with whole_file(out) as file:
        file.writelines(piece.encode() for piece in pieces)


def write_page(out: Path, text: str) -> None:
    """Write a file that people read: a page, a picture, a tree."""
    write_text(out, [visible_lines(text)])


def write_parquet(out: Path, table: "pa.Table") -> None:
    import pyarrow.parquet as pq

    with whole_file(out) as file:
        pq.write_table(table, file)


@contextmanager
def whole_file(out: Path) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is whole. A device or a named pipe is written as it stands."""
    refuse_unwritable(out)
    target = out.resolve()
    plain = target.is_file() or not target.exists()
    if plain:
        path = target.with_name(target.name + ".part")
    else:
        path = out
    try:
        with path.open("wb", buffering=1 << 20) as file:
            yield file
        if plain:
            path.replace(target)
    except OSError as error:
        gone = plain and isinstance(error, BrokenPipeError)
        if gone:
            wrong = say("not written: nobody reads standard output any more")
        else:
            wrong = say("cannot be written: {why}", why=of_system(error))
        raise LedgerError(wrong, place=str(out)) from error
    finally:
        if plain:
            path.unlink(missing_ok=True)


def refuse_unwritable(out: Path) -> None:
    """Say no before anything is done, where it can be known."""
    if not out.absolute().parent.is_dir():
        raise LedgerError(
            say("cannot be written: its folder is not there"),
            place=str(out),
            remedy=say("make the folder first"),
        )
    if out.is_dir():
        raise LedgerError(
            say("cannot be written: it is a folder"),
            place=str(out),
            remedy=say("name a file in it"),
        )
    if out.exists() and not os.access(out, os.W_OK):
        raise LedgerError(
            say("cannot be written: permission denied"),
            place=str(out),
            remedy=say("choose another file"),
        )
