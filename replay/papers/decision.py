"""The decision on an appeal, for the parties: what was asked, what is decided and why, and who changes by it."""

from collections.abc import Iterator, Sequence
from datetime import date
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from ledger.append.description import detail, subject
from ledger.events import AnyEvent
from projections import Snapshot
from replay.answers import columns, kinds
from replay.answers.html import TableSection
from replay.answers.language import event_in_words, sentences, tr, tr_n
from replay.answers.names import chinese_names
from replay.answers.paper import (
    Letterhead,
    Paper,
    Remarks,
    Section,
    Signatures,
    TwoTrees,
)
from replay.answers.speech import day_in_words, days_in_words
from replay.answers.table import Column, Names, Row, Table
from replay.appeals import Appeal, AppealResult, Compared
from replay.appeals.links import Through
from replay.explain.explain import Explainer
from replay.lists.list_files import Publication, publications
from replay.lists.since_published import since_published
from replay.papers.facts import Pairs, log_facts, rules_facts, table_digest
from replay.questions.appeal import CAUSE, names_of, places_by_tournament, rows_table
from replay.questions.rules import article_order
from schemes import Node
from schemes.kernels.inputs import MAIN, OUTCOMES, STAGES
from schemes.kernels.scheme import Stop
from wording import say

PARTIES = 4  # so many players of the changed games sign, and have their ratings explained
MOST_LISTS = 3  # that stand side by side; with more, each list has rows of its own
GameKey = tuple[int, int, int]  # stage, round, board
Played = tuple[int, int, int]  # first, second, result
CLAIM = (
    Column("event", kinds.WORD),
    Column("about", kinds.NAME),
    Column("says", kinds.TEXT, say("what it says")),
)
GAMES = (
    Column("game", kinds.NAME),
    Column("before", kinds.TEXT, say("as recorded")),
    Column("after", kinds.TEXT, say("as claimed")),
)
IN_LOG = (
    columns.POSITION,
    Column("event", kinds.WORD),
    Column("recorded", kinds.MOMENT),
    Column("by", kinds.NAME, say("recorded by")),
    Column("reason", kinds.TEXT),
    Column("ref", kinds.TEXT, say("reference")),
)


class ChangedGame(Struct, frozen=True):
    """A game that the events change: who played it and its result, before and after. None: there is no game."""

    tournament: int
    place: str
    before: Played | None
    after: Played | None

    @property
    def has_other_result(self) -> bool:
        """Whether the result alone is another."""
        return bool(self.before and self.after) and self.before[:2] == self.after[:2]  # type: ignore[index]


class ExplainedRating(Struct, frozen=True):
    """How a party's rating on the list that rates the game came about, without and with the appeal."""

    regulation: str
    list_date: date
    player: int
    before: Node
    after: Node


class Decided(Enum):
    """Whether the events of an appeal go into the log: how the decision begins, and what that means."""

    OPEN = (
        say("Draft: this is what would be decided if the appeal were allowed."),
        say("Nothing has been appended to the log."),
    )
    ACCEPTED = (
        say("The appeal is allowed."),
        say("The events below are appended to the log with this decision."),
    )
    IN_LOG = (
        say("The appeal is allowed."),
        say("The events below stand in the log."),
    )
    DISMISSED = (
        say("The appeal is dismissed."),
        say("Nothing is appended to the log."),
    )


