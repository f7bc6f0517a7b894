"""What a scheme is given, as known at a position: the snapshot's facts in the columns of `schemes.inputs`."""

from typing import Any

import msgspec
import numpy as np

from projections.games import KEPT as GAME_COLUMNS
from projections.snapshot import Column, Snapshot
from projections.standings import computed_rankings, rankings_given
from schemes.inputs import Facts, Games, Inputs
from schemes.inputs import Rows as TournamentRows
from schemes.scheme import Scheme

_OF_PLAYERS = (
    "players", "player_corrections", "merges", "transfers", "titles", "carried", "excused", "declared", "withdrawals",
)  # fmt: skip


def facts(snapshot: Snapshot, scheme: str) -> Facts:
    """Titles, federations, carried-in ratings, excuses and declarations that count for a scheme; worked out once."""
    if scheme not in snapshot.facts:
        base = snapshot.same(*_OF_PLAYERS)
        snapshot.facts[scheme] = _facts(snapshot, scheme) if base is None else facts(base, scheme)
    return snapshot.facts[scheme]


def _facts(snapshot: Snapshot, scheme: str) -> Facts:
    titles, codes = _titles(snapshot)
    federations, names = _federations(snapshot)
    carried = _persons(
        snapshot,
        f"SELECT player, day, rating_x100, games, peak_x100 FROM {snapshot.standing('carried')} "
        f"WHERE scheme = '{_text(scheme)}' ORDER BY day, position",
    )
    excused = _persons(snapshot, f"SELECT player, year FROM {snapshot.standing('excused')} ORDER BY day, position")
    declared = _persons(
        snapshot,
        f"SELECT player, day, active FROM {snapshot.standing('declared')} "
        f"WHERE scheme IS NULL OR scheme = '{_text(scheme)}' ORDER BY day, position",
    )
    return Facts(
        title_player=titles["player"], title_code=titles["code"], title_day=titles["day"], title_held=titles["held"],
        titles=codes,
        federation_player=federations["player"], federation_code=federations["code"],
        federation_day=federations["day"], federations=names,
        carried_player=carried["player"], carried_day=carried["day"], carried_rating_x100=carried["rating_x100"],
        carried_games=carried["games"], carried_peak_x100=carried["peak_x100"],
        excused_player=excused["player"], excused_year=excused["year"],
        declared_player=declared["player"], declared_day=declared["day"], declared_active=declared["active"],
    )  # fmt: skip


def _text(word: str) -> str:
    return word.replace("'", "''")


def _persons(snapshot: Snapshot, query: str) -> dict[str, Column]:
    columns = snapshot.columns(query)
    columns["player"] = snapshot.person(columns["player"])
    return columns


def _titles(snapshot: Snapshot) -> tuple[dict[str, Column], list[str]]:
    table = snapshot.table(f"SELECT player, day, title, held FROM {snapshot.standing('titles')} ORDER BY day, position")
    code, codes = _encoded(table["title"])
    numbers = {name: np.asarray(table[name].to_numpy()) for name in ("player", "day", "held")}
    return {**numbers, "player": snapshot.person(numbers["player"]), "code": code}, codes


def _federations(snapshot: Snapshot) -> tuple[dict[str, Column], list[str]]:
    """The registration of each player (day 0, as corrected), then the transfers by day."""
    import pyarrow as pa

    registered = snapshot.table("SELECT federation FROM players WHERE {known} ORDER BY number")["federation"]
    moves = snapshot.table(
        f"SELECT player, day, federation FROM {snapshot.standing('transfers')} ORDER BY day, position"
    )
    fixed = {n: c.federation or "" for n, c in snapshot.player_corrections if c.federation is not msgspec.UNSET}
    if fixed:
        texts = registered.to_pylist()
        for number, federation in fixed.items():
            texts[number] = federation
        registered = pa.chunked_array([pa.array(texts, pa.string())])
    code, codes = _encoded(pa.chunked_array([*registered.chunks, *moves["federation"].chunks], pa.string()))
    own = np.arange(snapshot.player_count, dtype=np.int32)
    player = np.concatenate((own, snapshot.person(np.asarray(moves["player"].to_numpy()))))
    day = np.concatenate((np.zeros(len(own), np.int32), np.asarray(moves["day"].to_numpy())))
    if snapshot.merged:  # a duplicate's registration says nothing about whom it was merged into
        counts = np.concatenate((snapshot.kept == own, np.ones(len(moves), np.bool_)))
        player, day, code = player[counts], day[counts], code[counts]
    return {"player": player, "day": day, "code": code}, codes


