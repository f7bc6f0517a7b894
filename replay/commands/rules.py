"""The commands about rules: schemes, readings."""

from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from ledger.errors import LedgerError
from replay.answers import kinds
from replay.answers.answer import rows_answer
from replay.answers.language import tr, tr_n
from replay.answers.output import write_text
from replay.answers.table import Column
from replay.answers.terminal import hint, progress
from replay.commands.options import ledger_schemes, only_with, option_group
from replay.commands.output import Output
from replay.questions import rules as question
from schemes import Schemes
from schemes.kernels.errors import rules_error
from schemes.kernels.readings import nearest
from schemes.registry import check_name
from wording import say

PROPERTY = Column("property", kinds.WORD, kept=True)
SAYS = Column("says", kinds.TEXT)
RESULTS = {"holds": say("holds"), "FAILED": say("FAILED"), "not asked": say("not asked")}
RESULT = Column("result", kinds.codes(RESULTS, spare=0))
KEPT_DETAIL = Column("detail", kinds.TEXT, kept=True)
PROPERTIES_CHECKED = (PROPERTY, SAYS, RESULT, KEPT_DETAIL)

if TYPE_CHECKING:
    from replay.simulation.regulation_check import PropertyResult

Unit = Literal["period", "tournament", "game"]


@option_group
class Trials:
    """check: on how many made-up federations a regulation is tried, and of what size."""

    count: int = 3
    "check: how many federations; every second one under readings chosen by lot. 0: a file is only read."
    players: int = 40
    "check: how many players each has."
    games: int = 300
    "check: how many games each records."
    seed: int = 1
    "check: the seed of the first; the next ones follow."
    reproducer: Path | None = None
    "check: a file for the smallest log found on which the first property fails (JSON Lines)."


def schemes(
    name: str | None = None,
    subject: str | None = None,
    /,
    *,
    unit: Unit | None = None,
    trials: Trials = Trials(),
    output: Output = Output(),
) -> int | None:
    """The schemes, or every parameter of one with its article and the version it holds in.

    Parameters
    ----------
    name
        The scheme whose parameters to show; `new` begins a regulation without code; `check` tries the properties that
        every regulation must have.
    subject
        new: the file to write (club.toml). check: the scheme, or the file of a regulation without code.
    unit
        new: what is rated by itself: period (default), tournament or game.
    """
    if name != "new":
        only_with(say("schemes new"), {"--unit": unit})
    if name != "check":
        only_with(say("schemes check"), {f"--{field}": value for field, value in _changed(trials)})
    schemes = ledger_schemes()
    if name == "new":
        _begin(subject, unit or "period")
    elif name == "check" and subject is not None and subject.endswith(".toml"):
        return _check_file(Path(subject), trials, output)
    elif name == "check":
        return _check(schemes, subject, trials, output)
    else:
        _show(schemes, name, output)
    return None


def _changed(trials: Trials) -> list[tuple[str, object]]:
    return [
        (f.name, getattr(trials, f.name))
        for f in fields(trials)
        if getattr(trials, f.name) != f.default
    ]


def _check(schemes: Schemes, name: str | None, trials: Trials, output: Output) -> int:
    """Try every property of a scheme; 1 if one fails."""
    if name is None:
        raise LedgerError(
            say("schemes check takes the name of a scheme"),
            remedy=say("rating-ledger schemes lists them"),
        )
    if trials.count < 1:
        raise LedgerError(
            say("--count {count}: a check takes at least one federation", count=trials.count)
        )
    return _tried(schemes, name, trials, output)


def _check_file(path: Path, trials: Trials, output: Output) -> int:
    """Refuse a file with everything that contradicts itself in it; then try every property."""
    from schemes.declared import scheme_from

    check_name(path)
    regulation = scheme_from(path)
    hint(
        "{file}: nothing contradicts itself: {scheme}, {title}; {versions}, {readings}",
        file=path,
        scheme=regulation.name,
        title=tr(regulation.title),
        versions=tr_n("{number} version", "{number} versions", len(regulation.versions)),
        readings=tr_n("{number} reading", "{number} readings", len(regulation.readings)),
    )
    if trials.count < 1:
        return 0
    return _tried(Schemes(path.parent), regulation.name, trials, output)


def _tried(schemes: Schemes, name: str, trials: Trials, output: Output) -> int:
    from replay.simulation import Federation
    from replay.simulation.properties import PROPERTIES
    from replay.simulation.regulation_check import check_regulation

    chosen = schemes[name]
    federation = Federation(
        players=trials.players, games=trials.games, years=2, seed=trials.seed, scheme=name
    )
    with progress(tr("checking {scheme}", scheme=name), trials.count * len(PROPERTIES)) as advance:
        findings = check_regulation(schemes, federation, trials.count, advance)
    rows = [(finding.name, finding.says, finding.result, _detail(finding)) for finding in findings]
    output.give(rows_answer("properties/1", say(chosen.title), PROPERTIES_CHECKED, rows))
    failed = [finding for finding in findings if finding.failure]
    if failed and trials.reproducer is not None:
        encode = msgspec.json.Encoder(decimal_format="number").encode
        write_text(
            trials.reproducer,
            [f"{encode(event).decode()}\n" for finding in failed for event in finding.smallest],
        )
    if failed:
        return 1
    return 0


def _detail(finding: "PropertyResult") -> str:
    if not finding.failure:
        return finding.unasked
    events = tr_n("{number} event", "{number} events", len(finding.smallest))
    values = {"failure": finding.failure, "seed": finding.seed, "events": events}
    if not finding.smallest:
        return tr("{failure} (seed {seed})", **values)
    return tr("{failure} (seed {seed}; the smallest log found has {events})", **values)


def _show(schemes: Schemes, name: str | None, output: Output) -> None:
    """All schemes, or the parameters of one."""
    if name is None:
        output.give(question.schemes(schemes))
    elif name in schemes:
        chosen = schemes[name]
        output.give(question.parameters_of(chosen, chosen.versions, brief=output.is_table))
    else:
        raise rules_error(
            say("unknown scheme {name!r}", name=name), _where_it_may_be(schemes, name)
        )


def _where_it_may_be(schemes: Schemes, name: str) -> str:
    """What to do about a name that is not known: a file of it may stand where no ledger looks."""
    if Path(f"{name}.toml").exists():
        return f"{name}.toml is here: put it into the folder `schemes` of the ledger"
    words = (*schemes.names, "new", "check")
    return nearest(name, words if get_close_matches(name, words, n=1) else schemes.names)


def _begin(file: str | None, unit: Unit) -> None:
    """Write a commented file to begin a regulation with."""
    from schemes.declared.start import start_of

    if file is None or not file.endswith(".toml"):
        raise LedgerError(
            say("schemes new takes a file"),
            remedy=say("for example: rating-ledger schemes new club.toml"),
        )
    path = Path(file)
    if path.exists():
        raise LedgerError(
            say("there is such a file already"), place=str(path), remedy=say("name another one")
        )
    check_name(path)
    write_text(path, [start_of(unit)])
    hint("{file}: change it, then: rating-ledger schemes check {file}", file=path)


def readings(name: str | None = None, /, *, output: Output = Output()) -> None:
    """The places where a regulation leaves room: what is read there, and what can be chosen instead.

    Parameters
    ----------
    name
        The scheme or standings rules (default: all).
    """
    output.give(question.readings(ledger_schemes(), name))
