"""Imports at the desk: nobody becomes a new player by mistake, and decisions are kept until the append."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.events import TournamentRegistered
from replay.files.people.columns import TAKEN
from replay.web.access import Access
from replay.web.app import DeskOptions
from replay.web.office_sent_file import MEANINGS
from tests.replay.web import straits
from tests.replay.web.conftest import CHEAP, PEOPLE, Client, Clock, Site, running, write_office
from tests.replay.web.test_office import append_form, cells, ended, previewed, text_of

TO_CHOOSE = {
    46: "P0090",
    51: "P0100",
    71: "P0140",
    81: "P0160",
    91: "P0180",
    101: "P0200",
    111: "P0220",
}


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of a federation of 500, where nothing was imported yet."""
    return straits.made(tmp_path_factory.mktemp("straits") / "ledger")


@pytest.fixture
def office(federation: Path, tmp_path: Path) -> Iterator[Site]:
    """Its desk, over a copy."""
    shutil.copytree(federation, tmp_path / "copy")
    access = Access(write_office(tmp_path / "office.toml", *PEOPLE), Clock(), CHEAP)
    with running(tmp_path / "copy", DeskOptions(access)) as site:
        yield site


@pytest.fixture
def chan(office: Site) -> Client:
    client = Client(office)
    client.sign_in("Chan Tai Man")
    return client


def path_of(client: Client, answer: Any) -> str:
    return "/" + answer.url.removeprefix(client.site.address)


def sent_report(client: Client) -> Any:
    return previewed(client, "spring.trf", straits.report().encode())


def decisions() -> dict[str, str]:
    return {f"is.{number}": player for number, player in TO_CHOOSE.items()}


def test_an_exact_match_is_taken_and_a_similar_name_waits_for_a_decision(chan: Client) -> None:
    """Name, federation and year are the same for 175; nine need somebody, and nothing is chosen for them."""
    people = sent_report(chan)
    assert "175 are matched already. 9 need you." in people.text
    assert "checked" not in people.text, "nothing is preselected where somebody similar exists"
    for reason in ("one letter differs", "federation differs", "year of birth differs"):
        assert reason in people.text
    assert "No<mark>w</mark>ak, Karim" in people.text and "No<mark>v</mark>ak, Karim" in people.text


def test_a_typed_name_is_looked_up_and_never_becomes_an_id(chan: Client) -> None:
    """A name that several have is shown to choose from; one that nobody has is told; both stay undecided."""
    address = path_of(chan, sent_report(chan))
    before = chan.site.desk.log.head
    nobody = chan.send(address, **{"is.46": "other", "other.46": "Zzyzx, Nobody"})
    assert nobody.status == 400 and "nobody in the ledger is called" in nobody.text
    several = chan.send(address, **{"is.46": "other", "other.46": "karim"})
    assert several.status == 200 and 'value="karim"' in several.text
    assert several.text.count('name="is.46"') > 5, "everybody who is called so can be chosen"
    by_name = chan.send(address, **{"is.46": "other", "other.46": "novak karim"})
    assert "P0090" in by_name.text and "6 of 7 left" in by_name.text
    forged = chan.send(address, **{"is.51": "Petrow, Aisha"})
    assert forged.status == 400 and "is not in the ledger" in forged.text
    assert chan.site.desk.log.head == before


def test_new_players_are_registered_only_by_decision(chan: Client) -> None:
    address = path_of(chan, sent_report(chan))
    left = chan.send(address, **decisions(), go="yes")
    assert "2 names are still to be decided" in left.text and "Unheard, Of" in left.text
    preview = ended(chan, chan.send(address, accept_new="yes", go="yes"))
    assert preview.url.endswith("/preview") and "184: 182 known, 2 new" in preview.text


def test_two_rows_that_choose_one_player_are_told_and_not_appended(chan: Client) -> None:
    address = path_of(chan, sent_report(chan))
    chosen = decisions() | {"is.51": "P0090"}
    both = chan.send(address, **chosen, accept_new="yes", go="yes")
    assert "2 names are still to be decided" in both.text
    assert "no. 51 is the same player: only one can be" in both.text
    assert "no. 46 is the same player: only one can be" in both.text
    refused = chan.send(address.replace("/people", "/preview"))
    assert "who is who" in refused.text, "there is nothing to append before that is decided"


