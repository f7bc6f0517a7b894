"""A made-up federation is one that an office could have had: repeatable, importable, true to its strengths."""

import csv
import hashlib
import io
import os
import subprocess
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import events as ev
from replay.simulation import Federation, simulate
from replay.simulation.circuits import circuit_of
from schemes import scheme as scheme_of
from wording.errors import LedgerError

SCHEMES = ("fide-standard", "cxa-rapid", "malaysia", "all")
READ = msgspec.json.Decoder(ev.AnyEvent)
ROOT = Path(__file__).parents[2]


def make(**asked: Any) -> tuple[bytes, str]:
    """All events carry the time at which they were recorded, unless something else is asked for."""
    events, truth = io.BytesIO(), io.StringIO()
    simulate(Federation(**{"recorded_until": date(2099, 12, 31)} | asked), events, truth)
    return events.getvalue(), truth.getvalue()


@cache
def federation(scheme: str) -> tuple[list[ev.AnyEvent], str]:
    """Three years of 900 players, 30,000 games."""
    events, truth = make(players=900, games=30_000, years=3, seed=11, scheme=scheme)
    return [READ.decode(line) for line in events.splitlines()], truth


def of(kind: type[ev.Event], scheme: str = "fide-standard") -> list:
    return [event for event in federation(scheme)[0] if type(event) is kind]


def strengths(scheme: str) -> dict[str, list[tuple[str, int]]]:
    """By player the true strengths with their dates."""
    known = defaultdict(list)
    for row in csv.DictReader(io.StringIO(federation(scheme)[1])):
        known[row["player"]].append((row["date"], int(row["strength"])))
    return known


# Repeatable


def test_the_same_seed_gives_the_same_bytes() -> None:
    asked = {"players": 200, "games": 2_000, "years": 1, "scheme": "all"}
    assert make(**asked, seed=5) == make(**asked, seed=5)
    assert make(**asked, seed=5)[0] != make(**asked, seed=6)[0]


def test_the_surroundings_do_not_change_the_bytes() -> None:
    script = (
        "import sys, io; from replay.simulation import *; "
        "simulate(Federation(players=200, games=2000, years=1, seed=5, scheme='all'), sys.stdout.buffer)"
    )
    here = hashlib.sha256(make(players=200, games=2_000, years=1, seed=5, scheme="all")[0]).digest()
    for zone, locale, seed in (("Asia/Shanghai", "C", "1"), ("America/Lima", "C.UTF-8", "2")):
        there = os.environ | {
            "TZ": zone,
            "LC_ALL": locale,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": str(ROOT),
        }
        bytes_there = subprocess.run(
            [sys.executable, "-c", script], env=there, capture_output=True, check=True
        ).stdout
        assert hashlib.sha256(bytes_there).digest() == here