def _encoded(texts: Any) -> tuple[Column, list[str]]:
    """Texts as numbers into a list of the different ones, in the order of code points."""
    import pyarrow.compute as pc

    codes = sorted(pc.unique(texts).to_pylist())
    index = {text: number for number, text in enumerate(codes)}
    encoded = pc.dictionary_encode(texts).combine_chunks() if len(texts) else None
    if encoded is None:
        return np.zeros(0, np.int16), codes
    if hasattr(encoded, "chunks"):
        encoded = encoded.chunk(0)
    own = np.array([index[text] for text in encoded.dictionary.to_pylist()], np.int16)
    return own[np.asarray(encoded.indices.to_numpy())], codes


def tournament_rows(snapshot: Snapshot, scheme: Scheme, numbers: Column, games: Games | None = None) -> TournamentRows:
    """Entrants, byes and rankings of tournaments, as far as the scheme looks at them."""
    lowest, highest = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, -1)
    between = f"WHERE tournament BETWEEN {lowest} AND {highest}"
    given: dict[str, Column] = {}
    if scheme.needs_entrants:
        found = _persons(
            snapshot, f"SELECT tournament, player FROM {snapshot.standing('entries')} {between} ORDER BY 1, position"
        )
        given |= {"entrant_tournament": found["tournament"], "entrant_player": found["player"]}
    if scheme.needs_byes:
        found = _persons(
            snapshot,
            f"SELECT tournament, round, player, kind FROM {snapshot.standing('byes')} {between} "
            "ORDER BY 1, 2, position",
        )
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
    rows: list[tuple[int, int, int]] = []
    for number in wanted:
        if number in given:
            best: dict[int, int] = {}
            for rank, player in enumerate(snapshot.person(np.array(given[number], np.int32)).tolist(), start=1):
                best.setdefault(player, rank)  # twice in a ranking: the better place, nobody moves up
            rows.extend((number, player, rank) for player, rank in best.items())
        else:
            rows.extend((number, player, rank) for rank, player in computed.get(number, ()))
    table = np.array(rows, np.int32).reshape(-1, 3)
    return {"rank_tournament": table[:, 0], "rank_player": table[:, 1], "rank": table[:, 2]}


def feed(snapshot: Snapshot, scheme: Scheme, numbers: Column, given: Facts | None = None) -> Inputs:
    """Inputs for a scheme with the games of the given tournaments (and of others between them, if approved)."""
    lowest, highest = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, -1)
    games = snapshot.games(lowest, highest)
    return Inputs(
        players=snapshot.players,
        tournaments=snapshot.tournaments,
        games=only(games, np.flatnonzero(snapshot.approved_for(scheme.name))),
        facts=facts(snapshot, scheme.name) if given is None else given,
        rows=tournament_rows(snapshot, scheme, numbers, games),
    )


def only(games: Games, numbers: Column) -> Games:
    """The games of the given tournaments; nothing is copied where there are no others."""
    counts = np.diff(games.offset)
    wanted = np.zeros(len(counts), np.bool_)
    wanted[numbers] = True
    if not np.any(counts[~wanted]):
        return games
    kept = np.concatenate(([False], wanted | (counts == 0), [False]))  # who has no games makes no seam
    seams = games.offset[np.flatnonzero(np.diff(kept))]
    runs = [slice(0, 0), *(slice(begin, end) for begin, end in zip(seams[::2], seams[1::2], strict=True))]
    offset = np.concatenate(([0], np.cumsum(np.where(wanted, counts, 0)))).astype(np.int64)
    columns = ((name, getattr(games, name)) for name in GAME_COLUMNS)
    return Games(offset=offset, **{name: np.concatenate([column[run] for run in runs]) for name, column in columns})
