"""A tournament: its table with every tie-break, its rounds, and what is rated of it where, and why not."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from ledger.append.description import detail
from ledger.errors import LedgerError
from ledger.text import whole_number
from projections import Snapshot
from projections.find import Match, tournament_details
from projections.standings import tournament_of
from replay.answers.language import heading, tr
from replay.answers.paper import NodeTree, PlainTable, Remarks, Section
from replay.answers.paper.facts import log_facts, readings_text
from replay.answers.shown_names import shown_names
from replay.explain.explain import explain_tournament
from replay.office.office import Office, schemes_in_use
from replay.questions.tournament import TournamentWords, tournament_answer
from replay.questions.tournament_table import FINAL, TournamentTable, player_table, tournament_table
from replay.web.asked import Asked, PageLinks
from replay.web.page import Anchor, Data, Field, Form, Page, document_data, table_data
from replay.web.unknown import unknown_page
from replay.web.workbench import appeal_address
from replay.world.world import Replayed
from schemes import Node
from schemes.standings import Game, Tournament, fide, rounds_so_far, tie_break_article
from wording import say


def tournament_page(office: Office, asked: Asked) -> Page | Data:
    """Everything about a tournament."""
    snapshot = asked.snapshot(office)
    tournament = asked.words["tournament"]
    number = snapshot.tournaments.number(tournament)
    if number is None:
        return unknown_page(snapshot, "tournament", asked)
    facts = tournament_of(snapshot, number)
    readings = (
        dict(asked.list_words.rules.reform(facts.rules).readings)
        if asked.scheme == facts.rules
        else {}
    )
    after = _after(asked)
    if asked.form == "json":
        words = TournamentWords(after, readings, asked.scheme)
        answer = tournament_answer(
            office, snapshot, tournament, lambda name: asked.world(office, name), words
        )
        return document_data(answer.data())
    teams = asked.get("teams") == "yes"
    table = tournament_table(snapshot, tournament, after, teams=teams, readings=readings)
    if asked.form:
        return table_data(asked.form, table.table)
    one = asked.get("player")
    explained = (
        player_table(snapshot, tournament, one, after, readings) if one and not teams else None
    )
    names = shown_names(snapshot, list(_players(facts)))
    event = snapshot.tournaments.registration(number)
    return Page(
        title=event.name,
        lead=next(
            tournament_details(snapshot, [Match(number, 0, tournament, event.name, "", tournament)])
        ),
        facts=[
            ("id", tournament),
            ("rounds", str(event.rounds)),
            ("table by", tr(facts.rules)),
            *(
                [("part of", Anchor(event.part_of, asked.to("tournaments", event.part_of)))]
                if event.part_of
                else []
            ),
            *(
                [("series", Anchor(event.series, asked.to("groups", event.series)))]
                if event.series
                else []
            ),
        ],
        forms=[_table_form(facts, table, asked)],
        sections=[
            *([table.section(snapshot, say("Standings"))] if table.rows else []),
            *([] if explained is None else _one_player(explained, snapshot)),
            *([] if teams else _explained(facts.rules, table.table.names)),
            *([Remarks(tr("Remarks"), table.notes)] if table.notes else []),
            *rounds_of(facts, names, asked),
            Remarks(tr("What is rated of it"), []),
            *(NodeTree("", _rated(office, asked, name)) for name in _schemes(snapshot, asked)),
            *_events(office, snapshot, tournament, asked),
        ],
        receipt=[
            ("standings rules", tr(event.standings or "given")),
            ("readings", readings_text(readings)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json") if table.rows else (),
    )


def _after(asked: Asked) -> int | None:
    text = asked.get("after")
    if text is None:
        return None
    number = whole_number(text, 5)
    if number is None:
        raise LedgerError(
            say("after={text} is no round", text=text),
            remedy=say("write the number of a round, such as after=3"),
        )
    return number


def _one_player(explained: TournamentTable, snapshot: Snapshot) -> Iterator[Section]:
    """How one row of the table came about; opponents lead to their pages."""
    note = say(
        "what the round counts for in the opponent points or the tie-breaks; how: how it is worked out"
    )
    yield explained.section(snapshot, say("Round by round: {who}", who=explained.state), note)
    if explained.notes:
        yield Remarks("", explained.notes)


def _table_form(facts: Tournament, table: TournamentTable, asked: Asked) -> Form:
    """The table after a round, one player round by round; by the rules of wxf also that of the teams."""
    last = tr(FINAL) if rounds_so_far(facts) == facts.rounds else tr("the last with results")
    rounds = [("", last), *((str(each), str(each)) for each in range(1, facts.rounds + 1))]
    fields = [Field("after", tr("After round"), asked.get("after") or "", rounds)]
    if facts.rules == "wxf":
        choices = [("", tr("players")), ("yes", tr("teams"))]
        fields.append(Field("teams", tr("Table of"), asked.get("teams") or "", choices))
    if asked.get("teams") != "yes":
        players = [(row["player"], row["name"] or row["player"]) for row in table.table.rows]
        fields.append(
            Field("player", tr("Round by round"), asked.get("player") or "", [("", "–"), *players])
        )
    return Form(asked.path, fields, tr("Show"), asked.hidden("after", "teams", "player"))


def _explained(rules: str, columns: Sequence[str]) -> Iterator[Section]:
    """What each tie-break is, by which article."""
    meant = _fide_tie_breaks(columns) if rules == "fide" else _tie_breaks()
    named = [column for column in columns if column in meant]
    rows = [
        (heading(column), tr(tie_break_article(rules, column)), meant[column]) for column in named
    ]
    if rows:
        note = tr(
            "applied in this order among players who are level; the last column of the table says what decided"
        )
        yield PlainTable(
            tr("Tie-breaks explained"), ("tie-break", "article", "what it is"), rows, note
        )


def _fide_tie_breaks(columns: Sequence[str]) -> dict[str, str]:
    """FIDE's tie-breaks in words, by their codes."""
    named = [column for column in columns if column.partition(":")[0] in fide.PLAYERS]
    return {column: tr(fide.read_code(column).meaning) for column in named}


