"""Whether a ledger is what it was: the log, its checkpoints, and every published list, made again from the log."""

from collections.abc import Sequence

from ledger.tree.verify import Check, examine
from replay.answers import columns
from replay.answers.answer import Answer, rows_answer
from replay.office.office import Office
from wording import say


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
