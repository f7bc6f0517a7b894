"""FIDE's monthly rating list as registrations, opening ratings and titles."""

import re
import zipfile
from collections.abc import Iterator
from datetime import date as Date
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent, InactivityDeclared, PlayerRegistered, RatingCarriedIn, TitleAwarded
from ledger.formats import Item
from ledger.formats.encoding import reference
from ledger.formats.fide_rows import KINDS, Row, Rows, only_member, open_list, read_rows
from ledger.formats.options import ReadOptions
from ledger.formats.trf.events import TITLES

NEW_PLAYER = "K 40: fewer than 30 games, their number is not in the list"
NO_NAME = "no name in the list: the id is taken"
_DEFAULT_SCHEME = {"standard": "fide-standard"}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = re.compile(r"(?<![a-z])([a-z]{3})(\d\d)(?!\d)", re.IGNORECASE)
_RATINGS = {str(rating): Decimal(rating) for rating in range(4000)}
_PEAK = Decimal(2400)


class Plan(NamedTuple):
    """What is taken from a list: its date, and which column is carried into which scheme."""

    date: Date
    ref: str
    schemes: tuple[tuple[str, str, str], ...]  # kind, column, scheme
    federations: frozenset[str]
    min_rating: int


def recognises(path: Path, head: bytes) -> bool:
    """By its heading, its XML root, or as the only file of a zip."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:9].lower() == b"id number" or b"<playerslist" in head[:1000]:
        return True
    if not start.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(path) as packed:
            return only_member(packed) is not None
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def read(path: Path, options: ReadOptions) -> Iterator[Item]:
    """Every player of the list that is wanted; those the ledger knows are not registered again."""
    place = options.called(path)
    with open_list(path, place) as file:
        rows = read_rows(file, place)
        plan = _plan(rows, path, place, options)
        known, titles = options.known.ids_and_titles()
        last, given = "", False
        for row in rows.rows:
            events = _events(row, plan, known, titles)
            if isinstance(events, Problem):
                yield Item(row.where, row.excerpt, None, events)
                given = True
                continue
            for event in events:
                yield Item(row.where, row.excerpt, event)
                given = True
            last = row.fields["id"]
        if not given and (person := options.known.registration(last)) is not None:
            yield Item(1, "", person)  # nothing new at all: the log counts it as there already


def _plan(rows: Rows, path: Path, place: str, options: ReadOptions) -> Plan:
    schemes = _DEFAULT_SCHEME | options.scheme_of
    if unknown := sorted(set(schemes) - set(KINDS)):
        raise LedgerError(f"unknown kind of list {unknown[0]!r}", remedy=f"use {', '.join(KINDS)}")
    column = {kind: kind for kind in KINDS if kind in rows.columns}
    if "one" in rows.columns:
        column[_kind(rows, path, place, options)] = "one"
    carried = tuple((kind, column[kind], schemes[kind]) for kind in KINDS if kind in column and kind in schemes)
    if not carried:
        remedy = f"name one: --scheme-of {next(iter(column), 'rapid')}=SCHEME"
        raise LedgerError(f"no scheme for a {' or '.join(column)} list", place=place, remedy=remedy)
    ref = reference(path, place)
    return Plan(_date(rows, path, place, options), ref, carried, _each(options.federations), options.min_rating or 0)


def _each(federations: frozenset[str]) -> frozenset[str]:
    """Federations given one by one or with commas, in any case."""
    return frozenset(code.strip().upper() for given in federations for code in given.split(",") if code.strip())


def _kind(rows: Rows, path: Path, place: str, options: ReadOptions) -> str:
    """Of which kind the one rating column is: told, in the file's name, or standard beside rapid and blitz."""
    if options.list_kind is not None:
        if options.list_kind not in KINDS:
            raise LedgerError(f"unknown kind of list {options.list_kind!r}", remedy=f"use {', '.join(KINDS)}")
        return options.list_kind
    name = path.name.lower()
    named = [kind for kind in KINDS if kind in name]
    if len(named) == 1:
        return named[0]
    if "players_list" in name or name.startswith("players"):
        return "standard"
    remedy = "tell it with --list-kind standard, rapid or blitz"
    raise LedgerError("the file does not say which kind of list it is", place=f"{place}:1", remedy=remedy)


