"""Standings from the log: what the rules are given of a tournament, the tables, and the rankings that feed ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as with_columns
from typing import Any

import numpy as np
from msgspec.structs import replace

from ledger.append.places import only_shared
from ledger.events import Award
from projections.known import row_by_row, rows_of
from projections.rankings import Rankings, given_rankings
from projections.snapshot import Snapshot
from schemes import standings as rules
from schemes.kernels.inputs import (
    BOTH_LOST,
    BYES,
    FIRST_WINS,
    RESULTS,
    SECOND_WINS,
    STAGES,
    Column,
    Games,
    Rows,
)
from schemes.standings import (
    Bye,
    Entry,
    Foul,
    Game,
    OutcomePoints,
    Standings,
    Tournament,
    lost_by_fouls,
    parameters_of,
)

SEXES = (None, "M", "F")


class TournamentRecords:
    """The records of many tournaments, read in one go and handed out one tournament at a time."""

    def __init__(
        self, snapshot: Snapshot, numbers: Sequence[int], games: Games | None = None
    ) -> None:
        self._stages = snapshot.tournaments.stages
        every = self._with_stages(numbers)
        if len(every) > len(numbers):
            games = None  # those of the stages are not among them
        wanted = np.array(every, np.int64)
        self.registrations = snapshot.tournaments.registrations(every)
        self.given = given_rankings(snapshot)
        self._people = snapshot.people
        if games is None:
            self._games = snapshot.games.of(wanted)
        else:
            self._games = games
        self._ids = snapshot.people.id_list
        self._entries = _Slices(snapshot, "entries", wanted, "drawn", "team_name", "entry_rating")
        self._byes = _Slices(snapshot, "byes", wanted, "round", "bye")
        self._departures = _Slices(snapshot, "departures", wanted, "first_missed")
        self._fouls = RecordedFouls(snapshot, wanted)

    def tournament(self, number: int) -> Tournament:
        """Everything the standings of a tournament depend on: as corrected, merged players as one."""
        event = self.registrations[number]
        entries = self._entered(number)
        return Tournament(
            id=event.tournament,
            rules=event.standings,
            rounds=event.rounds,
            format=event.format,
            start=event.start,
            tie_breaks=event.tie_breaks or (),
            entries=entries,
            games=games_played(self._games, rows_of(self._games, number), self._ids.__getitem__),
            byes=tuple(
                Bye(round_, self._ids[p], BYES[kind]) for p, round_, kind in self._byes.of(number)
            ),
            fouls=self._fouls.of(number, self._ids.__getitem__),
            left={self._ids[player]: round_ for player, round_ in self._departures.of(number)},
            group=event.group,
            final_after=event.final_after,
            given=self._ranked(number),
            places=self._places(number),
            awards=tuple(
                self._award(award)
                for award in event.points or ()
                if event.standings in ("given", "fide")
            ),
            sexes=self._sexes(number, entries) if any(entry.team for entry in entries) else {},
            stages=tuple(self.tournament(stage) for stage in self._stages.get(number, ())),
        )

    def numbers(self, number: int) -> dict[str, int]:
        """Id → player number, for all players of a tournament and of its stages."""
        players: set[int] = set()
        for stage in self._with_stages([number]):
            games = rows_of(self._games, stage)
            players |= {*self._games.first[games].tolist(), *self._games.second[games].tolist()}
            players |= {row[0] for rows in (self._entries, self._byes) for row in rows.of(stage)}
        return {self._ids[player]: player for player in players}

    def _with_stages(self, numbers: Sequence[int]) -> list[int]:
        """Tournaments and all their stages, each once."""
        every = dict.fromkeys(numbers)
        waiting = list(numbers)
        while waiting:
            stages = [stage for stage in self._stages.get(waiting.pop(), ()) if stage not in every]
            every |= dict.fromkeys(stages)
            waiting += stages
        return list(every)

    def _sexes(self, number: int, entries: Sequence[Entry]) -> dict[str, str]:
        """The sex of players that were not entered: they count in the ranks of their sex."""
        entered = {entry.player for entry in entries}
        sexes = {
            p: SEXES[self._people.table.sex[n]]
            for p, n in self.numbers(number).items()
            if p not in entered
        }
        return {player: sex for player, sex in sexes.items() if sex is not None}

    def _entered(self, number: int) -> tuple[Entry, ...]:
        """Everybody once, where first entered; a second entry (of a merged id) gives what the first lacks."""
        entries: dict[int, Entry] = {}
        for player, drawn, team, rated in self._entries.of(number):
            before = entries.get(player)
            own_number = drawn if drawn >= 0 else None
            rating = rated if rated >= 0 else None
            if before is None:
                sex = SEXES[self._people.table.sex[player]]
                entries[player] = Entry(self._ids[player], own_number, team, sex, rating)
                continue
            if before.number is not None:
                own_number = before.number
            if before.rating is not None:
                rating = before.rating
            entries[player] = replace(
                before, number=own_number, team=before.team or team, rating=rating
            )
        return tuple(entries.values())

    def _award(self, award: Award) -> OutcomePoints:
        """Points in halves; merged players under the id that is kept."""
        players = award.players
        if players is not None and self._people.merged:
            numbers = [n for player in players if (n := self._people.number(player)) is not None]
            players = tuple(self._ids[number] for number in self._people.kept[numbers].tolist())
        return OutcomePoints(award.outcome, int(award.points * 2), award.round, players)

    def _ranked(self, number: int) -> tuple[str, ...] | None:
        if number not in self.given:
            return None
        return tuple(
            self._ids[player] for player in self._people.kept[self.given[number].players].tolist()
        )

    def _places(self, number: int) -> tuple[int, ...] | None:
        if number in self.given:
            return only_shared(self.given[number].places)
        return None


class _Slices:
    """Rows of tournaments, sorted by tournament, then in the order of the log; merged ids resolved."""

    def __init__(self, snapshot: Snapshot, table: str, numbers: Column, *names: str) -> None:
        rows = snapshot.known.of_tournaments(table, numbers, "player", *names)
        self.tournaments = rows["tournament"]
        self._columns = [snapshot.people.person(rows["player"]), *(rows[name] for name in names)]

    def of(self, number: int) -> Any:
        begin, end = np.searchsorted(self.tournaments, (number, number + 1)).tolist()
        return row_by_row(column[begin:end] for column in self._columns)


class RecordedFouls:
    """The fouls of some tournaments, or of all."""

    def __init__(self, snapshot: Snapshot, numbers: Column | None = None) -> None:
        if numbers is None:
            numbers = np.arange(len(snapshot.tournaments))
        self._rows = _Slices(
            snapshot, "fouls", numbers, "round", "foul", "count", "stage", "foul_board"
        )
        self.tournaments = self._rows.tournaments

    def of(self, number: int, name: Callable[[int], str]) -> tuple[Foul, ...]:
        """Those of a tournament, whose players are named by their numbers."""
        return tuple(
            Foul(round_, name(player), kind, count, STAGES[stage], board)
            for player, round_, kind, count, stage, board in self._rows.of(number)
        )


def games_played(games: Games, rows: slice, name: Callable[[int], str]) -> tuple[Game, ...]:
    """Games as the standings rules take them, with players named by their numbers."""
    columns = (games.round, games.board, games.first, games.second, games.result, games.stage)
    return tuple(
        Game(round_, board, name(first), name(second), RESULTS[result], STAGES[stage])
        for round_, board, first, second, result, stage in row_by_row(
            column[rows] for column in columns
        )
    )


def tournament_of(snapshot: Snapshot, number: int) -> Tournament:
    """What the standings of a tournament depend on."""
    return TournamentRecords(snapshot, [number]).tournament(number)


def counted_standings(
    tournament: Tournament, readings: Mapping[str, str] | None = None, after: int | None = None
) -> Standings:
    """The table that counts, final or after a round: the office's ranking where it gave one, else by the rules."""
    if tournament.given is not None:
        return rules.standings(replace(tournament, rules="given"))
    return rules.standings(tournament, after, readings=readings)