class DecisionPaper:
    """An appeal that was worked out, as a paper. `ref` is the decision's reference.

    One that is dismissed changes no list, and its `reason` stands in no event.
    """

    def __init__(
        self,
        appeal: Appeal,
        found: Sequence[Compared],
        ref: str | None,
        decided: Decided,
        name: str = "",
        reason: str = "",
    ) -> None:
        self.appeal = appeal
        self.found = found
        self.ref = ref
        self.decided = decided
        self.office_name = name
        self.reason = reason
        self._chinese = chinese_names(appeal.after)
        self.games = list(changed_games(appeal.before, appeal.after, appeal.touched.tolist()))

    def paper(self) -> Paper:
        results = [compared.result() for compared in self.found]
        explained = list(self._explained())
        return Paper(
            title=tr("Decision on an appeal"),
            letter=self._letterhead(),
            facts=self._parties_and_game(),
            sections=[
                *self._claim(),
                self._decision(explained, results),
                *self._reasons(explained),
                *(self._changes(*pair) for pair in zip(self.found, results, strict=True)),
                *([] if self.decided is Decided.DISMISSED else self._ranks()),
                *self._published(results),
                *self._in_log(),
                *(self._both_ratings(compared) for compared in explained),
                self._signatures(),
            ],
            receipt=self._receipt(results),
        )

    # The head

    def _letterhead(self) -> Letterhead:
        lines = [tr("draft")]
        if self.decided in (Decided.ACCEPTED, Decided.DISMISSED):
            lines = [day_in_words(date.today())]
        elif self.decided is Decided.IN_LOG:
            days = [event.recorded for _, event in self.appeal.entries if event.recorded]
            lines = [day_in_words(max(days).date())] if days else []
        if self.ref:
            lines.insert(0, self.ref)
        origin = self.appeal.office.log.origin
        return Letterhead(self.office_name or tr("Rating office"), origin, lines)

    def _parties_and_game(self) -> Pairs:
        """Who is concerned, in which tournament, and by which regulations it is decided."""
        facts: Pairs = []
        if self.parties:
            facts.append((tr("parties"), ", ".join(map(self.name, self.parties))))
        tournaments = self.appeal.after.tournaments
        for number in dict.fromkeys(game.tournament for game in self.games):
            event = tournaments.registration(number)
            days = days_in_words(event.start, event.end)
            heading = ", ".join(filter(None, (event.name, event.place, days)))
            facts.append((tr("tournament"), heading))
        titles = [tr(compared.scheme.title) for compared in self.found]
        if titles:
            facts.append((tr("regulations"), "; ".join(titles)))
        return facts

    def name(self, number: int) -> str:
        """A player by name, in Chinese too where there is such a name, with the id."""
        player = self.appeal.player_id(number)
        name = self.appeal.after.people.name(number)
        return f"{self._in_scripts(player, name)} ({player})"

    def _in_scripts(self, player: str, name: str) -> str:
        other = self._chinese.get(player, name)
        if other == name:
            return name
        return f"{name} {other}"

    @property
    def parties(self) -> list[int]:
        """The players of the changed games."""
        sides = [side for game in self.games for side in (game.before, game.after) if side]
        return list(dict.fromkeys(player for side in sides for player in side[:2]))[:PARTIES]

    # What was asked, and what is decided

    def _claim(self) -> Iterator[Section]:
        rows = [
            {
                "event": tr(event_in_words(type(event).__name__)),
                "about": self._about(event),
                "says": detail(replace(event, by=None)),
            }
            for _, event in self.appeal.entries
        ]
        yield TableSection(Table(CLAIM, rows, say("What was asked")))
        if self.games:
            games = [
                {
                    "game": ", ".join((self._tournament(game.tournament), game.place)),
                    "before": self._side(game.before),
                    "after": self._side(game.after),
                }
                for game in self.games
            ]
            yield TableSection(Table(GAMES, games))

    def _about(self, event: AnyEvent) -> str:
        """The tournament or player that an event is about, by name."""
        about = subject(event)
        after = self.appeal.after
        if (number := after.tournaments.number(about)) is not None:
            return self._tournament(number)
        if (number := after.people.number(about)) is not None:
            return self.name(number)
        return about

    def _tournament(self, number: int) -> str:
        return self.appeal.after.tournaments.registration(number).name

    def _side(self, played: Played | None) -> str:
        if played is None:
            return tr("no game")
        first, second, result = played
        return f"{self.name(first)} {OUTCOMES[result]} {self.name(second)}"

    def _decision(
        self, explained: Sequence[ExplainedRating], results: Sequence[AppealResult]
    ) -> Remarks:
        """What holds from now on: the games, the ratings on the list concerned, and what follows."""
        begins, appended = self.decided.value
        lines = [f"{tr(begins)} {tr(appended)}"]
        if self.decided is Decided.DISMISSED:
            lines += [self._as_recorded(game) for game in self.games]
        else:
            lines += [self._corrected(game) for game in self.games]
        lines += self._ratings_decided(explained)
        if any(result.first_list for result in results):
            lines.append(changes_in_short(self.found, results))
        else:
            lines.append(tr("No rating changes."))
        return Remarks(tr("Decision"), lines, boxed=True)

    def _corrected(self, game: ChangedGame) -> str:
        where = ", ".join((self._tournament(game.tournament), game.place))
        if game.before and game.after and game.has_other_result:
            return tr(
                "{game}: the result is {after} instead of {before}.",
                game=where,
                after=OUTCOMES[game.after[2]],
                before=OUTCOMES[game.before[2]],
            )
        return tr(
            "{game}: {after} instead of {before}.",
            game=where,
            after=self._side(game.after),
            before=self._side(game.before),
        )

    def _as_recorded(self, game: ChangedGame) -> str:
        """A game that stays what it is."""
        return tr(
            "{game}: {before} stays as it is recorded.",
            game=", ".join((self._tournament(game.tournament), game.place)),
            before=self._side(game.before),
        )

    def _ratings_decided(self, explained: Sequence[ExplainedRating]) -> Iterator[str]:
        """The parties' ratings on the list on which the game is rated."""
        lists: dict[tuple[str, date], list[str]] = {}
        for explanation in explained:
            rating = tr(
                "{player} {after} instead of {before}",
                player=self.name(explanation.player),
                after=tr(explanation.after.value),
                before=tr(explanation.before.value),
            )
            lists.setdefault((explanation.regulation, explanation.list_date), []).append(rating)
        for (regulation, day), ratings in lists.items():
            yield tr(
                "{scheme}, list of {date}, on which the game is rated: {ratings}.",
                scheme=tr(regulation),
                date=day_in_words(day),
                ratings="; ".join(ratings),
            )

    def _reasons(self, explained: Sequence[ExplainedRating]) -> Iterator[Remarks]:
        """The reasons that the events give, and the articles that the ratings were worked out by."""
        reasons = [getattr(event, "reason", None) for _, event in self.appeal.entries]
        if self.decided is Decided.DISMISSED:
            reasons = [self.reason]
        lines = list(dict.fromkeys(filter(None, reasons)))
        lines += _articles(explained)
        if lines:
            yield Remarks(tr("Reasons"), lines)

    # Who changes

    def _changes(self, compared: Compared, result: AppealResult) -> TableSection:
        """Everybody whose row on a list changes, and through whom."""
        flat = rows_table([result])
        title = say("Who changes, and through whom: {scheme}", scheme=say(compared.scheme.title))
        if not flat.rows:
            return TableSection(Table(flat.columns, (), title, say("Nobody.")))
        names = self._names(flat)
        days = list(dict.fromkeys(row["list_date"] for row in result.rows))
        if len(days) > MOST_LISTS:
            return TableSection(Table(flat.columns, flat.rows, title), names)
        return TableSection(lists_side_by_side(result.rows, days, title), names)

    def _names(self, table: Table) -> Names:
        """Names in both scripts, whoever reads it."""
        return self._in_both(names_of(self.appeal, table))

    def _in_both(self, names: Names) -> Names:
        return Names(
            {player: self._in_scripts(player, name) for player, name in names.players.items()},
            tournaments=names.tournaments,
        )

    def _ranks(self) -> Iterator[Section]:
        for table, names in places_by_tournament(self.appeal):
            yield TableSection(table, self._in_both(names))
        stale = self.appeal.stale_rankings()
        if stale:
            yield Remarks(tr("Rankings given before"), [tr(line) for line in stale])

    def _published(self, results: Sequence[AppealResult]) -> Iterator[Remarks]:
        """The published lists that say something else."""
        lines = []
        for compared, result in zip(self.found, results, strict=True):
            for day in dict.fromkeys(row["list_date"] for row in result.rows):
                published = publications(self.appeal.office.log, result.scheme, day)
                if published:
                    lines.append(
                        tr(
                            "{scheme}, list of {date} (#{position}): its files stay as they are; the ratings above can "
                            "be published as a revision.",
                            scheme=tr(compared.scheme.title),
                            date=day_in_words(day),
                            position=published[-1].position,
                        )
                    )
                    lines += self._differs_already(published[-1])
        if lines:
            yield Remarks(tr("Published lists"), lines)

    def _differs_already(self, published: Publication) -> Iterator[str]:
        """That a published list would be another today without the decision, too: "before" is not as published."""
        if self.decided is Decided.IN_LOG:
            return
        (since,) = since_published(self.appeal.office, [published])
        if since.differs:
            yield tr(
                "The list that was published at #{position} is not the one before this decision: {extent}.",
                position=published.position,
                extent=since.extent,
            )

    def _in_log(self) -> Iterator[Section]:
        """Where the events stand, and who appended them why."""
        if self.decided is Decided.IN_LOG:
            rows = [
                {
                    "position": position,
                    "event": tr(event_in_words(type(event).__name__)),
                    "recorded": event.recorded,
                    "by": event.by,
                    "reason": getattr(event, "reason", None),
                    "ref": event.ref,
                }
                for position, event in self.appeal.entries
            ]
            yield TableSection(Table(IN_LOG, rows, say("In the log")))

    # How the ratings come about

    def _explained(self) -> Iterator[ExplainedRating]:
        """How the ratings of the parties come about on the list that rates their games, and came about before."""
        for compared in self.found:
            worlds = compared.side_by_side.before, compared.side_by_side.after
            for player in self.parties:
                stop = _list_of_game(compared, player)
                if stop is not None:
                    player_id = self.appeal.player_id(player)
                    on = date.fromordinal(stop.day)
                    nodes = [
                        Explainer(self.appeal.office, world, on).player(player_id)
                        for world in worlds
                    ]
                    yield ExplainedRating(compared.scheme.title, on, player, *nodes)

    def _both_ratings(self, explained: ExplainedRating) -> TwoTrees:
        title = tr(
            "How the rating of {player} on {date} comes about, before and after",
            player=self.name(explained.player),
            date=day_in_words(explained.list_date),
        )
        return TwoTrees(title, explained.before, explained.after)

    def _signatures(self) -> Signatures:
        parties = [tr("received: {name}", name=self.name(player)) for player in self.parties]
        roles = [tr("for the appeals committee"), tr("rating officer"), *parties]
        return Signatures(tr("Signatures"), roles)

    def _receipt(self, results: Sequence[AppealResult]) -> Pairs:
        rules = [
            fact
            for compared in self.found
            for fact in rules_facts(compared.scheme, compared.side_by_side.after.rules)
        ]
        lists = [
            (
                tr("lists compared, {scheme}", scheme=compared.scheme),
                ", ".join(map(str, compared.compared)),
            )
            for compared in results
        ]
        before = self.appeal.before
        days = [stop.day for compared in self.found for stop in compared.side_by_side.stops]
        last = date.fromordinal(max(days)) if days else None
        log = log_facts(before, self.appeal.office.checkpoint(before.position), on=last)
        return [*rules, *lists, *log, table_digest(rows_table(results))]


