"""How a rating came about: a sentence, every step with its article, and whether it was published so."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

from msgspec import Struct

from replay.answers.language import plain, tr
from replay.answers.names import page_title, reader_names
from replay.answers.speech import day_in_words, signed
from replay.explain.data import step_of
from replay.explain.explain import Explainer, explain_player
from replay.lists.since_published import ShownList, shown_beside_published
from replay.office.office import Office
from replay.papers.facts import log_facts, rules_facts
from replay.web.asked import Asked
from replay.web.list_rows import rows_of_players
from replay.web.lists import other_address
from replay.web.navigation import title_of
from replay.web.page import Anchor, Data, Page, Status, document_data
from replay.web.unknown import unknown_page
from replay.world.world import World
from schemes import Node
from schemes.kernels.amounts import Amount
from wording import Reference, enumerated, say, say_n, values_in

MOST_CAUSES = 3


class ExplanationView(Struct, frozen=True):
    """How a rating came about, and whether it was published so."""

    node: Node
    opening: str
    list_date: date
    regulation: str
    last_move: Anchor | None
    "The list that moved the rating last, where this one does not."
    status: Status | None
    links: Sequence[Anchor]
    published_at: int | None
    "What is shown was published from the events up to here; None: it was not published, or is shown as it was then."

    def is_corrected_since(self, step: Node) -> bool:
        """Whether a step speaks of a correction that the published list did not know."""
        return self.published_at is not None and any(
            isinstance(value, Reference) and value.page == "log" and int(value) > self.published_at
            for value in values_in(step.text)
        )

    @property
    def has_corrections(self) -> bool:
        return any(map(self.is_corrected_since, _steps(self.node)))


def rating_page(office: Office, asked: Asked) -> Page | Data:
    """How a player's rating on a list came about, step by step."""
    world = asked.world(office, asked.words["scheme"])
    player = asked.words["player"]
    number = world.snapshot.people.number(player)
    if number is None:
        return unknown_page(world.snapshot, "player", asked)
    if asked.form == "json":
        return document_data(step_of(explain_player(office, world, player, asked.on)))
    explainer = Explainer(office, world, asked.on)
    node = explainer.player(player)
    moved = explainer.last_move(player)
    last_move = None
    if moved is not None:
        last_move = Anchor(
            day_in_words(moved), asked.to("players", player, world.scheme.name, moved)
        )
    listed = world.scheme.list_in_force(world.rules, asked.on)[1]
    name = world.snapshot.people.name(number)
    shown = page_title(player, reader_names(world.snapshot).get(player, name))
    published = shown_beside_published(office, world, listed)
    status = None
    links: list[Anchor] = []
    if published is not None:
        status, links = _published(published, world, player, listed, asked)
    is_later = published is not None and not published.is_published
    view = ExplanationView(
        node=node,
        opening=asked.with_links(_opening(office, asked, world, node, shown, listed)),
        list_date=listed,
        regulation=asked.to("schemes", world.scheme.name),
        last_move=last_move,
        status=status,
        links=links,
        published_at=published.published.event.at_position if published and is_later else None,
    )
    title = title_of(office.schemes, world.scheme.name)
    return Page(
        title=tr("{label}: {value}", label=shown, value=plain(node.value)) if node.value else shown,
        crumbs=[
            Anchor(shown, asked.to("players", player)),
            Anchor(
                tr("{scheme}, {date}", scheme=title, date=day_in_words(listed)),
                asked.to("lists", world.scheme.name, listed),
            ),
        ],
        template="explanation.html",
        content=view,
        receipt=[
            *rules_facts(world.scheme, world.rules),
            *log_facts(world.snapshot, office.checkpoint(world.snapshot.position)),
        ],
        data=("json",),
    )


def _opening(
    office: Office, asked: Asked, world: World, node: Node, name: str, listed: date
) -> str:
    """The answer in one sentence: how much more or less than before, and because of what."""
    rating = _number(node)
    if rating is None:
        return say("{name} has no rating on this list.", name=name)
    day = listed - timedelta(days=1)
    if world.scheme.any_day:
        day = date(listed.year - 1, 12, 31)  # the steps tell the story of the year
    row = rows_of_players(office, asked, world.scheme.name, day, [asked.words["player"]])
    before = row.get(asked.words["player"], {}).get("rating")
    causes = list(_causes(node))
    values: dict[str, object] = {"name": name, "rating": node.value}
    if before is None:
        return say("{name} has {rating}, and had no rating on the list before.", **values)
    change = rating - before
    values |= {"points": abs(change), "day": world.scheme.list_in_force(world.rules, day)[1]}
    if not change:
        said = say("{name} has {rating}, as on the list of {day}", **values)
    elif change > 0:
        said = say("{name} has {rating}, {points} more than on the list of {day}", **values)
    else:
        said = say("{name} has {rating}, {points} less than on the list of {day}", **values)
    if not causes:
        return say("{said}.", said=said)
    return say("{said}, because of {causes}.", said=said, causes=enumerated(causes))


def _causes(node: Node) -> Iterator[str]:
    """The tournaments that changed the rating most, each with what it changed."""
    changes: dict[Reference, Decimal] = {}
    for step in node.below:
        change = _number(step)
        events = [
            each
            for each in values_in(step.text)
            if isinstance(each, Reference) and each.page == "tournaments"
        ]
        if events and change is not None:
            changes[events[0]] = changes.get(events[0], Decimal(0)) + change
    largest = sorted(changes, key=lambda each: -abs(changes[each]))
    for tournament in largest[:MOST_CAUSES]:
        yield say(
            "{tournament} ({change})", tournament=tournament, change=signed(changes[tournament])
        )
    if len(largest) > MOST_CAUSES:
        left = len(largest) - MOST_CAUSES
        yield say_n("{number} more tournament", "{number} more tournaments", left)


def _number(step: Node) -> Decimal | None:
    if isinstance(step.value, Amount):
        return Decimal(step.value.units).scaleb(-step.value.decimals)
    return None


def _steps(node: Node) -> Iterator[Node]:
    for step in node.below:
        yield step
        yield from _steps(step)


def _published(
    shown: ShownList, world: World, player: str, listed: date, asked: Asked
) -> tuple[Status, list[Anchor]]:
    """Whether this rating was published, where the other one is, and the proof of the published one."""
    at = shown.published.position
    rating = shown.rating_of(player)
    proof = Anchor(
        tr("Proof of this rating"), asked.to("published", at, "proof.json", player=player)
    )
    page = asked.to("published", at)
    if not rating.differs:
        return Status(tr(rating.told), page), [proof]
    side = other_address(asked, shown, "players", player, world.scheme.name, listed)
    if shown.is_published:
        return Status(tr(rating.told), page), [Anchor(tr("as known now"), side), proof]
    if rating.published:
        text = tr("Proof of the published rating, {rating}", rating=rating.published)
        proof = Anchor(text, proof.href)
    return Status(tr(rating.told), page, "changed"), [Anchor(tr("as published"), side), proof]
