"""Events → report → events: what was recorded comes back, whatever the tournament was like."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger import open_log
from ledger.errors import LedgerError
from ledger.events import (
    Award,
    ByeRecorded,
    EventWithdrawn,
    FoulRecorded,
    GameCorrected,
    GameRecorded,
    GameVoided,
    Outcome,
    PlayerEntered,
    PlayerRegistered,
    RankingCorrected,
    ReportReceived,
    Result,
    TimeControl,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
)
from ledger.log.wire_format import plain as plain_decimal
from projections import Snapshot, open_model
from replay.files import ReadOptions
from replay.files.trf import read_report, write_report
from replay.files.trf.corrected import as_corrected
from replay.files.trf.story import as_reported

ID = "t"
words = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=60
)
fide_ids = st.integers(1, 99_999_999_999).map(str)
days = st.dates(date(1960, 1, 1), date(2090, 12, 31))


@st.composite
def people(draw: st.DrawFn, names: Any = fide_ids | words) -> dict[str, PlayerRegistered]:
    ids = draw(st.lists(names, min_size=2, max_size=7, unique=True))
    born = st.none() | st.integers(1900, 2020) | st.dates(date(1900, 1, 1), date(2020, 1, 1))
    return {
        player: PlayerRegistered(
            date=date(2000, 1, 1),
            player=player,
            name=draw(words),
            sex=draw(st.sampled_from("MF")),
            born=draw(born),
            federation=draw(st.none() | st.sampled_from(["CHN", "HKG", "MAS", "Somewhere"])),
        )
        for player in ids
    }


CODES = [
    "072",
    "092",
    "102",
    "112",
    "122",
    "192",
    "222",
    "240",
    "299",
    "250",
    "013",
    "310",
    "FRA",
    "XXC",
    "XXR",
    "001",
    "###",
]
SAYINGS = st.sampled_from(
    ["   1 m  A Somebody", "Team: Round-Robin", "90+30", "5400+30", "F   1    1", "+  2.0  2.5   1    1", "ledger open",
     "Lions                              1    2"]
) | words  # fmt: skip
kept_lines = st.lists(
    st.builds("{} {}".format, st.sampled_from(CODES), SAYINGS), min_size=1, max_size=5
).map(tuple)


def awards(players: list[str], rounds: int) -> st.SearchStrategy:
    """Points of a tournament's own, for everybody or somebody, in all rounds or one."""
    return st.lists(
        st.builds(
            Award,
            outcome=st.sampled_from(get_args(Outcome)),
            points=st.integers(-4, 40).map(lambda halves: plain_decimal(Decimal(halves) / 2)),
            round=st.none() | st.integers(1, rounds),
            players=st.none()
            | st.lists(st.sampled_from(players), min_size=1, max_size=3, unique=True).map(tuple),
        ),
        min_size=1,
        max_size=4,
    ).map(tuple)


@st.composite
def tournaments(draw: st.DrawFn, persons: dict[str, PlayerRegistered]) -> list:
    start = draw(days)
    rounds = draw(st.integers(1, 4))
    registered = TournamentRegistered(
        date=start - timedelta(days=draw(st.integers(0, 90))),
        tournament=ID,
        name=draw(words),
        start=start,
        end=start + timedelta(days=draw(st.integers(0, 40))),
        rounds=rounds,
        rated=tuple(draw(st.lists(st.sampled_from(["fide-standard", "cxa-rapid"]), unique=True))),
        format=draw(st.sampled_from(["swiss", "roundrobin", "knockout", "match"])),
        event=draw(st.sampled_from(["individual", "team"])),
        place=draw(st.none() | words),
        time_control=draw(
            st.none() | st.builds(TimeControl, st.integers(0, 9000), st.integers(0, 60))
        ),
        official=draw(st.booleans()),
        note=draw(st.none() | words),
        points=draw(st.none() | awards(list(persons), rounds)),
        report=draw(st.none() | kept_lines),
    )
    events = [registered]
    for number, player in enumerate(persons, 1):
        if draw(st.integers(0, 4)):
            entered = PlayerEntered(
                date=start,
                tournament=ID,
                player=player,
                number=draw(st.sampled_from([number, number + 20, None])),
                team=draw(st.sampled_from([None, "Lions", "Tigers of the North"])),
                rating=draw(st.none() | st.integers(1, 9999)),
            )
            events.append(entered)
    for round_ in range(1, rounds + 1):
        events += draw(_round(list(persons), round_, start))
    if draw(st.booleans()):
        ranking = draw(st.none() | st.permutations(list(persons)).map(tuple))
        events.append(TournamentClosed(date=registered.end, tournament=ID, ranking=ranking))
    return events


