"""C.07 art. 5 and 14: the tie-breaks by their codes, such as `BH:C1`, and the modifiers that a code may have.

FIDE's handbook writes BH-C1, a TRF26 report BH/C1, this ledger BH:C1; all three are read.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from wording import joined, say
from wording.errors import LedgerError

_MODIFIER = re.compile(r"[:/#-]([A-Z]+[+-]?[0-9]*)")
_CODE = re.compile(r"([A-Z]+)((?:[:/#-][A-Z]+[+-]?[0-9]*)*)")
_CUT = re.compile(r"([CM])([12])")
_LIMIT = re.compile(r"L([+-]?[0-9]{1,2})")


class Definition(Struct, frozen=True):
    """A tie-break of art. 5: where it stands, and which modifiers it takes.

    C: cuts (14.1, 14.2), M: medians (14.3, 14.4), L: another limit (14.5), P: forfeits count as played (6.1.1, 16.6),
    F: Fore Buchholz instead of Buchholz (8.2), R: the other way round (7.8, 10.6).
    """

    article: str
    meaning: str
    modifiers: str = ""
    fewer: bool = False


def article(number: str) -> str:
    """An article of C.07, to be said in any language."""
    return say("C.07 art. {number}", number=number)


PLAYERS = {
    "DE": Definition(
        article("6"),
        say("place among the level players by their own games; 1 is the best"),
        "P",
        fewer=True,
    ),
    "WIN": Definition(article("7.1"), say("rounds with the points of a win, played or not")),
    "WON": Definition(article("7.2"), say("games won over the board")),
    "BPG": Definition(article("7.3"), say("games played with black")),
    "BWG": Definition(article("7.4"), say("games won with black")),
    "PS": Definition(article("7.5"), say("the sum of the scores after each round"), "C"),
    "REP": Definition(
        article("7.6"), say("rounds less half-point byes, zero-point byes and forfeit losses")
    ),
    "STD": Definition(
        article("7.7"), say("wins and half of the draws, whatever points they give here")
    ),
    "TPN": Definition(
        article("7.8"), say("the number in the starting list; smaller is better"), "R", fewer=True
    ),
    "BH": Definition(article("8.1"), say("Buchholz: the sum of the opponents' scores"), "CMP"),
    "AOB": Definition(article("8.2"), say("the average Buchholz of the opponents"), "FP"),
    "FB": Definition(article("8.3"), say("Buchholz as if the final round had been drawn"), "CMP"),
    "SB": Definition(
        article("9.1"),
        say("Sonneborn-Berger: each opponent's score times the points against it"),
        "CMP",
    ),
    "KS": Definition(
        article("9.2"), say("Koya: points against those with at least half of the points"), "L"
    ),
    "ARO": Definition(article("10.1"), say("the average rating of the opponents"), "CM"),
    "TPR": Definition(article("10.2"), say("tournament performance rating")),
    "PTP": Definition(article("10.3"), say("the lowest rating that expects the score")),
    "APRO": Definition(article("10.4"), say("the average performance of the opponents")),
    "APPO": Definition(article("10.5"), say("the average perfect performance of the opponents")),
    "RTNG": Definition(article("10.6"), say("the own rating"), "R"),
}
FORMER_NAMES = {"GE": "REP"}  # until July 2024
TEAMS = {
    "BC": "12.1", "TBR": "12.2", "BBE": "12.3", "MPVGP": "13.1",
    "ESB": "13.2", "EMMSB": "13.2.1", "EMGSB": "13.2.2", "EGMSB": "13.2.3", "EGGSB": "13.2.4",
    "EDE": "13.3", "EDEC": "13.3", "EDET": "13.3", "EDEB": "13.3", "EDEBT": "13.3", "EDEBB": "13.3", "SSSC": "13.4",
}  # fmt: skip
OF_TEAMS = frozenset(("MP", "GP"))  # a modifier that says which points of a team are meant


class Code(Struct, frozen=True):
    """One tie-break with its modifiers."""

    name: str
    low: int = 0  # how many of the least significant values are cut
    high: int = 0  # how many of the most significant ones
    limit_x2: int = 0  # Koya: half points above or below half of what can be scored
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False

    @property
    def text(self) -> str:
        """As this ledger writes it; also the name of the column."""
        parts = [self.name]
        if self.low:
            parts.append(f"{'M' if self.high else 'C'}{self.low}")
        if self.limit_x2:
            parts.append(f"L{self.limit_x2:+d}")
        parts += [
            letter
            for letter, has in (("F", self.fore), ("P", self.forfeits), ("R", self.reverse))
            if has
        ]
        return ":".join(parts)

    @property
    def definition(self) -> Definition:
        return PLAYERS[self.name]

    @property
    def meaning(self) -> str:
        """What it is, with its modifiers, in words."""
        return joined("; ", [self.definition.meaning, *self._modifiers_told()])

    def _modifiers_told(self) -> Iterator[str]:
        cuts = {
            (1, 0): say("without the least significant value"),
            (2, 0): say("without the two least significant values"),
            (1, 1): say("without the least and the most significant value"),
            (2, 2): say("without the two least and the two most significant values"),
        }
        if self.low:
            yield cuts[self.low, self.high]
        if self.limit_x2:
            yield say("the limit moved by {number} half points", number=f"{self.limit_x2:+d}")
        if self.fore:
            yield say("as if the final round had been drawn")
        if self.forfeits:
            yield say("forfeits count as games")
        if self.reverse:
            yield say("the other way round")

    @property
    def fewer(self) -> bool:
        """Whether the smaller value is the better one."""
        return self.definition.fewer != self.reverse


def read_codes(texts: Sequence[str]) -> tuple[Code, ...]:
    """The tie-breaks that a tournament names, in their order; each once."""
    return tuple(dict.fromkeys(read_code(text) for text in texts))


def readable(texts: Sequence[str]) -> tuple[tuple[Code, ...], list[LedgerError]]:
    """The tie-breaks that a table can apply, and what is wrong with the others."""
    codes: list[Code] = []
    refused: list[LedgerError] = []
    for text in texts:
        try:
            codes.append(read_code(text))
        except LedgerError as error:
            refused.append(error)
    return tuple(dict.fromkeys(codes)), refused


def read_code(text: str) -> Code:
    """One code; what is not a tie-break of players is refused by name."""
    found = _CODE.fullmatch(text.strip().upper())
    name = found[1] if found else text
    name = FORMER_NAMES.get(name, name)
    modifiers = _MODIFIER.findall(found[2]) if found else []
    if name in TEAMS or OF_TEAMS & set(modifiers):
        article = TEAMS.get(name, "13")
        raise rules_error(
            say(
                "tie-break {code} ranks teams (C.07 art. {article}): a table here ranks players",
                code=text,
                article=article,
            ),
            say("leave it out of tie_breaks, or give the ranking when the tournament is closed"),
        )
    if found is None or name not in PLAYERS:
        raise rules_error(say("unknown tie-break {name!r}", name=text), nearest(name, PLAYERS))
    code = Code(name)
    for modifier in modifiers:
        code = _modified(code, modifier, text)
    return code


def _modified(code: Code, modifier: str, text: str) -> Code:
    """A code with one modifier more, if art. 14 has it for this tie-break."""
    allowed = code.definition.modifiers
    cut = _CUT.fullmatch(modifier)
    limit = _LIMIT.fullmatch(modifier)
    if cut and cut[1] in allowed:
        number = int(cut[2])
        return replace(code, low=number, high=number if cut[1] == "M" else 0)
    if limit and "L" in allowed:
        return replace(code, limit_x2=int(limit[1]))
    flags = {"P": "forfeits", "F": "fore", "R": "reverse"}
    if modifier in flags and modifier in allowed:
        return replace(code, **{flags[modifier]: True})
    raise rules_error(
        say(
            "tie-break {code}: {name} has no modifier {modifier}",
            code=text,
            name=code.name,
            modifier=modifier,
        ),
        say("it takes: {modifiers}", modifiers=", ".join(_spelled(allowed)) or say("none")),
    )


def _spelled(allowed: str) -> list[str]:
    spelled = {"C": ("C1", "C2"), "M": ("M1", "M2"), "L": ("L+1", "L-1", "…")}
    return [each for letter in allowed for each in spelled.get(letter, (letter,))]
