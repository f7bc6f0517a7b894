"""Languages: every text is translated, plurals fit, and programs get the same files as ever."""

import ast
import os
import pickle
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from ledger.append.description import detail
from projections.find import find_players, player_details
from replay.answers.language import CATALOGUES, LANGUAGES, accepted, sentences, speaking, tr, tr_n
from replay.answers.names import chinese_names, name_beside, named_wording, shown_names
from replay.answers.paper import TwoTrees
from replay.answers.text import table_text
from replay.commands.main import run
from replay.lists.list_table import list_table
from schemes import Node, scheme_names
from tests.replay.conftest import StoryOffice
from tests.replay.other_letters import NAMES, ids, left_over, typed, words_in
from tests.texts.found import ROOT, is_translated, template
from wording import Reference, Wording, joined, say, say_as, say_n
from wording.catalogues import translations

CHINESE = [code for code in LANGUAGES if code != "en"]


def catalogue(code: str) -> Catalog:
    with (CATALOGUES / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"))


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{[^{}]*\}", text))


@cache
def texts() -> set[str]:
    """Every text of the program; looking for them takes seconds."""
    return {str(each.id) for each in template() if each.id}


def test_every_text_has_a_translation() -> None:
    """`make texts` brings the catalogues up to date and says what is missing."""
    wanted = texts()
    for code in CHINESE:
        known = {str(each.id): each for each in catalogue(code) if each.id}
        assert not sorted(wanted - set(known)), f"{code}: make texts"
        assert not sorted(set(known) - wanted), f"{code}: texts that no longer exist: make texts"
        assert not [each.id for each in known.values() if each.fuzzy or not is_translated(each)], (
            code
        )


def test_no_text_hides_in_another() -> None:
    """Inside a text with {…} nobody finds what is to be translated."""
    said = {text for path in (ROOT / "replay").rglob("*.py") for text in _said_in(path)}
    assert not said - texts()


def _said_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(
                ast.Name("tr" | "say" | "inform" | "hint"), [ast.Constant(str(text)), *_]
            ):
                yield text


@pytest.mark.parametrize("code", CHINESE)
def test_translations_have_the_placeholders_of_the_text(code: str) -> None:
    wrong = [
        each.id
        for each in catalogue(code)
        if each.id and each.string and not _same_placeholders(each)
    ]
    assert not wrong


def _same_placeholders(message: Message) -> bool:
    if isinstance(message.id, str):
        return placeholders(message.id) == placeholders(str(message.string))
    return all(placeholders(form) == placeholders(message.id[1]) for form in message.string)


@pytest.mark.parametrize("code", CHINESE)
def test_the_header_names_the_language(code: str) -> None:
    """Without it the plurals would be those of English."""
    text = (CATALOGUES / code / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    assert (
        f'"Language: {code.replace("-", "_")}\\n"' in text
        and '"Plural-Forms: nplurals=1; plural=0;\\n"' in text
    )


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-HK;q=0.5, en;q=0.4", "zh-Hant"),
        ("zh-Hans-MY", "zh-Hans"), ("fr, zh-Hant;q=0.1", "zh-Hant"), ("en-GB, zh;q=0.9", "en"),
        ("en;q=0.2, zh", "zh-Hans"),
        ("fr", None), ("", None), ("*", None), (";;q=x,,", None),
    ],
)  # fmt: skip
def test_what_a_browser_likes_best(header: str, wanted: str | None) -> None:
    assert accepted(header) == wanted


def test_a_text_without_translation_stays_english() -> None:
    with speaking("zh-Hans"):
        assert tr("nobody has translated {this}", this="that") == "nobody has translated that"
        assert tr_n("{number} untold thing", "{number} untold things", 2) == "2 untold things"


