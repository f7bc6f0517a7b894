"""The three units as schemes, and the scheme of a file."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np

from schemes.declared.articles import carried_in
from schemes.declared.file import Declaration, declaration, text_of
from schemes.declared.regulation import DeclaredRegulation, reasons_by, words_of
from schemes.drivers.by_game import GameScheme
from schemes.drivers.by_game.attendance import Attendance, presences_of
from schemes.drivers.by_game.events import NO_ONE, closing_days
from schemes.drivers.by_period import PeriodScheme
from schemes.drivers.by_tournament import TournamentScheme
from schemes.kernels.articles import Step
from schemes.kernels.calendar import years
from schemes.kernels.columns import Records, is_rated
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.scheme import Given, Question, Scheme
from schemes.rating.explanation import Captions
from wording import say


class DeclaredPeriod(DeclaredRegulation, PeriodScheme):
    """Unit `period`."""

    bonus_per_point = 100
    needs_rankings = needs_fouls = True

    def article_functions(self) -> dict[str, FunctionType]:
        """All but the rounding of what is carried in: by period it is half up, whatever the file says of changes."""
        functions = super().article_functions()
        del functions[carried_in.__name__]
        return functions

    def absence_costs(self, parameters: Any) -> bool:
        """Whether a year without a rated game costs something."""
        return bool(parameters.absence.percent)

    def pool_months(self, parameters: Any) -> int:
        """For how many months the games of an unrated player are gathered."""
        return int(parameters.first.months)


class DeclaredTournament(DeclaredRegulation, TournamentScheme):
    """Unit `tournament`."""

    table_of_change = "k"
    needs_rankings = needs_fouls = True
    rating_facts = frozenset({"carried", "title", "federation", "excused"})

    def levels_of_title(self, parameters: Any, title: str) -> list[int]:
        """The level of a title."""
        return [level for level, code in enumerate(self.titles_that_count) if code == title]

    def is_outside(self, parameters: Any, readings: Mapping[str, str], federation: str) -> bool:
        """Whether players of a federation need a title for a first rating; those of none are at home."""
        home = parameters.first.home
        return bool(home) and federation != "" and federation not in home


class DeclaredGame(DeclaredRegulation, GameScheme):
    """Unit `game`."""

    needs_rankings = needs_byes = needs_fouls = True
    rating_facts = frozenset({"carried", "title", "excused"})

    def looks_at(self, tournaments: Tournaments) -> Column | None:
        """National events, if taking part in one of them, rated or not, saves from a deduction."""
        national = self.declaration.first.absence.events == "national"
        if national:
            return np.asarray(tournaments.national) > 0
        return None

    def gives_bonus(self, given: Given) -> Column:
        """Which tournaments give a bonus by place, under the version that holds for them."""
        national = np.asarray(given.inputs.tournaments.national) > 0
        every = [each.parameters.bonus.events == "all" for each in given.rules.versions]
        return np.asarray(
            national | np.array([*every, False])[given.assignment.version]
        )  # −1, no version: the last

    def presences(self, given: Given) -> Records:
        """Who took part in the events that save from a deduction."""
        asked = given.rules.versions[-1].parameters.absence
        t = given.inputs.tournaments
        if not any(version.parameters.absence.percent for version in given.rules.versions):
            return NO_ONE
        events = is_rated(given.assignment)
        if asked.events == "national":
            events = (np.asarray(given.assignment.first) >= 0) & (np.asarray(t.national) > 0)
        return presences_of(given.inputs, Attendance(events, years(closing_days(t))))

    def why_nothing_was_deducted(self, question: Question, year: int, step: Step) -> str:
        """Why a year cost nothing."""
        if not step.values["p"].absence_x10000:
            return say("absence costs nothing")
        if not step.values["event_closed"]:
            return say("no event that counts took place in {year}", year=year)
        if step.values["took_part"]:
            return say("took part in {year}, or was excused", year=year)
        return say("had no rating before {year}", year=year)


UNITS: Mapping[str, Any] = {
    "period": DeclaredPeriod,
    "tournament": DeclaredTournament,
    "game": DeclaredGame,
}


def scheme_of(declared: Declaration) -> Scheme:
    """A declaration as a scheme that every command takes."""
    base = UNITS[declared.heading.unit]
    heading = declared.heading
    said: dict[str, Any] = {
        "name": declared.name,
        "title": heading.title,
        "decimals": heading.decimals,
        "titles": heading.titles,
        "versions": declared.versions,
        "readings": declared.readings,
        "declaration": declared,
        "package": declared.path.name,
        "reasons": reasons_by(declared, base.reasons, base.table_of_change),
        "words": words_of(declared),
        "titles_that_count": declared.title_codes,
    }
    if heading.unit == "period":
        lists = declared.article("lists")
        first = declared.article("first")
        said["captions"] = Captions(lists, declared.article("k"), first, first, first, lists)
    return cast(Scheme, type(base.__name__, (base,), said)())


def scheme_from(path: Path) -> Scheme:
    """The scheme of a file: the same object as long as the file says the same."""
    return _made(*text_of(path))


@lru_cache(maxsize=64)
def _made(text: str, path: Path) -> Scheme:
    return scheme_of(declaration(text, path))
