"""A list of players as events: who is new is registered, titles and ratings with them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from decimal import Decimal

from ledger.errors import LedgerError, Problem
from ledger.events import AnyEvent, PlayerRegistered, RatingCarriedIn, TitleAwarded
from ledger.item import Item, problem_item
from ledger.text import unsafe, whole_number
from replay.files.crosstables.layout import in_words
from replay.files.crosstables.sheet_report import player_of
from replay.files.dates import can_be_born
from replay.files.deciding import Deciding
from replay.files.fide.records import PlayerRecords
from replay.files.input import InputFile
from replay.files.options import ReadOptions
from replay.files.people.columns import ListLayout, list_layout
from replay.files.people.profile import write_profile
from replay.files.players import ASK_WHO, Stranger, players_in_words
from replay.files.tables.headings import not_taken
from replay.files.tables.sheets import Cells
from replay.files.trf.events import NO_SEX
from replay.files.trf.report import ReportedPlayer
from replay.files.vocabulary import TITLES
from wording import joined, say, say_n

_RATINGS = ("rating", "national_rating")  # the first that a row has is carried in


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """Read a file: its problems, or the events of the players in it."""
    place = file.name
    profile = file.columns
    found = [list_layout(sheet, profile, file.path.stem) for sheet in file.sheets]
    layouts = [layout for layout in found if layout is not None]
    if not layouts:
        raise LedgerError(
            say("no list of players in it: no heading with a name"),
            place=place,
            remedy=say("a heading has a name and an id, a birth year, a federation or a rating"),
        )
    for layout in layouts:
        _show(layout, options)
    if options.ratings_as:
        _tell_ratings(layouts, options)
    problems = list(_unknown(layouts, profile, options))
    if options.date is None:
        wrong = say("no day on which the players of the list are registered")
        problems.append(Problem(place, wrong, say("tell it with --date 2026-01-01")))
    yield from map(problem_item, problems)
    if options.profile is not None and profile is None:
        write_profile(options.profile, layouts)
    if not problems:
        yield from _Listing(options, options.ref or file.reference, place).items(layouts)


def _show(layout: ListLayout, options: ReadOptions) -> None:
    """Tell how each column is read, before anything is appended."""
    places = sorted(layout.columns.items(), key=lambda column: column[1])
    unnamed = say("(no heading)")
    told = [f"{layout.headers[place] or unnamed} = {field}" for field, place in places]
    options.warn(
        Problem(layout.sheet.where(layout.row), joined(": ", (say("columns"), ", ".join(told))))
    )


def _tell_ratings(layouts: Sequence[ListLayout], options: ReadOptions) -> None:
    """Tell where ratings are asked for and there is no column of them, or two."""
    for layout in layouts:
        headings = [
            layout.headers[layout.columns[each]] for each in _RATINGS if each in layout.columns
        ]
        if len(headings) == 1:
            continue
        wrong = say("no column of ratings: none is carried in")
        if headings:
            wrong = say(
                "two columns of ratings: {first!r} is carried in, and {second!r} where it is empty",
                first=headings[0],
                second=headings[1],
            )
        where = layout.sheet.where(layout.row)
        options.warn(Problem(where, wrong, say("--profile FILE says what each column is")))


def _unknown(
    layouts: Sequence[ListLayout], profile: Mapping[str, str] | None, options: ReadOptions
) -> Iterator[Problem]:
    """Columns that nobody understands, all at once, unless they are to be passed over."""
    for layout in layouts:
        others = [header for header in layout.unknown if header not in (profile or {})]
        if not others:
            continue
        where = layout.sheet.where(layout.row)
        if options.ignore_unknown:
            options.warn(not_taken(where, others))
        else:
            remedy = say(
                "--ignore-unknown passes over them; --profile FILE says what each column is"
            )
            yield Problem(
                where,
                say_n(
                    "unknown column {headers}",
                    "{number} unknown columns: {headers}",
                    len(others),
                    headers=", ".join(map(repr, others)),
                ),
                remedy,
            )


class _Listing:
    """The players of a file, one after the other."""

    def __init__(self, options: ReadOptions, ref: str, place: str) -> None:
        self._options = options
        self._ref = ref
        self._place = place
        self._day = options.date or Date.min
        schemes = [options.ratings_as] if options.ratings_as else []
        self._records = PlayerRecords(options.known.snapshot, self._day, schemes)
        self._deciding = Deciding(options)
        self._seen: dict[str, str] = {}  # id → where
        self._differing: list[str] = []
        self._unread: list[str] = []  # ratings
        self._unborn: list[str] = []  # births that cannot be
        self._known = ""

    def items(self, layouts: Sequence[ListLayout]) -> Iterator[Item]:
        """Problems and events of all rows, in their order."""
        is_new = False
        for layout in layouts:
            for row, cells in layout.rows():
                for item in self._of_row(layout, row, cells):
                    yield item
                    is_new = True
        self._deciding.hand_out()
        if self._differing:
            wrong = say(
                "{players} registered otherwise in the ledger, which stands; first: {first}",
                players=players_in_words(len(self._differing)),
                first=self._differing[0],
            )
            self._options.warn(Problem(self._place, wrong))
        if self._unread:
            wrong = say_n(
                "{number} rating that is no number: left out; {first}",
                "{number} ratings that are no numbers: left out; first: {first}",
                len(self._unread),
                first=self._unread[0],
            )
            self._options.warn(Problem(self._place, wrong))
        if self._unborn:
            wrong = say_n(
                "{number} birth that cannot be: left out; {first}",
                "{number} births that cannot be: left out; first: {first}",
                len(self._unborn),
                first=self._unborn[0],
            )
            self._options.warn(Problem(self._place, wrong))
        if not is_new and (known := self._options.known.registration(self._known)) is not None:
            yield Item(1, "", known)  # it counts as a duplicate: nothing in the list is new

    def _of_row(self, layout: ListLayout, row: int, cells: Cells) -> Iterator[Item]:
        where = layout.sheet.where(row)
        if any(map(in_words, cells[len(layout.headers) :])):
            yield Item(where, "", None, _too_wide(layout, where, cells))
            return
        person = player_of(row, 0, cells, layout.columns)
        excerpt = f"{person.name}, {person.fide_id}"
        found = self._id(person, where)
        if isinstance(found, Problem):
            yield Item(found.place, excerpt, None, found)
            return
        if not found:
            return
        self._options.matched(person.name, found)
        number = where if layout.sheet.name else row
        for event in self._events(layout, cells, person, found):
            yield Item(number, excerpt, event)

    def _id(self, person: ReportedPlayer, where: str) -> str | Problem:
        """The id of a player: as decided, else as the list has it; empty for one to be left out."""
        if unsafe(person.name):
            return Problem(
                where, say("a name with a character that cannot be seen"), say("type it anew")
            )
        stranger = Stranger(0, person.name, person.federation, person.born, where)
        player = self._deciding.id_of(stranger, person.fide_id)
        if player is None and self._options.write_players is None:
            return Problem(where, say("{name!r} has no id", name=person.name), ASK_WHO)
        if player and isinstance(player, str):
            first = self._seen.setdefault(player, where)
            if first != where:
                wrong = say("player {player!r} stands in the list twice", player=player)
                return Problem(
                    where, wrong, say("first at {place}; keep one of the rows", place=first)
                )
        return player or ""

    def _events(
        self, layout: ListLayout, cells: Cells, person: ReportedPlayer, player: str
    ) -> Iterator[AnyEvent]:
        """The registration and title of a new player, and a rating that the ledger does not have."""
        known = self._options.known.player(player)
        if known is None:
            yield self._registered(layout, cells, person, player)
            for field in ("title", "women_title"):
                code = TITLES.get(_text(layout, cells, field).lower())
                if code:
                    yield TitleAwarded(
                        date=self._day, ref=self._ref, player=player, title=f"fide-{code}"
                    )
        else:
            self._known = player
            if self._options.known.has_key(player) and known.name != person.name:
                names = {"player": player, "known": known.name, "here": person.name}
                self._differing.append(
                    say("{player} is {known!r} in the ledger, {here!r} in the list", **names)
                )
        if self._options.ratings_as:
            yield from self._rating(layout, cells, person, player)

    def _registered(
        self, layout: ListLayout, cells: Cells, person: ReportedPlayer, player: str
    ) -> PlayerRegistered:
        born = person.born
        if born is not None and not can_be_born(born, self._day):
            born = None
        if born is None and person.birth.strip("0./- "):
            self._unborn.append(f"{player}, {person.birth}")
        is_woman = person.sex == "w" or (not person.sex and person.title.startswith("w"))
        english = _text(layout, cells, "name_en")
        return PlayerRegistered(
            date=self._day,
            ref=self._ref,
            note=None if person.sex or is_woman else NO_SEX,
            player=player,
            name=person.name,
            sex="F" if is_woman else "M",
            born=born,
            federation=person.federation or None,
            names={"en": english} if english else None,
        )

    def _rating(
        self, layout: ListLayout, cells: Cells, person: ReportedPlayer, player: str
    ) -> Iterator[RatingCarriedIn]:
        """The rating of the list, if it is another one than was last carried in."""
        scheme = self._options.ratings_as or ""
        if not person.rating:
            texts = [_text(layout, cells, field) for field in _RATINGS]
            self._unread += [f"{player}, {text}" for text in texts if text.strip("0-– ")]
            return
        before = self._records.carried[scheme].get(player)
        if before is None or before.rating_x100 != 100 * person.rating:
            yield RatingCarriedIn(
                date=self._day,
                ref=self._ref,
                player=player,
                scheme=scheme,
                rating=Decimal(person.rating),
                games=whole_number(_text(layout, cells, "games"), 4) or None,
            )


def _too_wide(layout: ListLayout, where: str, cells: Cells) -> Problem:
    """A row that goes beyond its heading: every cell may stand one column too far to the right."""
    wrong = say(
        "the row has {count} cells, the heading has {columns}",
        count=len(cells),
        columns=len(layout.headers),
    )
    remedy = say(
        "a comma within a cell stands between quotation marks; or separate cells by semicolons"
    )
    return Problem(where, wrong, remedy, ", ".join(map(in_words, cells)))


def _text(layout: ListLayout, cells: Cells, field: str) -> str:
    place = layout.columns.get(field)
    return "" if place is None else in_words(cells[place])
