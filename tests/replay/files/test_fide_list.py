"""FIDE's rating lists: text and XML, of one kind and of all, zipped, and only a part of them."""

import zipfile
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, Log, Problem, open_log
from ledger.events import (
    ActivityResumed,
    EventWithdrawn,
    GameRecorded,
    InactivityDeclared,
    PersonErased,
    PlayerCorrected,
    PlayerDeceased,
    PlayerRegistered,
    PlayersMerged,
    PlayerTransferred,
    RatingCarriedIn,
    RatingEnded,
    Result,
    TitleAwarded,
    TitleRevoked,
    TournamentRegistered,
)
from replay.files import InputFile, ReadOptions, open_file
from replay.files.fide.rows import open_list

COMBINED = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"  # noqa: E501
SINGLE = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag"  # noqa: E501
STANDARD = "standard_rating_list.txt"
INSTALLED = {"standard": "fide-standard"}  # who takes which list
KNOWN = ReadOptions(scheme_of_fide_list=INSTALLED.get)
NOVEMBER = replace(KNOWN, list_date=date(2026, 11, 1))
DECEMBER = replace(KNOWN, list_date=date(2026, 12, 1))
WITH_RAPID = {**INSTALLED, "rapid": "fide-rapid"}.get


def combined(
    player: int, name: str, standard: str = "", k: str = "", rapid: str = "", **other: str
) -> str:
    """A line of the list of all kinds."""
    return (
        f"{player:<15}{name:61}{other.get('fed', 'HKG'):4}{other.get('sex', 'M'):4}{other.get('title', ''):5}"
        f"{other.get('women', ''):5}{'':15}{'':4}{standard:6}{'0':4}{k:3}{rapid:6}{'':4}{'':3}{'':6}{'':4}{'':3}"
        f"{other.get('born', '1990'):6}{other.get('flag', ''):4}"
    )


def single(player: int, name: str, rating: str, k: str, **other: str) -> str:
    """A line of a list of one kind."""
    return (
        f"{player:<15}{name:61}{other.get('fed', 'HKG'):4}{other.get('sex', 'M'):4}{other.get('title', ''):5}"
        f"{other.get('women', ''):5}{'':15}{'':4}{rating:6}{other.get('games', '3'):4}{k:3}"
        f"{other.get('born', '1990'):6}{other.get('flag', ''):4}"
    )


PLAYERS = [
    combined(100, "Chan, Alpha", "2350", "10", "2300", title="IM"),
    combined(
        200, "Lee, Beta", "1500", "40", title="WGM", women="WGM", sex="F", flag="wi", fed="MAS"
    ),
    combined(300, "Young, Gamma", "1600", "40", born="2012"),
    combined(400, "Nobody, Delta", born="0000"),
]
XML = """<?xml version="1.0"?>
<playerslist>
<player><fideid>100</fideid><name>Chan &amp; Sons, Alpha</name><country>HKG</country><sex>M</sex><title>IM</title>
<w_title></w_title><o_title></o_title><rating>2350</rating><games>0</games><k>10</k><rapid_rating>2300</rapid_rating>
<rapid_k>20</rapid_k><birthday>1990</birthday><flag></flag></player>
<player><fideid>400</fideid><name></name><country>HKG</country><sex>F</sex><title/><rating>0</rating><k>0</k>
<birthday>0</birthday><flag>w</flag></player>
</playerslist>
"""


@pytest.fixture
def listed(tmp_path: Path) -> Any:
    def write(*lines: str, name: str = "players_list_foa.txt") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def events(path: Path, options: ReadOptions = NOVEMBER) -> list:
    items = list(open_file(path, options))
    assert not [item.problem for item in items if item.problem]
    return [item.event for item in items]


def remarks_on(path: Path, log: Log | None = None, **options: Any) -> list[str]:
    """The remarks of a reading, each without its remedy."""
    said: list[Problem] = []
    asked = replace(NOVEMBER, **options, warn=said.append)
    list(open_file(path, asked, log, name=path.name))
    return [f"{problem.place}: {problem.wrong}" for problem in said]


def appended(log: Log, path: Path, **options: Any) -> list:
    """The events that an import of a list appends, without those of it that were there."""
    before = log.head
    log.append(open_file(path, replace(DECEMBER, **options), log))
    return [event for _, event in log.read(after=before)]


