"""The answer to an appeal on the desk: who changes on which list, through whom, the path, the standings, the paper."""

from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from ledger.append.append import as_items
from ledger.append.description import numbered_line
from ledger.errors import LedgerError
from ledger.log.wire_format import stream_of
from ledger.text import whole_number
from projections.named import player_named
from replay.answers import kinds
from replay.answers.html import TableSection
from replay.answers.language import language, tr, tr_n
from replay.answers.names import named, shown_names
from replay.answers.paper import Paper, Remarks, Section
from replay.answers.speech import day_in_words, signed
from replay.answers.table import Column, Row, Table
from replay.appeals import Appeal, AppealResult, Compared, accepted, answers, appealed
from replay.files.known import content_without_origin
from replay.office.office import Office
from replay.papers.decision import MOST_LISTS, Decided, DecisionPaper, lists_side_by_side
from replay.questions.appeal import (
    COLUMNS,
    names_of,
    path,
    places_by_tournament,
    reasons,
    rows_table,
)
from replay.rules_choice import day_of
from replay.web.appeal_reach import ReachPicture, largest_first, reach_picture
from replay.web.asked import Asked
from replay.web.claims import Claimed
from replay.web.page import left_out
from wording import say

SHOWN = 500  # rows on a page; the data have all
CLAIMS = 5  # so many events are named
MOST_NAMED = 3  # of those who change, in the sentence
MOST_ACCEPTED = 10_000  # events of one decision
PATH = Column("path", kinds.WORD, say("path"))


class AppealAnswer(Struct, frozen=True):
    """The rows as the command gives them, and what the page shows of them."""

    table: Table
    events: Sequence[str] = ()
    "What is claimed, event by event; nothing: all of it stands in the log already."
    sentence: str = ""
    changes: Sequence[TableSection] = ()
    reach: Sequence[ReachPicture] = ()
    "Whom it reaches, a picture for each regulation."
    no_way: str = ""
    "That the rating of the player who was asked for does not change."
    standings: Sequence[Section] = ()
    remarks: Sequence[Section] = ()
    movers: Sequence[tuple[str, str]] = ()
    "Everybody who changes, by id and name."


def answered(office: Office, asked: Asked, claim: Claimed) -> AppealAnswer:
    """What the events of an appeal would change; with `trace`, the rows are those of the path to a player."""
    entries = office.log.rehearse(claim, ref=asked.get("ref"))
    if not entries:
        nothing = tr("Every event of it is in the log already: nothing changes.")
        return AppealAnswer(rows_table([]), remarks=[Remarks("", [nothing])])
    with appealed(office, entries) as appeal:
        compared = _found(appeal, asked)
        results = [each.result() for each in compared]
        table = rows_table(results)
        remarks = left_out(appeal.left_out)
        if not table.rows:
            why = _with_names(appeal, reasons(appeal, _only(asked), _day(asked)))
            remarks.append(Remarks(tr("Nothing changes on the lists"), why))
        data = table
        if asked.get("trace"):
            path_table = path(appeal, compared, _traced(appeal, asked)).table
            assert path_table is not None
            data = path_table
        movers = list(dict.fromkeys(row["player"] for row in table.rows))[:SHOWN]
        names = shown_names(appeal.after, movers)
        pictures = list(_pictures(appeal, asked, compared, results))
        no_way = ""
        if asked.get("trace") and not any(picture.shows_way for picture in pictures):
            player = _traced(appeal, asked)
            name = shown_names(appeal.after, [player])[player]
            no_way = tr("The rating of {player} does not change.", player=name)
        lines = [tr(numbered_line(*entry)) for entry in entries]
        if len(lines) > CLAIMS:
            lines[CLAIMS:] = [tr("and {number} more", number=len(lines) - CLAIMS)]
        return AppealAnswer(
            data,
            lines,
            _sentence(appeal, table.rows),
            [_changes(appeal, asked, *pair) for pair in zip(compared, results, strict=True)],
            pictures,
            no_way,
            _ranks(appeal),
            remarks,
            [(player, names.get(player, player)) for player in movers],
        )


def _sentence(appeal: Appeal, rows: Sequence[Row]) -> str:
    """How many ratings change on the newest list, and whose most."""
    if not rows:
        return tr("No rating changes on any list.")
    day = max(row["list_date"] for row in rows)
    here = [row for row in rows if row["list_date"] == day]
    told = tr_n(
        "{number} rating would be different on the list of {day}.",
        "{number} ratings would be different on the list of {day}.",
        len({row["player"] for row in here}),
        day=day_in_words(day),
    )
    changed = sorted(
        (row for row in here if row.get("change")), key=lambda row: -abs(row["change"])
    )
    names = shown_names(appeal.after, [row["player"] for row in changed[:MOST_NAMED]])
    most = [f"{names[row['player']]} {signed(row['change'])}" for row in changed[:MOST_NAMED]]
    if not most:
        return told
    most_of_all = tr("Most of all: {names}.", names=tr(", ").join(most))
    return f"{told} {most_of_all}"


def decision(office: Office, asked: Asked, claim: Claimed) -> Paper:
    """The decision paper: the same as `appeal FILE -o decision.html`."""
    entries = office.log.rehearse(claim, ref=asked.get("ref"))
    if not entries and (span := _where_it_stands(office, claim)):
        return decision_in_log(office, asked, span)
    with appealed(office, entries) as appeal:
        return DecisionPaper(
            appeal, _found(appeal, asked), asked.get("ref"), Decided.OPEN, asked.publisher
        ).paper()


