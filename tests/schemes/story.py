"""A federation told in a few lines, as the columns a scheme works on.

    story = Story()
    story.player("lin", rating="2450.0")
    story.tournament("cup", "2023-03-01", games=["lin 1-0 wu", "wu 1/2-1/2 lin"], ranking=["lin", "wu"])
    story.list(scheme, "2023-10-01").ratings  # {"lin": "2455.3", …}

Players are numbered in the order in which they are first named; one who was never introduced is a man of the story's
federation. Dates are ISO texts or dates. The first list on which anything can happen is where a replay begins.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

from schemes.kernels.inputs import (
    BOTH_LOST,
    BYES,
    FEMALE,
    FORMATS,
    MALE,
    NATIONALS,
    NEVER,
    RATING_ENDED,
    RESULTS,
    STAGES,
    Facts,
    Games,
    Inputs,
    Players,
    Rows,
    Tournaments,
)  # fmt: skip
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    UNWATCHED,
    Assignment,
    Given,
    Node,
    Question,
    Scheme,
    State,
    Stop,
    Verdicts,
    Watch,
)

Day = str | date
Row = dict[str, Any]


def ordinal(day: Day) -> int:
    """A day as the number that columns hold."""
    return (date.fromisoformat(day) if isinstance(day, str) else day).toordinal()


def x100(number: Any) -> int:
    """A rating or a number of hours as hundredths; −1 if not given."""
    return -1 if number is None else int(Decimal(str(number)) * 100)


@dataclass
class Story:
    """What happened, in the order in which the office wrote it down."""

    federation: str = "CHN"
    carried_on: Day = "2020-01-01"  # the day of ratings given with a player
    people: dict[str, Row] = field(default_factory=dict)
    events: dict[str, Row] = field(default_factory=dict)
    games: list[Row] = field(default_factory=list)
    facts: dict[str, list[Row]] = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    unrated: set[str] = field(
        default_factory=set
    )  # tournaments that are not approved for the scheme

    def player(
        self,
        name: str,
        sex: str = "M",
        born: int = 0,
        federation: str | None = None,
        titles: Mapping[str, Day] | None = None,
        rating: Any = None,
        games: int | None = None,
        peak: Any = None,
        deceased: Day | None = None,
    ) -> int:
        """Register a player, with titles by day of award and a rating carried in on `carried_on`."""
        assert name not in self.people, f"{name} is already in the story"
        number = len(self.people)
        gone = NEVER if deceased is None else ordinal(deceased)
        self.people[name] = {"born": born, "sex": {"M": MALE, "F": FEMALE}[sex], "deceased": gone}
        self._fact(
            "federation", name, 0, code=self.federation if federation is None else federation
        )
        for title, day in (titles or {}).items():
            self.award(name, title, day)
        if rating is not None:
            self.carry(name, rating, self.carried_on, games, peak)
        return number

    def number(self, name: str) -> int:
        """The number of a player, who is introduced if he was not."""
        if name not in self.people:
            self.player(name)
        return list(self.people).index(name)

    def tournament(
        self,
        name: str,
        start: Day = "2023-03-01",
        end: Day | None = None,
        games: Iterable[str] = (),
        ranking: Sequence[str] = (),
        entrants: Sequence[str] = (),
        **details: Any,
    ) -> None:
        """A tournament; details are the columns of Tournaments in the words of the events (event="team", base=600).

        It was closed on its last day unless told otherwise (closed="2023-04-01", closed="never").

        In a ranking, "lin=wu" are two who share a place.
        """
        first = ordinal(start)
        last = first if end is None else ordinal(end)
        self.events[name] = {"start": first, "end": last, **self._details(details, first, last)}
        for text in games:
            one, result, other, *more = text.split()
            self.game(name, one, other, result, **self._words(more))
        for place, shared in enumerate(ranking, start=1):
            for player in shared.split("="):
                self._row("rank", tournament=name, player=self.number(player), rank=place)
        for player in entrants:
            self._row("entrant", tournament=name, player=self.number(player))

    def _details(self, given: Row, start: int, end: int) -> Row:
        hours = given.pop("hours_per_day", None)
        was_closed = given.get("closed") != "never"
        if not was_closed:
            del given["closed"]
        days: dict[str, Any] = {
            "registered": start - 120, "closed": end, "report": -1, "was_closed": was_closed,
            **{key: ordinal(given.pop(key)) for key in ("registered", "closed", "report") if key in given},
        }  # fmt: skip
        words = {
            "format": FORMATS.index(given.pop("format", "swiss")),
            "team": given.pop("event", "individual") == "team",
            "national": NATIONALS.index(given.pop("national", "")),
            "hours_x100": x100(hours),
            "arbiters": given.pop("national_arbiters", -1),
        }
        plain: Row = {
            "rounds": 0, "base": -1, "increment": -1 if "base" not in given else 0, "moves": 0, "official": False,
            "hybrid": False, "approved": False, "late_approved": False, "rate_all": False,
        }  # fmt: skip
        assert set(given) <= set(plain), f"a tournament has no {set(given) - set(plain)}"
        return {**days, **words, **plain, **given}

    @staticmethod
    def _words(more: Sequence[str]) -> Row:
        """What may follow a game: `round=3 board=2 stage=playoff day=2023-03-02 fouls=first`."""
        pairs = dict(word.split("=") for word in more)
        return {
            key: int(value) if key in ("round", "board") else value for key, value in pairs.items()
        }

    def game(
        self,
        tournament: str,
        first: str,
        second: str,
        result: str,
        round: int | None = None,  # noqa: A002 - the word of the events
        board: int | None = None,
        stage: str = "main",
        day: Day | None = None,
        fouls: str = "",
    ) -> None:
        """A game; without a round it is in the next one in which both are free, on the first day.

        fouls: who lost it by fouls, whatever the result: `first`, `second` or `both`.
        """
        here = [game for game in self.games if game["tournament"] == tournament]
        sides = {self.number(first), self.number(second)}
        if round is None:
            before = [g["round"] for g in here if sides & {g["first"], g["second"]}]
            round = 1 + max(before, default=0)  # noqa: A001
        boards = [
            g["board"] for g in here if g["round"] == round and g["stage"] == STAGES.index(stage)
        ]
        self.games.append(
            {
                "tournament": tournament, "round": round, "stage": STAGES.index(stage),
                "board": board if board is not None else 1 + max(boards, default=0),
                "first": self.number(first), "second": self.number(second), "recorded": RESULTS.index(result),
                "result": {"": RESULTS.index(result), "first": 1, "second": 0, "both": BOTH_LOST}[fouls],
                "fouls": fouls,
                "day": self.events[tournament]["start"] if day is None else ordinal(day),
            }
        )  # fmt: skip

    def bye(self, tournament: str, round: int, player: str, kind: str = "bye") -> None:  # noqa: A002
        """A round without an opponent."""
        self._row(
            "bye",
            tournament=tournament,
            round=round,
            player=self.number(player),
            kind=BYES.index(kind),
        )

    def award(self, player: str, title: str, day: Day) -> None:
        """A title, held from that day on."""
        self._fact("title", player, ordinal(day), code=title, held=True)

    def revoke(self, player: str, title: str, day: Day) -> None:
        """A title, not held from that day on."""
        self._fact("title", player, ordinal(day), code=title, held=False)

    def transfer(self, player: str, federation: str, day: Day) -> None:
        """Another federation from that day on."""
        self._fact("federation", player, ordinal(day), code=federation)

    def carry(
        self, player: str, rating: Any, day: Day, games: int | None = None, peak: Any = None
    ) -> None:
        """A rating from before the log, or an office's base correction."""
        amounts = {
            "rating_x100": x100(rating),
            "games": -1 if games is None else games,
            "peak_x100": x100(peak),
        }
        self._fact("carried", player, ordinal(day), **amounts)

    def end(self, player: str, day: Day) -> None:
        """The office's list no longer carries the player."""
        self._fact(
            "carried", player, ordinal(day), rating_x100=RATING_ENDED, games=-1, peak_x100=-1
        )

    def suspend(self, federation: str, day: Day, begins: bool = True) -> None:
        """A federation suspended, or reinstated."""
        self.facts.setdefault("suspension", []).append(
            {"day": ordinal(day), "code": federation, "begins": begins}
        )

    def excuse(self, player: str, year: int) -> None:
        """An absence that is excused."""
        self._fact("excused", player, 0, year=year)

    def declare(self, player: str, day: Day, active: bool = False) -> None:
        """Inactive (or active again) by the office's own declaration."""
        self._fact("declared", player, ordinal(day), active=active)

    def _fact(self, table: str, player: str, day: int, **columns: Any) -> None:
        self.facts.setdefault(table, []).append(
            {"player": self.number(player), "day": day, **columns}
        )

    def _row(self, table: str, **columns: Any) -> None:
        self.rows.setdefault(table, []).append(columns)

    def inputs(self) -> Inputs:
        """The whole story in columns."""
        titles = sorted({fact["code"] for fact in self.facts.get("title", ())})
        named = [*self.facts.get("federation", ()), *self.facts.get("suspension", ())]
        federations = sorted({fact["code"] for fact in named})
        return Inputs(
            players=Players(
                ids=tuple(self.people), **_columns(Players, "", list(self.people.values()))
            ),
            tournaments=self._tournaments(),
            games=self._games(),
            facts=Facts(
                titles=titles,
                federations=federations,
                **_columns(Facts, "title_", _dated(self.facts.get("title", []), titles)),
                **_columns(
                    Facts, "federation_", _dated(self.facts.get("federation", []), federations)
                ),
                **_columns(
                    Facts, "suspension_", _dated(self.facts.get("suspension", []), federations)
                ),
                **_columns(Facts, "carried_", _dated(self.facts.get("carried", []))),
                **_columns(Facts, "excused_", _dated(self.facts.get("excused", []))),
                **_columns(Facts, "declared_", _dated(self.facts.get("declared", []))),
            ),
            rows=self._rows(),
        )

    def _tournaments(self) -> Tournaments:
        order = {name: place for place, name in enumerate(sorted(self.events))}
        rows = []
        for name, event in self.events.items():
            here = [game for game in self.games if game["tournament"] == name]
            days = [game["day"] for game in here]
            rounds = event["rounds"] or max((game["round"] for game in here), default=0)
            span = {"first_game": min(days, default=-1), "last_game": max(days, default=-1)}
            rows.append({**event, **span, "rounds": rounds, "order": order[name]})
        return Tournaments(ids=tuple(self.events), **_columns(Tournaments, "", rows))

    def _games_in_order(self) -> list[Row]:
        at = {name: number for number, name in enumerate(self.events)}
        return sorted(
            self.games, key=lambda g: (at[g["tournament"]], g["round"], g["board"], g["stage"])
        )

    def _games(self) -> Games:
        rows = self._games_in_order()
        counts = [sum(game["tournament"] == name for game in rows) for name in self.events]
        offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Games(offset=offset, **_columns(Games, "", rows))

    def _rows(self) -> Rows:
        at = {name: number for number, name in enumerate(self.events)}
        tables = {
            table: sorted(
                ({**row, "tournament": at[row["tournament"]]} for row in rows),
                key=lambda r: r["tournament"],
            )
            for table, rows in self.rows.items()
        }
        rank = _columns(Rows, "rank_", tables.get("rank", []))
        rank["rank"] = np.array([row["rank"] for row in tables.get("rank", [])], np.int16)
        games = enumerate(self._games_in_order())
        fouled = [
            (place, game["recorded"]) for place, game in games if game["recorded"] != game["result"]
        ]
        return Rows(
            **_columns(Rows, "entrant_", tables.get("entrant", [])),
            **_columns(Rows, "bye_", tables.get("bye", [])),
            **rank,
            fouled_game=np.array([place for place, _ in fouled], np.int64),
            fouled_recorded=np.array([recorded for _, recorded in fouled], np.int8),
        )

    def list(
        self, scheme: Scheme, day: Day, rules: Rules | None = None, **readings: str
    ) -> "Outcome":
        """Replay everything up to the list in force on a day; readings by name, with _ for -."""
        chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
        return replayed(
            scheme,
            self.inputs(),
            ordinal(day),
            rules or scheme.rules(readings=chosen),
            self.unrated,
        )


