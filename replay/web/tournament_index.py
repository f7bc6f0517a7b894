"""The index of tournaments: by month, the newest first, with search and filters; a page at a time."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from msgspec import Struct

from ledger.errors import LedgerError
from ledger.text import whole_number
from replay.answers.language import language, tr, tr_n
from replay.answers.speech import days_in_words, month_in_words
from replay.answers.table import Names
from replay.office.office import Office
from replay.questions.tournament import FORMATS, STATUSES
from replay.questions.tournaments import (
    ListedTournament,
    TournamentDetails,
    TournamentsAnswer,
    TournamentsWords,
    details_of,
    tournaments,
)
from replay.web.asked import Asked
from replay.web.navigation import title_of
from replay.web.page import Data, Field, Form, Page, Status, pager, table_data
from schemes import Schemes
from wording import say

SIZE = 50  # tournaments on a page


class Month(Struct, frozen=True):
    """The tournaments of a month that stand on the page."""

    first_day: date
    tournaments: Sequence[ListedTournament]


class Index(Struct, frozen=True):
    """What the template shows."""

    months: Sequence[Month]
    details: dict[int, TournamentDetails]
    names: Names
    filters: Form
    schemes: Schemes

    def name(self, player: str) -> str:
        return self.names.player(player, language()) or player

    def month(self, month: Month) -> str:
        return month_in_words(month.first_day)

    def days(self, one: ListedTournament) -> str:
        return days_in_words(one.start, one.end)

    def kind(self, one: ListedTournament) -> str:
        """Swiss, 7 rounds."""
        rounds = tr_n("{number} round", "{number} rounds", one.rounds)
        kind = tr(FORMATS[one.kind])
        return tr("{kind}, {rounds}", kind=kind[:1].upper() + kind[1:], rounds=rounds)

    def rated(self, one: ListedTournament) -> str:
        """The regulations by their titles."""
        known = [name for name in one.rated if name in self.schemes.names]
        return tr(", ").join(title_of(self.schemes, name) for name in known)

    def status(self, one: ListedTournament) -> Status:
        """How far a tournament has come that is not over."""
        text = tr(STATUSES[one.status])
        if one.status == "playing":
            played = self.details[one.number].rounds_played
            text = tr("round {played} of {rounds}", played=played, rounds=one.rounds)
        return Status(text, "", "open")


def tournaments_page(office: Office, asked: Asked) -> Page | Data:
    """All tournaments that fit, by month."""
    snapshot = asked.snapshot(office)
    answer = tournaments(snapshot, _words(asked))
    if asked.form:
        return table_data(asked.form, answer.table)
    first = (asked.page - 1) * SIZE
    shown = answer.matches[first : first + SIZE]
    details, names = details_of(snapshot, shown)
    return Page(
        title=tr("All tournaments"),
        lead=_lead(answer),
        template="tournaments.html",
        content=Index(list(_months(shown)), details, names, _filters(answer, asked), asked.schemes),
        pager=pager(asked, asked.page, SIZE, len(answer.matches)),
        data=("csv", "json"),
    )


def _words(asked: Asked) -> TournamentsWords:
    year = asked.get("year")
    number = whole_number(year, 4) if year else None
    if year and number is None:
        raise LedgerError(
            say("year={text} is no year", text=year),
            remedy=say("write a year with four digits, such as year=2026"),
        )
    return TournamentsWords(
        text=(asked.get("q") or "").strip(),
        year=number,
        scheme=asked.get("rated") or "",
        kind=asked.get("kind") or "",
        state=asked.get("state") or "",
    )


def _lead(answer: TournamentsAnswer) -> str:
    """How many there are, and how many fit."""
    if not answer.total:
        return tr("No tournament is registered yet.")
    count = tr_n(
        "{number} tournament since {year}.",
        "{number} tournaments since {year}.",
        answer.total,
        year=answer.years[-1],
    )
    if len(answer.matches) < answer.total:
        fit = tr_n("{number} fits.", "{number} fit.", len(answer.matches))
        return f"{count} {fit}"
    if answer.playing:
        playing = tr_n("{number} is being played.", "{number} are being played.", answer.playing)
        return f"{count} {playing}"
    return count


def _months(shown: Sequence[ListedTournament]) -> Iterator[Month]:
    for (year, month), group in groupby(shown, lambda one: (one.start.year, one.start.month)):
        yield Month(date(year, month, 1), list(group))


def _filters(answer: TournamentsAnswer, asked: Asked) -> Form:
    every = ("", tr("all"))
    years = [every, *((str(year), str(year)) for year in answer.years)]
    kinds = [every, *((code, tr(text)) for code, text in FORMATS.items())]
    states = [every, *((code, tr(text)) for code, text in STATUSES.items())]
    known = [name for name in answer.schemes if name in asked.schemes.names]
    schemes = [every, *((name, title_of(asked.schemes, name)) for name in known)]
    fields = [
        Field("q", tr("Name or place"), asked.get("q") or "", type="search"),
        Field("year", tr("Year"), asked.get("year") or "", years),
        Field("rated", tr("Rated for"), asked.get("rated") or "", schemes),
        Field("kind", tr("Kind"), asked.get("kind") or "", kinds),
        Field("state", tr("State"), asked.get("state") or "", states),
    ]
    hidden = asked.hidden(*(field.name for field in fields))
    return Form(asked.path, fields, tr("Filter"), hidden)
