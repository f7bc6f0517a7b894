"""The log: order, streams, times, duplicates, rehearsals."""

import os
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Checkpoint,
    LedgerError,
    Log,
    content,
    decode_stored,
    open_log,
    stream_of,
)
from ledger import events as ev
from ledger.append.description import detail, subject
from ledger.item import Items
from ledger.log.moment import position_before, position_known
from tests.builders import lines

DAY = date(2020, 2, 2)
VOID = '{"type":"GameVoided","date":"2020-02-02","tournament":"T1","round":1,"board":1,"reason":"never played"}\n'
GAME = (
    '{"type":"GameRecorded","date":"2020-02-01","tournament":"T1","round":1,"board":1,'
    '"first":"P1","second":"P2","result":"1-0"}\n'
)
WITHDRAWN = '{"type":"EventWithdrawn","date":"2020-02-02","withdraws":%d,"reason":"x"}\n'
TOURNAMENT_VOIDED = (
    '{"type":"TournamentVoided","date":"2020-02-04","tournament":"T1","reason":"no arbiter"}\n'
)
AGAIN = GAME.replace('"1-0"}', '"1-0","note":"played after all"}')


def test_positions_are_one_two_three(log: Log) -> None:
    """Positions have no gaps and reading gives them in order, each event with its position and recorded time."""
    read = list(log.read())
    assert [position for position, _ in read] == list(range(1, log.head + 1)) == list(range(1, 10))
    assert all(event.position == position and event.recorded for position, event in read)


def test_reading_a_part(log: Log) -> None:
    """`after` is left out, `until` is included; beyond the head there is nothing."""
    assert [position for position, _ in log.read(after=2, until=5)] == [3, 4, 5]
    assert list(log.read(after=9)) == list(log.read(after=99)) == []
    assert [position for batch in log.read_stored(size=4) for position, _, _ in batch] == list(
        range(1, 10)
    )
    assert [len(batch) for batch in log.read_stored(size=4)] == [4, 4, 1]


@pytest.mark.parametrize("few", [0, 99])
def test_stretches_come_in_order_from_one_process_or_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr("ledger.log.log.STRETCH", 4)
    monkeypatch.setattr("ledger.log.log.FEW", few)
    with open_log(tmp_path, create=True) as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="F") for n in range(1, 11)
        )
        found = list(
            log.over_stretches(lambda reads, cut: (os.getpid(), cut, reads.states(*cut)), 1, 10)
        )
        assert [cut for _, cut, _ in found] == [(1, 5), (5, 9), (9, 10)]
        assert [state for _, _, states in found for state in states] == [
            log.stored(n) for n in range(2, 11)
        ]
    assert (os.getpid() in {process for process, _, _ in found}) == (few > 0)


def test_events_that_were_asked_for_are_handed_back_with_their_places(log: Log) -> None:
    """Only those that were appended; whoever asks need not look at all events on their way."""
    games = [decode_stored(log.stored(6)), ev.PlayerDeceased(date=DAY, player="P1")]
    done = log.append(games, note=lambda event: not isinstance(event, ev.PlayerRegistered))
    assert [(place, type(item.event)) for place, item in done.noted] == [
        ("event 2", ev.PlayerDeceased)
    ]
    assert (done.appended, done.duplicates) == (1, 1) and log.append(games).noted == ()


def test_a_stream_holds_what_belongs_together(log: Log) -> None:
    """A tournament's stream has its games, byes and entries; a player's has registration and titles."""
    assert [type(event).__name__ for _, event in log.stream("tournament/T1")] == [
        "TournamentRegistered",
        "GameRecorded",
        "ByeRecorded",
        "PlayerEntered",
    ]
    assert [position for position, _ in log.stream("player/P1")] == [1, 9]
    assert all(stream_of(event) == "player/P1" for _, event in log.stream("player/P1"))


def test_stored_bytes_are_a_head_and_the_event(log: Log) -> None:
    """What is stored is the recorded time and the event's own JSON, nothing else."""
    state = log.stored(6)
    assert content(state) == GAME.strip().encode()
    assert state.startswith(b'{"v":2,"recorded":"20')
    assert decode_stored(state).recorded == log.recorded(6)


