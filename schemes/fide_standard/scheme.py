"""The FIDE rating regulations for standard chess: what they say beside their articles."""

from collections.abc import Mapping
from typing import Any, ClassVar

from schemes.drivers.by_period import PeriodScheme
from schemes.fide_standard import admission, change, first_rating, listing, played
from schemes.fide_standard.checks import check
from schemes.fide_standard.parameters import VERSIONS, cells
from schemes.fide_standard.readings import READINGS
from schemes.fide_standard.reasons import REASONS
from schemes.kernels.calendar import Calendar
from schemes.kernels.errors import rules_error
from schemes.kernels.parameters import Cells
from schemes.kernels.readings import Reading
from schemes.kernels.rules import Reform, Rules, Version
from schemes.kernels.scheme import Reason
from schemes.rating.explanation import Captions
from wording import say


class FideStandard(PeriodScheme):
    """The FIDE rating regulations for standard chess."""

    name = "fide-standard"
    title = "FIDE rating regulations, standard chess"
    needs_entrants = True
    needs_days = True
    fide_list, federation_article = "standard", "10.1"
    unrated_article = "5.1"
    versions: ClassVar[tuple[Version, ...]] = VERSIONS
    readings: ClassVar[tuple[Reading, ...]] = READINGS
    reasons: ClassVar[tuple[Reason, ...]] = REASONS
    article_modules = (admission, played, listing, first_rating, change)
    captions = Captions("7.1", "7.1.2", "7.1.4", "8.2.2", "8.2.4", "10.2")
    titles: ClassVar[dict[str, str]] = {
        f"fide-{code}": code.upper()
        for code in ("gm", "im", "wgm", "fm", "wim", "cm", "wfm", "wcm")
    }

    title_names: ClassVar[dict[str, tuple[str, ...]]] = {
        "fide-gm": ("Grandmaster", "特级大师", "特級大師"),
        "fide-im": ("International Master", "国际大师", "國際大師"),
        "fide-wgm": ("Woman Grandmaster", "女子特级大师", "女子特級大師"),
        "fide-fm": ("FIDE Master", "棋联大师", "棋聯大師"),
        "fide-wim": ("Woman International Master", "女子国际大师", "女子國際大師"),
        "fide-cm": ("Candidate Master", "候补大师", "候補大師"),
        "fide-wfm": ("Woman FIDE Master", "女子棋联大师", "女子棋聯大師"),
        "fide-wcm": ("Woman Candidate Master", "女子候补大师", "女子候補大師"),
        # on no list of ratings: titles of FIDE's online arena, of arbiters, organisers and trainers
        "fide-agm": ("Arena Grandmaster", "网络特级大师", "網絡特級大師"),
        "fide-aim": ("Arena International Master", "网络国际大师", "網絡國際大師"),
        "fide-afm": ("Arena FIDE Master", "网络棋联大师", "網絡棋聯大師"),
        "fide-acm": ("Arena Candidate Master", "网络候补大师", "網絡候補大師"),
        "fide-ia": ("International Arbiter", "国际裁判", "國際裁判"),
        "fide-fa": ("FIDE Arbiter", "棋联裁判", "棋聯裁判"),
        "fide-na": ("National Arbiter", "国家级裁判", "國家級裁判"),
        "fide-io": ("International Organizer", "国际组织者", "國際組織者"),
        "fide-fst": ("FIDE Senior Trainer", "棋联高级教练", "棋聯高級教練"),
        "fide-ft": ("FIDE Trainer", "棋联教练", "棋聯教練"),
        "fide-fi": ("FIDE Instructor", "棋联教员", "棋聯教員"),
        "fide-ni": ("National Instructor", "国家级教员", "國家級教員"),
        "fide-di": ("Developmental Instructor", "发展教员", "發展教員"),
        "fide-lsi": ("Lead School Instructor", "首席学校教员", "首席學校教員"),
        "fide-si": ("School Instructor", "学校教员", "學校教員"),
    }

    def rules(
        self, reform: Reform | None = None, version: str | None = None, readings: Any = None
    ) -> Rules:
        """The rules; lists have one calendar through all versions."""
        rules = super().rules(reform, version, readings)
        days = {(v.parameters.lists.months, v.parameters.lists.day) for v in rules.versions}
        if len(days) > 1:
            raise rules_error(
                say("lists.months and lists.day cannot change from a date on"),
                say("leave out the dates"),
            )
        return rules

    def check(self, parameters: Any) -> None:
        """Refuse parameters that contradict each other."""
        check(parameters)

    def cells(self, parameters: Any, readings: Mapping[str, str]) -> Cells:
        """The numbers of a version as articles read them."""
        return cells(parameters)

    def calendar(self, rules: Rules) -> Calendar:
        """A list on the same day of every month that has one."""
        lists = rules.versions[0].parameters.lists
        return Calendar(tuple((month, lists.day) for month in lists.months))

    def pool_months(self, parameters: Any) -> int:
        """The 26 months of 7.1.4."""
        return int(parameters.first.months)
