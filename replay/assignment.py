"""On which lists tournaments count."""

from projections import Snapshot
from projections.feed import looked_at
from schemes.rules import Rules
from schemes.scheme import Assignment, Scheme

NOT_APPROVED = -2  # reason code beside a scheme's own: the tournament is not approved for it, or void


def assigned(scheme: Scheme, rules: Rules, snapshot: Snapshot) -> Assignment:
    """On which lists tournaments count; those that the scheme does not look at on none. Worked out once.

    A tournament that it looks at without being approved for it has a list and the reason NOT_APPROVED.
    """
    name = ("assignment", scheme.name, rules.fingerprint)
    return snapshot.remembered(name, lambda: _assigned(scheme, rules, snapshot))


def _assigned(scheme: Scheme, rules: Rules, snapshot: Snapshot) -> Assignment:
    assignment = scheme.assign(snapshot.tournaments, rules)
    first, last, reason = assignment.first.copy(), assignment.last.copy(), assignment.reason.copy()
    out = ~looked_at(snapshot, scheme)
    first[out], last[out] = -1, -1
    reason[~snapshot.approved_for(scheme.name)] = NOT_APPROVED
    return Assignment(first, last, assignment.reach, assignment.version, reason)
