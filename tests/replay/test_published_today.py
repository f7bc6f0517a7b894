"""What was published and what is known now: every door says which it shows, and whether the other differs."""

import csv
import json
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError
from ledger.events import GameCorrected, GameRecorded
from replay.lists.publish import publish
from replay.lists.sides import FileSide, Side, file_side
from replay.lists.since_published import lists_that_differ, newest_publications, since_published
from replay.office.office import Office
from replay.questions.questions import Questions
from replay.simulation.demo import SAMPLE
from replay.which import WhichList
from replay.world.world import World
from tests.builders import (
    JUNIOR_WON,
    carried,
    event,
    game_corrected,
    played,
    player,
    player_corrected,
    titled,
)
from tests.replay.conftest import Shell, StoryOffice

FIDE = "fide-standard"
OCTOBER, NOVEMBER, DECEMBER = "2025-10-01", "2025-11-01", "2025-12-01"


@pytest.fixture
def published(shell: Shell) -> Shell:
    """The sample ledger with three published lists of one regulation and one of another."""
    assert shell("import", str(SAMPLE))[0] == 0
    for scheme, day in (
        (FIDE, OCTOBER),
        (FIDE, NOVEMBER),
        (FIDE, DECEMBER),
        ("cxa-rapid", "2026-01-01"),
    ):
        assert shell("publish", scheme, day)[0] == 0
    return shell


def ratings(text: str) -> dict[str, str]:
    return {row["player"]: row["rating"] for row in csv.DictReader(text.splitlines())}


def on_file(shell: Shell, day: str) -> dict[str, str]:
    return ratings((shell.folder / "ledger" / "lists" / f"{FIDE}-{day}.csv").read_text())


def test_nothing_differs_until_something_is_recorded(published: Shell) -> None:
    rows = published.rows("published")
    assert [row["list_date"] for row in rows] == ["2026-01-01", DECEMBER, NOVEMBER, OCTOBER]
    assert {row["state"] for row in rows} == {"unchanged"}
    assert published("verify")[0] == 0 and "today:" not in published("verify")[1]


def test_published_says_which_lists_differ_now_and_by_how_much(published: Shell) -> None:
    before = on_file(published, NOVEMBER)
    published("import", published.file(JUNIOR_WON))
    now = ratings(published("list", FIDE, NOVEMBER)[1])
    moved = {
        player: int(now[player]) - int(before[player])
        for player in now
        if now[player] != before[player]
    }
    largest = max(moved, key=lambda player: abs(moved[player]))
    row = next(row for row in published.rows("published") if row["list_date"] == NOVEMBER)
    assert (row["state"], row["changed"]) == ("differs now", str(len(moved)))
    assert (row["largest"], row["player"]) == (str(moved[largest]), largest)
    other = next(row for row in published.rows("published") if row["scheme"] == "cxa-rapid")
    assert other["state"] == "unchanged"


def test_whoever_changed_most_is_named(published: Shell) -> None:
    """For people; csv has the columns that it had."""
    published("import", published.file(JUNIOR_WON))
    row = next(row for row in published.rows("published") if row["player"])
    names = {line["player"]: line["name"] for line in published.rows("list", FIDE, NOVEMBER)}
    assert names[row["player"]] in published("published", "--format", "table")[1]


def test_the_lists_of_one_regulation(published: Shell) -> None:
    rows = published.rows("published", "cxa-rapid")
    assert [(row["scheme"], row["list_date"]) for row in rows] == [("cxa-rapid", "2026-01-01")]
    assert [row["list_date"] for row in published.rows("published", FIDE)] == [
        DECEMBER,
        NOVEMBER,
        OCTOBER,
    ]
    assert published.rows("published", "elo") == []
    code, _, said = published("published", "fide")
    assert code == 2 and "unknown scheme 'fide'" in said