def of(found: list, kind: type) -> list:
    return [event for event in found if type(event) is kind]


def test_players_ratings_titles_and_inactivity_of_the_combined_list(listed: Any) -> None:
    found = events(listed(COMBINED, *PLAYERS))
    assert [
        (p.player, p.name, p.sex, p.born, p.federation) for p in of(found, PlayerRegistered)
    ] == [
        ("100", "Chan, Alpha", "M", 1990, "HKG"),
        ("200", "Lee, Beta", "F", 1990, "MAS"),
        ("300", "Young, Gamma", "M", 2012, "HKG"),
        ("400", "Nobody, Delta", "M", None, "HKG"),
    ]
    assert [(r.player, r.scheme, r.rating) for r in of(found, RatingCarriedIn)] == [
        ("100", "fide-standard", Decimal(2350)),
        ("200", "fide-standard", Decimal(1500)),
        ("300", "fide-standard", Decimal(1600)),
    ]
    assert [(t.player, t.title) for t in of(found, TitleAwarded)] == [
        ("100", "fide-im"),
        ("200", "fide-wgm"),
    ]
    assert [i.player for i in of(found, InactivityDeclared)] == ["200"]
    assert {event.date for event in found} == {date(2026, 11, 1)}


@pytest.mark.parametrize(
    ("rating", "k", "born", "games", "peak"),
    [
        (2350, "10", 1990, 30, 2400),  # once 2400
        (2450, "10", 1990, 30, None),  # the rating says it
        (2250, "10", 2010, 30, 2400),  # a junior can have been there too
        (2000, "20", 1990, 30, None),  # 30 games or more
        (2000, "20", 2010, 30, 2300),  # a junior who once had 2300
        (2350, "20", 2010, 30, None),
        (2000, "40", 1990, 3, None),  # fewer than 30 games, three of them on this list
        (2350, "40", 2010, 3, None),  # a junior above 2300: it is the games
        (2000, "40", 2010, None, None),  # a junior: nothing follows for the games
        (2000, "40", 2008, None, None),  # until the end of the year of the 18th birthday
        (2000, "40", 2007, 3, None),
        (2000, "", 1990, None, None),  # no K, nothing known
        (2000, "0", 1990, None, None),
    ],
)
def test_k_says_how_many_games_and_which_peak(
    listed: Any, rating: int, k: str, born: int, games: Any, peak: Any
) -> None:
    path = listed(SINGLE, single(100, "Chan, Alpha", str(rating), k, born=str(born)), name=STANDARD)
    (found,) = of(events(path, KNOWN), RatingCarriedIn)
    assert (found.games, found.peak) == (games, peak)


@pytest.mark.parametrize(("rating", "k"), [("2450", "20"), ("2000", "15")])
def test_a_k_that_cannot_be_is_told_with_its_count(listed: Any, rating: str, k: str) -> None:
    lines = [single(player, "Chan, Alpha", rating, k) for player in (100, 200)]
    remarks = remarks_on(
        listed(SINGLE, *lines, single(300, "Lee, Beta", "2450", "10"), name=STANDARD)
    )
    assert [remark for remark in remarks if "8.3.3" in remark] == [
        f"{STANDARD}:2: K of 2 players does not follow from article 8.3.3, whatever the games and the highest rating "
        f"were; first: 100, rated {rating}, K {k}"
    ]


def test_the_games_of_the_lists_add_up_to_thirty(listed: Any) -> None:
    """K 40 of somebody grown up: each list adds its games, never up to 30; K 20 says that there were 30."""
    counts = []
    with open_log(":memory:") as log:
        for month, k in enumerate(("40", "40", "40", "20"), start=1):
            row = single(100, "Chan, Alpha", "1800", k, games="12")
            appended(log, listed(SINGLE, row, name=STANDARD), list_date=date(2026, month, 1))
            counts.append(of([event for _, event in log.read()], RatingCarriedIn)[-1].games)
    assert counts == [12, 24, 29, 30]


