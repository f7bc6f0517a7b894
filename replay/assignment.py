"""On which lists tournaments count."""

from projections import Snapshot
from schemes.rules import Rules
from schemes.scheme import Assignment, Scheme

NOT_APPROVED = -2  # reason code beside a scheme's own: the tournament is not approved for it, or void


def assigned(scheme: Scheme, rules: Rules, snapshot: Snapshot) -> Assignment:
    """On which lists tournaments count; those not approved for the scheme on none. Worked out once."""
    name = ("assignment", scheme.name, rules.fingerprint)
    return snapshot.remembered(name, lambda: _assigned(scheme, rules, snapshot))


def _assigned(scheme: Scheme, rules: Rules, snapshot: Snapshot) -> Assignment:
    assignment = scheme.assign(snapshot.tournaments, rules)
    out = ~snapshot.approved_for(scheme.name)
    first, last, reason = assignment.first.copy(), assignment.last.copy(), assignment.reason.copy()
    first[out], last[out], reason[out] = -1, -1, NOT_APPROVED
    return Assignment(first, last, assignment.reach, assignment.version, reason)