def test_a_position_that_is_not_there(log: Log) -> None:
    """Asking for position 0 or 10 of nine says how many there are."""
    for position in (0, -1, 10):
        with pytest.raises(LedgerError, match="positions 1 to 9"):
            log.event(position)


def test_the_same_file_again_appends_nothing(log: Log, append_text: Any) -> None:
    """Every event of a file that is in the log already is recognised, also in another order of its keys."""
    before = log.checkpoint()
    done = append_text(
        log,
        GAME
        + '{"sex":"F","name":"Anna","player":"P1","date":"2020-01-01","type":"PlayerRegistered"}',
    )
    assert (done.appended, done.duplicates, done.first, done.head) == (0, 2, 0, 9)
    assert log.checkpoint() == before


def test_an_event_twice_in_one_file_counts_once(log: Log, append_text: Any) -> None:
    """The second of two equal lines is passed over, for every way an event is recognised; only fouls are counted."""
    lines = (
        '{"type":"FoulRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P1","kind":"technical"}\n'
        '{"type":"PlayerEntered","date":"2020-02-01","tournament":"T1","player":"P2"}\n'
        '{"type":"ByeRecorded","date":"2020-02-01","tournament":"T1","round":2,"player":"P2","kind":"leave"}\n'
        '{"type":"TournamentClosed","date":"2020-02-03","tournament":"T1"}\n'
        '{"type":"RatingCarriedIn","date":"2020-02-01","player":"P1","scheme":"malaysia","rating":2000.10}\n'
        '{"type":"RatingEnded","date":"2020-02-01","player":"P1","scheme":"malaysia"}\n'
        '{"type":"FederationSuspended","date":"2020-02-01","federation":"CHN"}\n'
        '{"type":"FederationReinstated","date":"2020-02-01","federation":"CHN"}\n'
    )
    done = append_text(log, lines + lines.replace("2000.10", "2000.1"))
    assert (done.appended, done.duplicates) == (9, 7)


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"RatingEnded","date":"2020-02-01","player":"P1","scheme":"malaysia"}\n',
        '{"type":"FederationSuspended","date":"2020-02-01","federation":"CHN"}\n',
        '{"type":"FederationReinstated","date":"2020-02-01","federation":"CHN"}\n',
    ],
)
def test_what_has_no_correction_of_its_own_can_be_withdrawn(
    log: Log, append_text: Any, line: str
) -> None:
    """Also a rating that ended, a suspension, a reinstatement; the same line again is recorded anew, and told."""
    at = append_text(log, line).head
    withdrawal = (
        f'{{"type":"EventWithdrawn","date":"2020-02-02","withdraws":{at},"reason":"mistaken"}}\n'
    )
    assert append_text(log, withdrawal).appended == 1
    again = append_text(log, line)
    assert again.appended == 1
    assert any(f"position {at} " in warning.wrong for warning in again.warnings)
    with pytest.raises(LedgerError, match="already withdrawn"):
        append_text(log, withdrawal.replace("mistaken", "again"))


def test_defaults_spelled_out_are_the_same_event(log: Log, append_text: Any) -> None:
    """`"stage":"main"` and an absent stage are one game."""
    assert (
        append_text(log, GAME.replace('"1-0"}', '"1-0","stage":"main","ref":null}')).duplicates == 1
    )


def test_a_voided_game_may_be_recorded_anew(log: Log, append_text: Any) -> None:
    """After a voiding another record of the game is accepted, and the players are free for it."""
    done = append_text(log, VOID + AGAIN)
    assert done.appended == 2
    assert done.warnings == ()


def test_the_identical_record_of_a_voided_game_brings_it_back(log: Log, append_text: Any) -> None:
    """The same line as the voided one records the game anew; that it was voided is told."""
    append_text(log, VOID)
    done = append_text(log, GAME)
    (warning,) = done.warnings
    assert (done.appended, done.duplicates) == (1, 0)
    assert "position 6" in warning.wrong
    again = append_text(log, VOID)
    assert again.appended == 1, "and it can be voided again by the same line"


TO = '{"type":"GameCorrected","date":"2020-02-05","tournament":"T1","round":1,"board":1,"result":"%s","reason":"x"}\n'


