"""The office at the desk: import with a preview, events by form, appeals, publishing; everything says who."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger import open_log
from ledger.events import KeyAnnounced, PlayerRegistered
from ledger.tree.note import SigningKey
from replay.commands.main import run
from replay.files import InputFile
from replay.web.page import Page
from tests.builders import carried, decoded, event, player
from tests.replay.web.conftest import Answer, Client

CHAN, PAULA = "Chan Tai Man", "Paula"
PLAYERS = b"Player ID,Name,Sex,Federation,Registered\nN1,New One,F,FRA,2026-01-01\nN2,New Two,M,FRA,2026-01-01\n"


@pytest.fixture
def chan(client: Client) -> Client:
    client.sign_in(CHAN)
    return client


def head(client: Client) -> int:
    return int(client.site.desk.log.head)


def newest(client: Client, number: int = 1) -> list[Any]:
    log = client.site.desk.log
    return [event for _, event in log.read(log.head - number)]


def ended(client: Client, answer: Answer) -> Answer:
    """The answer itself; if it takes long, once its job has ended."""
    while "/jobs/" in answer.url:
        path = "/" + answer.url.removeprefix(client.site.address)
        client.site.desk.jobs.get(path.rpartition("/")[2].partition("?")[0]).wait()
        answer = client.open(path)
    return answer


def previewed(client: Client, name: str, content: bytes, **fields: str) -> Answer:
    """Where an import goes on once its file was sent: who is who, the preview, or what is wrong with it."""
    client.open("/office/import")
    return ended(client, client.send("/office/import", (name, content), **fields))


def append_form(answer: Answer) -> str:
    form = re.search(r'action="(/office/import/[^"]+/preview)"', answer.text)
    assert form, answer.text
    return form[1]


def text_of(answer: Answer) -> str:
    """What somebody reads on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


# Import


def test_a_preview_shows_what_would_be_appended_and_stores_nothing(chan: Client) -> None:
    before = head(chan)
    shown = previewed(chan, "players.csv", PLAYERS)
    assert "This file adds 2 new players." in shown.text and "Nothing is stored yet" in shown.text
    assert "players.csv:2" in shown.text and "New Two" in shown.text
    assert head(chan) == before
    done = ended(chan, chan.send(append_form(shown)))
    assert "players.csv is in the log" in done.text
    assert f"#{before + 1}–#{before + 2}" in done.text
    assert [(event.player, event.by) for event in newest(chan, 2)] == [("N1", CHAN), ("N2", CHAN)]
    assert 'href="/players/N1"' in chan.open("/find?q=new+one").text


ENTRIES = b"""Tournament ID,Player,Date\nking-2025,ines castro,2026-01-05\nking-2025,F01,2026-01-05
"""


def test_whoever_is_signed_in_stays_so_at_an_address_that_does_not_exist(chan: Client) -> None:
    for path in ("/office/nothing", "/nowhere"):
        answer = chan.open(path)
        assert answer.status == 404 and CHAN in answer.text and "Sign out" in answer.text


def test_a_preview_is_about_now_and_cannot_be_looked_at_as_known_then(chan: Client) -> None:
    shown = previewed(chan, "one.csv", b"Player ID,Name,Sex,Date\nX09,Ho Nine,F,2026-01-05\n")
    assert "As known on" not in shown.text and "Back to event" not in shown.text


