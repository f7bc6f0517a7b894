"""Lines as tired officials write them: what is let in is exact, what is refused says how to write it."""

from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, Log
from ledger.log.moment import position_known
from replay.commands.main import run


def carried(rating: str) -> str:
    return f'{{"type":"RatingCarriedIn","date":"2020-01-01","player":"P1","scheme":"x","rating":{rating}}}\n'


def registered(**fields: str) -> str:
    given = {"player": '"N"', "name": '"New"', "sex": '"M"'} | fields
    return (
        '{"type":"PlayerRegistered","date":"2020-01-01",'
        + ",".join(f'"{k}":{v}' for k, v in given.items())
        + "}\n"
    )


def tournament(control: str) -> str:
    return (
        '{"type":"TournamentRegistered","date":"2020-01-01","tournament":"T9","name":"Open","start":"2020-02-01",'
        f'"end":"2020-02-01","rounds":3,"rated":[],"time_control":{control}}}\n'
    )


@pytest.mark.parametrize(
    ("rating", "wrong"),
    [
        ('"sNaN"', "`rating` is text, expected a number"),
        ('"2450"', "`rating` is text, expected a number"),
        ("1e100000000", "rating 1E+100000000 is out of range"),
        ("1e-100000000", "has more than six decimals"),
        ("2450.00000000000000000000000000000000001", "has more than six decimals"),
    ],
)
def test_numbers_that_cannot_be_kept_exactly_are_refused(
    log: Log, append_text: Any, rating: str, wrong: str
) -> None:
    """A rating is read exactly or refused: nothing is rounded on the way in, nothing breaks."""
    with pytest.raises(LedgerError, match=wrong.replace("+", r"\+")):
        append_text(log, carried(rating))


@pytest.mark.parametrize("spelling", ["2450.5", "2450.50", "24505e-1", "0.24505e4"])
def test_one_number_in_other_spellings_is_one_event(
    log: Log, append_text: Any, spelling: str
) -> None:
    """2450.5 and 24505e-1 are one number: the second comes as a duplicate."""
    append_text(log, carried("2450.5"))
    assert append_text(log, carried(spelling)).duplicates == 1


def test_zero_has_one_spelling(log: Log, append_text: Any) -> None:
    """0, -0 and 0e999999999999999999 are the same opening balance."""
    append_text(log, carried("0"))
    assert append_text(log, carried("-0") + carried("0e999999999999999999")).duplicates == 2


@pytest.mark.parametrize("blank", ["  ", "\t", "   "])
def test_a_key_given_twice_is_found_whatever_the_blanks(
    log: Log, append_text: Any, blank: str
) -> None:
    """Blanks between a key and its colon do not hide that another key stands twice."""
    line = f'{{"type":"PlayerDeceased","date"{blank}:"2020-01-01","player":"P1","player":"P2"}}\n'
    with pytest.raises(LedgerError, match="the key 'player' stands twice"):
        append_text(log, line)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+08:00", "9999-12-31T23:59:59-08:00"])
def test_recorded_at_the_ends_of_time(log: Log, append_text: Any, moment: str) -> None:
    """A recorded time that has no UTC form is refused like any other wrong one."""
    with pytest.raises(LedgerError, match=r"recorded .* cannot be written in UTC"):
        append_text(log, registered(recorded=f'"{moment}"'))


def test_known_at_the_ends_of_time(log: Log) -> None:
    """`--until` with a time that has no UTC form is a message, not a crash."""
    with pytest.raises(LedgerError, match="neither a day, a time nor a position"):
        position_known(log, "9999-12-31T23:00:00-05:00")


@pytest.mark.parametrize(
    ("line", "wrong", "remedy"),
    [
        (registered(sex='"X"'), '`sex` is "X"', "use one of: M, F"),
        (
            registered(born='"1990"'),
            '`born` is text, "1990", expected a whole number',
            'write "born":1990',
        ),
        (registered(player="4711"), "`player` is 4711, expected text", 'write "player":"4711"'),
        (registered(name="null"), "`name` is null", "give `name` a value"),
        (
            tournament('{"base":1,"increment":2,"foo":3}'),
            "time_control has no field `foo`",
            "base, increment, moves",
        ),
        (
            tournament('{"base":1,"increments":2}'),
            "time_control has no field `increments`",
            "`increment`?",
        ),
        (tournament('{"base":1}'), "time_control needs `increment`", "add the field `increment`"),
        (
            tournament('{"base":"5400","increment":30}'),
            '`time_control.base` is text, "5400", expected a whole number',
            'write "base":5400',
        ),
        (
            '{"type":"GameRecorded","date":"2020-02-02","tournament":"T1","round":2,"board":1,"first":"P1",'
            '"second":"P3","result":"1-0","stage":null}\n',
            "`stage` is null",
            "leave `stage` out",
        ),
        (
            '{"type":"GameRecorded","date":"2020-02-02","tournament":"T1","round":2,"board":1,"first":"P1",'
            '"second":"P3","result":"1-0","stage":"finale"}\n',
            '`stage` is "finale"',
            "use one of: main, playoff, last16, quarterfinal, semifinal, final,",
        ),
        (
            '{"type":"GameRecorded","date":"2020-02-02","tournament":"T1","round":"two","board":1,"first":"P1",'
            '"second":"P3","result":"1-0"}\n',
            '`round` is text, "two", expected a whole number',
            "write a number without quotation marks",
        ),
    ],
)
def test_the_remedy_can_be_typed_in(
    log: Log, append_text: Any, line: str, wrong: str, remedy: str
) -> None:
    """Whoever wrote the line learns what to write instead, also inside of time_control."""
    with pytest.raises(LedgerError) as caught:
        append_text(log, line)
    assert caught.value.problems[0].wrong.startswith(wrong)
    assert remedy in caught.value.problems[0].remedy
    assert "$" not in str(caught.value)