def test_a_language_that_does_not_exist_is_refused(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    assert run(["--language", "fr", "--ledger", str(tmp_path), "log"]) == 2
    assert "no language 'fr'" in capsys.readouterr().err
    monkeypatch.setenv("RATING_LEDGER_LANGUAGE", "de")
    assert run(["schemes"]) == 2
    assert "no language 'de'" in capsys.readouterr().err


def test_headings_of_a_csv_file_change_only_for_whoever_asks_by_name(
    capsys: Any, monkeypatch: Any
) -> None:
    """Scripts rely on the English ones."""
    assert run(["schemes", "--format", "csv"]) == 0
    english = capsys.readouterr().out
    monkeypatch.setenv("RATING_LEDGER_LANGUAGE", "zh-Hans")
    assert run(["schemes", "--format", "csv"]) == 0
    assert capsys.readouterr().out == english
    assert run(["schemes", "--format", "csv", "--language", "zh-Hans"]) == 0
    chinese = capsys.readouterr().out
    assert chinese != english and chinese.splitlines()[1:] == english.splitlines()[1:]
    assert run(["schemes", "--format", "table"]) == 0
    assert capsys.readouterr().out.isascii() is False


@pytest.mark.parametrize(
    ("code", "wanted"),
    [("zh-Hans", "王小明"), ("zh-Hant", "王小明（繁）"), ("en", "Wang Xiaoming")],
)
def test_names_are_shown_in_the_readers_script(office: StoryOffice, code: str, wanted: str) -> None:
    """Of two Chinese forms each reader sees the own one; a reader of English sees the registration."""
    office.player(
        "P1", name="Wang Xiaoming", names={"zh-Hans": "王小明", "zh-Hant": "王小明（繁）"}
    )
    office.player("P2", name="Plain Name")
    with speaking(code):
        found = shown_names(office.open().snapshot(), ["P1", "P2"])
    assert found == {"P1": wanted, "P2": "Plain Name"}


def test_beside_a_name_stands_the_one_in_the_other_script(office: StoryOffice) -> None:
    office.player("P1", name="Wang Xiaoming", names={"zh-Hans": "王小明"})
    office.player("P2", name="Plain Name")
    snapshot = office.open().snapshot()
    assert name_beside(snapshot, "P1", "Wang Xiaoming", "Wang Xiaoming") == "王小明"
    assert name_beside(snapshot, "P1", "Wang Xiaoming", "王小明") == "Wang Xiaoming"
    assert name_beside(snapshot, "P2", "Plain Name", "Plain Name") == ""


def test_names_in_chinese_are_read_once_for_each_script(office: StoryOffice) -> None:
    """A page names a hundred players of half a million; the names of all are read for the first page alone."""
    office.player(
        "P1", name="Wang Xiaoming", names={"zh-Hans": "王小明", "zh-Hant": "王小明（繁）"}
    )
    snapshot = office.open().snapshot()
    for code, wanted in (("zh-Hans", "王小明"), ("zh-Hant", "王小明（繁）"), ("zh-Hans", "王小明")):
        with speaking(code):
            assert chinese_names(snapshot) == {"P1": wanted}
            assert chinese_names(snapshot) is chinese_names(snapshot)


@pytest.mark.parametrize(("code", "wanted"), [("zh-Hans", "女"), ("zh-Hant", "女"), ("en", "F")])
def test_the_sex_is_shown_in_the_readers_language(
    office: StoryOffice, code: str, wanted: str
) -> None:
    """In lists, in the log and in what tells one player from another; data files keep M and F."""
    office.player("P1", name="Plain Name", sex="F")
    office.carried("fide-standard", "2024-02-01", {"P1": 2000})
    made, snapshot = office.open().list("fide-standard", date(2024, 3, 1)), office.open().snapshot()
    with speaking(code, by_name=True):
        assert wanted in table_text(list_table(made))[1].split()
        assert b",F," in made.csv
        comma = ", " if code == "en" else "，"
        assert list(map(tr, player_details(snapshot, find_players(snapshot, "plain")))) == [
            f"FRA{comma}{wanted}"
        ]
        assert tr(detail(next(event for _, event in office.log.read()))) == comma.join(
            ("Plain Name", wanted, "FRA")
        )


# What stands in a translation as it is: names of programs, forms and encodings, words of SQL, formulas of articles.
_KEPT = {
    "BH", "BONUS", "chmod", "BPG", "Chess", "DATE", "DE", "DWZ", "Ed", "FEN", "FILE", "FOLDER", "FULL", "HKG",
    "ID", "JavaFo", "KS", "LIMIT", "LibreOffice", "MB", "NAME", "NOV", "NUL", "No", "PGN", "PTS", "Pts",
    "PostgreSQL", "Python", "Ra", "Rd", "Ro", "SB", "SCHEME", "SELECT", "SQLite", "Swiss", "TLS", "TOML", "TRF",
    "UTC", "VACUUM", "Vega", "WIN", "WITH", "We", "XML", "action", "argon", "distributed", "federations", "gb",
    "hash", "https", "install", "lichess", "min", "null", "ods", "pip", "plot", "png", "postgresql", "psycopg",
    "publisher", "reader", "recorder", "shm", "skip", "svg", "wal", "wheel", "xls", "zip",
}  # fmt: skip


@pytest.mark.parametrize("code", CHINESE)
def test_a_translation_keeps_of_english_only_what_is_typed_or_a_name(code: str) -> None:
    kept = _KEPT | NAMES | typed() | words_in([*ids(), *scheme_names()])
    texts = {str(form) for each in catalogue(code) if each.id for form in _forms(each)}
    plain = {text: re.sub(r"\{[^{}]*\}", " ", _COMMAND.sub(" ", text)) for text in texts}
    assert not {text: left for text, said in plain.items() if (left := left_over(said, kept))}


_COMMAND = re.compile(r"rating-ledger [^，。；：（）「」\n]*|verify --\S+ \S+|keys show")


def _forms(message: Message) -> Sequence[object]:
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def test_words_of_the_mainland_and_slips_of_a_conversion_are_not_in_the_traditional_catalogue() -> (
    None
):
    """Each was there once, made by replacing a word inside another one (條文 became 條檔)."""
    slips = re.compile(
        "條檔|檔本|檔號|列開|註意|全域|系數|工作臺|粘貼|訪問|運行|發送|查找|添加|全角|只讀|默認|信息|天后|[“”]"
    )
    assert not [
        each.string for each in catalogue("zh-Hant") if each.id and slips.search(str(each.string))
    ]


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "1 player", "2 players"),
        ("zh-Hans", "1 名棋手", "2 名棋手"),
        ("zh-Hant", "1 名棋手", "2 名棋手"),
    ],
)
def test_plurals_fit_the_language(code: str, one: str, two: str) -> None:
    with speaking(code):
        assert [tr_n("{number} player", "{number} players", number) for number in (1, 2)] == [
            one,
            two,
        ]


