"""Several schemes on the same games: whose ratings promised the results best?"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import numpy as np

from ledger.errors import LedgerError
from replay.answers import columns
from replay.answers.answer import Answer, Remark, rows_answer
from replay.office.office import Office
from replay.whatif.measures import SURE, predictions_of
from replay.whatif.scenarios import Scenarios
from replay.whatif.trail import UNRATED, Follower, PlayedGames
from replay.which import ListWords
from replay.world.world import World, walk
from schemes.kernels.inputs import Column
from wording import say


def predict(
    office: Office, names: Sequence[str], on: date, position: int, since: date | None
) -> Answer:
    """Whose ratings promised the results of the first scheme's games best: log loss and Brier of each scheme.

    All are measured on the same games: those for which all of them had both ratings.
    """
    if len(set(names)) < len(names):
        raise LedgerError(
            say("a scheme is named twice"),
            remedy=say("name each one once, the one whose games count first"),
        )
    on = office.checked_day(on)
    played = Scenarios(office, ListWords(names[0], on, position).resolved(office)).played
    here = played.day >= (0 if since is None else since.toordinal())
    codes = {}
    for name in names:  # other schemes than the first have the games of all
        snapshot = office.snapshot(position, rate_as=name != names[0])
        world = office.world_of(office.schemes[name].rules(), snapshot)
        codes[name] = promised(world, office, played, on)
    shared = here & np.logical_and.reduce([each != UNRATED for each in codes.values()])
    predictions = {name: predictions_of(each[shared]) for name, each in codes.items()}
    rows = [
        (name, each.games, _digits(each.log_loss), _digits(each.brier))
        for name, each in predictions.items()
    ]
    without = [name for name, each in codes.items() if not (here & (each != UNRATED)).any()]
    note = _note(names[0], int(here.sum()), predictions[names[0]].games, without)
    title = say("whose ratings promised the results best")
    remarks = [Remark("games", note)]
    return rows_answer("predict/1", title, columns.PREDICTIONS, rows, remarks=remarks)


def _note(scheme: str, games: int, measured: int, without: Sequence[str]) -> str:
    """What the figures rest on; `without` are schemes that rate nobody in these games."""
    if not games:
        return say("{scheme} has no games to measure then", scheme=scheme)
    if without:
        return say(
            "nothing to compare: {schemes} had no ratings of both players for any game",
            schemes=", ".join(without),
        )
    return say(
        "{games} games of {scheme}; {left_out} left out, because a player had no rating in one of the schemes. "
        "Smaller is better; for the log loss, expected scores are limited to {least}–{sure}.",
        games=measured,
        scheme=scheme,
        left_out=games - measured,
        sure=SURE,
        least=round(1 - SURE, 3),
    )


def promised(world: World, office: Office, played: PlayedGames, on: date) -> Column:
    """The codes of games under one scheme, replayed from its beginning."""
    last = world.stop(on)
    follower = Follower(world, played)
    whole = last.number - world.scheme.any_day
    for stop, state in walk(
        world, office.states, world.stops_until(last), newest=world.keys.first - 1
    ).steps:
        if stop.number <= whole:
            follower.after(stop.number, state, last=stop.number == whole)
    return follower.trail().codes


def _digits(value: float | None) -> Decimal | None:
    """Five decimals, as in a what-if."""
    if value is None:
        return None
    return Decimal(f"{value:.5f}")
