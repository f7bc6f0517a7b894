"""Who recorded an event: told once, kept for ever, and no reason to take the same event for another one."""

import json
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, Log, content, encode_content, open_log
from ledger import events as ev
from ledger.tree.verify import examine
from replay.commands.main import run
from replay.files import open_file
from replay.simulation.demo import APPEAL, SAMPLE

DAY = date(2020, 2, 2)
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """The command line over an empty ledger."""
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.delenv("RATING_LEDGER_BY", raising=False)
    monkeypatch.setattr("replay.commands.options._chosen", None)

    def call(*words: str | Path) -> tuple[int, str, str]:
        return (run([str(word) for word in words]), *capfd.readouterr())

    call("init")
    return call


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two players; the second line says who recorded it."""
    path = tmp_path / "players.jsonl"
    path.write_text(
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P1","name":"Anna","sex":"F"}\n'
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P2","name":"Bo","sex":"M","by":"the club"}\n'
    )
    return path


def exported(command: Command, *words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in command("export", *words)[1].splitlines()]


def test_by_is_put_on_every_event_that_has_none(command: Command, file: Path) -> None:
    assert command("import", file, "--by", "Lee, office")[0] == 0
    assert [event["by"] for event in exported(command)] == ["Lee, office", "the club"]


def test_the_environment_says_who_unless_the_command_does(
    command: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATING_LEDGER_BY", "night shift")
    assert command("import", file)[0] == 0
    title = file.with_name("title.jsonl")
    title.write_text(
        '{"type":"TitleAwarded","date":"2020-01-01","player":"P1","title":"fide-gm"}\n'
    )
    assert command("import", title, "--by", "Lee")[0] == 0
    assert [event["by"] for event in exported(command)] == ["night shift", "the club", "Lee"]


def test_an_empty_environment_variable_says_nothing(
    command: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RATING_LEDGER_BY", "")
    assert command("import", file)[0] == 0
    assert "by" not in exported(command)[0]


def test_the_log_shows_who(command: Command, file: Path) -> None:
    command("import", file, "--by", "Lee", "--ref", "A-7")
    told = command("log")[1].splitlines()
    assert told[1].endswith('"Anna, F [A-7] by Lee"')
    assert told[2].endswith('"Bo, M [A-7] by the club"')


def test_who_recorded_it_is_part_of_what_is_hashed(
    command: Command, file: Path, tmp_path: Path
) -> None:
    """Somebody who puts another name there is found out."""
    command("import", file, "--by", "Lee")
    path = tmp_path / "ledger" / "log.sqlite"
    path.write_bytes(path.read_bytes().replace(b'"by":"Lee"', b'"by":"Kim"', 1))
    code, out, _ = command("verify")
    assert code == 1 and "position 1: the event or its hash was changed" in out


def test_an_export_is_imported_to_the_same_log_whoever_does_it(
    command: Command, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of an export (they have a position) say who recorded them, or that nobody said; the import tells it."""
    command("import", file)
    command("export", "-o", tmp_path / "all.jsonl")
    monkeypatch.setenv("RATING_LEDGER_BY", "somebody else")
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "copy"))
    command("init")
    code, _, err = command("import", tmp_path / "all.jsonl")
    assert code == 0 and "all.jsonl:1: " in err and "keep who recorded them" in err
    with open_log(tmp_path / "ledger") as one, open_log(tmp_path / "copy") as two:
        assert one.root() == two.root()


EVENTS: list[ev.AnyEvent] = [
    ev.PlayerRegistered(
        date=DAY, player="P9", name="x", sex="M", names={"by": "Беларусь", "a": ',"by":"x"'}
    ),
    ev.TitleAwarded(date=DAY, player="P1", title="IM", note=',"by":"somebody"'),
    ev.TournamentRegistered(
        date=DAY, tournament="T2", name="x", start=DAY, end=DAY, rounds=3, rated=()
    ),
    ev.GameRecorded(
        date=DAY,
        tournament="T1",
        round=2,
        board=1,
        first="P1",
        second="P2",
        result=ev.Result.DRAW,
        ref="R",
    ),
    ev.ByeRecorded(date=DAY, tournament="T1", round=3, player="P3", kind="bye"),
    ev.PlayerEntered(date=DAY, tournament="T1", player="P2"),
    ev.GameCorrected(
        date=DAY, tournament="T1", round=1, board=1, result=ev.Result.DRAW, reason="x"
    ),
    ev.EventWithdrawn(date=DAY, withdraws=7, reason="x"),
    ev.PlayerDeceased(date=DAY, player="P4"),
]


