"""A declared regulation as a scheme: what those of all units share."""

import hashlib
import types
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

import msgspec
import numpy as np

from schemes.declared import admission, articles
from schemes.declared.admission import reasons_of
from schemes.declared.cells import NO_LIMIT, cells_of
from schemes.declared.contradictions import contradictions_of
from schemes.declared.file import Declaration
from schemes.kernels.articles import Articles
from schemes.kernels.calendar import Calendar, days_months_before
from schemes.kernels.errors import contradicting, rules_error
from schemes.kernels.inputs import Column, recorded_results
from schemes.kernels.parameters import Cells, changed
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Reform, Rules, Version, dotted
from schemes.kernels.scheme import Given, Reason
from schemes.kernels.sources import digest_of
from schemes.rating import reasons as why
from wording import say

TABLES = {  # which table of a file has the article of a reason
    why.NO_RATING: "first", why.OPPONENT_UNRATED: "first", why.GATHERED: "first", why.LEFT_OUT: "first",
    why.POOL_SMALL: "first", why.POOL_LOW: "first", why.NO_NEW_GAME: "first", why.FALLEN: "floor",
    why.FORFEIT: "games", why.NOT_PUBLISHED: "lists",
}  # fmt: skip


class DeclaredRegulation(Regulation):
    """A regulation without code: its numbers stand in a file, its articles are those of its unit."""

    declaration: ClassVar[Declaration]
    article_modules = (admission, articles)
    table_of_change = "rounding"  # the table whose article rates a game
    bonus_per_point = 0  # parts of a point in which a bonus is counted; 0: as ratings are

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        bonus_per_point = self.bonus_per_point or self.per_point
        return cells_of(parameters, self.per_point, bonus_per_point, self.titles_that_count)

    def last_registration(
        self, start: Column, parameters: Any, readings: Mapping[str, str]
    ) -> Column:
        """So many days and months before the start; any day, if the file asks for none."""
        asked = parameters.admission
        if asked.registered_days or asked.registered_months:
            months = days_months_before(start, asked.registered_months)
            return np.minimum(start - asked.registered_days, months)
        return np.full_like(start, NO_LIMIT)

    def calendar(self, rules: Rules) -> Calendar:
        """When lists appear; where they can be asked for any day, the marks between which is replayed."""
        if self.any_day:
            return super().calendar(rules)
        return calendar_of(rules)

    @cached_property
    def articles(self) -> Articles:
        """The articles of the unit, with the numbers that the file gives them; compiled once for all files."""
        return Articles(
            f"declared-{self.declaration.heading.unit}",
            self.article_functions(),
            digest_of(self.modules),
        )

    def article_functions(self) -> dict[str, types.FunctionType]:
        """The articles by name, each with its number in the file."""
        functions = super().article_functions()
        return {name: _numbered(function, self.declaration) for name, function in functions.items()}

    @cached_property
    def digest(self) -> str:
        """A digest of the file as it was read, and of the code that reads it."""
        content = f"{digest_of(self.modules)} {self.declaration.digest}"
        return f"sha256:{hashlib.sha256(content.encode()).hexdigest()}"

    def rules(
        self,
        reform: Reform | None = None,
        version: str | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Rules:
        """The rules; a reading that is not the one in force changes what its choice sets."""
        rules = super().rules(reform, version, readings)
        versions = tuple(self._as_read(each, rules.readings) for each in rules.versions)
        for each in versions:
            self.check(each.parameters)
        return msgspec.structs.replace(rules, versions=versions)

    def _as_read(self, version: Version, readings: Mapping[str, str]) -> Version:
        parameters = version.parameters
        for name, choice in readings.items():
            for word, value in dotted(
                self.declaration.heading.readings[name].choices[choice].set
            ).items():
                parameters = changed(parameters, word, value)
        return msgspec.structs.replace(version, parameters=parameters)

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other, all of them named."""
        found = list(contradictions_of(parameters))
        if found:
            raise rules_error(contradicting(each.wrong for each in found), found[0].remedy)

    def results(self, given: Given) -> Column:
        """The results that count: as recorded, or as standings rules count games that were lost by fouls."""
        if given.rules.versions[0].parameters.games.fouls == "lost":
            return np.asarray(given.inputs.games.result)
        return recorded_results(given.inputs)


def _numbered(function: types.FunctionType, declaration: Declaration) -> types.FunctionType:
    """An article with the number that the file gives to its table; without one, the table's name."""
    table: str = function.article  # type: ignore[attr-defined]
    twin = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    twin.__doc__ = function.__doc__
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    twin.article = (declaration.article(table) or table) if table else ""  # type: ignore[attr-defined]
    twin.gives = function.gives  # type: ignore[attr-defined]
    twin.shows = function.shows  # type: ignore[attr-defined]
    return twin


def calendar_of(rules: Rules) -> Calendar:
    """The days of lists; they are the same through all versions."""
    if len({version.parameters.lists.days for version in rules.versions}) > 1:
        raise rules_error(
            say("lists.days cannot change within a replay"), say("set lists.days without --from")
        )
    days = (date.fromisoformat(f"2023-{day}") for day in rules.versions[0].parameters.lists.days)
    return Calendar(tuple((day.month, day.day) for day in days))


def reasons_by(
    declaration: Declaration, driver: tuple[Reason, ...], table_of_change: str
) -> tuple[Reason, ...]:
    """The reasons of a driver with the articles of the file, and those of admission."""
    tables = {**TABLES, why.RATED: table_of_change}
    reasons = []
    for each in driver:
        if each.code in tables:
            article = declaration.article(tables[each.code])
            reasons.append(msgspec.structs.replace(each, article=article))
        else:
            reasons.append(each)
    return (*reasons, *reasons_of(declaration.article("admission")))


def words_of(declaration: Declaration) -> dict[str, tuple[str, ...]]:
    """What explanations call the cases of K: name and article."""
    return {
        "case": tuple(
            f"{each.name}{f' ({each.article})' if each.article else ''}"
            for each in declaration.first.k
        )
    }
