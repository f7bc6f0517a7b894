"""What results are worth in a report (lines 162, 299, an engine's XXS), and byes that only the points tell."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from ledger.events import Award, ByeKind, Outcome
from ledger.text import whole_number
from replay.files.trf.games import ToldBye, ToldGame
from replay.files.trf.report import TrfReport
from wording import say

NOT_SHOWN = "not in the report as a result: the points tell it"
_SYSTEM = re.compile(
    r"\b(WW|BW|WD|BD|WL|BL|ZPB|HPB|FPB|PAB|FW|FL|[WDLAP])\s*=?\s*(-?\d+(?:\.\d+)?)"
)
_SHARED = {
    "W": ("WW", "BW", "FPB", "FW", "PAB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL"),
    "A": ("ZPB", "FL"), "P": ("PAB",),
}  # fmt: skip
_USUAL = {"WW": 100, "BW": 100, "WD": 50, "BD": 50, "WL": 0, "BL": 0} | {
    "ZPB": 0, "HPB": 50, "FPB": 100, "PAB": 100, "FW": 100, "FL": 0,
}  # fmt: skip
# what the ledger counts an outcome by, unless a round and a player are named
_OUTCOMES: dict[Outcome, str] = {
    "win": "WW", "draw": "WD", "loss": "WL", "walkover": "FW", "absent": "FL", "bye": "PAB", "half": "HPB",
    "leave": "ZPB",
}  # fmt: skip
# column 5 of a line 299
POINT_TYPES: dict[str, Outcome] = {
    "W": "win", "D": "draw", "L": "loss", "+": "walkover", "-": "absent", "F": "bye", "H": "half", "Z": "leave",
    " ": "extra",
}  # fmt: skip
_ABNORMAL = re.compile(r"-?\d+(?:\.\d+)?")
_MOST_HUNDREDTHS = 99_900  # the column of a player's points has room for no more


class Round(NamedTuple):
    """One player's round: the outcome the ledger has for it, and the way to score that the report has."""

    number: int
    round: int
    outcome: Outcome
    way: str


class AbnormalPoints(NamedTuple):
    """A line 299; points in hundredths, no round: all, no numbers: everybody."""

    outcome: Outcome
    points: int
    round: int | None
    numbers: tuple[int, ...]

    def fits(self, one: Round) -> bool:
        return (
            self.outcome == one.outcome
            and self.is_for(one.number)
            and self.round in (None, one.round)
        )

    def is_for(self, number: int) -> bool:
        return not self.numbers or number in self.numbers


