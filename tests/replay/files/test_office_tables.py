"""A whole office in spreadsheets: every kind of event, names instead of ids, and headings as people write them."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from ledger import EVENT_TYPES, LedgerError, open_log
from ledger import events as ev
from ledger.errors import Problem
from ledger.events import AnyEvent
from replay.files import ReadOptions, open_file
from replay.files.tables import KINDS
from replay.files.tables.headings import kind_named, kind_of

SEASON = """\
{"type":"PlayerRegistered","date":"2020-01-01","player":"F05","name":"Castro, Inés","sex":"F","federation":"ESP"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"C01","name":"王天一","sex":"M","names":{"en":"Wang Tianyi"}}
{"type":"PlayerRegistered","date":"2020-01-01","player":"H1","name":"Chan Tai Man","sex":"M","born":1990}
{"type":"PlayerRegistered","date":"2020-01-01","player":"H2","name":"Chan, Tai-Man","sex":"M","federation":"MAS"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"D1","name":"Weiß, Jan","sex":"M"}
{"type":"PlayerRegistered","date":"2020-01-01","player":"D2","name":"Weiss, Jan","sex":"M"}
{"type":"PlayersMerged","date":"2020-01-01","kept":"D1","duplicate":"D2"}
{"type":"TournamentRegistered","date":"2020-01-05","tournament":"cup","name":"Autumn Cup","start":"2026-10-01",\
"end":"2026-10-03","rounds":3,"rated":["fide-standard"]}
{"type":"GameRecorded","date":"2026-10-01","tournament":"cup","round":1,"board":1,"first":"F05","second":"H1","result":"1-0"}
{"type":"GameRecorded","date":"2026-10-01","tournament":"cup","round":1,"board":2,"first":"C01","second":"D1","result":"1-0"}
{"type":"TitleAwarded","date":"2026-01-30","player":"F05","title":"fide-wfm"}
"""


@pytest.fixture
def office(tmp_path: Path) -> Any:
    """A log with a small season, and a way to import a csv table into it."""
    (tmp_path / "season.jsonl").write_text(SEASON, encoding="utf-8")
    with open_log(":memory:") as log:
        log.append(open_file(tmp_path / "season.jsonl"))

        def take(text: str, name: str = "table.csv", **options: Any) -> list[AnyEvent]:
            path = tmp_path / name
            path.write_text(text, encoding="utf-8")
            before = log.head
            log.append(open_file(path, ReadOptions(**options), log))
            return [event for _, event in log.read(before)]

        yield take


def refused(take: Any, text: str, name: str = "table.csv", **options: Any) -> tuple[Problem, ...]:
    with pytest.raises(LedgerError) as error:
        take(text, name, **options)
    return error.value.problems


def test_every_event_but_a_publication_can_come_from_a_table() -> None:
    by_commands = {
        "ListPublished",
        "KeyAnnounced",
        "KeyRevoked",
        "PersonErased",
    }  # publish, keys, erase
    assert {kind.event.__name__ for kind in KINDS.values()} == set(EVENT_TYPES) - by_commands
    assert len(KINDS) == len(EVENT_TYPES) - len(by_commands)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_heading_with_all_columns_is_known_without_a_name(kind: Any) -> None:
    for language in range(3):
        assert kind_of([column.headers[language] for column in kind.columns]) == kind
    assert kind_named(kind.name) == kind_named(f"Our {kind.title[0]} 2026") == kind


TABLES = {
    "transfers": ("Player ID,New federation,Transferred\nF05,POR,2026-11-01\n", ev.PlayerTransferred),
    "merges": ("Kept ID,Duplicate ID,Merged,Reference\nH1,H2,2026-11-01,decision 4\n", ev.PlayersMerged),
    "deaths": ("Player ID,Died\nD1,2026-11-01\n", ev.PlayerDeceased),
    "revocations": ("Player ID,Title,Revoked\nF05,fide-wfm,2026-11-01\n", ev.TitleRevoked),
    "inactive": ("Player ID,Inactive since\nF05,2026-11-01\n", ev.InactivityDeclared),
    "suspensions": ("Federation,Suspended\nESP,2026-11-01\n", ev.FederationSuspended),
    "player-corrections": ("Player ID,Federation,Reason,Date\nF05,none,typing error,2026-11-01\n", ev.PlayerCorrected),
    "corrections": ("Tournament,Rd,Table,Result,Reason,Date\ncup,1,1,红负,score sheet,2026-11-01\n", ev.GameCorrected),
    "voids": ("Tournament ID,Round,Board,Reason,Date\ncup,1,2,not played,2026-11-01\n", ev.GameVoided),
    "unrated-games": ("Tournament,Round,Board,Reason,Declared unrated\ncup,1,1,fair play,2026-11-01\n", ev.GameUnrated),
    "tournament-corrections": ("Tournament,Rounds,Hybrid,Reason,Date\ncup,5,no,x,2026-11-01\n", ev.TournamentCorrected),
    "tournament-voids": ("Tournament,Reason,Voided\ncup,fraud,2026-11-01\n", ev.TournamentVoided),
    "fouls": ("Tournament,Round,Player,Foul,Count,Date\ncup,1,F05,技术犯规,2,2026-10-01\n", ev.FoulRecorded),
    "departures": ("Tournament,Player,Left after round,Left\ncup,F05,2,2026-10-02\n", ev.PlayerWithdrew),
    "reports": ("Tournament ID,Received\ncup,2026-10-05\n", ev.ReportReceived),
    "excuses": ("Player ID,Year,Reason,Date\nF05,2026,illness,2026-11-01\n", ev.AbsenceExcused),
    "withdrawals": ("Position,Reason,Date\n#11,entered by mistake,2026-11-01\n", ev.EventWithdrawn),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_what_an_office_decides_can_be_written_in_a_table(office: Any, name: str) -> None:
    """The heading alone tells the kind; the file has any name."""
    text, kind = TABLES[name]
    (event,) = office(text, "from the secretary.csv")
    assert type(event) is kind
    assert office(text, "from the secretary.csv") == []  # the same file again appends nothing


def test_a_correction_from_a_table_says_what_it_says(office: Any) -> None:
    (game,) = office(TABLES["corrections"][0])
    assert (game.round, game.board, game.result, game.reason) == (
        1,
        1,
        ev.Result.SECOND_WINS,
        "score sheet",
    )
    (person,) = office(TABLES["player-corrections"][0])
    assert person.federation is None and person.name is not None  # removed; the name is left alone
    (merge,) = office(TABLES["merges"][0])
    assert merge.ref == "decision 4"  # its own reference instead of the file's


def test_a_ranking_has_one_row_for_each_player(office: Any) -> None:
    """Rows in any order; names are understood."""
    rows = "cup,2,王天一,2026-10-03\ncup,1,ines castro,2026-10-03\ncup,3,H1,2026-10-03\n"
    (closed,) = office("Tournament,Rank,Player,Closed\n" + rows)
    assert (type(closed), closed.ranking) == (ev.TournamentClosed, ("F05", "C01", "H1"))
    rows = "cup,1,C01,appeal,2026-10-09\ncup,2,F05,appeal,2026-10-09\n"
    (ranking,) = office("Tournament,Rank,Player,Reason,Date\n" + rows)
    assert (type(ranking), ranking.ranking, ranking.reason) == (
        ev.RankingCorrected,
        ("C01", "F05"),
        "appeal",
    )


def test_players_may_share_a_place(office: Any) -> None:
    """The same rank in several rows; after it the next one counts on, with or without a gap."""
    head = "Tournament,Rank,Player,Closed\n"
    (closed,) = office(head + "cup,2,H1,2026-10-03\ncup,1,F05,2026-10-03\ncup,2,C01,2026-10-03\n")
    assert (closed.ranking, closed.places) == (("F05", ("H1", "C01")), None)
    rows = "cup,1,C01,appeal,2026-10-09\ncup,2,F05,appeal,2026-10-09\ncup,3,H1,appeal,2026-10-09\n"
    (ranking,) = office("Tournament,Rank,Player,Reason,Date\n" + rows)
    assert (ranking.ranking, ranking.places) == (("C01", "F05", "H1"), None)


def test_a_tournament_can_be_closed_without_a_ranking(office: Any) -> None:
    (closed,) = office("Tournament,Closed\ncup,2026-10-03\n")
    assert (closed.ranking, closed.date) == (None, date(2026, 10, 3))


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("cup,1,F05,x,2026-10-09\ncup,3,C01,x,2026-10-09\n", "place 3 after place 1"),
        ("cup,2,F05,x,2026-10-09\ncup,3,C01,x,2026-10-09\n", "the ranking begins with place 2"),
        (
            "cup,1,F05,x,2026-10-09\ncup,1,C01,x,2026-10-09\ncup,4,H1,x,2026-10-09\n",
            "place 4 after place 1",
        ),
        ("cup,1,,x,2026-10-09\n", "no player"),
    ],
)
def test_a_ranking_with_a_gap_is_refused(office: Any, rows: str, wrong: str) -> None:
    (problem,) = refused(office, "Tournament,Rank,Player,Reason,Date\n" + rows)
    assert wrong in problem.wrong


# Names instead of ids

GAMES = "Tournament,Round,Board,White,Black,Result,Date\n"


def test_a_results_sheet_may_use_names(office: Any) -> None:
    told: list[Problem] = []
    rows = '"autumn cup",2,1,"Castro, Inés",Wang Tianyi,1-0,2026-10-02\nAutumn Cup,2,2,WEISS JAN,H1,0-1,2026-10-02\n'
    games = office(GAMES + rows, warn=told.append)
    assert [game.tournament for game in games] == ["cup", "cup"]
    assert [(game.first, game.second) for game in games] == [("F05", "C01"), ("D1", "H1")]
    assert "5 names each matched exactly one person" in told[-1].wrong
    assert "Castro, Inés = F05" in told[-1].wrong


def test_a_name_that_two_have_goes_through_the_form_of_reports(office: Any, tmp_path: Path) -> None:
    rows = GAMES + "cup,2,1,chan tai man,F05,1-0,2026-10-02\n"
    (problem,) = refused(office, rows)
    assert "2 players are called 'chan tai man': H1 (1990); H2 (MAS)" in problem.wrong
    assert "--write-players" in problem.remedy and problem.place.endswith(":2, column 4")
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 1 player without a decision") as told:
        office(rows, write_players=form)
    assert "fill in the column player, then" in str(
        told.value
    )  # nobody new comes from a table of results
    text = form.read_text(encoding="utf-8")
    assert "H1 = Chan Tai Man" in text and "H2 = Chan, Tai-Man" in text
    form.write_text("name,player\nchan tai man,H2\n", encoding="utf-8")
    (game,) = office(rows, players=form)
    assert game.first == "H2"


def test_somebody_whom_nobody_knows_is_refused_as_ever(office: Any, tmp_path: Path) -> None:
    rows = GAMES + "cup,2,1,Nobody Atall,F05,1-0,2026-10-02\n"
    (problem,) = refused(office, rows)
    assert "unknown player 'Nobody Atall'" in problem.wrong
    form = tmp_path / "map.csv"
    form.write_text("name,player,action\nNobody Atall,,new\n", encoding="utf-8")
    (problem,) = refused(office, rows, players=form)
    assert "is decided as new" in problem.wrong and "record player" in problem.remedy


def test_players_of_the_same_workbook_are_known_by_name(office: Any, tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "book.xlsx"))
    for name, rows in {
        "Results": [["Tournament", "Round", "Board", "First", "Second", "Result", "Date"],
                    ["cup", 2, 1, "New Kid", "F05", "1-0", "2026-10-02"]],
        "Players": [["ID", "Name", "Sex", "Registered"], ["N1", "Kid, New", "F", "2026-09-01"]],
    }.items():  # fmt: skip
        sheet = book.add_worksheet(name)
        for line, row in enumerate(rows):
            sheet.write_row(line, 0, row)
    book.close()
    with open_log(":memory:") as log:
        log.append(open_file(tmp_path / "season.jsonl"))
        log.append(open_file(tmp_path / "book.xlsx", ReadOptions(), log))
        assert [event.first for _, event in log.read() if isinstance(event, ev.GameRecorded)][
            -1
        ] == "N1"


# Headings


@pytest.mark.parametrize(
    "heading",
    [
        "Tournament,Rd,Table,White,Black,Score,Played",
        "比赛,轮,桌号,红方,黑方,赛果,日期",
        "賽事,回合,檯次,紅,黑,賽果,比賽日期",
        "TOURNAMENT_ID,Round No.,Board No.,Red,Black,Res,Day",
    ],
)
def test_synonyms_that_people_use(office: Any, heading: str) -> None:
    (game,) = office(f"{heading}\ncup,2,1,F05,C01,红胜,2026-10-02\n")
    assert (game.round, game.board, game.result) == (2, 1, ev.Result.FIRST_WINS)


def test_players_and_tournaments_under_other_headings(office: Any) -> None:
    (player,) = office("编号,名称,性别,出生,国家,日期\nN1,李,女,1999,CHN,2026-01-01\n")
    assert (player.name, player.born, player.federation) == ("李", 1999, "CHN")
    (cup,) = office(
        "比赛,名称,开始,结束,轮数,计分,日期\nT2,杯,2026-12-01,2026-12-02,5,cxa-rapid,2026-11-01\n"
    )
    assert (cup.start, cup.end) == (date(2026, 12, 1), date(2026, 12, 2))


def test_an_unknown_column_is_named_and_nothing_far_fetched_is_offered(office: Any) -> None:
    text = "Tournament,Round,Board,White,Black,Result,Date,{}\ncup,2,1,F05,C01,1-0,2026-10-02,x\n"
    (problem,) = refused(office, text.format("Referee"))
    assert problem.wrong == "unknown column 'Referee' in results"
    assert "--ignore-unknown" in problem.remedy
    (problem,) = refused(office, text.format("Rounds"))  # Round is there already
    assert "did you mean" not in problem.remedy
    (problem,) = refused(office, text.format("Stages"))
    assert "did you mean 'stage'?" in problem.remedy
    (problem,) = refused(office, text.format("比赛阶段"))
    assert "did you mean 'stage'?" in problem.remedy


def test_a_column_that_is_missing_is_told_with_the_one_that_is_not_known(office: Any) -> None:
    text = "Tournament,Round,Desk,White,Black,Result,Date\ncup,2,1,F05,C01,1-0,2026-10-02\n"
    unknown, missing = refused(office, text)
    assert (unknown.wrong, unknown.place[-10:]) == (
        "unknown column 'Desk' in results",
        ", column 3",
    )
    assert missing.wrong == "no column 'board' in a table of results"
    assert (
        missing.remedy
        == "add it under the name Board or 台次 or 檯次; or is it 'Desk'? then rename that"
    )


def test_a_misspelt_column_is_one_problem_and_not_two(office: Any) -> None:
    text = "Tournament,Round,Tabel,Wite,Black,Result,Date\ncup,2,1,F05,C01,1-0,2026-10-02\n"
    found = refused(office, text)
    assert [problem.wrong for problem in found] == [
        "unknown column 'Tabel' in results",
        "unknown column 'Wite' in results",
    ]
    assert [
        "did you mean 'board'?" in found[0].remedy,
        "did you mean 'first'?" in found[1].remedy,
    ] == [True, True]


def test_a_table_of_players_without_sexes_is_not_taken_for_transfers(office: Any) -> None:
    (problem,) = refused(
        office, "Player ID,Name,Federation,Born,Registered\nN1,A,ESP,1990,2026-01-01\n"
    )
    assert "no column 'sex' in a table of players" in problem.wrong


def test_a_heading_of_no_table_names_what_is_not_known(office: Any) -> None:
    (problem,) = refused(office, "apples,pears,round\n1,2,3\n")
    assert problem.wrong == "not the heading of a known table: 'apples', 'pears'"
    assert "results" in problem.remedy and "template" in problem.remedy
