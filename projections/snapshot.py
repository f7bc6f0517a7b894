"""The facts as known at a position: corrections applied, merged players resolved, withdrawn events gone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from ledger.events import PlayerCorrected, TournamentCorrected, TournamentRegistered
from projections import rows as row_codes
from projections import segments as files
from projections.games import READ, Changes, grouped_games, with_games
from projections.model import Model
from projections.tables import TABLES
from schemes.inputs import NEVER, Facts, Games, Players, Tournaments

Column = npt.NDArray[Any]
_registration = msgspec.json.Decoder(TournamentRegistered)
_tournament_correction = msgspec.json.Decoder(TournamentCorrected)
_player_correction = msgspec.json.Decoder(PlayerCorrected)
_DTYPES = {"INTEGER": np.int32, "UINTEGER": np.uint32, "SMALLINT": np.int16, "TINYINT": np.int8, "BOOLEAN": np.bool_}
_NONE = np.zeros(0, np.int64)
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
        self._remembering = Lock()
        self._approved: dict[str, Column] = {}
        self._read: tuple[_Asked, Games] | None = None  # the games asked for last

    def same(self, *tables: str) -> "Snapshot | None":
        """The snapshot below, if it says the same about some tables."""
        return self.base if self.base is not None and self.model.changed.isdisjoint(tables) else None

    def remembered(self, name: tuple[str, ...], work: Callable[[], Answer]) -> Answer:
        """What somebody has worked out from this snapshot: the last few answers, each worked out once."""
        with self._remembering:
            if name in self._memory:
                known: Answer = self._memory[name]
                return known
        answer = work()
        with self._remembering:
            while len(self._memory) >= REMEMBERED:
                self._memory.pop(next(iter(self._memory)))
            self._memory[name] = answer
        return answer

    def table(self, query: str) -> Any:
        """A query as an Arrow table. `{known}` in it stands for the rows known by now."""
        return self.model.query(query.replace("{known}", f"position <= {self.position}"))

    def columns(self, query: str) -> dict[str, Column]:
        """A query of numbers as numpy columns."""
        table = self.table(query)
        return {name: _numpy(table[name]) for name in table.column_names}

    def standing(self, table: str) -> str:
        """A table's rows as known, without those withdrawn since."""
        gone = f" AND position NOT IN ({', '.join(map(str, self.withdrawn))})" if self.withdrawn else ""
        return f"(SELECT * FROM {table} WHERE position <= {self.position}{gone})"

    def known_until(self, table: str) -> int:
        """The position up to which rows of a table count."""
        return self.position

    def rows(self, table: str, *names: str, standing: bool = False) -> dict[str, Any]:
        """A table's rows as known, in the order of the log, numbers in numpy and texts in Arrow.

        With `standing`, without those withdrawn since.
        """
        assert table not in ("games", "touched"), "these are not in the order of the log"
        withdrawn = self.withdrawn if standing else ()
        wanted = dict.fromkeys((*names, "position") if withdrawn else names)
        parts = [self._rows_in(place, table, tuple(wanted)) for place in range(len(self.model.schemas))]
        found = {name: _joined([part[name] for part in parts]) for name in wanted}
        if withdrawn:
            left = np.isin(found["position"], withdrawn, invert=True)
            found = {name: column[left] if isinstance(column, np.ndarray) else column.filter(left)
                     for name, column in found.items()}  # fmt: skip
        return {name: found[name] for name in names}

    def _rows_in(self, place: int, table: str, names: tuple[str, ...]) -> dict[str, Any]:
        if self.model.adds_nothing(place, table):
            return {name: _nothing(TABLES[table][name]) for name in names}
        wanted = ", ".join(f'"{name}"' for name in names)
        source = f"{self.model.schemas[place]}.{table} WHERE position <= {self.known_until(table)}"
        found = self.table(f"SELECT {wanted} FROM {source} ORDER BY position")
        texts = {name for name in names if TABLES[table][name] == "VARCHAR"}
        return {name: _array(found[name]) if name in texts else _numpy(found[name]) for name in names}

    @read_from("withdrawals")
    def withdrawn(self) -> tuple[int, ...]:
        """Positions of the events that have been withdrawn."""
        return tuple(sorted(self.rows("withdrawals", "withdraws")["withdraws"].tolist()))

    # players

    @read_from("players")
    def player_count(self) -> int:
        return len(self.rows("players", "number")["number"])

    @read_from("players", "merges")
    def kept(self) -> Column:
        """For each player number the number it counts for: itself, or whoever it was merged into."""
        numbers = np.arange(self.player_count, dtype=np.int32)
        merges = self.rows("merges", "kept", "duplicate")
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
        found = self.rows("player_corrections", "player", "event")
        events = map(_player_correction.decode, found["event"].to_pylist())
        return list(zip(found["player"].tolist(), events, strict=True))

    @read_from("players", "player_corrections", "deaths", "merges", "withdrawals")
    def players(self) -> Players:
        """Sex, year of birth and day of death by player number."""
        base = self.rows("players", "sex", "born")
        sex, born = base["sex"].astype(np.int8), base["born"].astype(np.int16)
        deceased = np.full(len(sex), NEVER, np.int32)
        for player, event in self.player_corrections:
            if event.sex is not msgspec.UNSET:
                sex[player] = 1 if event.sex == "M" else 2
            if event.born is not msgspec.UNSET:
                born[player] = event.born if isinstance(event.born, int) else event.born.year if event.born else 0
        deaths = self.rows("deaths", "player", "day", standing=True)
        np.minimum.at(deceased, self.person(deaths["player"]), deaths["day"].astype(np.int32))
        return Players(born=born, sex=sex, deceased=deceased)

    def people(self) -> Any:
        """Ids and names by player number, as an Arrow table."""
        return self._people

    @read_from("players", "player_corrections")
    def _people(self) -> Any:
        import pyarrow as pa

        found = self.rows("players", "player", "name")
        names = {player: event.name for player, event in self.player_corrections if event.name is not msgspec.UNSET}
        return pa.table({**found, "name": with_texts(found["name"], names)})

    @read_from("players")
    def by_id(self) -> Column:
        """All player numbers in the order of their ids, by code point (UTF-8 bytes sort alike)."""
        return _by_code_point(self.rows("players", "player")["player"])

    # tournaments

    @read_from("tournament_corrections")
    def corrections(self) -> dict[int, list[TournamentCorrected]]:
        """Corrections of registrations by tournament, in order."""
        found = self.rows("tournament_corrections", "tournament", "event")
        by_tournament: dict[int, list[TournamentCorrected]] = {}
        for number, event in zip(found["tournament"].tolist(), found["event"].to_pylist(), strict=True):
            by_tournament.setdefault(number, []).append(_tournament_correction.decode(event))
        return by_tournament

    def registration(self, number: int) -> TournamentRegistered:
        """A tournament's registration as corrected."""
        return self.registrations([number])[number]

    def registrations(self, numbers: Iterable[int]) -> dict[int, TournamentRegistered]:
        """Registrations as corrected, by number."""
        events = self.rows("tournaments", "event")["event"]  # numbered in the order of the log
        wanted = [number for number in sorted(set(numbers)) if number < len(events)]
        texts = events.take(np.array(wanted, np.int64)).to_pylist()
        return {
            number: corrected(_registration.decode(text), self.corrections.get(number, ()))
            for number, text in zip(wanted, texts, strict=True)
        }

    @read_from("tournament_voids")
    def voided(self) -> frozenset[int]:
        """Tournaments that count as if they had never been."""
        return frozenset(self.rows("tournament_voids", "tournament")["tournament"].tolist())

    @read_from("closings", "withdrawals")
    def closed(self) -> frozenset[int]:
        """Tournaments that were closed; the others have no ranking yet, unless the office gave one."""
        return frozenset(self.rows("closings", "tournament", standing=True)["tournament"].tolist())

    @read_from("tournaments", "tournament_corrections")
    def _tournament_rows(self) -> dict[str, Any]:
        names = [name for name in TABLES["tournaments"] if name not in ("number", "position", "event", "tournament")]
        found = self.rows("tournaments", "tournament", *names)
        columns: dict[str, Any] = {
            name: _writable(column) if isinstance(column, np.ndarray) else column.to_pylist()
            for name, column in found.items()
        }
        columns["order"] = np.empty(len(columns["start"]), np.int32)
        columns["order"][_by_code_point(found["tournament"])] = np.arange(len(columns["start"]))
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
        closings = self.rows("closings", "tournament", "day", standing=True)
        closed[closings["tournament"]] = closings["day"]
        was_closed = np.zeros(number, np.bool_)
        was_closed[closings["tournament"]] = True
        report = np.full(number, NEVER, np.int32)
        reports = self.rows("reports", "tournament", "day", standing=True)
        np.minimum.at(report, reports["tournament"], reports["day"].astype(np.int32))
        report[report == NEVER] = -1
        names = [name for name in Tournaments.__dataclass_fields__ if name in rows]
        return Tournaments(
            closed=closed,
            was_closed=was_closed,
            report=report,
            first_game=self.revisions["first_game"],
            last_game=self.revisions["last_game"],
            ids=rows["tournament"],
            **{name: rows[name] for name in names},
        )

    @read_from("tournaments")
    def tournament_count(self) -> int:
        return len(self.rows("tournaments", "number")["number"])

    def approved_for(self, scheme: str) -> Column:
        """Which tournaments are approved for a scheme and not void; worked out once."""
        if scheme not in self._approved:
            base = self.same("tournaments", "tournament_corrections", "tournament_voids")
            self._approved[scheme] = self._approved_for(scheme) if base is None else base.approved_for(scheme)
        return self._approved[scheme]

    def _approved_for(self, scheme: str) -> Column:
        base = self.same("tournaments", "tournament_corrections")
        approved = self._rated_by(scheme) if base is None else base.approved_for(scheme).copy()
        if self.voided:
            approved[list(self.voided)] = False
        return approved

    def _rated_by(self, scheme: str) -> Column:
        rated = self._tournament_rows["rated"]
        good = {text: scheme in text.split("\n") for text in set(rated)}
        return np.fromiter(map(good.__getitem__, rated), np.bool_, len(rated))

    @read_from("tournaments", "tournament_corrections")
    def standings_rules(self) -> list[str]:
        """The standings rules of each tournament."""
        return list(self._tournament_rows["standings"])

    @cached_property
    def revisions(self) -> dict[str, Column]:
        """For each tournament the last position that touched it, and the days of its earliest and latest game."""
        if (base := self.same("tournaments", "games")) is not None:
            return base.revisions | {"position": self._touched_since(base.revisions["position"])}
        count = self.tournament_count
        position, first, last = np.zeros(count, np.int64), np.full(count, NEVER, np.int32), np.full(count, -1, np.int32)
        for place in range(len(self.model.schemas)):
            marks = self._marks_in(place)
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
        marks = self._marks_in(len(self.model.schemas) - 1)
        position = position.copy()
        np.maximum.at(position, marks["tournament"], marks["position"].astype(np.int64))
        return position

    def _marks_in(self, place: int) -> dict[str, Column]:
        """What a segment touched: as noted, or counted again where only part of it is known."""
        if self.model.bounds[place] > self.position:
            return self.columns(self._touched(place))
        return self.columns(f"SELECT * FROM {self.model.schemas[place]}.touched")

    def _touched(self, place: int) -> str:
        """What is known by now of what a segment touched."""
        schema = self.model.schemas[place]
        parts = [
            f"SELECT {'number' if table == 'tournaments' else 'tournament'} AS tournament, position, "
            f"{'day' if table == 'games' else '-1'} AS day FROM {schema}.{table} WHERE {{known}}"
            for table in _OF_TOURNAMENTS
            if not self.model.adds_nothing(place, table)
        ]
        noted = f"SELECT tournament, position, -1 AS day FROM {schema}.touched WHERE {{known}}"
        return (
            "SELECT tournament, max(position) AS position, coalesce(min(day) FILTER (day >= 0), -1) AS first_game, "
            f"max(day) AS last_game FROM ({' UNION ALL '.join([*parts, noted])}) GROUP BY tournament"
        )

    # games

    def games(self, lowest: int, highest: int, scheme: str | None = None, only: Column | None = None) -> Games:
        """The games of tournaments lowest … highest, as corrected, grouped by tournament.

        With a scheme: of tournaments that are approved for it; with `only`: of those. What was asked for last is
        remembered.
        """
        asked = _Asked(lowest, highest, scheme, only)
        if self._read is None or not asked.is_like(self._read[0], _NONE):
            known = self.base._read if self.base is not None else None
            touched = self._supposed_in(lowest, highest) if known is not None else _NONE
            same = known[1] if known is not None and asked.is_like(known[0], touched) else None
            games = self._games(asked) if same is None else self._spliced(same, asked, touched)
            self._read = asked, games
        return self._read[1]

    def _supposed_in(self, lowest: int, highest: int) -> Column:
        """The tournaments lowest … highest that the supposition touched."""
        touched = np.flatnonzero(self.revisions["position"] > self.model.recorded)
        found: Column = touched[(touched >= lowest) & (touched <= highest)]
        return found

    def _spliced(self, games: Games, asked: "_Asked", touched: Column) -> Games:
        """The games of the snapshot below, but for those of tournaments that the supposition touched."""
        part = replace(asked, lowest=int(touched[0]), highest=int(touched[-1])) if len(touched) else None
        fresh = games if part is None else self._games(part)
        return with_games(games, touched, fresh, self.tournament_count)

    def _games(self, asked: "_Asked") -> Games:
        wanted = self._wanted(asked)
        parts = [self._games_in(place, asked.lowest, asked.highest) for place in range(len(self.model.schemas))]
        changes = self.rows("game_changes", *Changes.__dataclass_fields__)
        here = np.flatnonzero((changes["tournament"] >= asked.lowest) & (changes["tournament"] <= asked.highest))
        here = here[wanted[changes["tournament"][here]]]
        return grouped_games(
            parts, Changes(**{name: column[here] for name, column in changes.items()}), wanted, self.position,
            self.kept if self.merged else None,
        )  # fmt: skip

    def _wanted(self, asked: "_Asked") -> Column:
        """A mark for every tournament whose games are asked for."""
        everything = np.ones(self.tournament_count, np.bool_)
        wanted = everything if asked.scheme is None else self.approved_for(asked.scheme)
        if asked.only is None:
            return wanted
        only = np.zeros(self.tournament_count, np.bool_)
        only[asked.only] = True
        return wanted & only

    def _games_in(self, place: int, lowest: int, highest: int) -> dict[str, Column]:
        """The games of a segment, also those that were not known yet, or those known of an overlay."""
        if self.model.adds_nothing(place, "games"):
            return {name: np.zeros(0, kind) for name, kind in READ.items()}
        schema = self.model.schemas[place]
        wanted = ", ".join(f'"{name}"' for name in READ)
        between = f"tournament BETWEEN {lowest} AND {highest} AND {{known}}"
        return self.columns(f"SELECT {wanted} FROM {schema}.games WHERE {between} {files.reading_order(schema)}")


