"""SQL over the read model: what can be asked, and what is out of reach."""

from pathlib import Path

import pytest

from replay.cli import run
from replay.demo import SAMPLE


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ratings"))
    monkeypatch.setattr("replay.place._chosen", None)
    assert run(["init"]) == 0
    assert run(["import", str(SAMPLE)]) == 0

    def ask(text: str, *options: str) -> tuple[int, str]:
        capsys.readouterr()
        code = run(["sql", text, "--format", "csv", *options])
        told = capsys.readouterr()
        return code, told.out if code == 0 else told.err

    return ask


def test_games_are_shown_as_corrected_and_as_known(ask) -> None:  # type: ignore[no-untyped-def]
    query = "SELECT result FROM games WHERE tournament = 'harbour-2025' AND round = 3 AND board = 2"
    now, then = ask(query)[1], ask(query, "--known", "2025-11-19")[1]
    assert now != then


@pytest.mark.parametrize("view", ["players", "titles", "tournaments", "games", "unrated", "lists", "standings"])
def test_every_documented_view_can_be_counted(ask, view: str) -> None:  # type: ignore[no-untyped-def]
    code, told = ask(f"SELECT count(*) AS n FROM {view}")
    assert code == 0 and told.startswith("n\n")


def test_a_tournament_that_is_left_out_is_told_once_for_each_scheme(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Registered a day before it began, for chess and as rapid xiangqi with far too much time."""
    late = (
        '{"type":"TournamentRegistered","date":"2025-11-01","tournament":"late","name":"Late","start":"2025-11-02",'
        '"end":"2025-11-03","rounds":1,"rated":["fide-standard","cxa-rapid"],'
        '"time_control":{"base":7200,"increment":30}}\n'
    )
    (tmp_path / "late.jsonl").write_text(late)
    assert run(["import", str(tmp_path / "late.jsonl")]) == 0
    query = "SELECT scheme, count(*) AS times FROM unrated WHERE tournament = 'late' GROUP BY ALL ORDER BY scheme"
    assert ask(query) == (0, "scheme,times\ncxa-rapid,1\nfide-standard,1\n")


def test_games_of_a_tournament_with_too_much_time_are_told_with_its_reason(ask, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """It is the last tournament of the log: no rated one comes after it."""
    lines = [
        '{"type":"TournamentRegistered","date":"2025-06-01","tournament":"slow","name":"Slow","start":"2025-11-02",'
        '"end":"2025-11-03","rounds":1,"rated":["cxa-rapid"],"time_control":{"base":7200,"increment":30}}',
        '{"type":"GameRecorded","date":"2025-11-02","tournament":"slow","round":1,"board":1,"first":"C01",'
        '"second":"C02","result":"1-0"}',
    ]
    (tmp_path / "slow.jsonl").write_text("\n".join(lines) + "\n")
    assert run(["import", str(tmp_path / "slow.jsonl")]) == 0
    query = "SELECT round, board, player FROM unrated WHERE tournament = 'slow' ORDER BY player NULLS FIRST"
    assert ask(query) == (0, "round,board,player\n,,\n1,1,C01\n1,1,C02\n")


def test_lists_say_what_the_list_command_says(ask) -> None:  # type: ignore[no-untyped-def]
    code, told = ask("SELECT player, rating FROM lists WHERE scheme = 'cxa-rapid' ORDER BY rating DESC LIMIT 1")
    assert (code, told) == (0, "player,rating\nC01,2556.7\n")


@pytest.mark.parametrize(
    "text",
    [
        "DELETE FROM games",
        "INSERT INTO players VALUES (1)",
        "CREATE TABLE x AS SELECT 1",
        "ATTACH '/tmp/x.duckdb'",
        "COPY (SELECT 1) TO '/tmp/rating-ledger-sql-test.csv'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "PRAGMA database_list",
        "SELECT 1; SELECT 2",
        "",
        "SELEKT 1",
        "SELECT * FROM read_csv('/etc/hostname')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/hostname'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM nowhere",
    ],
)
def test_what_writes_reaches_outside_or_is_no_select_is_refused(ask, text: str) -> None:  # type: ignore[no-untyped-def]
    code, told = ask(text)
    assert code == 2
    assert told.startswith("rating-ledger: ") and "Traceback" not in told and "mistake in rating-ledger" not in told
    assert not Path("/tmp/rating-ledger-sql-test.csv").exists()


def test_a_query_that_takes_too_long_is_stopped(ask) -> None:  # type: ignore[no-untyped-def]
    code, told = ask("SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c", "--seconds", "1")
    assert code == 2 and "longer than 1 s" in told