@st.composite
def _round(draw: st.DrawFn, players: list[str], round_: int, start: date) -> list:
    order = draw(st.permutations(players))
    day = start + timedelta(days=draw(st.integers(0, 3)))
    games = draw(st.integers(0, len(order) // 2))
    boards = draw(st.permutations(range(1, len(order) + 3)))
    events: list = []
    for at in range(games):
        events.append(
            GameRecorded(
                date=day + timedelta(days=draw(st.sampled_from([0, 0, 0, 1]))),
                tournament=ID,
                round=round_,
                board=boards[at],
                first=order[2 * at],
                second=order[2 * at + 1],
                result=draw(st.sampled_from(Result)),
                note=draw(st.sampled_from([None, None, "adjourned"])),
            )
        )
    for player in order[2 * games :]:
        kind = draw(st.sampled_from(["bye", "half", "leave", "absent", None]))
        if kind:
            events.append(
                ByeRecorded(date=day, tournament=ID, round=round_, player=player, kind=kind)
            )
    return events


def is_attended(events: list) -> bool:
    """Somebody entered, played, had a bye or was ranked."""
    return any(getattr(event, "ranking", None) or not isinstance(event, TournamentRegistered | TournamentClosed)
               for event in events)  # fmt: skip


def plain(events: Any) -> list:
    """Without what the file adds."""
    return [replace(event, ref=None, position=None, recorded=None) for event in events]


def back(text: str) -> list:
    reading = read_report(text, "x.trf", ReadOptions())
    assert reading.problems == []
    return plain(event for _, event in reading.events)


def of_tournament(events: list) -> list:
    return [event for event in events if hasattr(event, "tournament")]


def by_text(events: list) -> list:
    return sorted(events, key=repr)


def comes_back(data: st.DataObject, version: int) -> None:
    """Registration, entries, games with board, day and note, byes, the close: the same events, no more, no fewer."""
    persons = data.draw(people())
    events = data.draw(tournaments(persons).filter(is_attended))
    read = back(write_report(as_reported(events), persons, version=version))
    assert by_text(of_tournament(read)) == by_text(plain(events))
    named = {e.player for e in read if isinstance(e, PlayerRegistered)}
    for person in (e for e in read if isinstance(e, PlayerRegistered)):
        given_ = persons[person.player]
        assert replace(person, date=given_.date, note=None) == given_
    assert named <= persons.keys()


any_report = given(st.data(), st.sampled_from([16, 26]))
test_a_tournament_comes_back_as_it_was = settings(max_examples=60)(any_report(comes_back))
test_many_tournaments_come_back_as_they_were = pytest.mark.soak(
    settings(max_examples=1000)(any_report(comes_back))
)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from([16, 26]))
def test_the_columns_alone_say_who_played_whom_and_how(data: st.DataObject, version: int) -> None:
    """Another program skips the remarks: rounds, sides and results must stand in the columns themselves."""
    persons = data.draw(people(fide_ids))
    events = data.draw(tournaments(persons).filter(is_attended))
    text = write_report(as_reported(events), persons, version=version)
    columns = "\n".join(line for line in text.split("\r\n") if not line.startswith("###"))

    def games(events: list) -> list:
        return sorted(
            (e.round, e.first, e.second, e.result) for e in events if isinstance(e, GameRecorded)
        )

    if any(isinstance(event, GameRecorded | ByeRecorded) for event in events):
        assert games(back(columns)) == games(events)


@settings(max_examples=100, deadline=None)
@given(st.data(), st.sampled_from([16, 26]))
def test_the_columns_alone_say_how_many_points_everybody_has(
    data: st.DataObject, version: int
) -> None:
    """Points, lines 162 and 299 agree with the results: nobody's points are told as wrong."""
    persons = data.draw(people(fide_ids))
    events = data.draw(tournaments(persons).filter(is_attended))
    events[0] = replace(events[0], event="individual")
    text = write_report(as_reported(events), persons, version=version)
    columns = "\n".join(line for line in text.split("\r\n") if not line.startswith("###"))
    if any(isinstance(event, GameRecorded | ByeRecorded) for event in events):
        reading = read_report(columns, "x.trf", ReadOptions())
        assert not [warning for warning in reading.warnings if "points" in warning.wrong]


SMALL = {
    player: PlayerRegistered(date=date(2020, 1, 1), player=player, name=f"P{player}", sex="M")
    for player in "123"
}
BASE = [
    TournamentRegistered(
        date=date(2024, 1, 1), tournament=ID, name="T", start=date(2024, 3, 1), end=date(2024, 3, 2), rounds=2,
        rated=("fide-standard",), position=1,
    ),
    GameRecorded(
        date=date(2024, 3, 1), tournament=ID, round=1, board=1, first="1", second="2", result="1-0", position=2
    ),
    ByeRecorded(date=date(2024, 3, 1), tournament=ID, round=1, player="3", kind="bye", position=3),
    TournamentClosed(date=date(2024, 3, 2), tournament=ID, ranking=("1", "3", "2"), position=4),
]  # fmt: skip
LATER = [
    GameCorrected(
        date=date(2024, 4, 1),
        tournament=ID,
        round=1,
        board=1,
        result="0-1",
        reason="sheets exchanged",
    ),
    RankingCorrected(
        date=date(2024, 4, 1), tournament=ID, ranking=("2", "3", "1"), reason="sheets exchanged"
    ),
    TournamentCorrected(date=date(2024, 4, 1), tournament=ID, reason="moved", place="Ipoh"),
    FoulRecorded(date=date(2024, 3, 1), tournament=ID, round=1, player="1", kind="technical"),
    ReportReceived(date=date(2024, 3, 5), tournament=ID),
    GameRecorded(
        date=date(2024, 3, 2),
        tournament=ID,
        stage="final",
        round=1,
        board=1,
        first="1",
        second="2",
        result="1-0",
    ),
]


def test_corrections_follow_the_report_as_remarks_that_are_read_back() -> None:
    """The columns keep what was reported; the corrections come after it, in their order."""
    events = [
        replace(event, result=Result(event.result)) if hasattr(event, "result") else event
        for event in BASE + LATER
    ]
    text = write_report(as_reported(events), SMALL)
    assert "2 w 1" in text, "as first recorded"
    assert sum(line.startswith("### ledger event") for line in text.split("\r\n")) == len(LATER)
    assert by_text(of_tournament(back(text))) == by_text(plain(events))


def test_as_corrected_the_columns_show_what_holds_now() -> None:
    events = [
        replace(event, result=Result(event.result)) if hasattr(event, "result") else event
        for event in BASE + LATER
    ]
    with open_log(":memory:") as log:
        log.append([*SMALL.values(), *plain(events)])
        recorded = [event for _, event in log.stream(f"tournament/{ID}")]
        text = write_report(as_corrected(recorded, Snapshot(open_model(log, None))), SMALL)
    assert "### corrected: round 1, board 1: 1-0 became 0-1: sheets exchanged" in text
    assert "022 Ipoh" in text
    read = back(text)
    main = [event for event in read if isinstance(event, GameRecorded) and event.stage == "main"]
    assert [game.result for game in main] == [Result.SECOND_WINS]
    assert not any(isinstance(event, GameCorrected) for event in read)
    assert next(event.ranking for event in read if isinstance(event, TournamentClosed)) == (
        "2",
        "3",
        "1",
    )


def test_a_game_voided_and_recorded_anew_keeps_its_order() -> None:
    """First game, its voiding, the game that took its place: the order in which an append can take them."""
    voided = GameVoided(
        date=date(2024, 4, 1), tournament=ID, round=1, board=1, reason="wrong board"
    )
    anew = replace(BASE[1], result=Result.DRAW, position=6)
    events = [BASE[0], replace(BASE[1], result=Result.FIRST_WINS), voided, anew]
    kinds = [
        type(event).__name__
        for event in of_tournament(back(write_report(as_reported(events), SMALL)))
    ]
    assert kinds == ["TournamentRegistered", "GameRecorded", "GameVoided", "GameRecorded"]


def test_what_was_withdrawn_is_left_out_and_said() -> None:
    withdrawn = EventWithdrawn(date=date(2024, 4, 1), withdraws=3, reason="he did play", position=5)
    text = write_report(as_reported([*BASE, withdrawn]), SMALL)  # type: ignore[list-item]
    assert "### withdrawn: ByeRecorded at position 3: he did play" in text
    assert not any(isinstance(event, ByeRecorded) for event in back(text))


@pytest.mark.parametrize("version", [16, 26])
def test_a_tournament_that_nobody_entered_has_no_report(version: int) -> None:
    """A report without players could not be read again, by us or anybody."""
    with pytest.raises(LedgerError, match="nobody has entered t yet"):
        write_report(as_reported(BASE[:1]), SMALL, version=version)