def test_a_context_tells_texts_apart_that_are_the_same_in_english() -> None:
    """Games as a cause of a change are no number of games, and a final table is no final."""
    cause = say_as("cause", "games")
    table = say_as("table", "final")
    assert [cause, table] == ["games", "final"]
    with speaking("zh-Hans"):
        assert [tr(cause), tr("games")] == ["对局", "对局数"]
        assert [tr(table), tr("final")] == ["最终", "决赛"]
        assert tr(pickle.loads(pickle.dumps(cause))) == "对局"
        assert tr(say_as("no such context", "games")) == "games"


def test_a_catalogue_is_compiled_anew_when_its_source_has_changed(tmp_path: Path) -> None:
    """In a checkout; a package that was built has no sources."""
    source = tmp_path / "messages.po"
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    source.write_text(f'{header}msgid "draw"\nmsgstr "和棋"\n', encoding="utf-8")
    assert translations(tmp_path).gettext("draw") == "和棋"
    source.write_text(f'{header}msgid "draw"\nmsgstr "平局"\n', encoding="utf-8")
    os.utime(source, ns=(2**62, 2**62))
    assert translations(tmp_path).gettext("draw") == "平局"
    source.unlink()
    assert translations(tmp_path).gettext("draw") == "平局"
    assert [each.name for each in tmp_path.iterdir()] == ["messages.mo"]


def test_a_wording_is_english_text_that_can_be_said_in_another_language() -> None:
    """Packages below replay know nothing of languages: what they say is translated where it is shown."""
    told = say(
        "position {position}: {wrong}",
        position=7,
        wrong=say("there is no position {position}", position=7),
    )
    assert told == "position 7: there is no position 7"
    assert isinstance(told, Wording) and pickle.loads(pickle.dumps(told)).values == told.values, (
        "it may come from another process"
    )
    with speaking("zh-Hans"):
        assert tr(told) == "序号 7：没有序号 7"
        assert tr(say(say("there is no position {position}"), position=7)) == "没有序号 7", (
            "a pattern that was marked before"
        )
        assert tr(joined(", ", (say_n("{number} game", "{number} games", 1), "x"))) == "1 局，x"
    assert [say_n("{number} game", "{number} games", number) for number in (1, 2)] == [
        "1 game",
        "2 games",
    ]


def test_in_chinese_no_space_stands_around_days_and_between_sentences() -> None:
    with speaking("zh-Hans"):
        said = tr("on the list of {date}", date="2026年6月1日")
        assert "2026年6月1日" in said and " " not in said
        assert sentences(("有一名新棋手。", "", "有一人离开。")) == "有一名新棋手。有一人离开。"
        row = named_wording(say("no record of {players}", players="A, B"), str.lower, {"A", "B"})
        assert "a、b" in row
    assert sentences(("One.", "", "Two.")) == "One. Two."


def test_steps_on_paper_have_names_and_days_in_words() -> None:
    step = say(
        "{day}: {player} in {tournament}",
        day=date(2026, 6, 1),
        player=Reference.player("M1009", "Lau Jia Wen"),
        tournament=Reference.tournament("cup", "Penang Cup"),
    )
    (line,) = TwoTrees("both", Node(step), Node(step)).lines
    assert line.text == "1 Jun 2026: Lau Jia Wen in Penang Cup"
