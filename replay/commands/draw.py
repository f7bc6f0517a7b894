"""The command draw: lots that can be drawn again from their seed, and the check of a first round."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from ledger.errors import LedgerError
from projections import Snapshot
from projections.standings import tournament_of
from replay.answers import columns, kinds
from replay.answers.language import heading, tr
from replay.answers.table import Column
from replay.answers.terminal import remark, tell
from replay.commands.options import only_with, open_office
from replay.commands.output import Output
from replay.commands.standings import chosen_readings, tell_notes
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

TAKEN_BY = {
    "--seed": ("--championship", "--youth", "--groups", "--knockout", "--next", "--final"),
    "--numbers": ("--championship", "--youth", "--groups", "--knockout"),
    "--pairings": ("--groups",),
    "--reading": ("--championship", "--groups", "--knockout", "--semifinals", "--next", "--final"),
}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DrawKinds:
    """Exactly one of these draws is asked for: from a tournament, or from a csv file of players."""

    from_numbers: str | None = None
    "The first round from numbers that are there: 1–2, 4–3, 5–6, 8–7 …"
    championship: str | None = None
    "Numbers by lot: the upper half by the last edition's ranking draws odd ones, the lower even ones."
    youth: str | None = None
    "Numbers by lot for everybody."
    groups: str | None = None
    """Rapid Open: titled players draw 1 to N, higher titles first, the others follow by entry number; a snake into
    groups of men and of women."""
    knockout: str | None = None
    "Rapid Open: the first two of eight groups into a knockout of 16."
    semifinals: str | None = None
    "hk-open: who meets whom after round 7; the better placed, named first, chooses the side."
    next: str | None = None
    """The next round of a knockout, from the recorded games: who meets whom, and by lot who is first (wxf) or who
    chooses the side (hk-open: the finals)."""
    final: str | None = None
    "wxf: who is first in the slow game of the final. hk-open: as --next."
    check: str | None = None
    "Does the recorded first round of this tournament follow the rule? Exit 1 and the first pairing if not."

    def asked(self) -> tuple[str, str]:
        """The one option that was given, and its source."""
        sources = {
            f"--{field.name.replace('_', '-')}": getattr(self, field.name) for field in fields(self)
        }
        given = [(option, source) for option, source in sources.items() if source is not None]
        if len(given) != 1:
            raise LedgerError(
                say("ask for exactly one draw"),
                remedy=say("one of {sources}", sources=", ".join(sources)),
            )
        return given[0]


def draw(
    *,
    kinds: DrawKinds = DrawKinds(),
    seed: str | None = None,
    numbers: Annotated[bool, Parameter(negative="")] = False,
    pairings: Annotated[bool, Parameter(negative="")] = False,
    known: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    output: Output = Output(),
) -> int:
    """Draw lots by wxf part II and hk-open part 7, from a tournament or a csv file.

    A file has the columns player, number, title, sex, rank, group, as needed.

    Parameters
    ----------
    seed
        The seed of the lots (default: a new one, printed). The same seed draws the same.
    numbers
        Show the numbers drawn instead of the pairings.
    pairings
        With --groups: show the first round of each group instead of the groups.
    known
        As known then: a date, a time or #POSITION.
    reading
        Choose another reading of the tournament's rules (of a file: wxf): name=choice, such as halves=even.
    """
    option, source = kinds.asked()
    given = {"--seed": seed, "--numbers": numbers, "--pairings": pairings, "--reading": reading}
    _refuse_unused(option, source, given, known, output)
    if not _is_file(source):
        from replay.commands.find import named

        source = named("tournament", source)
    if option == "--check":
        return _check(source, known)
    made = _Drawing(source, known, seed, chosen_readings(reading))
    shown, rows = made.run(option, numbers=numbers, pairings=pairings)
    output.rows(shown, rows, made.title(option))
    return 0


def _refuse_unused(
    option: str, source: str, given: Mapping[str, Any], known: str | None, output: Output
) -> None:
    """Refuse what a draw would pass over."""
    for name, draws in TAKEN_BY.items():
        if option not in draws:
            only_with(", ".join(draws), {name: given[name]})
    if given["--numbers"] and given["--pairings"]:
        raise LedgerError(
            say("numbers or pairings?"), remedy=say("leave out --numbers or --pairings")
        )
    if _is_file(source):
        only_with(say("a tournament of the ledger"), {"--known": known})
    if option == "--check":
        only_with(
            say("a draw; a check answers in one line"), {"--format": output.form, "-o": output.out}
        )


class _Drawing:
    """One draw: its source, its seed, and what is told about it."""

    def __init__(
        self, source: str, known: str | None, seed: str | None, readings: dict[str, str]
    ) -> None:
        self.source = source
        self.known = known
        self.readings = readings
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.lots = False

    def run(
        self, option: str, *, numbers: bool, pairings: bool
    ) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
        if option == "--semifinals":
            return _paired(self._semifinals())
        if option in ("--final", "--next"):
            facts = _facts(self.source, self.known)
            if option == "--next" or facts.rules == "hk-open":
                return _staged(self._next(facts))
            return _paired(self._final(facts))
        field = self._field(option)
        tell_notes(field.source, field.notes if option in ("--championship", "--knockout") else ())
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
        draw = heading(option.removeprefix("--").replace("-", " "))
        if self.lots:
            return tr(
                "{draw} of {source}, seed {seed}", draw=draw, source=self.source, seed=self.seed
            )
        return tr("{draw} of {source}", draw=draw, source=self.source)

    def _drawn(self, option: str, field: Entrants) -> Draw:
        if option == "--youth":
            return rules.youth_draw(field.players, self.seed)
        if option == "--knockout":
            return rules.knockout_draw(*field.qualified(), self.seed, self.readings)
        in_order = rules.championship_order(field.last_ranking, field.players)
        return rules.championship_draw(in_order, self.seed, self.readings)

    def _field(self, option: str) -> Entrants:
        if _is_file(self.source):
            return field_from_file(Path(self.source))
        with open_office() as office:
            snapshot = office.snapshot(self.known)
            if option == "--knockout":
                return qualified_from_ledger(snapshot, self.source, self.readings)
            refuse_without_rule(snapshot, self.source)
            return field_from_ledger(snapshot, self.source)

    def _semifinals(self) -> tuple[Pairing, ...]:
        facts = _facts(self.source, self.known)
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
        tell_notes(facts.id, table.notes)
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
        tell_notes(facts.id, notes)
        if not made:
            raise LedgerError(
                say("{id}: all rounds of the knockout are recorded", id=facts.id),
                remedy=say("nothing is left to draw"),
            )
        self._tell_seed()
        if facts.rules == "hk-open":
            tell_notes(
                facts.id,
                [
                    tr(
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
        tell_notes(facts.id, table.notes)
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
        tell_notes(facts.id, [side.reason])
        return (Pairing(1, side.first, side.second),)

    def _tell_seed(self) -> None:
        self.lots = True
        remark(tr("seed: {seed}", seed=self.seed) + "\n")


def _is_file(source: str) -> bool:
    return Path(source).suffix.lower() == ".csv"


def _facts(tournament: str, known: str | None) -> rules.Tournament:
    with open_office() as office:
        snapshot = office.snapshot(known)
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


def _check(tournament: str, known: str | None) -> int:
    facts = _facts(tournament, known)
    if facts.rules != "wxf":
        _refuse_rule(tournament, facts.rules)
    found = rules.check_first_round(facts)
    if found is None:
        tell(tr("{tournament}: the first round follows the rule", tournament=tournament) + "\n")
        return 0
    told = {"board": found.board, "expected": tr(found.expected), "recorded": tr(found.recorded)}
    why = tr("board {board}: {expected} by the rule, {recorded} recorded", **told)
    tell(
        tr(
            "{tournament}: the first round does not follow the rule: {why}",
            tournament=tournament,
            why=why,
        )
        + "\n"
    )
    return 1


def _paired(pairings: Sequence[Pairing]) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
    return PAIRING, [(p.board, p.first, p.second) for p in pairings]


def _staged(
    boards: Mapping[str, Sequence[Pairing]],
) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
    rows = [
        (p.board, p.first, p.second, stage) for stage, pairings in boards.items() for p in pairings
    ]
    return (*PAIRING, STAGE), rows


def _numbered(numbers: Sequence[Numbered]) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
    grouped = any(one.group for one in numbers)
    shown = (NUMBER, GROUP, columns.PLAYER) if grouped else (NUMBER, columns.PLAYER)
    return shown, [(n.number, *((n.group,) if grouped else ()), n.player) for n in numbers]


def _group_rounds(draws: Sequence[Draw]) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
    rows = [
        (pairing.board, pairing.first, pairing.second, made.numbers[0].group)
        for made in draws
        for pairing in made.pairings
    ]
    return (*PAIRING, GROUP), rows
