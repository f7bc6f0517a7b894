"""A list before it is published: what it is made from, who moves, what to know before it stands for ever; and whether
everything that was published is still what it was.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from ledger.tree.verify import Check, examine
from replay.answers import columns
from replay.answers.answer import Answer, rows_answer
from replay.answers.table import Cause
from replay.difference.by_cause import difference_by_cause
from replay.explain.comings import Comings
from replay.lists.list_files import Publication, all_publications, publications
from replay.lists.rating_list import RatingList
from replay.lists.since_published import (
    SincePublished,
    compared_with,
    is_list_of,
    since_published,
    which_published,
)
from replay.office.office import Office, is_to_come
from replay.questions.movement import Movement, movement
from replay.questions.worklist import (
    DifferingList,
    Ended,
    corrections_since,
    differing_list,
    key_state,
    next_list,
)
from replay.rules_choice import RulesChoice
from replay.which import ListWords
from schemes.kernels.parameters import parameters
from wording import say

MOVERS = 6
ROWS = 50  # of a revision


class Prepared(Struct, frozen=True):
    """A list that can be published, beside the last one that was."""

    title: str
    made: RatingList
    days_ahead: int
    last: Publication | None  # the publication that it is compared with
    movement: Movement | None
    comings: Mapping[str, Cause]  # by player, why those that are named are new or gone
    changed_since: SincePublished | None  # the last list, if it would be another today
    missing: Sequence[Ended]
    rules_changed: bool
    readings: int  # of the regulation
    parameters: int
    key: str
    is_published: bool = False  # this very list is
    revision: int = 0  # which one it would be; 0: it was never published
    revised: DifferingList | None = None  # how it differs from the publication that it revises
    corrections: Sequence[int] = ()  # their positions, since that publication


def prepared(
    office: Office, name: str, on: date, readings: Mapping[str, str] | None = None
) -> Prepared:
    """Make a list as it would be published, and say what differs from the last publication."""
    chosen = office.schemes[name]
    which = ListWords(name, on, rules=RulesChoice.under(readings)).resolved(office)
    made = office.list(which)
    earlier = publications(office.log, name, on)
    last = _last_before(office, name, on)
    moved = None
    comings: Mapping[str, Cause] = {}
    changed = None
    rules_changed = False
    if last is not None:
        before = which_published(office, last.event)
        difference = difference_by_cause(office, before, which)
        moved = movement(difference, office.snapshot(), MOVERS)
        players = [one.player for one in (*moved.new, *moved.gone)]
        comings = Comings(office, before, which, difference).why(players)
        rules_changed = last.event.rules not in (None, made.receipt.rules)
        since = since_published(office, [last])[0]
        changed = since if since.differs else None
    is_published = bool(earlier) and is_list_of(earlier[-1].event, made)
    revised = None
    if earlier and not is_published:
        revised = differing_list(office, compared_with(office, earlier[-1], made), ROWS)
    version = which.rules.latest(on)
    return Prepared(
        title=chosen.title, made=made,
        days_ahead=(on - date.today()).days if is_to_come(on) else 0,
        last=last, movement=moved, comings=comings, changed_since=changed,
        missing=next_list(office, name).missing, rules_changed=rules_changed,
        readings=len(chosen.readings), parameters=sum(1 for _ in parameters(version.parameters)),
        key=key_state(office.log),
        is_published=is_published, revision=len(earlier), revised=revised,
        corrections=corrections_since(office.log, earlier[-1].position) if earlier else (),
    )  # fmt: skip


def _last_before(office: Office, name: str, on: date) -> Publication | None:
    """The newest publication of the newest list before a day."""
    earlier = [
        one
        for one in all_publications(office.log)
        if one.event.scheme == name and one.event.list_date < on
    ]
    return max(earlier, key=lambda one: (one.event.list_date, one.position), default=None)


def verify(office: Office) -> Answer:
    """All checks; lists are made again only from a log that is sound."""
    from replay.lists.publish import check_lists

    checks = list(examine(office.log))
    if all(check.ok for check in checks):
        checks += check_lists(office)
    return checks_answer(checks)


def checks_answer(checks: Sequence[Check]) -> Answer:
    """Checks as rows."""
    rows = [(say(check.name), "ok" if check.ok else "FAILED", check.detail) for check in checks]
    return rows_answer("verify/1", "", columns.CHECKS, rows)
