"""Which tournaments are rated, as far as papers tell: `tournament_reason` is asked once of each."""

from typing import Any

import numpy as np

from schemes.kernels.articles import loop
from schemes.kernels.columns import Records, records
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.rating.articles import tournament_reason
from schemes.rating.reasons import NO_VERSION

GIVEN = (
    "start", "end", "registered", "closed", "report", "rounds", "team", "increment", "moves", "hours_x100",
    "arbiters", "national", "official", "hybrid", "approved", "late_approved",
)  # fmt: skip


def papers_of(
    scheme: Regulation, tournaments: Tournaments, rules: Rules, version: Column, **more: Column
) -> Records:
    """What is known of tournaments without any game; `version` is that of the rules, −1 before the first.

    `deadline` is the last day on which a tournament could be registered, `seconds` is −1 without a clock.
    """
    columns = {name: getattr(tournaments, name) for name in GIVEN}
    deadline = np.array(tournaments.start, np.int64)
    for index, each in enumerate(rules.versions):
        here = version == index
        deadline[here] = scheme.last_registration(deadline[here], each.parameters, rules.readings)
    return records(**columns, seconds=tournaments.base, version=version, deadline=deadline, **more)


def reasons_of_papers(
    scheme: Regulation, tournaments: Tournaments, rules: Rules, version: Column
) -> Column:
    """Why each tournament is not rated; 0 if it is."""
    papers = papers_of(scheme, tournaments, rules, version)
    reasons = np.zeros(len(papers), np.int16)
    work = scheme.at_work(rules, len(papers))
    work.loop(judge_papers)(work.versions, papers, reasons)
    return reasons


@loop
def judge_papers(versions: Any, papers: Records, reasons: Column) -> None:
    """A reason for each tournament."""
    for row in range(len(papers)):
        reasons[row] = reason_of_paper(versions, papers[row])


@loop
def reason_of_paper(versions: Any, paper: Fields) -> int:
    """Why a tournament is not rated, by the version that holds for it."""
    if paper.version < 0:
        return NO_VERSION
    return tournament_reason(versions[paper.version], paper)
