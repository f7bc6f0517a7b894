"""Archives as clubs and broadcasts have them: a file for each round, a player under two names, thousands of games."""

import csv
import json
from pathlib import Path

import pytest

from replay.files import InputFile, ReadOptions
from tests.builders import tournament
from tests.replay.conftest import Shell

GAME = """[Event "{event}"]
[Site "Ipoh MAS"]
[Date "{day}"]
[Round "{round}"]
[White "{white}"]
[WhiteFideId "{white_id}"]
[Black "{black}"]
[BlackFideId "{black_id}"]
[Result "{result}"]

1. e4 e5 {result}

"""
VEGA = Path(__file__).resolve().parents[3] / "shared" / "data" / "pgn" / "minimal_double_entry.pgn"
BROADCAST = """[Event "Round 7: Ooi, Dan - Lim, Eve"]
[White "Ooi, Dan"]
[Black "Lim, Eve"]
[Result "1-0"]
[WhiteElo "2100"]
[WhiteTeam "Penang"]
[WhiteFideId "5700001"]
[BlackElo "2200"]
[BlackTitle "WFM"]
[BlackTeam "Perak"]
[BlackFideId "5700002"]
[TimeControl "90+30"]
[Board "4"]
[Variant "Standard"]
[StudyName "Round 7"]
[ChapterName "Ooi, Dan - Lim, Eve"]
[UTCDate "2025.11.01"]
[BroadcastName "Team Cup 2025 | Open"]
[BroadcastURL "https://lichess.org/broadcast/team-cup-2025--open/round-7/abcdefgh"]

1. e4 {{ [%clk 1:30:00] }} e5 1-0
"""


def game(round_: str, white: str, black: str, result: str = "1-0", **other: str) -> str:
    told = {"event": "Club Open", "day": "2025.05.03", "white_id": "", "black_id": ""} | other
    return GAME.format(round=round_, white=white, black=black, result=result, **told)


def file(shell: Shell, name: str, *games: str) -> str:
    path = shell.folder / name
    path.write_text("".join(games), encoding="utf-8")
    return str(path)


def took(shell: Shell, *words: str) -> str:
    code, out, said = shell("import", *words)
    assert code == 0, said
    return str(out)


ANN = {"white": "Tan, Ann", "white_id": "5700001"}
BEN = {"black": "Lee, Ben", "black_id": "5700002"}


def test_a_file_for_each_round_extends_the_tournament(shell: Shell) -> None:
    """Round 1 registered a tournament of one round and one day; round 2 a day later makes it two of each."""
    took(shell, file(shell, "r1.pgn", game("1", **ANN, **BEN)))
    took(shell, file(shell, "r2.pgn", game("2", **ANN, **BEN, result="0-1", day="2025.05.04")))
    rows = shell.rows("sql", 'select rounds, start, "end" from tournaments', "--format", "csv")
    assert [(row["rounds"], row["start"], row["end"]) for row in rows] == [
        ("2", "2025-05-03", "2025-05-04")
    ]
    assert "nothing appended" in took(shell, file(shell, "r1.pgn", game("1", **ANN, **BEN)))


def test_a_tournament_that_the_office_registered_is_not_extended(shell: Shell) -> None:
    """Its rounds are what the office said: a round beyond them is refused."""
    shell.tell(
        tournament("club", "", "2025-05-03", date="2025-04-01", name="Club Open", rounds=1)
    )  # fmt: skip
    code, _, said = shell(
        "import", file(shell, "r2.pgn", game("2", **ANN, **BEN)), "--tournament", "club"
    )
    assert code == 2
    assert "round 2" in said


def test_two_files_of_one_round_have_boards_of_their_own(shell: Shell) -> None:
    """An archive without boards numbers its games; those of a second file come after those on record."""
    took(shell, file(shell, "a.pgn", game("1", **ANN, **BEN)))
    other = {"white": "Ooi, Dan", "white_id": "5700003", "black": "Lim, Eve", "black_id": "5700004"}
    took(shell, file(shell, "b.pgn", game("1", **other)))
    rows = shell.rows("sql", "select board, first from games order by board", "--format", "csv")
    assert [(row["board"], row["first"]) for row in rows] == [("1", "5700001"), ("2", "5700003")]


