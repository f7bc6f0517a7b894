"""The page of a tournament: table, bracket, rounds, why somebody has a rank, and what is rated of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ledger.errors import LedgerError
from ledger.events import ByeRecorded, GameRecorded, PlayerEntered
from ledger.text import whole_number
from projections import Snapshot
from replay.answers.language import tr, tr_n
from replay.answers.speech import day_in_words, days_in_words
from replay.office.office import Office
from replay.papers.facts import log_facts, readings_text
from replay.questions.tournament import (
    FORMATS,
    STATUSES,
    TournamentAnswer,
    TournamentWords,
    tournament_answer,
)
from replay.questions.tournament_document import tournament_document, why_this_rank
from replay.questions.tournament_rounds import STAGE_NAMES
from replay.questions.tournament_table import TournamentTable, tournament_table
from replay.web.asked import Asked
from replay.web.events import shown_events
from replay.web.navigation import title_of
from replay.web.page import Anchor, Data, Page, Status, document_data, table_data
from replay.web.tournament_view import TournamentView
from replay.web.unknown import unknown_page
from wording import say

TABLE_BY = {
    "given": say("the ranking that is given"),
    "fide": say("FIDE's tie-breaks (C.07)"),
    "wxf": say("the rules of the WXF"),
    "hk-open": say("the rules of the Hong Kong Open"),
}
"""The rules of a table, by their codes."""
PLAIN_EVENTS = (GameRecorded, PlayerEntered, ByeRecorded)
"""What the log says of every tournament by the dozen."""


def tournament_page(office: Office, asked: Asked) -> Page | Data:
    """Everything about a tournament."""
    snapshot = asked.snapshot(office)
    tournament = asked.words["tournament"]
    number = snapshot.tournaments.number(tournament)
    if number is None:
        return unknown_page(snapshot, "tournament", asked)
    words = _words(asked, snapshot.tournaments.registration(number).standings)
    teams = _teams(snapshot, asked, words)
    if asked.form == "csv":
        table = teams or tournament_table(
            snapshot, tournament, words.after, teams=False, readings=words.readings
        )
        return table_data("csv", table.table)
    answer = tournament_answer(
        office, snapshot, tournament, lambda name: asked.world(office, name), words
    )
    player = asked.get("why") or asked.get("player")
    why = why_this_rank(snapshot, answer, player, words) if player else None
    if asked.form:
        return document_data(tournament_document(answer, why))
    view = TournamentView(answer, asked, why, _published(snapshot, answer))
    view = replace(
        view,
        status=_status(view, asked),
        teams=None if teams is None else teams.section(snapshot, say("Teams")),
        events=shown_events(office, asked, list(_events(office, snapshot, tournament))),
    )
    return Page(
        title=answer.facts.name,
        crumbs=list(_crumbs(answer, asked)),
        template="tournament.html",
        content=view,
        facts=list(_facts(answer, asked)),
        pager=view.pages,
        receipt=[
            ("id", tournament),
            ("standings rules", tr(answer.facts.standings)),
            ("readings", readings_text(words.readings)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json"),
    )


def _words(asked: Asked, rules: str) -> TournamentWords:
    """What the address says about the table."""
    readings = {}
    if asked.scheme == rules:
        readings = dict(asked.list_words.rules.reform(rules).readings)
    text = asked.get("after")
    after = whole_number(text, 5) if text else None
    if text is not None and after is None:
        raise LedgerError(
            say("after={text} is no round", text=text),
            remedy=say("write the number of a round, such as after=3"),
        )
    return TournamentWords(after, readings, asked.scheme)


def _teams(snapshot: Snapshot, asked: Asked, words: TournamentWords) -> TournamentTable | None:
    """The table of the teams, where it is asked for."""
    if asked.get("teams") != "yes":
        return None
    tournament = asked.words["tournament"]
    return tournament_table(snapshot, tournament, words.after, teams=True, readings=words.readings)


def _crumbs(answer: TournamentAnswer, asked: Asked) -> Iterator[Anchor]:
    facts = answer.facts
    yield Anchor(tr("Tournaments"), asked.to("tournaments"))
    if facts.series:
        yield Anchor(facts.series, asked.to("groups", facts.series))
    if facts.part_of:
        name = answer.names.tournaments.get(facts.part_of, facts.part_of)
        yield Anchor(name, asked.to("tournaments", facts.part_of))
    kind = tr(FORMATS[facts.format])
    if facts.team_event:
        kind = tr("{kind}, teams", kind=kind)
    yield Anchor(kind, "")
    if facts.place:
        yield Anchor(facts.place, "")


def _facts(answer: TournamentAnswer, asked: Asked) -> Iterator[tuple[str, Any]]:
    """The head of the page."""
    facts = answer.facts
    yield tr("Dates"), days_in_words(facts.start, facts.end)
    players = str(facts.players)
    if facts.average_rating is not None:
        players = tr(
            "{players}, average rating {rating}", players=players, rating=facts.average_rating
        )
    yield tr("Players"), players
    stages = [tr(STAGE_NAMES[one.stage]) for one in answer.bracket if one.round is None]
    rounds = str(facts.rounds)
    if facts.status == "playing":
        rounds = tr("{played} of {rounds}", played=facts.rounds_played, rounds=facts.rounds)
    if stages and facts.format == "knockout":
        yield tr("Stages"), tr(", ").join(stages)
    else:
        yield tr("Rounds"), rounds
    if facts.time_control is not None:
        yield tr("Time"), _time(facts.time_control)
    yield tr("Table by"), tr(TABLE_BY[facts.standings])
    rated = [(name, one) for name, one in answer.rated.items() if one.code == "rated"]
    for name, one in rated:
        day = one.lists[-1]
        if asked.schemes[name].any_day:
            day = facts.end
        title = title_of(asked.schemes, name)
        text = tr("{scheme}, {date}", scheme=title, date=day_in_words(day))
        yield tr("Rated for"), Anchor(text, asked.to("lists", name, day))
    for stage in facts.stages:
        name = answer.names.tournaments.get(stage, stage)
        yield tr("Stage"), Anchor(name, asked.to("tournaments", stage))


def _time(control: Any) -> str:
    minutes, seconds = divmod(control.base, 60)
    base = tr("{minutes} min", minutes=minutes)
    if seconds:
        base = tr("{minutes} min {seconds} s", minutes=minutes, seconds=seconds)
    if control.increment:
        return tr("{base} + {seconds} s a move", base=base, seconds=control.increment)
    return base


def _published(snapshot: Snapshot, answer: TournamentAnswer) -> int | None:
    """Where the log published the list on which the tournament counts, the newest time."""
    ratings = answer.ratings
    if ratings is None or ratings.list_date is None:
        return None
    known = snapshot.known.rows("publications", "scheme", "list_date", "position")
    columns = (known["scheme"].to_pylist(), known["list_date"].tolist(), known["position"].tolist())
    day = ratings.list_date.toordinal()
    at = [
        where
        for name, on, where in zip(*columns, strict=True)
        if (name, on) == (ratings.scheme, day)
    ]
    return max(at, default=None)


def _status(view: TournamentView, asked: Asked) -> Status | None:
    """Whether results were corrected since the list was published; else how far the tournament has come."""
    facts = view.answer.facts
    changed = [
        game.changes[-1]
        for one in view.answer.rounds
        for game in one.games
        if view.cells.is_fixed(game.changes)
    ]
    if changed:
        text = tr_n(
            "{number} result corrected since the list was published",
            "{number} results corrected since the list was published",
            len(changed),
        )
        return Status(text, asked.to("log", changed[-1]), "changed")
    if facts.status == "closed":
        return None
    return Status(tr(STATUSES[facts.status]), "", "open")


def _events(office: Office, snapshot: Snapshot, tournament: str) -> Iterator[int]:
    """The positions of corrections and whatever else the log says beside games and entries."""
    for position, event in office.log.stream(f"tournament/{tournament}"):
        if position <= snapshot.position and not isinstance(event, PLAIN_EVENTS):
            yield position