@dataclass(frozen=True, eq=False)
class _Asked:
    """Whose games are asked for."""

    lowest: int
    highest: int
    scheme: str | None
    only: Column | None

    def is_like(self, other: "_Asked", but: Column) -> bool:
        """Whether the same is asked for, whatever is asked of some tournaments."""
        if (self.lowest, self.highest, self.scheme) != (other.lowest, other.highest, other.scheme):
            return False
        if self.only is None or other.only is None:
            return self.only is other.only
        one, another = (np.setdiff1d(each, but) if len(but) else each for each in (self.only, other.only))
        return np.array_equal(one, another)


def corrected(event: TournamentRegistered, corrections: Sequence[TournamentCorrected]) -> TournamentRegistered:
    """A registration with the corrections laid over it."""
    for correction in corrections:
        fields = {
            name: value
            for name in correction.__struct_fields__
            if name in TournamentRegistered.__struct_fields__
            and name not in ("date", "ref", "note", "by", "position", "recorded", "tournament", "v")
            and (value := getattr(correction, name)) is not msgspec.UNSET
        }
        if correction.registered is not msgspec.UNSET:
            fields["date"] = correction.registered
        event = msgspec.structs.replace(event, **fields)
    return event


def of_tournaments(
    snapshot: Snapshot, table: str, lowest: int, highest: int, *names: str, by_round: bool = False
) -> dict[str, Any]:
    """Rows of tournaments lowest … highest by tournament (and round), then as in the log; merged players as one."""
    columns = snapshot.rows(table, "tournament", *names, standing=True)
    here = np.flatnonzero((columns["tournament"] >= lowest) & (columns["tournament"] <= highest))
    by = [columns[name][here] for name in (("round", "tournament") if by_round else ("tournament",))]
    here = here[np.lexsort(by)]
    columns = {
        name: column[here] if isinstance(column, np.ndarray) else column.take(here) for name, column in columns.items()
    }
    return columns | {"player": snapshot.person(columns["player"])}