def test_a_revised_list_is_no_longer_stale_and_the_old_one_says_where_it_was_revised(
    published: Shell,
) -> None:
    published("import", published.file(JUNIOR_WON))
    assert published("publish", FIDE, NOVEMBER, "--revised", "--reason", "score sheets")[0] == 0
    again, first = [row for row in published.rows("published") if row["list_date"] == NOVEMBER]
    assert (first["state"], first["revised_at"]) == ("revised", again["position"])
    assert (again["state"], again["revised_at"]) == ("unchanged", "")


@pytest.mark.parametrize("command", ["import", "appeal", "record"])
def test_whoever_appends_hears_which_published_lists_differ_now(
    published: Shell, command: str
) -> None:
    file = published.file(JUNIOR_WON)
    words = {
        "import": ["import", file],
        "appeal": ["appeal", file, "--accept", "--ref", "decision 1/2026"],
        "record": [
            "record", "correction", "harbour-2025", "4", "1", "1-0",
            "--reason", "score sheets", "--date", "2026-01-15", "--yes",
        ],
    }[command]  # fmt: skip
    code, _, said = published(*words)
    assert code == 0, said
    assert "3 published lists would be others today" in said
    assert all(f"{FIDE} list of {day}" in said for day in (OCTOBER, NOVEMBER, DECEMBER))
    assert "cxa-rapid" not in said


def test_verify_names_the_lists_that_differ_now_and_passes(published: Shell) -> None:
    published("import", published.file(JUNIOR_WON))
    code, out, _ = published("verify")
    rows = {row["check"]: row for row in csv.DictReader(out.splitlines())}
    named = [name for name in rows if name.startswith("today:")]
    assert code == 0 and len(named) == 3
    assert {rows[name]["result"] for name in named} == {"ok"}


def test_a_name_that_was_corrected_is_a_row_that_differs_but_no_rating(published: Shell) -> None:
    told = player_corrected("F02", "2026-02-01", name="Lindqvist, Arne Olof")
    published.tell(told | {"reason": "passport"})
    row = next(row for row in published.rows("published") if row["list_date"] == NOVEMBER)
    assert (row["state"], row["changed"], row["largest"]) == ("differs now", "1", "")


def test_whoever_died_on_the_day_of_a_list_is_gone_from_it(published: Shell) -> None:
    """Told later of the last of November's list: his row is one too many there and in December, nobody else's."""
    *_, last = on_file(published, NOVEMBER)
    published.tell(event("PlayerDeceased", NOVEMBER, player=last))
    rows = [row for row in published.rows("published") if row["scheme"] == FIDE]
    assert {row["list_date"]: (row["state"], row["changed"]) for row in rows} == {
        OCTOBER: ("unchanged", "0"),
        NOVEMBER: ("differs now", "1"),
        DECEMBER: ("differs now", "1"),
    }


def test_a_title_of_a_later_day_changes_no_earlier_list(published: Shell) -> None:
    published.tell(titled("F05", "2025-11-15", "fide-im"))
    states = {
        (row["scheme"], row["list_date"]): row["state"] for row in published.rows("published")
    }
    assert (states[FIDE, NOVEMBER], states[FIDE, DECEMBER]) == ("unchanged", "differs now")


def test_list_and_explain_on_a_terminal_say_which_they_show_and_where_the_other_is(
    published: Shell,
) -> None:
    before = on_file(published, NOVEMBER)["F05"]
    known = json.loads(
        (published.folder / "ledger" / "lists" / f"{FIDE}-{NOVEMBER}.receipt.json").read_text()
    )
    then = ["--known", f"#{known['position']}"]
    assert "unchanged since" in published("list", FIDE, NOVEMBER, "--format", "table")[2]
    published("import", published.file(JUNIOR_WON))
    now = ratings(published("list", FIDE, NOVEMBER)[1])["F05"]
    said = published("list", FIDE, NOVEMBER, "--format", "table")[2]
    assert (
        "not as published at #171: differs in" in said and f"--known '#{known['position']}'" in said
    )
    assert (
        "as published at #171; today: differs in"
        in published("list", FIDE, NOVEMBER, "--format", "table", *then)[2]
    )
    said = published("explain", FIDE, "F05", NOVEMBER)[2]
    assert f"not as published at #171: there {before}" in said
    assert (
        f"as published at #171; now {now}" in published("explain", FIDE, "F05", NOVEMBER, *then)[2]
    )
    assert "this rating unchanged since" in published("explain", FIDE, "F02", NOVEMBER)[2]
    assert "not been published" in published("list", FIDE, "2026-02-01", "--format", "table")[2]
    assert published("list", FIDE, NOVEMBER)[2] == "", "rows for a program stay rows"