def test_a_correction_that_was_overtaken_counts_again(log: Log, append_text: Any) -> None:
    """0-1, then a draw, then word for word 0-1 again: the last word holds, in one file and from file to file."""
    done = append_text(log, TO % "0-1" + TO % "1/2-1/2" + TO % "0-1")
    assert (done.appended, done.duplicates) == (3, 0)
    assert "recorded anew" in done.warnings[0].remedy
    assert append_text(log, TO % "0-1").appended == 0
    assert append_text(log, TO % "1/2-1/2").appended == 1


def test_a_correction_of_a_voided_game_says_nothing_of_the_game_recorded_anew(
    log: Log, append_text: Any
) -> None:
    """0-1 corrected the first record; the second one is 1-0 again, and is corrected like any game."""
    append_text(log, TO % "0-1" + VOID + AGAIN)
    done = append_text(log, (TO % "0-1").replace('"x"', '"score sheet"'))
    assert (done.appended, done.warnings) == (1, ())


def test_a_correction_back_to_what_was_recorded_first_changes_something(
    log: Log, append_text: Any
) -> None:
    """What is compared is the game as it is known now."""
    append_text(log, TO % "0-1")
    done = append_text(log, TO % "1-0")
    assert (done.appended, done.warnings) == (1, ())


def test_a_withdrawn_foul_of_a_void_tournament_is_not_told_again(
    log: Log, append_text: Any
) -> None:
    """The file with the foul comes again after both: there is nothing to record in a tournament that is void."""
    append_text(log, FOUL)
    append_text(log, WITHDRAWN % log.head + TOURNAMENT_VOIDED)
    done = append_text(log, FOUL)
    assert (done.appended, done.duplicates) == (0, 1)


def test_the_same_story_again_changes_nothing(log: Log, append_text: Any) -> None:
    """A file with a correction of a correction, a voided game and its second record, a withdrawn title, two fouls."""
    foul = '{"type":"FoulRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P1","kind":"technical"}\n'
    title = '{"type":"TitleAwarded","date":"2020-03-01","player":"P2","title":"IM"}\n'
    withdrawn = '{"type":"EventWithdrawn","date":"2020-03-02","withdraws":16,"reason":"x"}\n'
    name = '{"type":"PlayerCorrected","date":"2020-03-01","player":"P1","reason":"x","name":"%s"}\n'
    story = TO % "0-1" + TO % "1/2-1/2" + VOID + AGAIN + foul + foul + title + withdrawn
    story += name % "Anne" + name % "Anna" + name % "Anne"
    assert append_text(log, story).appended == 11
    before = log.checkpoint()
    done = append_text(log, GAME + story)
    assert (done.appended, done.duplicates) == (0, 12)
    assert log.checkpoint() == before


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"type":"PlayerCorrected","player":"P1","reason":"x","name":"Anne"', '"Anne"→"Anna B."'),
        ('"type":"PlayerCorrected","player":"P1","reason":"x","born":1990', "1990→1991"),
        ('"type":"PlayerTransferred","player":"P1","federation":"HKG"', "HKG→CHN"),
        ('"type":"TitleAwarded","player":"P1","title":"IM"', "TitleAwarded→TitleRevoked"),
        ('"type":"RatingCarriedIn","player":"P1","scheme":"elo","rating":1500', "1500→1600"),
        ('"type":"InactivityDeclared","player":"P1"', "InactivityDeclared→ActivityResumed"),
        (
            '"type":"FederationSuspended","federation":"CHN"',
            "FederationSuspended→FederationReinstated",
        ),
        ('"type":"TournamentCorrected","tournament":"T1","reason":"x","place":"Rome"', "Rome→Oslo"),
        (
            '"type":"TournamentCorrected","tournament":"T1","reason":"x","rated":["elo"]',
            "elo→glicko-2",
        ),
        ('"type":"ReportReceived","tournament":"T1"', "2020-03-01→2020-03-09"),
    ],
)
def test_what_another_event_changed_can_be_said_again(
    log: Log, append_text: Any, first: str, second: str
) -> None:
    """The first, the second in its place, the first again word for word: each is appended, and then once is enough."""
    line = f'{{{first},"date":"2020-03-01"}}\n'
    other = line.replace(*second.split("→"))
    counts = [append_text(log, each).appended for each in (line, other, line, line, other)]
    assert counts == [1, 1, 1, 0, 1]


