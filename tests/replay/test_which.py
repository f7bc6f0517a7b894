"""Which list is meant: the same value from words, options, addresses and Python, and back again."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import LedgerError
from replay.answers.language import speak, tr
from replay.commands.options import ListOptions
from replay.lists.sides import sides
from replay.rules_choice import IN_FORCE, RulesChoice
from replay.web.asked import Asked
from replay.which import ListWords, WhichList
from schemes import scheme, scheme_names
from schemes.kernels.rules import Reform, reform_from_words
from tests.builders import carried, game, player, tournament
from tests.replay.conftest import Shell, StoryOffice

FIDE = "fide-standard"
DAY = date(2024, 5, 1)
REFORM = '[set]\nk.normal = 30  # "100 %" + more\n'

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1)
names = st.text(st.characters(categories=("Ll", "Nd"), include_characters="-._"), min_size=1)
pairs = st.builds(lambda name, value: f"{name}={value}", names, texts.filter(str.strip))
days = st.dates()
moments = st.one_of(
    days.map(str), st.datetimes(timezones=st.timezones()).map(lambda moment: moment.isoformat()),
    st.integers(0, 10**9).map(lambda position: f"#{position}"),
)  # fmt: skip
choices = st.builds(
    RulesChoice,
    version=st.none() | texts,
    changes=st.lists(pairs, max_size=3).map(tuple),
    readings=st.lists(pairs, max_size=3).map(tuple),
    reforms=st.lists(st.one_of(names.map(Path), st.text(min_size=1)), max_size=2).map(tuple),
    since=st.none() | days,
)
lists = st.builds(
    ListWords,
    scheme=st.none() | st.sampled_from(scheme_names()),
    day=st.none() | days,
    known=st.none() | moments,
    rules=choices,
    rate_as=st.booleans(),
)


@given(lists)
def test_what_is_written_in_words_is_read_back(written: ListWords) -> None:
    assert ListWords.parse(written.words()) == written


@given(lists.filter(lambda written: len(written.rules.reforms) <= 1))
def test_what_is_written_into_an_address_is_read_back(written: ListWords) -> None:
    """A file does not stand in an address, but what it says."""
    reforms = tuple(each for each in written.rules.reforms if isinstance(each, str))
    sent = ListWords(
        written.scheme, written.day, written.known,
        RulesChoice(written.rules.version, written.rules.changes, written.rules.readings, reforms, written.rules.since),
        written.rate_as,
    )  # fmt: skip
    assert ListWords.from_query(sent.query(), day=sent.day) == sent


def test_words_are_short() -> None:
    full = ListWords.parse(
        f"{FIDE}@2025-11-01#1200+version=2024-03-01+set:k.top=12+from=2025-01-01+rate-as"
    )
    assert (full.scheme, full.day, full.known) == (FIDE, date(2025, 11, 1), "#1200")
    assert full.rules == RulesChoice(
        version="2024-03-01", changes=("k.top=12",), since=date(2025, 1, 1)
    )
    assert full.rate_as
    assert ListWords.parse("2025-11-01") == ListWords(day=date(2025, 11, 1))
    assert ListWords.parse("#1200") == ListWords(known="#1200")
    assert ListWords.parse("~2025-11-01") == ListWords(known="2025-11-01")
    assert ListWords.parse("+reading:k-year=list-year") == ListWords(
        rules=RulesChoice(readings=("k-year=list-year",))
    )


PLAYERS = {"anna": 2000, "boris": 2000, "carla": 1950}
SPRING = (
    *player(*PLAYERS),
    *carried(FIDE, "2024-04-01", PLAYERS),
    tournament("april", FIDE, "2024-04-10", "2024-04-12"),
    tournament("rapid", "malaysia", "2024-04-20", "2024-04-22"),
    game("april", "2024-04-10", "anna 1-0 boris"),
    game("rapid", "2024-04-20", "anna 1-0 carla"),
)  # fmt: skip


@pytest.fixture(scope="module")
def spring() -> Iterator[StoryOffice]:
    office = StoryOffice()
    office.tell(*SPRING)
    yield office
    office.shut()


@settings(max_examples=25)
@given(
    known=st.integers(5, 9),
    rate_as=st.booleans(),
    change=st.sampled_from(["", "k.normal=30", "k.normal=40"]),
    reading=st.sampled_from(["", "share-halves=down"]),
    since=st.sampled_from([None, date(2024, 4, 1), date(2025, 1, 1)]),
    reform=st.sampled_from(["", REFORM]),
)
def test_every_door_leads_to_the_same_list(
    spring: StoryOffice,
    tmp_path_factory: pytest.TempPathFactory,
    known: int,
    rate_as: bool,
    change: str,
    reading: str,
    since: date | None,
    reform: str,
) -> None:
    opened = spring.open()
    if not change:
        since = None
    file = tmp_path_factory.getbasetemp() / "a + b 100%.toml"
    file.write_text(reform, encoding="utf-8")
    files = (file,) if reform else ()
    changes = (change,) if change else ()
    readings = (reading,) if reading else ()
    options = ListOptions(
        known=f"#{known}",
        reform=files,
        changes=changes,
        reading=readings,
        since=since,
        rate_as=rate_as,
    ).words(FIDE, DAY)
    sent = Asked(
        "/",
        {"scheme": FIDE, "on": str(DAY)},
        [pair for pair in options.query() if pair[0] != "scheme"],
    )
    doors = {
        "options": options.resolved(opened),
        "words": ListWords.parse(options.words()).resolved(opened),
        "written again": ListWords.parse(options.resolved(opened).words()).resolved(opened),
        "address": sent.which(opened, FIDE),
        "Python": opened.which(options.words(), None, {}),
    }
    receipts = {door: opened.list(which).receipt for door, which in doors.items()}
    for door, receipt in receipts.items():
        assert receipt == receipts["options"], door
    assert len({tr(which.title()) for which in doors.values()}) == 1


def test_python_takes_words_or_keywords_and_days_as_text(spring: StoryOffice) -> None:
    opened = spring.open()
    by_words = opened.list(f"{FIDE}@2024-05-01#{spring.log.head - 1}+set:k.normal=30+rate-as")
    by_keywords = opened.list(
        FIDE,
        "2024-05-01",
        known=spring.log.head - 1,
        reform=reform_from_words(["k.normal=30"]),
        rate_as=True,
    )
    assert by_words.receipt == by_keywords.receipt
    assert opened.explain(f"{FIDE}@2024-05-01", "anna") == opened.explain(FIDE, "anna", DAY)
    with pytest.raises(LedgerError, match="is not a day"):
        opened.list(FIDE, "yesterday")
    with pytest.raises(LedgerError, match="fide-standart"):
        opened.list("fide-standart")


def test_a_keyword_goes_before_the_words(spring: StoryOffice) -> None:
    asked = spring.open().which(f"{FIDE}@2024-04-01#5+rate-as", DAY, {"known": 6})
    assert (asked.day, asked.position, asked.rate_as) == (DAY, 6, True)


def test_readings_of_an_office_are_written_as_readings_and_are_no_reform(
    spring: StoryOffice,
) -> None:
    which = spring.open().which(FIDE, DAY, {"readings": {"share-halves": "down"}})
    assert which.rules.reform == ""
    assert which.words() == f"{FIDE}@2024-05-01#{spring.log.head}+reading:share-halves=down"
    assert ("reading.share-halves", "down") in which.query()
    assert (
        which.rules.fingerprint
        == ListWords.parse(which.words()).resolved(spring.open()).rules.fingerprint
    )


def test_a_list_knows_how_its_rules_were_chosen(spring: StoryOffice) -> None:
    """Also when it was stored: the words lead to it again."""
    opened = spring.open()
    for _ in range(2):
        made = opened.list(f"{FIDE}@2024-05-20+set:k.normal=30")
        assert made.which.words() == f"{FIDE}@2024-05-01#{spring.log.head}+set:k.normal=30"
        assert opened.list(made.which.words()).digest == made.digest


def test_rules_that_no_words_led_to_have_none() -> None:
    changed = scheme(FIDE).rules(reform_from_words(["k.normal=30"]))
    with pytest.raises(AssertionError):
        WhichList(FIDE, DAY, 5, changed).words()
    with pytest.raises(TypeError, match="no words"):
        RulesChoice(reforms=(Reform("a name", readings={"share-halves": "down"}),)).words()
    assert WhichList(FIDE, DAY, 5, scheme(FIDE).rules()).words() == f"{FIDE}@2024-05-01#5"


def test_a_title_is_said_in_the_language_of_whoever_reads_it(spring: StoryOffice) -> None:
    which = ListWords.parse(f"{FIDE}@2024-05-01+set:k.normal=30+rate-as").resolved(spring.open())
    title = which.title()
    head = spring.log.head
    games = "with the games of other schemes"
    assert (
        title
        == f"{FIDE}, list in force on 2024-05-01, as known at #{head}, {games}, other rules: k.normal=30"
    )
    try:
        speak("zh-Hans")
        chinese = tr(title)
        assert which.title() == title != chinese
        assert "known" not in chinese and f"#{head}" in chinese
    finally:
        speak("en")


def test_a_version_by_its_name_alone_is_a_side_of_a_comparison(spring: StoryOffice) -> None:
    version = scheme("malaysia").versions[0].name
    assert version[0].isalpha()
    _, other = sides(spring.open(), ("malaysia@2024-05-01", version), None, None)
    assert isinstance(other, WhichList) and other.choice == RulesChoice(version=version)


@pytest.mark.parametrize(
    "text", ["2025-13-40", f"{FIDE}@yesterday", f"{FIDE}+k.top=12", f"{FIDE}+from=soon"]
)
def test_words_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(LedgerError):
        ListWords.parse(text)


def test_a_day_from_which_nothing_changes_is_refused() -> None:
    with pytest.raises(LedgerError, match="--from goes with --set"):
        RulesChoice(since=DAY).of(scheme(FIDE))
    assert RulesChoice(since=DAY).of(scheme(FIDE), swept=True) == IN_FORCE.of(scheme(FIDE))


def test_the_day_of_a_sweep_holds_for_its_values(shell: Shell) -> None:
    """`--from` goes with `--sweep` as with `--set`: a tournament that began before that day is rated as it was."""
    shell.tell(*SPRING)
    sweep = ("whatif", FIDE, "2024-05-01", "--sweep", "k.normal=30,40")
    for since, changed in (("2024-04-15", "0"), ("2024-04-05", "2")):
        rows = shell.rows(*sweep, "--from", since)
        assert {row["k.normal"]: row["changed"] for row in rows} == {"30": changed, "40": changed}