def test_rapid_goes_to_a_scheme_that_is_named_or_installed(listed: Any) -> None:
    path = listed(COMBINED, *PLAYERS)
    found = events(path, replace(NOVEMBER, scheme_of_fide_list=WITH_RAPID))
    assert [r.scheme for r in of(found, RatingCarriedIn) if r.player == "100"] == [
        "fide-standard",
        "fide-rapid",
    ]
    assert remarks_on(path) == [
        f"{path.name}: no rules for rapid and blitz are installed: those ratings are left out"
    ]
    both = events(path, replace(NOVEMBER, scheme_of=("rapid=club-rapid",)))
    assert [(r.scheme, r.rating) for r in of(both, RatingCarriedIn) if r.player == "100"] == [
        ("fide-standard", Decimal(2350)),
        ("club-rapid", Decimal(2300)),
    ]


def test_two_kinds_of_rating_do_not_go_to_one_scheme(listed: Any) -> None:
    path = listed(COMBINED, *PLAYERS)
    with pytest.raises(
        LedgerError, match="standard and rapid ratings are to go to the same scheme"
    ):
        events(path, replace(NOVEMBER, scheme_of=("rapid=fide-standard",)))


def test_a_list_of_one_kind_says_its_month_and_its_name_the_kind(listed: Any) -> None:
    path = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="standard_rating_list.txt")
    (rating,) = of(events(path, KNOWN), RatingCarriedIn)
    assert (rating.date, rating.rating) == (date(2026, 11, 1), Decimal(2350))
    rapid = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="rapid_rating_list.txt")
    with pytest.raises(LedgerError, match="no rules for rapid are installed"):
        events(rapid, KNOWN)
    (rating,) = of(events(rapid, ReadOptions(scheme_of_fide_list=WITH_RAPID)), RatingCarriedIn)
    assert (rating.scheme, rating.games, rating.peak) == ("fide-rapid", 30, None), (
        "K 20: 30 games or more"
    )
    unnamed = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="list.txt")
    with pytest.raises(LedgerError, match="--list-kind"):
        events(unnamed, ReadOptions())


def test_the_month_of_a_combined_list_has_to_be_told(listed: Any) -> None:
    with pytest.raises(LedgerError, match="--list-date"):
        events(listed(COMBINED, *PLAYERS), KNOWN)


def test_a_part_of_the_list_by_federation_and_rating(listed: Any) -> None:
    path = listed(COMBINED, *PLAYERS)
    chosen = replace(NOVEMBER, federation=("hkg",), min_rating=1600)
    assert [player.player for player in of(events(path, chosen), PlayerRegistered)] == [
        "100",
        "300",
    ]


def test_xml_says_the_same(listed: Any) -> None:
    found = events(listed(XML, name="players_list_xml_foa.xml"))
    assert [(p.player, p.name, p.sex) for p in of(found, PlayerRegistered)] == [
        ("100", "Chan & Sons, Alpha", "M"),
        ("400", "400", "F"),
    ]
    (rating,) = of(found, RatingCarriedIn)
    assert (rating.rating, rating.peak) == (Decimal(2350), Decimal(2400))


def zipped(path: Path, method: int) -> bytes:
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("list.txt", "ID Number      Name")
    return path.read_bytes()


