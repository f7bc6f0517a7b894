"""The published ratings of a player beside those that a history shows."""

from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from replay.explain.history.rows import History, PublishedRating
from replay.lists.list_files import Publication
from replay.lists.since_published import (
    ShownList,
    ShownRating,
    SincePublished,
    as_published,
    publications_under,
    since_published,
)
from replay.office.office import Office
from wording import say

Rating = Decimal | None  # None: not on the list


def beside_published(office: Office, history: History) -> History:
    """A history with the rating that was published on each list, beside the one that is shown.

    No list is made for it but those that differ now; what was published is looked up.
    """
    publications = _publications(office, history)
    compared = since_published(office, publications.values())
    shown = {row.list_date: history.rating(row) for row in history.rows}
    published = {
        day: _published_rating(office, history, since, shown[day])
        for day, since in zip(publications, compared, strict=True)
        if not since.unknown
    }
    return replace(history, published=published)


def _publications(office: Office, history: History) -> dict[date, Publication]:
    """Of each list of a history the last publication that was known, or else the last."""
    world = history.world
    if world.snapshot.rate_as:
        return {}
    days = {row.list_date for row in history.rows}
    on_record = set(office.snapshot().published(world.scheme.name))
    chosen = {}
    for day in sorted(days):
        if day.toordinal() not in on_record:
            continue
        every = publications_under(office, world.scheme.name, world.rules, day)
        earlier = [one for one in every if one.event.at_position <= world.snapshot.position]
        if every:
            chosen[day] = (earlier or every)[-1]
    return chosen


def _published_rating(
    office: Office, history: History, since: SincePublished, shown: Rating
) -> PublishedRating:
    if since.difference is not None and history.player in since.difference.ids:
        row = since.difference.row(since.difference.ids.index(history.player))
        published = _exact(row["before"])
        now = _exact(row["after"])
    elif history.world.snapshot.position == office.position(None):
        published = now = shown
    else:
        published = now = _looked_up(office, since.published, history.player)
    is_published = published == shown
    beside = ShownRating(
        ShownList(is_published, since),
        _in_words(published),
        _in_words(now if is_published else shown),
    )
    return PublishedRating(published, beside)


def otherwise_published(history: History) -> list[str]:
    """The lists on which another rating was published than is shown, or than is known now, each in a sentence."""
    return [
        say("list of {date}: {told}", date=day, told=one.shown.told)
        for day, one in history.published.items()
        if one.shown.differs
    ]


def _looked_up(office: Office, publication: Publication, player: str) -> Rating:
    """What a published list says of a player."""
    table = as_published(office, publication)
    assert table is not None, "a list of which nobody can say how it differs is left out"
    place = table["player"].index(player).as_py()
    if place < 0:
        return None
    return _exact(table["rating"][place].as_py())


def _exact(rating: object) -> Rating:
    if rating is None:
        return None
    return Decimal(str(rating))


def _in_words(rating: Rating) -> str:
    if rating is None:
        return say("not on the list")
    return str(rating)