def lists_side_by_side(rows: Sequence[Row], days: Sequence[date], title: str) -> Table:
    """One row for each player, with what each of a few lists says before and after."""
    shown: list[Column] = [columns.PLAYER]
    for day in days:
        for column in (columns.BEFORE, columns.AFTER, columns.CHANGE):
            name = f"{column.name} {day}"
            shown.append(replace(column, name=name, heading=column.title, group=day_in_words(day)))
    shown.append(CAUSE)
    players: dict[str, dict[str, object]] = {}
    for row in rows:
        one = players.setdefault(row["player"], {**row})
        for name in ("before", "after", "change"):
            one[f"{name} {row['list_date']}"] = row[name]
    return Table(tuple(shown), list(players.values()), title)


def _list_of_game(compared: Compared, player: int) -> Stop | None:
    """The first list on which a game of a party that the events change is rated, and the rating with it."""
    both = compared.side_by_side
    for at, difference in enumerate(both.differences):
        if difference.moved(player) and all(difference.ratings[player]):
            links = compared.links.of(player, at)
            if any(link.through in (Through.OWN, Through.LATE) for link in links):
                return both.stops[at]
    moved = [
        stop
        for stop, step in zip(both.stops, both.differences, strict=True)
        if all(step.ratings.get(player, [0]))
    ]
    if moved:
        return moved[0]
    return None


