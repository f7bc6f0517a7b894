"""Final tables are worked out once and kept beside the read model, until something changes their tournament."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from ledger import Log, open_log
from ledger import events as ev
from ledger.events import AnyEvent
from projections import Model, Snapshot, Supposed, open_model, rankings, standings
from projections.rankings import stale_ranking
from projections.standings import computed_rankings
from tests.builders import decoded, game_corrected, games, player, tournament

DAY = date(2024, 5, 1)
ANN, BOB, CAT, DAN = range(4)


@pytest.fixture
def log() -> Iterator[Log]:
    """Ann and Cat have won in the only round of the cup, Ann on the first board; it is number 0."""
    with open_log(":memory:") as made:
        cup = tournament("cup", "", str(DAY), standings="wxf", rounds=1)
        made.append(decoded(*player("ann bob cat dan"), cup))
        made.append([ANN_WON, CAT_WON])
        yield made


ANN_WON, CAT_WON = decoded(*games("cup", str(DAY), "1.1 ann 1-0 bob", "1.2 cat 1-0 dan"))


def turned_round(board: int) -> AnyEvent:
    (correction,) = decoded(game_corrected("cup", str(DAY), f"1.{board} 0-1"))
    return correction


def winners(model: Model, position: int | None = None) -> set[int]:
    """Who is ranked before the losers."""
    ranking = computed_rankings(Snapshot(model, position), [0])[0]
    return {player for _, player in ranking[:2]}


def kept_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("rankings-*"))


def test_a_table_is_worked_out_once(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    assert winners(open_model(log, folder)) == {ANN, CAT}
    monkeypatch.delattr(standings.rules, "standings")  # type: ignore[attr-defined]
    assert winners(open_model(log, folder)) == {ANN, CAT}
    assert len(kept_files(folder)) == 1


def test_a_correction_makes_it_anew_and_what_was_known_before_stays(
    log: Log, tmp_path: Path
) -> None:
    folder, before = tmp_path / "model", log.head
    assert winners(open_model(log, folder)) == {ANN, CAT}
    log.append([turned_round(2)])
    model = open_model(log, folder)
    assert winners(model) == {ANN, DAN}
    assert winners(model, before) == {ANN, CAT}
    assert winners(model) == {ANN, DAN}


def test_what_is_only_supposed_is_not_kept(log: Log, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    model = open_model(log, folder)
    assert winners(Supposed(model, [(log.head + 1, turned_round(1))])) == {BOB, CAT}
    assert kept_files(folder) == []
    log.append([turned_round(2)])  # takes the position of what was supposed
    assert winners(open_model(log, folder)) == {ANN, DAN}


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 rubbish", b"x" * 500])
def test_a_damaged_file_costs_time_only(log: Log, tmp_path: Path, damage: bytes) -> None:
    folder = tmp_path / "model"
    assert winners(open_model(log, folder)) == {ANN, CAT}
    (file,) = folder.glob("rankings-*")
    file.write_bytes(damage)
    assert winners(open_model(log, folder)) == {ANN, CAT}
    assert file.read_bytes() != damage


def test_other_rules_do_not_read_it(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    assert winners(open_model(log, folder)) == {ANN, CAT}
    first = kept_files(folder)
    monkeypatch.setattr("projections.rankings.version", lambda: "another")
    assert winners(open_model(log, folder)) == {ANN, CAT}
    (other,) = kept_files(folder)
    assert other.startswith("rankings-another-") and [other] != first


def test_in_memory_nothing_is_kept(log: Log) -> None:
    model = open_model(log, None)
    assert winners(model) == winners(model) == {ANN, CAT}


def test_a_supposition_is_not_answered_by_what_another_process_recorded(
    log: Log, tmp_path: Path
) -> None:
    """While an appeal supposes an event at the next position, somebody else appends another one there."""
    folder = tmp_path / "model"
    supposing = Supposed(open_model(log, folder), [(log.head + 1, turned_round(1))])
    log.append([turned_round(2)])
    assert winners(open_model(log, folder)) == {ANN, DAN}
    assert winners(supposing) == {BOB, CAT}


def test_any_damage_costs_time_only(log: Log, tmp_path: Path) -> None:
    folder, chance = tmp_path / "model", Random(5)
    model = open_model(log, folder)
    assert winners(model) == {ANN, CAT}
    (file,) = folder.glob("rankings-*")
    whole = file.read_bytes()
    for _ in range(400):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        file.write_bytes(bytes(damaged))
        assert winners(model) == {ANN, CAT}


def test_every_source_that_a_ranking_depends_on_is_in_the_name_of_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, own = Path.read_bytes, rankings.version.__wrapped__
    names = list(Path(rankings.__file__).parent.glob("*.py"))
    before = own()
    assert names
    for changed in names:
        monkeypatch.setattr(
            Path, "read_bytes", lambda path, c=changed: read(path) + (b"#" if path == c else b"")
        )
        assert own() != before, changed


def table(model: Model, number: int = 0) -> list[tuple[int, int]]:
    """The places of a tournament, each with a player."""
    return [
        (int(place), int(player))
        for place, player in computed_rankings(Snapshot(model), [number])[number]
    ]


def absent(player: str) -> list[ev.AnyEvent]:
    """Two rounds to which somebody did not come: hk-open disqualifies for them, but not whoever had left."""
    return [
        ev.ByeRecorded(date=DAY, tournament="open", round=number, player=player, kind="absent")
        for number in (2, 3)
    ]


SAID_OF_ANN: dict[str, list[ev.AnyEvent]] = {
    "fouls": [ev.FoulRecorded(date=DAY, tournament="open", round=1, player="ann2", kind="technical", count=2)],
    "a bye": [ev.ByeRecorded(date=DAY, tournament="open", round=2, player="ann2", kind="bye")],
    "an entry": [ev.PlayerEntered(date=DAY, tournament="open", player="ann2", number=9)],
    "a departure": [*absent("ann"), ev.PlayerWithdrew(date=DAY, tournament="open", player="ann2", after_round=1)],
}  # fmt: skip


@pytest.mark.parametrize("kind", SAID_OF_ANN)
def test_a_merge_makes_the_table_anew(kind: str, log: Log, tmp_path: Path) -> None:
    """Something was recorded under a second number of Ann, who did not play under it."""
    log.append(
        [
            ev.TournamentRegistered(
                date=DAY, tournament="open", name="Open", start=DAY, end=DAY, rounds=3, rated=(), standings="hk-open"
            ),
            replace(ANN_WON, tournament="open"),
            replace(CAT_WON, tournament="open"),
            ev.PlayerRegistered(date=DAY, player="ann2", name="ann", sex="F"),
            *SAID_OF_ANN[kind],
        ]
    )  # fmt: skip
    before = table(open_model(log, tmp_path / "model"), 1)
    assert before == table(open_model(log, None), 1)

    log.append([ev.PlayersMerged(date=DAY, kept="ann", duplicate="ann2")])
    after = table(open_model(log, tmp_path / "model"), 1)
    assert after == table(open_model(log, None), 1)
    assert after != before


SAID_AND_WITHDRAWN: dict[str, ev.AnyEvent] = {
    "fouls": ev.FoulRecorded(date=DAY, tournament="open", round=1, player="ann", kind="technical", count=2),
    "a bye": ev.ByeRecorded(date=DAY, tournament="open", round=2, player="cat", kind="bye"),
    "a departure": ev.PlayerWithdrew(date=DAY, tournament="open", player="dan", after_round=1),
}  # fmt: skip


@pytest.mark.parametrize("kind", SAID_AND_WITHDRAWN)
def test_a_withdrawal_makes_the_table_anew(kind: str, log: Log, tmp_path: Path) -> None:
    """Ann and Cat have won in the first of three rounds, Dan came no more; what else was said was a mistake."""
    log.append(
        [
            ev.TournamentRegistered(
                date=DAY, tournament="open", name="Open", start=DAY, end=DAY, rounds=3, rated=(), standings="hk-open"
            ),
            replace(ANN_WON, tournament="open"),
            replace(CAT_WON, tournament="open"),
            *absent("dan"),
        ]
    )  # fmt: skip
    without = table(open_model(log, None), 1)
    log.append([SAID_AND_WITHDRAWN[kind]])
    before = table(open_model(log, tmp_path / "model"), 1)
    assert before != without

    log.append([ev.EventWithdrawn(date=DAY, withdraws=log.head, reason="by mistake")])
    assert table(open_model(log, tmp_path / "model"), 1) == without


@pytest.mark.parametrize(
    "then",
    [
        ev.FoulRecorded(date=DAY, tournament="open", round=1, player="dan", kind="technical", count=2),
        ev.EventWithdrawn(date=DAY, withdraws=9, reason="he was there"),
    ],
    ids=["a foul", "a bye withdrawn"],
)  # fmt: skip
def test_a_ranking_given_before_a_result_changed_is_stale(log: Log, then: ev.AnyEvent) -> None:
    """Dan has a point for a win, and Cat for a bye, which stands at 9; the office ranks them in this order."""
    log.append(
        [
            ev.TournamentRegistered(
                date=DAY, tournament="open", name="Open", start=DAY, end=DAY, rounds=2, rated=(), standings="hk-open"
            ),
            ev.ByeRecorded(date=DAY, tournament="open", round=2, player="cat", kind="bye"),
            *decoded(*games("open", str(DAY), "1.1 dan 1-0 bob")),
            ev.TournamentClosed(date=DAY, tournament="open", ranking=("dan", "cat", "bob")),
        ]
    )  # fmt: skip
    assert stale_ranking(Snapshot(open_model(log, None)), 1) is None
    log.append([then])
    stale = stale_ranking(Snapshot(open_model(log, None)), 1)
    assert stale is not None and stale.changes == (log.head,)


def test_a_stage_makes_the_table_of_the_whole_event_anew(log: Log, tmp_path: Path) -> None:
    """The cup becomes a stage of the open: who loses there, or in a group of the cup, has a lower place in the open."""
    log.append(
        [
            *(
                ev.TournamentRegistered(
                    date=DAY, tournament=name, name=name, start=DAY, end=DAY, rounds=1, rated=(), standings="wxf"
                )
                for name in ("open", "group")
            ),
            ev.TournamentCorrected(date=DAY, tournament="cup", part_of="open", reason="a stage of it"),
            ev.TournamentCorrected(date=DAY, tournament="group", part_of="cup", reason="a stage of it"),
            *(ev.PlayerRegistered(date=DAY, player=name, name=name, sex="M") for name in ("eve", "fay")),
            *decoded(*games("group", str(DAY), "1.1 eve 1-0 fay")),
        ]
    )  # fmt: skip
    seen = [table(open_model(log, tmp_path / "model"), 1)]
    for lost in (turned_round(1), replace(turned_round(1), tournament="group")):
        log.append([lost])
        seen.append(table(open_model(log, tmp_path / "model"), 1))
        assert seen[-1] == table(open_model(log, None), 1)
    assert seen[0] != seen[1] != seen[2]


def test_a_void_stage_is_no_stage(log: Log, tmp_path: Path) -> None:
    """The cup was a stage of the open; without it nobody has a place there."""
    log.append(
        [
            ev.TournamentRegistered(
                date=DAY, tournament="open", name="Open", start=DAY, end=DAY, rounds=1, rated=(), standings="wxf"
            ),
            ev.TournamentCorrected(date=DAY, tournament="cup", part_of="open", reason="a stage of it"),
        ]
    )  # fmt: skip
    assert {player for _, player in table(open_model(log, tmp_path / "model"), 1)} == {
        ANN,
        BOB,
        CAT,
        DAN,
    }

    log.append([ev.TournamentVoided(date=DAY, tournament="cup", reason="never played")])
    assert table(open_model(log, tmp_path / "model"), 1) == []