def test_a_name_that_stands_twice_in_a_report_is_told(chan: Client) -> None:
    report = straits.report().replace("Unheard, Of    ", "Newcomer, Also ")
    people = previewed(chan, "twice.trf", report.encode())
    assert "twice in this report, also no. 184" in people.text
    assert "twice in this report, also no. 183" in people.text


def test_what_was_decided_is_kept_for_whoever_goes_on(chan: Client, office: Site) -> None:
    """Chan decides seven names and goes home; Paula finds them decided, and the worklist says what is missing."""
    address = path_of(chan, sent_report(chan))
    worklist = chan.send(address, **decisions(), later="yes")
    assert worklist.url.endswith("/office") and "2 names to decide" in worklist.text
    paula = Client(office)
    paula.sign_in("Paula")
    people = paula.open(address)
    assert "decided by Chan Tai Man" in people.text and "2 need you." in people.text
    changed = paula.send(address, **{"is.46": "new"})
    assert "2 need you." in changed.text and "decided by Paula" in changed.text


def test_a_preview_says_what_is_appended_on_which_list_and_who_moves(chan: Client) -> None:
    address = path_of(chan, sent_report(chan))
    preview = ended(chan, chan.send(address, **decisions(), accept_new="yes", go="yes"))
    text = text_of(preview)
    assert "This file adds 1 tournament, 368 games, 2 new players" in text
    assert "It counts on the list of 1 Jun 2026" in text
    assert "Expected changes" in text and "ratings change" in text
    changes = [abs(int(row[4].replace("−", "-"))) for row in cells(preview) if len(row) == 5]
    assert changes == sorted(changes, reverse=True) and changes[0] > 0, "largest first"


def test_an_import_says_that_it_was_appended_however_one_comes_back(chan: Client) -> None:
    address = path_of(chan, sent_report(chan))
    preview = ended(chan, chan.send(address, **decisions(), accept_new="yes", go="yes"))
    before = chan.site.desk.log.head
    done = ended(chan, chan.send(append_form(preview)))
    assert "Spring Open 2026 is in the log" in done.text and f"#{before + 1}–" in done.text
    assert preview.headers["cache-control"] == "no-store"
    for back in (address, append_form(preview), path_of(chan, done)):
        again = chan.open(back)
        assert again.status == 200 and "Spring Open 2026 is in the log" in again.text
        assert "Nothing is stored yet" not in again.text
    assert not list(chan.site.folder.rglob("spring.trf")), (
        "the file has names in it, and is deleted"
    )


def test_a_corrected_report_becomes_corrections_with_a_reason(chan: Client) -> None:
    """Two results are the other way round; whoever was decided stays so."""
    report = straits.report()
    address = path_of(chan, previewed(chan, "spring.trf", report.encode()))
    preview = ended(chan, chan.send(address, **decisions(), accept_new="yes", go="yes"))
    ended(chan, chan.send(append_form(preview)))
    lines = report.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("001    1 "))
    second = next(at for at, line in enumerate(lines) if line.startswith("001   93 "))
    lines[first] = re.sub(r"93 w 1", "93 w 0", lines[first])
    lines[second] = re.sub(r" 1 b 0", " 1 b 1", lines[second])
    corrected = previewed(chan, "corrected.trf", "\n".join(lines).encode())
    assert corrected.url.endswith("/preview"), "nobody has to be decided again"
    text = text_of(corrected)
    assert "What differs becomes corrections: 1 corrected game" in text and "game corrected" in text
    before = chan.site.desk.log.head
    refused = chan.send(append_form(corrected))
    assert refused.status == 400 and "corrections need a reason" in refused.text
    done = ended(chan, chan.send(append_form(corrected), reason="arbiter's letter", ref="7/2026"))
    assert "is in the log" in done.text
    events = [event for _, event in chan.site.desk.log.read(before)]
    assert [(type(each).__name__, each.reason, each.ref) for each in events] == [
        ("GameCorrected", "arbiter's letter", "7/2026")
    ]


def test_a_table_with_an_unknown_name_asks_who_it_is(chan: Client) -> None:
    """A table has only a name: nobody is registered by it."""
    table = b"Tournament ID,Player,Date\nlantern-2026,Nowak Karim,2026-04-02\n"
    people = previewed(chan, "entries.csv", table)
    assert people.url.endswith("/people") and "one letter differs" in people.text
    assert "Register a new player first" in people.text and 'value="new"' not in people.text
    address = path_of(chan, people)
    preview = ended(chan, chan.send(address, **{"is.Nowak Karim": "P0090", "go": "yes"}))
    assert preview.url.endswith("/preview")
    ended(chan, chan.send(append_form(preview)))
    log = chan.site.desk.log
    assert log.event(log.head).player == "P0090"  # type: ignore[union-attr]


