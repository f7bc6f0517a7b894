"""Knockouts as recorded: who was in, who won each tie, and the places that follow.

Every stage plays for a range of places; its winners go on to the upper half of the range, its losers to the lower.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from schemes.standings.cuts import misplaced
from schemes.standings.table import Game, TableRow, Tournament, players_in
from schemes.standings.tie_breaks import Contest
from schemes.standings.ties import stage_games, ties_of, unchanged_sides
from wording import enumerated, say

STAGES = {
    "last16": (1, 16),
    "quarterfinal": (1, 8),
    "semifinal": (1, 4),
    "place5-8": (5, 8),
    "final": (1, 2),
    "third": (3, 4),
    "fifth": (5, 6),
    "seventh": (7, 8),
}
STAGE_FOR = {places: stage for stage, places in STAGES.items()}


def knockout_games(tournament: Tournament) -> list[Game]:
    """The games of all knockout stages, by round and board; playoff games not among them."""
    return stage_games(tournament, *STAGES)


def recorded_size(tournament: Tournament) -> int:
    """The size of the smallest knockout that has room for every recorded stage."""
    stages = {game.stage for game in knockout_games(tournament)}
    needed = max((STAGES[stage][1] for stage in stages), default=0)
    if stages:
        return next((size for size in (2, 4, 8, 16) if size >= needed), 0)
    return 0


def members_of(
    contest: Contest, before: Sequence[TableRow], size: int
) -> tuple[tuple[str, ...], list[str]]:
    """Who was in: the recorded first, the computed order for places no game tells of (settled point 6).

    hk-open part 1: a disqualified player fills no place; recorded games of one still stand.
    """
    seen = players_in(knockout_games(contest.tournament))
    ranked = [row.player for row in before]
    free = [row.player for row in before if not row.disqualified]
    if contest.readings["knockout-members"] == "computed" or not seen:
        return tuple(free[:size]), []
    notes = []
    if len(seen) > size:
        notes.append(
            say(
                "knockout: games of {number} players are recorded, of {players}, not {size}",
                number=len(seen),
                players=enumerated(sorted(seen)),
                size=size,
            )
        )
    fill = [player for player in free if player not in seen][: max(0, size - len(seen))]
    members = [player for player in ranked if player in seen or player in fill]
    if fill:
        players = enumerated(fill)
        notes.append(
            say(
                "knockout: no game of {players} is recorded, in by the order before it",
                players=players,
            )
        )
    return tuple(members), notes


class Knockout:
    """The recorded ties of a tournament, and the order before the knockout for what they leave open."""

    def __init__(self, contest: Contest, before: Sequence[str]) -> None:
        members = frozenset(before)
        self.contest = contest
        self.place = {player: place for place, player in enumerate(before)}
        self.readings = contest.readings
        self.second_wins_draw = contest.tournament.rules == "hk-open"
        self.notes: list[str] = []
        self.ties = {
            stage: {
                pair: games
                for pair, games in ties_of(contest.tournament, stage).items()
                if pair <= members
            }
            for stage in STAGES
        }
        self.seen_in = {
            stage: frozenset(p for pair in ties for p in pair) for stage, ties in self.ties.items()
        }

    def winner(self, games: Sequence[Game]) -> str | None:
        """Who won a tie: its last game decides; hk-open part 7: a drawn third game is a win for second."""
        game = self.contest.deciding_game(games)
        winner = self.contest.winner(game)
        if winner is not None:
            return winner
        # Nobody has won a game to which neither came, or which both lost by fouls.
        drawn = any(self.contest.points_x2(game))
        early = len(games) < 3
        if not (drawn and self.second_wins_draw) or (
            early and self.readings["drawn-last-game"] == "third-game"
        ):
            return None
        if early:
            self._note_early_draw(games)
        return game.second

    def misplaced(self) -> list[str]:
        """Who played on in a stage that the rules do not lead to."""
        notes: list[str] = []
        for stage, ties in self.ties.items():
            winners: dict[str, str] = {}
            for pair, games in ties.items():
                winner = self.winner(games)
                if winner is not None:
                    winners[next(iter(pair - {winner}))] = winner
            notes += misplaced(stage, winners, self.seen_in)
        return notes

    def _note_early_draw(self, games: Sequence[Game]) -> None:
        """Part 7 foresees a replay after the first two draws: say that none is recorded."""
        last = games[-1]
        note = say(
            "{stage}: the second game of {first} and {second} was drawn and no other is recorded: a win for second",
            stage=say(last.stage),
            first=last.first,
            second=last.second,
        )
        if len(games) == 1:
            note = say(
                "{stage}: the only game of {first} and {second} was drawn and no other is recorded: a win for second",
                stage=say(last.stage),
                first=last.first,
                second=last.second,
            )
        if note not in self.notes:
            self.notes.append(note)

    def extra_x2(self, player: str) -> int:
        """Points of the player's knockout games, where the reading shows them."""
        if self.readings.get("knockout-score") != "with-knockout":
            return 0
        ties = (tie for of_stage in self.ties.values() for tie in of_stage.values())
        own = (game for tie in ties for game in tie if player in game.players)
        return sum(self.contest.points_x2(game)[game.second == player] for game in own)

    def settle(
        self, players: Sequence[str], low: int, high: int, rank: int, reason: str
    ) -> list[tuple[int, str, str]]:
        """Rank, player and reason of those who play for the places from `low` to `high`."""
        if len(players) < 2 or (low, high) not in STAGE_FOR:
            return [(rank, player, "shared" if at else reason) for at, player in enumerate(players)]
        stage = STAGE_FOR[low, high]
        middle = (low + high) // 2
        upper, open_ = self._upper(stage, players, middle)
        lower = [player for player in players if player not in upper]
        between = "order_before_knockout" if open_ else "knockout"
        if high - low == 1 and open_ and self.readings["undecided"] == "shared":
            return [(rank, p, "shared" if at else reason) for at, p in enumerate(upper + lower)]
        better = self.settle(upper, low, middle, rank, reason)
        following = rank + len(upper)
        if self.readings["shared-ranks"] == "no-gaps":
            following = max((held for held, _, _ in better), default=rank - 1) + 1
        return [*better, *self.settle(lower, middle + 1, high, following, between)]

    def _upper(self, stage: str, players: Sequence[str], middle: int) -> tuple[list[str], bool]:
        """Those who go on to the better places, and whether the order before had to decide."""
        low, high = STAGES[stage]
        room = middle - low + 1
        upper = {p for p in players if self._seen_within(p, low, middle) and high - low > 1}
        lower = {
            p for p in players if self._seen_within(p, middle + 1, high) and high - low > 1
        } - upper
        for pair, games in self.ties[stage].items():
            won = self.winner(games)
            if won is not None and not pair & (upper | lower) and pair <= set(players):
                upper.add(won)
                lower |= pair - {won}
            elif len(pair & upper) == 1 and not pair & lower:
                lower |= pair - upper
            elif len(pair & lower) == 1 and not pair & upper:
                upper |= pair - lower
        # Whoever is left over has only one half to be in.
        if len(upper) == room:
            lower |= set(players) - upper
        elif len(lower) == len(players) - room:
            upper |= set(players) - lower
        return self._fill(stage, players, upper, lower, room)

    def _fill(
        self, stage: str, players: Sequence[str], upper: set[str], lower: set[str], room: int
    ) -> tuple[list[str], bool]:
        """Where no game decides, the better placed before the knockout is ahead (settled point 7)."""
        missing = [player for player in players if player not in upper and player not in lower]
        if missing:
            names = enumerated(missing)
            note = say("{stage}: no decision is recorded for {players}, the order before it stands",
                       stage=say(stage), players=names)  # fmt: skip
            low, high = STAGES[stage]
            if high - low == 1 and self.readings["undecided"] == "shared":
                note = say("{stage}: no decision is recorded for {players}, who share the rank",
                           stage=say(stage), players=names)  # fmt: skip
            self.notes.append(note)
        for pair in self.ties[stage]:
            level = sorted(pair & set(missing), key=lambda player: self.place[player])
            if len(level) == 2:
                upper.add(level[0])
                lower.add(level[1])
        for player in missing:
            if player not in lower and len(upper) < room:
                upper.add(player)
        return [player for player in players if player in upper], bool(missing)

    def _seen_within(self, player: str, low: int, high: int) -> bool:
        """Whether a game for places in this range shows the player there."""
        stages = (stage for stage, (first, last) in STAGES.items() if low <= first and last <= high)
        return any(player in self.seen_in[stage] for stage in stages)


def knockout_rows(contest: Contest, before: Sequence[TableRow]) -> tuple[list[TableRow], list[str]]:
    """The members' rows in the places the knockout gave them; points and tie-breaks as before it."""
    players = [row.player for row in before]
    knockout = Knockout(contest, players)
    recorded = recorded_size(contest.tournament)
    size = max(recorded, next((size for size in (2, 4, 8, 16) if size >= len(players)), 16))
    rows = {row.player: row for row in before}
    placed = [
        replace(
            rows[player],
            rank=rank,
            decided_by=reason,
            score_x2=rows[player].score_x2 + knockout.extra_x2(player),
        )
        for rank, player, reason in knockout.settle(players, 1, size, 1, "")
    ]
    if not recorded and contest.readings["undecided"] == "shared":
        return placed, [say("knockout: no game is recorded"), *knockout.notes]
    if not recorded:
        return placed, [say("knockout: no game is recorded; the order before it stands")]
    sides = [note for stage in STAGES for note in unchanged_sides(contest.tournament, stage)]
    return placed, [*knockout.notes, *knockout.misplaced(), *sides]
