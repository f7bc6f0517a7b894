"""Many offices append to one log on PostgreSQL, and backends, servers and clocks fail them."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from ledger import LedgerError, open_log
from ledger.events import AnyEvent, GameRecorded, PlayerRegistered, TournamentRegistered
from ledger.tree.verify import examine
from tests.postgres_server import PostgresServer

DAY = date(2024, 5, 1)
OPEN = TournamentRegistered(
    date=DAY,
    tournament="T",
    name="Open",
    start=DAY,
    end=date(2024, 5, 9),
    rounds=99,
    rated=["fide-standard"],
)


def players(*names: str) -> list[AnyEvent]:
    return [PlayerRegistered(date=DAY, player=name, name=name, sex="F") for name in names]


# Writers at once --------------------------------------------------------------------------------------------------


def work_of(office: int, appends: int) -> list[list[AnyEvent]]:
    """Appends of an office: players of its own, games in the tournament of all, and a player that all register."""
    mine = [f"P{office}-{number}" for number in range(2)]
    games: list[AnyEvent] = [
        GameRecorded(
            date=DAY,
            tournament="T",
            round=number,
            board=office,
            first=mine[0],
            second=mine[1],
            result="1-0",
        )
        for number in range(1, appends)
    ]
    return [[*players(*mine), *players("Shared")], *([game] for game in games)]


def together(works: list[Callable[[], None]]) -> None:
    """Do all works at once, each in a thread; what goes wrong in one is raised."""
    wrong: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


@pytest.mark.parametrize(
    ("offices", "appends"),
    [(6, 4), pytest.param(50, 20, marks=pytest.mark.soak)],
    ids=["six", "fifty"],
)
def test_writers_at_once_leave_no_gap_and_nothing_twice(
    database: str, offices: int, appends: int
) -> None:
    """Each office has its own connection; all write into one tournament, and all register one player."""
    with open_log(database, create=True) as log:
        log.append([OPEN])

    def work(office: int) -> None:
        with open_log(
            f"{database}?connect_timeout=100"
        ) as mine:  # fifty threads share one interpreter
            for events in work_of(office, appends):
                mine.append(events)

    together([lambda office=office: work(office) for office in range(1, offices + 1)])  # type: ignore[misc]
    with open_log(database) as log:
        stored = list(log.read())
        assert [position for position, _ in stored] == list(
            range(1, 2 + offices * (appends + 1) + 1)
        )
        assert sum(getattr(event, "player", "") == "Shared" for _, event in stored) == 1
        assert sum(isinstance(event, GameRecorded) for _, event in stored) == offices * (
            appends - 1
        )
        times = [log.recorded(position) for position, _ in stored]
        assert times == sorted(times)
        assert [check for check in examine(log) if not check.ok] == []


# What breaks ------------------------------------------------------------------------------------------------------


def kill_backends(server: PostgresServer) -> None:
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test_%'"
    )


def restart(server: PostgresServer) -> None:
    server.stop()
    server.start()


def kill_and_start(server: PostgresServer) -> None:
    server.kill()
    server.start()


BREAKS = [kill_backends, restart, pytest.param(kill_and_start, marks=pytest.mark.soak)]


@pytest.mark.parametrize("break_it", BREAKS)
def test_an_append_that_is_killed_leaves_nothing_and_says_so(
    postgres: PostgresServer,
    database: str,
    break_it: Callable[[PostgresServer], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some of its events are in the database already, but not committed. The same log object goes on afterwards."""
    monkeypatch.setattr("ledger.append.append.BATCH", 2)

    def broken_off() -> Iterator[AnyEvent]:
        yield from players("B", "C", "D", "E")
        break_it(postgres)
        yield from players("F", "G")

    with open_log(database, create=True) as log:
        log.append(players("A"))
        with pytest.raises(LedgerError) as told:
            log.append(broken_off())
        assert "the connection broke" in str(told.value) and "nothing was appended" in str(
            told.value
        )
        assert "run the command again" in str(told.value)
        assert log.head == 1
        assert log.append(players("B", "C", "D", "E", "F", "G")).head == 7
        assert [check for check in examine(log) if not check.ok] == []


@pytest.mark.parametrize("break_it", BREAKS)
def test_who_only_reads_does_not_notice(
    postgres: PostgresServer, database: str, break_it: Callable[[PostgresServer], None]
) -> None:
    """The connections in the pool are broken; a question is asked again on a new one."""
    with open_log(database, create=True) as log:
        log.append(players("A"))
        break_it(postgres)
        assert log.head == 1


# Clocks -----------------------------------------------------------------------------------------------------------


def test_the_time_is_the_servers_whatever_the_clock_of_an_office_shows(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An office a year ahead would otherwise give all others its own time until that year is over."""
    now = datetime.now(UTC)

    class Fast(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Any:
            return now + timedelta(days=365)

    monkeypatch.setattr("ledger.log.store.datetime", Fast)
    with open_log(database, create=True) as log:
        log.append(players("A"))
        assert abs(log.recorded(1) - now) < timedelta(hours=1)


def test_a_server_whose_clock_is_set_back_does_not_take_the_log_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_log(database, create=True) as log:
        log.append(players("A"))
        monkeypatch.setattr(
            "ledger.log.postgres.PostgresReads.now", lambda reads: datetime(2001, 1, 1, tzinfo=UTC)
        )
        log.append(players("B"))
        assert log.recorded(2) == log.recorded(1)
