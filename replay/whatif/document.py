"""A what-if as data for other programs: everything that is measured, and a row for every player."""

from collections.abc import Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

import msgspec

from replay.answers.table import Row
from replay.whatif.answer import WhatIf
from replay.whatif.changes import Group


def document(answer: WhatIf, rows: Sequence[Row]) -> dict[str, Any]:
    """Numbers as numbers; ratings and changes in points."""
    c = answer.changes
    replayed = answer.before.replayed
    own, other = answer.predictions
    groups = {
        "band": c.by_band(),
        "sex": c.by_sex(),
        "age": c.by_age(),
        "federation": c.by_federation(),
    }
    return {
        "scheme": answer.scheme.name,
        "change": answer.after.rules.reform,
        "list_date": replayed.list_date,
        "list_date_after": answer.after.replayed.list_date,
        "position": answer.snapshot.position,
        "rules_before": answer.before.rules.fingerprint,
        "rules_after": answer.after.rules.fingerprint,
        "measures": msgspec.structs.asdict(answer.measures),
        "games_left_out": len(answer.scenarios.played) - own.games,
        "closeness": [None if close is None else asdict(close) for close in answer.closeness],
        "entered": c.entered,
        "left": c.left,
        "all": _group(c.all(), c.unit),
        "by_size": dict(c.buckets()),
        "quantiles": {str(q): Decimal(change) / c.unit for q, change in c.quantiles()},
        "by": {name: [_group(group, c.unit) for group in found] for name, found in groups.items()},
        "inflation": [[asdict(level) for level in found] for found in answer.levels],
        "by_difference": [[asdict(each) for each in side.by_difference()] for side in (own, other)],
        "by_band": [[asdict(each) for each in side.by_band()] for side in (own, other)],
        "players": rows,
    }


def _group(group: Group, unit: int) -> dict[str, Any]:
    points = {
        name: Decimal(getattr(group, name)) / unit for name in ("median", "lowest", "highest")
    }
    return {**asdict(group), "mean": group.mean / unit, **points}
