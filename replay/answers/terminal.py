"""The terminal: standard output, standard error, and progress on it.

A reader who goes away, or a full disk, stops no command in the middle.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from time import monotonic
from typing import TextIO

from wording.errors import LedgerError, error_data
from wording.visible import visible, visible_lines

Advance = Callable[
    ..., None
]  # (done so far), or (done so far, total) where that is known only on the way
_lost: list[OSError] = []  # why standard output could not be written, if it could not


def tell(text: str) -> None:
    """Lines for people, on standard output."""
    _write(sys.stdout, visible_lines(text))


def remark(text: str) -> None:
    """Lines for people, on standard error."""
    _write(sys.stderr, visible_lines(text))


def inform(text: str, /, **values: object) -> None:
    """A line in the reader's language, on standard output."""
    tell(_said(text, values))


def hint(text: str, /, **values: object) -> None:
    """A line in the reader's language, on standard error."""
    remark(_said(text, values))


def _said(text: str, values: Mapping[str, object]) -> str:
    from replay.answers.language import tr  # loaded on use, so that `--help` stays quick

    return f"{tr(text, **values)}\n"


def notice(message: str) -> None:
    """A message of the program in the reader's language, on standard error."""
    remark(f"rating-ledger: {_said(message, {})}")


def fail_in_words(error: LedgerError, code: int = 2) -> int:
    """Say what went wrong; the exit code."""
    notice(error.text)
    return code


def fail_as_data(error: LedgerError, code: int = 2) -> int:
    """The same for a program: a line of JSON on standard error, in no language."""
    import json

    remark(json.dumps(error_data(error), ensure_ascii=False) + "\n")
    return code


def is_confirmed(question: str, otherwise: LedgerError) -> bool:
    """Whether somebody at the terminal says yes to a question; without a terminal an error."""
    if not sys.stdin.isatty():
        raise otherwise
    remark(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def put(text: str) -> None:
    """What is ready for standard output as it is, such as a table with the colours of a terminal."""
    _write(sys.stdout, text)


def give(pieces: Iterable[str]) -> None:
    """Data for a program, on standard output, as long as it is read. On a terminal people read it."""
    shown = visible_lines if sys.stdout.isatty() else str
    for piece in pieces:
        if not _write(sys.stdout, shown(piece)):
            return


def finish(code: int) -> int:
    """Write what is left, and give the exit code: that of the command, or 2 if its answer was lost."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            _give_up(stream, error)
    if not _lost:
        return code
    why = _lost[0].strerror
    _lost.clear()
    from replay.answers.language import tr  # loaded on use, so that `--help` stays quick

    sentence = tr("standard output cannot be written: {why}", why=why)
    stands = tr("what was appended or published stands")
    remark(f"rating-ledger: {sentence}\n    → {stands}\n")
    return code or 2


def open_closed() -> None:
    """Give a process that was started without its standard streams (`>&-`) ones that lead nowhere."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def speak_utf8() -> None:
    """Write UTF-8 with LF line ends, whatever the locale is. A terminal gets its own encoding, with ? for the rest."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def drop(stream: TextIO) -> None:
    """From now on, whatever is written there goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _write(stream: TextIO, text: str) -> bool:
    """Write; is there still somebody to read more?"""
    try:
        stream.write(text)
    except OSError as error:
        _give_up(stream, error)
        return False
    return True


def _give_up(stream: TextIO, error: OSError) -> None:
    drop(stream)
    if error.errno != errno.EPIPE and stream is sys.stdout:
        _lost.append(error)


@contextmanager
def progress(doing: str, total: int | None = None) -> Iterator[Advance]:
    """Give a function `advance(done_so_far)`; on a terminal a bar appears once the work has taken a second.

    It disappears when the work is done. Work that learns its total on the way calls `advance(done_so_far, total)`.
    """
    if not sys.stderr.isatty():
        yield lambda *done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from replay.answers.language import tr

    bar = Progress(
        TextColumn(visible(tr(doing)), markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(doing, total=total)
    started = monotonic()

    def advance(done: int, in_all: int | None = total) -> None:
        if not bar.live.is_started and monotonic() - started > 1:
            bar.start()
        bar.update(task, completed=done, total=in_all)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