def test_the_worklist_says_what_waits_and_with_which_line(chan: Client) -> None:
    bad = b"Tournament ID,Round,Board,First,Second,Result,Date\nlantern-2026,2,1,P0001,P0002,one,2026-04-04\n"
    previewed(chan, "bad.csv", bad)
    shown = text_of(chan.open("/office"))
    assert "1 report waits" in shown and "Cannot be read" in shown and "bad.csv:2" in shown
    chinese = text_of(chan.open("/office?language=zh-Hans"))
    assert "bad.csv:2" in chinese and "is not a result" not in chinese
    address = re.search(
        r'href="(/office/import/[^"]+)"', chan.open("/office").text.split("bad.csv")[0]
    )
    assert address
    chan.open("/office/import")
    chan.send(f"{address[1]}/discard")
    assert "No report waits." in chan.open("/office").text
    assert not list(chan.site.folder.rglob("bad.csv"))


FILES = Path(__file__).resolve().parents[2] / "files"


def kinds_after(client: Client, position: int) -> dict[str, int]:
    """How many events of each kind were appended after a position."""
    return Counter(type(event).__name__ for _, event in client.site.desk.log.read(position))


def test_a_cross_table_is_told_when_it_began_and_comes_in(chan: Client) -> None:
    """The printed table has a name and no day: the desk asks for it."""
    table = (FILES / "crosstable.csv").read_bytes()
    asked = previewed(chan, "crosstable.csv", table)
    assert "cannot be read yet" in asked.text and "no start date" in asked.text
    assert 'name="start"' in asked.text and 'name="end"' in asked.text
    before = chan.site.desk.log.head
    preview = ended(chan, chan.send(path_of(chan, asked), start="2026-04-01", end="2026-04-03"))
    assert preview.url.endswith("/preview"), "everybody in it has a number"
    ended(chan, chan.send(append_form(preview)))
    registered = next(
        event
        for _, event in chan.site.desk.log.read(before)
        if isinstance(event, TournamentRegistered)
    )
    assert (str(registered.start), str(registered.end)) == ("2026-04-01", "2026-04-03")
    assert kinds_after(chan, before)["GameRecorded"] > 3


def test_unknown_columns_of_a_list_are_passed_over_all_at_once(chan: Client) -> None:
    """Club, Phone and Email are named together; one choice leaves them out, and none of them is stored."""
    players = (FILES / "players.csv").read_bytes()
    asked = previewed(chan, "players.csv", players, date="2026-04-01")
    assert "3 unknown columns" in text_of(asked) and "Phone" in asked.text
    before = chan.site.desk.log.head
    told = {"date": "2026-04-01", "ignore_unknown": "yes"}
    preview = ended(chan, chan.send(path_of(chan, asked), **told))
    assert preview.url.endswith("/preview"), text_of(preview)
    assert "3 unknown columns are passed over" in text_of(preview)
    ended(chan, chan.send(append_form(preview)))
    assert kinds_after(chan, before)["PlayerRegistered"] > 1
    assert not any("555" in str(event) for _, event in chan.site.desk.log.read(before))


def test_columns_that_nobody_understands_are_assigned_in_place(chan: Client) -> None:
    """Each has its question on the page that names it; what was answered stands in the form of the next file."""
    table = b"Name,Fed,Zahl,Verein\nNeu Anna,GER,1800,Kiel\nNeu Bert,GER,1700,Bonn\n"
    asked = previewed(chan, "club.csv", table, date="2026-04-01", ratings_as="fide-standard")
    assert 'name="column.Zahl"' in asked.text and 'name="column.Verein"' in asked.text
    assert 'name="column.Name"' not in asked.text, "that one is understood"
    assert MEANINGS.keys() == TAKEN, "everything that a column may hold can be chosen"
    told = {"date": "2026-04-01", "ratings_as": "fide-standard"}
    half = ended(chan, chan.send(path_of(chan, asked), **told, **{"column.Zahl": "rating"}))
    assert 'name="column.Verein"' in half.text and 'name="column.Zahl"' not in half.text
    columns = re.search(r'name="columns"[^>]* value="([^"]*)"', half.text)
    assert columns and columns[1] == "Zahl = rating"
    told |= {"columns": columns[1], "column.Verein": "-"}
    people = ended(chan, chan.send(path_of(chan, half), **told))
    assert people.url.endswith("/people") or people.url.endswith("/preview"), text_of(people)
    assert "Zahl = rating; Verein =" in chan.open("/office/import").text


