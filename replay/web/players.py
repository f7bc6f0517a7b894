"""A player: what the log says, the ratings in all schemes with their history, and how one rating came about."""

from collections.abc import Iterator
from datetime import date

from markupsafe import Markup

from ledger.append.description import detail
from ledger.persons.seal import ERASED
from projections import Snapshot
from projections.find import Match, player_details
from replay.answers import columns
from replay.answers.language import plain, tr
from replay.answers.paper import NodeTree, Picture, PlainTable, Remarks, Section
from replay.answers.paper.facts import log_facts, rules_facts
from replay.answers.shown_names import page_title, reader_names
from replay.answers.speech import spoken
from replay.answers.table import Table
from replay.explain.data import step_data
from replay.explain.explain import explain_player
from replay.explain.history import COLUMNS, History, HistoryRow, player_history
from replay.explain.history.plot import svg, told
from replay.lists.since_published import shown_beside_published
from replay.office.office import Office
from replay.web.asked import Asked
from replay.web.lists import other_side
from replay.web.page import Anchor, Data, Page, document_data, table_data
from replay.web.unknown import unknown_page
from replay.world.world import World
from wording.errors import LedgerError


def player_page(office: Office, asked: Asked) -> Page | Data:
    """Everything about a player."""
    snapshot = asked.snapshot(office)
    number = snapshot.people.number(asked.words["player"])
    if number is None:
        return unknown_page(snapshot, "player", asked)
    found = [each for each in _histories(office, asked) if each.rows]
    if asked.form:
        rows = [
            {"scheme": each.scheme.name, **each.values(row)} for each in found for row in each.rows
        ]
        return table_data(asked.form, Table((columns.SCHEME, *COLUMNS), rows))
    player = asked.words["player"]
    name = str(snapshot.people.names[number].as_py())
    kept = str(snapshot.people.ids[int(snapshot.people.kept[number])].as_py())
    shown = reader_names(snapshot).get(player, name)
    if shown != name:
        called = [(tr("registered as"), name)]
    else:
        called = []
    if name == ERASED:
        erased = [tr("The name and other private data of this person were erased.")]
    else:
        erased = []
    about = next(player_details(snapshot, [Match(number, 0, player, name, "", kept)]))
    return Page(
        title=page_title(player, shown),
        lead=about,
        facts=[
            ("id", player),
            *called,
            *((each.scheme.name, _now(office, each, asked)) for each in found),
        ],
        sections=[
            *([Remarks("", erased)] if erased else []),
            *([] if found else [Remarks("", [tr("The player is on no list.")])]),
            *(section for each in found for section in _sections(each, asked)),
            _events(office, snapshot, player, asked),
        ],
        receipt=[
            *(fact for each in found for fact in rules_facts(each.scheme, each.world.rules)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json") if found else (),
    )


def _histories(office: Office, asked: Asked) -> Iterator[History]:
    for name in office.schemes.names:
        try:
            yield player_history(
                office, asked.world(office, name), asked.words["player"], date.today()
            )
        except LedgerError as error:
            if error.code != "regulation":
                raise  # else the history of other regulations is shown all the same


def _now(office: Office, found: History, asked: Asked) -> Markup | Anchor | str:
    """The rating on the newest list, how it came about, and whether it was published so."""
    row = found.rows[-1]
    if not row.line.rating:
        return tr("not listed now")
    shown = f"{found.scheme.shown(row.line.rating)} ({tr(row.line.status)})"
    link = Anchor(shown, asked.to("players", found.player, found.scheme.name, row.list_date))
    beside = shown_beside_published(office, found.world, row.list_date)
    if beside is None:
        return link
    told = tr(beside.rating_of(found.player).told)
    return Markup("{} · {}").format(
        link, Anchor(told, asked.to("published", beside.published.position))
    )


def _sections(found: History, asked: Asked) -> Iterator[Section]:
    name = found.scheme.name
    if len(found.rows) > 1:
        yield Picture(told(found), f"history-{name}", svg(found))
    every = asked.get("lists") == "all"
    rows = [
        _cells(found, row, asked)
        for row in found.rows
        if every or row.moved or row.void or row is found.rows[-1]
    ]
    names = [column.name for column in COLUMNS]
    yield PlainTable(
        tr(found.scheme.title), names, rows[::-1], _lists_told(len(rows), found, asked)
    )


def _cells(found: History, row: HistoryRow, asked: Asked) -> tuple[object, ...]:
    """A list of the history; its day leads to the explanation, tournaments and events to their pages."""
    values = found.values(row)
    day = Anchor(
        str(row.list_date), asked.to("players", found.player, found.scheme.name, row.list_date)
    )
    between = [spoken(column.kind, values.get(column.name)) for column in COLUMNS[1:-1]]
    return day, *between, _tournaments(found, row, asked)


def _lists_told(shown: int, found: History, asked: Asked) -> str:
    """Which lists are shown, and a link to the others."""
    if asked.get("lists") == "all":
        link = Anchor(tr("only those that moved the rating"), asked.again(lists=None))
        return Markup("{} · {}").format(tr("every list, the newest first"), link)
    told = tr(
        "lists that moved the rating or had rated games, {shown} of {all}; the newest first",
        shown=shown, all=len(found.rows),
    )  # fmt: skip
    return Markup("{} · {}").format(told, Anchor(tr("every list"), asked.again(lists="all")))


def _tournaments(found: History, row: HistoryRow, asked: Asked) -> Markup:
    """The tournaments on a list with their games; positions lead to the log."""
    parts = (
        Markup("{} ({})").format(
            Anchor(tournament, asked.to("tournaments", tournament)), asked.with_links(tr(told))
        )
        for tournament, told in found.tournaments(row)
    )
    return Markup("; ").join(parts)


def _events(office: Office, snapshot: Snapshot, player: str, asked: Asked) -> PlainTable:
    """What the log says of the player: registration, titles, transfers, corrections."""
    rows = [
        (
            Anchor(f"#{position}", asked.to("log", position)),
            event.date,
            type(event).__name__,
            detail(event),
        )
        for position, event in office.log.stream(f"player/{player}")
        if position <= snapshot.position
    ]
    return PlainTable(
        tr("Titles, transfers and corrections"), ("position", "date", "event", "what it says"), rows
    )


def rating_page(office: Office, asked: Asked) -> Page | Data:
    """How a player's rating on a list came about, step by step."""
    world = asked.world(office, asked.words["scheme"])
    number = world.snapshot.people.number(asked.words["player"])
    if number is None:
        return unknown_page(world.snapshot, "player", asked)
    node = explain_player(office, world, asked.words["player"], asked.on)
    if asked.form == "json":
        return document_data(step_data(node))
    listed = world.scheme.list_in_force(world.rules, asked.on)[1]
    player = asked.words["player"]
    name = str(world.snapshot.people.names[number].as_py())
    shown = page_title(player, reader_names(world.snapshot).get(player, name))
    return Page(
        title=f"{shown}: {plain(node.value)}" if node.value else shown,
        lead=tr("Every step stands with the article of the regulation that it follows."),
        facts=[
            ("player", Anchor(player, asked.to("players", player))),
            ("regulation", Anchor(tr(world.scheme.title), asked.to("schemes", world.scheme.name))),
            ("list of", Anchor(str(listed), asked.to("lists", world.scheme.name, listed))),
            *_published(office, world, player, listed, asked),
        ],
        sections=[NodeTree("", node)],
        receipt=[*rules_facts(world.scheme, world.rules),
                 *log_facts(world.snapshot, office.checkpoint(world.snapshot.position))],
        data=("json",),
    )  # fmt: skip


def _published(
    office: Office, world: World, player: str, listed: date, asked: Asked
) -> Iterator[tuple[str, object]]:
    """Whether this rating was published, where the other one is, and the proof of the published one."""
    shown = shown_beside_published(office, world, listed)
    if shown is None:
        return
    at = shown.published.position
    rating = shown.rating_of(player)
    proof = tr("of the rating on the published list")
    yield "published", Anchor(tr(rating.told), asked.to("published", at))
    if rating.differs:
        yield from other_side(asked, shown, "players", player, world.scheme.name, listed)
        if rating.published:
            proof = tr("of the published rating, {rating}", rating=rating.published)
    yield "proof", Anchor(proof, asked.to("published", at, "proof.json", player=player))
