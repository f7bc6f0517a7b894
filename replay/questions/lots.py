"""Lots that can be drawn again from their seed, by wxf part II and hk-open part 7; and the check of a first round."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ledger.errors import LedgerError
from projections import Snapshot
from projections.standings import tournament_of
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark, notes_on
from replay.answers.names import names_in
from replay.answers.table import Column, Names, Table, rows_table
from replay.explain.explain import tournament_number
from replay.questions.draws import (
    Entrants,
    field_from_file,
    field_from_ledger,
    qualified_from_ledger,
)
from schemes import standings as rules
from schemes.kernels.inputs import STAGES
from schemes.standings import Draw, Numbered, Pairing
from wording import either, joined, say

NUMBER = Column("number", kinds.RANK)
GROUP = Column("group", kinds.WORD, kept=True)
STAGE = Column("stage", kinds.codes({name: say(name) for name in STAGES}, spare=0))
PAIRING = (
    Column("board", kinds.RANK),
    Column("first", kinds.PLAYER),
    Column("second", kinds.PLAYER),
)
COLUMNS = (NUMBER, GROUP, columns.PLAYER, *PAIRING, STAGE)
"""All that a draw can show; each shows some of them."""


def draw(
    snapshot: Snapshot | None,
    option: str,
    source: str,
    *,
    seed: str | None = None,
    numbers: bool = False,
    pairings: bool = False,
    readings: Mapping[str, str] | None = None,
) -> Answer:
    """The draw that an option of the command names, from a tournament, or without a snapshot from a csv file."""
    drawing = _Drawing(snapshot, source, seed, readings or {})
    table = drawing.run(option, numbers=numbers, pairings=pairings)
    names = Names() if snapshot is None else names_in(snapshot, table)
    return Answer("draw/1", drawing.title(option), table, remarks=drawing.remarks, names=names)


def check_first_round(snapshot: Snapshot, tournament: str) -> str:
    """How the recorded first round departs from the rule; nothing if it follows it."""
    facts = facts_of(snapshot, tournament)
    if facts.rules != "wxf":
        _refuse_rule(tournament, facts.rules)
    wrong = rules.check_first_round(facts)
    if wrong is None:
        return ""
    return say(
        "board {board}: {expected} by the rule, {recorded} recorded",
        board=wrong.board,
        expected=wrong.expected,
        recorded=wrong.recorded,
    )


class _Drawing:
    """One draw: its source, its seed, and the remarks on it."""

    def __init__(
        self,
        snapshot: Snapshot | None,
        source: str,
        seed: str | None,
        readings: Mapping[str, str],
    ) -> None:
        self.snapshot = snapshot
        self.source = source
        self.readings = dict(readings)
        self.remarks: list[Remark] = []
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.lots = False

    def run(self, option: str, *, numbers: bool, pairings: bool) -> Table:
        if option == "--semifinals":
            return _paired(self._semifinals())
        if option in ("--final", "--next"):
            facts = self._facts()
            if option == "--next" or facts.rules == "hk-open":
                return _staged(self._next(facts))
            return _paired(self._final(facts))
        field = self._field(option)
        self._note(field.source, field.notes if option in ("--championship", "--knockout") else ())
        if option == "--from-numbers":
            return _paired(rules.first_round(field.by_number()))
        self._tell_seed()
        if option == "--groups":
            placed, draws = rules.rapid_groups(
                field.in_list_order(), self.seed, readings=self.readings
            )
            if pairings:
                return _group_rounds(draws)
            return _numbered(placed)
        made = self._drawn(option, field)
        if numbers:
            return _numbered(made.numbers)
        return _paired(made.pairings)

    def title(self, option: str) -> str:
        draw = say(option.removeprefix("--").replace("-", " "))
        if self.lots:
            return say(
                "{draw} of {source}, seed {seed}", draw=draw, source=self.source, seed=self.seed
            )
        return say("{draw} of {source}", draw=draw, source=self.source)

    def _drawn(self, option: str, field: Entrants) -> Draw:
        if option == "--youth":
            return rules.youth_draw(field.players, self.seed)
        if option == "--knockout":
            return rules.knockout_draw(*field.qualified(), self.seed, self.readings)
        in_order = rules.championship_order(field.last_ranking, field.players)
        return rules.championship_draw(in_order, self.seed, self.readings)

    def _field(self, option: str) -> Entrants:
        if self.snapshot is None:
            return field_from_file(Path(self.source))
        if option == "--knockout":
            return qualified_from_ledger(self.snapshot, self.source, self.readings)
        refuse_without_rule(self.snapshot, self.source)
        return field_from_ledger(self.snapshot, self.source)

    def _facts(self) -> rules.Tournament:
        if self.snapshot is None:
            raise LedgerError(
                say("this draw is from a tournament, not from a file"), place=self.source,
                remedy=say("name a tournament of the ledger"),
            )  # fmt: skip
        return facts_of(self.snapshot, self.source)

    def _semifinals(self) -> tuple[Pairing, ...]:
        facts = self._facts()
        if facts.rules != "hk-open":
            raise LedgerError(
                say(
                    "{id} is played by {rules}; semifinals after round 7 are hk-open's (part 7)",
                    id=facts.id,
                    rules=facts.rules,
                )
            )
        _refuse_group(facts)
        cut = min(rules.HK_OPEN.knockout_after, facts.rounds)
        table = rules.standings(facts, cut, readings=self.readings)
        self._note(facts.id, table.notes)
        return tuple(
            Pairing(board, *pair)
            for board, pair in enumerate(rules.semifinal_pairs(table), start=1)
        )

    def _next(self, facts: rules.Tournament) -> dict[str, tuple[Pairing, ...]]:
        if facts.rules == "hk-open":
            _refuse_group(facts)
        elif facts.rules != "wxf" or facts.final_after is not None:
            played = {"id": facts.id, "rules": facts.rules}
            if facts.final_after:
                raise LedgerError(
                    say(
                        "{id} has no knockout: it is played by {rules} with a final of the first two",
                        **played,
                    ),
                    remedy=say("--final draws the sides of its final"),
                )
            wrong = say("{id} has no knockout: it is played by {rules}", **played)
            raise LedgerError(wrong, remedy=say("wxf and hk-open have knockouts"))
        made, notes = rules.next_boards(facts, self.seed, self.readings)
        self._note(facts.id, notes)
        if not made:
            raise LedgerError(
                say("{id}: all rounds of the knockout are recorded", id=facts.id),
                remedy=say("nothing is left to draw"),
            )
        self._tell_seed()
        if facts.rules == "hk-open":
            self._note(
                facts.id,
                [
                    say(
                        "the player named first has won the lot and chooses the side (hk-open part 7)"
                    )
                ],
            )
        return made

    def _final(self, facts: rules.Tournament) -> tuple[Pairing, ...]:
        if facts.rules != "wxf" or facts.final_after is None:
            wrong = say("{id} has no final of the first two", id=facts.id)
            remedy = say(
                "wxf part I.a: the tournament says final_after; --next draws the next round of a knockout"
            )
            raise LedgerError(wrong, remedy=remedy)
        table = rules.standings(facts, facts.final_after, readings=self.readings)
        self._note(facts.id, table.notes)
        if len(table.rows) < 2:
            raise LedgerError(
                say(
                    "{id} has {number} players, a final needs two",
                    id=facts.id,
                    number=len(table.rows),
                )
            )
        one, other = (row.player for row in table.rows[:2])
        side = rules.final_sides(facts, one, other, self.seed, self.readings)
        if side.seed is not None:
            self._tell_seed()
        self._note(facts.id, [side.reason])
        return (Pairing(1, side.first, side.second),)

    def _tell_seed(self) -> None:
        self.lots = True
        self.remarks.append(Remark("seed", say("seed: {seed}", seed=self.seed)))

    def _note(self, about: str, notes: Iterable[str]) -> None:
        self.remarks += notes_on(about, notes)


def is_file(source: str) -> bool:
    """Whether a draw is from a file of players."""
    return Path(source).suffix.lower() == ".csv"


def facts_of(snapshot: Snapshot, tournament: str) -> rules.Tournament:
    """What standings and draws are made from."""
    return tournament_of(snapshot, tournament_number(snapshot, tournament))


def refuse_without_rule(snapshot: Snapshot, tournament: str) -> None:
    """hk-open leaves the first round to the organiser: there is no rule to draw by."""
    standings = snapshot.tournaments.registration(tournament_number(snapshot, tournament)).standings
    if standings == "hk-open":
        _refuse_rule(tournament, standings)


def _refuse_rule(tournament: str, standings: str) -> None:
    wrong = say(
        "{tournament} is played by {standings}, which has no rule for the first round",
        tournament=tournament,
        standings=standings,
    )
    raise LedgerError(wrong, remedy=say("wxf has one; a csv file of players can be drawn by it"))


def _refuse_group(facts: rules.Tournament) -> None:
    """hk-open part 7: only group A has a knockout."""
    groups = rules.HK_OPEN.knockout_groups
    if facts.group not in groups:
        said = (
            say("group {group} has no knockout", group=facts.group)
            if facts.group
            else say("it names no group")
        )
        raise LedgerError(
            joined(": ", (facts.id, said)),
            remedy=say("hk-open part 7: group {groups} has one", groups=either(groups)),
        )


def _paired(pairings: Sequence[Pairing]) -> Table:
    return rows_table(PAIRING, [(p.board, p.first, p.second) for p in pairings])


def _staged(
    boards: Mapping[str, Sequence[Pairing]],
) -> Table:
    rows = [
        (p.board, p.first, p.second, stage) for stage, pairings in boards.items() for p in pairings
    ]
    return rows_table((*PAIRING, STAGE), rows)


def _numbered(numbers: Sequence[Numbered]) -> Table:
    grouped = any(one.group for one in numbers)
    if grouped:
        shown = (NUMBER, GROUP, columns.PLAYER)
        return rows_table(shown, [(one.number, one.group, one.player) for one in numbers])
    return rows_table((NUMBER, columns.PLAYER), [(one.number, one.player) for one in numbers])


def _group_rounds(draws: Sequence[Draw]) -> Table:
    rows = [
        (pairing.board, pairing.first, pairing.second, made.numbers[0].group)
        for made in draws
        for pairing in made.pairings
    ]
    return rows_table((*PAIRING, GROUP), rows)
