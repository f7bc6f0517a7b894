"""The commands about differences: appeal, compare."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import date as Date
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.item import Items, KeptItems
from ledger.log.place import is_ledger
from projections.named import player_named
from replay.answers.answer import Answer
from replay.answers.language import tr
from replay.answers.terminal import hint, remark, tell
from replay.appeals import Appeal, Compared, answers, appealed
from replay.commands.imports import say_once
from replay.commands.options import current_place, only_with, open_office, option_group, recorded_by
from replay.commands.output import Output
from replay.files import ReadOptions, open_file
from replay.files.titles import TitleNames
from replay.office.appending import published_lists_that_differ
from replay.office.office import Office
from replay.questions import appeal as question
from wording import say


@option_group
class Acceptance:
    """Whether an appeal is accepted, and by which decision."""

    accept: bool = False
    "Append the events to the log."
    ref: str | None = None
    'The decision, on a paper (-o FILE.html) and for every event without a reference: --ref "decision 12/2026".'
    by: str | None = None
    "Who accepts it, for every event that does not say so. Default: the environment variable RATING_LEDGER_BY."


def appeal(
    file: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    scheme: tuple[str, ...] = (),
    date: Date | None = None,
    trace: str | None = None,
    every_list: bool = False,
    acceptance: Acceptance = Acceptance(),
    output: Output = Output(),
) -> None:
    """The events of FILE as if appended: who changes, on which lists, by how much, and through whom.

    Compared are the published lists since, and the list in force on --date. With several schemes the rows have one
    more column, scheme, at the end.

    Parameters
    ----------
    file
        Corrections, voids, late reports, merges, titles, … in any format that import reads; - is standard input.
    scheme
        Only the lists of this scheme (default: every scheme the events can affect).
    date
        Up to the list in force on this day (default: today).
    trace
        Show instead the path from the correction to this player (id or name): who met whom on which list.
    every_list
        Every list since, published or not.
    """
    _check(acceptance, trace, output)
    with open_office() as office:
        items = _read(
            file,
            office,
            ReadOptions(ref=acceptance.ref, scheme_of_fide_list=office.schemes.of_fide_list),
        )
        entries = office.log.rehearse(items, ref=acceptance.ref)
        if not entries:
            hint(
                "{file}: every event of it is in the log already; nothing changes",
                file=items.name,
            )
            if output.is_paper:
                raise LedgerError(
                    say("there is nothing to decide: every event of it stands in the log"), place=items.name,
                    remedy=say("rating-ledger log shows what is recorded; no paper was written"),
                )  # fmt: skip
        with appealed(office, entries) as supposition:
            day = date or Date.today()
            compared = answers(supposition, day, scheme, every=every_list) if entries else []
            if output.is_paper:
                show = _paper(supposition, compared, acceptance, output)
            elif trace is not None:
                player = player_named(supposition.after, trace, remark)
                show = partial(output.give, question.path(supposition, compared, player))
            else:
                answer = question.appeal(supposition, compared, day, scheme)
                show = partial(_give, answer, output, every_list)
        append = None
        if acceptance.accept and entries:
            append = partial(_accept, office, items, entries, acceptance)
        _show_and_accept(office, show, output, append)


def _give(answer: Answer, output: Output, every_list: bool) -> None:
    """The answer, and which lists it speaks of, where these are not all."""
    output.give(answer)
    if output.is_table and answer.table is not None and answer.table.rows and not every_list:
        hint(
            "these are the published lists and the one in force; --every-list shows every list since"
        )


def _check(acceptance: Acceptance, trace: str | None, output: Output) -> None:
    """Refuse options that would do nothing."""
    remedy = say('to append: --accept --ref "decision 12/2026"')
    if not acceptance.accept:
        only_with("--accept", {"--by": acceptance.by}, remedy)
        if not output.is_paper:
            only_with(
                say("--accept, or with a paper (-o decision.html)"),
                {"--ref": acceptance.ref},
                remedy,
            )
    if output.is_paper:
        only_with(
            say("a table or rows"),
            {"--trace": trace},
            say("the paper names everybody through whom a rating changes"),
        )


def _paper(
    supposition: Appeal, compared: Sequence[Compared], decided: Acceptance, output: Output
) -> "partial[None]":
    """The decision, worked out now and written when it is asked for."""
    from replay.papers.decision import Decided, DecisionPaper

    how = Decided.ACCEPTED if decided.accept else Decided.OPEN
    return partial(output.paper, DecisionPaper(supposition, compared, decided.ref, how).paper())


def _read(file: Path, office: Office, options: ReadOptions) -> Items:
    """The items of a file, to be read more than once; standard input goes through a file."""
    titles = TitleNames(office.log, office.place)
    if str(file) != "-":
        return KeptItems(
            titles.understood(open_file(file, options, office.log, open_snapshot=office.snapshot))
        )
    with tempfile.NamedTemporaryFile(prefix="rating-ledger-", suffix=".jsonl") as spool:
        spool.write(sys.stdin.buffer.read())
        spool.flush()
        read = open_file(
            Path(spool.name), options, office.log, name="<stdin>", open_snapshot=office.snapshot
        )
        return KeptItems(titles.understood(read))


def _show_and_accept(
    office: Office, show: Callable[[], None], output: Output, accept: Callable[[], str] | None
) -> None:
    """A file is written before the append, so that nothing is appended without it; else the append comes first."""
    if output.out is not None:
        show()
    done = accept() if accept is not None else ""
    if output.out is None:
        show()
    (tell if output.is_table else remark)(done)  # rows for a program stay rows
    if accept is not None:
        say_once(published_lists_that_differ(current_place(), office.log))


def _accept(
    office: Office, items: Items, entries: Sequence[tuple[int, AnyEvent]], decided: Acceptance
) -> str:
    """Append what was asked about, if the log is still the one it was asked of."""
    if office.log.head + 1 != entries[0][0]:
        raise LedgerError(
            say("the log has grown since the answer was worked out"),
            remedy=say("look at the answer again"),
        )
    done = office.log.append(items, ref=decided.ref, by=recorded_by(decided.by))
    if done.appended == 1:
        return tr("accepted: 1 event appended, #{position}", position=done.head) + "\n"
    return (
        tr(
            "accepted: {number} events appended, #{first} to #{last}",
            number=done.appended,
            first=done.first,
            last=done.head,
        )
        + "\n"
    )


def _are_files_alone(*sides: str) -> bool:
    """Two files where there is no ledger: they are compared as they are."""
    return all(Path(side).is_file() for side in sides) and not is_ledger(current_place())


@option_group
class ShownRows:
    """Which rows of a comparison are shown, and how."""

    by_cause: bool = False
    "One column per cause instead of one for all."
    every: Annotated[bool, Parameter(name="--all")] = False
    "Players who do not change, too."


def compare(
    before: str,
    after: str,
    /,
    *,
    scheme: str | None = None,
    date: Date | None = None,
    rate_as: bool = False,
    shown: ShownRows = ShownRows(),
    output: Output = Output(),
) -> None:
    """Two lists side by side: dates, positions, rules, schemes or published files; the difference split by cause.

    A side is SCHEME@DATE[#POSITION|~KNOWN], then changes of the rules: [+version=V][+set:NAME=VALUE]
    [+reading:NAME=CHOICE][+reform:FILE][+rate-as]; or the path of a list's csv file. What one side leaves out of scheme
    and date is as on the other. Examples:

    compare SCHEME@2025-11-01 2025-12-01

    compare SCHEME@2026-04-01#1200 "#1500"

    compare SCHEME@2026-01-01 +set:NAME=24

    compare ratings/lists/SCHEME-2026-01-01.csv SCHEME@2026-06-30

    Two files need no ledger.

    Parameters
    ----------
    before
        The first list.
    after
        The second list.
    scheme
        The scheme, where the sides do not name it.
    date
        The day, where the sides do not name it (default: today).
    rate_as
        On both sides the games of other schemes, too, as if they were approved; +rate-as for one side.
    """
    from replay.questions import compare as comparison

    with nullcontext() if _are_files_alone(before, after) else open_office() as office:
        sides = comparison.sides_of(office, (before, after), scheme, date, rate_as=rate_as)
        answer = comparison.compare(office, sides, by_cause=shown.by_cause, every=shown.every)
        if output.is_paper:
            from replay.papers.answers import comparison_paper

            output.paper(comparison_paper(sides, answer, office))
            output.remark(answer)
            return
    if not output.is_table:  # rows for a program stay rows
        others = [note for note in answer.remarks if note.code != comparison.PUBLICATION]
        answer = replace(answer, remarks=others)
    output.give(answer)
