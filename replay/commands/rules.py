"""The commands about rules: schemes, readings."""

from replay.output import Output
from schemes import scheme, scheme_names
from schemes.kernels.parameters import parameters
from schemes.standings import REGISTERS


def schemes(name: str | None = None, /, *, output: Output = Output()) -> None:
    """The schemes, or every parameter of one with its article and the version it holds in.

    Parameters
    ----------
    name
        The scheme whose parameters to show.
    """
    if name is None:
        found = [scheme(each) for each in scheme_names()]
        every = [(s.name, s.title, ", ".join(v.name for v in s.versions), len(s.readings)) for s in found]
        output.rows(("scheme", "title", "versions", "readings"), every)
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


def readings(name: str | None = None, /, *, output: Output = Output()) -> None:
    """The places where a regulation leaves room: what is read there, and what can be chosen instead.

    Parameters
    ----------
    name
        The scheme or standings rules (default: all).
    """
    registers = {each: scheme(each).readings for each in scheme_names()} | dict(REGISTERS)
    if name is not None:
        from schemes import SchemeError
        from schemes.kernels.readings import nearest

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


def _shown(value: object, brief: bool) -> str:
    """A value as `--set` takes it; for the eye, a long table of numbers ends with … after a whole number."""
    text = "none" if value is None else str(value)
    return f"{text[:39].rpartition(',')[0]}, …" if brief and len(text) > 40 else text