def test_a_zip_with_a_file_without_a_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    packed = zipped(path, zipfile.ZIP_DEFLATED)
    path.write_bytes(packed.replace(b"list.txt", b"\0ist.txt"))  # a name ends where a zero stands
    with pytest.raises(LedgerError, match="not a file that can be imported"):
        open_file(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_is_packed_as_fide_packs_it(method: int, tmp_path: Path) -> None:
    """Every way to pack has faults of its own, and asks for memory in its own way."""
    path = tmp_path / "list.zip"
    zipped(path, method)
    with (
        pytest.raises(LedgerError, match="packed in another way than zip files usually are"),
        open_list(InputFile(path)),
    ):
        pass


def test_a_zip_with_one_list_is_unpacked(listed: Any, tmp_path: Path) -> None:
    packed = tmp_path / "players_list.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(listed(COMBINED, *PLAYERS), "players_list_foa.txt")
    assert len(of(events(packed), PlayerRegistered)) == 4


OCTOBER = [
    single(100, "Chan, Alpha", "2350", "10", title="FM"),
    single(200, "Lee, Beta", "1500", "40", sex="F", flag="wi", fed="MAS"),
    single(300, "Young, Gamma", "1600", "40", born="2012"),
    single(400, "Wong, Delta", "1800", "20", flag="i"),
]
QUIET = [line.replace("3   ", "0   ", 1) for line in OCTOBER]


@pytest.fixture
def office(listed: Any) -> Any:
    """A ledger with the list of October."""
    with open_log(":memory:") as log:
        appended(log, listed(SINGLE, *OCTOBER, name=STANDARD), list_date=date(2026, 10, 1))
        yield log


def changed(listed: Any, number: int, line: str) -> Path:
    """The list of the next month, in which nobody played and one row is another."""
    lines = [line if at == number else row for at, row in enumerate(QUIET)]
    return listed(SINGLE, *[row for row in lines if row], name=STANDARD)


def test_a_list_in_which_nothing_changed_appends_nothing(office: Any, listed: Any) -> None:
    again = listed(SINGLE, *OCTOBER, name=STANDARD)
    assert appended(office, again, list_date=date(2026, 10, 1)) == [], "the same list"
    assert appended(office, listed(SINGLE, *QUIET, name=STANDARD)) == [], (
        "the list of the next month"
    )


def test_only_the_row_that_changed_is_appended(office: Any, listed: Any) -> None:
    found = appended(
        office, changed(listed, 2, single(300, "Young, Gamma", "1625", "40", born="2012"))
    )
    assert [(type(event), event.player, event.rating) for event in found] == [
        (RatingCarriedIn, "300", Decimal(1625))
    ]


def test_a_k_that_changed_is_appended_without_a_change_of_the_rating(
    office: Any, listed: Any
) -> None:
    row = single(400, "Wong, Delta", "1800", "10", flag="i", games="0")
    (found,) = appended(office, changed(listed, 3, row))
    assert (found.player, found.rating, found.peak) == ("400", Decimal(1800), Decimal(2400))


def test_somebody_who_played_without_a_change_is_told_again_because_it_shows_activity(
    office: Any, listed: Any
) -> None:
    """Otherwise the ledger, which has no game of theirs, calls them inactive after a year."""
    (found,) = appended(
        office, changed(listed, 0, single(100, "Chan, Alpha", "2350", "10", title="FM", games="9"))
    )
    assert (type(found), found.player) == (RatingCarriedIn, "100")
    later = appended(office, listed(SINGLE, *QUIET, name=STANDARD), list_date=date(2027, 10, 1))
    assert [event.player for event in later] == ["300"], (
        "a year without a word; 100 was told in December"
    )


def test_a_flag_that_is_gone_makes_active_again(office: Any, listed: Any) -> None:
    (found,) = appended(
        office, changed(listed, 3, single(400, "Wong, Delta", "1800", "20", games="0"))
    )
    assert (type(found), found.player, found.scheme) == (ActivityResumed, "400", "fide-standard")
    (again,) = appended(office, listed(SINGLE, *QUIET, name=STANDARD), list_date=date(2027, 1, 1))
    assert (type(again), again.player) == (InactivityDeclared, "400")


def test_a_list_without_a_column_of_flags_says_nothing_of_activity(
    office: Any, listed: Any
) -> None:
    path = listed(SINGLE.replace(" Flag", ""), *(line[:132] for line in QUIET), name=STANDARD)
    assert appended(office, path) == []


def test_who_left_the_list_is_counted_and_ended_if_the_list_is_complete(
    office: Any, listed: Any
) -> None:
    path = changed(listed, 1, "")
    assert remarks_on(path, office) == [
        f"{STANDARD}: not in this list: 1 player whose rating is in the ledger, which stays; first: 200"
    ]
    assert appended(office, path) == []
    (found,) = appended(office, path, complete=True)
    assert (type(found), found.player, found.scheme, found.date) == (
        RatingEnded, "200", "fide-standard", date(2026, 12, 1),
    )  # fmt: skip
    assert remarks_on(path, office, list_date=date(2027, 1, 1)) == [], "told once"
    (back,) = appended(office, listed(SINGLE, *QUIET, name=STANDARD), list_date=date(2027, 2, 1))
    assert (back.player, back.rating, back.games) == ("200", Decimal(1500), 0), "and begins anew"


def test_a_row_without_a_rating_ends_it(office: Any, listed: Any) -> None:
    (found,) = appended(
        office, changed(listed, 2, single(300, "Young, Gamma", "0", "0", born="2012"))
    )
    assert (type(found), found.player) == (RatingEnded, "300")


def test_the_dead_are_not_missed(office: Any, listed: Any) -> None:
    office.append([PlayerDeceased(date=date(2026, 11, 1), player="200")])
    assert remarks_on(changed(listed, 1, ""), office, list_date=date(2026, 12, 1)) == []


def test_changed_people_are_counted_and_taken_over_when_told(office: Any, listed: Any) -> None:
    row = single(300, "Young, Gamma Delta", "1600", "40", born="2011", fed="CHN", sex="F")
    path = changed(listed, 2, row)
    assert [remark.partition("; ")[0] for remark in remarks_on(path, office)] == [
        f"{STANDARD}:4: 1 name differs from the ledger",
        f"{STANDARD}:4: 1 birth year differs from the ledger",
        f"{STANDARD}:4: 1 sex differs from the ledger",
        f"{STANDARD}:4: 1 federation differs from the ledger",
    ]
    assert [type(event) for event in appended(office, path)] == [RatingCarriedIn], (
        "three games, no more"
    )
    corrected, moved = appended(office, path, update_players=True)
    assert isinstance(corrected, PlayerCorrected) and isinstance(moved, PlayerTransferred)
    assert (corrected.name, corrected.born, corrected.sex) == ("Young, Gamma Delta", 2011, "F")
    assert (moved.federation, moved.date) == ("CHN", date(2026, 12, 1))
    assert appended(office, path, update_players=True) == []


def test_what_the_list_leaves_out_of_a_person_is_no_difference(office: Any, listed: Any) -> None:
    """No name, no year, no federation; a birthday in the ledger beside the year of the list; a name cut at 60."""
    long = "Young, " + "Gamma " * 10 + "Delta"
    office.append(
        [
            PlayerCorrected(
                date=date(2026, 10, 2), player="300", reason="x", born=date(2012, 3, 4), name=long
            )
        ]
    )
    for row in (
        single(300, long[:60], "1600", "40", born="2012", games="0"),
        single(300, "", "1600", "40", born="0", fed="", sex="", games="0"),
    ):
        path = changed(listed, 2, row)
        assert remarks_on(path, office) == [] and appended(office, path, update_players=True) == []


def test_both_titles_are_kept_and_a_title_that_is_gone_is_revoked(office: Any, listed: Any) -> None:
    woman = {"sex": "F", "flag": "wi", "fed": "MAS", "games": "0"}
    both = changed(
        listed, 1, single(200, "Lee, Beta", "1500", "40", title="FM", women="WGM", **woman)
    )
    assert [(type(e), e.title) for e in appended(office, both)] == [
        (TitleAwarded, "fide-fm"),
        (TitleAwarded, "fide-wgm"),
    ]
    higher = changed(
        listed, 1, single(200, "Lee, Beta", "1500", "40", title="IM", women="WGM", **woman)
    )
    assert [e.title for e in appended(office, higher, list_date=date(2027, 1, 1))] == ["fide-im"], (
        "an IM is FM too"
    )
    gone = changed(
        listed, 1, single(200, "Lee, Beta", "1500", "40", title="FM", women="WIM", **woman)
    )
    assert [(type(e), e.title) for e in appended(office, gone, list_date=date(2027, 2, 1))] == [
        (TitleAwarded, "fide-wim"),
        (TitleRevoked, "fide-im"),
        (TitleRevoked, "fide-wgm"),
    ]
    assert appended(office, gone, list_date=date(2027, 3, 1)) == []


def test_a_title_nobody_knows_revokes_nothing(office: Any, listed: Any) -> None:
    assert (
        appended(
            office,
            changed(listed, 0, single(100, "Chan, Alpha", "2350", "10", title="XX", games="0")),
        )
        == []
    )


def test_in_one_column_of_titles_an_open_one_hides_that_of_women(office: Any, listed: Any) -> None:
    office.append([TitleAwarded(date=date(2026, 10, 1), player="100", title="fide-wgm")])
    old = SINGLE.replace("WTit", "    ")
    assert appended(office, listed(old, *QUIET, name=STANDARD)) == []


def test_a_rating_the_ledger_may_have_changed_itself_is_told_again(
    office: Any, listed: Any
) -> None:
    """After a game in the ledger nobody knows here what the ledger's own list says."""
    start = date(2026, 10, 20)
    cup = TournamentRegistered(
        date=start,
        tournament="T",
        name="Cup",
        start=start,
        end=start,
        rounds=1,
        rated=("fide-standard",),
    )
    game = GameRecorded(
        date=start,
        tournament="T",
        round=1,
        board=1,
        first="100",
        second="400",
        result=Result.FIRST_WINS,
    )
    office.append([cup, game])
    quiet = listed(SINGLE, *QUIET, name=STANDARD)
    first, second, third = appended(office, quiet)
    assert [(e.player, e.rating, e.peak) for e in (first, second)] == [
        ("100", Decimal(2350), Decimal(2400)),
        ("400", Decimal(1800), Decimal(1800)),
    ]
    assert (type(third), third.player) == (InactivityDeclared, "400"), (
        "the game would have ended the flag"
    )
    assert appended(office, quiet) == []


def test_a_game_of_long_ago_is_not_a_reason_to_tell_a_rating_again(
    office: Any, listed: Any
) -> None:
    """Also of a junior, whose K 40 says nothing of the games."""
    start = date(2025, 3, 1)
    cup = TournamentRegistered(
        date=start,
        tournament="T",
        name="Cup",
        start=start,
        end=start,
        rounds=1,
        rated=("fide-standard",),
    )
    game = GameRecorded(
        date=start,
        tournament="T",
        round=1,
        board=1,
        first="100",
        second="300",
        result=Result.FIRST_WINS,
    )
    office.append([cup, game])
    assert appended(office, listed(SINGLE, *QUIET, name=STANDARD)) == []


def test_a_list_without_a_column_of_titles_revokes_none(office: Any, listed: Any) -> None:
    bare = SINGLE.replace("Tit ", "    ").replace("WTit", "    ")
    assert appended(office, listed(bare, *QUIET, name=STANDARD)) == []


def test_a_duplicate_counts_for_the_player_it_was_merged_into(office: Any, listed: Any) -> None:
    """FIDE lists the id that the office gave up: the rating is that of the player. The kept id's own row wins."""
    office.append([PlayersMerged(date=date(2026, 10, 5), kept="300", duplicate="400")])
    november = listed(SINGLE, *QUIET, name=STANDARD)
    rating, active = appended(office, november, list_date=date(2026, 11, 1))
    assert (rating.player, rating.rating) == ("300", Decimal(1600)), (
        "of the two ratings of October the last counts"
    )
    assert (type(active), active.player) == (ActivityResumed, "300")
    assert appended(office, november) == []
    assert remarks_on(changed(listed, 3, ""), office, list_date=date(2026, 12, 1)) == [], (
        "400 has not left: it is 300"
    )
    (found,) = appended(
        office, listed(SINGLE, *QUIET[:2], single(400, "Wong", "1810", "40"), name=STANDARD)
    )
    assert (found.player, found.rating) == ("300", Decimal(1810))


def test_what_was_withdrawn_is_told_again(office: Any, listed: Any) -> None:
    (at,) = [n for n, e in office.read() if isinstance(e, RatingCarriedIn) and e.player == "300"]
    office.append([EventWithdrawn(date=date(2026, 10, 9), withdraws=at, reason="mistaken")])
    (found,) = appended(office, listed(SINGLE, *QUIET, name=STANDARD))
    assert (type(found), found.player) == (RatingCarriedIn, "300")


def test_an_older_list_that_comes_later_is_compared_with_its_own_time(
    office: Any, listed: Any
) -> None:
    old = changed(listed, 2, single(300, "Young, Gamma", "1550", "40", born="2012"))
    assert (
        "ratings of 2026-10-01 are in the ledger already"
        in remarks_on(old, office, list_date=date(2026, 9, 1))[-1]
    )
    found = of(appended(office, old, list_date=date(2026, 9, 1)), RatingCarriedIn)
    assert [(e.player, e.rating, e.date.month) for e in found if e.player == "300"] == [
        ("300", Decimal(1550), 9)
    ]
    assert (
        appended(office, listed(SINGLE, *OCTOBER, name=STANDARD), list_date=date(2026, 10, 1)) == []
    )


def test_who_is_left_out_by_a_filter_is_counted(office: Any, listed: Any) -> None:
    path = listed(SINGLE, *QUIET, name=STANDARD)
    assert remarks_on(path, office, federation=("MAS",)) == [
        f"{STANDARD}:2: left out by --federation or --min-rating: 3 players whose rating is in the ledger; first: 100"
    ]
    with pytest.raises(LedgerError, match="no player of the list is wanted"):
        remarks_on(path, office, federation=("XYZ",))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("12a            Broken, Id", "FIDE number '12a'"),
        (combined(500, "Odd, Rating", "2x50"), "standard rating '2x50'"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(listed: Any, line: str, wrong: str) -> None:
    with open_log(":memory:") as log:
        with pytest.raises(LedgerError) as refused:
            log.append(open_file(listed(COMBINED, *PLAYERS, line), NOVEMBER, log))
        assert log.head == 0
    (problem,) = refused.value.problems
    assert wrong in problem.wrong and problem.place.endswith(":6")


def test_the_same_problem_in_many_lines_is_told_once_with_its_count(listed: Any) -> None:
    odd = [combined(player, "Odd, Rating", "2x50") for player in range(500, 510)]
    twice = [combined(600, "Twice, Listed", "1500")] * 2
    with open_log(":memory:") as log, pytest.raises(LedgerError) as refused:
        log.append(open_file(listed(COMBINED, *odd, *twice), NOVEMBER, log))
    assert [
        (problem.place.rpartition(":")[2], problem.wrong) for problem in refused.value.problems
    ] == [
        ("2", "standard rating '2x50' is not a rating (and likewise in 9 more lines)"),
        ("13", "FIDE number 600 stands in the list twice"),
    ]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("12a            Broken, Id", "FIDE number '12a' is not a number"),
        (combined(500, "Odd, Rating", "2x50"), "standard rating '2x50' is not a rating"),
        (combined(500, "=Formula, Name", "1500"), "`name` begins with =: =Formula, Name"),
    ],
)
def test_a_bad_last_line_is_told_before_anything_is_made_of_the_others(
    listed: Any, line: str, wrong: str
) -> None:
    """Half a million players take half a minute: nobody should wait so long for a word about the last one."""
    items = list(open_file(listed(COMBINED, *PLAYERS, line), NOVEMBER))
    assert [item.problem.wrong for item in items if item.problem] == [wrong]
    assert [item.event for item in items] == [None]


