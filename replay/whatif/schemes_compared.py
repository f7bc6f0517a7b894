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

Row = tuple[str, int, float | None, float | None]


class Predictions:
    """The games of the first scheme before a list, and what the ratings of each scheme promised for them."""

    def __init__(
        self, office: Office, names: Sequence[str], on: date, position: int, since: date | None
    ) -> None:
        if len(set(names)) < len(names):
            raise LedgerError(
                say("a scheme is named twice"),
                remedy=say("name each one once, the one whose games count first"),
            )
        self.office = office
        self.names = names
        self.position = position
        self.on = office.checked_day(on)
        self.played = Scenarios(office, ListWords(names[0], on, position).resolved(office)).played
        self.without: list[str] = []  # schemes that rate nobody in these games
        self.here = self.played.day >= (0 if since is None else since.toordinal())

    def rows(self) -> list[Row]:
        """A row for each scheme, all measured on the same games: those for which all of them had both ratings."""
        codes = [self._codes(name) for name in self.names]
        self.without = [
            name
            for name, each in zip(self.names, codes, strict=True)
            if not (self.here & (each != UNRATED)).any()
        ]
        shared = self.here & np.logical_and.reduce([each != UNRATED for each in codes])
        found = [
            (name, predictions_of(each[shared]))
            for name, each in zip(self.names, codes, strict=True)
        ]
        return [(name, each.games, each.log_loss, each.brier) for name, each in found]

    def note(self, rows: Sequence[Row]) -> str:
        """What the figures rest on."""
        left_out = int(self.here.sum()) - rows[0][1]
        if not self.here.any():
            return say("{scheme} has no games to measure then", scheme=self.names[0])
        if self.without:
            schemes = ", ".join(self.without)
            return say(
                "nothing to compare: {schemes} had no ratings of both players for any game",
                schemes=schemes,
            )
        return say(
            "{games} games of {scheme}; {left_out} left out, because a player had no rating in one of the schemes. "
            "Smaller is better; for the log loss, expected scores are limited to {least}–{sure}.",
            games=rows[0][1],
            scheme=self.names[0],
            left_out=left_out,
            sure=SURE,
            least=round(1 - SURE, 3),
        )

    def _codes(self, name: str) -> Column:
        """What the ratings of a scheme promised; other schemes than the first have the games of all."""
        rules = self.office.schemes[name].rules()
        snapshot = self.office.snapshot(self.position, rate_as=name != self.names[0])
        return promised(
            self.office.world_of(rules, snapshot),
            self.office,
            self.played,
            self.on,
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


def predict(
    office: Office, names: Sequence[str], on: date, position: int, since: date | None
) -> Answer:
    """Whose ratings promised the results of the first scheme's games best: log loss and Brier of each scheme."""
    predictions = Predictions(office, names, on, position, since)
    rows = predictions.rows()
    cells = [
        (name, games, _digits(log_loss), _digits(brier)) for name, games, log_loss, brier in rows
    ]
    title = say("whose ratings promised the results best")
    remarks = [Remark("games", predictions.note(rows))]
    return rows_answer("predict/1", title, columns.PREDICTIONS, cells, remarks=remarks)


def _digits(value: float | None) -> Decimal | None:
    """Five decimals, as in a what-if."""
    if value is None:
        return None
    return Decimal(f"{value:.5f}")
