"""Names for a made-up federation: people, tournaments and who keeps the journal."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct

from replay.simulation.circuits import MALAYSIA
from replay.simulation.lots import Lots

LEAGUE = 30  # days: what takes longer is a league
HOME = "MAS"
_WORDS = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))
# Which names people have who live at home: in xiangqi nearly everybody's are Chinese.
_AT_HOME = ("chinese", "chinese", "chinese", "malay", "malay", "indian", "european")
_AT_HOME_IN_XIANGQI = ("chinese",) * 19 + ("malay",)
_VISITORS = (("SGP", "chinese"), ("IND", "indian"), ("ENG", "european"), ("INA", "malay"))
VISITING = 12_000  # of 100,000 players


class PersonName(Struct, frozen=True):
    """What somebody is called, and where they live."""

    name: str
    chinese: str
    federation: str


class PersonNames:
    """Gives everybody a name of their own."""

    def __init__(self, lots: Lots) -> None:
        self._lots = lots
        self._taken: set[str] = set()

    def named(self, scheme: str, sex: str) -> PersonName:
        """A name that nobody has yet."""
        while True:
            person = self._drawn(scheme, sex)
            if person.name not in self._taken:
                self._taken.add(person.name)
                return person

    def _drawn(self, scheme: str, sex: str) -> PersonName:
        federation = HOME
        if scheme == MALAYSIA:
            origin = self._lots.pick(_AT_HOME_IN_XIANGQI)
        elif self._lots.hit(VISITING):
            federation, origin = self._lots.pick(_VISITORS)
        else:
            origin = self._lots.pick(_AT_HOME)
        words = _WORDS["people"][origin]
        family, family_in_chinese = _both(self._lots.pick(words["family"]))
        given, given_in_chinese = _both(self._lots.pick(words[sex]))
        if origin == "chinese":
            return PersonName(f"{family} {given}", family_in_chinese + given_in_chinese, federation)
        return PersonName(f"{given} {family}", "", federation)


class TournamentNames:
    """Gives every tournament a name, a place and an id that can be read."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._towns: Sequence[str] = _WORDS["towns"]["names"]

    def named(self, scheme: str, registered: Mapping[str, str], number: int) -> dict[str, str]:
        """The fields `tournament`, `name`, `place` and `federation` of a registration."""
        town, town_in_chinese = _both(self._towns[number * 5 % len(self._towns)])
        kind = _kind(registered)
        start = date.fromisoformat(registered["start"])
        words = _WORDS["tournaments"][scheme]
        title, title_in_chinese = _both(words.get(kind) or words["months"][start.month - 1])
        if kind not in ("official", "king", "championship", "national-day"):
            title = f"{town} {title}"
            title_in_chinese = title_in_chinese and town_in_chinese + title_in_chinese
        name = f"{title} {start.year} {title_in_chinese}".rstrip()
        chosen = self._free(f"{title} {start.year}".lower().replace(" ", "-"))
        return {"tournament": chosen, "name": name, "place": town, "federation": HOME}

    def _free(self, wanted: str) -> str:
        chosen = wanted
        letters = iter("bcdefgh")
        while chosen in self._taken:
            chosen = f"{wanted}-{next(letters)}"
        self._taken.add(chosen)
        return chosen


def _kind(registered: Mapping[str, str]) -> str:
    """What sort of tournament this is: a national event, an official one, a league …"""
    if "national" in registered:
        return str(registered["national"])
    if registered.get("official"):
        return "official"
    if registered["event"] == "team":
        return "team"
    days = date.fromisoformat(registered["end"]) - date.fromisoformat(registered["start"])
    if days.days > LEAGUE:
        return "league"
    return str(registered["format"])


def officer(number: int) -> str:
    """Who in the office records what concerns a tournament, by its number."""
    names: Sequence[str] = _WORDS["office"]["names"]
    return names[number % len(names)]


def team_name(number: int) -> str:
    """A team's name: that of a town."""
    towns: Sequence[str] = _WORDS["towns"]["names"]
    return _both(towns[number % len(towns)])[0]


def _both(word: str) -> tuple[str, str]:
    """A name in Latin letters and, where it has one, in Chinese."""
    latin, _, chinese = word.partition("|")
    return latin, chinese