def cells(answer: Answer) -> list[list[str]]:
    """The rows of all tables of a page, as texts."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text, re.S)
    found = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in found]


def test_a_preview_says_how_many_players_are_new_and_who_they_are(chan: Client) -> None:
    shown = text_of(previewed(chan, "players.csv", PLAYERS))
    assert "This file adds 2 new players." in shown and "New One" in shown and "N1" in shown
    people = ended(chan, chan.send("/office/import", ("entries.csv", ENTRIES)))
    assert "This file adds 2 other events." in people.text


REPORT = "".join(
    [
        "012 Harbour Cup\n022 Hong Kong\n032 HKG\n042 2026/03/01\n052 2026/03/01\n062 3\n092 Individual: Round-Robin\n",
        f"001 {1:4} m    {'Chan, Alpha':33} {'':4} HKG {77:>11} 1990/00/00  1.0    1     2 w 1\n",
        f"001 {2:4} w    {'Castro, Ines':33} {'':4} ESP {'':>11} 1991/00/00  0.0    2     1 b 0\n",
        f"001 {3:4} w    {'Unheard, Of':33} {'':4} MAS {'':>11} 1992/00/00  0.0    3  \n",
    ]
)


def test_names_that_leave_open_who_is_meant_are_decided_at_the_desk(chan: Client) -> None:
    """One is similar to a player of the ledger, one to nobody; neither is decided by itself."""
    before = head(chan)
    people = previewed(chan, "cup.trf", REPORT.encode())
    assert people.url.endswith("/people") and "3 need you" in people.text
    assert "checked" not in people.text, "nothing is preselected"
    address = "/" + people.url.removeprefix(chan.site.address)
    wrong = chan.send(address, **{"is.2": "other", "other.2": "nobody called so", "go": "yes"})
    assert wrong.status == 400 and "nobody in the ledger is called" in wrong.text
    half = chan.send(address, **{"is.2": "F05", "go": "yes"})
    assert "2 names are still to be decided" in half.text and "Unheard, Of" in half.text
    whole = ended(chan, chan.send(address, accept_new="yes", go="yes"))
    assert whole.url.endswith("/preview") and "3: 1 known, 2 new" in whole.text
    assert head(chan) == before
    ended(chan, chan.send(append_form(whole)))
    games = [
        event
        for event in newest(chan, head(chan) - before)
        if type(event).__name__ == "GameRecorded"
    ]
    assert [(game.first, game.second, game.by) for game in games] == [("77", "F05", CHAN)]


def test_what_is_in_the_log_already_is_not_appended_again(chan: Client) -> None:
    ended(chan, chan.send(append_form(previewed(chan, "players.csv", PLAYERS))))
    before = head(chan)
    again = previewed(chan, "players.csv", PLAYERS)
    assert "Everything in this file is in the log already." in again.text
    assert "Append to the log" not in again.text and head(chan) == before


def test_a_bad_file_is_told_line_by_line_and_nothing_is_stored(chan: Client) -> None:
    before = head(chan)
    bad = b"Player ID,Name,Sex,Federation,Registered\nN1,New One,F,FRA,2026-01-01\nN2,New Two,X,FRA,soon\n"
    answer = previewed(chan, "players.csv", bad)
    assert "players.csv:3" in answer.text and "nothing is stored" in answer.text
    assert 'type="file"' in answer.text and "Append to the log" not in answer.text
    assert head(chan) == before
    for name, content in (
        ("empty.csv", b""),
        ("x.bin", b"\x00\x01\x02"),
        ("x.jsonl", b'{"type": "Nothing"}\n'),
    ):
        assert "nothing is stored" in previewed(chan, name, content).text, name
    assert "choose a file" in chan.send("/office/import").text
    assert head(chan) == before


def test_a_file_is_judged_again_if_the_log_has_grown(chan: Client) -> None:
    from datetime import date

    shown = previewed(chan, "players.csv", PLAYERS)
    with open_log(chan.site.folder) as log:
        log.append(
            [PlayerRegistered(player="N1", name="Somebody Else", sex="M", date=date(2026, 1, 1))]
        )
    before = head(chan)
    refused = ended(chan, chan.send(append_form(shown)))
    assert (
        "judged again" in refused.text
        and "players.csv:2" in refused.text
        and "nothing is stored" in refused.text
    )
    assert head(chan) == before
    with open_log(chan.site.folder) as log:
        log.append([PlayerRegistered(player="Z9", name="Another", sex="M", date=date(2026, 1, 1))])
    other = PLAYERS.replace(b"N1", b"N3")
    shown = previewed(chan, "players.csv", other)
    with open_log(chan.site.folder) as log:
        log.append([PlayerRegistered(player="Z8", name="Another", sex="F", date=date(2026, 1, 1))])
    done = ended(chan, chan.send(append_form(shown)))
    assert "judged again" in done.text and "2 new players" in done.text


def test_nobody_appends_in_another_name_or_time_or_publishes_by_a_file(chan: Client) -> None:
    event = {
        "type": "PlayerRegistered",
        "player": "N5",
        "name": "New Five",
        "sex": "F",
        "date": "2026-01-01",
    }
    done = previewed(chan, "e.jsonl", json.dumps(event | {"by": "the president"}).encode())
    ended(chan, chan.send(append_form(done)))
    assert newest(chan)[0].by == CHAN
    before = head(chan)
    for more in ({"recorded": "2026-06-01T00:00:00Z"}, {"position": before + 1}):
        refused = previewed(chan, "e.jsonl", json.dumps(event | {"player": "N6"} | more).encode())
        assert "recorded elsewhere" in refused.text and "e.jsonl:1" in refused.text
    published = json.loads(chan.open(f"/published/{newest_publication(chan)}.json").text)
    line = json.dumps(
        {"type": "ListPublished"} | published | {"recorded": None, "position": None}
    ).encode()
    refused = previewed(chan, "e.jsonl", line)
    assert "Append to the log" not in refused.text and head(chan) == before


def newest_publication(client: Client) -> int:
    return int(client.site.desk.log.published()[-1])


def test_a_reference_and_what_a_file_leaves_open_are_taken_from_the_form(chan: Client) -> None:
    undated = b"Player ID,Name,Sex,Federation\nN1,New One,F,FRA\n"
    assert "players.csv:1" in previewed(chan, "players.csv", undated).text
    shown = previewed(chan, "players.csv", undated, date="2026-02-03", ref="letter 9/2026")
    ended(chan, chan.send(append_form(shown)))
    (event,) = newest(chan)
    assert (str(event.date), event.ref) == ("2026-02-03", "letter 9/2026")
    kept = chan.send("/office/import", ("p.csv", undated), date="someday", ref="letter 9/2026")
    assert kept.status == 400 and "someday" in kept.text and 'value="letter 9/2026"' in kept.text


def test_an_import_is_for_the_office_alone_and_says_what_came_of_it(
    chan: Client, office: Any
) -> None:
    """Colleagues go on where somebody has left; readers see nothing; once appended, every page of it says so."""
    address = append_form(previewed(chan, "players.csv", PLAYERS))
    stranger = Client(office)
    assert "/sign-in" in stranger.open(address).url
    stranger.sign_in("Rita")
    assert stranger.open(address).status == 403 and stranger.send(address).status == 403
    colleague = Client(office)
    colleague.sign_in(PAULA)
    assert "This file adds 2 new players." in colleague.open(address).text
    assert "players.csv is in the log" in ended(chan, chan.send(address)).text
    before = head(chan)
    again = ended(colleague, colleague.send(address))
    assert again.status == 200 and "players.csv is in the log" in again.text
    assert head(chan) == before and "Nothing is stored yet" not in again.text


def test_a_name_of_a_file_leads_nowhere_else(chan: Client, tmp_path: Path) -> None:
    shown = previewed(chan, "../../../../players.csv", PLAYERS)
    assert "This file adds 2 new players." in shown.text and "../" not in shown.text


def test_a_file_that_is_too_large_is_refused_with_a_page(sample: Path, tmp_path: Path) -> None:
    from replay.web.access import Access
    from replay.web.app import DeskOptions
    from tests.replay.web.conftest import CHEAP, PEOPLE, running, write_office

    access = Access(write_office(tmp_path / "office.toml", *PEOPLE), hasher=CHEAP)
    with running(sample, DeskOptions(access, most_sent=1_000_000)) as site:
        client = Client(site)
        client.sign_in(CHAN)
        client.open("/office/import")
        refused = client.send("/office/import", ("players.csv", PLAYERS + b"x" * 1_000_000))
        assert (
            refused.status == 413
            and "the desk takes 1 MB" in refused.text
            and "ask whoever runs the desk" in refused.text
        )
        assert "<h1>This cannot be taken</h1>" in refused.text
        small = Client(site)
        small.open("/sign-in")
        assert small.send("/sign-in", name="x" * 200_000, password="x").status == 413


# One event by form


def test_a_player_is_registered_by_form(chan: Client) -> None:
    form = chan.open("/office/record/player")
    assert form.status == 200 and 'name="names.zh"' in form.text
    typed = {
        "player": "N1",
        "name": "New One",
        "sex": "F",
        "federation": "FRA",
        "date": "2026-01-01",
        "ref": "letter 3",
    }
    before = head(chan)
    shown = chan.send("/office/record/player", **typed)
    assert (
        "Append this?" in shown.text
        and "PlayerRegistered N1" in shown.text
        and head(chan) == before
    )
    done = chan.send("/office/record/player", **typed, confirmed="yes")
    assert (
        f"Appended at position {before + 1}." in done.text
        and f'href="/log/{before + 1}"' in done.text
    )
    (event,) = newest(chan)
    assert (event.player, event.by, event.ref) == ("N1", CHAN, "letter 3")
    again = chan.send("/office/record/player", **typed, confirmed="yes")
    assert "in the log already" in again.text and head(chan) == before + 1


def test_names_are_understood_and_shown_before_anything_is_appended(chan: Client) -> None:
    typed = {"player": "ines castro", "federation": "ESP", "date": "2026-03-01"}
    shown = chan.send("/office/record/transfer", token=chan.token, **typed)
    assert (
        "PlayerTransferred F05" in shown.text and "<dt>F05</dt><dd>Castro, Inés</dd>" in shown.text
    )
    chan.send("/office/record/transfer", **typed, confirmed="yes")
    assert newest(chan)[0].player == "F05"


def test_a_mistake_keeps_what_was_typed_and_is_told_beside_the_form(chan: Client) -> None:
    before = head(chan)
    typed = {
        "tournament": "river-cup-2025",
        "round": "many",
        "board": "1",
        "result": "1-0",
        "reason": "score sheet",
    }
    answer = chan.send("/office/record/correction", token=chan.token, **typed)
    assert answer.status == 400 and "round" in answer.text and "many" in answer.text
    for name in ("tournament", "reason"):
        assert f'value="{typed[name]}"' in answer.text
    assert re.search(r'<option value="1-0" selected', answer.text)
    missing = chan.send("/office/record/correction", tournament="river-cup-2025")
    assert missing.status == 400 and head(chan) == before
    assert chan.open("/office/record/nonsense").status == 404


def test_every_kind_of_event_has_a_form_with_all_its_columns(chan: Client) -> None:
    from replay.files.tables import KINDS

    start = chan.open("/office/record").text
    for kind in KINDS.values():
        assert f'href="/office/record/{kind.command}"' in start
        text = chan.open(f"/office/record/{kind.command}").text
        wanted = [
            c.field for c in kind.columns if not (kind.is_ranking and c.field in ("rank", "player"))
        ]
        assert set(re.findall(r'id="field-([^"]+)"', text)) == {
            *wanted,
            *(["ranking"] if kind.is_ranking else []),
        }


def test_a_tournament_is_closed_with_its_ranking(chan: Client) -> None:
    ended(chan, chan.send(append_form(previewed(chan, "cup.jsonl", CUP))))
    assert 'href="/office/record/closing?tournament=cup"' in chan.open("/office").text
    assert 'value="cup"' in chan.open("/office/record/closing?tournament=cup").text
    typed = {"tournament": "cup", "date": "2026-02-02", "ranking": "ines castro\r\nF01\r\n"}
    shown = chan.send("/office/record/closing", **typed)
    assert "TournamentClosed cup" in shown.text
    chan.send("/office/record/closing", **typed, confirmed="yes")
    assert (newest(chan)[0].tournament, list(newest(chan)[0].ranking)) == ("cup", ["F05", "F01"])
    assert "tournament=cup" not in chan.open("/office").text


CUP = b"".join(
    json.dumps(each).encode() + b"\n"
    for each in (
        {"type": "TournamentRegistered", "tournament": "cup", "name": "Cup", "start": "2026-02-01", "end": "2026-02-01",
         "rounds": 1, "rated": ["fide-standard"], "date": "2026-01-01"},
        {"type": "GameRecorded", "tournament": "cup", "round": 1, "board": 1, "first": "F05", "second": "F01",
         "result": "1-0", "date": "2026-02-01"},
    )
)  # fmt: skip


# Appeals


def test_an_appeal_is_allowed_with_grounds_and_reference(chan: Client) -> None:
    words = "tournament=river-cup-2025&round=1&board=1&result=1/2-1/2"
    workbench = chan.open(f"/appeal?{words}")
    assert 'id="decide"' in workbench.text
    typed = {"tournament": "river-cup-2025", "round": "1", "board": "1", "result": "1/2-1/2"}
    typed["decision"] = "allow"
    before = head(chan)
    missing = chan.send("/office/appeal", **typed, reason="score sheet")
    assert (
        missing.status == 400
        and "grounds and a reference" in missing.text
        and ">score sheet</textarea>" in missing.text
    )
    assert head(chan) == before
    done = chan.send("/office/appeal", **typed, reason="score sheet", ref="decision 4/2026")
    assert "Appeal allowed" in done.text and f"Appended at position {before + 1}." in done.text
    (event,) = newest(chan)
    assert (event.by, event.reason, event.ref) == (CHAN, "score sheet", "decision 4/2026")
    paper = chan.open(f"/appeal/paper?accepted={before + 1}..{before + 1}")
    assert f"accepted={before + 1}..{before + 1}" in done.text
    assert "Nothing has been appended" not in paper.text and "stand in the log" in paper.text
    (row,) = [row for row in cells(paper) if row and row[0] == f"#{before + 1}"]
    assert row[3:] == [CHAN, "score sheet", "decision 4/2026"]
    again = chan.open(
        f"/appeal/paper?{words}&reason=score+sheet&ref=decision+4/2026"
    )  # printed once more later
    assert row in cells(again) and "Nothing has been appended" not in again.text
    for span in ("0..1", "5", f"{before}..{before + 9}", "9..8"):
        assert chan.open(f"/appeal/paper?accepted={span}").status == 400, span


def test_the_papers_before_and_after_an_acceptance_tell_the_same_changes(chan: Client) -> None:
    words = "tournament=river-cup-2025&round=1&board=1&result=1/2-1/2"
    first = chan.open(f"/appeal/paper?{words}")
    chan.open(f"/appeal?{words}")
    game = {"tournament": "river-cup-2025", "round": "1", "board": "1", "result": "1/2-1/2"}
    chan.send("/office/appeal", **game, decision="allow", reason="score sheet", ref="4/2026")
    second = chan.open(f"/appeal/paper?accepted={head(chan)}..{head(chan)}")
    changes = [
        [row for row in cells(paper) if row and row[0].split()[-1] in ("C01", "C06")]
        for paper in (first, second)
    ]
    assert changes[0] == changes[1] != []


def test_the_workbench_offers_the_decision_to_those_who_may_decide(client: Client) -> None:
    words = "/appeal?tournament=river-cup-2025&round=1&board=1&result=1/2-1/2"
    assert "Sign in to decide" in client.open(words).text
    client.sign_in("Rita")
    text = client.open(words).text
    assert "Sign in to decide" not in text and 'id="decide"' not in text
    client.sign_in(CHAN)
    text = client.open(words).text
    assert 'id="decide"' in text and "Sign in to decide" not in text
    led = client.open(words.replace("/appeal?", "/office/appeal?"))
    assert led.url.endswith("result=1%2F2-1%2F2") and 'id="decide"' in led.text, "after signing in"


def test_a_job_of_the_office_is_seen_by_whoever_began_it_and_by_publishers(
    chan: Client, office: Any
) -> None:
    def work(progress: Any) -> Page:
        return Page(title="New One")

    job = chan.site.desk.jobs.start("Import of players.csv", work, owner=CHAN)
    job.wait()
    path = job.address
    stranger, rita, paula = Client(office), Client(office), Client(office)
    rita.sign_in("Rita")
    paula.sign_in(PAULA)
    assert "/sign-in" in stranger.open(path).url
    refused = rita.open(path)
    assert (
        refused.status == 403 and "somebody else" in refused.text and "New One" not in refused.text
    )
    assert "New One" in paula.open(path).text and "New One" in chan.open(path).text
    assert stranger.open(path + ".json").status == 401 and rita.open(path + ".json").status == 403


# Publishing


def test_a_list_is_published_after_its_receipt_was_seen(client: Client) -> None:
    client.sign_in(PAULA)
    before = head(client)
    shown = ended(client, client.send("/office/publish", scheme="fide-standard", date="2025-11-01"))
    digest = re.search(r'name="digest" value="([^"]+)"', shown.text)
    assert (
        digest
        and "nothing is published yet" in shown.text
        and "Receipt" in shown.text
        and head(client) == before
    )
    asked = {"scheme": "fide-standard", "date": "2025-11-01", "digest": digest[1]}
    done = ended(client, client.send("/office/publish", **asked))
    assert (
        f"Published at position {before + 1}." in done.text
        and f'href="/published/{before + 1}"' in done.text
    )
    (event,) = newest(client)
    assert (event.scheme, event.by) == ("fide-standard", PAULA) and event.root.startswith(
        "sha256-tree:"
    )
    again = ended(client, client.send("/office/publish", scheme="fide-standard", date="2025-11-01"))
    assert "Published already" in again.text and 'name="digest"' not in again.text


def test_before_a_list_is_published_it_says_why_players_are_new_or_gone(client: Client) -> None:
    """The list of January is published; since then one was registered with a rating, and one has died."""
    client.site.desk.log.append(
        decoded(
            *player("N1", name="New One", date="2026-02-01"),
            *carried("cxa-rapid", "2026-02-01", {"N1": "2100.0"}),
            event("PlayerDeceased", "2026-03-01", player="C02"),
        )
    )
    client.sign_in("Paula")
    page = text_of(client.open("/office/publish?scheme=cxa-rapid&date=2026-10-01"))
    assert re.search(r"New One .* new 2100.0 \d+ Carried in", page), page
    assert re.search(r"gone [\d.]+ before Died on 1 Mar 2026", page), page


def test_what_has_changed_since_a_list_was_published_is_told_column_by_column(
    client: Client,
) -> None:
    client.sign_in(PAULA)
    claim = {
        "tournament": "river-cup-2025",
        "round": "5",
        "board": "1",
        "result": "1-0",
    }  # C01 had lost
    client.send(
        "/office/appeal", **claim, decision="allow", reason="score sheet", ref="decision 8/2026"
    )
    shown = ended(client, client.send("/office/publish", scheme="cxa-rapid", date="2026-01-01"))
    rows = cells(shown)
    ratings = {row[0]: row[1:] for row in rows if len(row) == 5}
    others = {row[0]: row[1:] for row in rows if len(row) == 3}
    assert len(ratings) == 2, "those who played that game"
    assert all(re.fullmatch(r"[\d.]+", text) for row in ratings.values() for text in row[:2])
    through = "own game in River Cup Rapid 2025, round 5 board 1"
    assert {row[3] for row in ratings.values()} == {through}
    assert others == {"C04": ["rank 3", "rank 2"]}, "whoever takes a place by it"
    later = ended(client, client.send("/office/publish", scheme="cxa-rapid", date="2027-01-01"))
    sentence = later.text.partition("The last list has changed since it was published:")[2][:200]
    assert "largest change" in sentence and not re.search(r"C\d\d|-\d", sentence), sentence


def test_a_revision_without_a_reason_is_refused_by_the_server_too(client: Client) -> None:
    """A browser asks for it; whoever sends the form in another way is told the same, in words of the page."""
    client.sign_in("Paula")
    correction = {"tournament": "river-cup-2025", "round": "1", "board": "1", "result": "0-1"}
    told = {"date": "2026-02-01", "reason": "score sheets", "confirmed": "1"}
    client.send("/office/record/correction", **correction, **told)
    before = head(client)
    asked = {"scheme": "cxa-rapid", "date": "2026-01-01"}
    shown = ended(client, client.send("/office/publish", **asked))
    digest = re.search(r'name="digest" value="([^"]*)"', shown.text)
    assert digest and "Why this list is revised" in shown.text
    refused = ended(client, client.send("/office/publish", **asked, digest=digest[1], note="  "))
    assert "has no reason" in refused.text and "--reason" not in refused.text
    assert head(client) == before
    done = ended(client, client.send("/office/publish", **asked, digest=digest[1], note="sheets"))
    assert "is published" in done.text and "sheets" in done.text and head(client) == before + 1


def test_a_list_of_a_day_to_come_is_published_only_if_that_is_said(client: Client) -> None:
    client.sign_in(PAULA)
    before = head(client)
    asked = {"scheme": "fide-standard", "date": f"{date.today().year + 1}-07-01"}
    shown = ended(client, client.send("/office/publish", **asked))
    digest = re.search(r'name="digest" value="([^"]+)"', shown.text)
    assert digest and "days from now" in shown.text and 'name="ahead"' in shown.text
    refused = ended(client, client.send("/office/publish", **asked, digest=digest[1]))
    assert refused.status == 400 and "to come" in refused.text and head(client) == before
    done = ended(client, client.send("/office/publish", **asked, ahead="yes", digest=digest[1]))
    assert f"Published at position {before + 1}." in done.text


def test_a_rating_that_was_published_and_is_another_now_is_shown_as_both(client: Client) -> None:
    """The page of the rating, of the player, of the list and of publications: what was published, and what is now."""
    client.sign_in(PAULA)
    listed = "/lists/cxa-rapid/2026-01-01"
    before = client.open(f"{listed}.csv").text
    claim = {
        "tournament": "river-cup-2025",
        "round": "5",
        "board": "1",
        "result": "1-0",
    }  # C01 had lost
    client.send(
        "/office/appeal", **claim, decision="allow", reason="score sheet", ref="decision 8/2026"
    )
    published = re.search(r'href="(/published/\d+)"', client.open("/published").text)
    assert published
    assert "differs" in client.open("/published").text
    assert "differs" in client.open(listed).text and published[1] in client.open(listed).text
    assert "2556.7" in before
    rating = client.open("/players/C01/cxa-rapid/2026-01-01").text
    assert published[1] in rating and "of the published rating, 2556.7" in rating
    assert "2556.7" not in client.open(f"{listed}.csv").text
    assert "published 2556.7" in client.open(listed).text


def test_a_list_that_is_another_than_the_one_seen_is_shown_first(client: Client) -> None:
    client.sign_in(PAULA)
    asked = {"scheme": "cxa-rapid", "date": "2025-10-01", "digest": "sha256:something-else"}
    before = head(client)
    answer = ended(client, client.send("/office/publish", **asked))
    assert "another list than the one you saw" in answer.text and 'name="digest"' in answer.text
    assert head(client) == before


def test_a_day_without_a_list_is_told_with_the_list_in_force(client: Client) -> None:
    client.sign_in(PAULA)
    answer = client.send("/office/publish", scheme="fide-standard", date="2025-11-05")
    assert (
        answer.status == 400 and "2025-11-01" in answer.text and 'value="2025-11-05"' in answer.text
    )
    for wrong in ({"scheme": "nothing", "date": "2025-11-01"}, {"scheme": "fide-standard", "date": "x"},
                  {"scheme": "fide-standard", "date": "2025-11-01", "reading": "x=y"}):  # fmt: skip
        assert client.send("/office/publish", **wrong).status == 400


# Signing


@pytest.fixture
def key(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SigningKey:
    """The ledger's own key: announced in its log, and at hand for the desk."""
    from datetime import date

    made, file = SigningKey.new(client.site.desk.log.origin), tmp_path / "office.key"
    file.touch(mode=0o600)
    file.write_text(made.text + "\n")
    client.site.desk.log.append([KeyAnnounced(date=date(2026, 1, 2), key=made.public.text)])
    monkeypatch.setenv("RATING_LEDGER_KEY", str(file))
    return made