def test_a_name_that_is_not_taken_may_begin_like_a_formula(listed: Any) -> None:
    """Somebody of another federation, and somebody whom the ledger knows by another name."""
    odd = combined(500, "=Formula, Name", "1500", fed="MAS")
    found = events(listed(COMBINED, *PLAYERS, odd), replace(NOVEMBER, federation=("HKG",)))
    assert "500" not in {event.player for event in found}
    with open_log(":memory:") as log:
        appended(log, listed(COMBINED, *PLAYERS))
        known = combined(100, "=Chan, Alpha", "2360", "10", "2300", title="IM")
        assert appended(log, listed(COMBINED, known), list_date=date(2027, 1, 1))


def test_a_line_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / STANDARD
    path.write_text("\n".join((SINGLE, *OCTOBER))[:-30])
    with pytest.raises(LedgerError, match="cut off") as refused:
        events(path)
    assert refused.value.problems[0].place.endswith(":5")


def test_an_xml_list_of_one_kind_ends_no_ratings_of_another(listed: Any) -> None:
    """The tags of its players tell which kinds an XML list has."""
    one = XML.replace("<rapid_rating>2300</rapid_rating>\n<rapid_k>20</rapid_k>", "")
    both = {**INSTALLED, "rapid": "fide-rapid", "blitz": "fide-blitz"}.get
    with open_log(":memory:") as log:
        appended(log, listed(COMBINED, *PLAYERS), scheme_of_fide_list=both)
        found = appended(
            log,
            listed(one, name="blitz_rating_list.xml"),
            scheme_of_fide_list=both,
            list_date=date(2027, 1, 1),
        )
    assert [(type(event), event.scheme) for event in found if event.player == "100"] == [
        (RatingCarriedIn, "fide-blitz")
    ]