@pytest.mark.parametrize("first", [None, "Lee", 'a "quoted" name\\'])
@pytest.mark.parametrize("then", [None, "Kim"])
def test_the_same_events_again_append_nothing_whoever_brings_them(
    log: Log, first: str | None, then: str | None
) -> None:
    """Who recorded it does not make another event of it, in the same run or in a later one."""
    assert log.append([*EVENTS, *EVENTS], by=first).appended == len(EVENTS)
    again = log.append(EVENTS, by=then)
    assert (again.appended, again.duplicates) == (0, len(EVENTS))
    assert {log.event(position).by for position in range(10, 10 + len(EVENTS))} == {first}
    assert all(check.ok for check in examine(log))


def test_another_event_is_not_taken_for_the_same(log: Log) -> None:
    """Only who recorded it is left out of the comparison."""
    log.append(EVENTS, by="Lee")
    other = ev.TitleAwarded(date=DAY, player="P1", title="IM", note="another paper", by="Lee")
    assert log.append([other]).appended == 1


def test_what_tables_tell_again_in_other_papers_is_known_whoever_recorded_it(
    command: Command, tmp_path: Path
) -> None:
    """Tables are compared with the log but for note and day of registration; a name beside it must not hide it."""
    cup = tmp_path / "cup.jsonl"
    cup.write_text(
        '{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T1","name":"Open","start":"2020-02-01",'
        '"end":"2020-02-03","rounds":3,"rated":["fide-standard"]}\n'
    )
    players, results = tmp_path / "players.csv", tmp_path / "results.csv"
    players.write_text("player,name,sex,date\nP1,Anna,F,2020-01-01\nP2,Bo,M,2020-01-01\n")
    results.write_text(
        "tournament,round,board,first,second,result,date,note\nT1,1,1,P1,P2,1-0,2020-02-01,paper 1\n"
    )
    for file in (players, cup, results):
        assert command("import", file, "--by", "Lee")[0] == 0
    players.write_text(players.read_text().replace("2020-01-01", "2021-05-05"))
    results.write_text(results.read_text().replace("paper 1", "paper 2"))
    for file in (players, results):
        code, out, err = command("import", file)
        assert (code, "nothing appended" in out) == (0, True), out + err


@pytest.mark.parametrize("option", ["--ref", "--by"])
@pytest.mark.parametrize(
    ("text", "said"),
    [("", "is empty"), (" ", "is empty"), ("a\x1b[1m", "ESCAPE"), ("x" * 2001, "2001 characters")],
)
def test_a_ref_or_a_name_that_could_not_be_read_back_is_refused(
    command: Command, file: Path, option: str, text: str, said: str
) -> None:
    """It would be stored for ever, and no command could read the event again."""
    code, _, err = command("import", file, option, text)
    assert (code, said in err) == (2, True), err
    assert exported(command) == []


def test_a_file_that_says_nothing_after_by_is_refused(command: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P","name":"x","sex":"M","by":""}\n'
    )
    code, _, err = command("import", bad)
    assert (code, "bad.jsonl:1" in err, "by" in err) == (2, True, True)


def test_a_log_is_continued_with_names(golden: Path, tmp_path: Path) -> None:
    """Events from before there were names stay as they are; new ones say who."""
    shutil.copy(golden / "v2.sqlite", tmp_path / "log.sqlite")
    with open_log(tmp_path) as log:
        before = log.checkpoint()
        log.append([ev.PlayerDeceased(date=date(2027, 1, 1), player="P1")], by="Lee")
        assert (log.event(39).by, log.event(1).by) == ("Lee", None)
        assert log.checkpoint(38) == before
        again = log.append(open_file(golden / "v2.export.jsonl"), by="Lee")
        assert again.appended == 0
        assert all(check.ok for check in examine(log))


