"""Appeals that wait for a decision, and those that are dismissed: the office knows of them, the log does not."""

import re
import shutil
from pathlib import Path

import pytest

from replay.commands.main import run
from replay.commands.options import set_place
from replay.simulation.demo import SAMPLE
from replay.web.access import Access
from replay.web.app import DeskOptions
from tests.replay.web.conftest import CHEAP, Answer, Client, Clock, running
from tests.replay.web.test_appeals import sent
from tests.replay.web.test_office import CHAN, chan, head, text_of

__all__ = ["chan"]
GAME = {
    "tournament": "harbour-2025",
    "stage": "main",
    "round": "4",
    "board": "1",
    "result": "1-0",
}  # Castro, Inés 1/2-1/2 Okafor, Ngozi
WORKBENCH = "/appeal?" + "&".join(f"{name}={value}" for name, value in GAME.items())
RULING = {"reason": "both sheets show a draw", "ref": "decision 5/2026"}


def kept(client: Client, **more: str) -> Answer:
    """Keep the appeal about a game until somebody decides it."""
    client.open(WORKBENCH)
    return client.send("/office/appeal", **{**GAME, **more}, open="yes")


def dismissed(client: Client, **more: str) -> Answer:
    client.open(WORKBENCH)
    return client.send("/office/appeal", **{**GAME, **RULING, **more}, decision="dismiss")


def test_an_appeal_that_is_kept_waits_on_the_worklist_and_is_gone_on_with(chan: Client) -> None:
    before = head(chan)
    answer = kept(chan, reason="the card was misread", ref="appeal 33/2026")
    assert "kept by Chan Tai Man" in text_of(answer) and head(chan) == before
    for page in ("/office", "/office/appeal"):
        shown = text_of(chan.open(page))
        assert (
            "Harbour Masters 2025, round 4, board 1, Castro, Inés – Okafor, Ngozi : corrected to 1–0"
            in shown.replace(" ,", ",")
        ), shown
        assert "the card was misread" in shown and "appeal 33/2026" in shown
    assert "1 appeal is open" in text_of(chan.open("/office"))
    link = re.search(r'href="(/appeal\?[^"]*appeal=[^"]+)"', chan.open("/office").text)
    assert link
    again = chan.open(link[1].replace("&amp;", "&"))
    assert 'value="the card was misread"' in again.text and ">the card was misread<" in again.text


def test_the_office_sees_an_open_appeal_on_its_player_and_nobody_else_does(
    chan: Client, client: Client
) -> None:
    kept(chan, ref="appeal 33/2026")
    for player in ("F05", "F01"):
        assert "appeal 33/2026" in chan.open(f"/players/{player}").text
    assert "appeal 33/2026" not in chan.open("/players/F06").text, "who only met them"
    others = Client(chan.site)
    reader = Client(chan.site)
    reader.sign_in("Rita")
    for stranger in (others, reader):
        for page in ("/players/F05", "/players/F05.json", "/log", "/tournaments/harbour-2025"):
            assert "33/2026" not in stranger.open(page).text
        assert "33/2026" not in stranger.open("/office/appeal").text
    assert "33/2026" not in chan.open("/players/F05.json").text


def test_a_dismissal_appends_nothing_and_leaves_its_paper(chan: Client) -> None:
    before = head(chan)
    answer = dismissed(chan, ground="the card was misread")
    assert head(chan) == before
    assert "No appeal is open." in text_of(answer) and "decision 5/2026" in answer.text
    link = re.search(r'href="(/office/appeal/[^"]+/paper)"', answer.text)
    assert link
    paper = text_of(chan.open(link[1]))
    assert "The appeal is dismissed. Nothing is appended to the log." in paper
    assert "both sheets show a draw" in paper and "decision 5/2026" in paper
    assert "the card was misread" in paper, "what was asked for"
    assert "Castro, Inés (F05) 1/2-1/2 Okafor, Ngozi (F01) stays as it is recorded." in paper
    assert "instead of" not in paper and "Who changes" not in paper
    assert "dismissed, decision 5/2026" in text_of(chan.open("/players/F05"))
    assert Client(chan.site).open(link[1]).url.endswith(link[1]) is False, "for the office alone"


def test_the_paper_of_a_dismissal_stays_as_it_was_signed(chan: Client) -> None:
    """The game is corrected later: the paper still says what it said."""
    answer = dismissed(chan)
    link = re.search(r'href="(/office/appeal/[^"]+/paper)"', answer.text)
    assert link
    then = chan.open(link[1]).text
    chan.open(WORKBENCH)
    chan.send("/office/appeal", **GAME, reason="new evidence", ref="6/2026", decision="allow")
    assert chan.open(link[1]).text == then


@pytest.mark.parametrize("decision", ["allow", "dismiss"])
def test_an_appeal_that_is_decided_waits_no_longer(chan: Client, decision: str) -> None:
    identity = re.search(r"appeal=([\w-]+)", kept(chan).url)
    assert identity
    answer = chan.send("/office/appeal", **GAME, **RULING, appeal=identity[1], decision=decision)
    assert answer.status == 200
    assert "No appeal is open." in text_of(chan.open("/office/appeal"))


