"""The facts as known at a position: corrections applied, merged players resolved, withdrawn events gone."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from ledger.events import PlayerCorrected, TournamentCorrected, TournamentRegistered
from projections import rows as row_codes
from projections import segments as files
from projections.games import Changes, grouped_games, with_games
from projections.model import Model
from projections.tables import TABLES
from schemes.inputs import NEVER, Facts, Games, Players, Tournaments

Column = npt.NDArray[Any]
_registration = msgspec.json.Decoder(TournamentRegistered)
_tournament_correction = msgspec.json.Decoder(TournamentCorrected)
_player_correction = msgspec.json.Decoder(PlayerCorrected)
_DTYPES = {"INTEGER": np.int32, "UINTEGER": np.int64, "SMALLINT": np.int16, "TINYINT": np.int8, "BOOLEAN": np.bool_}
_OF_TOURNAMENTS = (
    "tournaments", "entries", "games", "game_changes", "byes", "fouls", "closings", "ranking_corrections", "reports",
    "tournament_corrections", "tournament_voids",
)  # fmt: skip


Answer = TypeVar("Answer")
REMEMBERED = 8


def read_from(*tables: str) -> "Callable[[Callable[[Snapshot], Answer]], cached_property[Answer]]":
    """A property that is read from some tables: once, and where nothing was added to them, the one of `base`."""

    def remember(read: "Callable[[Snapshot], Answer]") -> "cached_property[Answer]":
        def answer(snapshot: "Snapshot") -> Answer:
            base = snapshot.same(*tables)
            return read(snapshot) if base is None else getattr(base, read.__name__)

        answer.__doc__ = read.__doc__
        return cached_property(answer)

    return remember


class Snapshot:
    """What the office knew once the event at `position` was in the log.

    `base` is a snapshot of the model that a supposition was laid over: what the supposition leaves alone is not read
    again.
    """

    def __init__(self, model: Model, position: int | None = None, base: "Snapshot | None" = None) -> None:
        self.model = model
        self.position = model.head if position is None else min(position, model.head)
        fits = base is not None and base.model is model.under and base.position == model.recorded
        self.base = base if fits and self.position == model.head else None
        self.facts: dict[str, Facts] = {}  # by scheme, as they are asked for
        self._memory: dict[tuple[str, ...], Any] = {}
        self._approved: dict[str, Column] = {}
        self._read: tuple[tuple[int, int], Games] | None = None  # the games asked for last

    def same(self, *tables: str) -> "Snapshot | None":
        """The snapshot below, if it says the same about some tables."""
        return self.base if self.base is not None and self.model.changed.isdisjoint(tables) else None

    def remembered(self, name: tuple[str, ...], work: Callable[[], Answer]) -> Answer:
        """What somebody has worked out from this snapshot: the last few answers, each worked out once."""
        if name not in self._memory:
            while len(self._memory) >= REMEMBERED:
                self._memory.pop(next(iter(self._memory)))
            self._memory[name] = work()
        answer: Answer = self._memory[name]
        return answer

    def table(self, query: str) -> Any:
        """A query as an Arrow table. `{known}` in it stands for the rows known by now."""
        return self.model.connection.sql(query.replace("{known}", f"position <= {self.position}")).to_arrow_table()

    def columns(self, query: str) -> dict[str, Column]:
        """A query of numbers as numpy columns."""
        table = self.table(query)
        return {name: _numpy(table[name]) for name in table.column_names}

    def standing(self, table: str) -> str:
        """A table's rows as known, without those withdrawn since."""
        gone = f" AND position NOT IN ({', '.join(map(str, self.withdrawn))})" if self.withdrawn else ""
        return f"(SELECT * FROM {table} WHERE position <= {self.position}{gone})"

    @read_from("withdrawals")
    def withdrawn(self) -> tuple[int, ...]:
        """Positions of the events that have been withdrawn."""
        return tuple(self.columns("SELECT withdraws FROM withdrawals WHERE {known} ORDER BY 1")["withdraws"].tolist())

    # players

    @read_from("players")
    def player_count(self) -> int:
        return int(self.columns("SELECT count(*) AS n FROM players WHERE {known}")["n"][0])

    @read_from("players", "merges")
    def kept(self) -> Column:
        """For each player number the number it counts for: itself, or whoever it was merged into."""
        numbers = np.arange(self.player_count, dtype=np.int32)
        merges = self.columns("SELECT kept, duplicate FROM merges WHERE {known} ORDER BY position")
        for kept, duplicate in zip(merges["kept"].tolist(), merges["duplicate"].tolist(), strict=True):
            numbers[duplicate] = kept
        for player in merges["duplicate"].tolist():
            end = player
            while numbers[end] != end:
                end = int(numbers[end])
            numbers[player] = end
        return numbers

    @read_from("players", "merges")
    def merged(self) -> bool:
        return bool(np.any(self.kept != np.arange(len(self.kept))))

    def person(self, numbers: Column) -> Column:
        """Player numbers with duplicates replaced by whom they count for."""
        return self.kept[numbers] if self.merged and len(numbers) else numbers

    @read_from("player_corrections")
    def player_corrections(self) -> list[tuple[int, PlayerCorrected]]:
        found = self.table("SELECT player, event FROM player_corrections WHERE {known} ORDER BY position")
        return [(row["player"], _player_correction.decode(row["event"])) for row in found.to_pylist()]

    @read_from("players", "player_corrections", "deaths", "merges", "withdrawals")
    def players(self) -> Players:
        """Sex, year of birth and day of death by player number."""
        base = self.columns("SELECT sex, born FROM players WHERE {known} ORDER BY number")
        sex, born = base["sex"].astype(np.int8), base["born"].astype(np.int16)
        deceased = np.full(len(sex), NEVER, np.int32)
        for player, event in self.player_corrections:
            if event.sex is not msgspec.UNSET:
                sex[player] = 1 if event.sex == "M" else 2
            if event.born is not msgspec.UNSET:
                born[player] = event.born if isinstance(event.born, int) else event.born.year if event.born else 0
        deaths = self.columns(f"SELECT player, day FROM {self.standing('deaths')} ORDER BY position")
        np.minimum.at(deceased, self.person(deaths["player"]), deaths["day"].astype(np.int32))
        return Players(born=born, sex=sex, deceased=deceased)

    def people(self) -> Any:
        """Ids and names by player number, as an Arrow table."""
        return self._people

    @read_from("players", "player_corrections")
    def _people(self) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        table = self.table("SELECT player, name FROM players WHERE {known} ORDER BY number").combine_chunks()
        names = {player: event.name for player, event in self.player_corrections if event.name is not msgspec.UNSET}
        if names:
            mask = np.zeros(len(table), np.bool_)
            mask[list(names)] = True
            column = table["name"].combine_chunks()
            fixed = pc.replace_with_mask(
                column, pa.array(mask), pa.array([names[n] for n in sorted(names)], pa.string())
            )
            table = table.set_column(1, "name", fixed)
        return table

    @read_from("players")
    def by_id(self) -> Column:
        """All player numbers in the order of their ids, by code point (UTF-8 bytes sort alike)."""
        import pyarrow as pa
        import pyarrow.compute as pc

        return np.asarray(pc.sort_indices(self._people["player"].combine_chunks().cast(pa.binary())).to_numpy())

    # tournaments

    @read_from("tournament_corrections")
    def corrections(self) -> dict[int, list[TournamentCorrected]]:
        """Corrections of registrations by tournament, in order."""
        found = self.table("SELECT tournament, event FROM tournament_corrections WHERE {known} ORDER BY position")
        by_tournament: dict[int, list[TournamentCorrected]] = {}
        for row in found.to_pylist():
            by_tournament.setdefault(row["tournament"], []).append(_tournament_correction.decode(row["event"]))
        return by_tournament

    def registration(self, number: int) -> TournamentRegistered:
        """A tournament's registration as corrected."""
        return self.registrations([number])[number]

    def registrations(self, numbers: Iterable[int]) -> dict[int, TournamentRegistered]:
        """Registrations as corrected, by number."""
        wanted = ", ".join(map(str, numbers)) or "-1"
        found = self.table(f"SELECT number, event FROM tournaments WHERE number IN ({wanted}) AND {{known}} ORDER BY 1")
        pairs = zip(found["number"].to_pylist(), found["event"].to_pylist(), strict=True)
        return {n: corrected(_registration.decode(text), self.corrections.get(n, ())) for n, text in pairs}

    @read_from("tournament_voids")
    def voided(self) -> frozenset[int]:
        """Tournaments that count as if they had never been."""
        return frozenset(self.columns("SELECT tournament FROM tournament_voids WHERE {known}")["tournament"].tolist())

    @read_from("closings", "withdrawals")
    def closed(self) -> frozenset[int]:
        """Tournaments that were closed; the others have no ranking yet, unless the office gave one."""
        return frozenset(self.columns(f"SELECT tournament FROM {self.standing('closings')}")["tournament"].tolist())

    @read_from("tournaments", "tournament_corrections")
    def _tournament_rows(self) -> dict[str, Any]:
        names = [name for name in TABLES["tournaments"] if name not in ("number", "position", "event", "tournament")]
        wanted = ", ".join(f'"{name}"' for name in names)
        table = self.table(
            f'SELECT tournament, {wanted}, (row_number() OVER (ORDER BY tournament) - 1)::INTEGER AS "order" '
            "FROM tournaments WHERE {known} ORDER BY number"
        )
        columns: dict[str, Any] = {}
        for name in table.column_names:
            text = name in ("rated", "standings", "tournament")
            columns[name] = table[name].to_pylist() if text else _writable(_numpy(table[name]))
        for number, event in self.registrations(self.corrections).items():
            for name, value in zip(names, row_codes.tournament(event), strict=True):
                columns[name][number] = value
        return columns

    @read_from("tournaments", "tournament_corrections", "closings", "reports", "withdrawals", "games")
    def tournaments(self) -> Tournaments:
        """All tournaments by number, as corrected."""
        rows = self._tournament_rows
        number = len(rows["start"])
        closed = rows["end"].astype(np.int32).copy()
        closings = self.columns(f"SELECT tournament, day FROM {self.standing('closings')} ORDER BY position")
        closed[closings["tournament"]] = closings["day"]
        report = np.full(number, NEVER, np.int32)
        reports = self.columns(f"SELECT tournament, day FROM {self.standing('reports')}")
        np.minimum.at(report, reports["tournament"], reports["day"].astype(np.int32))
        report[report == NEVER] = -1
        names = [name for name in Tournaments.__dataclass_fields__ if name in rows]
        return Tournaments(
            closed=closed,
            report=report,
            first_game=self.revisions["first_game"],
            last_game=self.revisions["last_game"],
            ids=rows["tournament"],
            **{name: rows[name] for name in names},
        )

    def approved_for(self, scheme: str) -> Column:
        """Which tournaments are approved for a scheme and not void; worked out once."""
        if scheme not in self._approved:
            base = self.same("tournaments", "tournament_corrections", "tournament_voids")
            self._approved[scheme] = self._approved_for(scheme) if base is None else base.approved_for(scheme)
        return self._approved[scheme]

    def _approved_for(self, scheme: str) -> Column:
        rated = self._tournament_rows["rated"]
        good = {text: scheme in text.split("\n") for text in set(rated)}
        approved = np.fromiter(map(good.__getitem__, rated), np.bool_, len(rated))
        if self.voided:
            approved[list(self.voided)] = False
        return approved

    @read_from("tournaments", "tournament_corrections")
    def standings_rules(self) -> list[str]:
        """The standings rules of each tournament."""
        return list(self._tournament_rows["standings"])

    @cached_property
    def revisions(self) -> dict[str, Column]:
        """For each tournament the last position that touched it, and the days of its earliest and latest game."""
        if (base := self.same("tournaments", "games")) is not None:
            return base.revisions | {"position": self._touched_since(base.revisions["position"])}
        count = len(self._tournament_rows["start"])
        position, first, last = np.zeros(count, np.int64), np.full(count, NEVER, np.int32), np.full(count, -1, np.int32)
        for schema, until in zip(self.model.schemas, self.model.bounds, strict=True):
            marks = self.columns(self._touched(schema, whole=until <= self.position))
            known = marks["tournament"] < count
            at = marks["tournament"][known]
            np.maximum.at(position, at, marks["position"][known].astype(np.int64))
            days = marks["first_game"][known]
            np.minimum.at(first, at, np.where(days < 0, NEVER, days).astype(np.int32))
            np.maximum.at(last, at, marks["last_game"][known].astype(np.int32))
        first[first == NEVER] = -1
        return {"position": position, "first_game": first, "last_game": last}

    def _touched_since(self, position: Column) -> Column:
        """Positions of the snapshot below, moved on where the supposition touched a tournament."""
        marks = self.columns(f"SELECT tournament, position FROM {self.model.schemas[-1]}.touched")
        position = position.copy()
        np.maximum.at(position, marks["tournament"], marks["position"].astype(np.int64))
        return position

    def _touched(self, schema: str, *, whole: bool) -> str:
        """What a segment touched: as noted, or counted again where only part of it is known."""
        if whole:
            return f"SELECT * FROM {schema}.touched"
        parts = [
            f"SELECT {'number' if table == 'tournaments' else 'tournament'} AS tournament, position, "
            f"{'day' if table == 'games' else '-1'} AS day FROM {schema}.{table} WHERE {{known}}"
            for table in _OF_TOURNAMENTS
        ]
        noted = f"SELECT tournament, position, -1 AS day FROM {schema}.touched WHERE {{known}}"
        return (
            "SELECT tournament, max(position) AS position, coalesce(min(day) FILTER (day >= 0), -1) AS first_game, "
            f"max(day) AS last_game FROM ({' UNION ALL '.join([*parts, noted])}) GROUP BY tournament"
        )

    # games

    def games(self, lowest: int, highest: int) -> Games:
        """The games of tournaments lowest … highest, as corrected, grouped by tournament."""
        if self._read is None or self._read[0] != (lowest, highest):
            known = self.base._read if self.base is not None else None
            if known is not None and known[0] == (lowest, highest):
                games = self._spliced(known[1], lowest, highest)
            else:
                games = self._games(lowest, highest)
            self._read = (lowest, highest), games
            return games
        return self._read[1]

    def _spliced(self, games: Games, lowest: int, highest: int) -> Games:
        """The games of the snapshot below, but for those of tournaments that the supposition touched."""
        touched = np.flatnonzero(self.revisions["position"] > self.model.recorded)
        touched = touched[(touched >= lowest) & (touched <= highest)]
        if not len(touched):
            return with_games(games, touched, games, len(self._tournament_rows["start"]))
        fresh = self._games(int(touched[0]), int(touched[-1]))
        return with_games(games, touched, fresh, len(self._tournament_rows["start"]))

    def _games(self, lowest: int, highest: int) -> Games:
        between = f"tournament BETWEEN {lowest} AND {highest} AND {{known}}"
        names = ("tournament", "position", "round", "board", "stage", "first", "second", "result", "day")
        wanted = ", ".join(f'"{name}"' for name in names)
        parts = [
            self.columns(f"SELECT {wanted} FROM {schema}.games WHERE {between} {files.reading_order(schema)}")
            for schema in self.model.schemas
        ]
        changes = self.columns(
            'SELECT tournament, position, round, board, stage, "first", "second", result FROM game_changes '
            f"WHERE {between} ORDER BY position"
        )
        return grouped_games(
            parts, Changes(**changes), len(self._tournament_rows["start"]), self.kept if self.merged else None
        )


def corrected(event: TournamentRegistered, corrections: Sequence[TournamentCorrected]) -> TournamentRegistered:
    """A registration with the corrections laid over it."""
    for correction in corrections:
        fields = {
            name: value
            for name in correction.__struct_fields__
            if name in TournamentRegistered.__struct_fields__
            and name not in ("date", "ref", "note", "position", "recorded", "tournament", "v")
            and (value := getattr(correction, name)) is not msgspec.UNSET
        }
        if correction.registered is not msgspec.UNSET:
            fields["date"] = correction.registered
        event = msgspec.structs.replace(event, **fields)
    return event


def _numpy(column: Any) -> Column:
    return np.asarray(column.to_numpy())


def _writable(column: Column) -> Column:
    return column if column.flags.writeable else column.copy()
