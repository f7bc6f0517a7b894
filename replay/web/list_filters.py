"""What can be chosen of a list: filters in words of the address, and the day."""

from typing import Any

from ledger.errors import LedgerError
from projections import Snapshot
from projections.find import find_players
from replay.answers.language import tr
from replay.lists.list_table import ListFilter
from replay.lists.rating_list import RatingList
from replay.web.asked import Asked
from replay.web.list_rows import active_ranks
from replay.web.page import (
    Field,
    Form,
)
from wording import either, say

FILTERS = ("federation", "sex", "age", "title", "status")


def chosen_rows(
    snapshot: Snapshot, table: Any, made: RatingList, wanted: ListFilter, name: str
) -> Any:
    """The rows that are wanted, each with its rank among them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if wanted:
        players = wanted.of(made).table["player"]
        table = table.filter(pc.is_in(table["player"], value_set=players.combine_chunks()))
    if name:
        players = pa.array(
            [match.counts_for for match in find_players(snapshot, name)], pa.string()
        )
        table = table.filter(pc.is_in(table["player"], value_set=players))
    if wanted or name:
        table = table.set_column(0, "rank", active_ranks(table))
    return table


def filter_of(asked: Asked) -> ListFilter:
    """The same words as `list` takes."""
    one_of = {"sex": ("M", "F"), "status": ("active", "inactive")}
    for name, known in one_of.items():
        if (given := asked.get(name)) is not None and given not in known:
            raise LedgerError(
                say("{name} {given!r} is unknown", name=name, given=given),
                remedy=say("use {known}", known=either(known)),
            )
    words: dict[str, Any] = {
        name: asked.get(name) for name in ("federation", "sex", "age", "title", "status")
    }
    wanted = ListFilter(**words)
    wanted.check()
    return wanted


def filter_form(made: RatingList, asked: Asked) -> Form:
    """What can be chosen of a list; the words are those of the command."""
    federation, sex, age, title, status = (asked.get(name) or "" for name in FILTERS)
    titles = [(each, each) for each in dict.fromkeys(made.scheme.titles.values())]
    homes = [(each, each) for each in sorted(made.table["federation"].unique().to_pylist()) if each]
    every = ("", tr("all"))
    activity = [every, ("active", tr("active")), ("inactive", tr("inactive"))]
    return Form(
        asked.path,
        [
            Field("name", tr("Name"), asked.get("name") or "", hint=tr("any")),
            Field("status", tr("Players"), status, activity),
            Field("federation", tr("Federation"), federation, [every, *_with(homes, federation)]),
            Field("title", tr("Title"), title, [every, *_with(titles, title)]),
            Field("sex", tr("Sex"), sex, [every, ("F", tr("women")), ("M", tr("men"))]),
            Field("age", tr("Age"), age, hint=tr("18, ..18 or 65..")),
        ],
        tr("Filter"),
        asked.hidden("name", *FILTERS),
    )


def _with(choices: list[tuple[str, str]], chosen: str) -> list[tuple[str, str]]:
    """The choices, and what was chosen in the address although it is none of them, such as FRA,ESP."""
    if not chosen or (chosen, chosen) in choices:
        return choices
    return [*choices, (chosen, chosen)]


def day_form(asked: Asked, made: RatingList) -> Form:
    """The list of another day; versions and readings that can be chosen."""
    chosen = dict(asked.query)
    versions = [("", tr("by date")), *((each.name, each.name) for each in made.scheme.versions)]
    readings = [
        Field(f"reading.{each.name}", tr(each.question), chosen.get(f"reading.{each.name}", ""),
              [("", tr("in force: {choice}", choice=tr(each.choices[each.force]))),
               *((choice, tr(says)) for choice, says in each.choices.items() if choice != each.force)])
        for each in made.scheme.readings
    ]  # fmt: skip
    others = [
        ("", tr("only games approved for this scheme")),
        ("yes", tr("games of other schemes, too")),
    ]
    fields = [
        Field("version", tr("Version"), chosen.get("version", ""), versions),
        Field("rate-as", tr("Games"), chosen.get("rate-as", ""), others),
        *readings,
    ]
    return Form(
        asked.path,
        fields,
        tr("Show"),
        asked.hidden(*(field.name for field in fields)),
        tr("Other rules"),
    )