def test_nothing_is_decided_in_silence(chan: Client) -> None:
    """Neither without saying which way, nor without grounds and a reference; what was typed is still there."""
    before = head(chan)
    chan.open(WORKBENCH)
    undecided = chan.send("/office/appeal", **GAME, **RULING)
    assert undecided.status == 400 and "it is not said what is decided" in undecided.text
    assert ">both sheets show a draw</textarea>" in undecided.text
    for decision in ("allow", "dismiss"):
        bare = chan.send("/office/appeal", **GAME, reason="a draw", decision=decision)
        assert bare.status == 400 and "a decision has grounds and a reference" in bare.text
    assert head(chan) == before and "Dismissed" not in chan.open("/office/appeal").text


def test_what_is_in_the_log_already_cannot_be_kept_or_dismissed(chan: Client) -> None:
    address = sent(chan.site, text=SAMPLE.read_text().splitlines()[0])
    events = re.search(r"events=([^&]+)", address)
    assert events
    chan.open(address)
    for words in ({"open": "yes"}, {**RULING, "decision": "dismiss"}):
        answer = chan.send("/office/appeal", events=events[1], **words)
        assert answer.status == 400 and "nothing to decide" in answer.text


def test_an_open_appeal_outlives_the_desk(chan: Client, tmp_path: Path) -> None:
    kept(chan, ref="appeal 33/2026")
    folder = tmp_path / "other"
    shutil.copytree(chan.site.folder, folder)
    with running(folder, DeskOptions(Access(chan.site.file, Clock(), CHEAP))) as site:
        other = Client(site)
        other.sign_in(CHAN)
        assert "appeal 33/2026" in other.open("/office").text


def test_with_a_person_the_appeals_about_that_person_are_erased(chan: Client) -> None:
    kept(chan, ref="appeal 33/2026")
    other = {"tournament": "river-cup-2025", "round": "1", "board": "1", "result": "1/2-1/2"}
    chan.send("/office/appeal", **other, ref="appeal 34/2026", open="yes")
    words = ["erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes"]
    assert run(["--ledger", str(chan.site.folder), *words]) == 0
    set_place("")
    shown = chan.open("/office/appeal").text
    assert "34/2026" in shown and "33/2026" not in shown


DAMAGED = {
    "cut off": b'{"id":"AAAAAAAAAAAA","words":[["tour',
    "from a newer version": None,  # as kept, and a field more
    "another file": b'["not an appeal"]',
    "no text": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_kept_appeal_that_cannot_be_read_is_named_with_a_remedy_and_the_others_are_shown(
    chan: Client, damage: str
) -> None:
    kept(chan, ref="appeal 33/2026")
    folder = chan.site.desk.appeals.folder
    (readable,) = folder.glob("*.json")
    content = DAMAGED[damage]
    if content is None:
        content = readable.read_bytes().replace(b"33/2026", b"44/2026")[:-1] + b',"judge":"Lim"}'
    damaged = folder / "AAAAAAAAAAAA.json"
    damaged.write_bytes(content)
    for page in ("/office/appeal", "/office"):
        answer = chan.open(page)
        shown = text_of(answer)
        assert answer.status == 200, shown
        assert f"appeals/{damaged.name}" in shown and "cannot be read" in shown
        assert "mend it, or put back the copy of a backup" in shown
        assert "newer version" in shown
        assert "appeal 33/2026" in shown and "44/2026" not in shown
    assert "appeal 33/2026" in chan.open("/players/F05").text
    gone_on = chan.open(f"{WORKBENCH}&appeal={damaged.stem}")
    assert gone_on.status == 400 and "cannot be read" in text_of(gone_on), "not a claim of its own"
    decided = dismissed(chan, appeal=damaged.stem)
    assert decided.status == 400 and damaged.read_bytes() == content, "nothing is written over it"
    assert dismissed(chan).status == 200, "another one is decided"


def test_an_erasure_deletes_appeals_that_do_not_say_about_whom_they_are(chan: Client) -> None:
    """There may be the name in them; what a newer version has written says whom it is about."""
    kept(chan, ref="appeal 33/2026")
    folder = chan.site.desk.appeals.folder
    (readable,) = folder.glob("*.json")
    newer = readable.read_bytes()[:-1] + b',"judge":"Lim"}'
    files = {
        "AAAAAAAAAAAA": b'{"id":"AAAA',
        "BBBBBBBBBBBB": newer,
        "CCCCCCCCCCCC": newer.replace(b'"F05"', b'"C05"').replace(b'"F01"', b'"C01"'),
    }
    for name, content in files.items():
        (folder / f"{name}.json").write_bytes(content)
    words = ["erase", "F05", "--reason", "asked for it", "--ref", "letter 7", "--yes"]
    assert run(["--ledger", str(chan.site.folder), *words]) == 0
    set_place("")
    assert [path.stem for path in folder.glob("*.json")] == ["CCCCCCCCCCCC"]
