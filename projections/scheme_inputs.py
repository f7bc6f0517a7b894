"""The inputs of a scheme, as known at a position: a snapshot in the columns of `schemes.kernels.inputs`."""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from projections.known import picked
from projections.people import with_texts
from projections.tables import GAME, Columns, game_key
from schemes.kernels.inputs import Column, Facts, Games, Inputs
from schemes.kernels.inputs import Rows as TournamentRows
from schemes.kernels.scheme import Scheme

if TYPE_CHECKING:
    from projections.snapshot import Snapshot


def facts(snapshot: "Snapshot", scheme: str) -> Facts:
    """Dated facts of players and federations that count for a scheme; worked out once."""
    return snapshot.remembered(f"facts {scheme}", lambda: _facts(snapshot, scheme))


def _facts(snapshot: "Snapshot", scheme: str) -> Facts:
    titles, codes = _titles(snapshot)
    suspensions = _by_day(
        snapshot.known.rows("suspensions", "day", "federation", "suspended", standing=True)
    )
    federations, names = _federations(snapshot, suspensions.pop("federation"))
    carried = dated(
        snapshot,
        "carried",
        "rating_x100",
        "games",
        "peak_x100",
        "deviation_x100",
        "volatility_x1000000",
        scheme=scheme,
    )
    excused = dated(snapshot, "excused", "year")
    declared = dated(snapshot, "declared", "active", scheme=scheme)
    return Facts(
        title_player=titles["player"], title_code=titles["code"], title_day=titles["day"], title_held=titles["held"],
        titles=codes,
        federation_player=federations["player"], federation_code=federations["code"],
        federation_day=federations["day"], federations=names,
        suspension_code=federations["suspended"], suspension_day=suspensions["day"],
        suspension_begins=suspensions["suspended"],
        carried_player=carried["player"], carried_day=carried["day"], carried_rating_x100=carried["rating_x100"],
        carried_games=carried["games"], carried_peak_x100=carried["peak_x100"],
        carried_deviation_x100=carried["deviation_x100"], carried_volatility_x1000000=carried["volatility_x1000000"],
        excused_player=excused["player"], excused_year=excused["year"],
        declared_player=declared["player"], declared_day=declared["day"], declared_active=declared["active"],
    )  # fmt: skip


def dated(snapshot: "Snapshot", table: str, *names: str, scheme: str | None = None) -> Columns:
    """Facts about players by day, then in the order of the log; of a scheme also those that name none."""
    columns = snapshot.known.rows(
        table, "player", "day", *names, *(("scheme",) if scheme else ()), standing=True
    )
    if scheme:
        own = pc.fill_null(pc.equal(columns.pop("scheme"), scheme), True).to_numpy(
            zero_copy_only=False
        )
        columns = picked(columns, np.flatnonzero(own))
    columns = _by_day(columns)
    return columns | {"player": snapshot.people.person(columns["player"])}


def _by_day(columns: Columns) -> Columns:
    """Rows by day; those of one day stay in the order of the log."""
    days = columns["day"]
    if np.any(days[1:] < days[:-1]):
        columns = picked(columns, np.argsort(days, kind="stable"))
    return columns


def _titles(snapshot: "Snapshot") -> tuple[dict[str, Column], list[str]]:
    titles = dated(snapshot, "titles", "title", "held")
    code, codes = _encoded(titles["title"])
    return {**titles, "code": code}, codes


def _federations(snapshot: "Snapshot", suspended: pa.Array) -> tuple[dict[str, Column], list[str]]:
    """The registration of each player (day 0, as corrected), then the transfers by day; and the codes of federations
    that were suspended or reinstated."""
    people = snapshot.people
    registered = snapshot.known.rows("players", "federation")["federation"]
    moves = dated(snapshot, "transfers", "federation")
    fixed = {number: person.federation or "" for number, person in people.corrected.items()}
    code, codes = _encoded(
        pa.concat_arrays([with_texts(registered, fixed), moves["federation"], suspended])
    )
    code, of_suspended = code[: len(code) - len(suspended)], code[len(code) - len(suspended) :]
    own = np.arange(len(people), dtype=np.int32)
    player = np.concatenate((own, moves["player"]))
    day = np.concatenate((np.zeros(len(own), np.int32), moves["day"]))
    if people.merged:  # the registration of a duplicate does not count
        counts = np.concatenate((people.kept == own, np.ones(len(moves["day"]), np.bool_)))
        player = player[counts]
        day = day[counts]
        code = code[counts]
    return {"player": player, "day": day, "code": code, "suspended": of_suspended}, codes


