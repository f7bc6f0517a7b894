"""What the federations of each scheme look like: strengths, countries, titles, clocks."""

from collections.abc import Mapping
from datetime import date

from msgspec import Struct, structs

from schemes import Scheme, Schemes
from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from wording import say

Clock = tuple[int, int, int | None]

FIDE = "fide-standard"
CXA = "cxa-rapid"
MALAYSIA = "malaysia"
SCHEMES = (FIDE, CXA, MALAYSIA)


class Circuit(Struct, frozen=True):
    """The playing scene of one scheme. A scheme may bring its own: `scene = {"mean": 1500, "spread": 300}`."""

    scheme: str
    opens: date  # the day on which a ledger begins
    mean: int  # of the true strengths, as is their spread
    spread: int
    elite: tuple[int, int]
    federations: tuple[str, ...]
    lead: tuple[int, int]  # days from registration to start
    clocks: tuple[Clock, ...]  # (base, increment, moves) of tournaments that the scheme rates
    bad_clocks: tuple[Clock, ...]  # and of those that it does not
    titles: tuple[int, ...]  # the strengths at which titles are awarded, lowest first
    carried_from: int  # weaker players bring no rating along


_WORLD = (
    "IND", "GER", "USA", "FRA", "ESP", "ITA", "POL", "HUN", "UZB", "NED", "NOR", "CHN",
    "ENG", "TUR", "IRI", "AZE", "ARM", "UKR", "ROU", "BRA", "ARG", "PHI", "VIE", "CUB",
)  # fmt: skip
_KNOWN: dict[str, Circuit] = {
    FIDE: Circuit(
        FIDE, date(2024, 3, 1), 1780, 270, (2480, 2840), _WORLD, (4, 80),
        ((5400, 30, None), (5400, 30, 40), (7200, 30, 40), (5400, 30, None)),
        ((3600, 30, None), (1800, 30, None), (5400, 30, 25), (5400, 0, None)),
        (2200, 2300, 2400, 2500), 1400,
    ),
    CXA: Circuit(
        CXA, date(2022, 1, 1), 2130, 170, (2500, 2780), (*("CHN",) * 17, "HKG", "VIE", "MAS"), (63, 98),
        ((600, 5, None), (900, 10, None), (300, 3, None), (900, 5, None)),
        ((1200, 10, None), (900, 15, None), (3600, 30, None)),
        (2150, 2230, 2330, 2430, 2530), 0,
    ),
    MALAYSIA: Circuit(
        MALAYSIA, date(2020, 1, 1), 1600, 230, (2200, 2450), (*("MAS",) * 19, "SGP"), (5, 60),
        ((1800, 30, None), (3600, 0, None), (1500, 10, None), (2400, 20, None)),
        ((600, 0, None),),
        (1750, 1900, 2050, 2150, 2250), 0,
    ),
}  # fmt: skip
_SCENES: dict[str, Mapping[str, object]] = {  # of regulations that are in the middle otherwise
    "fide-rapid": {
        "clocks": ((900, 10, None), (1500, 10, None), (600, 5, None)), "bad_clocks": ((600, 0, None), (5400, 30, None)),
    },
    "fide-blitz": {
        "clocks": ((180, 2, None), (300, 0, None), (300, 3, None)), "bad_clocks": ((60, 1, None), (900, 10, None)),
    },
    "dwz": {
        "mean": 1550, "spread": 320, "federations": (*("GER",) * 17, "AUT", "SUI", "NED"), "carried_from": 1300,
        "clocks": ((5400, 30, None), (7200, 30, 40), (3600, 30, None), (5400, 0, None)),
        "bad_clocks": ((3600, 20, None), (900, 10, None)),
    },
}  # fmt: skip
_ANY_CLOCKS = ((5400, 30, None), (900, 10, None), (1800, 0, None), (180, 2, None))


class Circuits(dict[str, Circuit]):
    """Those known, and one for any other scheme of a ledger: the scene it brings, the rest in the middle."""

    def __init__(self, schemes: Schemes) -> None:
        super().__init__(_KNOWN)
        self.schemes = schemes

    def __missing__(self, name: str) -> Circuit:
        self[name] = circuit_of(self.schemes[name])
        return self[name]

    def federations(self, scheme: str) -> tuple[str, ...]:
        if scheme == "all":
            return MIXED
        return self[scheme].federations

    def title_code(self, scheme: str, federation: str, woman: bool, player: int, level: int) -> str:
        """The title of a level (1 = lowest) where this player lives; empty: this player gets none."""
        home = _home(scheme, federation, player)
        ladder: tuple[str, ...]
        if home == FIDE:
            ladder = _FIDE_WOMEN if woman and player % 3 else _FIDE_MEN
        elif home == CXA:
            foreign = _WXF if player % 2 else ("",) * 5
            ladder = (_SPORT if player % 4 == 0 else _CXA) if federation == "CHN" else foreign
        elif home == MALAYSIA:
            ladder = _MALAYSIA
        else:
            ladder = tuple(self.schemes[home].titles)[::-1]
        return ladder[min(level, len(ladder)) - 1]


def circuit_of(scheme: Scheme) -> Circuit:
    """The playing scene of a regulation: what its class says in `scene`, the rest in the middle."""
    scene: Mapping[str, object] = _SCENES.get(scheme.name) or getattr(scheme, "scene", {})
    for word in scene:
        if word not in Circuit.__struct_fields__:
            wrong = say("the scene of {name} has no {word!r}", name=scheme.name, word=word)
            raise rules_error(wrong, nearest(word, Circuit.__struct_fields__))
    opens = max(scheme.versions[0].since, date(2020, 1, 1))
    if opens.day != 1:
        opens = date(opens.year + opens.month // 12, opens.month % 12 + 1, 1)
    steps = tuple(1900 + 100 * level for level in range(len(scheme.titles)))
    middle = Circuit(
        scheme.name, opens, 1700, 250, (2300, 2600), _WORLD, (32, 98), _ANY_CLOCKS, _ANY_CLOCKS[3:], steps, 0,
    )  # fmt: skip
    return structs.replace(middle, **scene)


MIXED = (*("CHN",) * 8, *("MAS",) * 5, "HKG", "SGP", "VIE", "IND", "GER", "USA", "ENG")
MIXED_TITLES = (1900, 2050, 2200, 2350, 2480)

_FIDE_MEN = ("fide-cm", "fide-fm", "fide-im", "fide-gm")
_FIDE_WOMEN = ("fide-wcm", "fide-wfm", "fide-wim", "fide-wgm")
_CXA = ("cxa-1", "cxa-rm", "cxa-am", "cxa-m", "cxa-gm")
_SPORT = ("sport-3", "sport-2", "sport-1", "sport-m", "sport-intl")
_WXF = ("", "", "wxf-m", "wxf-im", "wxf-gm")
_MALAYSIA = ("my-state", "my-national", "my-king", "my-im", "my-gm")


def _home(scheme: str, federation: str, player: int) -> str:
    if scheme != "all":
        return scheme
    if federation == "MAS":
        return MALAYSIA
    if federation in ("CHN", "HKG", "VIE") or player % 2:
        return CXA
    return FIDE
