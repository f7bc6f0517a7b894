"""FIDE's lists, imported one after the other: on each list date the ledger's own list is FIDE's."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from replay.files import ReadOptions, open_file
from schemes import Schemes
from tests.replay.conftest import Shell, StoryOffice

FIDE = "fide-standard"
NAME = "standard_rating_list.txt"
OPEN = ("", "CM", "FM", "IM", "GM")
WOMEN = ("", "WCM", "WFM", "WIM", "WGM")
ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")  # FIDE's own


class Row(NamedTuple):
    """A player on a list of FIDE."""

    player: str
    name: str
    federation: str
    sex: str
    open_title: str
    women_title: str
    rating: int
    games: int
    k: int
    born: int
    is_inactive: bool

    def line(self) -> str:
        flag = ("w" if self.sex == "F" else "") + ("i" if self.is_inactive else "")
        return (
            f"{self.player:15}{self.name:61}{self.federation:4}{self.sex:4}{self.open_title or self.women_title:5}"
            f"{self.women_title:5}{'':15}{'':4}{self.rating:<6}{self.games:<4}{self.k:<3}{self.born:<6}{flag}"
        )

    def shown(self) -> dict[str, Any]:
        """The row of the ledger's list that says the same."""
        return {
            "name": self.name, "federation": self.federation, "sex": self.sex, "born": self.born, "k": self.k,
            "title": min(self.open_title, self.women_title, key=ORDER.index), "rating": str(self.rating),
            "status": "inactive" if self.is_inactive else "active",
        }  # fmt: skip


def row(chance: Random, player: str, before: Row | None) -> Row:
    """A row that can be by itself, whatever the one before said; about half of them are as they were."""
    if before is not None and chance.random() < 0.5:
        return before._replace(games=0)
    rating = chance.choice((1400, 1900, 2290, 2299, 2300, 2310, 2390, 2399, 2400, 2450))
    sex = chance.choice("MMF")
    return Row(
        player=player,
        name=f"Name {chance.choice('abc')}, {player}",
        federation=chance.choice(("HKG", "MAS")),
        sex=sex,
        open_title=chance.choice(OPEN),
        women_title=chance.choice(WOMEN) if sex == "F" else "",
        rating=rating,
        games=chance.choice((0, 0, 7, 31)),
        k=chance.choice((10, 40) if rating >= 2400 else (10, 20, 40)),
        born=chance.choice((1980, 2006, 2007, 2008, 2009, 2015)),
        is_inactive=chance.random() < 0.3,
    )