@pytest.mark.parametrize(
    ("players", "games", "years", "scheme"),
    [
        (16, 4, 1, "fide-standard"),
        (16, 500, 1, "all"),
        (40, 100, 3, "malaysia"),
        (500, 20_000, 2, "cxa-rapid"),
        (5_000, 9_999, 10, "fide-standard"),
    ],
)
def test_as_many_players_and_games_as_asked_for(
    players: Any, games: Any, years: Any, scheme: Any
) -> None:
    lines = make(players=players, games=games, years=years, scheme=scheme, seed=3)[0].splitlines()
    kinds = Counter(type(READ.decode(line)) for line in lines)
    assert kinds[ev.PlayerRegistered] == players
    assert abs(kinds[ev.GameRecorded] - games) <= max(games // 100, 0)


def test_games_are_spread_over_all_the_years() -> None:
    by_year = Counter((game.date - date(2024, 3, 1)).days // 365 for game in of(ev.GameRecorded))
    assert all(8_500 < by_year[year] < 11_500 for year in range(3))


# Importable


@pytest.mark.parametrize("scheme", SCHEMES)
def test_recorded_never_goes_back_and_never_comes_before_the_day_itself(scheme: Any) -> None:
    events, _truth = federation(scheme)
    assert all(one.recorded <= next_.recorded for one, next_ in pairwise(events))
    assert all(event.date <= event.recorded.date() for event in events)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_whole_file_enters_a_log(scheme: Any, tmp_path: Path) -> None:
    from ledger import open_log
    from replay.files import open_file

    file = tmp_path / "federation.jsonl"
    asked = {"players": 900, "games": 30_000, "years": 3, "seed": 11, "scheme": scheme}
    file.write_bytes(make(**asked, recorded_until=None)[0])
    with open_log(":memory:") as log:
        done = log.append(open_file(file))
    assert done.appended == len(file.read_bytes().splitlines()) == len(federation(scheme)[0])
    assert (done.duplicates, done.warnings) == (0, ())


def test_after_the_last_recorded_day_the_clock_of_the_log_is_to_give_the_time() -> None:
    asked = {"players": 100, "games": 3_000, "years": 2, "seed": 8}
    until = date(2025, 1, 31)
    stamped = [READ.decode(line) for line in make(**asked)[0].splitlines()]
    cut = [READ.decode(line) for line in make(**asked, recorded_until=until)[0].splitlines()]
    assert len(stamped) == len(cut)
    for whole, event in zip(stamped, cut, strict=True):
        assert event.recorded == (whole.recorded if whole.recorded.date() <= until else None)
        assert msgspec.structs.replace(event, recorded=whole.recorded) == whole


@pytest.mark.parametrize("scheme", SCHEMES)
def test_games_lie_within_their_tournament(scheme: Any) -> None:
    tournaments = {event.tournament: event for event in of(ev.TournamentRegistered, scheme)}
    games = of(ev.GameRecorded, scheme)
    assert games
    for game in games:
        event = tournaments[game.tournament]
        assert event.start <= game.date <= event.end
        assert game.stage != "main" or game.round <= event.rounds


@pytest.mark.parametrize("scheme", SCHEMES)
def test_boards_of_a_round_are_numbered_without_gaps(scheme: Any) -> None:
    boards = defaultdict(list)
    for game in of(ev.GameRecorded, scheme):
        if game.stage == "main":
            boards[game.tournament, game.round].append(game.board)
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in boards.values())


# True to the strengths


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_stronger_wins_more_often(scheme: Any) -> None:
    """200 to 300 points are worth 76 to 85 in a hundred by the logistic curve; a level pair shares the points."""
    known, clear, level = strengths(scheme), [], []
    for game in of(ev.GameRecorded, scheme):
        if game.result.value not in ("1-0", "0-1", "1/2-1/2"):
            continue
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game.result.value]
        first, second = (
            _strength_on(known[player], game.date) for player in (game.first, game.second)
        )
        gap, score = (first - second, points) if first >= second else (second - first, 1 - points)
        if 200 <= gap <= 300:
            clear.append(score)
        elif gap <= 30:
            level.append(score)
    assert len(clear) > 500 and 0.70 < sum(clear) / len(clear) < 0.90
    assert len(level) > 500 and 0.44 < sum(level) / len(level) < 0.58


def _strength_on(known: list[tuple[str, int]], day: date) -> int:
    """Strength of the quarter; for somebody new the first one noted."""
    return known[max(bisect_right(known, (day.isoformat(), 10_000)) - 1, 0)][1]