def test_a_ranking_can_be_corrected_back(log: Log, append_text: Any) -> None:
    append_text(
        log,
        '{"type":"TournamentClosed","date":"2020-02-03","tournament":"T1","ranking":["P1","P2"]}\n',
    )
    line = '{"type":"RankingCorrected","date":"2020-02-04","tournament":"T1","ranking":["%s"],"reason":"x"}\n'
    counts = [append_text(log, line % player).appended for player in ("P1", "P2", "P1", "P1")]
    assert counts == [1, 1, 1, 0]


def test_another_reason_for_the_same_result_changes_nothing(log: Log, append_text: Any) -> None:
    """What an event says still holds if a later one says the same: the first is the same again."""
    append_text(log, TO % "0-1" + (TO % "0-1").replace('"x"', '"seen by the chief arbiter"'))
    assert append_text(log, TO % "0-1").duplicates == 1


def test_only_what_the_file_ends_with_decides(log: Log, append_text: Any) -> None:
    """A correction of two fields, one of which another correction changed: the file tells both, so nothing changes;
    told alone, the first counts again for both."""
    both = '{"type":"PlayerCorrected","date":"2020-03-01","player":"P1","reason":"x","name":"Anne","born":1990}\n'
    one = '{"type":"PlayerCorrected","date":"2020-03-02","player":"P1","reason":"x","born":1991}\n'
    append_text(log, both + one)
    assert append_text(log, both + one).appended == 0
    assert append_text(log, both).appended == 1
    assert append_text(log, both + one).appended == 1, "the second alone: the first stands"


def test_a_game_is_brought_back_and_corrected_in_one_file(log: Log, append_text: Any) -> None:
    append_text(log, VOID)
    done = append_text(log, GAME + TO % "1/2-1/2")
    assert (done.appended, done.duplicates) == (2, 0)


def test_a_line_of_our_own_export_brings_nothing_back(log: Log, append_text: Any) -> None:
    """A line with its position is that very event, overtaken or not."""
    append_text(log, VOID)
    done = append_text(log, GAME.replace("{", '{"position":6,', 1))
    assert (done.appended, done.duplicates) == (0, 1)
    assert "leave out position" in done.warnings[0].remedy


FOUL = '{"type":"FoulRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P1","kind":"technical"}\n'


def test_two_equal_fouls_are_two_and_the_same_file_again_is_not_four(
    log: Log, append_text: Any
) -> None:
    done = append_text(log, FOUL + FOUL)
    assert (done.appended, done.duplicates) == (2, 0)
    done = append_text(log, FOUL + FOUL)
    assert (done.appended, done.duplicates) == (0, 2)
    done = append_text(log, FOUL + FOUL + FOUL)
    assert (done.appended, done.duplicates) == (1, 2)


def test_who_has_seen_a_foul_records_another_one(log: Log, append_text: Any) -> None:
    """What was recorded since the form was opened may be the same, sent twice."""
    append_text(log, FOUL)
    seen = log.head
    assert log.append(Items("form", iter(lines(FOUL)), seen)).appended == 1
    assert log.append(Items("form", iter(lines(FOUL)), seen)).duplicates == 1


def test_a_withdrawn_foul_comes_back_only_if_the_file_wants_it(log: Log, append_text: Any) -> None:
    """Of two fouls one is withdrawn: the file with all three lines changes nothing, the fouls alone bring it back."""
    withdrawn = '{"type":"EventWithdrawn","date":"2020-02-02","withdraws":11,"reason":"x"}\n'
    append_text(log, FOUL + FOUL + withdrawn)
    assert append_text(log, FOUL + FOUL + withdrawn).appended == 0
    assert append_text(log, FOUL).appended == 0
    assert append_text(log, FOUL + FOUL).appended == 1


