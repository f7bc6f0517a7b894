"""hk-open part 8: A, provisional A and B over several editions."""

from datetime import date

import pytest

from schemes.standings import Edition, FederationSpan, GroupTable, TitleSpan, groups
from schemes.standings.group_membership import promoted_count, relegated_count


def table(players: str, year: int, closed: bool = True) -> GroupTable:
    """A group's final table of a year, best first."""
    return GroupTable(tuple(players.split()), date(year, 6, 30), closed)


def after(
    editions: list[Edition], *titles: TitleSpan, **readings: str
) -> dict[int, dict[str, str]]:
    """Group by player after each edition."""
    chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
    found: dict[int, dict[str, str]] = {}
    for row in groups(editions, titles, readings=chosen).members:
        found.setdefault(row.edition, {})[row.player] = row.group
    return found


@pytest.mark.parametrize(
    ("rows", "count"), [(0, 0), (1, 1), (9, 1), (10, 1), (11, 2), (20, 2), (21, 3)]
)
def test_every_started_person_of_the_best_tenth_goes_up(rows: int, count: int) -> None:
    """Ten per cent of B, rounded up. Read otherwise only whole ones, but one at least where anybody started."""
    assert promoted_count(rows, 10) == count
    assert promoted_count(rows, 10, "at-least-one") == (max(1, rows // 10) if rows else 0)


@pytest.mark.parametrize(("rows", "count"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_only_whole_persons_of_the_last_fifth_go_down(rows: int, count: int) -> None:
    """Twenty per cent of A, rounded down."""
    assert relegated_count(rows, 20) == count


def test_three_editions_with_absences_and_titles() -> None:
    """Promotion, confirmation, relegation, two absences in a row, and a title that protects, in one story."""
    editions = [
        Edition(
            1,
            table("ann bob cat dan eve", 2016),
            table("fay gus hal ivy jon kim lou may ned oda pam", 2016),
        ),
        Edition(2, table("bob fay ann", 2017), table("eve hal ivy jon", 2017)),
        Edition(3, table("fay eve ann bob hal", 2018), table("gus ivy", 2018)),
    ]
    history = after(editions, TitleSpan("cat", "hk-gm", date(2000, 1, 1)))
    # Edition 1: the last of five goes down, two of eleven (1.1, rounded up) go up.
    assert [history[1][p] for p in ("ann", "dan", "eve", "fay", "gus", "hal")] == [
        *("A", "A", "B", "provisional A", "provisional A", "B"),
    ]
    # Edition 2: nobody of three goes down; fay confirms A; dan, cat and gus miss one; eve wins B.
    assert [history[2][p] for p in ("fay", "dan", "cat", "gus", "eve", "hal")] == [
        *("A", "A", "A", "provisional A", "provisional A", "B"),
    ]
    # Edition 3: hal, last of five, is B; dan loses A, cat is protected; gus loses provisional A, but wins B again.
    assert [history[3][p] for p in ("eve", "hal", "dan", "cat", "gus", "ivy")] == [
        *("A", "B", "B", "A", "provisional A", "B"),
    ]


def test_provisional_a_is_lost_at_the_second_absence() -> None:
    """Somebody promoted who never plays A is B again after two A editions."""
    editions = [
        Edition(1, b=table("fay gus", 2016)),
        Edition(2, table("ann bob", 2017), table("gus", 2017)),
        Edition(3, table("ann bob", 2018), table("hal", 2018)),
    ]
    history = after(editions)
    assert [history[edition]["fay"] for edition in (1, 2, 3)] == [
        "provisional A",
        "provisional A",
        "B",
    ]


def test_taking_part_starts_the_count_of_absences_again() -> None:
    """Missing every second edition loses nothing."""
    years = [(1, "ann bob"), (2, "bob"), (3, "ann bob"), (4, "bob"), (5, "ann bob")]
    history = after([Edition(n, table(players, 2010 + n)) for n, players in years])
    assert {history[n]["ann"] for n in range(1, 6)} == {"A"}


def test_only_closed_editions_can_be_missed() -> None:
    """An edition without its closing is not counted as missed."""
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, table("bob", 2017)),
        Edition(3, table("bob", 2018, closed=False)),
        Edition(4, table("bob", 2019)),
    ]
    history = after(editions)
    assert [history[n]["ann"] for n in (2, 3, 4)] == ["A", "A", "B"]


def test_an_edition_without_group_a_cannot_be_missed() -> None:
    """Where only B was held nobody has missed A."""
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, b=table("x", 2017)),
        Edition(3, table("bob", 2018)),
    ]
    assert after(editions)[3]["ann"] == "A"