def changed_games(
    before: Snapshot, after: Snapshot, tournaments: Sequence[int]
) -> Iterator[ChangedGame]:
    """The games that differ, by tournament and place."""
    for number in tournaments:
        one, other = (_games(snapshot, number) for snapshot in (before, after))
        for key in sorted(one.keys() | other.keys()):
            if one.get(key) != other.get(key):
                stage, round_, board = key
                place = tr("round {round}, board {board}", round=round_, board=board)
                if stage != MAIN:
                    place = tr("{stage}, {place}", stage=tr(STAGES[stage]), place=place)
                yield ChangedGame(number, place, one.get(key), other.get(key))


def _games(snapshot: Snapshot, number: int) -> dict[GameKey, Played]:
    if number >= len(snapshot.tournaments) or number in snapshot.tournaments.voided:
        return {}
    return snapshot.games.by_place(number)


def changes_in_short(compared: Sequence[Compared], results: Sequence[AppealResult]) -> str:
    """Which lists change from when on, and for how many players, in a sentence for each scheme."""
    return sentences(map(_changes, compared, results)) or tr("No list changes.")


def _changes(compared: Compared, result: AppealResult) -> str:
    title = tr(compared.scheme.title)
    if result.first_list is None:
        return tr("{scheme}: nothing changes on its lists.", scheme=title)
    return tr_n(
        "{scheme}: from the list of {date} on {number} player changes.",
        "{scheme}: from the list of {date} on {number} players change.",
        len({row["player"] for row in result.rows}),
        scheme=title,
        date=day_in_words(result.first_list),
    )


def _articles(explained: Sequence[ExplainedRating]) -> Iterator[str]:
    """The articles that the explanations before and after name, by regulation."""
    found: dict[str, set[str]] = {}
    for explanation in explained:
        named = (*_named(explanation.before), *_named(explanation.after))
        found.setdefault(explanation.regulation, set()).update(filter(None, named))
    for title, articles in found.items():
        ordered = [tr(explanation) for explanation in sorted(articles, key=article_order)]
        yield tr(
            "{scheme}: worked out by articles {articles}; the steps stand below, each with its article.",
            scheme=tr(title),
            articles=", ".join(ordered),
        )


def _named(node: Node) -> Iterator[str]:
    yield node.article
    for below in node.below:
        yield from _named(below)
