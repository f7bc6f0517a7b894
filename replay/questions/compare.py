"""Two lists compared: the rows that differ, summed up by cause, or why there are no causes."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.answers.answer import Answer, Remark
from replay.answers.names import names_in
from replay.answers.table import Names, Table
from replay.difference.by_cause import difference_by_cause, difference_table, summary
from replay.difference.dense import DenseList
from replay.difference.difference import Difference
from replay.lists.rating_list import make_list
from replay.lists.sides import FileSide, Side, sides
from replay.lists.since_published import (
    ShownList,
    is_supposed,
    list_beside_published,
    publication_told,
)
from replay.office.office import Office
from replay.which import WhichList
from wording import joined, say

Sides = tuple[Side, Side]
PUBLICATION = "publication"  # the code of remarks on whether a side was published


def sides_of(
    office: Office | None,
    texts: tuple[WhichList | str, WhichList | str],
    name: str | None = None,
    day: date | None = None,
    *,
    rate_as: bool = False,
) -> Sides:
    """The two lists that are compared, written as the command takes them. Two files need no office."""
    one, other = (_rated_as(side, rate_as) for side in sides(office, texts, name, day))
    return one, other


def _rated_as(side: Side, rate_as: bool) -> Side:
    """--rate-as holds for both sides; a file is as it is."""
    if rate_as and isinstance(side, WhichList):
        return replace(side, rate_as=True)
    return side


def compare(
    office: Office | None, sides: Sides, *, by_cause: bool = False, every: bool = False
) -> Answer:
    """The rows of two lists that differ, and by which causes, if they have causes in common."""
    one, other = sides
    why = why_no_causes(one, other)
    if why and by_cause:
        raise LedgerError(
            say("--by-cause goes with two lists of one scheme, made from the log"), remedy=why
        )
    difference = difference_of(office, one, other)
    table = difference_table(difference, by_cause=by_cause, every=every)
    further: tuple[Table, ...] = ()
    if difference.causes is not None:
        further = (summary(difference),)
    return Answer(
        "compare-by-cause/1" if by_cause else "compare/1",
        joined(" → ", (one.title(), other.title())),
        table,
        further=further,
        remarks=_remarks(office, sides, table, why),
        names=Names() if office is None else names_in(office.snapshot(), table),
    )


def difference_of(office: Office | None, one: Side, other: Side) -> Difference:
    """Two lists side by side, with causes if they have some in common."""
    if (
        office is not None
        and isinstance(one, WhichList)
        and isinstance(other, WhichList)
        and one.scheme == other.scheme
    ):
        return difference_by_cause(office, one, other)
    first = _ratings(office, one)
    second = _ratings(office, other)
    ids = sorted(first.keys() | second.keys())
    return Difference(ids, DenseList.of_ratings(first, ids), DenseList.of_ratings(second, ids))


def _ratings(office: Office | None, side: Side) -> Mapping[str, Decimal]:
    """Player → rating."""
    if isinstance(side, FileSide):
        return {player: Decimal(rating) for player, rating in side.ratings.items()}
    assert office is not None, "a list is made from a ledger"
    table = make_list(office.replay(office.world(side), side.day), "").table
    ratings = map(Decimal, table["rating"].to_pylist())
    return dict(zip(table["player"].to_pylist(), ratings, strict=True))


def why_no_causes(before: Side, after: Side) -> str:
    """Why two lists are put side by side without causes; empty if they have some."""
    files = [side for side in (before, after) if isinstance(side, FileSide)]
    if len(files) == 2:
        return say(
            "no causes: {one} and {other} are files, which do not say how they came about",
            one=files[0].path,
            other=files[1].path,
        )
    if files and files[0].position is not None:
        return say(
            "no causes: {file} was published as #{position} under rules that are others now, so that the ledger no "
            "longer knows how it came about",
            file=files[0].path,
            position=files[0].position,
        )
    if files:
        return say(
            "no causes: {file} is a file that this ledger has not published, and does not say how it came about",
            file=files[0].path,
        )
    assert isinstance(before, WhichList) and isinstance(after, WhichList)
    if before.scheme == after.scheme:
        return ""
    return say(
        "no causes: {one} and {other} are two regulations, each with its own scale; from one list to the other there "
        "are no steps that change one thing each",
        one=before.scheme,
        other=after.scheme,
    )


def _on_publication(office: Office, sides: Sides) -> Iterator[Remark]:
    """Of each side whether it was published and differs now, and which words ask for the other one.

    Nothing where neither was published.
    """
    both = [
        (name, list_beside_published(office, side))
        for name, side in zip((say("before"), say("after")), sides, strict=True)
        if not isinstance(side, FileSide) and not is_supposed(office, side)
    ]
    if all(shown is None for _, shown in both):
        return
    for name, shown in both:
        remedy = ""
        if shown is not None and shown.since.differs:
            remedy = _where_the_other_is(shown)
        text = say("{about}: {note}", about=name, note=publication_told(shown))
        yield Remark(PUBLICATION, text, remedy)


def _where_the_other_is(shown: ShownList) -> str:
    if shown.is_published:
        return say("as known now: {command}", command=shown.other)
    return say("as published: {command}", command=shown.other)


def _remarks(office: Office | None, sides: Sides, table: Table, why: str) -> list[Remark]:
    """Whether the lists were published and differ now, why there are no causes, and why nothing changes."""
    remarks: list[Remark] = []
    if office is not None:
        remarks += _on_publication(office, sides)
    if why:
        remarks.append(Remark("no-causes", why))
    if not table.rows and office is not None:
        from replay.explain.why_not import why_alike

        remarks.append(
            Remark("nothing-changes", say("nothing changes: {why}", why=why_alike(office, *sides)))
        )
    return remarks