def test_a_history_names_the_lists_with_another_rating_than_was_published(
    published: Shell,
) -> None:
    then = on_file(published, NOVEMBER)
    words = ("history", FIDE, "F08", "--format", "table")
    assert "published" not in published(*words)[2]
    published("import", published.file(JUNIOR_WON))
    now = ratings(published("list", FIDE, NOVEMBER)[1])
    assert now["F08"] != then["F08"]
    said = published(*words)[2]
    assert f"list of {NOVEMBER}: not as published at #" in said
    assert f": there {then['F08']}\n" in said
    assert "published" not in published("history", FIDE, "F08", "--format", "csv")[2]


def test_a_second_run_does_not_claim_to_have_written_files(published: Shell) -> None:
    file = published.folder / "ledger" / "lists" / f"{FIDE}-{NOVEMBER}.json"
    _, out, _ = published("publish", FIDE, NOVEMBER)
    assert "wrote" not in out and f"{file} is there already" in out
    file.unlink()
    _, out, _ = published("publish", FIDE, NOVEMBER)
    assert [line for line in out.splitlines() if line.startswith("wrote")] == [f"wrote {file}"]


def test_the_refusal_shows_what_was_published_beside_what_is_known_now(
    published: Shell, monkeypatch: Any
) -> None:
    before = on_file(published, NOVEMBER)["F05"]
    published("import", published.file(JUNIOR_WON))
    now = ratings(published("list", FIDE, NOVEMBER)[1])["F05"]
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    code, out, said = published("publish", FIDE, NOVEMBER)
    line = next(line for line in out.splitlines() if line.startswith("F05"))
    assert code == 2 and f"rating {before}" in line and f"rating {now}" in line
    assert "left out" not in out and "has changed since: differs in" in said


def test_after_a_changed_rule_the_rows_that_differ_are_those_of_the_file(
    shell: Shell, tmp_path: Path
) -> None:
    """A club changes K in the file of its regulation: the log no longer gives what was published."""
    schemes = shell.folder / "ledger" / "schemes"
    schemes.mkdir()
    code, _, said = shell("schemes", "new", str(schemes / "club.toml"), "--unit", "game")
    assert code == 0, said
    shell.tell(
        *player("A B"),
        *carried("club", "2025-01-01", {"A": 1500, "B": 1500}),
        *played("T", "club", "2025-03-01", ["A 1-0 B"]),
    )
    assert shell("publish", "club", "2025-06-01")[0] == 0
    before = ratings(shell("list", "club", "2025-06-01")[1])
    text = (schemes / "club.toml").read_text()
    (schemes / "club.toml").write_text(_other_k(text))
    now = ratings(shell("list", "club", "2025-06-01")[1])
    assert now != before, "the rule was changed"
    code, out, said = shell("publish", "club", "2025-06-01")
    assert code == 2 and "differs in 2 rows" in said
    assert {row["player"] for row in csv.DictReader(out.splitlines())} == {"A", "B"}
    assert [row["changed"] for row in shell.rows("published")] == ["2"]
    for file in (shell.folder / "ledger" / "lists").iterdir():
        file.unlink()
    code, _, said = shell("publish", "club", "2025-06-01")
    assert code == 2 and "made by other rules, and its file is not here" in said
    assert [row["state"] for row in shell.rows("published")] == ["unknown"]