def test_a_withdrawal_frees_what_it_blocked(log: Log, append_text: Any) -> None:
    """After a bye is withdrawn the player can be paired in that round; after an entry is, he can be entered anew."""
    append_text(
        log,
        '{"type":"EventWithdrawn","date":"2020-02-02","withdraws":7,"reason":"he played"}\n'
        '{"type":"EventWithdrawn","date":"2020-02-02","withdraws":8,"reason":"wrong number"}\n'
        + GAME.replace('"board":1', '"board":2').replace("P1", "P3").replace("P2", "P4")
        + '{"type":"PlayerEntered","date":"2020-01-30","tournament":"T1","player":"P1","number":9}\n',
    )
    assert log.head == 13
    assert [event.position for _, event in log.stream("tournament/T1")][-4:] == [10, 11, 12, 13]


def test_a_departure_and_a_death_that_were_withdrawn_block_nothing(
    log: Log, append_text: Any
) -> None:
    """P1 had not left, and plays in round 2; P2 died, but a day later than was told."""
    left = (
        '{"type":"PlayerWithdrew","date":"2020-02-02","tournament":"T1","player":"P1","round":2}\n'
    )
    died = '{"type":"PlayerDeceased","date":"2020-03-01","player":"P2"}\n'
    last = append_text(log, left + died).head
    withdraw = "".join(
        f'{{"type":"EventWithdrawn","date":"2020-03-02","withdraws":{at},"reason":"x"}}\n'
        for at in (last - 1, last)
    )
    played = GAME.replace('"round":1', '"round":2')
    done = append_text(log, withdraw + played + died.replace("03-01", "03-02"))
    assert done.appended == 4


def test_a_withdrawn_event_word_for_word_again_is_recorded_anew(log: Log, append_text: Any) -> None:
    """A bye, an entry and a title that were withdrawn come back by the same lines, and it is told."""
    withdraw = "".join(
        f'{{"type":"EventWithdrawn","date":"2020-02-02","withdraws":{position},"reason":"x"}}\n'
        for position in (7, 8, 9)
    )
    append_text(log, withdraw)
    lines = [replace(log.event(position), position=None, recorded=None) for position in (7, 8, 9)]
    done = log.append(lines)
    assert (done.appended, len(done.warnings)) == (3, 3)
    assert log.append(lines).appended == 0


def test_a_revoked_title_needs_a_live_award(log: Log, append_text: Any) -> None:
    """Once the award is withdrawn there is nothing left to revoke."""
    append_text(log, '{"type":"EventWithdrawn","date":"2020-02-02","withdraws":9,"reason":"x"}\n')
    with pytest.raises(LedgerError, match="never awarded"):
        append_text(log, '{"type":"TitleRevoked","date":"2020-02-02","player":"P1","title":"GM"}\n')


def test_a_correction_moves_who_is_busy(log: Log, append_text: Any) -> None:
    """After the players of a game are corrected, the old one is free in that round and the new one is not."""
    fix = (
        '{"type":"GameCorrected","date":"2020-02-05","tournament":"T1","round":1,"board":1,"result":"1-0",'
        '"second":"P4","reason":"wrong opponent"}\n'
    )
    append_text(log, fix)
    with pytest.raises(LedgerError, match="'P4' already has board 1"):
        append_text(log, GAME.replace('"board":1', '"board":2').replace("P1", "P4"))
    append_text(
        log,
        '{"type":"ByeRecorded","date":"2020-02-01","tournament":"T1","round":1,"player":"P2","kind":"bye"}',
    )


def test_other_stages_number_their_own_games(log: Log, append_text: Any) -> None:
    """A play-off game 7 of a three-round tournament is accepted, also for players who have met in round 1."""
    playoff = GAME.replace('"result"', '"stage":"playoff","result"')
    assert append_text(log, playoff + playoff.replace('"round":1', '"round":7')).appended == 2


def test_fewer_rounds_after_the_last_was_voided(log: Log, append_text: Any) -> None:
    """A round in which nothing stands any more does not hold up a correction of the number of rounds."""
    late, gone = (text.replace('"round":1', '"round":3') for text in (GAME, VOID))
    fix = '{"type":"TournamentCorrected","date":"2020-02-05","tournament":"T1","rounds":2,"reason":"x"}\n'
    assert append_text(log, late + gone + fix).appended == 3