@pytest.mark.parametrize(
    ("since", "until", "group"),
    [
        (date(2018, 6, 30), None, "A"),
        (date(2018, 7, 1), None, "B"),
        (date(2000, 1, 1), date(2018, 6, 30), "B"),
        (date(2000, 1, 1), date(2018, 7, 1), "A"),
    ],
)
def test_a_title_protects_if_held_on_the_end_date(
    since: date, until: date | None, group: str
) -> None:
    """The end date of the missed edition that would lose A decides; the day of a revocation no longer protects."""
    editions = [
        Edition(n, table(players, 2015 + n))
        for n, players in ((1, "ann bob"), (2, "bob"), (3, "bob"))
    ]
    assert after(editions, TitleSpan("ann", "hk-m", since, until))[3]["ann"] == group


def test_other_titles_do_not_protect() -> None:
    """Only the two Hong Kong titles keep A."""
    editions = [
        Edition(n, table(players, 2015 + n))
        for n, players in ((1, "ann bob"), (2, "bob"), (3, "bob"))
    ]
    assert after(editions, TitleSpan("ann", "wxf-gm", date(2000, 1, 1)))[3]["ann"] == "B"


def test_a_title_does_not_protect_from_the_last_fifth() -> None:
    """A grandmaster who comes last of five goes down."""
    editions = [Edition(1, table("a b c d ann", 2016))]
    assert after(editions, TitleSpan("ann", "hk-gm", date(2000, 1, 1)))[1]["ann"] == "B"


def test_a_member_of_a_who_wins_b_stays_and_the_place_is_not_passed_on() -> None:
    """The winner of B is A already: the second of ten does not go up."""
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, table("bob", 2017), table("ann b c d e f g h i j", 2017)),
    ]
    history = after(editions)
    assert history[2]["ann"] == "A"
    assert history[2]["b"] == "B"
    assert after(editions, promotion_place="passed-on")[2]["b"] == "provisional A"


def test_the_place_of_a_member_of_a_may_be_read_as_passed_on() -> None:
    """Twenty in B, two of them go up: the place of ann, who is A, goes to the next; fay's provisional place is her own.

    Edition 1 makes ann A (first seen there) and fay and gus provisional. In edition 2 ann, fay, hal lead B.
    """
    others = " ".join(f"n{number:02}" for number in range(17))
    editions = [
        Edition(1, table("ann", 2016), table(f"fay gus hal {others}", 2016)),
        Edition(2, None, table(f"ann fay hal {others}", 2017)),
    ]
    in_force = after(editions)[2]
    passed_on = after(editions, promotion_place="passed-on")[2]
    assert [in_force[p] for p in ("ann", "fay", "hal", "n00")] == ["A", "provisional A", "B", "B"]
    assert [passed_on[p] for p in ("ann", "fay", "hal", "n00")] == [
        "A",
        "provisional A",
        "provisional A",
        "B",
    ]


def test_a_is_lost_before_b_promotes() -> None:
    """Who loses A by a second absence and wins B in the same edition is provisional A."""
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, table("bob", 2017)),
        Edition(3, table("bob", 2018), table("ann x", 2018)),
    ]
    assert after(editions)[3]["ann"] == "provisional A"


def test_editions_act_in_the_order_of_their_numbers() -> None:
    """The order in which editions are handed over does not matter, and every change has a reason."""
    editions = [
        Edition(n, table(players, 2015 + n))
        for n, players in ((1, "ann bob"), (2, "bob"), (3, "bob"))
    ]
    assert groups(editions[::-1]) == groups(editions)
    last = [row for row in groups(editions).members if (row.edition, row.player) == (3, "ann")]
    assert [row.reason for row in last] == ["missed A (2 in a row): lost A"]


def out(ranked: str, disqualified: str, year: int, closed: bool = True) -> GroupTable:
    """A table with disqualified players, who have no rank."""
    return GroupTable(
        tuple(ranked.split()), date(year, 6, 30), closed, disqualified=tuple(disqualified.split())
    )


def test_a_disqualified_player_is_not_promoted_and_not_counted() -> None:
    """Ten ranked in B and one disqualified: one goes up, not two; the disqualified one is B."""
    editions = [Edition(1, b=out("a b c d e f g h i j", "x", 2016))]
    history = after(editions)
    assert [history[1][player] for player in ("a", "b", "x")] == ["provisional A", "B", "B"]
    assert after(editions, disqualified_rank="last")[1]["b"] == "provisional A"  # two of eleven


def test_only_one_in_b_and_disqualified() -> None:
    assert after([Edition(1, b=out("", "x", 2016))]) == {1: {"x": "B"}}