def _tie_breaks() -> dict[str, str]:
    """Tie-breaks in words."""
    return {
        "opponent_points": tr(
            "the sum of the opponents' scores; rounds without a game count as the article says"
        ),
        "direct": tr("the points of the games between players who are level at this point"),
        "wins": tr("games won, also by forfeit, and byes"),
        "second_wins": tr("games won as second (black)"),
        "second_games": tr("games as second (black)"),
        "met_as_second": tr("of two players who met, how often the player was second (black)"),
        "fouls": tr("technical fouls over all rounds; fewer is better"),
        "strong_opponent_points": tr(
            "the scores of the opponents who scored at least half of the rounds"
        ),
        "previous_rank": tr("the rank in the table after the round before"),
    }


def _players(facts: Tournament) -> Iterator[str]:
    for game in facts.games:
        yield from (game.first, game.second)


def rounds_of(
    facts: Tournament, names: dict[str, str], asked: PageLinks, *, appeals: bool = True
) -> Iterator[Section]:
    """A table for each round; byes at its end. With `appeals` every game leads to the workbench."""
    blank = ("",) if appeals else ()

    def when(game: Game) -> tuple[str, int]:
        return game.stage, game.round

    def person(player: str) -> Anchor:
        return Anchor(names.get(player) or player, asked.to("players", player))

    for (stage, round_), games in groupby(
        sorted(facts.games, key=lambda game: (*when(game), game.board)), when
    ):
        rows: list[tuple[object, ...]] = [
            (game.board, person(game.first), game.result, person(game.second),
             *([Anchor(tr("appeal"), appeal_address(facts.id, game))] if appeals else []))
            for game in games
        ]  # fmt: skip
        byes = [bye for bye in facts.byes if bye.round == round_ and stage == "main"]
        rows += [("", person(bye.player), tr(bye.kind), tr("bye"), *blank) for bye in byes]
        title = tr("Round {round}", round=round_)
        if stage != "main":
            title = tr("{stage}, round {round}", stage=tr(stage).capitalize(), round=round_)
        yield PlainTable(
            title, ("board", "first", "result", "second", *(["appeal"] if appeals else [])), rows
        )


def _schemes(snapshot: Snapshot, asked: Asked) -> list[str]:
    """The schemes that the ledger uses, and the one whose rules the address changes."""
    used = schemes_in_use(asked.schemes, snapshot) or list(asked.schemes.names)
    here = asked.scheme
    if here is not None and here in asked.schemes and here not in used:
        return [*used, here]
    return used


def _rated(office: Office, asked: Asked, name: str) -> Node:
    try:
        world = asked.world(office, name)
        unmade = Replayed(
            world, world.stop(date.today()), {}
        )  # no list is shown: whether games are rated is enough
        return explain_tournament(unmade, asked.words["tournament"])
    except LedgerError as fault:
        if fault.code != "regulation":
            raise
        return Node(fault.wrong)


def _events(office: Office, snapshot: Snapshot, tournament: str, asked: Asked) -> Iterator[Section]:
    """Corrections and whatever else the log says of the tournament beside its games and entries."""
    plain = ("GameRecorded", "PlayerEntered")
    rows = [
        (
            Anchor(f"#{position}", asked.to("log", position)),
            event.date,
            type(event).__name__,
            detail(event),
        )
        for position, event in office.log.stream(f"tournament/{tournament}")
        if position <= snapshot.position and type(event).__name__ not in plain
    ]
    note = tr("without games and entries as first recorded")
    yield PlainTable(tr("In the log"), ("position", "date", "event", "what it says"), rows, note)