def test_a_byte_order_mark_alone_is_an_empty_file(log: Log, append_text: Any) -> None:
    """A file that an editor saved empty is told to be empty, not cut off."""
    with pytest.raises(LedgerError, match="there are no events in it"):
        append_text(log, b"\xef\xbb\xbf")


def test_null_where_nothing_is_known_is_harmless(log: Log, append_text: Any) -> None:
    """Optional fields given as null are the same event as without them."""
    append_text(log, registered())
    absent = registered(
        born="null", federation="null", names="null", ref="null", recorded="null", position="null"
    )
    assert append_text(log, absent).duplicates == 1


def test_a_mistyped_player_is_told(
    tmp_path: Path, golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`log` of somebody who does not occur is refused, and says how to look for names."""
    ledger = str(tmp_path / "ledger")
    assert run(["--ledger", ledger, "init"]) == 0
    assert run(["--ledger", ledger, "import", str(golden / "every_type.jsonl")]) == 0
    capsys.readouterr()
    assert run(["--ledger", ledger, "log", "--player", "nobody", "--format", "csv"]) == 2
    out, err = capsys.readouterr()
    assert not out and "there is no player 'nobody'" in err and "find looks for players" in err


def opened(**fields: str) -> str:
    given = {
        "start": '"2020-02-01"',
        "end": '"2020-02-03"',
        "rounds": "3",
        "rated": '["fide-standard"]',
    } | fields
    return (
        '{"type":"TournamentRegistered","date":"2020-01-01","tournament":"T9","name":"Open",'
        + ",".join(f'"{k}":{v}' for k, v in given.items())
        + "}\n"
    )


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (carried("2000").replace("2020-01-01", "0024-03-01"), "date 0024-03-01 is out of range"),
        (carried("2000").replace("2020-01-01", "9999-12-31"), "date 9999-12-31 is out of range"),
        (opened(start='"0202-02-01"'), "start 0202-02-01 is out of range"),
        (opened(end='"2920-02-03"'), "end 2920-02-03 is out of range"),
        (opened(rounds="50000"), "`rounds` is 50000"),
        (
            opened(rated='["fide-standard "]'),
            "scheme id 'fide-standard ' begins or ends with a space",
        ),
        (opened(rated='["x\\nfide-standard"]'), "LINE FEED (U+000A)"),
        (
            '{"type":"TournamentCorrected","date":"2020-01-01","tournament":"T1","reason":"x","rounds":50000}\n',
            "`rounds` is 50000",
        ),
        (
            '{"type":"TournamentCorrected","date":"2020-01-01","tournament":"T1","reason":"x",'
            '"registered":"0020-01-01"}\n',
            "registered 0020-01-01 is out of range",
        ),
        (
            '{"type":"GameRecorded","date":"2020-02-01","tournament":"T1","stage":"playoff","round":40000,"board":1,'
            '"first":"P1","second":"P2","result":"1-0"}\n',
            "`round` is 40000",
        ),
    ],
)
def test_a_slip_that_no_list_could_bear_is_refused(
    log: Log, append_text: Any, line: str, wrong: str
) -> None:
    """A mistyped year or number of rounds would stand in the log for ever and stop every list after it."""
    with pytest.raises(LedgerError) as caught:
        append_text(log, line)
    assert wrong in caught.value.problems[0].wrong


@pytest.mark.parametrize("ending", ["csv", "json", "parquet", "xlsx"])
def test_a_folder_that_is_not_there_is_told_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    """-o into a missing folder: the file's name and what to do, whatever the form."""
    ledger = str(tmp_path / "ledger")
    run(["--ledger", ledger, "init"])
    capsys.readouterr()
    out = tmp_path / "missing" / f"log.{ending}"
    assert run(["--ledger", ledger, "log", "-o", str(out)]) == 2
    assert f"rating-ledger: {out}: cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("end", ["n", "nul", "tru", "fals"])
def test_a_line_cut_off_within_a_word_is_told(log: Log, append_text: Any, end: str) -> None:
    before = log.head
    with pytest.raises(LedgerError, match="cut off in the middle"):
        append_text(
            log, '{"type":"PlayerRegistered","date":"2020-01-01","player":"P9","name":' + end
        )
    assert log.head == before
