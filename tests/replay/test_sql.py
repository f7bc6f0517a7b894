"""SQL over the read model: what can be asked, and what is out of reach."""

import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from ledger import LedgerError, open_log
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files import open_file
from replay.office.office import Office
from replay.questions import sandbox
from replay.questions.sql import VIEWS, query
from replay.simulation.demo import SAMPLE

Ask = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demonstration, which these tests only read."""
    place = tmp_path_factory.mktemp("sample") / "ratings"
    with open_log(place, create=True) as log:
        log.append(open_file(SAMPLE))
    with Office(place) as opened:
        opened.snapshot()  # the read model is there before anybody asks
    return place


@pytest.fixture
def ask(sample: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Ask]:
    """Run `sql`: the exit code, and the csv or the complaint."""

    def ask(text: str, *options: str, place: Path = sample) -> tuple[int, str]:
        capsys.readouterr()
        code = run(["--ledger", str(place), "sql", text, "--format", "csv", *options])
        told = capsys.readouterr()
        return code, told.out if code == 0 else told.err

    yield ask
    set_place("")


@pytest.fixture
def told_more(sample: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A copy of the ledger with more events in it."""

    def tell(lines: str) -> Path:
        shutil.copytree(sample, tmp_path / "ratings")
        (tmp_path / "more.jsonl").write_text(lines)
        with open_log(tmp_path / "ratings") as log:
            log.append(open_file(tmp_path / "more.jsonl"))
        return tmp_path / "ratings"

    return tell


@pytest.mark.usefixtures("queries_here")
def test_games_are_shown_as_corrected_and_as_known(ask: Ask) -> None:
    query = "SELECT result FROM games WHERE tournament = 'harbour-2025' AND round = 3 AND board = 2"
    assert ask(query) == (0, "result\n1/2-1/2\n")
    assert ask(query, "--known", "2025-11-19") == (0, "result\n1-0\n")


@pytest.mark.usefixtures("queries_here")
@pytest.mark.parametrize("view", VIEWS)
def test_every_documented_view_can_be_counted(ask: Ask, view: str) -> None:
    code, told = ask(f"SELECT count(*) AS n FROM {view}")
    assert code == 0 and told.startswith("n\n")


@pytest.mark.usefixtures("queries_here")
def test_a_tournament_that_is_left_out_is_told_once_for_each_scheme(
    ask: Ask, told_more: Callable[[str], Path]
) -> None:
    """Registered a day before it began, for chess and as rapid xiangqi with far too much time."""
    late = (
        '{"type":"TournamentRegistered","date":"2025-11-01","tournament":"late","name":"Late","start":"2025-11-02",'
        '"end":"2025-11-03","rounds":1,"rated":["fide-standard","cxa-rapid"],'
        '"time_control":{"base":7200,"increment":30}}\n'
    )
    query = "SELECT scheme, count(*) AS times FROM unrated WHERE tournament = 'late' GROUP BY ALL ORDER BY scheme"
    assert ask(query, place=told_more(late)) == (0, "scheme,times\ncxa-rapid,1\nfide-standard,1\n")


@pytest.mark.usefixtures("queries_here")
def test_games_of_a_tournament_with_too_much_time_are_told_with_its_reason(
    ask: Ask, told_more: Callable[[str], Path]
) -> None:
    """It is the last tournament of the log: no rated one comes after it."""
    lines = [
        '{"type":"TournamentRegistered","date":"2025-06-01","tournament":"slow","name":"Slow","start":"2025-11-02",'
        '"end":"2025-11-03","rounds":1,"rated":["cxa-rapid"],"time_control":{"base":7200,"increment":30}}',
        '{"type":"GameRecorded","date":"2025-11-02","tournament":"slow","round":1,"board":1,"first":"C01",'
        '"second":"C02","result":"1-0"}',
    ]
    place = told_more("\n".join(lines) + "\n")
    query = "SELECT round, board, player FROM unrated WHERE tournament = 'slow' ORDER BY player NULLS FIRST"
    assert ask(query, place=place) == (0, "round,board,player\n,,\n1,1,C01\n1,1,C02\n")


@pytest.mark.usefixtures("queries_here")
def test_lists_say_what_the_list_command_says(ask: Ask) -> None:
    code, told = ask(
        "SELECT player, rating FROM lists WHERE scheme = 'cxa-rapid' ORDER BY rating DESC LIMIT 1"
    )
    assert (code, told) == (0, "player,rating\nC01,2556.7\n")


