"""template: empty tables to fill in."""

from pathlib import Path

from ledger import LedgerError
from replay.answers.language import language, reads_chinese, tr
from replay.answers.output import cannot_write
from replay.answers.terminal import hint
from replay.commands.options import ledger_schemes
from replay.files.tables import KINDS, SheetKind
from replay.files.tables.headings import kind_named
from replay.files.titles import titles_called
from schemes import Schemes
from wording import say


def template(file: Path, /, *, kind: str | None = None) -> None:
    """Write an empty table to fill in and import; office.xlsx is one workbook with all tables.

    Parameters
    ----------
    file
        The file to write, .xlsx or .csv; its name says which table it is to be, such as players.xlsx.
    kind
        Which table, if the name does not say it.
    """
    from replay.files.templates import write_csv_template, write_workbook_template

    ending = file.suffix.lower()
    kinds = _kinds(kind or file.stem)
    if file.exists():
        raise LedgerError(
            say("is there already"),
            place=str(file),
            remedy=say("choose another name; nothing is overwritten"),
        )
    if ending == ".xlsx":
        write_workbook_template(file, kinds, _choices())
    elif ending == ".csv" and len(kinds) == 1:
        write_csv_template(file, kinds[0])
    else:
        if ending == ".csv":
            wrong = say("cannot write all tables to one .csv")
        else:
            wrong = cannot_write(ending)
        if len(kinds) == 1:
            remedy = say("use .xlsx or .csv")
        else:
            remedy = say("use .xlsx")
        raise LedgerError(wrong, place=str(file), remedy=remedy)
    if len(kinds) > 1:
        hint(
            "{file}: {number} empty tables; fill in those you need",
            file=file,
            number=len(kinds),
        )
    else:
        needed = ", ".join(
            column.header(language()) for column in kinds[0].columns if column.is_needed
        )
        table = kinds[0].heading(language()).lower()
        hint(
            "{file}: an empty table of {table}; to be filled in at least: {needed}",
            file=file,
            table=table,
            needed=needed,
        )


def _kinds(name: str) -> list[SheetKind]:
    """The table that a name speaks of; all for `office`."""
    if (kind := kind_named(name)) is not None:
        return [kind]
    if "office" in name.lower():
        return list(KINDS.values())
    remedy = say(
        "name the file, or --kind, office (all of them) or one of: {kinds}", kinds=", ".join(KINDS)
    )
    raise LedgerError(say("no kind of table in {name!r}", name=name), remedy=remedy)


def _choices() -> dict[str, list[str]]:
    """Titles and schemes, for drop-downs."""
    schemes = ledger_schemes()
    working = schemes.working()
    names = [scheme.name for scheme in working]
    titles: dict[str, str] = {}
    for scheme in working:
        titles = {**scheme.titles, **titles}
    shown = [_title(schemes, code, name) for code, name in titles.items()]
    return {"scheme": names, "rated": names, "title": shown}


def _title(schemes: Schemes, code: str, name: str) -> str:
    """A title for a drop-down: in Chinese its name, where no other title has the same; else its code."""
    shown = tr(name)
    if reads_chinese() and titles_called(schemes, shown) == [code]:
        return shown
    return code
