"""What is odd about who went on: a cut through level players, and a knockout that is not the one of the rules."""

from collections.abc import Iterator, Mapping, Sequence

from schemes.standings.table import TableRow, Tournament, players_in
from schemes.standings.ties import stage_games, ties_of
from wording import enumerated, say, together

# stage: where its winners and its losers go
FOLLOWING = {
    "last16": ("quarterfinal", ""),
    "quarterfinal": ("semifinal", "place5-8"),
    "semifinal": ("final", "third"),
    "place5-8": ("fifth", "seventh"),
}


def listed_by(readings: Mapping[str, str]) -> str:
    """What puts level players in an order: nothing of the regulation does."""
    if readings["level-order"] == "entry":
        return say("the order of entry")
    return say("the entry number")


def cut_in_tie(
    rows: Sequence[TableRow], size: int, cut: str, readings: Mapping[str, str]
) -> list[str]:
    """A remark where the last one in and the first one out are level; `cut` names what they are in or out of."""
    placed = [row for row in rows if row.rank is not None]
    if not 0 < size < len(placed) or placed[size - 1].rank != placed[size].rank:
        return []
    level = [row.player for row in placed if row.rank == placed[size].rank]
    last_in = [row.player for row in placed[:size] if row.player in level]
    return [level_at_cut(cut, level, last_in, readings)]


def level_at_cut(
    cut: str, level: Sequence[str], last_in: Sequence[str], readings: Mapping[str, str]
) -> str:
    """Level players, and which of them are in by their order in the table alone."""
    return say(
        "{cut}: {players} are level; only {order} puts {inside} in",
        cut=cut,
        players=enumerated(level),
        order=listed_by(readings),
        inside=enumerated(last_in),
    )


def first_ones(size: int, round_: int) -> str:
    """The name of a cut after a round."""
    return say("the first {number} after round {round}", number=size, round=round_)


def not_the_first(
    tournament: Tournament, stages: Sequence[str], first: Sequence[str], round_: int
) -> list[str]:
    """Players with a recorded game of the knockout, or of the final, who were not among the first after a round."""
    strangers = sorted(players_in(stage_games(tournament, *stages)) - set(first))
    if not strangers:
        return []
    told = say(
        "{stage}: {players} played in it, but the first {number} after round {round} are {first}",
        stage=say(stages[0]) if len(stages) == 1 else say("knockout"),
        players=enumerated(strangers),
        number=len(first),
        round=round_,
        first=enumerated(first),
    )
    return [told]


def wrong_semifinals(tournament: Tournament, four: Sequence[str]) -> list[str]:
    """hk-open part 7: the first meets the fourth, the second the third."""
    if len(four) != 4:
        return []
    expected = (frozenset((four[0], four[3])), frozenset((four[1], four[2])))
    pairs = [
        pair
        for pair in ties_of(tournament, "semifinal")
        if pair <= set(four) and pair not in expected
    ]
    return [
        say(
            "semifinal: {pair} met; by part 7 {first} meets {fourth}, and {second} meets {third}",
            pair=together(sorted(pair)),
            first=four[0],
            fourth=four[3],
            second=four[1],
            third=four[2],
        )
        for pair in pairs
    ]


def misplaced(
    stage: str, winners: Mapping[str, str], seen_in: Mapping[str, frozenset[str]]
) -> Iterator[str]:
    """Losers of a stage who play on among its winners, and the other way round; `winners`: loser → winner."""
    winners_to, losers_to = FOLLOWING.get(stage, ("", ""))
    for loser, winner in winners.items():
        if loser in seen_in.get(winners_to, ()):
            yield say(
                "{next}: {player} is in it, but lost the {stage} to {other}",
                next=say(winners_to),
                player=loser,
                stage=say(stage),
                other=winner,
            )
        if winner in seen_in.get(losers_to, ()):
            yield say(
                "{next}: {player} is in it, but won the {stage} against {other}",
                next=say(losers_to),
                player=winner,
                stage=say(stage),
                other=loser,
            )