def lists(chance: Random) -> Iterator[tuple[date, dict[str, Row]]]:
    """Some lists of 2024 to 2027, often a month apart, sometimes more than a year; players come and go."""
    month = 2024 * 12 + 3
    rows: dict[str, Row] = {}
    for _ in range(6):
        month += chance.choice((1, 1, 2, 11, 12, 13))
        there = [str(number) for number in range(100, 140) if chance.random() < 0.85]
        rows = {player: row(chance, player, rows.get(player)) for player in there}
        yield date(month // 12, month % 12 + 1, 1), rows


def write(path: Path, day: date, rows: dict[str, Row]) -> None:
    month = f"{day:%b%y}".upper()
    heading = (
        f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit {'OTit':15}FOA {month} Gms K  B-day Flag"
    )
    path.write_text("\n".join((heading, *(each.line() for each in rows.values()), "")))


def play(office: StoryOffice, chance: Random, day: date, players: list[str]) -> None:
    """A cup after a list, rated by the ledger itself; FIDE's next list knows nothing of it."""
    start, name = day.replace(day=10).isoformat(), f"cup-{day}"
    office.tournament(name, start, start)
    chosen = chance.sample(players, 6)
    pairs = zip(chosen[::2], chosen[1::2], strict=True)
    office.games(
        name,
        start,
        [f"1.{board} {first} 1-0 {second}" for board, (first, second) in enumerate(pairs, 1)],
    )


def imported(office: StoryOffice, path: Path) -> int:
    options = ReadOptions(
        complete=True, update_players=True, scheme_of_fide_list=Schemes().of_fide_list
    )
    return office.log.append(open_file(path, options, office.log)).appended


@pytest.mark.parametrize("seed", range(6))
def test_on_each_list_date_the_ledgers_list_is_fides(
    office: StoryOffice, tmp_path: Path, seed: int
) -> None:
    """Ratings, K, activity, titles and people; also after games that the ledger rates itself. Twice appends nothing."""
    chance = Random(seed)
    path = tmp_path / NAME
    for day, rows in lists(chance):
        write(path, day, rows)
        imported(office, path)
        found = office.rows(FIDE, day.isoformat())
        assert found.keys() == rows.keys()
        assert rows
        for player, said in rows.items():
            expected = said.shown()
            assert {name: found[player][name] for name in expected} == expected, (day, player)
        assert imported(office, path) == 0
        if chance.random() < 0.5:
            play(office, chance, day, list(rows))


def test_a_second_list_costs_as_many_events_as_there_were_changes(
    office: StoryOffice, tmp_path: Path
) -> None:
    """5,000 players, of whom 50 have another rating a month later: 50 events."""
    chance = Random(1)
    path = tmp_path / NAME
    rows = {
        str(n): row(chance, str(n), None)._replace(games=0, k=40, rating=1900) for n in range(5_000)
    }
    write(path, date(2026, 10, 1), rows)
    imported(office, path)
    better = {
        player: said._replace(rating=1910) if int(player) % 100 == 0 else said
        for player, said in rows.items()
    }
    write(path, date(2026, 11, 1), better)
    assert imported(office, path) == 50


def test_the_commands_say_what_a_list_changes(shell: Shell, tmp_path: Path) -> None:
    """Two lists by the command line: the second without a player, with another federation and a flag that is gone."""
    chance = Random(3)
    rows = {
        str(n): row(chance, str(n), None)._replace(games=0, is_inactive=n == 101)
        for n in range(100, 110)
    }
    first, second = tmp_path / "standard_oct26frl.txt", tmp_path / "standard_nov26frl.txt"
    write(first, date(2026, 10, 1), rows)
    changed = {player: said for player, said in rows.items() if player != "109"}
    changed["100"] = rows["100"]._replace(federation="CHN")
    changed["101"] = rows["101"]._replace(is_inactive=False)
    write(second, date(2026, 11, 1), changed)
    assert shell("import", str(first))[0] == 0
    code, out, said = shell("import", str(second))
    assert code == 0 and ": 1 event appended" in out
    assert f"{second}:2: 1 federation differs from the ledger; first: 100" in said
    assert f"{second}: not in this list: 1 player whose rating is in the ledger" in said
    assert "--update-players" in said and "--complete" in said
    code, out, said = shell("import", "--complete", "--update-players", str(second))
    assert code == 0 and ": 2 events appended" in out
    listed = {
        each["player"]: each for each in shell.rows("list", FIDE, "2026-11-01", "--format", "csv")
    }
    assert "109" not in listed and len(listed) == 9
    assert (listed["100"]["federation"], listed["101"]["status"]) == ("CHN", "active")


def test_a_list_in_fides_form_is_the_list_that_was_imported(shell: Shell, tmp_path: Path) -> None:
    """Both titles, K and flag come back as they were; the games of the period are those of the ledger, here none."""
    chance = Random(4)
    rows = {str(n): row(chance, str(n), None)._replace(games=0) for n in range(100, 140)}
    path, back = tmp_path / NAME, tmp_path / "back.txt"
    write(path, date(2026, 10, 1), rows)
    assert shell("import", str(path))[0] == 0
    assert shell("list", FIDE, "2026-10-01", "-o", str(back))[0] == 0
    heading, *lines = path.read_text().splitlines()
    found_heading, *found = back.read_text().splitlines()
    assert found_heading.rstrip() == heading
    assert sorted(line.rstrip() for line in found) == sorted(line.rstrip() for line in lines)


REAL = (
    Path(__file__).parent / "fide_lists"
)  # rows of FIDE's own lists of August and September 2025, without names


def printed(path: Path) -> dict[str, tuple[str, int]]:
    """Player → rating and K, read from the columns of the file."""
    heading, *lines = path.read_text().splitlines()
    rating, k = heading.index("25 Gms") - 3, heading.index("K  B-day")
    return {line[:15].strip(): (line[rating : rating + 4], int(line[k : k + 2])) for line in lines}


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_rapid_and_blitz_lists_of_fide_give_their_k(office: StoryOffice, kind: str) -> None:
    """K of every row of two real lists, one after the other: 40 of the young and the new, and 20."""
    for month, day in (("aug", "2025-08-01"), ("sep", "2025-09-01")):
        path = REAL / f"{kind}_{month}25.txt"
        imported(office, path)
        rows = office.rows(f"fide-{kind}", day)
        expected = printed(path)
        assert {k for _, k in expected.values()} == {20, 40}
        assert {player: (row["rating"], row["k"]) for player, row in rows.items()} == expected


def test_a_player_of_the_rapid_list_gains_by_the_k_of_that_list(office: StoryOffice) -> None:
    """A newcomer of 55 with K 40 beats an equal: .5 of 40 is 20. The other has K 20 and loses 10."""
    imported(office, REAL / "rapid_aug25.txt")
    new, other = "6012930", "6002862"
    office.carried("fide-rapid", "2025-08-01", {new: 1690, other: 1690})
    office.tournament(
        "cup", "2025-08-10", "2025-08-10", "fide-rapid", time_control={"base": 900, "increment": 10}
    )
    office.games("cup", "2025-08-10", [f"1.1 {new} 1-0 {other}"])
    office.close("cup", "2025-08-10")
    after = office.list("fide-rapid", "2025-09-01")
    assert (after[new], after[other]) == ("1710", "1680")
