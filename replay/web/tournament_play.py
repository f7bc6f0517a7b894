"""The bracket of a tournament, and the rounds that its page shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from replay.answers.language import tr
from replay.answers.speech import short_day
from replay.questions.tournament import TournamentAnswer
from replay.questions.tournament_rounds import PLACES, STAGE_NAMES, BracketStage, RoundGames
from replay.web.asked import Asked

FEW = 64  # games that are shown at once; of more, one round at a time


@dataclass(frozen=True)
class RoundsView:
    """Who played whom: a large event shows one round at a time."""

    answer: TournamentAnswer
    asked: Asked

    @property
    def bracket(self) -> list[BracketStage]:
        """The stages whose winners play on."""
        return [one for one in self.answer.bracket if one.stage not in PLACES]

    @property
    def places(self) -> list[BracketStage]:
        """The ties for the places below."""
        return [one for one in self.answer.bracket if one.stage in PLACES]

    @property
    def shows_all(self) -> bool:
        return sum(len(one.games) for one in self.answer.rounds) <= FEW

    @cached_property
    def chosen(self) -> RoundGames | None:
        """The round that is shown of a large event: the one in the address, else the last."""
        words = self.asked.get("round")
        for one in self.answer.rounds:
            if words == self.key(one):
                return one
        return self.answer.rounds[-1] if self.answer.rounds else None

    @property
    def rounds(self) -> Sequence[RoundGames]:
        if self.shows_all:
            return self.answer.rounds
        return [self.chosen] if self.chosen else []

    def key(self, one: RoundGames) -> str:
        return str(one.round) if one.stage == "main" else f"{one.stage}-{one.round}"

    def address(self, one: RoundGames) -> str:
        return self.asked.again(round=self.key(one)) + "#rounds"

    def title(self, one: RoundGames) -> str:
        if one.stage == "main":
            return tr("Round {round}", round=one.round)
        stage = tr(STAGE_NAMES[one.stage])
        return tr("{stage}, round {round}", stage=stage[:1].upper() + stage[1:], round=one.round)

    def days(self, one: RoundGames) -> str:
        if not one.days:
            return ""
        if len(one.days) == 1:
            return short_day(one.days[0])
        return f"{short_day(one.days[0])} – {short_day(one.days[-1])}"

    def stage_title(self, stage: BracketStage) -> str:
        if stage.round is not None:
            return tr("Round {round}", round=stage.round)
        name = tr(STAGE_NAMES[stage.stage])
        return name[:1].upper() + name[1:]