def test_other_rules_that_give_the_same_rows_are_told(shell: Shell) -> None:
    """The rating of newcomers has changed, and there are none yet."""
    schemes = shell.folder / "ledger" / "schemes"
    schemes.mkdir()
    assert shell("schemes", "new", str(schemes / "club.toml"), "--unit", "game")[0] == 0
    shell.tell(*player("A B"), *carried("club", "2025-01-01", {"A": 1500, "B": 1500}))
    assert shell("publish", "club", "2025-06-01")[0] == 0
    name = "list club 2025-06-01 (#5)"
    (before,) = [row["detail"] for row in shell.rows("verify") if row["check"] == name]
    assert "rules" not in before
    assert isinstance(_side_of_its_file(shell, "club-2025-06-01.csv"), WhichList)
    text = (schemes / "club.toml").read_text()
    assert "rating = 1200 " in text
    (schemes / "club.toml").write_text(text.replace("rating = 1200 ", "rating = 1300 "))
    code, out, _ = shell("verify")
    (after,) = [row["detail"] for row in csv.DictReader(out.splitlines()) if row["check"] == name]
    assert code == 0
    assert (
        "2 rows reproduced from #4; it was made by rules with" in after
        and "the rules now are" in after
    )
    assert "they happen to give the same rows" in after
    its_file = _side_of_its_file(shell, "club-2025-06-01.csv")
    assert isinstance(its_file, FileSide), "today's rules say nothing of how it came about"
    path = str(shell.folder / "ledger" / "lists" / "club-2025-06-01.csv")
    assert (
        "was published as #5 under rules that are others now"
        in shell("compare", path, "club@2025-06-01")[2]
    )


def _side_of_its_file(shell: Shell, name: str) -> Side:
    """A published file as one side of a comparison."""
    folder = shell.folder / "ledger"
    with Office(folder) as office:
        return file_side(office, name, (folder / "lists" / name).read_bytes())


def _other_k(text: str) -> str:
    """The same regulation with another K."""
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if line.replace(" ", "").startswith("k="))
    lines[at] = "k = 12"
    return "\n".join(lines) + "\n"


def test_a_list_of_a_day_to_come_is_published_only_ahead_of_time(published: Shell) -> None:
    later = (date.today().replace(day=1) + timedelta(days=70)).replace(day=1)
    code, _, said = published("publish", FIDE, str(later))
    assert code == 2 and "day to come" in said and "--ahead" in said
    assert not (published.folder / "ledger" / "lists" / f"{FIDE}-{later}.csv").exists()
    assert published("publish", FIDE, str(later), "--ahead")[0] == 0
    again = (later + timedelta(days=40)).replace(day=1)
    with Questions(published.folder / "ledger") as office:
        with pytest.raises(LedgerError) as refused:
            publish(office, FIDE, again)
        assert refused.value.code == "ahead"
        assert publish(office, FIDE, again, ahead=True).position is not None


