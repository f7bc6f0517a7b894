"""The command history: every list of a player."""

from datetime import date
from typing import TYPE_CHECKING

from replay.answers.output import ENDINGS, file_form, refuse_unwritable
from replay.answers.terminal import hint, remark
from replay.commands.lists import say_other_rules
from replay.commands.options import ListOptions, open_office
from replay.commands.output import Output

if TYPE_CHECKING:
    from replay.explain.history import History

FORMS = (".html", ".svg", ".png", *ENDINGS)


def history(
    scheme: str,
    player: str,
    /,
    *,
    until: date | None = None,
    moved: bool = False,
    view: ListOptions = ListOptions(),
    output: Output = Output(),
) -> None:
    """Every list of a player: rating, change, games, K, tournaments and causes; with -o .svg, .png or .html a plot.

    Parameters
    ----------
    scheme
        The scheme; `rating-ledger schemes` lists them.
    player
        The player: an id, or a name that only one player has.
    until
        Up to the list in force on this day (default: today).
    moved
        Only lists on which the player had rated games, or something else moved the rating.
    """
    from projections.named import player_named
    from replay.explain.history import player_history
    from replay.explain.history.published import beside_published, otherwise_published

    if output.out is not None:
        refuse_unwritable(output.out)
        file_form(output.out, output.form, FORMS)
    with open_office() as office:
        which = view.words(scheme, until).resolved(office)
        world = office.world(which)
        named = player_named(world.snapshot, player, remark)
        lists = beside_published(office, player_history(office, world, named, which.day))
        _write(lists, office.checkpoint(world.snapshot.position), moved, output)
        if output.is_table:
            say_other_rules(which)
            for told in otherwise_published(lists):
                hint(told)


def _write(lists: "History", checkpoint: str, moved: bool, output: Output) -> None:
    if not lists.rows:
        hint(
            "{player} {name} is on no {scheme} list",
            player=lists.player,
            name=lists.name,
            scheme=lists.scheme.name,
        )
    form = "" if output.out is None else file_form(output.out, output.form, FORMS)
    if output.out is None or f".{form}" in ENDINGS:
        output.give(lists.answer(moved=moved))
    elif form == "html":
        from replay.papers.history import history_paper

        output.paper(history_paper(lists, checkpoint, moved=moved))
    else:
        from replay.explain.history.plot import png, svg

        output.picture(svg(lists) if form == "svg" else png(lists))