def round_so_far(snapshot: Snapshot, number: int, tournament: Tournament) -> int | None:
    """During play the last round with results, because rounds to come are no leave; None: the table is final."""
    if number in snapshot.tournaments.closed:  # no other has a ranking of the office
        return None
    so_far = rules.rounds_so_far(tournament)
    if so_far < tournament.rounds:
        return so_far
    return None


def computed_rankings(
    snapshot: Snapshot, numbers: Sequence[int], games: Games | None = None
) -> dict[int, list[tuple[int, int]]]:
    """(rank, player number) of the final tables of tournaments by their rules; `games` if they are there already.

    A table that was worked out before is kept beside the read model until an event changes its tournament.
    """
    changed = snapshot.tournaments.revisions.position[numbers].tolist()
    # what is only supposed has positions that the log may give to something else: it is neither looked up nor kept
    revision = {
        n: at for n, at in zip(numbers, changed, strict=True) if at <= snapshot.certain_until
    }
    kept = snapshot.remembered(
        "rankings", lambda: Rankings(snapshot.model.folder, snapshot.model.origin)
    )
    rankings = {
        n: ranking for n, at in revision.items() if (ranking := kept.get(n, at)) is not None
    }
    missing = [number for number in numbers if number not in rankings]
    if missing:
        made = _worked_out(snapshot, missing, games)
        kept.add({(n, revision[n]): made[n] for n in missing if n in revision})
        rankings |= made
    return rankings