def test_what_the_columns_of_a_list_mean_is_typed_once(chan: Client) -> None:
    """Next month the desk still knows it; a report that is sent in between is not disturbed by it."""
    table = b"Nr;Spielername;Verein;Zahl\n7001;Amsel, Anna;Nord;1500\n"
    columns = "Nr = id; Spielername = name; Zahl = rating; Verein ="
    wrong = previewed(chan, "list.csv", table, date="2026-04-01", columns="Zahl = weight")
    assert wrong.status == 400 and "which is no field" in text_of(wrong)
    told = {"date": "2026-04-01", "columns": columns, "ratings_as": "fide-standard"}
    people = previewed(chan, "list.csv", table, **told)
    preview = ended(chan, chan.send(path_of(chan, people), accept_new="yes", go="yes"))
    before = chan.site.desk.log.head
    ended(chan, chan.send(append_form(preview)))
    assert kinds_after(chan, before) == {"PlayerRegistered": 1, "RatingCarriedIn": 1}
    assert "Zahl = rating" in chan.open("/office/import").text
    report = previewed(chan, "spring.trf", straits.report().encode(), columns=columns)
    assert report.url.endswith("/people")


HEADING = "Tournament ID,Round,Board,First,Second,Result,Date\n"
GAME = "lantern-2026,1,11,P0100,P0101,{},2026-04-04\n"
CORRECTED = {
    "results.csv": ((HEADING + GAME.format("1-0")).encode(), (HEADING + GAME.format("0-1")).encode()),
    "round-2.pgn": ((FILES / "round-2.pgn").read_bytes(), (FILES / "round-2-corrected.pgn").read_bytes()),
}  # fmt: skip


@pytest.mark.parametrize("name", CORRECTED)
def test_a_corrected_table_or_archive_becomes_corrections(chan: Client, name: str) -> None:
    """Reason and reference go into the correction, and what differs and who changes is shown before."""
    first, second = CORRECTED[name]
    sent = previewed(chan, name, first, rated="fide-standard" if name.endswith("pgn") else "")
    if sent.url.endswith("/people"):
        sent = ended(chan, chan.send(path_of(chan, sent), accept_new="yes", go="yes"))
    ended(chan, chan.send(append_form(sent)))
    corrected = previewed(chan, f"corrected-{name}", second)
    text = text_of(corrected)
    assert "What differs becomes corrections: 1 corrected game" in text, text
    assert "game corrected" in text
    assert "1 Jun 2025" in text or "Expected changes" in text, "the lists that it concerns"
    before = chan.site.desk.log.head
    ended(chan, chan.send(append_form(corrected), reason="score sheet", ref="8/2026"))
    events = [event for _, event in chan.site.desk.log.read(before)]
    assert [(type(each).__name__, each.reason, each.ref) for each in events] == [
        ("GameCorrected", "score sheet", "8/2026")
    ]


ROUND = (
    '[Event "Club Evening"]\n[Site "Ipoh MAS"]\n[Date "2026.04.0{round}"]\n[Round "{round}"]\n'
    '[White "Quah, Zed"]\n[WhiteFideId "{number}"]\n[Black "Teoh, Yul"]\n[BlackFideId "5799991"]\n'
    '[Result "1-0"]\n\n1. e4 1-0\n\n'
)


@pytest.mark.parametrize("order", ["12", "21"])
def test_a_number_that_comes_in_another_round_is_of_the_same_player(
    chan: Client, order: str
) -> None:
    """Round 1 has no number for him, round 2 has one: he is `new` in the first file and nobody new in the other."""
    texts = {
        "1": ROUND.format(round=1, number=""),
        "2": ROUND.format(round=2, number="5799992"),
    }
    for round_ in order:
        sent = previewed(chan, f"round-{round_}.pgn", texts[round_].encode())
        if sent.url.endswith("/people") and round_ == order[0]:
            sent = ended(chan, chan.send(path_of(chan, sent), accept_new="yes", go="yes"))
        elif sent.url.endswith("/people"):
            sent = ended(chan, chan.send(path_of(chan, sent), go="yes"))
        ended(chan, chan.send(append_form(sent)))
    with chan.site.desk.office() as office:
        people = office.snapshot().people
    numbers = {
        people.kept[number] for number in range(len(people)) if people.name(number) == "Quah, Zed"
    }
    assert [people.id_list[number] for number in numbers] == ["5799992"]


