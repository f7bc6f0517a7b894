"""C.07 computed a second time, straight from the text and in fractions, over random Swiss tournaments."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import combinations, product

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from schemes.standings import Standings, Tournament, ranking, standings
from tests.schemes.test_standings_properties import points, tournaments

HALF = Fraction(1, 2)
REQUESTED = ("half", "leave", "nothing")
EDITIONS = (date(2025, 1, 1), date(2026, 5, 1))


@st.composite
def swiss(draw: st.DrawFn) -> Tournament:
    """Random Swiss tournaments of both editions, with ratings."""
    played = draw(tournaments(rules="fide"))
    rated = tuple(replace(entry, rating=draw(st.integers(1000, 2800))) for entry in played.entries)
    return replace(played, fouls=(), entries=rated, start=draw(st.sampled_from(EDITIONS)))


class Text:
    """A tournament as the text of C.07 speaks of it."""

    def __init__(self, played: Tournament) -> None:
        self.played = played
        self.rounds = range(1, played.rounds + 1)
        self.players = [entry.player for entry in played.entries]
        self.capped = played.start is not None and played.start >= date(2026, 3, 1)

    def at(self, player: str, round_: int) -> tuple[str, Fraction, str]:
        """Kind, points, opponent; an absence without a pairing is a zero-point bye."""
        kind, got, opponent = points(self.played, player, round_)
        return ("leave" if kind == "absent" and not opponent else kind), got, opponent

    def score(self, player: str) -> Fraction:
        return sum((self.at(player, round_)[1] for round_ in self.rounds), Fraction(0))

    def is_voluntary(self, player: str, round_: int) -> bool:
        return self.at(player, round_)[0] in (*REQUESTED, "absent")

    def adjusted(self, player: str) -> Fraction:
        """16.3: a requested bye with nothing but voluntarily unplayed rounds after it is a draw."""
        total = Fraction(0)
        for round_ in self.rounds:
            kind, got, _ = self.at(player, round_)
            only_such_follow = all(
                self.is_voluntary(player, later) for later in self.rounds if later > round_
            )
            total += HALF if kind in REQUESTED and only_such_follow else got
        return total

    def opponent(self, player: str, round_: int) -> Fraction:
        """8.1 and 16.4: the opponent's adjusted score, or the dummy's."""
        kind, _, opponent = self.at(player, round_)
        if kind == "played":
            return self.adjusted(opponent)
        if not self.capped:
            return self.score(player)
        return min(
            self.score(player), self.adjusted(opponent) if opponent else HALF * len(self.rounds)
        )

    def buchholz(self, player: str) -> Fraction:
        return sum((self.opponent(player, round_) for round_ in self.rounds), Fraction(0))

    def cut_buchholz(self, player: str, low: int, high: int) -> Fraction:
        """14 and 16.5: the lowest go first, those of voluntarily unplayed rounds before all others."""
        voluntary = sorted(
            self.opponent(player, r) for r in self.rounds if self.is_voluntary(player, r)
        )
        others = sorted(
            self.opponent(player, r) for r in self.rounds if not self.is_voluntary(player, r)
        )
        kept = sorted((voluntary + others)[low:])
        return sum(kept[: max(len(kept) - high, 0)], Fraction(0))

    def sonneborn_berger(self, player: str) -> Fraction:
        return sum(
            (self.opponent(player, round_) * self.at(player, round_)[1] for round_ in self.rounds),
            Fraction(0),
        )

    def progressive(self, player: str, first: int) -> Fraction:
        """7.5: a point of round r stands in the scores after it, from the first counted one on."""
        last = len(self.rounds)
        return sum(
            (self.at(player, r)[1] * max(last - max(r, first) + 1, 0) for r in self.rounds),
            Fraction(0),
        )

    def over_the_board(self, player: str) -> list[str]:
        return [
            self.at(player, round_)[2]
            for round_ in self.rounds
            if self.at(player, round_)[0] == "played"
        ]


def values(table: Standings, code: str) -> dict[str, object]:
    """One column."""
    at = table.columns.index(code)
    return {row.player: row.tie_breaks[at] for row in table.rows}


@given(swiss())
def test_tie_breaks_are_those_of_the_text(played: Tournament) -> None:
    """Buchholz with its cuts, its average, Sonneborn-Berger, progressive scores, ratings of opponents."""
    text = Text(played)
    ratings = {entry.player: entry.rating or 0 for entry in played.entries}
    once_more: dict[str, Callable[[str], object]] = {
        "BH": text.buchholz,
        "BH:C1": lambda player: text.cut_buchholz(player, 1, 0),
        "BH:C2": lambda player: text.cut_buchholz(player, 2, 0),
        "BH:M1": lambda player: text.cut_buchholz(player, 1, 1),
        "BH:M2": lambda player: text.cut_buchholz(player, 2, 2),
        "AOB": lambda player: average(
            [text.buchholz(other) for other in text.over_the_board(player)]
        ),
        "SB": text.sonneborn_berger,
        "PS": lambda player: text.progressive(player, 1),
        "PS:C2": lambda player: text.progressive(player, 3),
        "ARO": lambda player: (
            average([Fraction(ratings[o]) for o in text.over_the_board(player)]) + HALF
        ).__floor__(),
    }
    table = standings(replace(played, tie_breaks=tuple(once_more)))
    for code, work in once_more.items():
        assert values(table, code) == {player: work(player) for player in text.players}, code


def average(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else Fraction(0)


@given(swiss())
@settings(max_examples=60)
def test_fore_buchholz_is_buchholz_with_a_drawn_final_round(played: Tournament) -> None:
    """8.3: replace every pairing of the final round by a drawn game and take the Buchholz."""
    drawn = tuple(
        replace(game, result="1/2-1/2") if game.round == played.rounds else game
        for game in played.games
    )
    fore = standings(replace(played, tie_breaks=("FB", "FB:C1")))
    plain = standings(replace(played, games=drawn, tie_breaks=("BH", "BH:C1")))
    assert values(fore, "FB") == values(plain, "BH")
    assert values(fore, "FB:C1") == values(plain, "BH:C1")


@given(swiss())
@settings(max_examples=60)
def test_direct_encounter_holds_whatever_the_missing_games_had_brought(played: Tournament) -> None:
    """Article 6 by trying every outcome of every missing game."""
    text = Text(played)
    by_score: dict[Fraction, list[str]] = {}
    for player in text.players:
        by_score.setdefault(text.score(player), []).append(player)
    assume(all(len(level) <= 4 for level in by_score.values()))
    expected: dict[str, int] = {}
    for score in sorted(by_score, reverse=True):
        for group in encounter(text, by_score[score]):
            rank = len(expected) + 1
            expected.update(dict.fromkeys(group, rank))
    found = {
        player: rank for rank, player in ranking(standings(replace(played, tie_breaks=("DE",))))
    }
    assert found == expected


def encounter(text: Text, level: list[str]) -> list[list[str]]:
    """The level players in groups, best first."""
    if len(level) == 1:
        return [level]
    scores: dict[tuple[str, str], Fraction] = {}
    for player, other in product(level, level):
        games = [text.at(player, r) for r in text.rounds if text.at(player, r)[0] == "played"]
        against = [got for _, got, opponent in games if opponent == other]
        if against:
            scores[player, other] = average(against)
    missing = [pair for pair in combinations(level, 2) if pair not in scores]
    worlds = []
    for outcome in product((Fraction(0), HALF, Fraction(1)), repeat=len(missing)):
        world = dict(scores)
        for (one, other), got in zip(missing, outcome, strict=True):
            world[one, other] = got
            world[other, one] = 1 - got
        worlds.append({p: sum((world[p, o] for o in level if o != p), Fraction(0)) for p in level})
    if not missing:
        groups = [
            [p for p in level if worlds[0][p] == value]
            for value in sorted(set(worlds[0].values()), reverse=True)
        ]
    else:
        groups = []
        rest = list(level)
        while top := [p for p in rest if all(w[p] > w[o] for w in worlds for o in rest if o != p)]:
            groups.append(top)
            rest = [player for player in rest if player not in top]
            if not rest:
                break
        groups += [rest] if rest else []
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in encounter(text, group)]
