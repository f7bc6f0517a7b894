"""What the template of a comparison asks for: largest change first, bars split by cause, and what each cause did."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from msgspec import Struct

from projections.scheme_inputs import federations
from replay.answers.answer import Answer, Remark
from replay.answers.kinds import CAUSES
from replay.answers.language import language, sentences, tr, tr_n
from replay.answers.speech import day_in_words, signed, spoken
from replay.answers.table import Row
from replay.difference.by_cause import STATUS
from replay.lists.sides import FileSide, Side
from replay.office.office import Office
from replay.questions.compare import PUBLICATION, Sides
from replay.web.asked import Asked
from replay.web.lists import publication_status
from replay.web.page import Anchor, Pager, Status, pager
from replay.which import WhichList

SIZE = 100  # rows on a page
HALF = 118  # units of a bar on each side of its axis, which stands at 120 of 240
COLOURS = {"games": "c1", "late": "c2", "corrections": "c3", "rounding": "c5", "listing": "c5"}
OTHER = "c4"  # the colour that all other causes share
ONLY = ("late", "corrections")
"""The causes that are no play: what a journalist asks about first."""


class CauseTotal(Struct, frozen=True):
    """What a cause did to those who are on both lists."""

    code: str
    players: int
    up: int
    down: int
    won: Decimal
    lost: Decimal

    @property
    def sum(self) -> Decimal:
        return self.won - self.lost

    @property
    def moved(self) -> Decimal:
        return self.won + self.lost


class Stroke(Struct, frozen=True):
    """A part of a bar."""

    colour: str
    x: str
    width: str


@dataclass(frozen=True)
class ComparisonView:
    """Two lists side by side on a page."""

    answer: Answer
    asked: Asked
    office: Office
    sides: Sides

    @property
    def publications(self) -> Iterator[tuple[str, Status, Anchor | None]]:
        """Of each side whether it was published and differs now, and where the other list is."""
        for name, side in zip((tr("before"), tr("after")), self.sides, strict=True):
            if isinstance(side, FileSide):
                continue
            asked = Asked("", {}, side.written.rules.query(), schemes=self.office.schemes)
            status, other = publication_status(self.office, asked, side)
            if status is not None:
                yield name, status, other

    @property
    def remarks(self) -> list[Remark]:
        """Those that stand nowhere else on the page."""
        return [remark for remark in self.answer.remarks if remark.code != PUBLICATION]

    # Rows

    @cached_property
    def both(self) -> list[Row]:
        """Those on both lists whose rating or status differs."""
        return [row for row in self.answer.rows if row["change"] is not None]

    @cached_property
    def new(self) -> list[Row]:
        return [row for row in self.answer.rows if row["before"] is None]

    @cached_property
    def gone(self) -> list[Row]:
        return [row for row in self.answer.rows if row["after"] is None]

    @cached_property
    def for_other_reasons(self) -> list[Row]:
        """Those whom late reports or corrections moved."""
        return [
            row for row in self.answer.rows if any(code in row.get("causes", {}) for code in ONLY)
        ]

    @property
    def shows(self) -> str:
        """Which rows: all, or those of some kind."""
        asked = self.asked.get("only") or ""
        return asked if asked in ("new", "gone", "late") else ""

    @cached_property
    def _ordered(self) -> Sequence[Row]:
        kinds = {"new": self.new, "gone": self.gone, "late": self.for_other_reasons}
        rows = kinds.get(self.shows, self.answer.rows)
        if self.asked.get("sort") == "name":
            return sorted(rows, key=lambda row: (self.name(row["player"]), row["player"]))
        return sorted(rows, key=_largest_first)

    @property
    def rows(self) -> Sequence[Row]:
        first = (self.asked.page - 1) * SIZE
        return self._ordered[first : first + SIZE]

    @property
    def pages(self) -> Pager | None:
        return pager(self.asked, self.asked.page, SIZE, len(self._ordered))

    def name(self, player: str) -> str:
        return self.answer.names.player(player, language()) or player

    @cached_property
    def _homes(self) -> tuple[Any, list[str]]:
        snapshot = self.office.snapshot(self.asked.known)
        return snapshot.people, federations(snapshot)

    def federation(self, player: str) -> str:
        people, homes = self._homes
        number = people.number(player)
        return "" if number is None else homes[number]

    def made_of(self, row: Row) -> str:
        """The causes in words; then what became of the status."""
        parts = [
            f"{tr(CAUSES[code])} {signed(amount)}" for code, amount in row.get("causes", {}).items()
        ]
        if row.get("status"):
            parts.append(spoken(STATUS.kind, row["status"]))
        return tr(", ").join(parts)

    def explanation(self, player: str) -> str:
        """How the second rating came about."""
        after = self.sides[1]
        if isinstance(after, WhichList):
            return self.asked.to("players", player, after.scheme, after.day)
        return ""

    # Bars

    @cached_property
    def _scale(self) -> Decimal:
        """Points for one half of a bar: the longest of all."""
        longest = Decimal(1)
        for row in self.both:
            longest = max(longest, *map(abs, _ends(_parts(row))))
        return longest

    def bar(self, row: Row) -> Iterator[Stroke]:
        """A change as a bar: what raised the rating to the right, what lowered it to the left."""
        right = left = Decimal(120)
        for code, amount in _parts(row).items():
            width = abs(amount) * HALF / self._scale
            if amount > 0:
                x = right
                right += width
            else:
                left -= width
                x = left
            yield Stroke(self.colour(code), f"{x:.1f}", f"{max(width, Decimal('0.8')):.1f}")

    # Causes

    @cached_property
    def totals(self) -> list[CauseTotal]:
        """Every cause that has a part, in the order in which causes are told."""
        found = []
        for code in CAUSES:
            amounts = [Decimal(row["causes"].get(code, 0)) for row in self.both if "causes" in row]
            up = [amount for amount in amounts if amount > 0]
            down = [-amount for amount in amounts if amount < 0]
            if up or down:
                count = len(up) + len(down)
                won, lost = sum(up, Decimal(0)), sum(down, Decimal(0))
                found.append(CauseTotal(code, count, len(up), len(down), won, lost))
        return sorted(found, key=lambda total: -total.moved)

    @property
    def moved(self) -> Decimal:
        return sum((total.moved for total in self.totals), Decimal(0))

    @property
    def sum(self) -> Decimal:
        return sum((total.sum for total in self.totals), Decimal(0))

    def word(self, code: str) -> str:
        text = tr(CAUSES[code])
        return text[:1].upper() + text[1:]

    def colour(self, code: str) -> str:
        return COLOURS.get(code, OTHER)

    def share(self, total: CauseTotal) -> str:
        return f"{100 * total.moved / self.moved:.1f}"

    def whole_bar(self) -> Iterator[Stroke]:
        """All movement as one bar of 1000 units."""
        x = Decimal(0)
        for total in self.totals:
            width = 1000 * total.moved / self.moved
            yield Stroke(self.colour(total.code), f"{x:.1f}", f"{max(width - 1, Decimal(1)):.1f}")
            x += width

    def cause_bar(self, total: CauseTotal) -> tuple[Stroke, Stroke]:
        """What a cause took, to the left, and gave, to the right."""
        most = max(max(each.won, each.lost) for each in self.totals)
        lost = total.lost * HALF / most
        won = total.won * HALF / most
        colour = self.colour(total.code)
        return (
            Stroke(colour, f"{120 - lost:.1f}", f"{max(lost, Decimal(1)):.1f}"),
            Stroke(colour, "120", f"{max(won, Decimal(1)):.1f}"),
        )

    def number(self, value: Decimal) -> str:
        """Points with thousands apart."""
        return f"{value:,.1f}".removesuffix(".0")

    # Words

    @property
    def title(self) -> str:
        return " → ".join(map(self._title, self.sides))

    def _title(self, side: Side) -> str:
        """The day of a list, or the name of a file."""
        if not isinstance(side, WhichList):
            return side.title()
        regulation = self.asked.schemes[side.scheme]
        return day_in_words(regulation.list_in_force(side.rules, side.day)[1])

    @property
    def lead(self) -> str:
        """How many moved, in one sentence or two."""
        up = sum(row["change"] > 0 for row in self.both)
        down = sum(row["change"] < 0 for row in self.both)
        if not self.answer.rows:
            return ""
        moves = [
            tr_n(
                "{number} rating moved, {up} up and {down} down.",
                "{number} ratings moved, {up} up and {down} down.",
                up + down,
                up=up,
                down=down,
            )
        ]
        if self.new:
            moves.append(
                tr_n("{number} player is new.", "{number} players are new.", len(self.new))
            )
        if self.gone:
            moves.append(
                tr_n("{number} player has left.", "{number} players have left.", len(self.gone))
            )
        return sentences(moves)

    def only(self, kind: str | None) -> str:
        return self.asked.again(only=kind, page=None) + "#rows"

    def order(self, by: str | None) -> str:
        return self.asked.again(sort=by, page=None) + "#rows"


def _largest_first(row: Row) -> tuple[bool, Any, str]:
    change = row["change"]
    return change is None, -abs(change or 0), row["player"]


def _parts(row: Row) -> Mapping[str, Decimal]:
    """The causes of a change; without any, the change itself."""
    causes = row.get("causes")
    if causes is not None:
        return {code: Decimal(amount) for code, amount in causes.items()}
    return {"games": Decimal(row["change"] or 0)}


def _ends(parts: Mapping[str, Decimal]) -> tuple[Decimal, Decimal]:
    """How far a bar reaches to the right and to the left."""
    right = sum((amount for amount in parts.values() if amount > 0), Decimal(0))
    left = sum((amount for amount in parts.values() if amount < 0), Decimal(0))
    return right, left
