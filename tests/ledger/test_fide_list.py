"""FIDE's rating lists: text and XML, of one kind and of all, zipped, and only a part of them."""

import zipfile
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from ledger import LedgerError, Refused, open_log
from ledger.events import InactivityDeclared, PlayerRegistered, RatingCarriedIn, TitleAwarded
from ledger.formats import ReadOptions, open_file

COMBINED = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"  # noqa: E501
SINGLE = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag"  # noqa: E501
NOVEMBER = ReadOptions(list_date=date(2026, 11, 1))


def combined(player: int, name: str, standard: str = "", k: str = "", rapid: str = "", **other: str) -> str:
    """A line of the list of all kinds."""
    return (
        f"{player:<15}{name:61}{other.get('fed', 'HKG'):4}{other.get('sex', 'M'):4}{other.get('title', ''):5}"
        f"{other.get('women', ''):5}{'':15}{'':4}{standard:6}{'0':4}{k:3}{rapid:6}{'':4}{'':3}{'':6}{'':4}{'':3}"
        f"{other.get('born', '1990'):6}{other.get('flag', ''):4}"
    )


def single(player: int, name: str, rating: str, k: str) -> str:
    return f"{player:<15}{name:61}{'HKG':4}{'M':4}{'':5}{'':5}{'':15}{'':4}{rating:6}{'3':4}{k:3}{'1990':6}"


PLAYERS = [
    combined(100, "Chan, Alpha", "2350", "10", "2300", title="IM"),
    combined(200, "Lee, Beta", "1500", "40", title="WGM", women="WGM", sex="F", flag="wi", fed="MAS"),
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
def listed(tmp_path: Path):
    def write(*lines: str, name: str = "players_list_foa.txt") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


def events(path: Path, options: ReadOptions = NOVEMBER) -> list:
    items = list(open_file(path, options))
    assert not [item.problem for item in items if item.problem]
    return [item.event for item in items]


def of(found: list, kind: type) -> list:
    return [event for event in found if type(event) is kind]


def test_players_ratings_titles_and_inactivity_of_the_combined_list(listed):
    found = events(listed(COMBINED, *PLAYERS))
    assert [(p.player, p.name, p.sex, p.born, p.federation) for p in of(found, PlayerRegistered)] == [
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
    assert [(t.player, t.title) for t in of(found, TitleAwarded)] == [("100", "fide-im"), ("200", "fide-wgm")]
    assert [i.player for i in of(found, InactivityDeclared)] == ["200"]
    assert {event.date for event in found} == {date(2026, 11, 1)}


def test_k_tells_who_is_new_and_who_once_had_2400(listed):
    """K 10 below 2400: a peak of 2400. K 40 and no junior: fewer than 30 games. A junior's K 40 says nothing."""
    by_player = {rating.player: rating for rating in of(events(listed(COMBINED, *PLAYERS)), RatingCarriedIn)}
    assert (by_player["100"].peak, by_player["100"].games) == (Decimal(2400), None)
    assert (by_player["200"].peak, by_player["200"].games) == (None, 0)
    assert (by_player["300"].peak, by_player["300"].games) == (None, None)


def test_rapid_needs_a_scheme_and_gets_it(listed):
    path = listed(COMBINED, *PLAYERS)
    both = events(path, ReadOptions(list_date=date(2026, 11, 1), scheme_of={"rapid": "club-rapid"}))
    assert [(r.scheme, r.rating) for r in of(both, RatingCarriedIn) if r.player == "100"] == [
        ("fide-standard", Decimal(2350)),
        ("club-rapid", Decimal(2300)),
    ]


def test_a_list_of_one_kind_says_its_month_and_its_name_the_kind(listed):
    path = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="standard_rating_list.txt")
    (rating,) = of(events(path, ReadOptions()), RatingCarriedIn)
    assert (rating.date, rating.rating) == (date(2026, 11, 1), Decimal(2350))
    rapid = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="rapid_rating_list.txt")
    with pytest.raises(LedgerError, match="no scheme for a rapid list"):
        events(rapid, ReadOptions())
    unnamed = listed(SINGLE, single(100, "Chan, Alpha", "2350", "20"), name="list.txt")
    with pytest.raises(LedgerError, match="--list-kind"):
        events(unnamed, ReadOptions())


def test_the_month_of_a_combined_list_has_to_be_told(listed):
    with pytest.raises(LedgerError, match="--list-date"):
        events(listed(COMBINED, *PLAYERS), ReadOptions())


def test_a_part_of_the_list_by_federation_and_rating(listed):
    path = listed(COMBINED, *PLAYERS)
    chosen = ReadOptions(list_date=date(2026, 11, 1), federations=frozenset(("hkg",)), min_rating=1600)
    assert [player.player for player in of(events(path, chosen), PlayerRegistered)] == ["100", "300"]


def test_xml_says_the_same(listed):
    found = events(listed(XML, name="players_list_xml_foa.xml"))
    assert [(p.player, p.name, p.sex) for p in of(found, PlayerRegistered)] == [
        ("100", "Chan & Sons, Alpha", "M"),
        ("400", "400", "F"),
    ]
    (rating,) = of(found, RatingCarriedIn)
    assert (rating.rating, rating.peak) == (Decimal(2350), Decimal(2400))


def test_a_zip_with_one_list_is_unpacked(listed, tmp_path: Path):
    packed = tmp_path / "players_list.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(listed(COMBINED, *PLAYERS), "players_list_foa.txt")
    assert len(of(events(packed), PlayerRegistered)) == 4


def test_the_same_list_twice_appends_nothing_and_the_next_one_only_ratings(listed):
    with open_log(":memory:") as log:
        path = listed(COMBINED, *PLAYERS)
        assert log.append(open_file(path, NOVEMBER, log)).appended == 10
        assert log.append(open_file(path, NOVEMBER, log)).appended == 0
        log.append(open_file(path, ReadOptions(list_date=date(2026, 12, 1)), log))
        later = [type(event).__name__ for _, event in log.read(after=10)]
    assert sorted(set(later)) == ["InactivityDeclared", "RatingCarriedIn"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("12a            Broken, Id", "FIDE number '12a'"),
        (combined(500, "Odd, Rating", "2x50"), "standard rating '2x50'"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(listed, line: str, wrong: str):
    with open_log(":memory:") as log:
        with pytest.raises(Refused) as refused:
            log.append(open_file(listed(COMBINED, *PLAYERS, line), NOVEMBER, log))
        assert log.head == 0
    (problem,) = refused.value.problems
    assert wrong in problem.wrong and problem.place.endswith(":6")


def test_broken_xml_is_refused_with_line_and_column(listed):
    with pytest.raises(LedgerError, match="not well-formed") as refused:
        events(listed(XML.replace("</playerslist>", "</list>"), name="players_list_xml_foa.xml"))
    assert refused.value.problems[0].place.count(":") >= 2


def test_an_entity_bomb_is_refused(listed):
    """A few lines of XML that would unfold to gigabytes: stopped, with a place."""
    entities = "".join(f'<!ENTITY e{n + 1} "' + f"&e{n};" * 10 + '">' for n in range(1, 15))
    bomb = '<!-- <playerslist> --><!DOCTYPE playerslist [<!ENTITY e1 "xxxxxxxxxx">' + entities + "]>\n"
    bomb += "<playerslist><player><fideid>1</fideid><name>&e15;</name></player></playerslist>"
    with pytest.raises(LedgerError, match="not well-formed"):
        events(listed(bomb, name="players_list_xml_foa.xml"))
