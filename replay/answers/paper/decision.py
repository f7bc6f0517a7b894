"""The decision on an appeal, for the parties: the claim, the games, who is affected and through whom, the articles."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from enum import Enum
from typing import Any

import numpy as np
from msgspec import Struct

from ledger.append.description import detail, subject
from projections import Snapshot
from replay.answers.html import TableSection
from replay.answers.language import event_in_words, tr, tr_n, word
from replay.answers.paper.facts import Pairs, log_facts, rules_facts, table_digest
from replay.answers.paper.parts import NodeTree, Paper, PlainTable, Remarks, Section, Signatures
from replay.answers.shown_names import chinese_names
from replay.answers.table import Names, Table
from replay.appeals import Appeal, AppealResult, Compared
from replay.appeals.links import Through
from replay.explain.explain import Explainer
from replay.questions.appeal import names_of, places_table, rows_table
from schemes import Node
from schemes.kernels.inputs import MAIN, OUTCOMES, STAGES, Games
from schemes.kernels.scheme import Stop
from wording import say

PARTIES = 4  # so many players of the changed games sign, and have their ratings explained
GameKey = tuple[int, int, int]  # stage, round, board


class ExplainedRating(Struct, frozen=True):
    """How a party's rating came about without and with the appeal."""

    regulation: str
    player: int
    before: Node
    after: Node


class Decided(Enum):
    """Whether the events of an appeal go into the log."""

    OPEN = say(
        "The log was replayed once as it is and once with the events below, as if they had been appended. Nothing has "
        "been appended to the log."
    )
    ACCEPTED = say(
        "The log was replayed once as it is and once with the events below, which are appended to the log with this "
        "decision."
    )
    IN_LOG = say(
        "The appeal was accepted, and the events below stand in the log. The log was replayed once up to the event "
        "before them and once with them."
    )


class DecisionPaper:
    """An appeal that was worked out, as a paper. `ref` is the decision's reference."""

    def __init__(
        self, appeal: Appeal, found: Sequence[Compared], ref: str | None, decided: Decided
    ) -> None:
        self.appeal = appeal
        self.found = found
        self.ref = ref
        self.decided = decided
        self._chinese = chinese_names(appeal.after)
        self.games = list(changed_games(appeal.before, appeal.after, appeal.touched.tolist()))

    def paper(self) -> Paper:
        results = [each.result() for each in self.found]
        explained = list(self._explained())
        return Paper(
            title=tr("Decision on an appeal"),
            lead=tr(self.decided.value),
            facts=[("reference", self.ref or tr("none")), ("changes", changes_in_short(results))],
            sections=[
                *self._claim(),
                *self._appended(),
                *(self._ratings(*pair) for pair in zip(self.found, results, strict=True)),
                *self._ranks(),
                *_articles(explained),
                *(tree for each in explained for tree in self._both_ratings(each)),
                self._signatures(),
            ],
            receipt=self._receipt(results),
        )

    def name(self, number: int) -> str:
        """A player by name, in Chinese too where there is such a name, with the id."""
        player = self.appeal.player_id(number)
        name = self.appeal.after.people.names[number].as_py()
        return f"{self._in_scripts(player, name)} ({player})"

    def _in_scripts(self, player: str, name: str) -> str:
        other = self._chinese.get(player, name)
        if other == name:
            return name
        return f"{name} {other}"

    def _both_ratings(self, explained: ExplainedRating) -> Iterator[NodeTree]:
        name = self.name(explained.player)
        yield NodeTree(
            tr("How the rating of {player} came about before", player=name), explained.before
        )
        yield NodeTree(
            tr("How the new rating of {player} comes about", player=name), explained.after
        )

    def _claim(self) -> Iterator[Section]:
        rows = [
            (
                tr(event_in_words(type(event).__name__)),
                subject(event),
                str(event.date),
                detail(event),
            )
            for _, event in self.appeal.entries
        ]
        yield PlainTable(tr("The claim"), ("event", "about", "date", "what it says"), rows)
        if self.games:
            games = [
                (self._tournament(number), place, *self._sides(pair))
                for number, place, pair in self.games
            ]
            yield PlainTable(
                tr("The games, before and after"), ("tournament", "game", "before", "after"), games
            )

    def _appended(self) -> Iterator[Section]:
        """Where the events stand, and who appended them why."""
        if self.decided is Decided.IN_LOG:
            rows = [
                (
                    f"#{position}",
                    str(event.recorded),
                    event.by,
                    getattr(event, "reason", None),
                    event.ref,
                )
                for position, event in self.appeal.entries
            ]
            columns = ("position", "recorded", "recorded by", "reason", "reference")
            yield PlainTable(
                tr("Appended to the log"), columns, [[cell or "" for cell in row] for row in rows]
            )

    def _tournament(self, number: int) -> str:
        return self.appeal.after.tournaments.registration(number).name

    def _sides(self, pair: Sequence["tuple[int, int, int] | None"]) -> list[str]:
        return [
            tr("not there")
            if one is None
            else f"{self.name(one[0])} {OUTCOMES[one[2]]} {self.name(one[1])}"
            for one in pair
        ]

    def _ratings(self, compared: Compared, result: AppealResult) -> TableSection:
        """Everybody whose row on a list changes, and through whom."""
        table = rows_table([result])
        title = say("{scheme}: who changes, and through whom", scheme=say(compared.scheme.title))
        note = "" if table.rows else say("Nobody.")
        return TableSection(Table(table.columns, table.rows, title, note), self._names(table))

    def _names(self, table: Table) -> Names:
        """Names in both scripts, whoever reads it."""
        names = names_of(self.appeal, table)
        return Names(
            {player: self._in_scripts(player, name) for player, name in names.players.items()},
            tournaments=names.tournaments,
        )

    def _ranks(self) -> Iterator[Section]:
        table = places_table(self.appeal.ranks())
        if table.rows:
            yield TableSection(table, self._names(table))
        stale = self.appeal.stale_rankings()
        if stale:
            yield Remarks(tr("Rankings given before"), [tr(line) for line in stale])

    @property
    def parties(self) -> list[int]:
        """The players of the changed games."""
        found = [
            player
            for _, _, pair in self.games
            for game in pair
            if game is not None
            for player in game[:2]
        ]
        return list(dict.fromkeys(found))[:PARTIES]

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
                    yield ExplainedRating(compared.scheme.title, player, *nodes)

    def _signatures(self) -> Signatures:
        parties = [tr("party: {name}", name=self.name(player)) for player in self.parties]
        return Signatures(
            tr("Signatures"),
            [tr("place and date"), tr("for the appeals committee"), tr("rating officer"), *parties],
        )

    def _receipt(self, results: Sequence[AppealResult]) -> Pairs:
        rules = [
            fact
            for each in self.found
            for fact in rules_facts(each.scheme, each.side_by_side.after.rules)
        ]
        lists = [
            (tr("lists compared, {scheme}", scheme=each.scheme), ", ".join(map(str, each.compared)))
            for each in results
        ]
        before = self.appeal.before
        days = [stop.day for each in self.found for stop in each.side_by_side.stops]
        last = date.fromordinal(max(days)) if days else None
        log = log_facts(before, self.appeal.office.checkpoint(before.position), on=last)
        return [*rules, *lists, *log, table_digest(rows_table(results))]


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
        for stop, each in zip(both.stops, both.differences, strict=True)
        if all(each.ratings.get(player, [0]))
    ]
    if moved:
        return moved[0]
    return None


