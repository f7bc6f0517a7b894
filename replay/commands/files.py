"""template, and the reports that `export` writes."""

from pathlib import Path

from ledger import LedgerError, Log
from ledger.events import AnyEvent, TitleAwarded, TitleRevoked
from replay.answers.language import language, tr
from replay.answers.output import cannot_write
from replay.answers.terminal import remark
from replay.commands.options import current_place, ledger_schemes
from replay.files.known import LedgerLookup
from replay.files.tables import KINDS, SheetKind
from replay.files.tables import LANGUAGES as TABLE_LANGUAGES
from replay.files.tables.headings import kind_named
from replay.files.titles import title_in_words
from replay.files.trf import write_report
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
            say("is there already"), place=str(file), remedy=say("choose another name; nothing is overwritten")
        )
    if ending == ".xlsx":
        write_workbook_template(file, kinds, language(), _choices())
    elif ending == ".csv" and len(kinds) == 1:
        write_csv_template(file, kinds[0], language())
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
        remark(tr("{file}: {number} empty tables; fill in those you need", file=file, number=len(kinds)) + "\n")
    else:
        needed = ", ".join(column.header(language()) for column in kinds[0].columns if column.is_needed)
        told = {"file": file, "table": kinds[0].title[TABLE_LANGUAGES.index(language())], "needed": needed}
        if language() == "en":
            told["table"] = kinds[0].name
        remark(tr("{file}: an empty table of {table}; to be filled in at least: {needed}", **told) + "\n")


def _kinds(name: str) -> list[SheetKind]:
    """The table that a name speaks of; all for `office`."""
    if (found := kind_named(name)) is not None:
        return [found]
    if "office" in name.lower():
        return list(KINDS.values())
    remedy = say("name the file, or --kind, office (all of them) or one of: {kinds}", kinds=", ".join(KINDS))
    raise LedgerError(say("no kind of table in {name!r}", name=name), remedy=remedy)


def _choices() -> dict[str, list[str]]:
    """Titles and schemes, for drop-downs."""
    from schemes import working_schemes

    with ledger_schemes():
        found = working_schemes()
    names = [each.name for each in found]
    titles = dict.fromkeys(title for each in found for title in each.titles)
    return {"scheme": names, "rated": names, "title": [title_in_words(code) for code in titles]}


def report_text(
    log: Log, tournament: str, *, version: int = 16, corrected: bool = False, until: int | None = None
) -> str:
    """The TRF of a tournament in the log, as known at a position (default: now)."""
    last = log.head if until is None else until
    events = [event for position, event in log.stream(f"tournament/{tournament}") if position <= last]
    if not events:
        remedy = say("`rating-ledger log --type TournamentRegistered` lists the tournaments")
        raise LedgerError(say("unknown tournament {tournament!r}", tournament=tournament), remedy=remedy)
    known = LedgerLookup(log)
    people = {player: person for player in _named(events) if (person := known.player(player)) is not None}
    titles = {player: title for player in people if (title := _title(log, player, last))}
    ratings = _ratings(log, tournament, last)
    return write_report(events, people, version=version, corrected=corrected, titles=titles, ratings=ratings)


def _ratings(log: Log, tournament: str, known: int) -> dict[str, int]:
    """Ratings of the list in force at the start, by the first installed scheme that the tournament is rated for."""
    from replay.explain.explain import tournament_number
    from replay.office.office import Office
    from replay.which import ListWords
    from schemes import scheme_names

    office = Office(current_place(), log=log)
    snapshot = office.snapshot(known)
    try:
        event = snapshot.tournaments.registration(tournament_number(snapshot, tournament))
        name = next((each for each in event.rated if each in scheme_names()), None)
        if name is None:
            return {}
        table = office.list(ListWords(name, event.start, known).resolved(office)).table
        listed = zip(table["player"].to_pylist(), table["rating"].to_pylist(), strict=True)
        return {player: int(rating) for player, rating in listed if rating is not None}
    finally:
        office.model.close()


def _named(events: list[AnyEvent]) -> set[str]:
    """Every player whom the events name."""
    found: set[str] = set()
    for event in events:
        found.update(name for field in ("player", "first", "second") if (name := getattr(event, field, None)))
        found.update(getattr(event, "ranking", None) or ())
    return found


def _title(log: Log, player: str, until: int) -> str | None:
    """A FIDE title the player holds: the last one awarded and not revoked."""
    held: list[str] = []
    for position, event in log.stream(f"player/{player}"):
        if position > until:
            break
        if isinstance(event, TitleAwarded) and event.title.startswith("fide-"):
            held.append(event.title)
        elif isinstance(event, TitleRevoked) and event.title in held:
            held.remove(event.title)
    if held:
        return held[-1]
    return None