def test_the_young_improve_and_the_old_decline() -> None:
    known = strengths("fide-standard")
    grown = defaultdict(list)
    for player in of(ev.PlayerRegistered):
        if player.born is not None and player.date == date(2024, 3, 1):
            age = 2024 - (player.born if isinstance(player.born, int) else player.born.year)
            grown[age // 20].append(known[player.player][-1][1] - known[player.player][0][1])
    young, middle, old = (sum(grown[part]) / len(grown[part]) for part in (0, 1, 3))
    assert young > 40 > middle > -40 and old < -20


def test_strong_players_meet_strong_players() -> None:
    """Half the gap of pairs made by chance would be a lot; two thirds shows that bands are at work."""
    known = {player: rows[0][1] for player, rows in strengths("fide-standard").items()}
    games = of(ev.GameRecorded)
    met = sum(abs(known[game.first] - known[game.second]) for game in games)
    chance = sum(
        abs(known[game.first] - known[other.second])
        for game, other in zip(games, games[9_000:] + games, strict=False)
    )
    assert met < chance * 0.67


def test_truth_is_told_for_every_quarter_and_the_day_after_the_end() -> None:
    dates = sorted({day for rows in strengths("fide-standard").values() for day, _ in rows})
    assert (dates[0], dates[1], dates[-1], len(dates)) == (
        "2024-03-01",
        "2024-06-01",
        "2027-03-01",
        13,
    )
    assert set(strengths("fide-standard")) == {player.player for player in of(ev.PlayerRegistered)}


def test_pairings_are_hardly_ever_repeated() -> None:
    once = {event.tournament for event in of(ev.TournamentRegistered) if event.format != "match"}
    pairs = Counter(
        (game.tournament, frozenset((game.first, game.second)))
        for game in of(ev.GameRecorded)
        if game.tournament in once and game.stage == "main"
    )
    assert sum(times - 1 for times in pairs.values()) < len(pairs) / 1000


def test_swiss_pairs_mostly_stand_within_a_point() -> None:
    swiss = {event.tournament for event in of(ev.TournamentRegistered) if event.format == "swiss"}
    points, near, far = Counter(), 0, 0
    byes = defaultdict(list)
    for bye in of(ev.ByeRecorded):
        byes[bye.tournament].append((bye.round, bye.player, {"bye": 2, "half": 1}.get(bye.kind, 0)))
    games = sorted(
        (g for g in of(ev.GameRecorded) if g.tournament in swiss and g.stage == "main"), key=_round
    )
    done = ("", 0)
    scored: list[tuple[str, str, int]] = []
    for game in games:
        if _round(game) != done:
            scored += [
                (game.tournament, p, v) for r, p, v in byes[game.tournament] if r == game.round - 1
            ]
            points.update({(t, p): 0 for t, p, _ in scored})
            for tournament, player, value in scored:
                points[tournament, player] += value
            scored, done = [], _round(game)
        gap = abs(points[game.tournament, game.first] - points[game.tournament, game.second])
        near, far = near + (gap <= 2), far + (gap > 2)
        first, second = {
            "1-0": (2, 0),
            "0-1": (0, 2),
            "1/2-1/2": (1, 1),
            "+/-": (2, 0),
            "-/+": (0, 2),
        }.get(game.result.value, (0, 0))
        scored += [(game.tournament, game.first, first), (game.tournament, game.second, second)]
    assert far < near / 50


def _round(game: ev.GameRecorded) -> tuple[str, int]:
    return game.tournament, game.round


# What an office sees


def test_some_reports_come_later_than_the_third_list() -> None:
    delays = []
    for scheme in SCHEMES:
        ends = {event.tournament: event.end for event in of(ev.TournamentRegistered, scheme)}
        delays += [
            (report.date - ends[report.tournament]).days for report in of(ev.ReportReceived, scheme)
        ]
    assert any(delay > 100 for delay in delays)
    assert sum(delay <= 7 for delay in delays) > 0.8 * len(delays)


def test_long_leagues_tell_their_games_month_by_month() -> None:
    long = {
        e.tournament for e in of(ev.TournamentRegistered) if e.end - e.start > timedelta(days=30)
    }
    told = defaultdict(set)
    for game in of(ev.GameRecorded):
        if game.tournament in long:
            told[game.tournament].add(game.recorded)
    assert told and all(len(times) > 1 for times in told.values())


def test_corrections_are_found_months_later() -> None:
    games = {(g.tournament, g.stage, g.round, g.board): g for g in of(ev.GameRecorded)}
    found = [*of(ev.GameCorrected), *of(ev.GameVoided)]
    waits = [
        (one.recorded - games[one.tournament, one.stage, one.round, one.board].recorded).days
        for one in found
    ]
    assert len(waits) > 20 and min(waits) >= 20 and max(waits) > 180
    assert any(one.first or one.second for one in of(ev.GameCorrected))
    swapped = {("1-0", "0-1"), ("0-1", "1-0")}
    before = {
        one: games[one.tournament, one.stage, one.round, one.board].result.value
        for one in of(ev.GameCorrected)
    }
    assert any((old, one.result.value) in swapped for one, old in before.items())


@pytest.mark.parametrize(
    "kind",
    [
        ev.PlayerTransferred, ev.PlayerDeceased, ev.PlayersMerged, ev.TitleAwarded, ev.TitleRevoked, ev.PlayerCorrected,
        ev.RatingCarriedIn, ev.PlayerEntered, ev.ByeRecorded, ev.FoulRecorded, ev.TournamentVoided,
        ev.TournamentCorrected, ev.RankingCorrected,
    ],
)  # fmt: skip
def test_everything_that_happens_in_an_office_happens(kind: type) -> None:
    assert kinds_of_a_large_federation()[kind.__name__] >= 1


@cache
def kinds_of_a_large_federation() -> Counter[str]:
    """Ten years of 20,000 players, 300,000 games: enough for what is rare."""
    events, _truth = make(players=20_000, games=300_000, years=10, seed=1, scheme="all")
    return Counter(line.split(b'"', 4)[3].decode() for line in events.splitlines())


def test_forfeits_and_all_kinds_of_byes_occur_but_seldom() -> None:
    results = Counter(game.result.value for game in of(ev.GameRecorded))
    forfeits = results["+/-"] + results["-/+"] + results["-/-"]
    assert (
        all(results[kind] for kind in ("+/-", "-/+", "-/-")) and forfeits < 0.02 * results.total()
    )
    assert {bye.kind for bye in of(ev.ByeRecorded)} == {"bye", "half", "leave", "absent"}


def test_only_a_part_is_rated_from_the_start_and_some_come_later() -> None:
    carried = {event.player for event in of(ev.RatingCarriedIn)}
    later = [player for player in of(ev.PlayerRegistered) if player.date > date(2024, 3, 1)]
    assert 300 < len(carried) < 720 and 100 < len(later) < 300
    assert not carried & {player.player for player in later}


def test_tournaments_have_all_shapes_and_sizes_from_8_to_200() -> None:
    events = of(ev.TournamentRegistered)
    assert {event.format for event in events} == {"swiss", "roundrobin", "match"}
    assert any(event.official for event in events)
    sizes = defaultdict(set)
    for game in of(ev.GameRecorded):
        sizes[game.tournament] |= {game.first, game.second}
    swiss = [
        len(sizes[event.tournament])
        for event in events
        if event.format == "swiss" and sizes[event.tournament]
    ]
    assert min(swiss) >= 7 and max(swiss) <= 200 and max(swiss) > 80


def test_most_chinese_rapid_events_satisfy_their_scheme_and_some_do_not() -> None:
    events = of(ev.TournamentRegistered, "cxa-rapid")
    quick = [
        e.time_control is None or (e.time_control.base <= 900 and e.time_control.increment <= 10)
        for e in events
    ]
    early = [event.date <= event.start - timedelta(days=62) for event in events]
    assert 0.85 * len(events) < sum(quick) < len(events)
    assert 0.85 * len(events) < sum(early) < len(events)
    assert any(game.stage == "playoff" for game in of(ev.GameRecorded, "cxa-rapid"))
    assert sum(bool(closed.ranking) for closed in of(ev.TournamentClosed, "cxa-rapid")) > 0.6 * len(
        events
    )


def test_foreigners_in_chinese_events_come_with_and_without_world_titles() -> None:
    foreign = {
        p.player for p in of(ev.PlayerRegistered, "cxa-rapid") if p.federation not in ("CHN", None)
    }
    titled = {t.player for t in of(ev.TitleAwarded, "cxa-rapid") if t.title.startswith("wxf-")}
    playing = {
        side for game in of(ev.GameRecorded, "cxa-rapid") for side in (game.first, game.second)
    }
    assert titled and titled <= {event.player for event in of(ev.PlayerRegistered, "cxa-rapid")}
    assert foreign & titled & playing and (foreign - titled) & playing


def test_malaysia_has_three_ranked_national_events_a_year_and_excuses() -> None:
    ranked = {event.tournament: event.ranking for event in of(ev.TournamentClosed, "malaysia")}
    years = defaultdict(list)
    for event in of(ev.TournamentRegistered, "malaysia"):
        if event.national:
            years[event.end.year].append(event.national)
            assert len(ranked[event.tournament]) >= 8
    assert all(
        sorted(names) == ["championship", "king", "national-day"] for names in years.values()
    )
    assert set(years) == {2020, 2021, 2022}
    assert {excuse.year for excuse in of(ev.AbsenceExcused, "malaysia")} == {2020, 2021}


def test_finals_are_played_by_those_who_left_the_field() -> None:
    """Whoever is in a knockout plays no main round after the seventh, whoever is in a final none after the eighth."""
    seen = 0
    for scheme in SCHEMES:
        cut = {
            e.tournament: e.final_after or 7
            for e in of(ev.TournamentRegistered, scheme)
            if e.standings != "given"
        }
        games = [game for game in of(ev.GameRecorded, scheme) if game.tournament in cut]
        left = {
            (g.tournament, side) for g in games if g.stage != "main" for side in (g.first, g.second)
        }
        seen += len(left)
        for game in games:
            if game.stage == "main" and game.round > cut[game.tournament]:
                assert not {(game.tournament, game.first), (game.tournament, game.second)} & left
    assert seen > 6


@pytest.mark.soak
def test_a_regulation_brings_its_own_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clocks and countries are those of its federations; a word that no scene has is refused with the nearest."""
    events, _ = make(players=40, games=600, years=1, seed=1, scheme="fide-blitz")
    told = [READ.decode(line) for line in events.splitlines()]
    clocks = [
        each.time_control
        for each in told
        if isinstance(each, ev.TournamentRegistered) and each.time_control
    ]
    good = [clock for clock in clocks if 180 < clock.base + 60 * (clock.increment or 0) <= 600]
    assert 2 * len(good) > len(clocks) > 0
    elo = scheme_of("elo")
    monkeypatch.setattr(type(elo), "scene", {"federations": ("ISL",), "maen": 1500}, raising=False)
    with pytest.raises(LedgerError, match="the scene of elo has no 'maen'") as refused:
        circuit_of(elo)
    assert "did you mean 'mean'?" in refused.value.remedy
    monkeypatch.setattr(type(elo), "scene", {"federations": ("ISL",), "mean": 1500})
    circuit = circuit_of(elo)
    assert (circuit.federations, circuit.mean, circuit.spread) == (("ISL",), 1500, 250)


@pytest.mark.soak
def test_memory_does_not_grow_with_the_games() -> None:
    """Two million games over 40 years take hardly more than half a million over ten: a month is what is held."""
    script = (
        "import sys, resource; from replay.simulation import *; "
        "simulate(Federation(players=20000, games=int(sys.argv[1]), years=int(sys.argv[2])), open('/dev/null', 'wb')); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    there = os.environ | {"PYTHONPATH": str(ROOT)}
    few, many = (
        int(
            subprocess.run(
                [sys.executable, "-c", script, *sizes], env=there, capture_output=True, check=True
            ).stdout
        )
        for sizes in (("500000", "10"), ("2000000", "40"))
    )
    assert many < few * 1.3
