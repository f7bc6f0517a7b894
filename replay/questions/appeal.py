"""Appeals: events as if they had been appended. Who changes, on which lists, by how much, and through whom."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from ledger.append.description import numbered_line
from projections import Snapshot
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Fact, Remark
from replay.answers.names import named
from replay.answers.table import Cause, Column, Names, Row, Table
from replay.appeals import Appeal, AppealResult, Compared, RankChange, trace
from wording import say, say_n

SHOWN = 5  # of the events, of the biggest changes
RANKS = 20
MANY = 20  # rows; of more, the largest changes come first
THROUGH = Column("through", kinds.REASONS)
CAUSE = Column(
    "cause",
    kinds.TEXT,
    kept=True,
    joins=(replace(columns.CAUSES, silent=True), THROUGH),
)
COLUMNS = (
    columns.LIST_DATE,
    columns.PLAYER,
    columns.BEFORE,
    columns.AFTER,
    columns.CHANGE,
    CAUSE,
)
PATH = (
    columns.SCHEME,
    columns.LIST_DATE,
    columns.PLAYER,
    columns.BEFORE,
    columns.AFTER,
    replace(THROUGH, kept=True),
)
LISTS = (
    columns.SCHEME,
    columns.LIST_DATE,
    Column("ratings", kinds.COUNT, say("ratings that change")),
    Column("others", kinds.COUNT, say("other rows")),
)
PLACES = (
    columns.TOURNAMENT,
    columns.PLAYER,
    Column("place_before", kinds.RANK),
    Column("place_after", kinds.RANK),
)


def appeal(
    supposition: Appeal, compared: Sequence[Compared], on: date, schemes: Sequence[str] = ()
) -> Answer:
    """What an appeal does to the lists of some schemes, to the standings, and if nothing, why not."""
    results = [lists.result() for lists in compared]
    table = rows_table(results)
    places = places_table(supposition.ranks()[:RANKS])
    further = [Table(LISTS, list(_lists(results)), say("Lists"))]
    if len(table.rows) > MANY:
        further.append(Table(table.columns, _largest(table.rows), say("Largest changes")))
    further.append(places)
    return Answer(
        "appeal/1",
        say_n("Appeal of {number} event", "Appeal of {number} events", len(supposition.entries)),
        table,
        facts=[*_claim(supposition), *_first_lists(results)],
        further=further,
        remarks=_remarks(supposition, results, on, schemes),
        names=names_of(supposition, table, places),
    )


def rows_table(results: Sequence[AppealResult]) -> Table:
    """All rows: by scheme, list and player; with several schemes one more column, at the end."""
    shown: tuple[Column, ...] = COLUMNS
    if len(results) > 1:
        shown = (*COLUMNS, columns.SCHEME)
    rows = [row for result in results for row in result.rows]
    return Table(shown, rows, say("Who changes, and through whom"))


def places_table(ranks: Sequence[RankChange]) -> Table:
    """The places in the standings of tournaments that change."""
    rows = [
        {
            "tournament": rank.tournament,
            "player": rank.player,
            "place_before": rank.before,
            "place_after": rank.after,
        }
        for rank in ranks
    ]
    return Table(PLACES, rows, say("Standings"))


def places_by_tournament(supposition: Appeal) -> list[tuple[Table, Names]]:
    """The places that change, a table for each tournament, whose name is its title."""
    ranks = supposition.ranks()
    tables = []
    for tournament in dict.fromkeys(rank.tournament for rank in ranks):
        table = places_table([rank for rank in ranks if rank.tournament == tournament])
        names = names_of(supposition, table)
        name = names.tournaments.get(tournament, tournament)
        title = say("Standings: {tournament}", tournament=name)
        tables.append((Table(table.columns[1:], table.rows, title), names))
    return tables


def names_of(supposition: Appeal, *tables: Table) -> Names:
    """The names of everybody, and of every tournament, that some tables speak of."""
    return named_in(supposition.after, [row for table in tables for row in table.rows])


def named_in(snapshot: Snapshot, rows: Iterable[Row]) -> Names:
    """The names of everybody, and of every tournament, that rows or their reasons speak of."""
    players: set[str | None] = set()
    tournaments: set[str | None] = set()
    for row in rows:
        players.add(row.get("player"))
        tournaments.add(row.get("tournament"))
        for reason in row.get("through", ()):
            players.update(_players(reason))
            tournaments.add(reason.values.get("tournament"))
    return named(snapshot, filter(None, players), filter(None, tournaments))


def _players(reason: Cause) -> Iterator[str | None]:
    """The players whom a reason speaks of."""
    yield reason.values.get("opponent")
    for player in reason.values.get("players", ()):
        yield player["player"]


def _claim(supposition: Appeal) -> Iterator[Fact]:
    """What should have happened."""
    for entry in supposition.entries[:SHOWN]:
        yield Fact("event", say("if appended"), numbered_line(*entry))
    more = len(supposition.entries) - SHOWN
    if more > 0:
        text = say_n("{number} more event", "{number} more events", more)
        yield Fact("more-events", say("if appended"), text)


def _first_lists(results: Iterable[AppealResult]) -> Iterator[Fact]:
    for result in results:
        if result.first_list is not None:
            text = say("changes from the list of {date} on", date=result.first_list)
            yield Fact("first-list", result.scheme, text)


def _lists(results: Iterable[AppealResult]) -> Iterator[Row]:
    """How many ratings and other rows change on each list of the schemes that change."""
    for result in results:
        if result.first_list is None:
            continue
        for day in result.compared:
            rows = [row for row in result.rows if row["list_date"] == day]
            ratings = sum(1 for row in rows if row["change"])
            yield {
                "scheme": result.scheme,
                "list_date": day,
                "ratings": ratings,
                "others": len(rows) - ratings,
            }


def _largest(rows: Sequence[Row]) -> list[Row]:
    def order(row: Row) -> tuple[Decimal, date, str]:
        return -abs(Decimal(row["change"])), row["list_date"], row["player"]

    return sorted((row for row in rows if row["change"]), key=order)[:SHOWN]


def _remarks(
    supposition: Appeal, results: Sequence[AppealResult], on: date, schemes: Sequence[str]
) -> list[Remark]:
    """Rankings that no longer fit; if nothing changes, why."""
    remarks = []
    if len(supposition.ranks()) > RANKS:
        text = say_n(
            "… and {number} more place",
            "… and {number} more places",
            len(supposition.ranks()) - RANKS,
        )
        remarks.append(Remark("more-places", text))
    remarks += [Remark("stale-ranking", line) for line in supposition.stale_rankings()]
    if supposition.entries and not any(result.first_list for result in results):
        names = ", ".join(result.scheme for result in results)
        text = say("nothing changes: no scheme rates what this is about")
        if names:
            text = say("nothing changes on the lists of {schemes}", schemes=names)
        remarks.append(Remark("nothing-changes", text))
    if supposition.entries and not any(result.rows for result in results):
        remarks += [Remark("why", line) for line in reasons(supposition, schemes, on)]
    return remarks


def reasons(supposition: Appeal, schemes: Sequence[str], on: date) -> list[str]:
    """Why nothing changes, as far as it is known."""
    from replay.explain.why_not import why_unmoved

    names = schemes or supposition.office.schemes.names
    return why_unmoved(
        supposition.office, supposition.before, supposition.after, supposition.entries, names, on
    )


def path(supposition: Appeal, compared: Sequence[Compared], player: str) -> Answer:
    """The path to a player in each scheme in which the rating changes, after the events that it begins with."""
    rows: list[Row] = []
    for lists in compared:
        trail = trace(lists, player)
        for position, event in trail.events:
            begins = Cause("event", numbered_line(position, event), {"position": position})
            rows.append({"scheme": lists.scheme.name, "through": [begins]})
        for step in trail.steps:
            rows.append(
                {
                    "scheme": lists.scheme.name,
                    "list_date": step.list_date,
                    "player": step.player,
                    "before": step.before,
                    "after": step.after,
                    "through": [step.through],
                }
            )
    remarks = []
    if not rows:
        text = say("the rating of {player} does not change", player=player)
        remarks.append(Remark("nothing-changes", text))
    table = Table(PATH, rows)
    title = say("The path to {player}", player=player)
    return Answer("path/1", title, table, remarks=remarks, names=names_of(supposition, table))
