"""A player: ratings under all regulations with every list, games, and what the log says."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from ledger.persons.seal import ERASED
from projections import Snapshot
from replay.answers import columns
from replay.answers.language import tr, tr_n
from replay.answers.names import name_beside, named, page_title, reader_names
from replay.answers.speech import day_in_words, signed
from replay.answers.table import Names, Table
from replay.explain.history import COLUMNS
from replay.lists.list_files import publications
from replay.office.kept_appeals import KeptAppeals
from replay.office.office import Office
from replay.papers.facts import log_facts, rules_facts
from replay.questions.player import (
    PlayerAnswer,
    PlayerList,
    RatingRecord,
    histories_of,
    player_answer,
)
from replay.web.asked import Asked
from replay.web.drawing import PlotPoint, RatingPlot, rating_plot
from replay.web.navigation import title_of
from replay.web.open_appeals import AppealRow, appeal_rows
from replay.web.page import Anchor, Data, Page, Status, document_data, table_data
from replay.web.player_events import said_of_player
from replay.web.unknown import unknown_page

MOST_TOURNAMENTS = 5  # so many are shown game by game, unless all are asked for
RED_FIRST = {"cxa-rapid", "malaysia"}  # xiangqi: the first side is red


class RecordView(Struct, frozen=True):
    """What a player has under one regulation, with its links and drawings."""

    data: RatingRecord
    title: str
    page: str
    why: str
    list: str
    told: str
    published: Status | None = None
    plots: Sequence[RatingPlot] = ()
    moves_with_games: bool = False  # the rating, not only with lists

    @property
    def lists(self) -> Sequence[PlayerList]:
        """The newest first."""
        return self.data.lists[::-1]

    @property
    def has_changes(self) -> bool:
        """Whether it is known what each game changed."""
        return any(game.change is not None for each in self.data.tournaments for game in each.games)

    @property
    def changes_told(self) -> str:
        """What has a change of its own: games, tournaments or neither."""
        kinds = {each.rated_by for each in self.data.tournaments}
        if "game" not in kinds and "tournament" in kinds:
            return tr(
                "A tournament is rated as a whole: its change stands beside its name, single games have none."
            )
        if "game" not in kinds:
            return tr("All games of a period are rated together: no game has a change of its own.")
        if self.moves_with_games:
            return tr(
                "Each game is rated with the ratings just before it; the change is what it changed."
            )
        return tr("The change is what this game changed: (result − expected) × K.")

    @property
    def expected_games(self) -> int:
        """The games in which a score was expected: not those with somebody who had no rating."""
        return sum(side.expected_games for side in self.data.by_side)

    @property
    def expected_score(self) -> Decimal:
        return sum((side.expected_score for side in self.data.by_side), Decimal(0))

    @property
    def has_unexpected(self) -> bool:
        return self.expected_games < sum(side.games for side in self.data.by_side)


class PlayerView(Struct, frozen=True):
    """A player as the page shows it; games and lists are those of one regulation."""

    player: PlayerAnswer
    name: str
    other_name: str
    title: str
    records: Sequence[RecordView]
    chosen: RecordView | None
    names: Names
    says: Mapping[int, str]  # what each event says, by its position
    proof: str = ""
    remarks: Sequence[str] = ()
    is_xiangqi: bool = False
    appeals: Sequence[AppealRow] = ()


def player_page(appeals: KeptAppeals, office: Office, asked: Asked) -> Page | Data:
    """Everything about a player; the office sees the appeals that are open or were dismissed, too."""
    snapshot = asked.snapshot(office)
    number = snapshot.people.number(asked.words["player"])
    if number is None:
        return unknown_page(snapshot, "player", asked)
    player = asked.words["player"]
    histories = list(histories_of(office, partial(asked.which, office), player))
    rated = [each for each in histories if each.rows]
    if asked.form == "csv":
        rows = [
            {"scheme": each.scheme.name, **each.values(row)} for each in rated for row in each.rows
        ]
        return table_data(asked.form, Table((columns.SCHEME, *COLUMNS), rows))
    most = None if asked.form or asked.get("games") == "all" else MOST_TOURNAMENTS
    answer = player_answer(office, histories, snapshot, number, most)
    if asked.form:
        return document_data(answer)
    view = _view(office, snapshot, answer, asked)
    if asked.visitor.may("recorder"):
        kept = [one for one in appeals.all() if player in one.players]
        view = replace(view, appeals=appeal_rows(office, asked, kept))
    return Page(
        title=view.name,
        crumbs=[Anchor(tr("Players"), asked.to("players"))],
        template="player.html",
        content=view,
        receipt=[
            *(fact for each in rated for fact in rules_facts(each.scheme, each.world.rules)),
            *log_facts(snapshot, office.checkpoint(snapshot.position)),
        ],
        data=("csv", "json") if rated else (),
    )


def _view(office: Office, snapshot: Snapshot, player: PlayerAnswer, asked: Asked) -> PlayerView:
    shown = reader_names(snapshot).get(player.player, player.name)
    records = [_record_view(office, player, each, asked) for each in player.records]
    wanted = asked.get("of") or ""
    chosen = next((each for each in records if each.data.scheme == wanted), None)
    if chosen is None and records:
        chosen = records[0]
    remarks = []
    if player.name == ERASED:
        remarks.append(tr("The name and other private data of this person were erased."))
    met = [
        game.opponent for each in player.records for one in each.tournaments for game in one.games
    ]
    met += [each.opponent for record in player.records for each in record.opponents]
    events = [each.tournament for each in player.corrections]
    events += [
        event
        for record in player.records
        if record.next_list
        for event in record.next_list.tournaments
    ]
    return PlayerView(
        player=player,
        name=page_title(player.player, shown),
        other_name=name_beside(snapshot, player.player, player.name, shown),
        title=next((each.title for each in player.records if each.title), ""),
        records=records,
        chosen=chosen,
        names=named(snapshot, met, events),
        says={
            each.position: said_of_player(office.log.event(each.position), office.schemes)
            for each in player.events
        },
        proof=_proof(office, snapshot, player, asked),
        remarks=remarks,
        is_xiangqi=chosen is not None and chosen.data.scheme in RED_FIRST,
    )


def _record_view(
    office: Office, player: PlayerAnswer, record: RatingRecord, asked: Asked
) -> RecordView:
    why = asked.to("players", player.player, record.scheme, record.list_date)
    last = record.lists[-1]
    published = None
    if last.differs:
        rating = last.published if last.published is not None else tr("not on the list")
        published = Status(tr("published as {rating}", rating=rating), why, "changed")
    elif last.was_published:
        published = Status(tr("published, unchanged since"))
    else:
        published = Status(tr("not published"), state="open")
    return RecordView(
        data=record,
        title=title_of(office.schemes, record.scheme),
        page=asked.again(of=record.scheme, games=None),
        why=why,
        list=asked.to("lists", record.scheme, record.list_date),
        told=_told(record),
        published=published,
        plots=_plots(player, record, asked),
        moves_with_games=office.schemes[record.scheme].any_day,
    )


def _told(record: RatingRecord) -> str:
    """What the plot shows, in words."""
    rated = [each for each in record.lists if each.rating is not None]
    if not rated or record.peak is None:
        return tr("The player is on no list.")
    return tr_n(
        "{number} list: {first} on {first_day}, {last} on {last_day}, highest {peak} on {peak_day}.",
        "{number} lists: {first} on {first_day}, {last} on {last_day}, highest {peak} on {peak_day}.",
        len(rated),
        first=rated[0].rating,
        first_day=day_in_words(rated[0].list_date),
        last=rated[-1].rating,
        last_day=day_in_words(rated[-1].list_date),
        peak=record.peak.rating,
        peak_day=day_in_words(record.peak.list_date),
    )


def _plots(player: PlayerAnswer, record: RatingRecord, asked: Asked) -> list[RatingPlot]:
    """The plot for wide and for narrow windows."""
    lists = [
        _plotted(player, record, each, asked) for each in record.lists if each.rating is not None
    ]
    coming = []
    expected = record.next_list
    if expected is not None and expected.rating is not None and expected.tournaments:
        text = tr(
            "{date}, as it stands: {rating}",
            date=day_in_words(expected.list_date),
            rating=expected.rating,
        )
        coming = [PlotPoint(expected.list_date, expected.rating, False, text)]
    plots = [rating_plot(size, lists, coming) for size in ("large", "small")]
    return [plot for plot in plots if plot is not None]


def _plotted(
    player: PlayerAnswer, record: RatingRecord, entry: PlayerList, asked: Asked
) -> PlotPoint:
    assert entry.rating is not None
    text = tr("{label}: {value}", label=day_in_words(entry.list_date), value=entry.rating)
    if entry.change:
        text += f" ({signed(entry.change)})"
    if entry.differs:
        text = tr("{text}, published as {rating}", text=text, rating=entry.published)
    return PlotPoint(
        entry.list_date,
        entry.rating,
        entry.games > 0,
        text,
        entry.published if entry.differs else None,
        asked.to("players", player.player, record.scheme, entry.list_date),
    )


def _proof(office: Office, snapshot: Snapshot, player: PlayerAnswer, asked: Asked) -> str:
    """The proof of the newest rating that was published."""
    for record in player.records:
        for each in reversed(record.lists):
            if each.was_published and each.published is not None:
                found = publications(office.log, record.scheme, each.list_date)
                at = [one.position for one in found if one.position <= snapshot.position]
                if at:
                    return asked.to("published", at[-1], "proof.json", player=player.player)
    return ""
