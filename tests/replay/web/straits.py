"""A made-up federation of 500 players, and the report of an open with 184 of them: 175 are known, 9 need a decision."""

from datetime import date
from decimal import Decimal
from pathlib import Path

from ledger import open_log
from ledger.events import (
    AnyEvent,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    RatingCarriedIn,
    Result,
    TournamentClosed,
    TournamentRegistered,
)

FAMILIES = (
    "Chen", "Tan", "Lim", "Wong", "Novak", "Petrov", "Haddad", "Castro", "Okafor", "Silva", "Moreau", "Lindqvist",
    "Garcia", "Nakamura", "Rossi", "Jansen", "Patel", "Santos", "Kaya", "Larsen", "Huang", "Zhou", "Singh", "Weber",
    "Ito",
)  # fmt: skip
GIVEN = (
    "Aisha", "Bruno", "Clara", "Daniel", "Elena", "Farid", "Grace", "Hugo", "Irina", "Jonas", "Karim", "Lena", "Marco",
    "Nadia", "Omar", "Priya", "Quentin", "Rosa", "Stefan", "Tomas",
)  # fmt: skip
FEDERATIONS = ("SGP", "MAS", "HKG")
PLAYERS = len(FAMILIES) * len(GIVEN)  # 500
IN_REPORT = 184
ROUNDS = 4
RESULTS = (("1", "0"), ("0", "1"), ("=", "="))


def person(number: int) -> tuple[str, str, int]:
    """Name, federation and year of birth of a player of the federation."""
    family, given = divmod(number, len(GIVEN))
    name = f"{FAMILIES[family]}, {GIVEN[given]}"
    return name, FEDERATIONS[number % 3], 1950 + number * 7 % 60


def player(number: int) -> str:
    return f"P{number:04}"


def made(folder: Path, origin: str = "ratings.example.org/straits") -> Path:
    """The ledger of the federation: everybody has a rating, and one tournament was played."""
    with open_log(folder, create=True, origin=origin) as log:
        log.append(list(_events()), by="Chan Tai Man")
    return folder


def _events() -> list[AnyEvent]:
    day = date(2026, 1, 1)
    events: list[AnyEvent] = []
    for number in range(PLAYERS):
        name, federation, born = person(number)
        events.append(
            PlayerRegistered(
                date=day, player=player(number), name=name, sex="F" if number % 2 else "M",
                federation=federation, born=born,
            )
        )  # fmt: skip
        events.append(
            RatingCarriedIn(
                date=day, player=player(number), scheme="fide-standard",
                rating=Decimal(1500 + number * 13 % 700), games=50,
            )
        )  # fmt: skip
    events.append(
        TournamentRegistered(
            date=date(2026, 3, 1), tournament="lantern-2026", name="Lantern Open 2026", start=date(2026, 4, 3),
            end=date(2026, 4, 6), rounds=1, rated=("fide-standard",), federation="SGP", format="swiss",
        )
    )  # fmt: skip
    events += [
        PlayerEntered(date=date(2026, 4, 1), tournament="lantern-2026", player=player(number))
        for number in range(20)
    ]
    for board in range(1, 11):
        events.append(
            GameRecorded(
                date=date(2026, 4, 3), tournament="lantern-2026", round=1, board=board,
                first=player(2 * board - 2), second=player(2 * board - 1), result=Result("1-0"),
            )
        )  # fmt: skip
    events.append(TournamentClosed(date=date(2026, 4, 6), tournament="lantern-2026"))
    return events


def in_report() -> list[tuple[str, str, str]]:
    """Name, federation and year of the 184 in the report: 175 as in the ledger, 9 that need somebody."""
    rows = []
    for number in range(IN_REPORT):
        name, federation, born = person(2 * number)
        rows.append((name, federation, str(born)))
    for place, wrong in ((45, ("v", "w")), (50, ("v", "w"))):  # a letter differs
        rows[place] = (rows[place][0].replace(*wrong), *rows[place][1:])
    rows[55] = (rows[55][0].upper(), *rows[55][1:])  # the same to everybody
    for place in (70, 80):  # the year is missing
        rows[place] = (*rows[place][:2], "")
    for place in (90, 100):  # another federation
        rows[place] = (rows[place][0], "IND", rows[place][2])
    rows[110] = (rows[110][0], rows[110][1], str(int(rows[110][2]) + 1))  # another year
    rows[182] = ("Unheard, Of", "IND", "2012")
    rows[183] = ("Newcomer, Also", "IND", "2013")
    return rows


def report(name: str = "Spring Open 2026") -> str:
    """The report of the open."""
    lines = [
        f"012 {name}", "022 Singapore", "032 SGP", "042 2026/05/01", "052 2026/05/04", f"062 {IN_REPORT}",
        "092 Individual: Swiss-System", "122 90min+30sec",
    ]  # fmt: skip
    rounds = [_pairs(number) for number in range(ROUNDS)]
    for number, (who, federation, year) in enumerate(in_report(), 1):
        cells = []
        points = 0.0
        for games in rounds:
            opponent, colour, result = games[number]
            points += {"1": 1.0, "=": 0.5, "0": 0.0}[result]
            cells.append(f"{opponent:4} {colour} {result}")
        born = f"{year}/00/00" if year else ""
        lines.append(
            f"001 {number:4} m    {who:33} {'':4} {federation:3} {'':>11} {born:10} {points:4} {number:4}  "
            + "  ".join(cells)
        )
    return "\n".join(lines) + "\n"


def _pairs(round_: int) -> dict[int, tuple[int, str, str]]:
    """By number: opponent, colour and result. The upper half meets the lower half, each time somebody else."""
    half = IN_REPORT // 2
    games = {}
    for place in range(half):
        first, second = place + 1, half + (place + round_) % half + 1
        won, lost = RESULTS[(place + round_) % 3]
        games[first] = (second, "w", won)
        games[second] = (first, "b", lost)
    return games