def test_broken_xml_is_refused_with_line_and_column(listed: Any) -> None:
    with pytest.raises(LedgerError, match="not well-formed") as refused:
        events(listed(XML.replace("</playerslist>", "</list>"), name="players_list_xml_foa.xml"))
    assert refused.value.problems[0].place.count(":") >= 2


@pytest.mark.parametrize(
    ("head", "wrong"),
    [
        ('<!DOCTYPE playerslist [<!ENTITY e "x">]>', "document type"),
        ('<!DOCTYPE playerslist SYSTEM "file:///etc/passwd">', "document type"),
        ('<?xml version="1.0" encoding="gb18030"?>', "multi-byte encodings"),
        ('<?xml version="1.0" encoding="no-such"?>', "encoding"),
    ],
)
def test_xml_that_no_list_needs_is_refused(listed: Any, head: str, wrong: str) -> None:
    """A document type could unfold a few lines to gigabytes, or name other files."""
    text = head + "\n<playerslist><player><fideid>1</fideid><name>&e;</name></player></playerslist>"
    with pytest.raises(LedgerError, match=wrong) as refused:
        events(listed(text, name="players_list_xml_foa.xml"))
    assert refused.value.problems[0].place.partition(".xml:")[2]


def test_a_list_whose_heading_names_no_ratings_is_refused(listed: Any) -> None:
    """The heading was cut or misspelt: which column holds the ratings cannot be known."""
    path = listed(
        SINGLE.replace("NOV26", "NOV2H"), single(100, "Chan, Alpha", "2350", "10"), name=STANDARD
    )
    with pytest.raises(LedgerError, match="the list has no column of ratings") as refused:
        list(open_file(path, NOVEMBER))
    assert "is the first line complete?" in str(refused.value)