@pytest.mark.parametrize("action", ["same", ""])
def test_a_player_first_without_and_then_with_a_number_is_one_entry(
    shell: Shell, action: str
) -> None:
    """The form offers the number that the file has elsewhere; taking it gives one player and one entry."""
    archive = file(
        shell,
        "vega.pgn",
        game("1", white="Black,Nick", white_id="0", black="Kalina,Leo", black_id="3244849"),
        game("4", white="Shah,Sahar", white_id="3256359", black="Black,Nick", black_id="3233880"),
    )
    form = shell.folder / "who.csv"
    shell("import", archive, "--write-players", str(form))
    with form.open(encoding="utf-8", newline="") as written:
        (row,) = csv.DictReader(written)
    row["player"] = row["candidates"].split(" = ")[0]
    row["action"] = action
    with form.open("w", encoding="utf-8", newline="") as filled:
        writer = csv.DictWriter(filled, row)
        writer.writeheader()
        writer.writerow(row)
    took(shell, archive, "--players", str(form))
    rows = shell.rows("log", "--type", "PlayerEntered", "--format", "csv")
    assert len(rows) == 3
    assert sum("3233880" in row["subject"] + row["detail"] for row in rows) == 1


def test_vegas_own_archive_gives_one_entry(shell: Shell) -> None:
    if not VEGA.is_file():
        pytest.skip(f"no archive to look at: {VEGA.name}")
    form = shell.folder / "who.csv"
    shell("import", str(VEGA), "--write-players", str(form))
    heading, row = form.read_text(encoding="utf-8").splitlines()
    assert "3233880 = Black,Nick" in row
    number, name, federation, born, *_ = next(csv.reader([row]))
    form.write_text(
        f'{heading}\n{number},"{name}",{federation},{born},same,3233880,\n', encoding="utf-8"
    )
    took(shell, str(VEGA), "--players", str(form))
    rows = shell.rows("log", "--type", "PlayerEntered", "--format", "csv")
    assert len(rows) == 3


def test_a_broadcast_of_lichess(shell: Shell) -> None:
    """The broadcast is the event, its round and board stand in tags of their own, 90+30 is in minutes."""
    took(shell, file(shell, "broadcast.pgn", BROADCAST.format()))
    code, out, _ = shell("export", "--open")
    assert code == 0
    assert '"name":"Team Cup 2025 | Open"' in out
    assert '"time_control":{"base":5400,"increment":30}' in out
    assert '"team":"Penang"' in out and '"rating":2100' in out
    rows = shell.rows("sql", "select round, board, date from games", "--format", "csv")
    assert [(row["round"], row["board"], row["date"]) for row in rows] == [("7", "4", "2025-11-01")]


@pytest.mark.parametrize(("variant", "is_told"), [("Standard", False), ("Chess960", True)])
def test_games_of_a_variant_are_told_and_not_rated(
    shell: Shell, variant: str, is_told: bool
) -> None:
    """Broadcasts have them beside others; fide-standard 2.1 rates play by the Laws of Chess."""
    played = game("1", **ANN, **BEN).replace("[Result", f'[Variant "{variant}"]\n[Result')
    words = ("import", file(shell, "variant.pgn", played), "--rated", "fide-rapid")
    code, _, said = shell(*words)
    assert code == 0
    assert ("1 game of Chess960: recorded and not rated" in said) == is_told
    assert ('"type":"GameUnrated"' in shell("export", "--open")[1]) == is_told
    assert "nothing appended" in shell(*words)[1]


@pytest.mark.parametrize(
    ("fen", "is_told"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", False),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", True),
    ],
)
def test_a_game_from_a_position_of_its_own_is_recorded_and_told(
    shell: Shell, fen: str, is_told: bool
) -> None:
    """A board that was started again has one, a game at odds has one: somebody has to look."""
    tags = f'[Variant "From Position"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result'
    played = game("1", **ANN, **BEN).replace("[Result", tags)
    words = ("import", file(shell, "set-up.pgn", played), "--rated", "fide-rapid")
    code, _, said = shell(*words)
    assert code == 0
    assert ("1 game begins from a position of its own (FEN)" in said) == is_told
    exported = shell("export", "--open")[1]
    assert '"type":"GameRecorded"' in exported and '"type":"GameUnrated"' not in exported


