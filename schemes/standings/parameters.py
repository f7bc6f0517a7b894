"""The numbers of the two standings regulations, each with its article; the order of the tie-breaks is one of them."""

from typing import Annotated

from msgspec import Meta, Struct

from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from wording import say

HalfPoints = Annotated[int, Meta(ge=0, le=20)]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Parameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a standings regulation fixes in numbers. Zero switches a limit off."""

    tie_breaks: Annotated[
        tuple[str, ...],
        Meta(
            title="hk-open part 6, wxf part IV.a",
            description="the tie-breaks after the score, in order",
        ),
    ]
    win_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6", description="half points for a win")
    ] = 2
    draw_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6", description="half points for a draw")
    ] = 1
    bye_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6 A 1, wxf part II.c", description="for a bye")
    ] = 2
    half_x2: Annotated[HalfPoints, Meta(title="remark", description="for a half-point bye")] = 1
    leave_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6 A 2", description="for a round on leave")
    ] = 0
    absent_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6 A 2", description="for an own absence")
    ] = 0
    walkover_x2: Annotated[
        HalfPoints, Meta(title="hk-open part 6 A 1", description="opponent absent")
    ] = 2
    unplayed_x2: Annotated[
        HalfPoints,
        Meta(
            title="hk-open part 6 A",
            description="what each unplayed round of an opponent is worth to others",
        ),
    ] = 1
    virtual_bye_x2: Annotated[
        HalfPoints,
        Meta(title="hk-open part 6 A 1", description="a virtual opponent's points against a bye"),
    ] = 0
    virtual_half_x2: Annotated[
        HalfPoints,
        Meta(title="remark", description="a virtual opponent's points against a half-point bye"),
    ] = 1
    virtual_leave_x2: Annotated[
        HalfPoints,
        Meta(
            title="hk-open part 6 A 2",
            description="a virtual opponent's points against an absentee",
        ),
    ] = 2
    virtual_rest_x2: Annotated[
        HalfPoints,
        Meta(
            title="hk-open part 6 A",
            description="a virtual opponent's points in each round to come",
        ),
    ] = 1
    disqualifying_absences: Annotated[
        Count, Meta(title="hk-open part 1", description="absences that disqualify")
    ] = 0
    losing_violations: Annotated[
        Count,
        Meta(title="hk-open parts 2 and 10", description="violations in one game that lose it"),
    ] = 0
    losing_technicals: Annotated[
        Count, Meta(title="hk-open part 10", description="technical fouls in one game that lose it")
    ] = 0
    knockout_groups: Annotated[
        tuple[str, ...],
        Meta(title="hk-open part 7", description="the groups whose best play a knockout"),
    ] = ()
    knockout_after: Annotated[
        Count, Meta(title="hk-open part 7", description="the round after which they leave for it")
    ] = 7
    knockout_size: Annotated[
        Count, Meta(title="hk-open part 7", description="how many leave for it")
    ] = 4
    strong_percent: Annotated[
        Count,
        Meta(
            title="wxf part IV.a 6",
            description="per cent of the rounds a strong opponent has scored",
        ),
    ] = 50
    team_size: Annotated[
        Count, Meta(title="wxf part IV.b", description="how many best ranks make a team's sum")
    ] = 2


HK_OPEN = Parameters(
    tie_breaks=(
        "opponent_points",
        "direct",
        "wins",
        "second_wins",
        "second_games",
        "met_as_second",
        "fouls",
    ),
    disqualifying_absences=2,
    losing_violations=4,
    losing_technicals=2,
    knockout_groups=("A",),
)

WXF = Parameters(
    tie_breaks=(
        "opponent_points",
        "direct",
        "wins",
        "second_wins",
        "second_games",
        "strong_opponent_points",
        "fouls",
        "previous_rank",
    ),
)

# FIDE's C.07: the tournament names its tie-breaks
FIDE = Parameters(tie_breaks=())

# Rules `given` order nothing; they only count points.
GIVEN = Parameters(tie_breaks=())

PARAMETERS = {"hk-open": HK_OPEN, "wxf": WXF, "fide": FIDE, "given": GIVEN}


def parameters_of(rules: str) -> Parameters:
    """The parameters in force of a standings regulation."""
    if rules not in PARAMETERS:
        raise rules_error(
            say("unknown standings rules {rules!r}", rules=rules), nearest(rules, PARAMETERS)
        )
    return PARAMETERS[rules]
