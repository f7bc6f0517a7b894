"""Archives of games: what becomes of their headings, what is told, what is refused and where."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import LedgerError, open_log
from ledger.errors import Problem, refused
from ledger.events import (
    AnyEvent,
    GameRecorded,
    PlayerEntered,
    PlayerRegistered,
    RatingCarriedIn,
    Result,
    TimeControl,
    TournamentRegistered,
)
from replay.files import ReadOptions, open_file
from replay.files.pgn.rounds import PairedGame, place_games

MOVES = "1. e4 {[%clk 1:30:00]} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6"
IDS = {"Adams": "400041", "Bologan": "13900048", "Caruana": "2020009", "Ding": "8603677"}


def game(
    white: str, black: str, result: str = "1-0", moves: str = MOVES, **tags: str | None
) -> str:
    """A game; players in IDS have their FIDE numbers. A tag given as None is left out."""
    given: dict[str, str | None] = {
        "Event": "Harbour Open", "Site": "Kowloon HKG", "Date": "2019.05.04", "Round": "1", "White": white,
        "Black": black, "Result": result, "WhiteFideId": IDS.get(white), "BlackFideId": IDS.get(black),
    }  # fmt: skip
    lines = [f'[{name} "{text}"]' for name, text in (given | tags).items() if text is not None]
    return "\n".join((*lines, "", f"{moves} {result}", "", ""))


@pytest.fixture
def archive(tmp_path: Path) -> Callable[..., list[AnyEvent]]:
    """Read games as a file; the events, or the problems raised. `told` gets the remarks."""

    def read(
        *games: str | bytes, told: list[Problem] | None = None, **options: Any
    ) -> list[AnyEvent]:
        path = tmp_path / "games.pgn"
        path.write_bytes(
            b"".join(each if isinstance(each, bytes) else each.encode() for each in games)
        )
        warn = told.append if told is not None else ReadOptions().warn
        items = list(open_file(path, ReadOptions(warn=warn, **options), options.pop("log", None)))
        if problems := [item.problem for item in items if item.problem]:
            raise refused(problems)
        return [item.event for item in items if item.event is not None]

    return read


def of(events: list[AnyEvent], kind: type) -> list[Any]:
    return [event for event in events if type(event) is kind]


def test_headings_become_players_a_tournament_entries_and_games(archive: Any) -> None:
    events = archive(
        game("Adams", "Bologan", WhiteElo="2700", Round="1", TimeControl="5400+30"),
        game("Bologan", "Adams", "1/2-1/2", Round="2", Date="2019.05.06", TimeControl="5400+30"),
    )
    assert [(p.player, p.name, p.sex, p.date) for p in of(events, PlayerRegistered)] == [
        ("400041", "Adams", "M", date(2019, 5, 4)),
        ("13900048", "Bologan", "M", date(2019, 5, 4)),
    ]
    (tournament,) = of(events, TournamentRegistered)
    assert (tournament.tournament, tournament.name, tournament.place) == (
        "harbour-open-kowloon-hkg-2019", "Harbour Open", "Kowloon HKG",
    )  # fmt: skip
    assert (tournament.start, tournament.end, tournament.rounds) == (
        date(2019, 5, 4),
        date(2019, 5, 6),
        2,
    )
    assert (tournament.rated, tournament.time_control) == ((), TimeControl(5400, 30))
    assert [(e.player, e.rating) for e in of(events, PlayerEntered)] == [
        ("400041", 2700),
        ("13900048", None),
    ]
    assert [
        (g.round, g.board, g.first, g.second, g.result, g.date.day)
        for g in of(events, GameRecorded)
    ] == [
        (1, 1, "400041", "13900048", Result.FIRST_WINS, 4),
        (2, 1, "13900048", "400041", Result.DRAW, 6),
    ]
    assert all(event.ref.startswith("games.pgn sha256:") for event in events)


def test_a_tournament_is_an_event_at_a_site_in_a_year(archive: Any) -> None:
    """The same name at another place or in another year is another tournament; games may lie in any order."""
    events = archive(
        game("Adams", "Bologan"),
        game("Adams", "Bologan", Site="Macau"),
        game("Adams", "Bologan", Date="2020.05.04"),
        game("Caruana", "Ding", Round="2"),
    )
    names = [each.tournament for each in of(events, TournamentRegistered)]
    assert names == [
        "harbour-open-kowloon-hkg-2019",
        "harbour-open-macau-2019",
        "harbour-open-kowloon-hkg-2020",
    ]
    assert [each.tournament for each in of(events, GameRecorded)].count(
        "harbour-open-kowloon-hkg-2019"
    ) == 2


def test_the_events_first_day_keeps_a_tournament_over_new_year_together(archive: Any) -> None:
    events = archive(
        game("Adams", "Bologan", Date="2019.12.30", EventDate="2019.12.28"),
        game("Bologan", "Adams", Date="2020.01.02", EventDate="2019.12.28", Round="4"),
    )
    (tournament,) = of(events, TournamentRegistered)
    assert (tournament.start, tournament.end, tournament.rounds) == (
        date(2019, 12, 28),
        date(2020, 1, 2),
        4,
    )


def test_names_that_differ_only_in_signs_get_ids_of_their_own(archive: Any) -> None:
    events = archive(game("Adams", "Bologan", Event="Cup!"), game("Adams", "Bologan", Event="Cup?"))
    assert [each.tournament for each in of(events, TournamentRegistered)] == [
        "cup-kowloon-hkg-2019",
        "cup-kowloon-hkg-2019-2",
    ]


def test_addresses_of_games_are_no_sites_of_their_own(archive: Any) -> None:
    sites = ("https://lichess.org/abcdefgh", "https://lichess.org/ijklmnop")
    events = archive(
        *(
            game("Adams", "Bologan", Event="Rated Blitz game", Site=site, Round="-")
            for site in sites
        )
    )
    (tournament,) = of(events, TournamentRegistered)
    assert (tournament.place, tournament.tournament, tournament.rounds) == (
        "lichess.org", "rated-blitz-game-lichess-org-2019", 2,
    )  # fmt: skip


# rounds and boards


def test_boards_are_numbered_in_the_order_of_the_file(archive: Any) -> None:
    events = archive(
        game("Adams", "Bologan"), game("Caruana", "Ding"), game("Adams", "Ding", Round="2")
    )
    assert [(g.round, g.board) for g in of(events, GameRecorded)] == [(1, 1), (1, 2), (2, 1)]


def test_a_board_after_the_round_is_that_board(archive: Any) -> None:
    events = archive(game("Adams", "Bologan", Round="3.2"), game("Caruana", "Ding", Round="3.1"))
    assert [(g.round, g.board, g.first) for g in of(events, GameRecorded)] == [
        (3, 1, "2020009"),
        (3, 2, "400041"),
    ]


def test_two_games_of_a_pair_in_a_round_are_two_rounds(archive: Any) -> None:
    """A knockout: 1.1 and 1.2 are the games of each pair, not boards. Nobody plays twice in a round of the ledger."""
    pairs = (("Adams", "Bologan"), ("Caruana", "Ding"))
    events = archive(
        *(game(white, black, Round="1.1") for white, black in pairs),
        *(game(black, white, Round="1.2") for white, black in pairs),
        game("Adams", "Caruana", Round="2.1"),
    )
    assert [(g.round, g.board) for g in of(events, GameRecorded)] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
    ]


@pytest.mark.parametrize("unknown", ["?", "-", "", "Final", "99999", None])
def test_a_round_that_is_not_told_is_the_first_one_free_for_both(
    archive: Any, unknown: str | None
) -> None:
    events = archive(
        game("Adams", "Bologan", Round=unknown),
        game("Caruana", "Ding", Round=unknown),
        game("Adams", "Caruana", Round=unknown),
        game("Bologan", "Ding", Round="2"),
    )
    games = of(events, GameRecorded)
    assert [(g.round, g.board) for g in games] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert ["round not in the archive" in (g.note or "") for g in games] == [
        True,
        True,
        True,
        False,
    ]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(0, 3),
            st.sampled_from("abcdef"),
            st.sampled_from("ghijkl"),
        ),
        min_size=1,
        max_size=40,
    )
)
def test_nobody_plays_twice_in_a_round_and_no_board_has_two_games(
    told: list[tuple[int, int, str, str]],
) -> None:
    """Whatever an archive tells, the log can take it; and what fits as it is told, stays so."""
    games = [PairedGame(*each) for each in told]
    placed = place_games(games)
    busy = [
        (place.round, player)
        for place, each in zip(placed, games, strict=True)
        for player in each[2:]
    ]
    assert len(set(busy)) == len(busy)
    assert len({place[:2] for place in placed}) == len(placed)
    assert all(place.round >= 1 and place.board >= 1 for place in placed)
    plain = [each for each in games if each.round]
    once = len({(each.round, player) for each in plain for player in each[2:]}) == 2 * len(plain)
    if once:
        assert all(
            place.round == each.round
            for place, each in zip(placed, games, strict=True)
            if each.round
        )


# dates


@pytest.mark.parametrize(
    ("tags", "day", "is_sure"),
    [
        ({"Date": "2019.05.04"}, date(2019, 5, 4), True),
        ({"Date": "2019.05.??"}, date(2019, 5, 1), False),
        ({"Date": "2019.??.??"}, date(2019, 1, 1), False),
        ({"Date": "2019"}, date(2019, 1, 1), False),
        ({"Date": "2019.??.??", "EventDate": "2019.05.02"}, date(2019, 5, 2), False),
        ({"Date": "????.??.??", "EventDate": "2019.05.02"}, date(2019, 5, 2), False),
        ({"Date": "????.??.??", "UTCDate": "2019.05.03"}, date(2019, 5, 3), True),
        ({"Date": None, "UTCDate": "2019.05.03"}, date(2019, 5, 3), True),
    ],
)
def test_dates_with_gaps_are_the_first_possible_day_and_noted(
    archive: Any, tags: Any, day: date, is_sure: bool
) -> None:
    (played,) = of(archive(game("Adams", "Bologan", **tags)), GameRecorded)
    assert played.date == day
    assert ("day not in the archive" in (played.note or "")) != is_sure


# results


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result.FIRST_WINS),
        ("0-1", Result.SECOND_WINS),
        ("1/2-1/2", Result.DRAW),
        ("½-½", Result.DRAW),
    ],
)
def test_every_result(archive: Any, text: str, result: Result) -> None:
    assert of(archive(game("Adams", "Bologan", text)), GameRecorded)[0].result == result


def test_a_game_without_a_result_yet_is_left_out_and_counted(archive: Any) -> None:
    told: list[Problem] = []
    events = archive(
        game("Adams", "Bologan"), game("Caruana", "Ding", "*", Date="????.??.??"), told=told
    )
    assert len(of(events, GameRecorded)) == 1
    assert [(each.place.rsplit(":", 1)[1], each.wrong) for each in told] == [
        ("13", "1 game has no result yet (*): left out")
    ]


def test_results_without_moves_are_told_as_they_may_be_forfeits(archive: Any) -> None:
    told: list[Problem] = []
    archive(
        game("Adams", "Bologan", moves=""), game("Caruana", "Ding", moves="{forfeit}"), told=told
    )
    assert "2 games have a result and no moves" in told[0].wrong


# broken games

BROKEN = {
    "no player in White": game("?", "Bologan"),
    "no player in Black": game("Adams", "Bologan", Black=None),
    "plays himself": game("Adams", "Adams"),
    "no result": game("Adams", "Bologan", Result=None),
    "result '0-0' is none of": game("Adams", "Bologan", "0-0"),
    "no date": game("Adams", "Bologan", Date=None),
    "without a year": game("Adams", "Bologan", Date="????.05.04"),
    "is not a date": game("Adams", "Bologan", Date="2019.02.30"),
    "out of range": game("Adams", "Bologan", Date="0019.02.03"),
    "a heading that cannot be read": game("Adams", "Bologan").replace('[Round "1"]', "[Round 1]"),
    "begins with =": game("=cmd()", "Bologan"),
    "ESCAPE (U+001B)": game("Ad\x1bams", "Bologan"),
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_broken_game_is_told_with_its_line_and_refuses_the_file(archive: Any, wrong: str) -> None:
    with pytest.raises(LedgerError) as refused:
        archive(game("Caruana", "Ding"), BROKEN[wrong])
    (problem,) = refused.value.problems
    assert wrong in problem.wrong
    assert problem.place.endswith("games.pgn:13"), (
        "nine tags, a blank line, moves, a blank line before it"
    )
    assert "--skip-broken" in problem.remedy


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_broken_game_may_be_left_out(archive: Any, wrong: str) -> None:
    told: list[Problem] = []
    events = archive(BROKEN[wrong], game("Caruana", "Ding"), told=told, skip_broken=True)
    assert [(g.first, g.second) for g in of(events, GameRecorded)] == [("2020009", "8603677")]
    assert [wrong in each.wrong and each.wrong.startswith("left out") for each in told] == [True]
    assert told[0].place.endswith("games.pgn:1")


def test_of_many_broken_games_fifty_are_told_and_the_rest_counted(archive: Any) -> None:
    told: list[Problem] = []
    archive(game("Caruana", "Ding"), *[BROKEN["plays himself"]] * 60, told=told, skip_broken=True)
    assert len(told) == 51 and "60 broken games" in told[-1].wrong


# the file itself


def test_headings_in_the_wild(archive: Any) -> None:
    """Quotation marks, escapes, several tags in a line, no blank line before the moves or the next game, comments."""
    text = (
        b"% produced by hand\r\n"
        b'[Event "The "Big" \\"Open\\""] \r\n[Site "?"][Date "2019.05.04"] [Round "1"]\r\n'
        b'[White "Gr\xfcnberg"]\r\n\r\n[Black "Bologan"]\r\n[Result "1-0"]\r\n[WhiteFideId "1"]\r\n'
        b'[BlackFideId "2"]\r\n'
        b'1. e4 {a comment\r\n[%clk 0:01:00] [with "brackets"] } e5 1-0\r\n'
        b'[Event "Second"]\r\n[Site "?"]\r\n[Date "2019.05.04"]\r\n[White "A"]\r\n[Black "B"]\r\n[Result "0-1"]\r\n'
        b'[WhiteFideId "3"]\r\n[BlackFideId "4"]\r\n'
    )
    events = archive(text)
    assert [(t.name, t.place) for t in of(events, TournamentRegistered)] == [
        ('The "Big" "Open"', None),
        ("Second", None),
    ]
    assert of(events, PlayerRegistered)[0].name == "Grünberg"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_names_in_either_encoding(archive: Any, encoding: str) -> None:
    events = archive(game("Müller", "Bologan", WhiteFideId="7").encode(encoding))
    assert of(events, PlayerRegistered)[0].name == "Müller"


def test_an_encoding_can_be_named(archive: Any) -> None:
    events = archive(
        game("Каспаров", "Bologan", WhiteFideId="7").encode("cp1251"), encoding="cp1251"
    )
    assert of(events, PlayerRegistered)[0].name == "Каспаров"


def test_a_file_of_utf_16_is_refused(archive: Any) -> None:
    with pytest.raises(LedgerError, match="UTF-16"):
        archive(game("Adams", "Bologan").encode("utf-16"))


def test_an_archive_is_known_by_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("\n\n" + game("Adams", "Bologan"))
    assert any(type(item.event) is GameRecorded for item in open_file(path))


def test_moves_of_a_megabyte_in_one_line_are_passed_over(archive: Any) -> None:
    long = "1. e4 e5 " * 300_000
    events = archive(game("Adams", "Bologan", moves=long), game("Caruana", "Ding"))
    assert len(of(events, GameRecorded)) == 2


# who is who


def test_a_name_without_a_number_is_refused_and_never_guessed(archive: Any) -> None:
    with pytest.raises(LedgerError) as refused:
        archive(game("Adams", "Somebody"), game("Adams", "Somebody", Round="2"))
    (problem,) = refused.value.problems
    assert "'Somebody' has no FIDE number" in problem.wrong and "--write-players" in problem.remedy
    assert problem.place.endswith("games.pgn:1")


def test_a_form_for_names_is_written_filled_in_and_read(archive: Any, tmp_path: Path) -> None:
    """A name that has a number elsewhere in the file is offered that number; nobody decides it for the user."""
    games = (
        game("Adams", "Somebody"),
        game("Adams", "Robot", Round="2"),
        game("Caruana", "Ding", WhiteFideId=None, Round="3"),
        game("Caruana", "Ding", Round="4"),
    )
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 3 players"):
        archive(*games, write_players=form)
    lines = form.read_text().splitlines()
    assert lines[1] == ",Somebody,,,new,,"
    assert lines[3] == ',Caruana,,,,,"2020009 = Caruana, elsewhere in the file"'
    form.write_text("name,action,player\nSomebody,new,\nRobot,skip,\nCaruana,,2020009\n")
    told: list[Problem] = []
    events = archive(*games, players=form, told=told)
    assert {p.player for p in of(events, PlayerRegistered)} == {
        "400041",
        "somebody",
        "2020009",
        "8603677",
    }
    assert len(of(events, GameRecorded)) == 3
    assert any("1 game of players to be skipped left out" in each.wrong for each in told)


def test_two_spellings_of_a_name_are_not_made_one_player(archive: Any, tmp_path: Path) -> None:
    """Both as new would be the same id: the form says so, and the import refuses it."""
    games = (game("Adams", "Doe, J"), game("Adams", "Doe J.", Round="2"))
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 2 players"):
        archive(*games, write_players=form)
    assert form.read_text().splitlines()[1:] == [
        ',"Doe, J",,,,,"Doe J., elsewhere in the file"',
        ',Doe J.,,,,,"Doe, J, elsewhere in the file"',
    ]
    form.write_text('name,action,player\n"Doe, J",new,\nDoe J.,new,\n')
    with pytest.raises(LedgerError, match=r"'Doe, J' and 'Doe J\.' would both be 'doe-j'"):
        archive(*games, players=form)
    form.write_text('name,action,player\n"Doe, J",new,\nDoe J.,,doe-j\n')
    assert {g.second for g in of(archive(*games, players=form), GameRecorded)} == {"doe-j"}


def test_the_form_leaves_two_spellings_open_that_would_get_two_ids(
    archive: Any, tmp_path: Path
) -> None:
    """`jan-novak` and `novak-jan` are two ids: prefilled as new, one person would be two players."""
    games = (
        game("Adams", "Novák, Jan"),
        game("Adams", "Jan Novak", Round="2"),
        game("Adams", "Else", Round="3"),
    )
    form = tmp_path / "map.csv"
    with pytest.raises(LedgerError, match="wrote 3 players"):
        archive(*games, write_players=form)
    assert form.read_text().splitlines()[1:] == [
        ',"Novák, Jan",,,,,"Jan Novak, elsewhere in the file"',
        ',Jan Novak,,,,,"Novák, Jan, elsewhere in the file"',
        ",Else,,,new,,",
    ]


def test_a_decision_for_a_name_does_not_touch_a_namesake_with_a_number(
    archive: Any, tmp_path: Path
) -> None:
    form = tmp_path / "map.csv"
    form.write_text("name,player\nAdams,999\n")
    events = archive(
        game("Adams", "Ding", WhiteFideId=None), game("Adams", "Bologan", Round="2"), players=form
    )
    assert [g.first for g in of(events, GameRecorded)] == ["999", "400041"]


def test_a_womans_title_tells_the_sex(archive: Any) -> None:
    events = archive(game("Adams", "Bologan", WhiteTitle="WGM", BlackTitle="GM"))
    assert [(p.sex, bool(p.note)) for p in of(events, PlayerRegistered)] == [
        ("F", False),
        ("M", True),
    ]


def test_first_ratings_can_be_carried_in(archive: Any) -> None:
    """The earliest of the archive, on the list in force that day, once for each player."""
    games = (
        game("Adams", "Bologan", WhiteElo="2710", BlackElo="?", Date="2019.06.04", Round="2"),
        game("Adams", "Bologan", WhiteElo="2700", BlackElo="-", Date="2019.05.04"),
    )
    events = archive(
        *games, ratings_as="fide-standard", list_in_force=lambda day: day.replace(day=1)
    )
    assert [(e.player, e.rating, e.date, e.scheme) for e in of(events, RatingCarriedIn)] == [
        ("400041", Decimal(2700), date(2019, 5, 1), "fide-standard")
    ]
    assert of(archive(*games), RatingCarriedIn) == []


def test_schemes_and_the_day_of_registration_are_told(archive: Any) -> None:
    events = archive(
        game("Adams", "Bologan"), rated=("fide-standard,malaysia",), registered=date(2019, 1, 1)
    )
    (tournament,) = of(events, TournamentRegistered)
    assert (tournament.rated, tournament.date) == (("fide-standard", "malaysia"), date(2019, 1, 1))


def test_one_tournament_can_be_named_several_cannot(archive: Any) -> None:
    (tournament,) = of(archive(game("Adams", "Bologan"), tournament="cup"), TournamentRegistered)
    assert tournament.tournament == "cup"
    with pytest.raises(LedgerError, match="the archive has 2"):
        archive(game("Adams", "Bologan"), game("Adams", "Bologan", Event="Other"), tournament="cup")


@pytest.mark.parametrize(
    ("kind", "form", "event"),
    [("swiss", "swiss", "individual"), ("tourn", "roundrobin", "individual"), ("k.o.", "knockout", "individual"),
     ("match", "match", "individual"), ("team-swiss", "swiss", "team"), ("", "swiss", "individual")],
)  # fmt: skip
def test_the_kind_of_event_is_that_of_its_games(
    archive: Any, kind: str, form: str, event: str
) -> None:
    (tournament,) = of(archive(game("Adams", "Bologan", EventType=kind)), TournamentRegistered)
    assert (tournament.format, tournament.event) == (form, event)


# in the log


def append(
    log: Any, path: Path, text: str, told: list[Problem] | None = None, **options: Any
) -> Any:
    path.write_text(text)
    warn = told.append if told is not None else ReadOptions().warn
    return log.append(open_file(path, ReadOptions(warn=warn, **options), log))


def test_the_same_archive_twice_appends_nothing_and_a_longer_one_only_what_is_new(
    tmp_path: Path,
) -> None:
    first = game("Adams", "Bologan") + game("Caruana", "Ding") + game("Adams", "Ding", Round="2")
    with open_log(":memory:") as log:
        done = append(log, tmp_path / "a.pgn", first)
        assert done.appended == 4 + 1 + 4 + 3
        assert append(log, tmp_path / "b.pgn", first).appended == 0
        assert (
            append(log, tmp_path / "c.pgn", first + game("Caruana", "Bologan", Round="2")).appended
            == 1
        )


def test_opening_ratings_that_stand_are_counted(tmp_path: Path) -> None:
    text = game("Adams", "Bologan", WhiteElo="2700")
    told: list[Problem] = []
    with open_log(":memory:") as log:
        append(log, tmp_path / "a.pgn", text, ratings_as="fide-standard")
        assert append(log, tmp_path / "a.pgn", text, told, ratings_as="fide-standard").appended == 0
    assert [each.wrong for each in told] == [
        "1 player with an opening rating of fide-standard already, which stands"
    ]


def test_players_whom_the_ledger_calls_otherwise_are_told(tmp_path: Path) -> None:
    told: list[Problem] = []
    with open_log(":memory:") as log:
        log.append(
            [PlayerRegistered(date=date(2000, 1, 1), player=IDS[name], name=called, sex="M")
             for name, called in (("Adams", "Adams, Michael"), ("Bologan", "Somebody Else"))]
        )  # fmt: skip
        append(log, tmp_path / "a.pgn", game("Adams", "Bologan"), told)
    assert [each.wrong for each in told] == [
        "1 player called otherwise in the ledger; first: 13900048 is 'Somebody Else' in the ledger, "
        "'Bologan' in the archive"
    ]


def test_a_refused_archive_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    with open_log(":memory:") as log:
        with pytest.raises(LedgerError):
            append(log, tmp_path / "a.pgn", game("Adams", "Bologan") + BROKEN["no date"])
        assert log.head == 0


def test_an_archive_that_is_no_tournament_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More rounds than the ledger has numbers for (here 3): two players who met too often in a year."""
    monkeypatch.setattr("replay.files.pgn.events.MOST_ARCHIVE_ROUNDS", 3)
    text = "".join(game("Adams", "Bologan", Round="?") for _ in range(4))
    with open_log(":memory:") as log, pytest.raises(LedgerError, match="4 rounds"):
        append(log, tmp_path / "a.pgn", text)


def test_a_game_to_come_whose_player_is_not_known_is_left_out_like_others(tmp_path: Path) -> None:
    played = '[Event "Cup"]\n[Date "2025.05.01"]\n[Round "1"]\n[White "A"]\n[WhiteFideId "11"]\n[Black "B"]\n'
    played += '[BlackFideId "12"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    to_come = '[Event "Cup"]\n[Date "????.??.??"]\n[Round "2"]\n[White "?"]\n[Black "A"]\n[Result "*"]\n\n*\n'
    path = tmp_path / "cup.pgn"
    path.write_text(played + to_come)
    told: list[Any] = []
    items = list(open_file(path, ReadOptions(warn=told.append)))
    assert items and not [item.problem for item in items if item.problem]
    assert any("1 game has no result yet (*): left out" in problem.wrong for problem in told)