def _encoded(texts: pa.Array) -> tuple[Column, list[str]]:
    """Texts as numbers into a list of the different ones, in the order of code points."""
    encoded = pc.dictionary_encode(texts)
    distinct = encoded.dictionary.to_pylist()
    codes = sorted(distinct)
    index = {text: number for number, text in enumerate(codes)}
    own = np.array([index[text] for text in distinct], np.int16)
    return own[np.asarray(encoded.indices.to_numpy())], codes


def tournament_rows(
    snapshot: "Snapshot", scheme: Scheme, numbers: Column, games: Games | None = None
) -> TournamentRows:
    """Entrants, byes and rankings of tournaments, as far as the scheme looks at them."""
    columns: dict[str, Column] = {}
    person = snapshot.people.person
    if scheme.needs_entrants:
        entries = snapshot.known.of_tournaments("entries", numbers, "player")
        columns |= {
            "entrant_tournament": entries["tournament"],
            "entrant_player": person(entries["player"]),
        }
    if scheme.needs_byes:
        entries = snapshot.known.of_tournaments(
            "byes", numbers, "round", "player", "bye", by=("round",)
        )
        columns |= {
            "bye_tournament": entries["tournament"],
            "bye_round": entries["round"],
            "bye_kind": entries["bye"],
        }
        columns["bye_player"] = person(entries["player"])
    if scheme.needs_rankings:
        columns |= _rankings(snapshot, numbers, games)
    return TournamentRows(**columns)


def _rankings(snapshot: "Snapshot", numbers: Column, games: Games | None) -> dict[str, Column]:
    """The rankings that count: as the office gave them, else by the rules of a tournament that was closed.

    A stage of another tournament has none: only the whole event has a champion and places.
    """
    wanted = [number for number in numbers.tolist() if number not in snapshot.tournaments.wholes]
    from projections.rankings import given_rankings
    from projections.standings import computed_rankings  # with all their rules

    by_office = given_rankings(snapshot)
    closed = snapshot.tournaments.closed
    rules = snapshot.tournaments.standings_rules
    by_rules = [n for n in wanted if n not in by_office and n in closed and rules[n] != "given"]
    if by_rules:
        computed = computed_rankings(snapshot, by_rules, games)
    else:
        computed = {}
    handed_in = [number for number in wanted if number in by_office]
    sizes = np.array([len(by_office[number].players) for number in handed_in], np.int64)
    chained = itertools.chain.from_iterable
    players = np.fromiter(
        chained(by_office[number].players for number in handed_in), np.int32, sizes.sum()
    )
    rank = np.fromiter(
        chained(by_office[number].places for number in handed_in), np.int64, sizes.sum()
    )
    tournament = np.repeat(np.array(handed_in, np.int32), sizes)
    player = snapshot.people.person(players)
    if snapshot.people.merged:  # twice in a ranking: the better place, nobody moves up
        _, first = np.unique(tournament.astype(np.int64) << 32 | player, return_index=True)
        tournament, player, rank = (column[np.sort(first)] for column in (tournament, player, rank))
    rows = [
        (number, player, rank) for number in by_rules for rank, player in computed.get(number, ())
    ]
    table = np.concatenate(
        (np.column_stack((tournament, player, rank)), np.array(rows, np.int64).reshape(-1, 3))
    )
    table = table[np.argsort(table[:, 0], kind="stable")].astype(np.int32)
    return {"rank_tournament": table[:, 0], "rank_player": table[:, 1], "rank": table[:, 2]}


def looked_at(snapshot: "Snapshot", scheme: Scheme) -> Column:
    """Which tournaments a scheme looks at: those approved for it, and others that count for something; none void."""
    return snapshot.remembered(f"looked at by {scheme.name}", lambda: _looked_at(snapshot, scheme))