NO_SELECT = [
    "DELETE FROM games",
    "INSERT INTO players VALUES (1)",
    "CREATE TABLE x AS SELECT 1",
    "CREATE MACRO f(a) AS a + 1",
    "ATTACH 'x.duckdb'",
    "COPY (SELECT 1) TO 'written.csv'",
    "EXPORT DATABASE 'written'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "RESET enable_external_access",
    "PRAGMA database_list",
    "CALL pragma_version()",
    "CHECKPOINT",
    "BEGIN",
    "USE memory",
    "PREPARE p AS SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SELECT 1; SELECT 2",
    "SELECT 1; COPY (SELECT 1) TO 'written.csv'",
    "",
    "/* nothing */",
]
WRITING = [
    "WITH x AS (COPY (SELECT 1) TO 'written.csv') SELECT * FROM x",
    "WITH x AS (DELETE FROM games RETURNING 1) SELECT * FROM x",
    "WITH x AS (INSERT INTO games SELECT * FROM games RETURNING 1) SELECT * FROM x",
    "WITH x AS MATERIALIZED (UPDATE games SET result = '1-0' RETURNING 1) SELECT * FROM x",
    "SELECT * FROM (WITH x AS (DELETE FROM games RETURNING 1) SELECT * FROM x)",
    "SELECT 1 WHERE EXISTS (WITH x AS (COPY (SELECT 1) TO 'written.csv') SELECT * FROM x)",
    "SELECT 1 UNION ALL (WITH x AS (COPY (SELECT 1) TO 'written.csv') SELECT 2)",
    "WITH a AS (WITH x AS (COPY (SELECT 1) TO 'written.csv') SELECT 2) SELECT * FROM a",
    "WITH RECURSIVE r AS (SELECT 1 UNION ALL (WITH x AS (DELETE FROM games RETURNING 1) SELECT 2)) SELECT * FROM r",
]
BEHIND_THE_VIEWS = [
    "SELECT * FROM segment0.games",
    "SELECT * FROM segment0.main.games",
    "SELECT * FROM everything.games",
    "SELECT * FROM office.games",
    "SELECT * FROM main.game_changes",
    "SELECT * FROM withdrawals",
    "SELECT * FROM nowhere",
    "SELECT * FROM duckdb_tables",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM pg_catalog.pg_tables",
    "SELECT * FROM '/etc/hostname'",
    "SELECT * FROM 'written.parquet'",
    "SELECT * FROM connection",
    "DESCRIBE segment0.games",
    "SUMMARIZE withdrawals",
]
TABLE_FUNCTIONS = [
    "SELECT * FROM read_csv('/etc/hostname')",
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM read_blob('/etc/hostname')",
    "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM query('SELECT 1')",
    "SELECT * FROM query_table('games')",
    "SELECT (SELECT count(*) FROM duckdb_settings())",
    "SELECT * FROM duckdb_tables()",
    "SELECT * FROM pragma_table_info('games')",
    "SELECT * FROM which_secret('x', 's3')",
    "SELECT * FROM python_arrow_scan(1, 2, 3)",
]


@pytest.mark.parametrize(
    ("text", "because"),
    [
        *((text, "exactly one SELECT") for text in NO_SELECT),
        *((text, "sql only reads") for text in WRITING),
        *((text, "there is no view") for text in BEHIND_THE_VIEWS),
        *((text, "no table function") for text in TABLE_FUNCTIONS),
        ("SELEKT 1", "syntax error"),
        ("SELECT " + "(" * 5000 + "1" + ")" * 5000, "depth"),
        ("SELECT * FROM " + "(SELECT * FROM " * 5000 + "games" + ")" * 5000, "nested too deeply"),
        ("SELECT " + "1, " * 50_000 + "1", "longer than 100000 characters"),
        ("SELECT no_such_column FROM games", "no_such_column"),
        ("SELECT no_such_function(1)", "no_such_function"),
        ("SELECT CAST('x' AS INTEGER)", "Conversion Error"),
    ],
)
def test_what_does_not_read_the_views_is_refused(
    ask: Ask, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, because: str
) -> None:
    """Wherever it stands in the query; the message says why, and no file is written or changed."""
    monkeypatch.chdir(tmp_path)
    before = contents(sample)
    code, told = ask(text)
    assert code == 2 and because in told
    assert (
        told.startswith("rating-ledger: ")
        and "Traceback" not in told
        and "mistake in rating-ledger" not in told
    )
    assert contents(sample) == before and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text",
    [
        "WITH x AS (COPY (SELECT 1) TO '{}/written.csv') SELECT * FROM x",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM games_of_the_caller",
        "SET enable_external_access = true",
        "SET memory_limit = '20GB'",
        "CREATE TABLE x AS SELECT 1",
        "ATTACH '{}/written.duckdb'",
        "INSTALL httpfs",
    ],
)
def test_the_process_of_a_query_could_not_write_or_look_outside_either(
    text: str, tmp_path: Path
) -> None:
    """The second lock, behind the one that looks at the query."""
    games_of_the_caller = pa.table({"a": [1]})
    with pytest.raises(sandbox.QueryError):
        sandbox.run({"games": games_of_the_caller}, text.format(tmp_path), 60)
    assert not list(tmp_path.iterdir())


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "text", ["SHOW TABLES", "SELECT table_name FROM information_schema.tables ORDER BY 1"]
)
def test_what_there_is_are_the_documented_views_and_nothing_else(ask: Ask, text: str) -> None:
    code, told = ask(text)
    assert (code, told.split()[1:]) == (0, sorted(VIEWS))


