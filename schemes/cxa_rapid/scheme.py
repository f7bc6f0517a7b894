"""The rapid rating of the Chinese Xiangqi Association: what it says beside its articles."""

from collections.abc import Mapping
from typing import Any, ClassVar

from schemes.cxa_rapid import admission, articles
from schemes.cxa_rapid.parameters import VERSIONS, all_grades, cells, check
from schemes.cxa_rapid.readings import READINGS
from schemes.cxa_rapid.reasons import REASONS
from schemes.drivers.by_tournament import TournamentScheme
from schemes.kernels.calendar import Calendar, days_months_before
from schemes.kernels.errors import rules_error
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.parameters import Cells
from schemes.kernels.rules import Rules
from schemes.rating.explanation import Captions
from wording import say


class CxaRapid(TournamentScheme):
    """中国象棋协会快棋等级分."""

    name = "cxa-rapid"
    title = "Chinese Xiangqi Association, rapid ratings"
    decimals = 1
    needs_rankings = needs_fouls = True
    bonus = "champion's bonus"
    captions = Captions("8.1", lists="5", forfeit="10")
    rating_facts = frozenset({"carried", "title", "federation"})
    versions = VERSIONS
    readings = READINGS
    reasons = REASONS
    article_modules = (admission, articles)
    titles: ClassVar[Mapping[str, str]] = {
        "cxa-gm": "特级大师", "sport-intl": "国际健将", "wxf-gm": "国际特级大师", "cxa-m": "国家大师",
        "sport-m": "运动健将", "wxf-im": "国际大师", "cxa-am": "棋协大师", "sport-1": "一级运动员",
        "wxf-m": "棋联大师", "cxa-rm": "地协大师", "sport-2": "二级运动员", "cxa-1": "一级棋士",
        "sport-3": "三级运动员",
    }  # fmt: skip
    title_names: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cxa-gm": ("Grandmaster", "象棋特级大师", "特級大師", "象棋特級大師"),
        "sport-intl": ("International Master of Sport", "國際健將"),
        "wxf-gm": ("International Grandmaster", "WXF Grandmaster", "國際特級大師"),
        "cxa-m": ("National Master", "Master", "象棋大师", "大师", "國家大師", "象棋大師", "大師"),
        "sport-m": ("Master of Sport", "運動健將"),
        "wxf-im": ("International Master", "WXF International Master", "國際大師"),
        "cxa-am": ("Association Master", "棋協大師"),
        "sport-1": ("First-class Athlete", "一級運動員"),
        "wxf-m": ("WXF Master", "棋聯大師"),
        "cxa-rm": ("Regional Master", "地協大師"),
        "sport-2": ("Second-class Athlete", "二級運動員"),
        "cxa-1": ("First-class Player", "一級棋士"),
        "sport-3": ("Third-class Athlete", "三級運動員"),
        "cxa-2": ("Second-class Player", "二级棋士", "二級棋士"),
        "cxa-3": ("Third-class Player", "三级棋士", "三級棋士"),
        "cxa-4": ("Fourth-class Player", "四级棋士", "四級棋士"),
    }
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "sex": ("", "men", "women"),
        "grade": (
            "特级大师, 国际健将", "国家大师, 运动健将", "棋协大师, 一级运动员", "地协大师, 二级运动员",
            "一级棋士, 三级运动员", "lower titles or none", "国际特级大师", "国际大师", "棋联大师", "no WXF title",
        ),
    }  # fmt: skip

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        check(parameters)

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        return cells(parameters, readings)

    def calendar(self, rules: Rules) -> Calendar:
        """Art. 5: lists on the same days of every year."""
        if len({version.parameters.lists for version in rules.versions}) > 1:
            raise rules_error(
                say("lists cannot change within a replay"), say("set lists without --from")
            )
        return Calendar(rules.versions[0].parameters.lists)

    def version_days(self, tournaments: Tournaments, rules: Rules) -> Column:
        """Art. 14: by the start of a tournament, or by its end."""
        if rules.readings["trial"] == "end":
            return tournaments.end
        return tournaments.start

    def last_registration(
        self, start: Column, parameters: Any, readings: Mapping[str, str]
    ) -> Column:
        """Art. 4: two months before the start."""
        if readings["two-months"] == "days":
            return start - parameters.admission.days
        return days_months_before(start, parameters.admission.months)

    def order_of_tournaments(self, tournaments: Tournaments, rules: Rules) -> tuple[Column, ...]:
        """Art. 6.1: which of several tournaments is a player's first."""
        days = (tournaments.start, tournaments.end)
        if rules.readings["first-tournament"] == "start":
            return days
        return days[::-1]

    def levels_of_title(self, parameters: Any, title: str) -> list[int]:
        """The grades of a title: of art. 6, then of art. 12."""
        return [grade for grade, each in enumerate(all_grades(parameters)) if title in each.titles]

    def is_outside(self, parameters: Any, readings: Mapping[str, str], federation: str) -> bool:
        """Art. 12: whether players of a federation come from outside the mainland."""
        if federation:
            return federation not in parameters.mainland
        return readings["no-federation"] == "outside"
