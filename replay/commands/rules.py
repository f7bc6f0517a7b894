"""The commands about rules: schemes, readings."""

from replay.output import Output
from replay.terminal import remark
from schemes import SchemeError, scheme, scheme_names, working_schemes
from schemes.kernels.parameters import parameters
from schemes.kernels.readings import nearest
from schemes.standings import REGISTERS


def schemes(name: str | None = None, /, *, output: Output = Output()) -> None:
    """The schemes, or every parameter of one with its article and the version it holds in.

    Parameters
    ----------
    name
        The scheme whose parameters to show.
    """
    if name is None:
        output.rows(("scheme", "title", "versions", "readings", "package"), [_row(each) for each in scheme_names()])
        return
    chosen = scheme(name)
    brief = output.is_table
    rows = [
        (version.name, version.since, each.name, _shown(each.value, brief), each.article, each.says)
        for version in chosen.versions
        for each in parameters(version.parameters)
    ]
    columns = ("version", "from", "parameter", "value", "article", "says")
    output.rows(columns, rows, chosen.title, keep=("parameter", "value", "says"))


def _row(name: str) -> tuple[object, ...]:
    """A scheme in a line; of one that cannot be loaded, why."""
    try:
        found = scheme(name)
    except SchemeError as fault:
        return name, fault.wrong, "", "", ""
    versions = ", ".join(version.name for version in found.versions)
    return name, found.title, versions, len(found.readings), found.package


def readings(name: str | None = None, /, *, output: Output = Output()) -> None:
    """The places where a regulation leaves room: what is read there, and what can be chosen instead.

    Parameters
    ----------
    name
        The scheme or standings rules (default: all).
    """
    registers = {each.name: each.readings for each in working_schemes(_warn)} | dict(REGISTERS)
    if name is not None:
        if name not in registers:
            raise SchemeError(f"unknown rules {name!r}", nearest(name, registers))
        registers = {name: registers[name]}
    rows = [
        (
            rules,
            reading.article,
            reading.name,
            choice,
            "in force" if choice == reading.force else "",
            says,
            reading.question,
        )
        for rules, register in registers.items()
        for reading in register
        for choice, says in reading.choices.items()
    ]
    columns = ("rules", "article", "reading", "choice", "in_force", "says", "question")
    output.rows(columns, rows, keep=("reading", "choice", "in_force", "says"))


def _warn(fault: SchemeError) -> None:
    remark(f"warning: left out: {fault}\n")


def _shown(value: object, brief: bool) -> str:
    """A value as `--set` takes it; for the eye, a long table of numbers ends with … after a whole number."""
    text = "none" if value is None else str(value)
    return f"{text[:39].rpartition(',')[0]}, …" if brief and len(text) > 40 else text
