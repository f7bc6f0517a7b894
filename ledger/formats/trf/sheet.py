"""The fixed-width lines of a report."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from decimal import Decimal

from ledger.events import ByeKind, PlayerRegistered, Result, TournamentRegistered
from ledger.formats.time_control import encoded, in_words
from ledger.formats.trf.awards import points_text, scores
from ledger.formats.trf.crosstable import Crosstable
from ledger.formats.trf.events import NO_SEX, TITLES

# from the first side's view, from the second's
_CODES: dict[Result, tuple[str, str]] = {
    Result.FIRST_WINS: ("1", "0"),
    Result.SECOND_WINS: ("0", "1"),
    Result.DRAW: ("=", "="),
    Result.SECOND_ABSENT: ("+", "-"),
    Result.FIRST_ABSENT: ("-", "+"),
    Result.BOTH_ABSENT: ("-", "-"),
}
_BYES: dict[ByeKind, str] = {"bye": "F", "half": "H", "leave": "Z", "absent": "-"}
_KINDS = {"swiss": "Swiss-System", "roundrobin": "Round-Robin", "knockout": "Knockout", "match": "Match"}
_FIRST_ROUND = 91


def own_heading(event: TournamentRegistered, version: int) -> dict[str, str]:
    """Code → line, of what the registration says."""
    lines = {
        "012": _one_line(event.name),
        "022": _one_line(event.place or ""),
        "032": _one_line(event.federation or ""),
        "042": _day(event.start),
        "052": _day(event.end),
        "092": f"{event.event.capitalize()}: {_KINDS[event.format]}",
        # TRF16 has no line for the number of rounds; engines know this extension
        "142" if version == 26 else "XXR": str(event.rounds),
    }
    if event.time_control:
        lines["122"] = in_words(event.time_control)
        if version == 26:
            lines["222"] = encoded(event.time_control)
    return {code: f"{code} {text}" for code, text in lines.items()}


def heading_lines(table: Crosstable, version: int) -> dict[str, str]:
    """Code → line, of the tournament."""
    counts = {"062": f"062 {len(table.players)}", "082": f"082 {len(table.teams)}"}
    return own_heading(table.registered, version) | counts | {"132": _round_dates(table)}


def player_lines(table: Crosstable, titles: Mapping[str, str], ratings: Mapping[str, int]) -> Iterator[str]:
    """A line for each player, with all rounds; without a rating in the ledger, that of the entry."""
    cells, totals = _cells(table), scores(table)
    ranking = (table.closed and table.closed.ranking) or ()
    ranks = {player: rank for rank, player in enumerate(ranking, 1)}
    for number, player in sorted(table.players.items()):
        person = table.people.get(player)
        row = cells.get(number, {})
        rating = ratings.get(player) or table.ratings.get(player)
        points = points_text(totals.get(player, Decimal(0)))
        title = titles.get(player, "").removeprefix("fide-")
        federation, born = (person.federation, person.born) if person else (None, None)
        fields = (
            f"001 {number:4} {_sex(person)}{title.upper() if title in TITLES else '':>3} "
            f"{_one_line(person.name if person else player)[:33]:33} {rating or '':>4} "
            f"{_federation(federation):3} {table.fide_id(number):>11} {_born(born):10} "
            f"{points:>4} {ranks.get(player, ''):>4}  "
        )
        yield fields + "  ".join(row.get(round_, " " * 8) for round_ in range(1, table.last_round + 1))


def team_line(code: str, order: str, team: str, numbers: Sequence[int]) -> str:
    """A team with its players: line 013, or 310 of TRF26 with the team's own number."""
    members = " ".join(f"{number:4}" for number in numbers)
    if code == "310":
        return f"310 {order:>3} {_one_line(team)[:32]:32} {'':5} {'':6} {'':6} {'':6} {'':3}  {members}"
    return f"013 {_one_line(team)[:31]:32}{members}"


def _cells(table: Crosstable) -> dict[int, dict[int, str]]:
    """Starting number → round → the eight characters of that round."""
    cells: dict[int, dict[int, str]] = {}
    for round_, games in table.games.items():
        for game in games:
            first, second = table.numbers[game.first], table.numbers[game.second]
            codes = _CODES[game.result]
            cells.setdefault(first, {})[round_] = f"{second:4} w {codes[0]}"
            cells.setdefault(second, {})[round_] = f"{first:4} b {codes[1]}"
    for round_, byes in table.byes.items():
        # the pairing-allocated bye is one in a round; several are full-point byes
        only = sum(bye.kind == "bye" for bye in byes) == 1
        for bye in byes:
            code = "U" if bye.kind == "bye" and only else _BYES[bye.kind]
            cells.setdefault(table.numbers[bye.player], {})[round_] = f"0000 - {code}"
    return cells


def _round_dates(table: Crosstable) -> str:
    line = "132".ljust(_FIRST_ROUND)
    for round_ in range(1, table.last_round + 1):
        day = table.dates.get(round_)
        line += (f"{day:%y/%m/%d}" if day else "").ljust(10)
    return line


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _day(day: Date) -> str:
    return f"{day.year:04}/{day:%m/%d}"


def _sex(person: PlayerRegistered | None) -> str:
    if person is None or person.note == NO_SEX:
        return " "
    return "m" if person.sex == "M" else "w"


def _federation(federation: str | None) -> str:
    return federation if federation and len(federation) <= 3 else ""


def _born(born: Date | int | None) -> str:
    if born is None:
        return ""
    return _day(born) if isinstance(born, Date) else f"{born}/00/00"