def _where_it_stands(office: Office, claim: Claimed) -> str:
    """The positions of the events, if all of them are in the log already, whoever recorded them; else nothing."""
    found: list[int] = []
    events = [item.event for item in as_items(claim) if item.event is not None]
    for event in events[:MOST_ACCEPTED]:
        content = content_without_origin(event)
        there = office.log.stream(stream_of(event))
        found += [
            position for position, known in there if content_without_origin(known) == content
        ][-1:]
    if len(found) == len(events):
        return f"{min(found)}..{max(found)}"
    return ""


def decision_in_log(office: Office, asked: Asked, span: str) -> Paper:
    """The paper of an appeal that was accepted; `span` is the positions of its events: 169..171."""
    first_text, _, last_text = span.partition("..")
    first = whole_number(first_text)
    last = whole_number(last_text)
    if first is None or last is None:
        raise LedgerError(
            tr("{span} are no positions", span=span), remedy=tr("write them as 169..171")
        )
    if not 1 <= first <= last <= min(office.log.head, first + MOST_ACCEPTED):
        wrong = tr("the log has no such events: {span}", span=span)
        raise LedgerError(wrong, remedy=tr("it ends at #{position}", position=office.log.head))
    appeal = accepted(office, first, last)
    refs = dict.fromkeys(event.ref for _, event in appeal.entries if event.ref)
    return DecisionPaper(
        appeal, _found(appeal, asked), ", ".join(refs), Decided.IN_LOG, asked.publisher
    ).paper()


def _found(appeal: Appeal, asked: Asked) -> list[Compared]:
    return answers(appeal, _day(asked), _only(asked), every=bool(asked.get("every")))


def _day(asked: Asked) -> date:
    """Up to the list in force on this day."""
    return day_of(asked.get("date") or str(date.today()))


def _only(asked: Asked) -> list[str]:
    """The one scheme that was asked for; none means all."""
    if asked.scheme:
        return [asked.scheme]
    return []


def _traced(appeal: Appeal, asked: Asked) -> str:
    return player_named(appeal.after, asked.get("trace") or "")


def _changes(
    appeal: Appeal, asked: Asked, compared: Compared, result: AppealResult
) -> TableSection:
    """Everybody whose row on a list of a regulation changes, each with a link to the path."""
    title = say(compared.scheme.title)
    days = list(dict.fromkeys(row["list_date"] for row in result.rows))
    note = ""
    if len(days) <= MOST_LISTS:
        table = lists_side_by_side(result.rows, days, title)
    elif asked.get("every"):
        table = Table(COLUMNS, result.rows, title)
    else:
        table = _first_and_newest(result.rows, days, title)
        note = say(
            "The first published list that changes, and the newest; {number} between them change, too.",
            number=len(days) - 2,
        )
    if len(table.rows) > SHOWN:
        note = say(
            "The first {shown} of {all} rows; csv and json have all.",
            shown=SHOWN,
            all=len(table.rows),
        )
    rows = [{**row, "path": say("path")} for row in table.rows[:SHOWN]]
    shown = Table((*table.columns, PATH), rows, title, note)

    def to_path(row: Row) -> str:
        return asked.again(trace=row["player"]) + "#way"

    return TableSection(shown, names_of(appeal, shown), {"path": to_path})


def _first_and_newest(rows: Sequence[Row], days: Sequence[date], title: str) -> Table:
    """Two of many lists side by side: the largest changes on the newest one come first."""
    table = lists_side_by_side(rows, [days[0], days[-1]], title)
    seen = {row["player"] for row in rows if row["list_date"] in (days[0], days[-1])}
    order = {player: at for at, player in enumerate(largest_first(rows))}
    shown = [row for row in table.rows if row["player"] in seen]
    shown.sort(key=lambda row: order.get(row["player"], len(order)))
    return Table(table.columns, shown, title)


def _pictures(
    appeal: Appeal, asked: Asked, compared: Sequence[Compared], results: Sequence[AppealResult]
) -> Iterator[ReachPicture]:
    """Whom the correction reaches in each regulation, with the way to the player who was asked for."""
    player = ""
    if asked.get("trace"):
        player = _traced(appeal, asked)
    for each, result in zip(compared, results, strict=True):
        picture = reach_picture(appeal, asked, each, result, player)
        if picture is not None:
            yield picture


def _ranks(appeal: Appeal) -> list[Section]:
    """The places that change, a table for each tournament; and rankings that no longer fit."""
    sections: list[Section] = [TableSection(*each) for each in places_by_tournament(appeal)]
    stale = appeal.stale_rankings()
    if stale:
        sections.append(Remarks(tr("Rankings given before"), _with_names(appeal, stale)))
    return sections


def _with_names(appeal: Appeal, sentences: Sequence[str]) -> list[str]:
    """Sentences with the names of tournaments in the place of their ids."""
    tournaments = [str(appeal.after.tournaments.table.ids[each]) for each in appeal.touched]
    names = named(appeal.after, (), tournaments)
    return [names.in_sentence(sentence, language()) for sentence in sentences]
