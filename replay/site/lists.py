"""Published lists for the public site: made again from the log, and the tournaments that are rated on them."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from urllib.parse import quote

import numpy as np
from msgspec import Struct

from ledger.errors import LedgerError
from replay.answers.language import tr
from replay.lists.list_files import Publication
from replay.lists.rating_list import RatingList
from replay.lists.since_published import is_list_of, which_published
from replay.office.office import Office
from replay.web.page import Anchor
from replay.world.world import all_verdicts
from wording import say

_PLAIN = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class PublishedList(Struct, frozen=True):
    """A list on record, made again."""

    published: Publication
    made: RatingList

    @property
    def name(self) -> str:
        return self.made.scheme.name

    @property
    def stem(self) -> str:
        """The name of its files, without their endings."""
        return self.published.names[0].removesuffix(".csv")

    @property
    def order(self) -> tuple[date, int]:
        return self.made.list_date, self.published.position

    @property
    def title(self) -> str:
        if self.published.is_first:
            return str(self.made.list_date)
        return tr(
            "{date}, revised at #{position}",
            date=self.made.list_date,
            position=self.published.position,
        )


def made_again(office: Office, published: Publication) -> RatingList:
    """A published list; refused if the log does not give it any more."""
    event = published.event
    made = office.list(which_published(office, event))
    if not is_list_of(
        event, replace(made)
    ):  # a copy, so that the rows of all lists are not kept in memory
        wrong = say(
            "the {scheme} list of {date} (#{position}) is not reproduced from the log",
            scheme=event.scheme,
            date=event.list_date,
            position=published.position,
        )
        raise LedgerError(wrong, remedy=say("rating-ledger verify says what differs"))
    return made


def covers(other: PublishedList, each: PublishedList) -> bool:
    """Does another list of the scheme know all that a list knows, up to its day and beyond?"""
    later = (other.made.position, other.published.position) > (
        each.made.position,
        each.published.position,
    )
    return other.name == each.name and later and other.made.list_date >= each.made.list_date


def list_before(each: PublishedList, lists: Iterable[PublishedList]) -> PublishedList | None:
    """The newest list of an earlier day that had been published by then."""
    earlier = [
        one for one in lists
        if one.name == each.name and one.made.list_date < each.made.list_date
        and one.published.position < each.published.position
    ]  # fmt: skip
    return max(earlier, key=lambda one: one.order, default=None)


def revisions_of(each: PublishedList, lists: Iterable[PublishedList]) -> list[tuple[str, Anchor]]:
    """The publication that a list revises, and the one that took its place."""
    same = [
        one for one in lists if (one.name, one.made.list_date) == (each.name, each.made.list_date)
    ]
    at = same.index(each)
    links = [("revises", one) for one in same[max(at - 1, 0) : at]]
    links += [("revised", one) for one in same[at + 1 :][-1:]]
    return [(told, Anchor(one.title, f"{quote(one.stem)}.html")) for told, one in links]


def tournaments_of(office: Office, made: RatingList) -> list[str]:
    """The tournaments with games that are rated on a list or the lists before it."""
    world = office.world_of(made.rules, office.snapshot(made.position))
    replayed = office.replay(world, made.list_date)
    inputs, verdicts = all_verdicts(replayed)
    games = inputs.games
    rated = (verdicts.first == 0) | (verdicts.second == 0)
    if made.scheme.any_day:
        rated &= games.day <= replayed.stop.day
    numbers = np.unique(np.searchsorted(games.offset, np.flatnonzero(rated), side="right") - 1)
    return [str(world.snapshot.tournaments.ids[number].as_py()) for number in numbers.tolist()]


def page_name(each: PublishedList, number: int) -> str:
    if number == 1:
        return f"{each.stem}.html"
    return f"{each.stem}.page-{number}.html"


def files_of(each: PublishedList) -> list[Anchor]:
    """Links to csv, json and receipt."""
    texts = ("csv", "json", tr("receipt"))
    return [
        Anchor(text, f"lists/{quote(name)}")
        for text, name in zip(texts, each.published.names, strict=True)
    ]


def file_names(ids: Iterable[str]) -> dict[str, str]:
    """A file name for each id: itself, or a digest where that is no safe name or differs in case alone."""
    given = list(ids)
    seen: dict[str, int] = {}
    for each in given:
        seen[each.casefold()] = seen.get(each.casefold(), 0) + 1
    return {
        each: each if _PLAIN.fullmatch(each) and seen[each.casefold()] == 1
        else "_" + hashlib.sha256(each.encode()).hexdigest()[:20]
        for each in given
    }  # fmt: skip
