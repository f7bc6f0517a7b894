"""The catalogue: everything append refuses, with what the message must say. The log stays as it was."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger import LedgerError, Log, Problem, open_log
from ledger.append.append import AT_ONCE, MOST_PROBLEMS
from ledger.errors import at, told_once
from ledger.item import Item, Items
from replay.files import open_file
from wording import say


class Refusal(NamedTuple):
    name: str
    text: str | bytes
    says: tuple[str, ...]


def player(kind: str, /, **fields: object) -> str:
    return event(kind, **{"player": "P1", **fields})


def event(kind: str, /, **fields: object) -> str:
    return json.dumps({"type": kind, "date": "2020-02-02", **fields}) + "\n"


def game(**fields: object) -> str:
    given = {
        "tournament": "T1",
        "round": 2,
        "board": 1,
        "first": "P1",
        "second": "P2",
        "result": "1-0",
    }
    return event("GameRecorded", **{**given, **fields})


def correction(**fields: object) -> str:
    given = {"tournament": "T1", "round": 1, "board": 1, "result": "0-1", "reason": "typo"}
    return event("GameCorrected", **{**given, **fields})


def tournament(**fields: object) -> str:
    given = {
        "tournament": "T9",
        "name": "Cup",
        "start": "2020-03-01",
        "end": "2020-03-02",
        "rounds": 1,
        "rated": [],
    }
    return event("TournamentRegistered", **{**given, **fields})


def points(award: dict[str, object]) -> str:
    """A tournament with an award."""
    return tournament(points=[award])


VOID = event("GameVoided", tournament="T1", round=1, board=1, reason="never played")
VOID_ALL = event("TournamentVoided", tournament="T1", reason="no arbiter")
CLOSE = event("TournamentClosed", tournament="T1", ranking=["P1", "P2"])
WITHDRAW_BYE = event("EventWithdrawn", withdraws=7, reason="typo")
MERGE = event("PlayersMerged", kept="P1", duplicate="P2")
CHECKPOINT = "somewhere\n3\n" + "A" * 43 + "=\n\n"

REFUSALS = [
    # what does not exist
    Refusal(
        "unknown player in a game", game(first="P9"), ("unknown player 'P9'", "PlayerRegistered")
    ),
    Refusal("unknown second player", game(second="P9"), ("unknown player 'P9'",)),
    Refusal(
        "player registered too late",
        game(first="P9") + player("PlayerRegistered", player="P9", name="x", sex="M"),
        ("events.jsonl:1: unknown player 'P9'",),
    ),
    Refusal(
        "unknown tournament",
        game(tournament="T9"),
        ("unknown tournament 'T9'", "TournamentRegistered"),
    ),
    *[
        Refusal(
            f"{kind} of an unknown player",
            player(kind, player="P9", **more),
            ("unknown player 'P9'",),
        )
        for kind, more in (
            ("PlayerTransferred", {"federation": "CHN"}),
            ("PlayerDeceased", {}),
            ("TitleAwarded", {"title": "GM"}),
            ("TitleRevoked", {"title": "GM"}),
            ("PlayerCorrected", {"reason": "x", "name": "y"}),
            ("RatingCarriedIn", {"scheme": "malaysia", "rating": 2000}),
            ("RatingEnded", {"scheme": "malaysia"}),
            ("AbsenceExcused", {"year": 2020}),
            ("InactivityDeclared", {}),
            ("ActivityResumed", {}),
            ("PlayerEntered", {"tournament": "T1"}),
            ("ByeRecorded", {"tournament": "T1", "round": 2, "kind": "bye"}),
            ("FoulRecorded", {"tournament": "T1", "round": 1, "kind": "technical"}),
        )
    ],
    *[
        Refusal(
            f"{kind} in an unknown tournament",
            event(kind, tournament="T9", **more),
            ("unknown tournament 'T9'",),
        )
        for kind, more in (
            ("TournamentCorrected", {"reason": "x", "name": "y"}),
            ("PlayerEntered", {"player": "P1"}),
            ("ByeRecorded", {"round": 1, "player": "P1", "kind": "bye"}),
            ("FoulRecorded", {"round": 1, "player": "P1", "kind": "violation"}),
            ("TournamentClosed", {}),
            ("ReportReceived", {}),
            ("GameVoided", {"round": 1, "board": 1, "reason": "x"}),
            ("TournamentVoided", {"reason": "x"}),
            ("RankingCorrected", {"ranking": [], "reason": "x"}),
            ("GameCorrected", {"round": 1, "board": 1, "result": "1-0", "reason": "x"}),
        )
    ],
    # what exists already with other data
    Refusal(
        "player twice",
        player("PlayerRegistered", name="Other", sex="F"),
        ("player 'P1' exists already with other data", "position 1,", "PlayerCorrected"),
    ),
    Refusal(
        "tournament twice",
        tournament(tournament="T1"),
        ("tournament 'T1' exists already", "TournamentCorrected"),
    ),
    Refusal(
        "player twice in one file",
        player("PlayerRegistered", player="P8", name="x", sex="F")
        + player("PlayerRegistered", player="P8", name="y", sex="F"),
        ("events.jsonl:2", "earlier in this file"),
    ),
    Refusal(
        "entered twice",
        player("PlayerEntered", tournament="T1", number=2),
        ("already entered", "position 8"),
    ),
    Refusal(
        "closed twice",
        CLOSE + event("TournamentClosed", tournament="T1"),
        ("already closed", "RankingCorrected"),
    ),
    Refusal(
        "dead twice",
        player("PlayerDeceased") + player("PlayerDeceased", note="again"),
        ("already recorded",),
    ),
    # games
    Refusal("against himself", game(second="P1"), ("'P1' is named on both sides",)),
    Refusal(
        "two results for one game",
        game(round=1, result="0-1"),
        (
            "conflict: round 1, board 1 of 'T1' is already recorded: P1 1-0 P2",
            "position 6, recorded",
            "record correction",
        ),
    ),
    Refusal(
        "two games in one round",
        game(round=1, board=2, first="P4", second="P2"),
        ("'P2' already has board 1 in round 1", "one game or one bye"),
    ),
    Refusal(
        "a game and a bye",
        game(round=1, board=2, first="P3", second="P4"),
        ("'P3' already has a bye in round 1",),
    ),
    Refusal(
        "a bye and a game",
        event("ByeRecorded", tournament="T1", round=1, player="P1", kind="half"),
        ("'P1' already has board 1",),
    ),
    Refusal(
        "two byes",
        event("ByeRecorded", tournament="T1", round=1, player="P3", kind="half"),
        ("a bye",),
    ),
    Refusal(
        "beyond the rounds",
        game(round=4),
        ("round 4, but the tournament has 3 rounds", "TournamentCorrected"),
    ),
    Refusal(
        "bye beyond the rounds",
        event("ByeRecorded", tournament="T1", round=4, player="P3", kind="bye"),
        ("3 rounds",),
    ),
    Refusal(
        "foul beyond the rounds",
        player("FoulRecorded", tournament="T1", round=4, kind="technical"),
        ("3 rounds",),
    ),
    Refusal("result outside the list", game(result="2-0"), ('`result` is "2-0"', "1/2-1/2", "-/-")),
    Refusal("round zero", game(round=0), ("`round` is 0", ">= 1")),
    # tournaments
    Refusal(
        "end before start",
        tournament(end="2020-02-28"),
        ("end 2020-02-28 is before start 2020-03-01",),
    ),
    Refusal(
        "corrected end before start",
        event("TournamentCorrected", tournament="T1", reason="x", end="2020-01-31"),
        ("end 2020-01-31 is before start 2020-02-01",),
    ),
    Refusal(
        "corrected start after end",
        event("TournamentCorrected", tournament="T1", reason="x", start="2020-02-04"),
        ("end 2020-02-03 is before start 2020-02-04",),
    ),
    Refusal(
        "fewer rounds than played",
        game(round=3) + event("TournamentCorrected", tournament="T1", reason="x", rounds=2),
        ("2 rounds, but round 3 is recorded already",),
    ),
    Refusal(
        "correction of nothing",
        event("TournamentCorrected", tournament="T1", reason="x"),
        ("names nothing", "rounds"),
    ),
    Refusal(
        "player correction of nothing",
        player("PlayerCorrected", reason="x"),
        ("names nothing", "federation"),
    ),
    Refusal(
        "unknown player in the ranking",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P9"]),
        ("'P9'",),
    ),
    Refusal(
        "twice in the ranking",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P1"]),
        ("twice",),
    ),
    Refusal(
        "a shared place of one",
        event("TournamentClosed", tournament="T1", ranking=["P1", ["P2"]]),
        ("ranking",),
    ),
    Refusal(
        "twice in the ranking, once in a shared place",
        event("TournamentClosed", tournament="T1", ranking=["P1", ["P2", "P1"]]),
        ("twice",),
    ),
    Refusal(
        "an unknown player in a shared place",
        event("TournamentClosed", tournament="T1", ranking=["P1", ["P2", "P9"]]),
        ("'P9'",),
    ),
    Refusal(
        "shared places as lists and as numbers",
        event("TournamentClosed", tournament="T1", ranking=["P1", ["P2", "P3"]], places=[1, 2, 2]),
        ("given twice", "leave `places` out"),
    ),
    Refusal(
        "leaving before a round that was played",
        event("PlayerWithdrew", tournament="T1", player="P1", after_round=0),
        ("'P1' played in round 1", "first round without a game"),
    ),
    Refusal(
        "leaving after the last round",
        event("PlayerWithdrew", tournament="T1", player="P1", after_round=3),
        ("no round after 3", "3 rounds"),
    ),
    Refusal(
        "leaving without a round",
        event("PlayerWithdrew", tournament="T1", player="P1"),
        ("needs `after_round`", "0 is before the first round"),
    ),
    Refusal(
        "leaving with two rounds",
        event("PlayerWithdrew", tournament="T1", player="P1", after_round=1, round=2),
        ("needs `after_round`", "no `round`"),
    ),
    Refusal(
        "leaving twice",
        event("PlayerWithdrew", tournament="T1", player="P1", after_round=1)
        + event("PlayerWithdrew", tournament="T1", player="P1", after_round=2),
        ("'P1' has left already",),
    ),
    Refusal(
        "a draw in the very round before which somebody left",
        event("PlayerWithdrew", tournament="T1", player="P1", after_round=1)
        + game(result="1/2-1/2"),
        ("'P1' left before round 2", "withdraw the departure first"),
    ),
    Refusal(
        "a circle of stages that corrections close",
        tournament(tournament="T2")
        + event("TournamentCorrected", tournament="T1", part_of="T2", reason="x")
        + event("TournamentCorrected", tournament="T2", part_of="T1", reason="x"),
        ("'T2' would be a stage of itself",),
    ),
    Refusal(
        "more places than players",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P2"], places=[1, 1, 1]),
        ("3 places for 2 players",),
    ),
    Refusal(
        "a place too far",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P2"], places=[1, 3]),
        ("place 3 after place 1", "1, 2, 2, 4"),
    ),
    Refusal(
        "places that go back",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P2", "P3"], places=[1, 2, 1]),
        ("place 1 after place 2",),
    ),
    Refusal(
        "places of which none is shared",
        event("TournamentClosed", tournament="T1", ranking=["P1", "P2"], places=[1, 2]),
        ("no place is shared", "leave `places` out"),
    ),
    Refusal(
        "twice in a corrected ranking",
        CLOSE + event("RankingCorrected", tournament="T1", ranking=["P1", "P1"], reason="x"),
        ("twice in the ranking",),
    ),
    Refusal(
        "a ranking corrected that was never given",
        event("RankingCorrected", tournament="T1", ranking=["P1"], reason="x"),
        ("no ranking to correct",),
    ),
    *[
        Refusal(
            f"{name} after the tournament was voided",
            VOID_ALL + text,
            ("events.jsonl:2", "'T1' is voided"),
        )
        for name, text in (
            ("game", game()),
            ("correction", correction()),
            ("voiding", VOID),
            ("closing", CLOSE),
            ("entry", event("PlayerEntered", tournament="T1", player="P2")),
            ("withdrawal", WITHDRAW_BYE),
            ("bye", event("ByeRecorded", tournament="T1", round=2, player="P3", kind="bye")),
            ("second voiding", event("TournamentVoided", tournament="T1", reason="another")),
            (
                "tournament correction",
                event("TournamentCorrected", tournament="T1", reason="x", rounds=9),
            ),
        )
    ],
    # corrections of what is not there
    Refusal(
        "correction of no game",
        correction(board=7),
        ("there is no game in round 1, board 7 of 'T1'",),
    ),
    Refusal(
        "correction of another stage",
        correction(stage="final"),
        ("no game in round 1 (final), board 1",),
    ),
    Refusal(
        "voiding of no game",
        event("GameVoided", tournament="T1", round=2, board=1, reason="x"),
        ("no game in",),
    ),
    Refusal("correction of a voided game", VOID + correction(), ("is voided", "record it anew")),
    Refusal(
        "voiding of a voided game",
        VOID + event("GameVoided", tournament="T1", round=1, board=1, reason="again"),
        ("is voided",),
    ),
    Refusal("correction to an unknown player", correction(first="P9"), ("unknown player 'P9'",)),
    Refusal(
        "correction to a game against oneself",
        correction(first="P2"),
        ("'P2' is named on both sides",),
    ),
    Refusal(
        "correction to a player who has a bye",
        correction(first="P3"),
        ("'P3' already has a bye in round 1",),
    ),
    Refusal(
        "correction to a player of another board",
        player("PlayerRegistered", player="P5", name="Ed", sex="M")
        + game(round=1, board=2, first="P4", second="P5")
        + correction(first="P4"),
        ("events.jsonl:3", "'P4' already has board 2 in round 1"),
    ),
    # people
    Refusal(
        "title never awarded",
        player("TitleRevoked", title="WGM"),
        ("'WGM' was never awarded to 'P1'", "GM"),
    ),
    Refusal(
        "merged with itself",
        event("PlayersMerged", kept="P1", duplicate="P1"),
        ("merged with itself",),
    ),
    Refusal(
        "merged with a stranger",
        event("PlayersMerged", kept="P9", duplicate="P1"),
        ("unknown player 'P9'",),
    ),
    Refusal(
        "merged twice",
        MERGE + event("PlayersMerged", kept="P3", duplicate="P2"),
        ("already merged into 'P1'",),
    ),
    Refusal(
        "merged in a circle",
        MERGE + event("PlayersMerged", kept="P2", duplicate="P1"),
        ("already merged",),
    ),
    Refusal(
        "merged in a wide circle",
        MERGE
        + event("PlayersMerged", kept="P3", duplicate="P1")
        + event("PlayersMerged", kept="P2", duplicate="P3"),
        ("events.jsonl:3", "already merged"),
    ),
    Refusal(
        "rating below zero",
        player("RatingCarriedIn", scheme="malaysia", rating=-1),
        ("rating -1 is out of range",),
    ),
    Refusal(
        "absurd rating",
        player("RatingCarriedIn", scheme="malaysia", rating=1e300),
        ("out of range",),
    ),
    Refusal(
        "id with a space",
        player("PlayerRegistered", player=" P9", name="x", sex="M"),
        ("' P9' begins or ends",),
    ),
    Refusal("id with a line end", tournament(tournament="a\nb"), ("LINE FEED (U+000A)",)),
    Refusal(
        "empty id",
        player("PlayerRegistered", player="", name="x", sex="M"),
        ("`player` is empty", "give `player` a value"),
    ),
    Refusal(
        "federation without a name",
        event("FederationSuspended", federation=""),
        ("`federation` is empty", 'its code, as in "federation":"CHN"'),
    ),
    Refusal(
        "federation with a space",
        event("FederationReinstated", federation="CHN "),
        ("'CHN ' begins or ends",),
    ),
    Refusal("rating ended in no scheme", player("RatingEnded"), ("RatingEnded", "scheme")),
    # withdrawals
    Refusal(
        "withdrawal of a game",
        event("EventWithdrawn", withdraws=6, reason="x"),
        ("position 6 is a GameRecorded, which cannot be withdrawn", "GameVoided"),
    ),
    Refusal(
        "withdrawal of a registration",
        event("EventWithdrawn", withdraws=1, reason="x"),
        ("PlayerCorrected",),
    ),
    Refusal(
        "withdrawal of the future",
        event("EventWithdrawn", withdraws=11, reason="x"),
        ("no event at position 11",),
    ),
    Refusal(
        "withdrawn twice",
        WITHDRAW_BYE + event("EventWithdrawn", withdraws=7, reason="again"),
        ("position 7 is already withdrawn",),
    ),
    Refusal(
        "withdrawal moved to another position",
        event("EventWithdrawn", withdraws=7, reason="x", position=12),
        ("was position 12 and would become 10",),
    ),
    # lists
    Refusal(
        "list with another log's checkpoint",
        event(
            "ListPublished",
            scheme="malaysia",
            version="1",
            list_date="2020-03-01",
            at_position=3,
            rows=1,
            root="d",
            checkpoint=CHECKPOINT,
        ),
        ("does not fit this log",),
    ),
    Refusal(
        "list from the future",
        event(
            "ListPublished",
            scheme="malaysia",
            version="1",
            list_date="2020-03-01",
            at_position=30,
            rows=1,
            digest="d",
            checkpoint=CHECKPOINT.replace("3", "30"),
        ),
        ("does not fit this log",),
    ),
    Refusal(
        "list and checkpoint disagree",
        event(
            "ListPublished",
            scheme="malaysia",
            version="1",
            list_date="2020-03-01",
            at_position=2,
            rows=1,
            digest="d",
            checkpoint=CHECKPOINT,
        ),
        ("for 3 events, the list for position 2",),
    ),
    Refusal(
        "list with a broken checkpoint",
        event(
            "ListPublished",
            scheme="malaysia",
            version="1",
            list_date="2020-03-01",
            at_position=3,
            rows=1,
            digest="d",
            checkpoint="x",
        ),
        ("not a checkpoint",),
    ),
    # recorded
    Refusal(
        "recorded goes back",
        player("PlayerDeceased", recorded="2020-01-01T00:00:00Z"),
        ("recorded 2020-01-01T00:00:00.000000Z is before", "never goes back"),
    ),
    Refusal(
        "recorded in the future",
        player("PlayerDeceased", recorded="2199-01-01T00:00:00Z"),
        ("in the future",),
    ),
    Refusal(
        "recorded without a zone",
        player("PlayerDeceased", recorded="2026-01-01T00:00:00"),
        ("no time zone",),
    ),
    Refusal(
        "recorded is no time",
        player("PlayerDeceased", recorded="yesterday"),
        ("`recorded` is", "not a time"),
    ),
    # the text itself
    Refusal(
        "not a date",
        player("PlayerDeceased", date="2020-02-30"),
        ('`date` is "2020-02-30", which is not a date',),
    ),
    Refusal("date as a number", player("PlayerDeceased", date=20200230), ("`date` is 20200230",)),
    Refusal(
        "no date", '{"type":"PlayerDeceased","player":"P1"}\n', ("PlayerDeceased needs `date`",)
    ),
    Refusal("no type", '{"date":"2020-01-01"}\n', ("no `type`", "GameRecorded")),
    Refusal(
        "unknown type",
        event("GameRecordd"),
        ("unknown type 'GameRecordd'", "did you mean `GameRecorded`?"),
    ),
    Refusal("type in lower case", event("gamerecorded"), ("did you mean `GameRecorded`?",)),
    Refusal("type of no kind", event("Zzz"), ("unknown type 'Zzz'", "known are: PlayerRegistered")),
    Refusal("type is a number", '{"type":7}\n', ("unknown type 7",)),
    Refusal(
        "unknown field", game(rond=1), ("GameRecorded has no field `rond`", "did you mean `round`?")
    ),
    Refusal(
        "unknown inner field",
        tournament(time_control={"base": 1, "increment": 1, "per": 2}),
        ("no field `per`",),
    ),
    Refusal(
        "unknown field of an award",
        points({"outcome": "win", "worth": 3}),
        ("points has no field `worth`",),
    ),
    Refusal("an award without points", points({"outcome": "win"}), ("points needs `points`",)),
    Refusal(
        "an unknown outcome",
        points({"outcome": "victory", "points": 3}),
        ("use one of: win, draw, loss",),
    ),
    Refusal(
        "points as text", points({"outcome": "win", "points": "3"}), ("is text", 'write "points":3')
    ),
    Refusal(
        "quarter points",
        points({"outcome": "draw", "points": 0.25}),
        ("0.25 points for draw", "half points"),
    ),
    Refusal(
        "points without end", points({"outcome": "win", "points": 1001}), ("1001 points for win",)
    ),
    Refusal("no awards", tournament(points=[]), ("`points` is []",)),
    Refusal(
        "an award for a stranger",
        points({"outcome": "extra", "points": 1, "players": ["X"]}),
        ("unknown player",),
    ),
    Refusal(
        "points beside standings rules that have their own",
        tournament(points=[{"outcome": "win", "points": 3}], standings="wxf"),
        ("wxf has points of its own",),
    ),
    Refusal(
        "a correction to quarter points",
        event(
            "TournamentCorrected",
            tournament="T1",
            reason="r",
            points=[{"outcome": "win", "points": 1.75}],
        ),
        ("1.75 points",),
    ),
    Refusal(
        "round as text",
        game(round="2"),
        ('`round` is text, "2", expected a whole number', 'write "round":2'),
    ),
    Refusal("round as a fraction", game(round=1.5), ("`round` is 1.5", "int")),
    Refusal(
        "rating as text",
        player("RatingCarriedIn", scheme="malaysia", rating="2450.5"),
        ("`rating` is text", 'write "rating":2450.5'),
    ),
    Refusal("hours as text", tournament(hours_per_day="7"), ("`hours_per_day` is text",)),
    Refusal(
        "rating that is no number",
        '{"type":"RatingCarriedIn","date":"2020-01-01","player":"P1","scheme":"x","rating":NaN}\n',
        ("malformed",),
    ),
    Refusal(
        "key twice",
        game().replace('"round": 2', '"round": 2, "round": 3'),
        ("the key 'round' stands twice",),
    ),
    Refusal(
        "key twice, once escaped",
        game().replace('"round": 2', '"round": 2, "r\\u006fund": 3'),
        ("'round' stands twice",),
    ),
    Refusal(
        "inner key twice",
        '{"type":"PlayerRegistered","date":"2020-01-01","player":"P8","name":"x","sex":"M",'
        '"names":{"en":"a","en":"b"}}\n',
        ("the key 'en' stands twice",),
    ),
    Refusal(
        "truncated last line",
        game() + game(round=3)[:-20],
        ("events.jsonl:2: the line is cut off",),
    ),
    Refusal("two objects in a line", game().strip() + game(round=3), ("malformed",)),
    Refusal(
        "not UTF-8",
        b'{"type":"PlayerDeceased","date":"2020-01-01","player":"\xe9"}\n',
        ("not UTF-8: byte 0xe9",),
    ),
    Refusal(
        "half a surrogate",
        '{"type":"PlayerDeceased","date":"2020-01-01","player":"\\ud800"}\n',
        ("events.jsonl:1",),
    ),
    Refusal("UTF-16", game().encode("utf-16"), ("UTF-16, not UTF-8",)),
    Refusal("a JSON array", "[" + game() + "]", ("a JSON array, not JSON Lines",)),
    Refusal(
        "JSON over several lines",
        '{\n "type": "PlayerDeceased"\n}\n',
        ("spread over several lines",),
    ),
    Refusal(
        "games as lichess gives them to programs",
        '{"id":"a","variant":"standard","perf":"blitz","players":{}}\n' * 2,
        ("events.jsonl:1: these are games or results as lichess", "download the games as PGN"),
    ),
    Refusal("not JSON Lines at all", "Dear arbiter,\nplease find enclosed\n", ("not JSON Lines",)),
    Refusal("a list in a line", game() + "[1,2]\n", ("events.jsonl:2: not a JSON object",)),
    Refusal("only blank lines", "\n\n  \n", ("no events in it",)),
    Refusal(
        "a very long line",
        game() + '{"type":"PlayerDeceased","note":"' + "x" * 1_000_000 + '"}\n' + game(round=9),
        ("events.jsonl:2: a line of 1,000,035 bytes", "events.jsonl:3: round 9"),
    ),
    Refusal(
        "nested beyond reason",
        '{"type":"PlayerDeceased","player":' + "[" * 5000 + "]" * 5000 + "}\n",
        ("events.jsonl:1",),
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=[refusal.name for refusal in REFUSALS])
def test_refused_with_place_and_reason(log: Log, append_text: Any, refusal: Refusal) -> None:
    """A bad file appends nothing, and the message says where, what is wrong, and shows the line."""
    before = log.checkpoint()
    with pytest.raises(LedgerError) as caught:
        append_text(log, refusal.text)
    message = str(caught.value)
    for part in refusal.says:
        assert part in message
    assert message.startswith("events.jsonl")
    assert "Traceback" not in message
    assert log.checkpoint() == before


def test_names_of_the_catalogue_are_unique() -> None:
    """Every refusal has its own name."""
    names = [refusal.name for refusal in REFUSALS]
    assert sorted(set(names)) == sorted(names)


def test_rehearsal_refuses_the_same(log: Log, tmp_path: Path) -> None:
    """A rehearsal gives exactly the message an append would give, for every refusal of the catalogue."""
    path = tmp_path / "events.jsonl"
    for refusal in REFUSALS:
        path.write_bytes(refusal.text.encode() if isinstance(refusal.text, str) else refusal.text)
        messages = []
        for way in (log.append, log.rehearse):
            with pytest.raises(LedgerError) as caught:
                way(open_file(path, name="events.jsonl"))
            messages.append(str(caught.value))
        assert messages[0] == messages[1]


def test_the_same_problem_on_many_lines_is_told_once_with_the_others_lines_and_names(
    log: Log, append_text: Any
) -> None:
    """A sheet with 70 unknown players: one is shown in full, the next ten with line and name."""
    text = "".join(game(first=f"X{number}") for number in range(1, 71)) + game(result="3-0")
    with pytest.raises(LedgerError) as caught:
        append_text(log, text)
    message = str(caught.value)
    assert message.count("unknown player") == message.count("register the player first") == 1
    assert (
        "    and 69 more like it: 2 'X2', 3 'X3', 4 'X4'," in message
        and ", 11 'X11' …\n" in message
    )
    assert "events.jsonl:71: `result` is" in message  # the other problem is not lost among them
    assert message.endswith("nothing was appended: 71 problems")


def test_a_long_name_of_a_file_is_told_once_and_then_lines_of_it() -> None:
    """A report told with line and column: two of them in one line are one further line."""
    file = f"/office/{'reports/' * 20}cup.trf"
    lines = (7, 8, 9, 9, *range(10, 200))
    _, others = told_once(Problem(at(file, line, 91), say("no round")) for line in lines)
    assert others == "    and 193 more like it: 8, 9, 10, 11, 12, 13, 14, 15, 16 …"


def test_up_to_three_problems_of_a_kind_are_told_in_full(log: Log, append_text: Any) -> None:
    with pytest.raises(LedgerError) as caught:
        append_text(log, "".join(game(first=f"X{number}") for number in range(3)))
    assert str(caught.value).count("register the player first") == 3


def test_a_hopeless_file_is_read_no_further(log: Log) -> None:
    """Five million lines with the same mistake: after a thousand of them the import stops and says so."""
    read = []

    def lines() -> Iterator[Item]:
        for number in range(1, 5_000_000):
            read.append(number)
            yield Item(number, "{}", None, Problem("", "no `type`", "name one"))

    with pytest.raises(LedgerError) as caught:
        log.append(Items("made.jsonl", lines()))
    assert len(read) <= MOST_PROBLEMS + AT_ONCE
    told = str(caught.value).splitlines()
    assert told[0] == "made.jsonl:1: no `type`"
    assert (
        told[-1]
        == "nothing was appended: the file was read no further than made.jsonl:1000, after 1000 problems"
    )


def test_a_good_line_among_bad_ones_is_not_appended(log: Log, append_text: Any) -> None:
    """One wrong line keeps the whole file out."""
    head = log.head
    with pytest.raises(LedgerError):
        append_text(log, game() + game(first="P9", round=3))
    assert log.head == head


def test_excerpts_are_cut_to_a_readable_length(log: Log, append_text: Any) -> None:
    """An excerpt never floods the terminal and never carries control characters to it."""
    with pytest.raises(LedgerError) as caught:
        append_text(log, game(note="\x1b[31m" + "x" * 500, first="P9"))
    (problem,) = caught.value.problems
    assert len(problem.excerpt) <= 100
    assert "\x1b" not in str(caught.value)


def test_one_refused_row_is_one_problem_and_what_follows_from_it_is_counted(
    append_text: Any,
) -> None:
    """A tournament whose end is before its start, and the 14 games of it: two lines, not fifteen."""
    game = (
        '{"type":"GameRecorded","date":"2020-02-01","tournament":"T9","round":1,"board":BOARD,"first":"P1",'
        '"second":"P2","result":"1-0"}\n'
    )
    games = "".join(game.replace("BOARD", str(board)) for board in range(1, 15))
    wrong = (
        '{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T9","name":"Cup","start":"2020-02-03",'
        '"end":"2020-02-01","rounds":3,"rated":[]}\n'
    )
    with open_log(":memory:") as log, pytest.raises(LedgerError) as refused:
        append_text(log, wrong + games)
    first, second = refused.value.problems
    assert "before start" in first.wrong and first.place == second.place
    assert second.wrong == "14 more rows cannot be taken because of this"
    assert str(refused.value).endswith("nothing was appended: 1 problem")


def test_a_stage_of_a_refused_tournament_and_its_games_follow_from_it(append_text: Any) -> None:
    """The whole ends before its start; its group and the game of the group cannot be taken because of that."""
    whole = (
        '{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T9","name":"Cup","start":"2020-02-03",'
        '"end":"2020-02-01","rounds":3,"rated":[]}\n'
    )
    group = (
        '{"type":"TournamentRegistered","date":"2020-01-05","tournament":"T9A","name":"Group","start":"2020-02-01",'
        '"end":"2020-02-01","rounds":3,"rated":[],"part_of":"T9"}\n'
    )
    game = (
        '{"type":"GameRecorded","date":"2020-02-01","tournament":"T9A","round":1,"board":1,"first":"P1",'
        '"second":"P2","result":"1-0"}\n'
    )
    with open_log(":memory:") as log, pytest.raises(LedgerError) as refused:
        append_text(log, whole + group + game)
    _, rest = refused.value.problems
    assert rest.wrong == "2 more rows cannot be taken because of this"