def test_merges_may_form_a_chain(log: Log, append_text: Any) -> None:
    """P1 ← P2 ← P3: each merge is accepted, in either order."""
    merge = '{"type":"PlayersMerged","date":"2020-02-02","kept":"%s","duplicate":"%s"}\n'
    assert append_text(log, merge % ("P2", "P3") + merge % ("P1", "P2")).appended == 2


def test_recorded_times_of_a_backfill_are_kept() -> None:
    """History comes with its own times; what follows without one gets the clock's."""
    early = datetime(2001, 5, 6, 7, 8, 9, 10, UTC)
    register = ev.PlayerRegistered(date=DAY, player="P1", name="x", sex="M", recorded=early)
    with open_log(":memory:") as log:
        log.append([register, ev.PlayerDeceased(date=DAY, player="P1")])
        assert log.recorded(1) == early
        assert datetime.now(UTC) - log.recorded(2) < timedelta(minutes=1)
        assert (log.position_at(early), log.position_at(early - timedelta(microseconds=1))) == (
            1,
            0,
        )


def test_recorded_in_another_zone_is_the_same_instant() -> None:
    """+08:00 is stored as UTC."""
    line = ev.PlayerRegistered(
        date=DAY,
        player="P1",
        name="x",
        sex="M",
        recorded=datetime.fromisoformat("2001-05-06T08:00:00+08:00"),
    )
    with open_log(":memory:") as log:
        log.append([line])
        assert b'"recorded":"2001-05-06T00:00:00.000000Z"' in log.stored(1)


