"""Tournaments as known at a position: registrations as corrected, closings, reports, and when each last changed."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.events import TournamentCorrected, TournamentRegistered
from projections.known import KnownRows, corrected
from projections.people import by_code_point, place_of
from projections.rows import columns_of
from projections.tables import OF_TOURNAMENTS, TOURNAMENT, Columns
from schemes.kernels.inputs import NEVER, Column, Tournaments

# where tournaments name players
_NAMED = {
    "games": ('"first"', '"second"'), "game_changes": ('"first"', '"second"'), "entries": ("player",),
    "byes": ("player",), "departures": ("player",), "fouls": ("player",), "closings": ("unnest(ranking)",),
    "ranking_corrections": ("unnest(ranking)",),
}  # fmt: skip
_WITHDRAWN = ("byes", "departures", "fouls", "entries", "reports", "closings", "unrated_games")


class Revisions(NamedTuple):
    """For each tournament the last position that changed it, and the days of its games (−1: none)."""

    position: Column
    first_game: Column
    last_game: Column


def revisions(known: KnownRows, count: int) -> Revisions:
    """The revisions of the first `count` tournaments, as known."""
    position = np.zeros(count, np.int64)
    first_game = np.full(count, -1, np.int32)
    last_game = np.full(count, -1, np.int32)
    for table in OF_TOURNAMENTS:
        if table == "games":
            games = known.model.query(
                "SELECT tournament, max(position) AS position, min(day) AS first_game, max(day) AS last_game "
                f"FROM {{games}} WHERE position <= {known.until('games')} GROUP BY tournament"
            )
            at = games["tournament"].to_numpy()
            first_game[at], last_game[at] = (
                games["first_game"].to_numpy(),
                games["last_game"].to_numpy(),
            )
            np.maximum.at(position, at, games["position"].to_numpy().astype(np.int64))
        else:
            rows = known.rows(table, "tournament", "position")
            np.maximum.at(position, rows["tournament"], rows["position"].astype(np.int64))
    _withdrawals(known, position)
    _players(known, position)
    return Revisions(position, first_game, last_game)


def raise_to_stages(position: Column, wholes: Sequence[tuple[int, int]]) -> None:
    """Let whole events have changed when a stage of theirs did; a stage may have stages of its own."""
    late = True
    while late:
        late = False
        for part, whole in wholes:
            if position[part] > position[whole]:
                position[whole] = position[part]
                late = True


def _withdrawals(known: KnownRows, position: Column) -> None:
    """What was withdrawn changes its tournament."""
    withdrawals = known.rows("withdrawals", "position", "withdraws")
    since = dict(
        zip(withdrawals["withdraws"].tolist(), withdrawals["position"].tolist(), strict=True)
    )
    for table in _WITHDRAWN if since else ():
        rows = known.rows(table, "tournament", "position")
        here = np.isin(rows["position"], list(since))
        gone = [since[at] for at in rows["position"][here].tolist()]
        np.maximum.at(position, rows["tournament"][here], np.array(gone, np.int64))


def _players(known: KnownRows, position: Column) -> None:
    """A correction or merge of a player changes every tournament that names the player."""
    since = _revised_players(known)
    if not since:
        return
    named = " UNION ALL ".join(
        f"SELECT tournament, {column} AS player FROM {{{table}}} WHERE position <= {known.until(table)}"
        for table, columns in _NAMED.items()
        for column in columns
    )
    named_in = known.model.query(
        "WITH revised AS (SELECT unnest(?::INTEGER[]) AS player, unnest(?::BIGINT[]) AS position) "
        f"SELECT tournament, max(position) AS position FROM ({named}) JOIN revised USING (player) GROUP BY tournament",
        list(since), list(since.values()),
    )  # fmt: skip
    np.maximum.at(position, named_in["tournament"].to_numpy(), named_in["position"].to_numpy())


def _revised_players(known: KnownRows) -> dict[int, int]:
    """Players and the position of the last correction or merge that concerns them.

    What is said of somebody concerns everybody merged into them: their events count for the same person.
    """
    corrections = known.rows("player_corrections", "player", "position")
    merges = known.rows("merges", "duplicate", "kept", "position")
    since = dict(zip(corrections["player"].tolist(), corrections["position"].tolist(), strict=True))
    for duplicate, at in zip(
        merges["duplicate"].tolist(), merges["position"].tolist(), strict=True
    ):
        since[duplicate] = max(since.get(duplicate, 0), at)
    pairs = list(zip(merges["kept"].tolist(), merges["duplicate"].tolist(), strict=True))
    while late := {
        duplicate: since[kept] for kept, duplicate in pairs if since.get(kept, 0) > since[duplicate]
    }:
        since |= late
    return since


_registration = msgspec.json.Decoder(TournamentRegistered)
_correction = msgspec.json.Decoder(TournamentCorrected)


class KnownTournaments:
    """All tournaments, by number."""

    def __init__(self, known: KnownRows, rate_as: bool = False) -> None:
        """With `rate_as`, a tournament that is approved for any scheme counts as approved for every scheme."""
        self._known = known
        self._rate_as = rate_as
        self._approved: dict[str, Column] = {}

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def ids(self) -> pa.Array:
        """The ids of all tournaments, by number."""
        return self._known.rows("tournaments", "tournament_id")["tournament_id"]

    def id(self, number: int) -> str:
        """The id of a tournament."""
        return str(self.ids[number].as_py())

    def number(self, tournament_id: str) -> int | None:
        """The number of an id, None if no tournament has it."""
        return place_of(self.ids, tournament_id)

    @cached_property
    def corrections(self) -> dict[int, list[TournamentCorrected]]:
        """Corrections of registrations by tournament, in order."""
        rows = self._known.rows("tournament_corrections", "tournament", "event")
        by_tournament: dict[int, list[TournamentCorrected]] = {}
        for number, event in zip(
            rows["tournament"].tolist(), rows["event"].to_pylist(), strict=True
        ):
            by_tournament.setdefault(number, []).append(_correction.decode(event))
        return by_tournament

    def registration(self, number: int) -> TournamentRegistered:
        """A tournament's registration as corrected."""
        return self.registrations([number])[number]

    def registrations(self, numbers: Iterable[int]) -> dict[int, TournamentRegistered]:
        """Registrations as corrected, by number."""
        events = self._known.rows("tournaments", "event")["event"]
        wanted = sorted(number for number in set(numbers) if number < len(events))
        texts = events.take(np.array(wanted, np.int64)).to_pylist()
        return {
            number: corrected(_registration.decode(text), self.corrections.get(number, ()))
            for number, text in zip(wanted, texts, strict=True)
        }

    @cached_property
    def voided(self) -> frozenset[int]:
        """Tournaments that count as if they had never been."""
        return frozenset(self._known.rows("tournament_voids", "tournament")["tournament"].tolist())

    @cached_property
    def closed(self) -> frozenset[int]:
        """Tournaments that were closed; the others have no ranking yet, unless the office gave one."""
        return frozenset(
            self._known.rows("closings", "tournament", standing=True)["tournament"].tolist()
        )

    @cached_property
    def revisions(self) -> Revisions:
        """When each tournament last changed, and the days of its earliest and latest game.

        What changes a stage changes the whole event; so does a correction by which it is no stage any more.
        """
        changed = revisions(self._known, len(self))
        registered = self._known.rows("tournaments", "part_of")["part_of"]
        stages = np.flatnonzero(pc.is_valid(registered).to_numpy(zero_copy_only=False))
        said = list(zip(stages.tolist(), registered.take(stages).to_pylist(), strict=True))
        for number, corrections in self.corrections.items():
            said += [
                (number, correction.part_of)
                for correction in corrections
                if isinstance(correction.part_of, str)
            ]
        wholes = [
            (stage, whole) for stage, text in said if (whole := self.number(text)) is not None
        ]
        raise_to_stages(changed.position, wholes)
        return changed

    @cached_property
    def wholes(self) -> dict[int, int]:
        """The whole event of each tournament that is a stage of one: the places of a stage are not the event's."""
        said = {
            stage: text
            for stage, text in enumerate(self._registered["part_of"])
            if text is not None
        }
        return {
            stage: whole for stage, text in said.items() if (whole := self.number(text)) is not None
        }

    @cached_property
    def stages(self) -> dict[int, list[int]]:
        """The stages of each whole event, in the order of their registration; a void one is none."""
        stages_of: dict[int, list[int]] = {}
        for stage, whole in self.wholes.items():
            if stage not in self.voided:
                stages_of.setdefault(whole, []).append(stage)
        return stages_of

    @cached_property
    def _registered(self) -> Columns:
        """The columns of registrations as corrected."""
        rows = self._known.rows("tournaments", *TOURNAMENT)
        columns = {
            n: c.copy() if isinstance(c, np.ndarray) else c.to_pylist() for n, c in rows.items()
        }
        fixed = self.registrations(self.corrections)
        for name, values in columns_of(TOURNAMENT, list(fixed.values())).items() if fixed else ():
            for number, value in zip(fixed, values, strict=True):
                columns[name][number] = value
        return columns

    @cached_property
    def table(self) -> Tournaments:
        """All tournaments in the columns of schemes."""
        registered = self._registered
        closed = registered["end"].copy()
        was_closed = np.zeros(len(self), np.bool_)
        closings = self._known.rows("closings", "tournament", "day", standing=True)
        closed[closings["tournament"]], was_closed[closings["tournament"]] = closings["day"], True
        report = np.full(len(self), NEVER, np.int32)
        reports = self._known.rows("reports", "tournament", "day", standing=True)
        np.minimum.at(report, reports["tournament"], reports["day"])
        report[report == NEVER] = -1
        order = np.empty(len(self), np.int32)
        order[by_code_point(self.ids)] = np.arange(len(self))
        own = {
            name: column
            for name, column in registered.items()
            if name in Tournaments.__dataclass_fields__
        }
        return Tournaments(
            closed=closed, was_closed=was_closed, report=report, first_game=self.revisions.first_game,
            last_game=self.revisions.last_game, order=order, ids=self.ids.to_pylist(), **own,
        )  # fmt: skip

    def approved_for(self, scheme: str) -> Column:
        """Which tournaments are approved for a scheme and not void."""
        if scheme not in self._approved:
            rated = self._registered["rated"]
            good = {
                text: scheme in text.split("\n") or (self._rate_as and text != "")
                for text in set(rated)
            }
            approved = np.fromiter(map(good.__getitem__, rated), np.bool_, len(rated))
            approved[list(self.voided)] = False
            self._approved[scheme] = approved
        return self._approved[scheme]

    @property
    def standings_rules(self) -> list[str]:
        """The standings rules of each tournament."""
        rules: list[str] = self._registered["standings"]
        return rules
