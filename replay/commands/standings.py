"""The commands about places: standings, groups."""

from collections.abc import Sequence

from ledger.errors import LedgerError
from replay.answers.terminal import remark
from replay.commands.options import open_office, option_group
from replay.commands.output import Output
from wording import say


@option_group
class ShownTable:
    """Another table of a tournament than that of its players."""

    teams: bool = False
    "The team table instead (wxf)."
    crosstable: bool = False
    "The cross-table instead: every player's opponents, colours and results by round; import reads it back."


def standings(
    tournament: str,
    /,
    *,
    after: int | None = None,
    shown: ShownTable = ShownTable(),
    player: str | None = None,
    known: str | None = None,
    reading: tuple[str, ...] = (),
    output: Output = Output(),
) -> None:
    """The table of a tournament by its own rules, with every tie-break and what decided each rank.

    Parameters
    ----------
    tournament
        The tournament: an id, or a name that only one has.
    after
        The table after this round (default: the last one with results, after the last round the final table).
    player
        How one player's row came about: every round, and what it brings to the opponent points or the tie-breaks.
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading: name=choice (`rating-ledger readings wxf` lists them).
    """
    from projections.named import player_named, tournament_named
    from replay.questions import standings as question

    if shown.crosstable and (player is not None or shown.teams or after is not None or reading):
        raise LedgerError(
            say("--crosstable goes with --known and -o alone"), remedy=say("leave the others out")
        )
    if player is not None and shown.teams:
        raise LedgerError(
            say("--player and --teams are two questions"), remedy=say("leave one of them out")
        )
    readings = chosen_readings(reading)
    with open_office() as office:
        snapshot = office.snapshot(known)
        tournament = tournament_named(snapshot, tournament, remark)
        if shown.crosstable:
            from replay.questions.crosstable import crosstable_of

            output.give(crosstable_of(office, tournament, known))
            return
        if player is not None:
            player = player_named(snapshot, player, remark)
        table = question.table_of(
            snapshot, tournament, after=after, teams=shown.teams, player=player, readings=readings
        )
        answer = question.standings(table)
        if output.is_paper:
            from replay.papers.answers import standings_paper

            checkpoint = office.checkpoint(snapshot.position)
            output.paper(standings_paper(snapshot, table, readings, checkpoint))
            output.remark(answer)
        else:
            output.give(answer)


def chosen_readings(words: Sequence[str]) -> dict[str, str]:
    """`--reading` name=choice, several of them."""
    from schemes.kernels.rules import reform_from_words

    return dict(reform_from_words((), tuple(words)).readings)


def groups(
    series: str,
    /,
    *,
    why: bool = False,
    known: str | None = None,
    reading: tuple[str, ...] = (),
    output: Output = Output(),
) -> None:
    """Who is A, provisional A or B after each edition of a series (hk-open part 8).

    Parameters
    ----------
    series
        The series that the editions' tournaments name.
    why
        One more column: the reason.
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading of hk-open: name=choice.
    """
    from replay.questions import standings as question

    with open_office() as office:
        answer = question.groups(
            office.snapshot(known), series, why=why, readings=chosen_readings(reading)
        )
    output.give(answer)