def _looked_at(snapshot: "Snapshot", scheme: Scheme) -> Column:
    approved = snapshot.tournaments.approved_for(scheme.name)
    others = scheme.looks_at(snapshot.tournaments.table)
    if others is None:
        return approved
    others[list(snapshot.tournaments.voided)] = False
    return np.asarray(approved | others)


def feed(
    snapshot: "Snapshot", scheme: Scheme, numbers: Column, given: Facts | None = None
) -> Inputs:
    """Inputs for a scheme with the games of the given tournaments, as far as it looks at them."""
    numbers = numbers[looked_at(snapshot, scheme)[numbers]]
    games = snapshot.games.of(numbers)
    rows = tournament_rows(snapshot, scheme, numbers, games)
    games = _without_unrated(
        snapshot, scheme.name, games
    )  # after the rankings, in which they count
    if scheme.game_fields:
        games = replace(games, further=further_fields(snapshot, games, scheme.game_fields))
    if scheme.needs_fouls:
        from projections.standings import with_fouls

        games, rows = with_fouls(snapshot, numbers, games, rows)
    return Inputs(
        players=snapshot.people.table,
        tournaments=snapshot.tournaments.table,
        games=games,
        facts=facts(snapshot, scheme.name) if given is None else given,
        rows=rows,
    )


def unrated_games(snapshot: "Snapshot", scheme: str) -> Columns:
    """The games that the office has declared unrated, for a scheme or for all."""
    columns = snapshot.known.rows(
        "unrated_games", "tournament", "round", "board", "stage", "scheme", "reason", standing=True
    )
    meant = pc.fill_null(pc.equal(columns.pop("scheme"), scheme), True).to_numpy(
        zero_copy_only=False
    )
    return picked(columns, np.flatnonzero(meant))


def rated_games(snapshot: "Snapshot", scheme: str, numbers: Column) -> Games:
    """The games of some tournaments, without those that the office has declared unrated for a scheme."""
    return _without_unrated(snapshot, scheme, snapshot.games.of(numbers))


def _without_unrated(snapshot: "Snapshot", scheme: str, games: Games) -> Games:
    """The games without those that the office has declared unrated."""
    declared = unrated_games(snapshot, scheme)
    if not len(declared["tournament"]):
        return games
    sizes = np.diff(games.offset)
    tournament = np.repeat(np.arange(len(sizes)), sizes)
    of_games = {
        "tournament": tournament,
        "round": games.round,
        "board": games.board,
        "stage": games.stage,
    }
    kept = ~np.isin(game_key(of_games), game_key(declared))
    sizes = np.bincount(tournament[kept], minlength=len(sizes))
    columns = {name: getattr(games, name)[kept] for name in GAME}
    return Games(offset=np.concatenate(([0], np.cumsum(sizes))), **columns)


def further_fields(
    snapshot: "Snapshot", games: Games, declared: Mapping[str, int]
) -> dict[str, Column]:
    """The further fields of games that a scheme declares; the last record or correction of a game counts."""
    recorded = snapshot.known.rows("game_fields", "tournament", "round", "board", "stage", "more")
    sizes = np.diff(games.offset)
    of_games = {"round": games.round, "board": games.board, "stage": games.stage}
    keys = game_key({"tournament": np.repeat(np.arange(len(sizes)), sizes), **of_games})
    places = np.searchsorted(keys, wanted := game_key(recorded))
    columns = {name: np.full(len(games), usual, np.int32) for name, usual in declared.items()}
    for place, key, text in zip(
        places.tolist(), wanted.tolist(), recorded["more"].to_pylist(), strict=True
    ):
        if place < len(keys) and keys[place] == key:
            values = msgspec.json.decode(text) if text else {}
            for name, usual in declared.items():
                columns[name][place] = values.get(name, usual)
    return columns


def federations(snapshot: "Snapshot") -> list[str]:
    """The newest federation of each player."""

    def work() -> list[str]:
        dated_facts = facts(snapshot, "")
        names: list[str] = [""] * len(snapshot.people)
        for player, code in zip(
            dated_facts.federation_player.tolist(),
            dated_facts.federation_code.tolist(),
            strict=True,
        ):
            names[player] = dated_facts.federations[code]
        return names

    return snapshot.remembered("federations", work)