class Points:
    """The points of a report: of every round, and in sum."""

    def __init__(
        self, report: TrfReport, games: Iterable[ToldGame], byes: Iterable[ToldBye]
    ) -> None:
        self._report = report
        self._system = _system(report)
        # in a team event lines 299 speak of teams
        if report.is_team_event:
            self._given = []
        else:
            self._given = list(_given(report))
        self._rounds: list[Round] = []
        self._totals = {number: self._extra(number) for number in report.players}
        self._count(_rounds(games, byes))

    def total(self, number: int) -> int:
        """A player's points by his results, in hundredths."""
        return self._totals[number]

    def find_hidden_byes(self) -> list[ToldBye]:
        """Byes in rounds left blank, where points and results together leave no other way; they count from now on."""
        found = list(self._hidden_byes())
        self._count(_rounds((), found))
        return found

    def _hidden_byes(self) -> Iterator[ToldBye]:
        told: dict[int, set[int]] = {}
        for one in self._rounds:
            told.setdefault(one.number, set()).add(one.round)
        for number, player in sorted(self._report.players.items()):
            blank = [
                r for r in range(1, self._report.rounds_told + 1) if r not in told.get(number, ())
            ]
            if player.points is None or any(player.cell(round_).opponent for round_ in blank):
                continue
            kind = self._only_kind(player.points - self.total(number), len(blank))
            if kind is not None:
                yield from (
                    ToldBye(round_, player, kind, _OUTCOMES[kind], NOT_SHOWN) for round_ in blank
                )

    def _only_kind(self, missing: int, blank: int) -> ByeKind | None:
        """The kind of bye that all blank rounds must be; None if there are several ways or none."""
        full = self._system["PAB"]
        half = self._system["HPB"]
        if missing <= 0 or not blank or not 0 < half < full:
            return None
        ways = [
            (byes, (missing - byes * full) // half)
            for byes in range(blank + 1)
            if 0 <= missing - byes * full <= (blank - byes) * half
            and (missing - byes * full) % half == 0
        ]
        if len(ways) != 1 or blank not in ways[0]:
            return None
        if ways[0][0]:
            return "bye"
        return "half"

    def awards(self, ids: dict[int, str]) -> tuple[Award, ...] | None:
        """What the ledger has to know to count the same points; None if results are worth 1, ½, 0."""
        awards = [
            Award(outcome, _points(self._system[way]))
            for outcome, way in _OUTCOMES.items()
            if self._system[way] != _USUAL[way]
        ]
        for given in self._given:
            players = tuple(ids[number] for number in given.numbers if number in ids)
            if players or not given.numbers:
                awards.append(
                    Award(given.outcome, _points(given.points), given.round, players or None)
                )
        return (*awards, *self._exceptions(ids)) or None

    def _exceptions(self, ids: dict[int, str]) -> Iterator[Award]:
        """Rounds that are worth something else than their outcome: a full-point bye, a win as black, and the like."""
        found: dict[tuple[Outcome, int, int], list[str]] = {}
        for one in self._rounds:
            worth = self._worth(one)
            if one.number in ids and worth != self._worth(one._replace(way=_OUTCOMES[one.outcome])):
                found.setdefault((one.outcome, worth, one.round), []).append(ids[one.number])
        for (outcome, worth, round_), players in found.items():
            yield Award(outcome, _points(worth), round_, tuple(players))

    def by_round(self) -> Iterator[tuple[int, int, int]]:
        """Round, starting number and the hundredths that the round gives."""
        for one in self._rounds:
            yield one.round, one.number, self._worth(one)

    def _count(self, rounds: Iterable[Round]) -> None:
        for one in rounds:
            self._rounds.append(one)
            self._totals[one.number] += self._worth(one)

    def _worth(self, one: Round) -> int:
        """Hundredths for a round: by the last line 299 that fits, else by the system."""
        return next(
            (given.points for given in reversed(self._given) if given.fits(one)),
            self._system[one.way],
        )

    def _extra(self, number: int) -> int:
        return sum(
            given.points
            for given in self._given
            if given.outcome == "extra" and given.is_for(number)
        )


def _rounds(games: Iterable[ToldGame], byes: Iterable[ToldBye]) -> Iterator[Round]:
    for game in games:
        for number, outcome, way in zip(
            (game.first, game.second), game.outcomes, game.ways, strict=True
        ):
            yield Round(number, game.round, outcome, way)
    for bye in byes:
        yield Round(bye.player.number, bye.round, bye.kind, bye.way)


def _system(report: TrfReport) -> dict[str, int]:
    """Hundredths for each way to score: 1, ½, 0 unless line 162 (or an engine's XXS) says otherwise."""
    system = dict(_USUAL)
    for line in report.lines("162", "XXS"):
        for key, value in sorted(_SYSTEM.findall(line.value), key=lambda found: found[0] == "P"):
            worth = half_points(value)
            if worth is None:
                wrong = say(
                    "{value} points for {key} are no half points, not counted with",
                    value=value[:30],
                    key=key,
                )
                report.warn(line, 5, wrong)
                continue
            for each in _SHARED.get(key, (key,)):
                system[each] = worth
    return system


def _given(report: TrfReport) -> Iterator[AbnormalPoints]:
    """Lines 299: outcome, points, round, players. The standard and its sample differ by a few columns."""
    for line in report.abnormal:
        kind = line.text[4:5] or " "
        words = [(word[0], word.end()) for word in re.finditer(r"\S+", line.text[5:])]
        points = [word for word, end in words if end <= 12]
        worth = half_points(points[-1]) if points else None
        numbers = [whole_number(word) for word, end in words if end > 12]
        players = [number for number in numbers if number is not None]
        rounds = sum(12 < end <= 17 for _, end in words)
        if kind not in POINT_TYPES or worth is None:
            report.warn(line, 5, say("abnormal points that cannot be read, not counted with"))
        elif len(players) < len(numbers) or rounds > 1:
            report.warn(
                line,
                18,
                say("abnormal points whose round or players cannot be read, not counted with"),
            )
        else:
            round_ = players.pop(0) if rounds else 0
            yield AbnormalPoints(POINT_TYPES[kind], worth, round_ or None, tuple(players))


def half_points(text: str) -> int | None:
    """Points in hundredths; None if they are no number, no half points, or more than a report has room for."""
    if not _ABNORMAL.fullmatch(text):
        return None
    hundredths = Decimal(text) * 100
    if abs(hundredths) > _MOST_HUNDREDTHS or hundredths % 50:
        return None
    return int(hundredths)


def points_in_words(hundredths: int) -> str:
    """Points with one decimal, or two where they need it."""
    sign = "-" if hundredths < 0 else ""
    size = abs(hundredths)
    return f"{sign}{size // 100}.{size % 100:02}".removesuffix("0")


def _points(hundredths: int) -> Decimal:
    return Decimal(hundredths) / 100