def test_a_tab_in_a_name_is_read_as_a_space(listed: Any) -> None:
    """As FIDE's list of September 2025 has it; one such name refused half a million players."""
    path = listed(SINGLE, single(13537253, "Example\t, Player", "1576", "40"), name=STANDARD)
    (person,) = of(events(path), PlayerRegistered)
    assert person.name == "Example , Player"
    assert remarks_on(path) == [
        f"{STANDARD}:2: 1 name with a character that cannot be seen (a tab): read as a space; "
        "first: 13537253, Example , Player"
    ]


def test_a_title_nobody_knows_is_told(listed: Any) -> None:
    path = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20", women="WH"), name=STANDARD)
    assert not of(events(path), TitleAwarded)
    assert remarks_on(path) == [
        f"{STANDARD}:2: 1 title that is none of FIDE's: left out; first: 100, WH"
    ]


@pytest.mark.parametrize("year", ["1064", "2062", "1899", "19x4"])
def test_a_birth_year_that_cannot_be_is_told_and_left_out(listed: Any, year: str) -> None:
    path = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20", born=year), name=STANDARD)
    (person,) = of(events(path), PlayerRegistered)
    assert person.born is None
    assert remarks_on(path) == [
        f"{STANDARD}:2: 1 birth year that cannot be: left out; first: 100, {year}"
    ]