def _worked_out(
    snapshot: Snapshot, numbers: Sequence[int], games: Games | None
) -> dict[int, list[tuple[int, int]]]:
    records = TournamentRecords(snapshot, numbers, games)
    rankings = {}
    for number in numbers:
        ids = records.numbers(number)
        table = rules.standings(replace(records.tournament(number), given=None))
        rankings[number] = [(rank, ids[player]) for rank, player in rules.ranking(table)]
    return rankings


OUTCOME = {
    (True, False): SECOND_WINS,
    (False, True): FIRST_WINS,
    (True, True): BOTH_LOST,
}  # first, second lost


def with_fouls(snapshot: Snapshot, numbers: Column, games: Games, rows: Rows) -> tuple[Games, Rows]:
    """The games with the results that fouls gave them, and rows that say what was recorded."""
    fouled = _fouled(snapshot, numbers, games)
    if not fouled:
        return games, rows
    at = np.array(list(fouled), np.int64)
    outcome = np.array(list(fouled.values()), np.int8)
    result = np.array(games.result)
    recorded = result[at]
    result[at] = outcome
    return with_columns(games, result=result), with_columns(
        rows, fouled_game=at, fouled_recorded=recorded
    )


def _fouled(snapshot: Snapshot, numbers: Column, games: Games) -> dict[int, int]:
    """Rows of games that fouls decided otherwise than recorded, with their outcome."""
    fouls = snapshot.remembered("fouls", lambda: RecordedFouls(snapshot))
    outcomes = {}
    for number in np.intersect1d(fouls.tournaments, numbers).tolist():
        rules = snapshot.tournaments.standings_rules[number]
        parameters = parameters_of(rules)
        if not (parameters.losing_violations or parameters.losing_technicals):
            continue
        rows = rows_of(games, number)
        played = Tournament(
            id="",
            rules=rules,
            rounds=0,
            games=games_played(games, rows, str),
            fouls=fouls.of(number, str),
        )
        lost = lost_by_fouls(played)
        outcomes.update({rows.start + at: OUTCOME[losers] for at, losers in lost.items()})
    return {row: outcome for row, outcome in outcomes.items() if games.result[row] != outcome}