def published_here(client: Client) -> Answer:
    client.sign_in(PAULA)
    asked = {"scheme": "fide-standard", "date": "2025-11-01"}
    shown = ended(client, client.send("/office/publish", **asked))
    digest = re.search(r'name="digest" value="([^"]+)"', shown.text)
    assert digest, shown.text
    return ended(client, client.send("/office/publish", **asked, digest=digest[1]))


def test_what_is_published_and_proved_here_is_signed_with_the_announced_key(
    client: Client, key: SigningKey, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Published at position" in published_here(client).text
    at, file = head(client), tmp_path / "proof.json"
    for path in (f"/log/{at}/proof.json", f"/published/{at}/proof.json?player=F05"):
        file.write_text(client.open(path).text)
        assert run(["check-proof", str(file), "--key", key.public.text]) == 0, (
            capsys.readouterr().err
        )
        stranger = SigningKey.new(client.site.desk.log.origin).public.text
        assert run(["check-proof", str(file), "--key", stranger]) == 1


def test_without_the_announced_key_nothing_is_published_and_proofs_are_unsigned(
    client: Client, key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RATING_LEDGER_KEY")
    before = head(client)
    refused = published_here(client).text
    assert (
        "none is given to sign with" in refused
        and "ask whoever runs the desk" in refused
        and head(client) == before
    )
    assert json.loads(client.open("/log/1/proof.json").text)["checkpoint"].endswith("\n\n")


# Reading goes on


def test_pages_are_read_while_a_file_is_imported(
    chan: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import stands still in the middle of its file until the test lets it go on."""
    from threading import Event

    shown = previewed(chan, "players.csv", PLAYERS)
    arrived, go_on = Event(), Event()
    items_of = InputFile.items

    def slow(*given: Any, **how: Any) -> Any:
        def items(read: Any) -> Any:
            for item in read:
                yield item
                arrived.set()
                assert go_on.wait(60)

        read = items_of(*given, **how)
        return type(read)(read.name, items(read))

    monkeypatch.setattr(InputFile, "items", slow)
    before = head(chan)
    try:
        running = chan.send(append_form(shown))
        assert (
            arrived.wait(60)
            and "Appending players.csv" in running.text
            and "progress" in running.text
        )
        for path in ("/", "/players/F05", "/log", "/office"):
            assert chan.open(path).status == 200
        assert head(chan) == before and "Nothing fits" in chan.open("/find?q=new+one").text
    finally:
        go_on.set()
    assert "players.csv is in the log" in ended(chan, running).text


def test_a_foul_typed_again_is_a_second_one_and_a_form_sent_twice_is_not(chan: Client) -> None:
    """Whoever confirms has seen the log as it was: only what was recorded since can be the same foul."""
    typed = {
        "tournament": "harbour-2025",
        "round": "1",
        "player": "F05",
        "kind": "technical",
        "date": "2025-09-08",
    }
    before = head(chan)
    for number in (1, 2):
        shown = chan.send("/office/record/foul", **typed)
        confirmed = re.search(r'name="confirmed" value="(\d+)"', shown.text)
        assert confirmed, shown.text
        for _ in range(2):
            chan.send("/office/record/foul", **typed, confirmed=confirmed[1])
        assert head(chan) == before + number


def test_the_desk_reinstates_a_correction_by_form_file_and_appeal(chan: Client) -> None:
    """A draw, back again, and the same draw by form; back again, and the same by a file; again by an appeal."""
    game = {"tournament": "harbour-2025", "round": "1", "board": "1"}
    reason = {"reason": "score sheet", "date": "2026-01-05"}

    def correct(result: str) -> None:
        chan.send(
            "/office/record/correction", **game, **reason, result=result, confirmed=str(head(chan))
        )

    first = head(chan)
    for result in ("1/2-1/2", "0-1", "1/2-1/2"):
        correct(result)
    assert head(chan) == first + 3
    correct("0-1")
    table = b"Tournament ID,Round,Board,Result,Reason,Date\nharbour-2025,1,1,1/2-1/2,score sheet,2026-01-05\n"
    ended(chan, chan.send(append_form(previewed(chan, "corrections.csv", table))))
    assert head(chan) == first + 5
    assert newest(chan)[0].result == "1/2-1/2"
    correct("0-1")
    for number in (7, 9):
        done = chan.send(
            "/office/appeal",
            **game,
            result="1/2-1/2",
            decision="allow",
            reason="score sheet",
            ref="8/2026",
        )
        assert head(chan) == first + number, done.text
        correct("0-1")


def test_files_of_a_desk_that_was_killed_are_swept_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process that has ended; those of one that runs stay."""
    import os
    import subprocess
    import sys
    import tempfile

    from replay.office.imports import PREFIX
    from replay.web.uploads import Uploads

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    left, own = tmp_path / f"{PREFIX}{ended.pid}-x", tmp_path / f"{PREFIX}{os.getpid()}-x"
    for folder in (left, own):
        folder.mkdir()
        (folder / "players.csv").write_text("Zhang San")
    Uploads()
    assert not left.exists() and own.exists()


def test_a_desk_that_runs_drops_what_was_sent_when_somebody_is_erased(
    chan: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files may name whoever was erased; nobody has to ask for a page first."""
    import tempfile

    from replay.commands.main import run
    from replay.commands.options import set_place
    from tests.replay.web.test_bounds import eventually

    spool = tmp_path / "spool"
    spool.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spool))
    desk = chan.site.desk
    with desk.following():
        shown = previewed(chan, "players.csv", b"player,name,sex,date\nX1,Zhang San,M,2026-01-05\n")
        assert list(chan.site.folder.rglob("players.csv"))
        words = ["erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes"]
        assert run(["--ledger", str(chan.site.folder), *words]) == 0
        set_place("")
        eventually(lambda: not list(chan.site.folder.rglob("players.csv")))
    again = chan.send(append_form(shown))
    assert again.status == 404 and "no longer kept" in again.text


def test_a_file_of_an_appeal_is_gone_once_it_was_read_and_swept_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    from replay.office.imports import PREFIX
    from replay.web.uploads import Uploads

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    uploads = Uploads()
    with uploads.for_a_moment("report.trf", b"012 Zhang San") as path:
        assert path.relative_to(tmp_path).parts[0].startswith(PREFIX), (
            "a folder that the next start sweeps"
        )
        assert path.read_bytes() == b"012 Zhang San"
    assert not list(tmp_path.rglob("report.trf"))
    uploads.close()
    assert not list(tmp_path.iterdir())


OWNERS_LINES = [
    b'{"type":"PersonErased","date":"2026-01-05","player":"F05","reason":"x"}\n',
    b'{"type":"KeyAnnounced","date":"2026-01-05","key":"ratings.example.org/x+00000000+AAAA"}\n',
    b'{"type":"KeyRevoked","date":"2026-01-05","key":"ratings.example.org/x+00000000+AAAA","reason":"x"}\n',
]


@pytest.mark.parametrize("line", OWNERS_LINES)
def test_a_recorder_appends_nothing_that_only_the_owner_may(chan: Client, line: bytes) -> None:
    before = head(chan)
    shown = previewed(chan, "events.jsonl", line)
    assert "is for the owner of the ledger" in shown.text and "Append to the log" not in shown.text
    assert head(chan) == before


@pytest.mark.parametrize("line", OWNERS_LINES)
@pytest.mark.parametrize("name", [CHAN, "Paula"])
def test_nobody_accepts_as_an_appeal_what_only_the_owner_may_append(
    client: Client, name: str, line: bytes
) -> None:
    from replay.web.claims import packed

    client.sign_in(name)
    before = head(client)
    refused = client.send(
        "/office/appeal",
        events=packed(line, ""),
        decision="allow",
        reason="asked for it",
        ref="letter 7",
    )
    assert "is for the owner of the ledger" in refused.text and "Appeal allowed" not in refused.text
    assert head(client) == before and client.site.desk.log.store.keys.get(["F05"])["F05"]


def test_a_recorder_publishes_nothing(chan: Client) -> None:
    """Publishing takes a publisher, whatever form is sent, with the digest of a preview or without."""
    before = head(chan)
    for more in ({}, {"digest": "0" * 64, "revised": "on"}):
        refused = chan.send("/office/publish", scheme="fide-standard", date="2025-11-01", **more)
        assert refused.status == 403 and "needs the role publisher" in refused.text
    assert head(chan) == before