def test_a_clock_set_back_does_not_take_the_log_back(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the computer's clock is behind the log, the log's last time counts."""

    class Slow(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Any:
            return datetime(2001, 1, 1, tzinfo=UTC)

    last = log.recorded(log.head)
    monkeypatch.setattr("ledger.log.store.datetime", Slow)
    log.append([ev.PlayerDeceased(date=DAY, player="P1")])
    assert log.recorded(log.head) == last


def test_moments_as_people_give_them() -> None:
    """A day counts to its end for --until and from its beginning for --from; #N is a position."""
    times = [datetime(2020, 1, day, 12, tzinfo=UTC) for day in (1, 2, 2, 3)]
    with open_log(":memory:") as log:
        log.append(
            ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M", recorded=time)
            for n, time in enumerate(times)
        )
        assert [
            position_known(log, text)
            for text in ("2019-12-31", "2020-01-02", "#2", "2020-01-02T12:00:00Z")
        ] == [
            0,
            3,
            2,
            3,
        ]
        assert [
            position_before(log, text) for text in ("2020-01-02", "#2", "2020-01-02T12:00:00Z")
        ] == [1, 1, 1]
        for wrong in ("#5", "#x", "soon", "2020-13-01"):
            with pytest.raises(LedgerError):
                position_known(log, wrong)


def test_rehearsal_shows_the_events_as_they_would_stand(log: Log) -> None:
    """A rehearsal numbers on from the head, leaves out duplicates, and writes nothing."""
    death, known = ev.PlayerDeceased(date=DAY, player="P1"), log.event(6)
    before = log.checkpoint()
    ((position, event),) = log.rehearse([known, death], ref="A-7")
    assert (position, event.position, event.ref) == (10, 10, "A-7")
    assert log.checkpoint() == before


def test_rehearsal_judges_a_published_list(log: Log) -> None:
    """A rehearsed list published after rehearsed events is compared with the tree as it would be."""
    death = ev.PlayerDeceased(date=DAY, player="P1", recorded=datetime.now(UTC))
    with open_log(":memory:") as copy:
        copy.append(decode_stored(state) for batch in log.read_stored() for _, _, state in batch)
        copy.append([death])
        root = copy.root()
    published = ev.ListPublished(
        date=DAY,
        scheme="malaysia",
        version="1",
        list_date=DAY,
        at_position=10,
        rows=0,
        root="r",
        checkpoint=Checkpoint(log.origin, 10, root).text,
    )
    assert [position for position, _ in log.rehearse([death, published])] == [10, 11]
    assert log.append([death, published]).appended == 2


def test_dry_run_reports_and_leaves_nothing(log: Log) -> None:
    """A dry run counts what would be appended and the log is as before."""
    before = log.checkpoint()
    done = log.append([ev.PlayerDeceased(date=DAY, player="P1")], dry_run=True)
    assert (done.appended, done.first) == (1, 10)
    assert log.checkpoint() == before


def test_ref_for_all_events_of_an_append(log: Log) -> None:
    """An appeal's number is put on every event that has none of its own."""
    log.append(
        [
            ev.PlayerDeceased(date=DAY, player="P1"),
            ev.PlayerDeceased(date=DAY, player="P2", ref="B"),
        ],
        ref="A",
    )
    assert [log.event(position).ref for position in (10, 11)] == ["A", "B"]


def test_events_do_not_change_when_they_are_appended(log: Log) -> None:
    """The caller's event keeps its own fields."""
    death = ev.PlayerDeceased(date=DAY, player="P1")
    log.append([death])
    assert death.position is None
    assert death.recorded is None


def test_the_database_itself_refuses_change(log: Log) -> None:
    """UPDATE and DELETE are refused on events, facts and tiles, whoever asks."""
    for statement in (
        "UPDATE stored_events SET topic = 'x'",
        "DELETE FROM stored_events WHERE rowid = 9",
        "DELETE FROM tiles",
        "UPDATE tiles SET hashes = x'00'",
        "UPDATE facts SET value = 'x'",
        "DELETE FROM facts",
    ):
        with pytest.raises(LedgerError, match="immutable"):
            log.store._query(statement)  # type: ignore[attr-defined]


def test_more_streams_than_memory_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Judgement is the same when standings are forgotten and loaded again in the middle of a file."""
    monkeypatch.setattr("ledger.append.stream_states.KEEP_EVENTS", 4)
    monkeypatch.setattr("ledger.append.stream_states.KEEP_IDS", 3)
    monkeypatch.setattr("ledger.append.append.BATCH", 3)
    players = [ev.PlayerRegistered(date=DAY, player=f"P{n}", name="x", sex="M") for n in range(20)]
    cups = [
        ev.TournamentRegistered(
            date=DAY, tournament=f"T{n}", name="x", start=DAY, end=DAY, rounds=3, rated=()
        )
        for n in range(10)
    ]
    games = [
        ev.GameRecorded(
            date=DAY,
            tournament=f"T{n}",
            round=r,
            board=1,
            first=f"P{n}",
            second=f"P{n + 10}",
            result=ev.Result.DRAW,
        )
        for r in (1, 2, 3)
        for n in range(10)
    ]
    with open_log(tmp_path / "ledger", create=True) as log:
        done = log.append([*players, *cups, *games, *games, *players])
        assert (done.appended, done.duplicates) == (60, 50)
        with pytest.raises(LedgerError) as caught:
            log.append(
                [
                    ev.ByeRecorded(
                        date=DAY, tournament=f"T{n}", round=2, player=f"P{n}", kind="bye"
                    )
                    for n in range(10)
                ]
            )
        assert len(caught.value.problems) == 10


def test_every_type_reads_well(golden: Path) -> None:
    """Every event has a subject and, where there is something to say, a detail in one line."""
    with open_log(":memory:") as log:
        log.append(lines((golden / "every_type.jsonl").read_text()))
        told = {type(event).__name__: (subject(event), detail(event)) for _, event in log.read()}
    assert told["GameCorrected"] == ("T1", "round 1 board 1: P2 0-1 P1 (score sheet misread) [A-1]")
    assert told["PlayersMerged"] == ("P3-again", "is P3")
    assert told["TournamentCorrected"] == ("T1", "end 2020-02-04, place None (the venue moved)")
    assert told["EventWithdrawn"] == ("#13", "(he did not come)")
    assert all(one and "\n" not in text for one, text in told.values())


def test_points_of_a_tournament_are_told_in_a_few_words() -> None:
    """Awards of all rounds as they are; those of some rounds or players are only named."""
    awards = (ev.Award("win", Decimal(3)), ev.Award("extra", Decimal(-1), players=("P1",)))
    day = date(2020, 1, 1)
    event = ev.TournamentRegistered(
        date=day, tournament="T", name="N", start=day, end=day, rounds=1, rated=(), points=awards
    )
    assert "points win=3 extra=-1…" in detail(event)


def test_kept_lines_of_a_report_are_counted_not_shown() -> None:
    """There may be hundreds of them."""
    day = date(2020, 1, 1)
    event = ev.TournamentRegistered(
        date=day,
        tournament="T",
        name="N",
        start=day,
        end=day,
        rounds=1,
        rated=(),
        report=("102 A", "112 B"),
    )
    assert detail(event).endswith("report of 2 lines")


@pytest.mark.parametrize(
    ("day", "is_told"), [("2020-01-31", True), ("2020-02-01", False), ("2020-02-04", True)]
)
def test_a_game_outside_of_its_tournament_is_told_and_appended(
    log: Log, day: str, is_told: bool
) -> None:
    """The tournament lasts from 1 to 3 February. Two games of one wrong day are told once."""
    games = [
        ev.GameRecorded(date=date.fromisoformat(day), tournament="T1", round=2, board=board, first=first, second=second,
                        result=ev.Result.DRAW)
        for board, first, second in ((1, "P1", "P2"), (2, "P3", "P4"))
    ]  # fmt: skip
    done = log.append(games)
    assert done.appended == 2
    told = [warning.wrong for warning in done.warnings]
    assert [f"a game on {day} is outside of tournament 'T1'" in text for text in told] == [
        True
    ] * is_told


def test_a_game_outside_that_stands_already_is_not_told_again(log: Log) -> None:
    late = ev.GameRecorded(
        date=date(2020, 3, 1),
        tournament="T1",
        round=2,
        board=1,
        first="P1",
        second="P2",
        result=ev.Result.DRAW,
    )
    assert len(log.append([late]).warnings) == 1
    assert log.append([late]).warnings == ()


@pytest.mark.parametrize("kind", [ev.FederationSuspended, ev.FederationReinstated])
def test_a_federation_that_no_player_belongs_to_is_told_and_appended(
    log: Log, kind: type[ev.FederationSuspended | ev.FederationReinstated]
) -> None:
    """A mistyped code would suspend nobody. Players of the log, of the same file and transferred ones count."""
    day = date(2020, 2, 1)
    log.append([ev.PlayerTransferred(date=day, player="P1", federation="FRA")])
    done = log.append(
        [
            ev.PlayerRegistered(date=day, player="P9", name="Eva", sex="F", federation="GER"),
            *(kind(date=day, federation=code) for code in ("FRA", "GER", "FRE")),
        ]
    )
    assert done.appended == 4
    (warning,) = done.warnings
    assert warning.wrong == "no player belongs to federation 'FRE'"
    assert "check the code" in warning.remedy


def test_a_dry_run_lets_others_append(tmp_path: Path) -> None:
    """While a file is looked at, another writer appends; a preview holds no lock."""
    from collections.abc import Iterator

    def person(number: int) -> ev.PlayerRegistered:
        return ev.PlayerRegistered(
            date=date(2024, 1, 1), player=f"P{number}", name=f"Somebody {number}", sex="F"
        )

    with open_log(tmp_path / "shared", create=True) as here, open_log(tmp_path / "shared") as there:

        def looked_at() -> Iterator[ev.PlayerRegistered]:
            yield person(1)
            assert there.append([person(2)]).appended == 1
            yield person(3)

        assert here.append(looked_at(), dry_run=True).appended == 2
        assert here.head == 1


def test_a_publication_that_moved_to_another_position_is_refused(log: Log) -> None:
    """Its checkpoint fits, because the log begins the same; but the positions it speaks of may be other events here."""
    checkpoint = log.checkpoint(3)
    published = ev.ListPublished(
        date=DAY, scheme="malaysia", version="1", list_date=DAY, at_position=3, rows=0, root="r",
        checkpoint=checkpoint.text, position=log.head + 3,
    )  # fmt: skip
    with pytest.raises(
        LedgerError, match=rf"was position {log.head + 3} and would become {log.head + 1}"
    ):
        log.append([published])
    assert log.append([replace(published, position=log.head + 1)]).appended == 1
