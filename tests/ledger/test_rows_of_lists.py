"""A published list is a tree of its rows: one row, or that a player has none, is proved in a few hashes."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger import Log, Proof, open_log
from ledger import events as ev
from ledger.tree.listed import ListTree, ProvedRow, root_text, wrong_rows
from ledger.tree.merkle import leaf_hash
from ledger.tree.note import LOG, SigningKey
from ledger.tree.proof import failures
from tests.builders import publication

DAY = date(2026, 1, 1)
PLAYERS = ("B", "D", "F", "H", "K")  # there is room for others before, between and behind them


def row(player: str, rating: int = 2000) -> dict[str, Any]:
    return {"rank": 1, "player": player, "name": f"mark of {player}", "rating": rating}


def tree_of(*players: str) -> ListTree:
    return ListTree([row(player) for player in players])


def wrong(tree: ListTree, rows: tuple[ProvedRow, ...], player: str, size: int) -> list[str]:
    return wrong_rows(rows, player, size, tree.root)


def published(log: Log, tree: ListTree, rows: int, scheme: str = "malaysia") -> ev.ListPublished:
    origin = {"rules": "0123456789abcdef", "regulation": "rating-ledger 0.2.0", "code": "0" * 16}
    return publication(log.checkpoint(), scheme, rows=rows, root=tree.root, **origin)


@pytest.fixture
def log() -> Any:
    with open_log(":memory:", origin="ratings.example/main") as opened:
        opened.append(
            ev.PlayerRegistered(date=DAY, player=each, name=each, sex="M") for each in PLAYERS
        )
        opened.append([published(opened, tree_of(*PLAYERS), len(PLAYERS))])
        yield opened


def proof(log: Log, tree: ListTree, player: str, position: int = len(PLAYERS) + 1) -> Proof:
    return replace(log.prove(position), listed=tree.prove(player), player=player)


# What is proved ---------------------------------------------------------------------------------------------------


def test_one_row_among_half_a_million_is_proved_in_less_than_4_kilobytes() -> None:
    """With a signed checkpoint, in a log of eight million events.

    19 hashes lead from a row to its root, 23 from the event to its own: paths are lengthened here to as many.
    """
    count = 5_000
    columns = {
        "title": "GM",
        "federation": "NED",
        "sex": "M",
        "born": 1990,
        "games": 9,
        "k": 10,
        "status": "active",
    }
    tree = ListTree([row(f"{number:08}") | columns for number in range(count)])
    with open_log(":memory:", origin="ratings.example/main") as log:
        log.append([published(log, tree, count)])
        found = proof(log, tree, "00002718", 1)
        assert failures(found) == []
        signed = log.checkpoint().signed(SigningKey.new(log.origin, LOG)).text
    (proved,) = found.listed or ()
    assert proved.columns["player"] == "00002718" and len(proved.path) == count.bit_length() == 13
    rows = (replace(proved, path=(bytes(32),) * (500_000).bit_length()),)
    longest = replace(
        found, path=(bytes(32),) * (8_000_000).bit_length(), listed=rows, checkpoint=signed
    )
    assert len(longest.to_json()) < 4000


def test_a_row_is_proved_with_all_its_columns(log: Log) -> None:
    found = proof(log, tree_of(*PLAYERS), "D")
    assert failures(found) == []
    assert [each.columns for each in found.listed or ()] == [row("D")]


@pytest.mark.parametrize(
    ("player", "neighbours"),
    [("A", ["B"]), ("C", ["B", "D"]), ("E", ["D", "F"]), ("Z", ["K"])],
    ids=["before the first", "between two", "in the middle", "behind the last"],
)
def test_who_is_not_on_a_list_would_stand_between_its_neighbours(
    log: Log, player: str, neighbours: list[str]
) -> None:
    found = proof(log, tree_of(*PLAYERS), player)
    assert [each.player for each in found.listed or ()] == neighbours
    assert failures(found) == []


def test_nobody_is_on_an_empty_list(log: Log) -> None:
    log.append([published(log, tree_of(), 0, "cxa-rapid")])
    found = proof(log, tree_of(), "D", log.head)
    assert found.listed == () and failures(found) == []


@given(st.sets(st.text(max_size=4), max_size=40), st.text(max_size=4))
def test_whatever_the_ids_are_presence_or_absence_is_proved(players: set[str], asked: str) -> None:
    """And by no rows but those of the player, or its neighbours."""
    tree = tree_of(*players)
    rows = tree.prove(asked)
    assert wrong(tree, rows, asked, len(players)) == []
    assert [each.player for each in rows] == [asked] or asked not in players
    for other in players - {each.player for each in rows}:
        assert wrong(tree, tree.prove(other), asked, len(players)) != []


# What is tried ----------------------------------------------------------------------------------------------------


def test_a_proof_for_another_list_is_refused(log: Log) -> None:
    other = ListTree([row(player, 2999) for player in PLAYERS])
    assert failures(proof(log, other, "D")) == [
        "row 2 does not lead to the root of the published list"
    ]


@pytest.mark.parametrize("size", [3, 4, 6, 8, 1_000_000])
def test_a_row_of_a_tree_of_another_size_is_refused(size: int) -> None:
    tree = tree_of(*PLAYERS)
    assert wrong(tree, tree.prove("K"), "K", size) == [
        "row 5 does not lead to the root of the published list"
    ]


def test_neighbours_that_are_none_are_refused() -> None:
    """F stands between D and H, is left out, and the proof says that it is not there."""
    tree = tree_of(*PLAYERS)
    (before,), (behind,) = tree.prove("D"), tree.prove("H")
    for rows in (
        (before, behind),
        (behind, before),
        (before,),
        (behind,),
        (before, before),
        (before, behind, behind),
    ):
        assert wrong(tree, rows, "F", 5) == ["the rows do not show whether 'F' is on the list"]


def test_neighbours_under_other_numbers_are_refused() -> None:
    """Their own numbers give it away that somebody stands between them; other numbers do not lead to the root."""
    tree = tree_of(*PLAYERS)
    (before,), (behind,) = tree.prove("D"), tree.prove("H")
    for index in (0, 2, 4):
        assert (
            "does not lead to the root"
            in wrong(tree, (before, replace(behind, index=index)), "F", 5)[0]
        )


def test_no_rows_show_nothing_unless_the_list_is_empty() -> None:
    tree = tree_of(*PLAYERS)
    assert wrong(tree, (), "Z", 5) != []
    assert (
        wrong(tree, (), "Z", 0) != []
    )  # the root is that of five rows, whatever number is claimed


@pytest.mark.parametrize("path", [(), (leaf_hash(b"x"),), (b"",), (bytes(33),) * 3])
def test_an_empty_or_strange_path_is_refused(log: Log, path: tuple[bytes, ...]) -> None:
    found = proof(log, tree_of(*PLAYERS), "D")
    (proved,) = found.listed or ()
    assert failures(replace(found, listed=(replace(proved, path=path),)))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"player":["D"]}', '{"player":"D"', "7", "[" * 10_000]
)
def test_what_is_no_row_is_refused(log: Log, text: str) -> None:
    found = proof(log, tree_of(*PLAYERS), "D")
    (proved,) = found.listed or ()
    assert failures(replace(found, listed=(replace(proved, row=text),)))


@pytest.mark.parametrize(
    "text",
    [
        '{"player":"A","rating":2000,"player":"D"}',
        '{"player":7}',
        '{"player": "D"}',
        '{"player":"\\u0044"}',
    ],
)
def test_a_row_that_can_be_read_in_two_ways_is_refused(text: str) -> None:
    """The office itself put it in the tree: some programs read the first of two players, others the last."""
    root = root_text(leaf_hash(text.encode()))
    for player in ("A", "D", "7"):
        assert wrong_rows((ProvedRow(0, text, ()),), player, 1, root) == [
            "a row of the list cannot be read"
        ]


@pytest.mark.parametrize("player", ["", "B ", " B", "\u3000B", "B\u200b", "B\n", "\u202eB"])
def test_an_absence_of_what_only_looks_like_a_player_is_refused(log: Log, player: str) -> None:
    """No player can have such an id: whoever is shown "B  is not on that list" would believe it of B."""
    (told,) = failures(proof(log, tree_of(*PLAYERS), player))
    assert "can be no player's id" in told


def test_rows_of_a_list_that_published_none_are_refused(log: Log) -> None:
    """Format 1 published the digest of a csv file: rows cannot be proved by it."""
    tree = tree_of(*PLAYERS)
    old = replace(published(log, tree, 5, "cxa-rapid"), root=None, digest=tree.root)
    log.append([old])
    assert failures(proof(log, tree, "D", log.head)) == [
        f"position {log.head} publishes no list with a tree of rows"
    ]
    assert failures(proof(log, tree, "D", 1)) == [
        "position 1 publishes no list with a tree of rows"
    ]


@pytest.mark.parametrize("left", ["listed", "player"])
def test_rows_without_a_player_or_a_player_without_rows_are_refused(log: Log, left: str) -> None:
    found = proof(log, tree_of(*PLAYERS), "D")
    assert failures(replace(found, **{left: None})) != []
