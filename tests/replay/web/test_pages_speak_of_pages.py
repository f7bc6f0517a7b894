"""Pages speak of pages: no message tells somebody in a browser which option to give to a command."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from replay.answers.html import on_page
from tests.replay.web.conftest import Answer, Client

ROOT = Path(__file__).parents[3]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
FILES = {
    "empty.csv": b"",
    "letters.txt": "Zürich\n".encode("latin-1"),
    "unknown.csv": b"Player ID,Name,Sex,Federation,Registered,Shoe size\nN1,New,F,FRA,2026-01-01,38\n",
    "no-day.csv": b"Player ID,Name,Sex,Federation\nN1,New One,F,FRA\n",
    "two-ways.csv": b"Player ID,Name,Sex,Federation,Registered\nN1,New One,F,FRA,3/4/2026\n",
    "cross.csv": b"No,Name,1,2,Points\n1,Castro Ines,,1,1\n2,Okafor Ngozi,0,,0\n",
    "people.csv": b"Name,Rating,Club\nCastro Ines,2200,Lisbon\n",
    "report.trf": b"012 Nameless\n001    1 m    Castro, Ines                      2200 ESP\n",
    "list.txt": b"ID Number      Name                            Fed\n",
    "events.jsonl": b'{"type":"GameCorrected","tournament":"nowhere"}\n',
    "games.pgn": b'[Event "X"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n*\n',
}
ADDRESSES = [
    "/office", "/office/import", "/office/record", "/office/record/correction", "/office/publish",
    "/office/publish?scheme=fide-standard&date=2025-11-05", "/office/publish?scheme=nowhere&date=2025-11-01",
    "/office/publish?scheme=fide-standard&date=2025-12-01", "/office/appeal", "/office/nothing",
    "/office/published/1", "/office/import/none", "/appeal?tournament=nowhere", "/appeal?events=abc",
    "/lists/nowhere", "/players/nobody", "/tournaments/nowhere", "/compare/fide-standard?a=never",
    "/compare/fide-standard?a=malaysia@2025-11-01", "/whatif/fide-standard/2025-11-01?sweep=k.top",
    "/whatif/fide-standard/2025-11-01?sweep=k.top=9..5", "/whatif/fide-standard/2025-11-01?set.nothing=1",
    "/groups/nowhere", "/published/9/proof?player=F05", "/sql?q=nonsense", "/log?player=nobody", "/jobs/none",
]  # fmt: skip


@pytest.fixture
def paula(client: Client) -> Client:
    client.sign_in("Paula")
    return client


def options_in(answer: Answer) -> list[str]:
    """The options that somebody reads on a page; what they typed themselves is not told to them."""
    shown = re.sub(r"<(script|style|pre)\b.*?</\1>", " ", answer.text, flags=re.S)
    return OPTION.findall(unescape(re.sub(r"<[^>]+>", " ", shown)))


@pytest.mark.parametrize("path", ADDRESSES)
def test_no_page_of_the_desk_speaks_of_options(paula: Client, path: str) -> None:
    assert not options_in(paula.open(path)), path


@pytest.mark.parametrize("name", FILES)
def test_what_is_wrong_with_a_file_is_said_in_words_of_the_page(paula: Client, name: str) -> None:
    paula.open("/office/import")
    shown = paula.send("/office/import", (name, FILES[name]))
    assert "/office/import" in shown.url and shown.status in (200, 400), shown.text
    assert not options_in(shown), name


def test_an_option_that_is_a_field_of_the_form_is_called_by_its_label() -> None:
    labels: dict[str, Any] = {"list_date": "Day of the list", "encoding": "Encoding"}
    told = on_page("tell it with --list-date 2026-11-01", labels)
    assert "Day of the list" in told and "Encoding" not in told and "--" not in told
    assert "--" not in on_page("import --keys brings the keys", labels)
    assert on_page("correct it — or leave it", labels) == "correct it — or leave it"


def test_no_text_of_the_desk_itself_names_an_option() -> None:
    """Those of other packages are said otherwise on their way to a page; the desk's own need not be."""
    allowed = {"office_file.py", "server.py", "app.py"}  # said to whoever starts the desk
    wrong = []
    for path in sorted((ROOT / "replay" / "web").glob("*.py")):
        for text in re.findall(
            r'\b(?:tr|say)\(\s*((?:"[^"]*"\s*)+)', path.read_text(encoding="utf-8")
        ):
            if OPTION.search(text) and path.name not in allowed:
                wrong.append((path.name, text))
    assert not wrong