def test_a_disqualified_player_does_not_count_for_the_last_fifth() -> None:
    """Five ranked in A and one disqualified: e, the fifth, goes down; four ranked and one disqualified: nobody does."""
    five, four = out("a b c d e", "x", 2016), out("a b c d", "x", 2016)
    assert after([Edition(1, five)])[1]["e"] == "B"
    assert set(after([Edition(1, four)])[1].values()) == {"A"}
    assert after([Edition(1, four)], disqualified_rank="last")[1]["x"] == "B"


def test_disqualified_in_a_is_an_absence() -> None:
    """Disqualified once and away once: two editions missed in a row."""
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, out("bob", "ann", 2017)),
        Edition(3, table("bob", 2018)),
    ]
    assert [after(editions)[n]["ann"] for n in (1, 2, 3)] == ["A", "A", "B"]
    reasons = [row.reason for row in groups(editions).members if row.player == "ann"]
    assert reasons[1:] == ["missed A (1 in a row): disqualified", "missed A (2 in a row): lost A"]


def test_first_seen_in_a_and_disqualified_is_a_member_with_one_absence() -> None:
    """In A somebody can only play who is A: the first edition on record was missed."""
    editions = [Edition(1, out("bob", "ann", 2016)), Edition(2, table("bob", 2017))]
    assert [after(editions)[n]["ann"] for n in (1, 2)] == ["A", "B"]


def test_disqualified_in_an_open_edition_is_no_absence() -> None:
    editions = [
        Edition(1, table("ann bob", 2016)),
        Edition(2, out("bob", "ann", 2017, closed=False)),
    ]
    assert after([*editions, Edition(3, table("bob", 2018))])[3]["ann"] == "A"


def test_a_provisional_member_who_is_disqualified_in_a_has_not_stayed() -> None:
    """Provisional A stays provisional: playing without a rank is an absence."""
    editions = [Edition(1, b=table("fay gus", 2016)), Edition(2, out("ann", "fay", 2017))]
    assert after(editions)[2]["fay"] == "provisional A"


def test_entered_without_a_rank_is_neither_absent_nor_counted() -> None:
    """The office ranked five of six in A: the fifth of five goes down, the sixth has played and stays."""
    ranked = GroupTable(tuple("abcde"), date(2016, 6, 30), unranked=("f",))
    assert [after([Edition(1, ranked)])[1][player] for player in "ef"] == ["B", "A"]
    b = GroupTable(tuple("abcdefghij"), date(2016, 6, 30), unranked=("k",))
    assert [after([Edition(1, b=b)])[1][player] for player in "abk"] == ["provisional A", "B", "B"]


def test_a_new_grant_of_provisional_a_starts_the_count_of_absences_anew() -> None:
    """Fay misses A in editions 2 and 3, but is first in B in edition 2: a new grant, so only edition 3 counts."""
    editions = [
        Edition(1, b=table("fay gus", 2016)),
        Edition(2, table("ann bob", 2017), table("fay gus", 2017)),
        Edition(3, table("ann bob", 2018), table("gus hal", 2018)),
        Edition(4, table("ann bob", 2019), table("hal", 2019)),
    ]
    history = after(editions)
    assert [history[n]["fay"] for n in (1, 2, 3, 4)] == [
        "provisional A",
        "provisional A",
        "provisional A",
        "B",
    ]
    assert after(editions, new_grant="counts-on")[3]["fay"] == "B"


def test_provisional_a_may_be_read_as_never_lost_by_absence() -> None:
    """The alternative: only A itself is lost by absence."""
    editions = [Edition(1, b=table("fay gus", 2016))]
    editions += [Edition(n, table("ann bob", 2015 + n)) for n in (2, 3, 4)]
    assert after(editions)[3]["fay"] == "B"
    assert after(editions, provisional_absence="never")[4]["fay"] == "provisional A"


def test_absence_may_be_read_as_that_of_hong_kong_players_only() -> None:
    """Every member of A loses it by absence; by the other reading only players of federation HKG on the last day."""
    editions = [
        Edition(n, table(players, 2015 + n))
        for n, players in ((1, "ann bob cat"), (2, "bob"), (3, "bob"))
    ]
    homes = [
        FederationSpan("ann", "HKG", date(2000, 1, 1)),
        FederationSpan("cat", "HKG", date(2000, 1, 1)),
        FederationSpan("cat", "MAC", date(2018, 6, 30)),
    ]
    chosen = {"absence-whom": "hong-kong"}
    everybody = {row.player: row.group for row in groups(editions).members if row.edition == 3}
    only_hkg = {
        row.player: row.group
        for row in groups(editions, readings=chosen, homes=homes).members
        if row.edition == 3
    }
    assert everybody == {"ann": "B", "bob": "A", "cat": "B"}
    assert only_hkg == {"ann": "B", "bob": "A", "cat": "A"}