@pytest.mark.parametrize(
    "text",
    [
        "WITH played AS (SELECT tournament FROM games) SELECT * FROM Played",
        "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT * FROM n",
        "FROM games SELECT first UNION SELECT player FROM players",
        "SELECT * FROM (PIVOT games ON result IN ('1-0', '0-1') USING count(*) GROUP BY tournament)",
        "SELECT t.tournament, r FROM tournaments t, unnest(t.rated) AS u(r)",
        "SELECT * FROM range(3)",
        "VALUES (1)",
        "DESCRIBE games",
        "SUMMARIZE games",
        'SELECT "end" FROM Tournaments',
    ],
)
def test_any_way_of_reading_is_answered(ask: Ask, text: str) -> None:
    code, told = ask(text)
    assert code == 0 and len(told.splitlines()) > 1, told


@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c",
        "SELECT md5(repeat('a', 1000000000))",
    ],
)
def test_a_query_that_takes_too_long_is_stopped(ask: Ask, text: str) -> None:
    """Also one that DuckDB cannot interrupt, because it is a single call."""
    code, told = ask(text, "--seconds", "1")
    assert code == 2 and "longer than 1 s" in told


@pytest.mark.parametrize(
    "text",
    [
        "SELECT length(repeat('a', 3000000000))",
        "SELECT list_sum(range(1000000000))",
        "SELECT string_agg(repeat('a', 1000000)) FROM range(10000)",
        "SELECT repeat('a', 1000000) FROM range(100000)",
    ],
)
def test_a_query_that_needs_too_much_memory_is_stopped(ask: Ask, text: str) -> None:
    code, told = ask(text)
    assert code == 2 and "MB of memory" in told


def test_bytes_that_are_no_text_are_told(ask: Ask) -> None:
    """As a shell hands on SELECT and a byte that is not UTF-8."""
    code, told = ask("SELECT '\udcff'")
    assert code == 2 and "not UTF-8" in told


def test_rows_are_bounded_where_they_are_made(sample: Path) -> None:
    """A hundred million rows: the process that asks holds the first ones, and does not grow by the others."""
    with Office(sample) as office:
        assert query(office, "SELECT 1").num_rows == 1
        before = pa.total_allocated_bytes()
        found = query(office, "SELECT * FROM range(100000000)", most=1001)
        assert found.num_rows == 1001 and found["range"].to_pylist()[-1] == 1000
        assert pa.total_allocated_bytes() - before < 10_000_000
    code = (
        "from pathlib import Path; from replay.office.office import Office; from replay.questions.sql import query\n"
        f"with Office({str(sample)!r}) as office:\n"
        "    query(office, 'SELECT * FROM range(100000000)', most=1001)\n"
        "print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )  # the highest mark of this program alone: ru_maxrss begins with that of the process that started it
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(asked.stdout) < 1_000_000  # kB of a process of its own; it was 1.7 GB and more
    with Office(sample) as office, pytest.raises(LedgerError, match="larger than 100 MB"):
        query(office, "SELECT repeat('a', 5000) FROM range(100000)", most=100_000)


def test_a_query_gets_a_second_at_least(ask: Ask) -> None:
    code, told = ask("SELECT 1", "--seconds", "0")
    assert code == 2 and "at least one second" in told


def test_a_long_answer_is_written_piece_by_piece(ask: Ask, tmp_path: Path) -> None:
    """As Python's own numbers and rows, a hundred million of them would take eleven gigabytes."""
    file = tmp_path / "numbers.csv"
    tracemalloc.start()
    try:
        code, told = ask("SELECT * FROM range(100000)", "-o", str(file))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert code == 0, told
    assert file.read_text().splitlines()[-1] == "99999"
    assert peak < 12_000_000, peak
