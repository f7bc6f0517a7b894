"""What a scheme is given, as known at a position: the snapshot's facts in the columns of `schemes.inputs`."""

import itertools
from typing import Any

import msgspec
import numpy as np

from projections.fouls import with_fouls
from projections.snapshot import Column, Snapshot, of_tournaments, with_texts
from projections.standings import computed_rankings, rankings_given
from schemes.inputs import Facts, Games, Inputs
from schemes.inputs import Rows as TournamentRows
from schemes.scheme import Scheme

OF_PLAYERS = (
    "players", "player_corrections", "merges", "transfers", "titles", "carried", "excused", "declared", "withdrawals",
    "suspensions",
)  # fmt: skip


def facts(snapshot: Snapshot, scheme: str) -> Facts:
    """Dated facts of players and federations that count for a scheme; worked out once."""
    if scheme not in snapshot.facts:
        base = snapshot.same(*OF_PLAYERS)
        snapshot.facts[scheme] = _facts(snapshot, scheme) if base is None else facts(base, scheme)
    return snapshot.facts[scheme]


def _facts(snapshot: Snapshot, scheme: str) -> Facts:
    titles, codes = _titles(snapshot)
    suspensions = _by_day(snapshot.rows("suspensions", "day", "federation", "suspended", standing=True))
    federations, names = _federations(snapshot, suspensions.pop("federation"))
    carried = _dated(snapshot, "carried", "rating_x100", "games", "peak_x100", scheme=scheme)
    excused = _dated(snapshot, "excused", "year")
    declared = _dated(snapshot, "declared", "active", scheme=scheme)
    return Facts(
        title_player=titles["player"], title_code=titles["code"], title_day=titles["day"], title_held=titles["held"],
        titles=codes,
        federation_player=federations["player"], federation_code=federations["code"],
        federation_day=federations["day"], federations=names,
        suspension_code=federations["suspended"], suspension_day=suspensions["day"],
        suspension_begins=suspensions["suspended"],
        carried_player=carried["player"], carried_day=carried["day"], carried_rating_x100=carried["rating_x100"],
        carried_games=carried["games"], carried_peak_x100=carried["peak_x100"],
        excused_player=excused["player"], excused_year=excused["year"],
        declared_player=declared["player"], declared_day=declared["day"], declared_active=declared["active"],
    )  # fmt: skip


def _dated(snapshot: Snapshot, table: str, *names: str, scheme: str | None = None) -> dict[str, Any]:
    """Facts about players by day, then in the order of the log; of a scheme also those that name none."""
    columns = snapshot.rows(table, "player", "day", *names, *(("scheme",) if scheme else ()), standing=True)
    if scheme:
        import pyarrow.compute as pc

        own = pc.fill_null(pc.equal(columns.pop("scheme"), scheme), True).to_numpy(zero_copy_only=False)
        columns = {name: column[own] for name, column in columns.items()}
    columns = _by_day(columns)
    return columns | {"player": snapshot.person(columns["player"])}


def _by_day(columns: dict[str, Any]) -> dict[str, Any]:
    """Rows by day; those of one day stay in the order of the log."""
    days = columns["day"]
    if np.any(days[1:] < days[:-1]):
        order = np.argsort(days, kind="stable")
        columns = {n: c[order] if isinstance(c, np.ndarray) else c.take(order) for n, c in columns.items()}
    return columns


def _titles(snapshot: Snapshot) -> tuple[dict[str, Column], list[str]]:
    titles = _dated(snapshot, "titles", "title", "held")
    code, codes = _encoded(titles["title"])
    return {**titles, "code": code}, codes


def _federations(snapshot: Snapshot, suspended: Any) -> tuple[dict[str, Column], list[str]]:
    """The registration of each player (day 0, as corrected), then the transfers by day; and the codes of federations
    that were suspended or reinstated."""
    import pyarrow as pa

    registered = snapshot.rows("players", "federation")["federation"]
    moves = _dated(snapshot, "transfers", "federation")
    fixed = {n: c.federation or "" for n, c in snapshot.player_corrections if c.federation is not msgspec.UNSET}
    code, codes = _encoded(pa.concat_arrays([with_texts(registered, fixed), moves["federation"], suspended]))
    code, of_suspended = code[: len(code) - len(suspended)], code[len(code) - len(suspended) :]
    own = np.arange(snapshot.player_count, dtype=np.int32)
    player = np.concatenate((own, moves["player"]))
    day = np.concatenate((np.zeros(len(own), np.int32), moves["day"]))
    if snapshot.merged:  # a duplicate's registration says nothing about whom it was merged into
        counts = np.concatenate((snapshot.kept == own, np.ones(len(moves["day"]), np.bool_)))
        player, day, code = player[counts], day[counts], code[counts]
    return {"player": player, "day": day, "code": code, "suspended": of_suspended}, codes


