"""What has no correction of its own can be withdrawn, once; and what was overtaken can be said again."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from ledger import Appended, LedgerError, Log

Import = Callable[[Log, str], Appended]
OF_A_PLAYER: dict[str, dict[str, Any]] = {
    "AbsenceExcused": {"year": 2020},
    "ActivityResumed": {},
    "InactivityDeclared": {},
    "PlayerDeceased": {},
    "PlayerTransferred": {"federation": "CHN"},
    "RatingCarriedIn": {"scheme": "malaysia", "rating": 2000},
    "RatingEnded": {"scheme": "malaysia"},
    "TitleAwarded": {"title": "IM"},
    "TitleRevoked": {"title": "GM"},
}
OF_A_TOURNAMENT: dict[str, dict[str, Any]] = {
    "ByeRecorded": {"round": 2, "player": "P3", "kind": "bye"},
    "FoulRecorded": {"round": 1, "player": "P2", "kind": "technical"},
    "GameUnrated": {"round": 1, "board": 1, "reason": "no clock"},
    "PlayerEntered": {"player": "P2", "number": 2},
    "PlayerWithdrew": {"player": "P2", "after_round": 1},
    "ReportReceived": {},
}
OF_A_FEDERATION: dict[str, dict[str, Any]] = {"FederationReinstated": {}, "FederationSuspended": {}}
WITHDRAWABLE: dict[str, dict[str, Any]] = {
    **{kind: {"player": "P1", **more} for kind, more in OF_A_PLAYER.items()},
    **{kind: {"tournament": "T1", **more} for kind, more in OF_A_TOURNAMENT.items()},
    **{kind: {"federation": "FRA", **more} for kind, more in OF_A_FEDERATION.items()},
}


def line(kind: str, /, **fields: Any) -> str:
    return json.dumps({"type": kind, "date": "2020-02-10", **fields}) + "\n"


@pytest.mark.parametrize("kind", WITHDRAWABLE)
def test_whatever_has_no_correction_of_its_own_is_withdrawn_once(
    kind: str, log: Log, append_text: Import
) -> None:
    append_text(log, line(kind, **WITHDRAWABLE[kind]))
    withdrawal = line("EventWithdrawn", withdraws=log.head, reason="by mistake")
    assert append_text(log, withdrawal).appended == 1
    assert append_text(log, withdrawal).duplicates == 1

    another = line("EventWithdrawn", withdraws=log.head - 1, reason="for another reason")
    with pytest.raises(LedgerError, match="already withdrawn"):
        append_text(log, another)


def test_a_correction_that_was_overtaken_is_recorded_anew(log: Log, append_text: Import) -> None:
    """Only the further fields of a game were corrected, twice; the first of both corrections holds after all."""
    game = {"tournament": "T1", "round": 1, "board": 1, "result": "1-0", "reason": "score sheet"}
    first = line("GameCorrected", **game, more={"moves": 40})
    second = line("GameCorrected", **game, more={"moves": 41})
    assert append_text(log, first + second).appended == 2
    assert append_text(log, first).appended == 1
    assert append_text(log, first).duplicates == 1


@pytest.mark.parametrize(
    ("events", "remedy"),
    [
        ([line("TournamentVoided", tournament="T1", reason="never played")], "under another id"),
        (
            [line("GameVoided", tournament="T1", round=1, board=1, reason="not played")],
            "record the game again",
        ),
    ],
)
def test_what_is_void_is_not_brought_back_by_a_withdrawal_and_what_helps_is_said(
    events: list[str], remedy: str, log: Log, append_text: Import
) -> None:
    for text in events:
        append_text(log, text)
    with pytest.raises(LedgerError, match="cannot be withdrawn") as refused:
        append_text(log, line("EventWithdrawn", withdraws=log.head, reason="by mistake"))
    (problem,) = refused.value.problems
    assert remedy in problem.remedy