def test_content_says_who() -> None:
    """It stands behind ref and note."""
    event = ev.PlayerDeceased(date=DAY, player="P1", ref="r", by="Lee")
    assert (
        encode_content(event)
        == b'{"type":"PlayerDeceased","date":"2020-02-02","ref":"r","by":"Lee","player":"P1"}'
    )


def test_a_rehearsal_says_who(log: Log) -> None:
    ((_, event),) = log.rehearse([ev.PlayerDeceased(date=DAY, player="P1")], by="Lee")
    assert event.by == "Lee"
    with pytest.raises(LedgerError, match="is empty"):
        log.rehearse([ev.PlayerDeceased(date=DAY, player="P1")], by="")
    assert content(log.stored(9)).count(b"by") == 0


def test_publishing_and_accepting_say_who(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that appends takes --by; the environment variable holds for all of them."""
    command("import", SAMPLE)
    assert command("publish", "cxa-rapid", "2026-01-01", "--by", "Lee")[0] == 0
    monkeypatch.setenv("RATING_LEDGER_BY", "night shift")
    assert command("appeal", APPEAL, "--accept", "--date", "2026-01-01")[0] == 0
    assert (
        command("publish", "cxa-rapid", "2026-01-01", "--revised", "--reason", "corrected")[0] == 0
    )
    assert [event.get("by") for event in exported(command)[-4:]] == [
        None,
        "Lee",
        "night shift",
        "night shift",
    ]
    assert command("verify")[0] == 0


def test_by_without_accept_is_refused(command: Command) -> None:
    """An appeal that appends nothing has nobody to name; the environment variable does no harm to it."""
    code, _, err = command("appeal", APPEAL, "--by", "Lee")
    assert (code, "--by goes with --accept" in err) == (2, True)


def recorders(command: Command, tournament: str) -> dict[str, str | None]:
    """Everything of a tournament but who recorded it, and who did."""
    found: dict[str, str | None] = {}
    for event in exported(command, "--open"):  # a sealed reason is sealed anew in each ledger
        if event.get("tournament") == tournament:
            kept = {
                name: value
                for name, value in event.items()
                if name not in ("position", "recorded", "by", "ref")
            }
            found[json.dumps(kept, sort_keys=True)] = event.get("by")
    return found


def test_a_report_written_and_read_again_says_who_recorded_what(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says it for the columns; a game that somebody else recorded says it itself."""
    stranger = tmp_path / "final.jsonl"
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    mine = next(
        at for at, line in enumerate(lines) if '"GameRecorded"' in line and "harbour-2025" in line
    )
    lines[mine] = lines[mine].replace("}", ',"by":"the night shift"}')
    stranger.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert command("import", stranger, "--by", "Lee, office")[0] == 0
    first = recorders(command, "harbour-2025")
    assert set(first.values()) == {"Lee, office", "the night shift"}
    report = tmp_path / "harbour.trf"
    assert command("export", "--trf", "harbour-2025", "-o", report)[0] == 0
    text = report.read_text(encoding="utf-8")
    assert text.count("### ledger by Lee, office\n") == 1
    assert text.count('### ledger instead {"type":"GameRecorded"') == 1
    monkeypatch.setenv("RATING_LEDGER", str(tmp_path / "second"))
    command("init")
    assert command("import", report, "--by", "somebody else")[0] == 0
    assert recorders(command, "harbour-2025") == first


def test_a_plain_report_has_columns_only_and_shows_what_holds_now(
    command: Command, tmp_path: Path
) -> None:
    """For other programs: no ### lines, the corrected result, and a word about what has no columns."""
    command("import", SAMPLE)
    report = tmp_path / "harbour.trf"
    code, _, said = command("export", "--trf", "harbour-2025", "--plain", "-o", report)
    text = report.read_text(encoding="utf-8")
    assert code == 0 and "1 event has no columns in a report and is left out" in said
    assert "###" not in text and text.startswith("012 ")
    third_round_of_f07 = next(line for line in text.splitlines() if "Novak, Jana" in line)[
        111:121
    ].split()
    assert third_round_of_f07 == ["5", "w", "="], "decision 7/2025"
    assert command("export", "--plain")[0] == 2
