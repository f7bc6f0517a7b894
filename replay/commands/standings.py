"""The commands about places: standings, groups."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.answers import columns
from replay.answers.language import tr
from replay.answers.terminal import remark
from replay.commands.options import open_office
from replay.commands.output import Output
from wording import say
from wording.visible import visible


def standings(
    tournament: str,
    /,
    *,
    after: int | None = None,
    teams: Annotated[bool, Parameter(negative="")] = False,
    player: str | None = None,
    known: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    output: Output = Output(),
) -> None:
    """The table of a tournament by its own rules, with every tie-break and what decided each rank.

    Parameters
    ----------
    tournament
        The tournament: an id, or a name that only one has.
    after
        The table after this round (default: the last one with results, after the last round the final table).
    teams
        The team table instead (wxf).
    player
        How one player's row came about: every round, and what it brings to the opponent points or the tie-breaks.
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading: name=choice (`rating-ledger readings wxf` lists them).
    """
    from replay.questions.named import player_named, tournament_named
    from replay.questions.tournament_table import player_table, tournament_table

    if player is not None and teams:
        raise LedgerError(
            say("--player and --teams are two questions"), remedy=say("leave one of them out")
        )
    readings = chosen_readings(reading)
    with open_office() as office:
        snapshot = office.snapshot(known)
        tournament = tournament_named(snapshot, tournament)
        if player is not None:
            found = player_table(
                snapshot, tournament, player_named(snapshot, player), after, readings
            )
        else:
            found = tournament_table(snapshot, tournament, after, teams=teams, readings=readings)
        if output.is_paper:
            from replay.answers.paper import write_paper
            from replay.answers.paper.answers import standings_paper

            checkpoint = office.checkpoint(snapshot.position)
            write_paper(output.file, standings_paper(snapshot, found, readings, checkpoint))
        else:
            output.rows(found.columns, found.rows, found.title)
    tell_notes(tournament, found.notes)


def chosen_readings(words: Sequence[str]) -> dict[str, str]:
    """`--reading` name=choice, several of them."""
    from schemes.kernels.rules import reform_from_words

    return dict(reform_from_words((), tuple(words)).readings)


def tell_notes(about: str, notes: Iterable[str]) -> None:
    """What is missing or odd, to standard error."""
    for note in notes:
        remark(f"{about}: {visible(tr(note))}\n")


def groups(
    series: str,
    /,
    *,
    why: Annotated[bool, Parameter(negative="")] = False,
    known: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
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
    from replay.questions.tournament_table import series_groups

    with open_office() as office:
        history = series_groups(office.snapshot(known), series, chosen_readings(reading))
    shown = columns.GROUPS if why else columns.GROUPS[:-1]
    rows = [
        (member.edition, member.player, member.group, member.reason)[: len(shown)]
        for member in history.members
    ]
    output.rows(shown, rows, say("groups of {series}", series=series))
    tell_notes(series, history.notes)
