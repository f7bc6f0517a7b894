"""The Python object: a ledger opened for questions, with a method for every question of the command line.

Where a table is the answer, it comes as an object with rows and `to_arrow()`; all of them print in one line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Unpack

from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import AnyEvent
from replay.answers.answer import Answer
from replay.lists.rating_list import RatingList
from replay.office.office import Office, is_to_come, to_come
from replay.rules_choice import IN_FORCE, day_of
from replay.which import Known, ListKeywords, ListWords, WhichList
from wording import say

if TYPE_CHECKING:
    import pyarrow as pa

    from ledger import Proof
    from ledger.tree.note import SigningKey
    from projections import Snapshot
    from replay.appeals import Appeal, Compared
    from replay.explain.history import History
    from replay.lists.publish import Published, Publishing
    from replay.questions.player import PlayerAnswer
    from replay.questions.tournament import TournamentAnswer
    from replay.questions.tournaments import TournamentsAnswer
    from replay.questions.worklist import Worklist
    from replay.whatif import WhatIf
    from replay.world.world import World
    from schemes import Node


Day = date | str | None  # as text: 2025-11-30; None: today


class Questions(Office):
    """An office that answers. Players and tournaments are named by id, or by a name that only one has."""

    def list(
        self,
        which: WhichList | str,
        on: Day = None,
        *,
        every: bool = False,
        **keywords: Unpack[ListKeywords],
    ) -> RatingList:
        """The list in force on a day; with `every`, unpublished ratings and unrated players too, and why."""
        return super().list(self.which(which, on, keywords), every=every)

    def explain(
        self, which: WhichList | str, player: str, on: Day = None, **keywords: Unpack[ListKeywords]
    ) -> "Node":
        """Every step to a player's rating on the list in force on a day, as a tree."""
        from replay.explain.explain import explain_player

        world, day = self._seen(which, on, keywords)
        return explain_player(self, world, _player(world.snapshot, player), day)

    def explain_tournament(
        self,
        which: WhichList | str,
        tournament: str,
        on: Day = None,
        **keywords: Unpack[ListKeywords],
    ) -> "Node":
        """Is it rated, on which list, under which version, and which games are not and why."""
        from replay.explain.explain import explain_tournament

        world, day = self._seen(which, on, keywords)
        return explain_tournament(self.replay(world, day), _tournament(world.snapshot, tournament))

    def history(
        self,
        which: WhichList | str,
        player: str,
        until: Day = None,
        **keywords: Unpack[ListKeywords],
    ) -> "History":
        """Every list of a player up to the one in force on a day."""
        from replay.explain.history import player_history
        from replay.explain.history.published import beside_published

        world, day = self._seen(which, until, keywords)
        named = _player(world.snapshot, player)
        return beside_published(self, player_history(self, world, named, day))

    def compare(
        self,
        before: WhichList | str,
        after: WhichList | str,
        *,
        scheme: str | None = None,
        on: Day = None,
        by_cause: bool = False,
        every: bool = False,
        rate_as: bool = False,
    ) -> Answer:
        """Two lists, written as the command takes them, and the difference of every player split by cause."""
        from replay.questions.compare import compare, sides_of

        sides = sides_of(self, (before, after), scheme, _day(on), rate_as=rate_as)
        return compare(self, sides, by_cause=by_cause, every=every)

    def appeal(
        self,
        events: str | Path | Sequence[AnyEvent],
        *,
        schemes: Sequence[str] = (),
        on: Day = None,
        every_list: bool = False,
    ) -> Answer:
        """Events, or those of a file, as if appended: who changes, on which lists, by how much, and through whom."""
        from replay.questions.appeal import appeal

        day = _day(on) or date.today()
        with self._compared(events, schemes, day, every_list) as (supposition, compared):
            return appeal(supposition, compared, day, schemes)

    def trace(
        self,
        events: str | Path | Sequence[AnyEvent],
        player: str,
        *,
        schemes: Sequence[str] = (),
        on: Day = None,
        every_list: bool = False,
    ) -> Answer:
        """The path from events, as if appended, to a player: who met whom on which list."""
        from replay.questions.appeal import path

        day = _day(on) or date.today()
        with self._compared(events, schemes, day, every_list) as (supposition, compared):
            return path(supposition, compared, _player(supposition.after, player))

    @contextmanager
    def _compared(
        self,
        events: str | Path | Sequence[AnyEvent],
        schemes: Sequence[str],
        day: date,
        every_list: bool,
    ) -> "Iterator[tuple[Appeal, Sequence[Compared]]]":
        """Events, or those of a file, over the ledger, and the lists without and with them."""
        from ledger.append.append import as_items
        from ledger.item import Items
        from replay.appeals import answers, appealed
        from replay.files import ReadOptions, open_file
        from replay.files.titles import TitleNames

        if isinstance(events, str | Path):
            options = ReadOptions(scheme_of_fide_list=self.schemes.of_fide_list)
            items = open_file(Path(events), options, self.log, open_snapshot=self.snapshot)
        else:
            items = Items("", as_items(events))
        entries = self.log.rehearse(TitleNames(self.log, self.place).understood(items))
        with appealed(self, entries) as supposition:
            compared = answers(supposition, day, schemes, every=every_list) if entries else []
            yield supposition, compared

    def what_if(
        self,
        which: WhichList | str,
        on: Day = None,
        *,
        truth: Path | None = None,
        **keywords: Unpack[ListKeywords],
    ) -> "WhatIf":
        """The list in force on a day under other rules, beside the real one. All is checked before anything runs."""
        from replay.whatif import Scenarios

        which_list = self.which(which, on, keywords)
        return Scenarios(self, which_list, truth).ask(which_list.rules)

    whatif = what_if

    def standings(
        self,
        tournament: str,
        *,
        after: int | None = None,
        teams: bool = False,
        player: str | None = None,
        known: Known = None,
        readings: Mapping[str, str] | None = None,
    ) -> Answer:
        """The table of a tournament by its own rules, with every tie-break; or how one player's row came about."""
        from replay.questions.standings import standings, table_of

        snapshot = self.snapshot(known)
        if player is not None:
            player = _player(snapshot, player)
        table = table_of(
            snapshot,
            _tournament(snapshot, tournament),
            after=after,
            teams=teams,
            player=player,
            readings=readings,
        )
        end = snapshot.tournaments.registration(table.number).end
        if is_to_come(end):
            self.warn(to_come(end))
        return standings(table)

    def crosstable(self, tournament: str, *, known: Known = None) -> Answer:
        """Every player of a tournament with opponents, colours and results, round by round."""
        from replay.questions.crosstable import crosstable_of

        return crosstable_of(self, _tournament(self.snapshot(known), tournament), known)

    def player(
        self, player: str, *, most: int | None = None, **keywords: Unpack[ListKeywords]
    ) -> "PlayerAnswer":
        """Everything about a player; of each regulation the newest tournaments game by game, at most so many."""
        from replay.explain.explain import player_number
        from replay.questions.player import histories_of, player_answer

        snapshot = self.snapshot(keywords.get("known"))
        named = _player(snapshot, player)

        def which(scheme: str) -> WhichList:
            return self.which(scheme, None, keywords)

        histories = [*histories_of(self, which, named)]
        return player_answer(self, histories, snapshot, player_number(snapshot, named), most)

    def tournaments(self, text: str = "", *, known: Known = None) -> "TournamentsAnswer":
        """All tournaments, or those that fit a text, the newest first."""
        from replay.questions.tournaments import TournamentsWords, tournaments

        return tournaments(self.snapshot(known), TournamentsWords(text))

    def worklist(self) -> "Worklist":
        """What waits for the office: lists that differ, corrections, what the next lists lack."""
        from replay.questions.worklist import worklist

        return worklist(self)

    def tournament(
        self,
        tournament: str,
        *,
        after: int | None = None,
        scheme: str | None = None,
        known: Known = None,
        readings: Mapping[str, str] | None = None,
    ) -> "TournamentAnswer":
        """Everything about a tournament: table, ratings by one regulation, rounds, bracket, and what is rated where."""
        from replay.questions.tournament import TournamentWords, tournament_answer

        snapshot = self.snapshot(known)
        words = TournamentWords(after, readings or {}, scheme)

        def world(name: str) -> "World":
            return self.world(self.which(name, None, {"known": known}))

        return tournament_answer(self, snapshot, _tournament(snapshot, tournament), world, words)

    def groups(
        self, series: str, *, known: Known = None, readings: Mapping[str, str] | None = None
    ) -> Answer:
        """Who is A, provisional A or B after each edition of a series, and why."""
        from replay.questions.standings import groups

        return groups(self.snapshot(known), series, readings=readings)

    def draw(
        self,
        kind: str,
        tournament: str,
        *,
        seed: str | None = None,
        numbers: bool = False,
        pairings: bool = False,
        known: Known = None,
        readings: Mapping[str, str] | None = None,
    ) -> Answer:
        """Lots for a tournament: `kind` is championship, youth, groups, knockout, semifinals, next or final."""
        from replay.questions.lots import draw

        snapshot = self.snapshot(known)
        return draw(
            snapshot,
            f"--{kind.replace('_', '-')}",
            _tournament(snapshot, tournament),
            seed=seed,
            numbers=numbers,
            pairings=pairings,
            readings=readings,
        )

    def check_draw(self, tournament: str, *, known: Known = None) -> str:
        """How the recorded first round of a tournament departs from the rule; nothing if it follows it."""
        from replay.questions.lots import check_first_round

        snapshot = self.snapshot(known)
        return check_first_round(snapshot, _tournament(snapshot, tournament))

    def regulations(self, name: str | None = None) -> Answer:
        """The regulations of this ledger; or every parameter of one, with its article and version."""
        from replay.questions import rules

        if name is None:
            return rules.schemes(self.schemes)
        chosen = self.schemes[name]
        return rules.parameters_of(chosen, chosen.versions)

    def readings(self, name: str | None = None) -> Answer:
        """Where regulations leave room: what is read there, and what can be chosen instead."""
        from replay.questions import rules

        return rules.readings(self.schemes, name)

    def sweep(
        self,
        which: str,
        axes: Mapping[str, Iterable[object]],
        on: Day = None,
        *,
        sort: str = "log_loss",
        truth: Path | None = None,
        **keywords: Unpack[ListKeywords],
    ) -> Answer:
        """Every combination of values of some parameters, and what each does; the best by a measure first."""
        from replay.whatif import Scenarios
        from replay.whatif.sweep import sweep_answer

        words = ListWords.from_python(which, on, keywords)
        real = replace(words, rules=IN_FORCE).resolved(self)
        values = {name: [str(value) for value in tried] for name, tried in axes.items()}
        return sweep_answer(Scenarios(self, real, truth), words.rules, values, sort=sort)

    def publish(
        self,
        scheme: str,
        on: date | str,
        *,
        readings: Mapping[str, str] | None = None,
        **how: Unpack["Publishing"],
    ) -> "Published":
        """Make the list of a day from the log alone, append ListPublished and write the files."""
        from replay.lists.publish import publish

        return publish(self, scheme, day_of(on), readings=readings, **how)

    def prove(
        self,
        position: int | None = None,
        *,
        scheme: str | None = None,
        on: Day = None,
        player: str | None = None,
        key: "SigningKey | None" = None,
    ) -> "Proof":
        """The proof that an event stands in the log; or, by scheme and day, that a list was published.

        With a player, what the published list says of the player, or that it says nothing.
        """
        from replay.lists.publish import newest_publication, proof_of_event, proof_of_list

        if position is not None:
            return proof_of_event(self.log, position, key)
        day = _day(on)
        if scheme is None or day is None:
            raise LedgerError(
                say("what is proved: the position of an event, or a published list"),
                remedy=say("give a position, or scheme and on"),
            )
        if player is not None:
            player = _player(self.snapshot(), player)
        return proof_of_list(self, newest_publication(self, scheme, day), player, key)

    def predict(
        self, *schemes: str, on: Day = None, since: Day = None, known: Known = None
    ) -> Answer:
        """Whose ratings promised the results of the first scheme's games best: log loss and Brier of each scheme."""
        from replay.whatif.schemes_compared import predict

        return predict(self, schemes, _day(on) or date.today(), self.position(known), _day(since))

    def sql(
        self, text: str, *, known: Known = None, seconds: int = 60, most: int | None = None
    ) -> "pa.Table":
        """One SELECT over the documented views, as known at a position; with `most`, no further rows are made."""
        from replay.questions.sql import query  # only here, because it loads every regulation

        return query(self, text, known=known, seconds=seconds, most=most)

    def find(
        self,
        text: str,
        *,
        kind: Literal["player", "tournament"] | None = None,
        schemes: Iterable[str] = (),
        known: Known = None,
    ) -> Answer:
        """Players and tournaments by name or id, in any script; what fits best comes first."""
        from replay.questions.find import find

        return find(self, text, kind, schemes, known)

    def events(
        self,
        *,
        player: str | None = None,
        tournament: str | None = None,
        kind: str | None = None,
        after: int = 0,
        until: Known = None,
    ) -> Answer:
        """The events of the log, readable: all, or those about a player, a tournament, of a type."""
        from replay.questions.log_rows import events, known_type

        player = player and _player(self.snapshot(), player)
        tournament = tournament and _tournament(self.snapshot(), tournament)
        between = after, self.position(until)
        return events(self.log, between, player, tournament, known_type(kind)).whole()

    def subscribe(self, after: int | None = None) -> Iterator[tuple[int, AnyEvent]]:
        """Each event with its position as it is appended, without end; from a position on, if one is given."""
        from ledger.log.follow import LogFollower

        for position, _ in LogFollower(self.log, self.log.head if after is None else after):
            yield position, self.log.event(position)

    def published(self, scheme: str | None = None) -> Answer:
        """Every published list, or those of one scheme: whether it would be another today, and by how much."""
        from replay.lists.since_published import published

        return published(self, scheme)

    def verify(self) -> Answer:
        """The log, its checkpoints and every published list, made again from the log alone."""
        from replay.questions.publication import verify

        return verify(self)

    def which(self, which: WhichList | str, on: Day, keywords: ListKeywords) -> WhichList:
        """The list that is meant by the name of a scheme, or by words, with a day and keywords."""
        if isinstance(which, WhichList):
            return which
        return ListWords.from_python(which, on, keywords).resolved(self)

    def _seen(
        self, which: WhichList | str, on: Day, keywords: ListKeywords
    ) -> "tuple[World, date]":
        """What is known and which rules hold for the list that is meant, and its day."""
        meant = self.which(which, on, keywords)
        return self.world(meant), meant.day


def _day(day: Day) -> date | None:
    """A day as a program gives it."""
    if day is None:
        return None
    return day_of(day)


def _player(snapshot: "Snapshot", text: str) -> str:
    from projections.named import player_named

    return player_named(snapshot, text)


def _tournament(snapshot: "Snapshot", text: str) -> str:
    from projections.named import tournament_named

    return tournament_named(snapshot, text)