def test_a_game_of_a_variant_that_a_correction_moves_is_the_one_that_is_not_rated(
    shell: Shell,
) -> None:
    """The ledger has another game on that board, which the archive does not have and which stands."""
    cho = {"black": "Cho", "black_id": "5700003"}
    dan = {"white": "Dan", "white_id": "5700004"}
    took(shell, file(shell, "one.pgn", game("1.1", **ANN, **BEN)), "--rated", "fide-rapid")
    played = game("1.1", **dan, **cho).replace("[Result", '[Variant "Chess960"]\n[Result')
    corrected = file(shell, "other.pgn", played)
    took(shell, corrected, "--as-corrections", "--reason", "score sheet")
    lines = [json.loads(line) for line in shell("export", "--open")[1].splitlines()]
    (game_of_dan,) = (line for line in lines if line.get("first") == "5700004")
    (unrated,) = (line for line in lines if line["type"] == "GameUnrated")
    assert (unrated["round"], unrated["board"]) == (1, game_of_dan["board"]) == (1, 2)


@pytest.mark.parametrize(
    ("written", "base", "increment"),
    [
        ("5400+30", 5400, 30),
        ("180+2", 180, 2),
        ("15+10", 900, 10),
        ("90 min + 30 sec/move", 5400, 30),
    ],
)
def test_time_controls_of_archives(shell: Shell, written: str, base: int, increment: int) -> None:
    """PGN counts in seconds; what nobody plays in seconds is in minutes."""
    tagged = game("1", **ANN, **BEN).replace("[Result", f'[TimeControl "{written}"]\n[Result')
    took(shell, file(shell, "clock.pgn", tagged))
    assert (
        f'"time_control":{{"base":{base},"increment":{increment}}}' in shell("export", "--open")[1]
    )


def test_a_clubs_archive_of_thousands_of_games(shell: Shell) -> None:
    """120 events of 66 games between 60 people without numbers: the form as it is written will do."""
    people = [f"Player{number:02}, {chr(65 + number % 26)}" for number in range(60)]
    games = []
    for event in range(120):
        field = [people[(event * 5 + number) % 60] for number in range(12)]
        pairs = [(a, b) for a in range(12) for b in range(a)]
        games += [
            game("?", field[a], field[b], "1/2-1/2", event=f"Evening {event}", day="2019.??.??")
            for a, b in pairs
        ]
    archive = file(shell, "club.pgn", *games)
    form = str(shell.folder / "who.csv")
    shell("import", archive, "--write-players", form)
    took(shell, archive, "--players", form)
    (row,) = shell.rows("sql", "select count(*) as games from games", "--format", "csv")
    assert row["games"] == str(120 * 66)


def test_another_game_on_a_known_board_is_a_difference(shell: Shell) -> None:
    """Two results for one board: the message names the option that shows the difference, and it shows the players."""
    took(shell, file(shell, "a.pgn", game("1.1", **ANN, **BEN)))
    other = {"white": "Ooi, Dan", "white_id": "5700003", "black": "Lim, Eve", "black_id": "5700004"}
    code, _, said = shell("import", file(shell, "b.pgn", game("1.1", **other)))
    assert code == 2
    assert "1 game differs" in said and "--as-corrections --dry-run" in said
    code, shown, _ = shell("import", str(shell.folder / "b.pgn"), "--as-corrections", "--dry-run")
    assert code == 0 and "Ooi, Dan" in shown and "Lim, Eve" in shown


def test_a_long_archive_says_how_much_of_it_was_read(tmp_path: Path) -> None:
    """All of it is read before the first event: somebody who waits sees it go from 0 to 100."""
    path = tmp_path / "long.pgn"
    moves = "; a long comment\n" * 40_000
    path.write_text(
        game("1", "Tan, Ann", "Lee, Ben") + moves + game("2", "Lee, Ben", "Tan, Ann") * 3 + moves
    )
    seen: list[tuple[int, int]] = []
    file = InputFile(path)
    file.advance = lambda done, total: seen.append((done, total))
    items = iter(file.items(ReadOptions()))
    assert file.form == "pgn" and not seen
    next(items)
    assert seen[-1] == (100, 100)
    assert len(seen) > 2 and seen == sorted(seen)


def test_a_list_of_events_says_how_much_of_it_was_read_while_they_come(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    event = '{"type": "PlayerRegistered", "player": "P1", "name": "A", "sex": "M", "date": "2025-01-01"}\n'
    path.write_text(event * 30_000)
    seen: list[int] = []
    file = InputFile(path)
    file.advance = lambda done, total: seen.append(done)
    items = iter(file.items(ReadOptions()))
    next(items)
    assert seen and seen[-1] < 100
    assert sum(1 for _ in items) == 29_999 and seen[-1] == 100
