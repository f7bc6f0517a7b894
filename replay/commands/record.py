"""The command record: one event from the command line, shown and confirmed before it is appended.

There is one subcommand for each kind of table, with the columns of the table as arguments and options.
"""

from collections.abc import Callable
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any

from cyclopts import App, Parameter

from replay.commands.options import open_office, recorded_by
from replay.files.tables import KINDS, SheetKind, TableColumn
from replay.files.tables.meanings import meaning, takes_names

_POSITIONAL = Argument.POSITIONAL_ONLY
_MANY = Argument.VAR_POSITIONAL
_OPTION = Argument.KEYWORD_ONLY
record = App(
    name="record",
    help="Append one event: shown as `log` shows it, and confirmed, before it is appended.\n\n"
    "Players and tournaments are named by id or by name. A file of many events is taken by `import`.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)


def _command(kind: SheetKind) -> Callable[..., int]:
    """The subcommand for one kind of event."""

    def run(*given: str, **options: Any) -> int:
        from replay.answers.terminal import remark
        from replay.commands.recording import (
            append_confirmed,
        )  # loaded on use, so that --help stays quick
        from replay.office.recording import Recording

        by = options.pop("by", None)
        dry_run = options.pop("dry_run", False)
        yes = options.pop("yes", False)
        with open_office() as office:
            recording = Recording(
                office, kind, _by_field(kind, given, options), recorded_by(by), remark
            )
            return append_confirmed(office, recording, dry_run=dry_run, confirmed=yes)

    run.__signature__ = Signature([*_arguments(kind), *_options(kind), *_SWITCHES])  # type: ignore[attr-defined]
    run.__name__ = kind.command
    run.__doc__ = kind.says
    return run


def _by_field(kind: SheetKind, words: tuple[str, ...], options: dict[str, Any]) -> dict[str, Any]:
    """What was typed, by the fields of the event; a ranking is all that is left."""
    fields = [column.field for column in _positional(kind)]
    texts: dict[str, Any] = dict(zip(fields, words, strict=False))
    if kind.is_ranking and words[len(fields) :]:
        texts["ranking"] = words[len(fields) :]
    named = {_name(column): column.field for column in kind.columns}
    return texts | {named[name]: text for name, text in options.items() if text is not None}


def _positional(kind: SheetKind) -> list[TableColumn]:
    """The columns that stand without a name: what is needed, but for the day, the reason and a ranking."""
    apart = {"date", "reason"} | ({"rank", "player"} if kind.is_ranking else set())
    return [column for column in kind.columns if column.is_needed and column.field not in apart]


def _arguments(kind: SheetKind) -> list[Argument]:
    columns = [
        Argument(
            _name(column),
            _POSITIONAL,
            annotation=_typed(str, kind, column, column.field == "result"),
        )
        for column in _positional(kind)
    ]
    if kind.is_ranking:
        help_ = "The players, best first, by id or name; = before one: the same place as the player before"
        columns.append(
            Argument("ranking", _MANY, annotation=Annotated[str, Parameter(help=f"{help_}.")])
        )
    return columns


def _options(kind: SheetKind) -> list[Argument]:
    apart = {column.field for column in _positional(kind)} | (
        {"rank", "player"} if kind.is_ranking else set()
    )
    columns = [column for column in kind.columns if column.field not in apart]
    return [
        _option(kind, column)
        for column in sorted(columns, key=lambda column: column.field in _LAST)
    ]


_LAST = ("date", "ref", "note")


def _option(kind: SheetKind, column: TableColumn) -> Argument:
    if column.is_needed and column.field != "date":
        return Argument(_name(column), _OPTION, annotation=_typed(str, kind, column))
    return Argument(
        _name(column), _OPTION, default=None, annotation=_typed(str | None, kind, column)
    )


def _typed(type_: Any, kind: SheetKind, column: TableColumn, hyphen: bool = False) -> Any:
    """The annotation of an argument, with its help."""
    said = explained(kind, column) + (" (default: today)" if column.field == "date" else "")
    return Annotated[type_, Parameter(help=f"{said}.", allow_leading_hyphen=hyphen)]


def explained(kind: SheetKind, column: TableColumn) -> str:
    """What is typed for a column; names are understood where ids are taken."""
    said = meaning(kind, column)
    if takes_names(kind, column):
        return f"{said} (id or name)"
    return said


def _name(column: TableColumn) -> str:
    """The name of an argument: the field's, or the header's where that says more."""
    if column.field == "withdraws":
        return "position"
    if "." in column.field:
        return column.headers[0].lower().replace(" ", "_")
    return column.field


def _switch(name: str, help_: str) -> Argument:
    return Argument(
        name, _OPTION, default=False, annotation=Annotated[bool, Parameter(help=help_, negative=())]
    )


_BY = "Who records it. Default: the environment variable RATING_LEDGER_BY."
_SWITCHES = [
    Argument("by", _OPTION, default=None, annotation=Annotated[str | None, Parameter(help=_BY)]),
    _switch("dry_run", "Check and show it, append nothing."),
    _switch("yes", "Append without asking."),
]
for _kind in KINDS.values():
    record.command(_command(_kind), name=_kind.command, help=_kind.says)