@pytest.mark.parametrize(
    ("year", "born"), [("0", None), ("0000", None), ("", None), ("1930", 1930), ("2026", 2026)]
)
def test_a_birth_year_that_is_not_known_or_can_be_is_not_remarked_on(
    listed: Any, year: str, born: Any
) -> None:
    path = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20", born=year), name=STANDARD)
    (person,) = of(events(path), PlayerRegistered)
    assert (person.born, remarks_on(path)) == (born, [])


def test_a_newcomer_who_was_erased_does_not_stop_the_next_list(office: Log, listed: Any) -> None:
    """K 40 is noted, and a note about a person is sealed: without the key the rating goes without it."""
    office.append(
        [PersonErased(date=date(2026, 10, 5), ref="letter 1", player="200", reason="asked")]
    )
    office.store.keys.destroy("200")
    higher = single(200, "Lee, Beta", "1600", "40", sex="F", flag="wi", fed="MAS")
    listed_now = listed(SINGLE, OCTOBER[0], higher, *OCTOBER[2:], name=STANDARD)
    found = of(appended(office, listed_now, list_date=date(2026, 11, 1)), RatingCarriedIn)
    assert ("200", Decimal(1600), 3 + 3, None) in [
        (event.player, event.rating, event.games, event.note) for event in found
    ]


def test_a_list_whose_lines_became_one_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    """Tabs where lines ended, and a stray carriage return: it looks like a csv list, and is none."""
    path = tmp_path / "blitz.txt"
    path.write_bytes((SINGLE + "\t6016650\t1527\t0\t20\t1980\r6011284\t1600\n").encode("latin-1"))
    with pytest.raises(LedgerError, match="not readable as csv: new-line character") as refused:
        remarks_on(path)
    assert "blitz.txt:1" in str(refused.value)