@dataclass
class Outcome:
    """A replayed list: what is shown of each player, the states it came from, and why things were not rated."""

    scheme: Scheme
    inputs: Inputs
    rules: Rules
    number: int
    day: int
    states: dict[int, State]
    verdicts: Verdicts
    table: dict[str, Row]
    assignment: Assignment

    @property
    def ratings(self) -> dict[str, str]:
        """Player → rating as shown, published or not."""
        return {
            name: row["rating"] for name, row in self.table.items() if row["rating"] is not None
        }

    @property
    def published(self) -> dict[str, str]:
        """Player → rating as shown, only who is on the published list."""
        return {name: row["rating"] for name, row in self.table.items() if row["published"]}

    def tournament(self, name: str) -> int:
        """The reason code of a tournament: 0 rated."""
        return int(self.verdicts.tournament[list(self.inputs.tournaments.ids).index(name)])

    def game(self, name: str, round: int, board: int = 1, stage: str = "main") -> tuple[int, int]:  # noqa: A002
        """The reason codes of a game for first and second: 0 rated."""
        games, number = self.inputs.games, list(self.inputs.tournaments.ids).index(name)
        for at in range(int(games.offset[number]), int(games.offset[number + 1])):
            if (games.round[at], games.board[at], games.stage[at]) == (
                round,
                board,
                STAGES.index(stage),
            ):
                return int(self.verdicts.first[at]), int(self.verdicts.second[at])
        raise LookupError(f"{name} has no game {stage} {round}.{board}")

    def explain(self, player: str) -> Node:
        """The explanation of a player's rating on this list."""
        names, events = self.inputs.players.ids, self.inputs.tournaments.ids
        before = self.states.get(self.number - 1)
        given = Given(self.inputs, self.rules, self.assignment)
        question = Question(
            given, Stop(self.number, self.day),
            before if before is not None else self.scheme.start(len(names)), list(names).index(player),
            lambda number: names[number], lambda number: events[number],
        )  # fmt: skip
        return self.scheme.explain(question)


