"""Who is who in a file that was sent: whom its names were taken for, and a form for names that leave it open."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from ledger import Log
from ledger.errors import LedgerError
from ledger.events import AnyEvent, PlayerRegistered
from ledger.text import from_cell, to_cell
from projections import Snapshot
from replay.answers.language import tr, tr_n
from replay.answers.paper import PlainTable, Section
from replay.files import format_of, open_file
from replay.files.known import KnownLedger
from replay.files.options import TAKEN_BY
from replay.files.players import COLUMNS
from replay.office.office import Office
from replay.questions.named import player_named
from replay.web.page import Anchor, Field, Form
from replay.web.uploads import Upload, Uploads

SHOWN = 200  # players on a page
MOST_DECIDED = 60  # names in one form
_NAMING = ("player", "first", "second", "kept", "duplicate")


def who_is_who(
    known: KnownLedger, events: Iterable[AnyEvent], matched: Iterable[tuple[str, str]]
) -> list[Section]:
    """Every player of the events: the name in the file, the id, and whom the ledger has under it."""
    events = list(events)
    new = {each.player: each for each in events if isinstance(each, PlayerRegistered)}
    called: dict[str, dict[str, None]] = {}  # id → its names in the file
    for name, player in matched:
        called.setdefault(player, {})[name] = None
    ids = dict.fromkeys([*called, *(player for event in events for player in _named_in(event))])
    rows = [_row(player, called, new, known) for player in list(ids)[:SHOWN]]
    count = tr_n(
        "{number} player, {new} of them new to the ledger.", "{number} players, {new} of them new to the ledger.",
        len(ids), new=len(new),
    )  # fmt: skip
    if len(ids) > SHOWN:
        more = tr("the first {shown} of {number}", shown=SHOWN, number=len(ids))
    else:
        more = ""
    columns = (tr("in the file"), tr("player"), tr("in the ledger"))
    if rows:
        return [PlainTable(tr("Who is who"), columns, rows, " ".join(filter(None, (count, more))))]
    return []


def _named_in(event: AnyEvent) -> Iterator[str]:
    yield from (player for name in _NAMING if (player := getattr(event, name, None)))
    yield from getattr(event, "ranking", None) or ()


def _row(
    player: str,
    called: Mapping[str, Iterable[str]],
    new: Mapping[str, PlayerRegistered],
    known: KnownLedger,
) -> tuple[object, ...]:
    person = known.player(player)
    names = "; ".join(called.get(player, ()))
    if person is None:  # or an event would be refused; of large files not all events are looked at
        registered = new[player].name if player in new else ""
        return names or registered, player, tr("new: this file registers the player")
    about = ", ".join(str(part) for part in (person.name, person.federation, person.born) if part)
    return names, Anchor(player, f"/players/{quote(player, safe='')}"), about


# Names that leave open who is meant


def open_names(
    upload: Upload, log: Log, open_snapshot: Callable[[], Snapshot]
) -> list[dict[str, str]]:
    """The rows of the form that `import --write-players` writes: names without a decision, with candidates."""
    form = _form_of(upload)
    form.unlink(missing_ok=True)
    try:
        if format_of(upload.path, None, upload.name) not in TAKEN_BY["write_players"]:
            return []
        options = replace(upload.options, write_players=form)
        for _ in open_file(
            upload.path, options, log, name=upload.name, open_snapshot=open_snapshot
        ):
            continue
    except LedgerError:
        if form.exists():
            return _rows(form)
        return []
    return []


def names_form(upload: Upload, rows: Sequence[Mapping[str, str]]) -> Form:
    """One line for each name: who it is. In a table new players are not made from a name alone."""
    of_table = format_of(upload.path, None, upload.name) == "table"
    fields: list[Field] = []
    for number, row in enumerate(rows[:MOST_DECIDED]):
        about = ", ".join(filter(None, (row["name"], row["federation"], row["born"])))
        says = row["candidates"] or tr("nobody in the ledger is called so")
        fields.append(
            Field(f"player.{number}", about, row["player"], hint=tr("id or name"), says=says)
        )
        if not of_table:
            fields.append(
                Field(
                    f"action.{number}", tr("{name} is", name=row["name"]), row["action"], _actions()
                )
            )
    return Form(
        f"/office/import/{upload.id}",
        fields,
        tr("Preview with these"),
        [("decided", "yes")],
        method="post",
    )


def _actions() -> list[tuple[str, str]]:
    return [
        ("", tr("the player named above")),
        ("new", tr("a new player")),
        ("skip", tr("to be left out (has no games)")),
    ]


def decided(uploads: Uploads, office: Office, upload: Upload, fields: Mapping[str, str]) -> Upload:
    """The file with what was decided about its names, beside what was decided before."""
    chosen = upload.path.parent / f"{upload.id}-decided.csv"
    rows = _rows(chosen) if chosen.exists() else []
    for number, row in enumerate(_rows(_form_of(upload))[:MOST_DECIDED]):
        player = fields.get(f"player.{number}", "").strip()
        action = fields.get(f"action.{number}", "")
        if player and action != "new":
            player = player_named(office.snapshot(), player, lambda line: None)
        rows.append({**row, "player": player, "action": action})
    with chosen.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(
            [to_cell(row[name]) for name in COLUMNS]
            for row in rows
            if row["player"] or row["action"]
        )
    return uploads.keep_again(replace(upload, options=replace(upload.options, players=chosen)))


def _form_of(upload: Upload) -> Path:
    return upload.path.parent / f"{upload.id}-names.csv"


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: from_cell(cell) for name, cell in row.items()} for row in csv.DictReader(file)
        ]