def _encoded(texts: Any) -> tuple[Column, list[str]]:
    """Texts as numbers into a list of the different ones, in the order of code points."""
    import pyarrow.compute as pc

    encoded = pc.dictionary_encode(texts)
    found = encoded.dictionary.to_pylist()
    codes = sorted(found)
    index = {text: number for number, text in enumerate(codes)}
    own = np.array([index[text] for text in found], np.int16)
    return own[np.asarray(encoded.indices.to_numpy())], codes


def tournament_rows(snapshot: Snapshot, scheme: Scheme, numbers: Column, games: Games | None = None) -> TournamentRows:
    """Entrants, byes and rankings of tournaments, as far as the scheme looks at them."""
    lowest, highest = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, -1)
    given: dict[str, Column] = {}
    if scheme.needs_entrants:
        found = of_tournaments(snapshot, "entries", lowest, highest, "player")
        given |= {"entrant_tournament": found["tournament"], "entrant_player": found["player"]}
    if scheme.needs_byes:
        found = of_tournaments(snapshot, "byes", lowest, highest, "round", "player", "kind", by_round=True)
        given |= {f"bye_{name}": column for name, column in found.items()}
    if scheme.needs_rankings:
        given |= _rankings(snapshot, numbers, games)
    return TournamentRows(**given)


def _rankings(snapshot: Snapshot, numbers: Column, games: Games | None) -> dict[str, Column]:
    """The rankings that count: as the office gave them, else by the rules of a tournament that was closed."""
    wanted = numbers.tolist()
    lowest, highest = (min(wanted), max(wanted)) if wanted else (0, -1)
    given = rankings_given(snapshot, lowest, highest)
    by_rules = [n for n in wanted if n not in given and n in snapshot.closed and snapshot.standings_rules[n] != "given"]
    computed = computed_rankings(snapshot, by_rules, games) if by_rules else {}
    handed_in = [number for number in wanted if number in given]
    sizes = np.array([len(given[number]) for number in handed_in], np.int64)
    players = np.fromiter(itertools.chain.from_iterable(given[number] for number in handed_in), np.int32, sizes.sum())
    tournament, player = np.repeat(np.array(handed_in, np.int32), sizes), snapshot.person(players)
    rank = np.arange(1, len(players) + 1) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    if snapshot.merged:  # twice in a ranking: the better place, nobody moves up
        _, first = np.unique(tournament.astype(np.int64) << 32 | player, return_index=True)
        tournament, player, rank = (column[np.sort(first)] for column in (tournament, player, rank))
    rows = [(number, player, rank) for number in by_rules for rank, player in computed.get(number, ())]
    table = np.concatenate((np.column_stack((tournament, player, rank)), np.array(rows, np.int64).reshape(-1, 3)))
    table = table[np.argsort(table[:, 0], kind="stable")].astype(np.int32)
    return {"rank_tournament": table[:, 0], "rank_player": table[:, 1], "rank": table[:, 2]}


def looked_at(snapshot: Snapshot, scheme: Scheme) -> Column:
    """Which tournaments a scheme looks at: those approved for it, and others that count for something; none void."""
    approved = snapshot.approved_for(scheme.name)
    others = scheme.looks_at(snapshot.tournaments)
    if others is None:
        return approved
    others[list(snapshot.voided)] = False
    return np.asarray(approved | others)


def feed(snapshot: Snapshot, scheme: Scheme, numbers: Column, given: Facts | None = None) -> Inputs:
    """Inputs for a scheme with the games of the given tournaments, as far as it looks at them."""
    numbers = numbers[looked_at(snapshot, scheme)[numbers]]
    lowest, highest = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, -1)
    games = snapshot.games(lowest, highest, only=numbers)
    rows = tournament_rows(snapshot, scheme, numbers, games)
    if scheme.needs_fouls:
        games, rows = with_fouls(snapshot, numbers, games, rows)
    return Inputs(
        players=snapshot.players,
        tournaments=snapshot.tournaments,
        games=games,
        facts=facts(snapshot, scheme.name) if given is None else given,
        rows=rows,
    )