def run(
    scheme: Scheme, given: Given, state: State, first: int, last: int, watch: Watch = UNWATCHED,
    keep: dict[int, State] | None = None,
) -> State:  # fmt: skip
    """The state after list `last`, from a state before list `first`; every state on the way goes into `keep`."""
    stops = scheme.stops(given.rules, first, last)
    state = scheme.resized(state, len(given.inputs.players))
    for stop, reached in zip(stops, scheme.replay(given, state, stops, watch), strict=True):
        state = {name: column.copy() for name, column in reached.items()}
        if keep is not None:
            keep[stop.number] = state
    return state


def assigned(
    scheme: Scheme, inputs: Inputs, rules: Rules, unrated: Collection[str] = ()
) -> Assignment:
    """On which lists tournaments count: those not approved only if the scheme looks at them all the same."""
    whole = scheme.assign(inputs.tournaments, rules)
    out = np.array([name in unrated for name in inputs.tournaments.ids], np.bool_)
    others = scheme.looks_at(inputs.tournaments)
    gone = out if others is None else out & ~others
    first, last = np.where(gone, -1, whole.first), np.where(gone, -1, whole.last)
    return Assignment(first, last, whole.reach, whole.version, np.where(out, -2, whole.reason))


def replayed(
    scheme: Scheme, inputs: Inputs, day: int, rules: Rules, unrated: Collection[str] = ()
) -> Outcome:
    """Run a scheme over inputs from the first list that anything can count on to the list in force on a day."""
    calendar = scheme.calendar(rules)
    number, list_day = scheme.list_in_force(rules, date.fromordinal(day))
    assignment = assigned(scheme, inputs, rules, unrated)
    days = [*inputs.tournaments.start.tolist(), *inputs.facts.carried_day.tolist(), day]
    first = min(number, calendar.number(date.fromordinal(min(days)) - timedelta(days=1)))
    states: dict[int, State] = {}
    verdicts = Verdicts.empty(inputs)
    verdicts.tournament[:] = assignment.reason

    last = Stop(number, list_day.toordinal())
    stops = [*scheme.stops(rules, first, number - 1), last]
    given = Given(inputs, rules, assignment)
    begin = scheme.start(len(inputs.players))
    for stop, state in zip(stops, scheme.replay(given, begin, stops, Watch(verdicts)), strict=True):
        states[stop.number] = {name: column.copy() for name, column in state.items()}
    rows = scheme.listed(given, states[number], last)
    table = {}
    for at, player in enumerate(rows.player.tolist()):
        rated = int(rows.rating[at]) > 0
        table[inputs.players.ids[player]] = {
            "rating": scheme.shown(int(rows.rating[at])) if rated else None,
            "games": int(rows.games[at]), "k": int(rows.k[at]), "active": bool(rows.active[at]),
            "published": bool(rows.published[at]), "reason": int(rows.reason[at]),
        }  # fmt: skip
    return Outcome(
        scheme, inputs, rules, number, list_day.toordinal(), states, verdicts, table, assignment
    )


def _dated(rows: Sequence[Row], codes: Sequence[str] = ()) -> list[Row]:
    """Facts in the order of their days, codes as their places among all codes."""
    sort = sorted(rows, key=lambda row: row["day"])
    return [{**row, "code": codes.index(row["code"])} for row in sort] if codes else sort


def _columns(kind: Any, prefix: str, rows: Sequence[Row]) -> dict[str, Any]:
    """The columns of a table that begin with a prefix, from rows; each with the type the table gives it."""
    blank = kind()
    names = [
        name
        for name in vars(blank)
        if name.startswith(prefix) and isinstance(getattr(blank, name), np.ndarray)
    ]
    keys = {name: name.removeprefix(prefix) for name in names}
    return {
        name: np.array([row[key] for row in rows], dtype=getattr(blank, name).dtype)
        for name, key in keys.items()
        if all(key in row for row in rows) and (rows or prefix)
    }
