"""The answer to an appeal on the desk: who changes on which list, through whom, the path, the standings, the paper."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from ledger.append.append import as_items
from ledger.errors import LedgerError
from ledger.log.wire_format import stream_of
from ledger.text import whole_number
from replay.answers.language import tr
from replay.answers.paper import Paper, PlainTable, Remarks, Section
from replay.answers.paper.decision import Decided, DecisionPaper, changes_in_short
from replay.answers.shown_names import shown_names
from replay.appeals import Appeal, Compared, accepted, answers, appealed
from replay.appeals.report import columns_of, rows_of
from replay.appeals.tracing import PATH, path_rows, trace
from replay.explain.why_not import why_unmoved
from replay.files.known import content_without_origin
from replay.office.office import Office
from replay.questions.log_rows import event_line
from replay.questions.named import player_named
from replay.rules_choice import day_of
from replay.web.asked import Asked
from replay.web.claims import Claimed
from replay.web.page import Anchor, left_out

SHOWN = 500  # rows on a page; the data have all
CLAIMS = 5  # so many events are named
MOST_ACCEPTED = 10_000  # events of one decision
Rows = list[tuple[Any, ...]]


class AppealAnswer(Struct, frozen=True):
    """Columns and rows as the command gives them, and the same for a page."""

    columns: tuple[str, ...]
    rows: Rows
    sections: list[Section]
    facts: Sequence[tuple[str, str]] = ()


def answered(office: Office, asked: Asked, claim: Claimed) -> AppealAnswer:
    """What the events of an appeal would change; with `trace`, the rows are those of the path to a player."""
    entries = office.log.rehearse(claim, ref=asked.get("ref"))
    if not entries:
        nothing = tr("Every event of it is in the log already: nothing changes.")
        return AppealAnswer(columns_of([]), [], [Remarks("", [nothing])])
    with appealed(office, entries) as appeal:
        found = _found(appeal, asked)
        told = [each.told() for each in found]
        columns = columns_of(told)
        rows = list[tuple[Any, ...]](rows_of(told))
        sections = [
            *_path(appeal, asked, found),
            *_changes(appeal, asked, rows),
            *_ranks(appeal, asked),
        ]
        sections += left_out(appeal.left_out)
        if not rows:
            why = why_unmoved(
                office,
                appeal.before,
                appeal.after,
                entries,
                _only(asked) or office.schemes.names,
                _day(asked),
            )
            sections.append(Remarks(tr("Nothing changes on the lists"), why))
        if asked.get("trace"):
            columns = PATH
            rows = list(path_rows(found, _traced(appeal, asked)))
    lines = [f"#{position} {event_line(event)}" for position, event in entries]
    claim_in_short = tr(
        "{events} and {number} more", events="\n".join(lines[:CLAIMS]), number=len(lines) - CLAIMS
    )
    facts = [(tr("claim"), "\n".join(lines) if len(lines) <= CLAIMS else claim_in_short)]
    return AppealAnswer(columns, rows, sections, [*facts, (tr("changes"), changes_in_short(told))])


def decision(office: Office, asked: Asked, claim: Claimed) -> Paper:
    """The decision paper: the same as `appeal FILE -o decision.html`."""
    entries = office.log.rehearse(claim, ref=asked.get("ref"))
    if not entries and (span := _where_it_stands(office, claim)):
        return decision_in_log(office, asked, span)
    with appealed(office, entries) as appeal:
        return DecisionPaper(appeal, _found(appeal, asked), asked.get("ref"), Decided.OPEN).paper()


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
    return DecisionPaper(appeal, _found(appeal, asked), ", ".join(refs), Decided.IN_LOG).paper()


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
    return player_named(appeal.after, asked.get("trace") or "", lambda line: None)


def _person(names: dict[str, str], asked: Asked, player: str) -> Anchor:
    return Anchor(names.get(player) or player, asked.to("players", player))


def _changes(appeal: Appeal, asked: Asked, rows: Rows) -> list[Section]:
    """Everybody whose row on a list changes, each with a link to the path."""
    if not rows:
        return []
    shown = rows[:SHOWN]
    names = shown_names(appeal.after, [row[1] for row in shown])
    columns = (
        "list_date",
        "player",
        "name",
        "before",
        "after",
        "change",
        "cause",
        *_scheme(rows[0]),
        "path",
    )
    lines = [
        (row[0], row[1], _person(names, asked, row[1]), *row[2:], Anchor(tr("path"), asked.again(trace=row[1])))
        for row in shown
    ]  # fmt: skip
    more = tr("The first {shown} of {all} rows; csv and json have all.", shown=SHOWN, all=len(rows))
    note = more if len(rows) > SHOWN else ""
    return [PlainTable(tr("Who changes, and through whom"), columns, lines, note)]


def _scheme(row: Sequence[Any]) -> tuple[str, ...]:
    """One more column where rows of several schemes stand together."""
    if len(row) == 7:
        return ("scheme",)
    return ()


def _path(appeal: Appeal, asked: Asked, found: Sequence[Compared]) -> list[Section]:
    """The games that carry the difference from the correction to a player."""
    if not asked.get("trace"):
        return []
    player = _traced(appeal, asked)
    parts = list[Section]()
    for each in found:
        events, steps = trace(each, player)
        names = shown_names(appeal.after, [player, *(step.player for step in steps)])
        rows = [
            (
                step.list_date,
                step.player,
                _person(names, asked, step.player),
                step.before,
                step.after,
                step.through,
            )
            for step in steps
        ]
        title = tr(
            "The path to {name}, {scheme}",
            name=names[player],
            scheme=each.side_by_side.after.scheme.name,
        )
        columns = ("list_date", "player", "name", "before", "after", "through")
        parts += (
            [
                PlainTable(
                    title, columns, rows, tr("It begins with {events}", events="; ".join(events))
                )
            ]
            if rows
            else []
        )
    return parts or [Remarks("", [tr("The rating of {player} does not change.", player=player)])]


def _ranks(appeal: Appeal, asked: Asked) -> list[Section]:
    ranks = appeal.ranks()
    names = shown_names(appeal.after, [each.player for each in ranks])
    rows = [
        (Anchor(each.tournament, asked.to("tournaments", each.tournament)), each.player,
         _person(names, asked, each.player), each.before, each.after)
        for each in ranks
    ]  # fmt: skip
    columns = ("tournament", "player", "name", "place before", "place after")
    stale = [tr(line) for line in appeal.stale_rankings()]
    if rows:
        table = [PlainTable(tr("Standings"), columns, rows)]
    else:
        table = []
    return [*table, *([Remarks(tr("Rankings given before"), stale)] if stale else [])]