def test_the_desk_asks_about_a_number_whose_owner_is_not_certain(chan: Client) -> None:
    """Two people of that name play already; the answer of the page is the one that is taken."""
    one = ROUND.format(round=1, number="")
    two = (
        one.replace("Quah, Zed", "Zed Quah")
        .replace("Teoh, Yul", "Ong, Xi")
        .replace("5799991", "5799993")
    )
    sent = previewed(chan, "round-1.pgn", (one + two).encode())
    assert "twice in this file, also as Zed Quah" in sent.text
    both = {"is.Quah, Zed": "new", "is.Zed Quah": "new"}
    sent = ended(chan, chan.send(path_of(chan, sent), **both, accept_new="yes", go="yes"))
    ended(chan, chan.send(append_form(sent)))
    sent = previewed(chan, "round-2.pgn", ROUND.format(round=2, number="5799992").encode())
    assert sent.url.endswith("/people") and "quah-zed" in sent.text and "zed-quah" in sent.text
    sent = ended(chan, chan.send(path_of(chan, sent), **{"is.5799992": "quah-zed", "go": "yes"}))
    ended(chan, chan.send(append_form(sent)))
    with chan.site.desk.office() as office:
        people = office.snapshot().people
    kept = {
        people.id_list[number]: people.id_list[people.kept[number]] for number in range(len(people))
    }
    assert kept["quah-zed"] == "5799992" and kept["zed-quah"] == "zed-quah"


def test_a_corrected_file_keeps_what_was_decided(chan: Client) -> None:
    """A result that cannot be read comes with a name to decide; the file is put right, and the decision stands."""
    head = "Tournament ID,Round,Board,First,Second,Result,Date\n"
    good = "lantern-2026,1,91,P0001,Nobody Inparticular,1-0,2026-04-04\n"
    people = previewed(chan, "games.csv", (head + good).encode())
    address = path_of(chan, people)
    key = re.search(r'name="(is\.[^"]+)" value="other"', people.text)
    assert key
    decided = chan.send(address, **{key[1]: "other", f"other.{key[1][3:]}": "P0003"})
    assert "decided by Chan Tai Man" in decided.text
    identity = address.removesuffix("/people")
    bad = head + "lantern-2026,1,90,P0005,P0007,one,2026-04-04\n" + good
    chan.open(address)
    problem = ended(chan, chan.send(identity, ("games-2.csv", bad.encode())))
    shown = text_of(problem)
    assert "games-2.csv:2" in shown and "P0005, P0007, one" in shown and "is not a result" in shown
    assert "What you decided so far is kept." in shown
    corrected = bad.replace(",one,", ",1-0,")
    preview = ended(chan, chan.send(identity, ("games-3.csv", corrected.encode())))
    assert path_of(chan, preview) == f"{identity}/preview"
    assert "games-3.csv" in preview.text and "P0003" in preview.text
    assert not list(chan.site.folder.rglob("games.csv"))


def test_decisions_go_with_names_and_not_with_numbers(chan: Client) -> None:
    """Seven of nine are decided; in the corrected report everybody stands one number further down."""
    address = path_of(chan, sent_report(chan))
    chan.send(address, **decisions())
    head, *rows = straits.report().splitlines()
    first = next(place for place, row in enumerate(rows) if row.startswith("001"))
    shifted = [_one_further(row) for row in rows[first:]]
    late = f"001 {1:4} m    {'Latecomer, Zed':33} {'':4} SGP {'':>11} 1990/00/00 {0.0:4} {185:4}"
    corrected = "\n".join([head, *rows[:first], late, *shifted, ""])
    people = ended(
        chan, chan.send(address.removesuffix("/people"), ("spring-2.trf", corrected.encode()))
    )
    assert "3 need you" in text_of(people), "the latecomer, and two as before"
    assert text_of(people).count("decided by Chan Tai Man") == 7


def _one_further(row: str) -> str:
    """A player of a report whose starting numbers are all one higher."""
    cells = [row[at : at + 10] for at in range(91, len(row), 10)]
    moved = [f"{int(cell[:4]) + 1:4}{cell[4:]}" if cell[:4].strip() else cell for cell in cells]
    return f"001 {int(row[4:8]) + 1:4}{row[8:91]}{''.join(moved)}"
