"""The fixed-width lines of a report out of the ledger: the tournament, the points, players, teams."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from decimal import Decimal

from ledger.events import Award, ByeKind, Outcome, PlayerRegistered, TournamentRegistered
from replay.files.time_control import encoded, in_words
from replay.files.trf.crosstable import Crosstable
from replay.files.trf.events import NO_SEX
from replay.files.trf.games import OUTCOMES, SIGNS
from replay.files.trf.points import POINT_TYPES
from replay.files.vocabulary import TITLES

_BYES: dict[ByeKind, str] = {"bye": "F", "half": "H", "leave": "Z", "absent": "-"}
_KINDS = {
    "swiss": "Swiss-System",
    "roundrobin": "Round-Robin",
    "knockout": "Knockout",
    "match": "Match",
}
_FIRST_ROUND = 91
_WORTH: dict[Outcome, Decimal] = {
    "win": Decimal(1), "draw": Decimal("0.5"), "loss": Decimal(0), "walkover": Decimal(1), "absent": Decimal(0),
    "bye": Decimal(1), "half": Decimal("0.5"), "leave": Decimal(0),
}  # fmt: skip
# line 162: a letter and the outcome it stands for; others are worth the same unless a line 299 says otherwise
_LETTERS: tuple[tuple[str, Outcome], ...] = (
    ("W", "win"),
    ("D", "draw"),
    ("L", "loss"),
    ("A", "leave"),
    ("P", "bye"),
)
_SHARED: dict[Outcome, Outcome] = {
    "walkover": "win",
    "bye": "win",
    "half": "draw",
    "absent": "leave",
}
_TYPE_OF = {outcome: letter for letter, outcome in POINT_TYPES.items()}


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
    if event.tie_breaks:
        lines["202"] = ",".join(code.replace(":", "/") for code in event.tie_breaks)
    return {code: f"{code} {text}" for code, text in lines.items()}


def heading_lines(table: Crosstable, version: int) -> dict[str, str]:
    """Code → line, of the tournament."""
    counts = {"062": f"062 {len(table.players)}", "082": f"082 {len(table.teams)}"}
    return own_heading(table.registered, version) | counts | {"132": _round_dates(table)}


def player_lines(
    table: Crosstable, titles: Mapping[str, str], ratings: Mapping[str, int]
) -> Iterator[str]:
    """A line for each player, with all rounds; without a rating in the ledger, that of the entry."""
    cells = _cells(table)
    totals = scores(table)
    closed = table.closed
    ranks = dict(zip(closed.ranked, closed.ranks, strict=True)) if closed else {}
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
        yield fields + "  ".join(
            row.get(round_, " " * 8) for round_ in range(1, table.last_round + 1)
        )


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
            first = table.numbers[game.first]
            second = table.numbers[game.second]
            codes = SIGNS[game.result]
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
    if person.sex == "M":
        return "m"
    return "w"


def _federation(federation: str | None) -> str:
    if federation and len(federation) <= 3:
        return federation
    return ""


def _born(born: Date | int | None) -> str:
    if born is None:
        return ""
    if isinstance(born, Date):
        return _day(born)
    return f"{born}/00/00"


def points_lines(table: Crosstable) -> Iterator[str]:
    """Lines 162 and 299, if results are worth anything else than 1, ½, 0."""
    awards = table.registered.points or ()
    last_of_all = {award.outcome: at for at, award in enumerate(awards) if _is_of_all(award)}
    worth = _WORTH | {outcome: awards[at].points for outcome, at in last_of_all.items()}
    if worth != _WORTH:
        shown = [pair for pair in _LETTERS if pair[1] != "bye" or worth["bye"] != worth["win"]]
        yield "162  " + "    ".join(
            f"{letter}{points_text(worth[outcome]):>4}" for letter, outcome in shown
        )
    if table.registered.event == "team":
        return  # lines 299 would have the numbers of teams
    for outcome, like in _SHARED.items():
        if worth[outcome] != worth[like]:
            yield _abnormal(table, Award(outcome, worth[outcome]))
    for at, award in enumerate(awards):
        absent = award.players is not None and table.numbers.keys().isdisjoint(award.players)
        if not _is_of_all(award) and at > last_of_all.get(award.outcome, -1) and not absent:
            yield _abnormal(table, award)


def _is_of_all(award: Award) -> bool:
    return award.round is None and award.players is None and award.outcome != "extra"


def _abnormal(table: Crosstable, award: Award) -> str:
    numbers = " ".join(
        f"{table.numbers[player]:4}" for player in award.players or () if player in table.numbers
    )
    return f"299 {_TYPE_OF[award.outcome]}{'':8}{points_text(award.points):>4}  {award.round or '':>3} {numbers}"


def scores(table: Crosstable) -> dict[str, Decimal]:
    """Player → points, by the tournament's own awards where it has any."""
    awards = table.registered.points or ()
    totals: dict[str, Decimal] = {}
    for player, round_, outcome in _outcomes(table):
        fitting = (
            award.points
            for award in reversed(awards)
            if award.outcome == outcome
            and award.round in (None, round_)
            and (award.players is None or player in award.players)
        )
        totals[player] = totals.get(player, Decimal(0)) + next(fitting, _WORTH[outcome])
    for award in awards:
        if award.outcome == "extra":
            for player in award.players or table.numbers:
                totals[player] = totals.get(player, Decimal(0)) + award.points
    return totals


def _outcomes(table: Crosstable) -> Iterator[tuple[str, int, Outcome]]:
    for round_, games in table.games.items():
        for game in games:
            yield from zip(
                (game.first, game.second), (round_, round_), OUTCOMES[game.result], strict=True
            )
    for round_, byes in table.byes.items():
        yield from ((bye.player, round_, bye.kind) for bye in byes)


def points_text(points: Decimal) -> str:
    """One decimal, as in 11.5, if it fits four columns."""
    text = f"{points:.1f}"
    if len(text) <= 4:
        return text
    return f"{points:.0f}"