def changed_games(
    before: Snapshot, after: Snapshot, tournaments: Sequence[int]
) -> Iterator[tuple[int, str, list["tuple[int, int, int] | None"]]]:
    """Games that differ: tournament, place, and (first, second, result) on each side, None where there is no game."""
    for number in tournaments:
        one, other = (_games(each, number) for each in (before, after))
        for key in sorted(one.keys() | other.keys()):
            if one.get(key) != other.get(key):
                stage, round_, board = key
                place = tr("round {round}, board {board}", round=round_, board=board)
                if stage != MAIN:
                    place = tr("{stage}, {place}", stage=tr(STAGES[stage]), place=place)
                yield number, place, [one.get(key), other.get(key)]


def _games(snapshot: Snapshot, number: int) -> dict[GameKey, tuple[int, int, int]]:
    if number >= len(snapshot.tournaments) or number in snapshot.tournaments.voided:
        return {}
    games: Games = snapshot.games.of(np.array([number]))
    here = slice(int(games.offset[number]), int(games.offset[number + 1]))
    columns = (games.stage, games.round, games.board, games.first, games.second, games.result)
    return {
        row[:3]: row[3:] for row in zip(*(column[here].tolist() for column in columns), strict=True)
    }


def changes_in_short(results: Sequence[AppealResult]) -> str:
    """Which lists change from when on, and for how many players."""
    return "; ".join(map(_changes, results)) or tr("no list changes")


def _changes(result: AppealResult) -> str:
    if result.first_list is None:
        return tr("{scheme}: nothing", scheme=result.scheme)
    players = len({row["player"] for row in result.rows})
    return tr_n(
        "{scheme}: from the list of {date} on, {number} player",
        "{scheme}: from the list of {date} on, {number} players",
        players, scheme=result.scheme, date=result.first_list,
    )  # fmt: skip


def _articles(explained: Sequence[ExplainedRating]) -> Iterator[Remarks]:
    """The articles that the explanations before and after name, by regulation."""
    found: dict[str, set[str]] = {}
    for each in explained:
        found.setdefault(each.regulation, set()).update(
            filter(None, (*_named(each.before), *_named(each.after)))
        )
    if found:
        lines = [
            f"{tr(title)}: {', '.join(word('article', each) for each in sorted(articles, key=_in_order))}"
            for title, articles in found.items()
        ]
        yield Remarks(tr("Articles applied"), lines)


def _named(node: Node) -> Iterator[str]:
    yield node.article
    for below in node.below:
        yield from _named(below)


def _in_order(article: str) -> list[Any]:
    return [
        (0, int(part), "") if part.isdigit() else (1, 0, part)
        for part in re.findall(r"\d+|\D+", article)
    ]