def _date(rows: Rows, path: Path, place: str, options: ReadOptions) -> Date:
    if options.list_date is not None:
        return options.list_date
    for text in (rows.month, path.name):
        for month, year in _MONTH.findall(text):
            if month.lower() in _MONTHS:
                century = 2000 if int(year) < 70 else 1900
                return Date(century + int(year), _MONTHS.index(month.lower()) + 1, 1)
    remedy = "tell it with --list-date 2026-11-01"
    raise LedgerError("the file does not say which month's list it is", place=f"{place}:1", remedy=remedy)


def _events(row: Row, plan: Plan, known: set[str], titles: set[tuple[str, str]]) -> list[AnyEvent] | Problem:
    fields = row.fields
    player = fields.get("id", "")
    if not (player.isascii() and player.isdigit() and len(player) <= 12):
        return Problem("", f"FIDE number {player!r} is not a number", "is the line complete?")
    federation = fields.get("federation", "").upper()
    if plan.federations and federation not in plan.federations:
        return []
    rated: list[tuple[str, str, str]] = []
    for kind, column, scheme in plan.schemes:
        rating = fields.get(column, "")
        if rating.strip("0"):
            if rating not in _RATINGS:
                return Problem("", f"{kind} rating {rating!r} is not a rating", "is the line complete?")
            if int(rating) >= plan.min_rating:
                rated.append((kind, scheme, rating))
    if plan.min_rating and not rated:
        return []
    events: list[AnyEvent] = []
    if player not in known:
        known.add(player)
        events.append(_registered(fields, plan, player, federation))
    events += _titles(fields, plan, player, titles)
    flag = fields.get("flag", "").lower()
    for kind, scheme, rating in rated:
        events.append(_carried(fields, plan, player, kind, scheme, rating))
        if "i" in flag:
            events.append(InactivityDeclared(date=plan.date, ref=plan.ref, player=player, scheme=scheme))
    return events


def _registered(fields: dict[str, str], plan: Plan, player: str, federation: str) -> PlayerRegistered:
    sex = fields.get("sex", "").upper() or fields.get("flag", "").upper()
    name = fields.get("name", "")
    return PlayerRegistered(
        date=plan.date,
        ref=plan.ref,
        note=None if name else NO_NAME,
        player=player,
        name=name or player,
        sex="F" if "F" in sex or "W" in sex else "M",
        born=_born(fields),
        federation=federation or None,
    )


def _born(fields: dict[str, str]) -> int | None:
    year = fields.get("born", "")[:4]
    return int(year) if year.isascii() and year.isdigit() and 1800 <= int(year) <= 2200 else None


def _titles(fields: dict[str, str], plan: Plan, player: str, titles: set[tuple[str, str]]) -> Iterator[TitleAwarded]:
    """Titles not awarded yet; the day of the award is not in the list, so it is the list's."""
    for column in ("title", "women_title"):
        short = TITLES.get(fields.get(column, "").lower())
        if short is not None and (player, title := f"fide-{short}") not in titles:
            titles.add((player, title))
            yield TitleAwarded(date=plan.date, ref=plan.ref, player=player, title=title, authority="FIDE")


def _carried(fields: dict[str, str], plan: Plan, player: str, kind: str, scheme: str, rating: str) -> RatingCarriedIn:
    """The rating; from K follows who has fewer than 30 games (40) and who once had 2400 (10)."""
    value = _RATINGS[rating]
    k = (fields.get("standard_k") or fields.get("one_k")) if kind == "standard" else None
    is_new = k == "40" and not _is_junior(fields, plan, value)
    return RatingCarriedIn(
        date=plan.date,
        ref=plan.ref,
        note=NEW_PLAYER if is_new else None,
        player=player,
        scheme=scheme,
        rating=value,
        games=0 if is_new else None,
        peak=_PEAK if k == "10" and value < _PEAK else None,
    )


def _is_junior(fields: dict[str, str], plan: Plan, rating: Decimal) -> bool:
    born = _born(fields)
    return born is not None and plan.date.year - born <= 18 and rating < 2300