def with_texts(texts: Any, other: dict[int, str]) -> Any:
    """An Arrow column with other texts in some places."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not other:
        return texts
    mask = np.zeros(len(texts), np.bool_)
    mask[list(other)] = True
    return pc.replace_with_mask(texts, pa.array(mask), pa.array([other[n] for n in sorted(other)], pa.string()))


def _nothing(kind: str) -> Any:
    """A column without rows."""
    if kind != "VARCHAR":
        return np.zeros(0, _DTYPES[kind])
    import pyarrow as pa

    return pa.array([], pa.string())


def _by_code_point(texts: Any) -> Column:
    """The places of texts in the order of their code points (UTF-8 bytes sort alike)."""
    import pyarrow as pa
    import pyarrow.compute as pc

    content = texts.cast(pa.binary())
    if pc.all(pc.less_equal(content[:-1], content[1:])).as_py():  # as ids that are given out one after the other
        return np.arange(len(texts))
    return np.asarray(pc.sort_indices(content).to_numpy())


def _joined(parts: list[Any]) -> Any:
    """Pieces of a column one after the other; a single one as it is."""
    filled = [part for part in parts if len(part)] or parts[:1]
    if len(filled) == 1:
        return filled[0]
    if isinstance(filled[0], np.ndarray):
        return np.concatenate(filled)
    import pyarrow as pa

    return pa.concat_arrays(filled)


def _array(column: Any) -> Any:
    """A column of an Arrow table in one piece."""
    import pyarrow as pa

    return pa.concat_arrays([pa.array([], column.type), *column.chunks])


def _numpy(column: Any) -> Column:
    return np.asarray(column.to_numpy())


def _writable(column: Column) -> Column:
    return column if column.flags.writeable else column.copy()