def test_many_publications_are_compared_in_one_walk(
    office: StoryOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made from the same inputs is not replayed at all; the rest of a regulation in one walk."""
    office.player("A", "B", "C")
    office.carried(FIDE, "2024-01-01", {"A": 2000, "B": 2100, "C": 2200}, games=40)
    days = [date(2024 + month // 12, month % 12 + 1, 1) for month in range(2, 22)]
    for number, day in enumerate(days[:-1]):
        name = f"T{number}"
        office.tournament(name, str(day), str(day), time_control={"base": 5400, "increment": 30})
        office.games(name, str(day), ["1.1 A 1-0 B", "2.1 C 1/2-1/2 A"])
        office.close(name, str(day))
        publish(office.open(), FIDE, days[number + 1])
    walks: list[int] = []
    looked = World.given

    def counted(world: World, first: int, last: int) -> Any:
        walks.append(first)
        return looked(world, first, last)

    monkeypatch.setattr(World, "given", counted)
    assert lists_that_differ(office.open()) == []
    assert not walks, "nothing was recorded since, so nothing is replayed"
    office.correct("T17", "1.1 A 0-1 B", "2026-02-01")
    found = lists_that_differ(office.open())
    assert [each.published.event.list_date for each in found] == days[18:]
    assert len(walks) <= 1 + len(found), (
        "one walk for today's lists, and each published list made again"
    )
    walks.clear()
    again = lists_that_differ(office.open())
    assert [each.told() for each in again] == [each.told() for each in found]
    assert not walks, "asked again, nothing is worked out"


def test_since_published_agrees_with_two_lists_side_by_side(made_up: Path, tmp_path: Path) -> None:
    """A property over a made-up federation: the answer is that of the two lists, whatever was recorded since."""
    shutil.copytree(made_up / "ledger", tmp_path / "ledger")
    with Questions(tmp_path / "ledger") as office:
        for name, day in (
            (FIDE, date(2025, 6, 1)),
            ("cxa-rapid", date(2025, 1, 1)),
            ("malaysia", date(2025, 6, 15)),
        ):
            publish(office, name, day)
        games = [
            event
            for _, event in office.log.read(0, office.log.head)
            if isinstance(event, GameRecorded)
        ]
        office.log.append([_corrected(event) for event in games[:2000:100]])
    with Questions(tmp_path / "ledger") as office:
        for each in since_published(office, newest_publications(office)):
            event = each.published.event
            then = office.list(event.scheme, event.list_date, known=event.at_position)
            now = office.list(event.scheme, event.list_date)
            rows = [{row[1]: row for row in made.rows} for made in (then, now)]
            everybody = sorted(rows[0].keys() | rows[1].keys())
            players = [player for player in everybody if rows[0].get(player) != rows[1].get(player)]
            assert players and each.difference is not None and each.difference.ids == players


def _corrected(event: Any) -> Any:
    result = "0-1" if event.result != "0-1" else "1-0"
    return GameCorrected(
        date=date(2026, 10, 1), tournament=event.tournament, round=event.round, board=event.board, stage=event.stage,
        result=result, reason="found later",
    )  # fmt: skip


def test_papers_say_whether_they_show_what_was_published(published: Shell) -> None:
    def paper(*words: str) -> str:
        file = published.folder / "paper.html"
        assert published(*words, "-o", str(file))[0] == 0
        return file.read_text()

    position = next(
        row["position"] for row in published.rows("published") if row["list_date"] == OCTOBER
    )
    assert f"published at #{position}, unchanged since" in paper("list", FIDE, OCTOBER)
    assert f"published at #{position}, this rating unchanged since" in paper(
        "explain", FIDE, "F05", OCTOBER
    )
    assert published("import", published.file(JUNIOR_WON))[0] == 0
    assert f"not as published at #{position}" in paper("list", FIDE, OCTOBER)
    there = on_file(published, OCTOBER)["F05"]
    assert f"not as published at #{position}: there {there}" in paper(
        "explain", FIDE, "F05", OCTOBER
    )
    assert "this list has not been published" in paper("list", FIDE, "2025-09-01")


def test_a_list_without_those_who_were_published_says_that_they_are_missing(published: Any) -> None:
    """Before anybody was registered nobody is on the list: six rows are missing, which is more than "no rating"."""
    said = published("list", "cxa-rapid", "2026-01-01", "--format", "table", "--known", "#1")[2]
    assert "differs in 6 rows, 6 players are on one of the two lists only" in said
    assert "in no rating" not in said


@pytest.mark.parametrize(
    ("command", "chosen"),
    [
        (("list", FIDE, NOVEMBER), ("--version", "2024-03-01")),
        (("list", FIDE, NOVEMBER), ("--set", "k.normal=30")),
        (("list", "cxa-rapid", "2026-01-01"), ("--reading", "playoffs=singly")),
        (("explain", FIDE, "F05", NOVEMBER), ("--set", "k.normal=30")),
        (("explain", FIDE, "F05", NOVEMBER), ("--version", "2024-03-01")),
        (("history", FIDE, "F05"), ("--set", "k.normal=30")),
        (("standings", "river-cup-2025"), ("--reading", "own-game=all-met")),
        (("standings", "river-cup-2025", "--player", "C02"), ("--reading", "own-game=all-met")),
    ],
)
def test_an_answer_by_other_rules_than_those_in_force_says_so(
    published: Any, command: tuple[str, ...], chosen: tuple[str, str]
) -> None:
    option, choice = chosen
    told = choice if option != "--version" else f"version={choice}"
    assert told not in "".join(map(str, published(*command, "--format", "table")))
    assert told in "".join(map(str, published(*command, "--format", "table", *chosen)))


def test_two_lists_side_by_side_say_whether_they_were_published_and_differ_now(
    published: Shell,
) -> None:
    """Both lists were published; October differs since, and July never was published."""
    words = ("compare", f"{FIDE}@{OCTOBER}", NOVEMBER, "--format", "table")
    said = published(*words)[2]
    assert "before: published at #170, unchanged since" in said
    assert "after: published at #171, unchanged since" in said
    published("import", published.file(JUNIOR_WON))
    said = published(*words)[2]
    assert "after: not as published at #171: differs in" in said
    known = published.rows("published")[2]["at_position"]
    assert f"as published: {FIDE}@{NOVEMBER}#{known}" in said
    said = published("compare", f"{FIDE}@{NOVEMBER}#{known}", f"{FIDE}@2026-02-01", *words[3:])[2]
    assert "before: as published at #171; today: differs in" in said
    assert f"as known now: {FIDE}@{NOVEMBER}" in said
    assert "after: this list has not been published" in said
    said = published("compare", f"{FIDE}@{NOVEMBER}", "+set:k.normal=24", *words[3:])[2]
    assert "before:" in said and "after:" not in said, "nobody takes it for a published list"
    assert "published" not in published(*words[:3], "--format", "csv")[2]


def test_a_what_if_says_whether_its_real_list_was_published(published: Shell) -> None:
    words = ("whatif", FIDE, NOVEMBER, "--set", "k.normal=24")
    published("import", published.file(JUNIOR_WON))
    assert (
        "rules in force: not as published at #171: differs in"
        in (published(*words, "--format", "table")[1])
    )
    told = json.loads(published(*words, "--format", "json")[1])["published"]
    rows = next(row for row in published.rows("published") if row["list_date"] == NOVEMBER)
    assert told == {
        "position": 171, "is_shown": False, "differs": True, "rows": int(rows["changed"]),
    }  # fmt: skip
    told = json.loads(published("whatif", FIDE, "2026-02-01", *words[3:], "--format", "json")[1])
    assert told["published"] is None


def test_the_data_and_the_paper_of_a_history_have_the_published_rating(published: Shell) -> None:
    then = on_file(published, NOVEMBER)["F08"]
    published("import", published.file(JUNIOR_WON))
    words = ("history", FIDE, "F08")
    rows = {row["list_date"]: row for row in json.loads(published(*words, "--format", "json")[1])}
    assert rows[NOVEMBER]["published"] == int(then)
    assert rows[NOVEMBER]["rating"] != int(then)
    assert rows["2026-01-01"]["published"] is None, "this list was never published"
    paper = published.folder / "history.html"
    assert published(*words, "-o", str(paper))[0] == 0
    assert f"list of {NOVEMBER}: not as published at #171: there {then}" in paper.read_text()
    known = ("--known", "#171", "--format", "table")
    assert (
        f"list of {NOVEMBER}: as published at #171; now {rows[NOVEMBER]['rating']}"
        in (published(*words, *known)[2])
    )


def test_a_decision_says_that_the_list_before_it_is_not_the_published_one(published: Shell) -> None:
    """The list of November differs already through an earlier correction, when another game of it is appealed."""
    appeal = published.file(
        game_corrected("lantern-2025", "2026-02-01", "1.1 0-1", reason="appeal 9")
    )
    paper = published.folder / "decision.html"
    assert published("appeal", appeal, "-o", str(paper))[0] == 0
    assert "is not the one before this decision" not in paper.read_text()
    published.tell(JUNIOR_WON)
    code, _, said = published("appeal", appeal, "-o", str(paper))
    assert code == 0, said
    text = paper.read_text()
    assert "published at #171 is not the one before this decision: differs in" in text
