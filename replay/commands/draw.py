"""The command draw: lots that can be drawn again from their seed, and the check of a first round."""

from collections.abc import Mapping
from dataclasses import fields
from functools import partial

from ledger.errors import LedgerError
from projections import Snapshot
from projections.named import tournament_named
from replay.answers.language import tr
from replay.answers.terminal import inform, remark
from replay.commands.options import only_with, open_office, option_group
from replay.commands.output import Output
from replay.commands.standings import chosen_readings
from replay.questions import lots as question
from replay.questions.lots import is_file
from wording import say

TAKEN_BY = {
    "--seed": ("--championship", "--youth", "--groups", "--knockout", "--next", "--final"),
    "--numbers": ("--championship", "--youth", "--groups", "--knockout"),
    "--pairings": ("--groups",),
    "--reading": ("--championship", "--groups", "--knockout", "--semifinals", "--next", "--final"),
}


@option_group
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
        chosen = [(option, source) for option, source in sources.items() if source is not None]
        if len(chosen) != 1:
            raise LedgerError(
                say("ask for exactly one draw"),
                remedy=say("one of {sources}", sources=", ".join(sources)),
            )
        return chosen[0]


def draw(
    *,
    kinds: DrawKinds = DrawKinds(),
    seed: str | None = None,
    numbers: bool = False,
    pairings: bool = False,
    known: str | None = None,
    reading: tuple[str, ...] = (),
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
    options = {"--seed": seed, "--numbers": numbers, "--pairings": pairings, "--reading": reading}
    _refuse_unused(option, source, options, known, output)
    drawn = partial(
        question.draw,
        seed=seed,
        numbers=numbers,
        pairings=pairings,
        readings=chosen_readings(reading),
    )
    if is_file(source):
        if option == "--check":
            raise LedgerError(say("a check is of a tournament of the ledger"), place=source)
        output.give(drawn(None, option, source))
        return 0
    with open_office() as office:
        snapshot = office.snapshot(known)
        tournament = tournament_named(snapshot, source, remark)
        if option == "--check":
            return _check(snapshot, tournament)
        answer = drawn(snapshot, option, tournament)
    output.give(answer)
    return 0


def _refuse_unused(
    option: str, source: str, options: Mapping[str, object], known: str | None, output: Output
) -> None:
    """Refuse what a draw would pass over."""
    for name, draws in TAKEN_BY.items():
        if option not in draws:
            only_with(", ".join(draws), {name: options[name]})
    if options["--numbers"] and options["--pairings"]:
        raise LedgerError(
            say("numbers or pairings?"), remedy=say("leave out --numbers or --pairings")
        )
    if is_file(source):
        only_with(say("a tournament of the ledger"), {"--known": known})
    if option == "--check":
        only_with(
            say("a draw; a check answers in one line"), {"--format": output.form, "-o": output.out}
        )


def _check(snapshot: Snapshot, tournament: str) -> int:
    why = question.check_first_round(snapshot, tournament)
    if not why:
        inform("{tournament}: the first round follows the rule", tournament=tournament)
        return 0
    inform(
        "{tournament}: the first round does not follow the rule: {why}",
        tournament=tournament,
        why=tr(why),
    )
    return 1
