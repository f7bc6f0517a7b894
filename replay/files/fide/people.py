"""The person in a row of FIDE's list beside the person in the ledger: name, sex, birth year, federation, titles."""

from datetime import date as Date
from typing import Any

from msgspec import Struct

from ledger.events import (
    AnyEvent,
    PlayerCorrected,
    PlayerRegistered,
    PlayerTransferred,
    TitleAwarded,
    TitleRevoked,
)
from ledger.text import unsafe, whole_number
from replay.files.dates import can_be_born
from replay.files.fide.plan import Import, Plan
from replay.files.fide.rows import ListRow
from replay.files.vocabulary import ARENA, OPEN, OTHER, TITLES, WOMEN
from wording import say

NO_NAME = "no name in the list: the id is taken"
_NAME_WIDTH = 60  # the text form cuts longer names, XML does not
_SHOWN = TITLES | {code: code for code in (*ARENA, *OTHER)}
_TITLE_COLUMNS = ("title", "women_title", "other", "arena")
_ORDER = (*OPEN, *WOMEN, *ARENA, *OTHER)


class ListedPerson(Struct, frozen=True):
    """A person as the list has it; None or empty for what it does not say."""

    name: str
    sex: str
    born: int | Date | None
    federation: str


class ListEntry(Struct, frozen=True):
    """A row of the list, the player it is about in the ledger, and the person in it."""

    row: ListRow
    player: str
    listed: ListedPerson


def listed_person(work: Import, row: ListRow) -> ListedPerson:
    """Read the fields of a person; a woman may be marked by the flag `w` alone."""
    fields = row.fields
    sex = fields.get("sex", "").upper()
    if "F" in sex or "W" in sex or "w" in fields.get("flag", "").lower():
        sex = "F"
    return ListedPerson(
        _name(work, row), sex, _birth_year(work, row), fields.get("federation", "").upper()
    )


def _name(work: Import, row: ListRow) -> str:
    """The name; FIDE's lists have tabs in some, and no text of an event may have one."""
    name = row.fields.get("name", "")
    if name.isprintable() or unsafe(name) is None:
        return name
    name = " ".join("".join(" " if unsafe(sign) else sign for sign in name).split())
    work.tally.count("invisible", row, f"{row.fields['id']}, {name}")
    return name


def _birth_year(work: Import, row: ListRow) -> int | None:
    """The birth year, unless nobody on the list can be born in it; FIDE writes 0 for one that is not known."""
    written = row.fields.get("born", "")
    if not written.strip("0"):
        return None
    year = whole_number(written[:4])
    if year is not None and can_be_born(year, work.plan.date):
        return year
    work.tally.count("impossible births", row, f"{row.fields['id']}, {written}")
    return None


def person_events(work: Import, entry: ListEntry) -> list[AnyEvent]:
    """A registration if the player is new; else count the differences and, with --update-players, take them over."""
    plan = work.plan
    records = work.records
    tally = work.tally
    row = entry.row
    player = entry.player
    listed = entry.listed
    known = records.people.get(player)
    if known is None:
        return [_registered(plan, player, listed)]
    if player in records.sealed:
        return []
    federation = records.federations[player]
    here = ListedPerson(known.name, known.sex, known.born, federation)
    if here == listed or player != row.fields["id"]:
        return []
    wrong: dict[str, Any] = {}
    if listed.name and listed.name[:_NAME_WIDTH] != known.name[:_NAME_WIDTH]:
        tally.count("names", row, _is(player, repr(known.name), repr(listed.name)))
        wrong["name"] = listed.name
    if listed.born and listed.born != (
        known.born.year if isinstance(known.born, Date) else known.born
    ):
        tally.count("birth years", row, _is(player, known.born or say("none"), listed.born))
        wrong["born"] = listed.born
    if listed.sex and listed.sex != known.sex:
        tally.count("sexes", row, _is(player, known.sex, listed.sex))
        wrong["sex"] = listed.sex
    is_moved = bool(listed.federation) and listed.federation != federation
    if is_moved:
        tally.count("federations", row, _is(player, federation or say("none"), listed.federation))
    if plan.update_players:
        return _updates(plan, player, wrong, listed.federation if is_moved else None)
    return []


def _is(player: str, here: object, there: object) -> str:
    return say("{player}, {here} is {there}", player=player, here=here, there=there)


def _updates(
    plan: Plan, player: str, wrong: dict[str, Any], federation: str | None
) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    if wrong:
        reason = f"FIDE's list of {plan.date}"
        events.append(
            PlayerCorrected(date=plan.date, ref=plan.ref, player=player, reason=reason, **wrong)
        )
    if federation is not None:
        events.append(
            PlayerTransferred(date=plan.date, ref=plan.ref, player=player, federation=federation)
        )
    return events


def _registered(plan: Plan, player: str, listed: ListedPerson) -> PlayerRegistered:
    return PlayerRegistered(
        date=plan.date,
        ref=plan.ref,
        note=None if listed.name else NO_NAME,
        player=player,
        name=listed.name or player,
        sex="F" if listed.sex == "F" else "M",
        born=listed.born,
        federation=listed.federation or None,
    )


def title_events(work: Import, entry: ListEntry) -> list[AnyEvent]:
    """Titles not held yet, dated as the list (the day of the award is not in it); titles the list no longer shows."""
    plan = work.plan
    records = work.records
    row = entry.row
    player = entry.player
    shown_titles = [row.fields.get(column, "") for column in _TITLE_COLUMNS]
    if not any(shown_titles) and player not in records.titles:
        return []
    words = ",".join(shown_titles).lower().split(",")
    texts = [text.strip() for text in words if text]
    for text in texts:
        if text not in _SHOWN:
            work.tally.count("unknown titles", row, f"{player}, {text.upper()}")
    shown = [_SHOWN[text] for text in texts if text in _SHOWN]
    held = records.titles.get(player, [])
    new = sorted({title for title in shown if f"fide-{title}" not in held}, key=_ORDER.index)
    events: list[AnyEvent] = [
        TitleAwarded(
            date=plan.date, ref=plan.ref, player=player, title=f"fide-{title}", authority="FIDE"
        )
        for title in new
    ]
    if (
        len(shown) < len(texts) or "title" not in plan.columns
    ):  # a title nobody knows may be any of those held
        return events
    for title in _gone(held, shown, plan.columns):
        work.tally.count("titles", row, f"{player}, {title.removeprefix('fide-').upper()}")
        events.append(
            TitleRevoked(date=plan.date, ref=plan.ref, player=player, title=title, authority="FIDE")
        )
    return events


def _gone(held: list[str], shown: list[str], columns: frozenset[str]) -> list[str]:
    """Titles held that the list does not show: it shows the highest open, women's and arena title, and all others."""
    gone: list[str] = []
    ladders = {"title": OPEN, "women_title": WOMEN, "arena": ARENA}
    for column, ladder in ladders.items():
        seen = [ladder.index(title) for title in shown if title in ladder]
        if column not in columns and not seen and (shown or ladder is ARENA):
            continue  # one column for all titles: the open one hides the other
        best = min(seen, default=len(ladder))
        gone += ladder[:best]
    if "other" in columns:
        gone += [title for title in OTHER if title not in shown]
    return [f"fide-{title}" for title in gone if f"fide-{title}" in held]
