"""The commands about lists: list, explain, publish, sql."""

from datetime import date
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ledger.errors import LedgerError
from ledger.tree.checkpoint import Checkpoint
from replay.answers import columns, kinds
from replay.answers.answer import Answer
from replay.answers.language import language, speaking, tr
from replay.answers.output import (
    PAPER,
    file_form,
    json_document,
    print_tree,
    tree_text,
    write_page,
)
from replay.answers.table import Column, Table
from replay.answers.terminal import hint, inform, remark
from replay.commands.options import Day, ListOptions, open_office, option_group, recorded_by
from replay.commands.output import Output
from replay.lists.list_table import ListFilter, list_answer
from replay.lists.rating_list import RatingList, csv_bytes
from schemes import Node
from wording import say, say_n

if TYPE_CHECKING:
    from replay.lists.publish import Published
    from replay.lists.since_published import ShownList
    from replay.office.office import Office
    from replay.which import WhichList

CHANGED = (
    columns.PLAYER,
    Column("published", kinds.TEXT, kept=True),
    Column("now", kinds.TEXT, kept=True),
)
LIST_ENDINGS = (*PAPER, ".txt")


def list_(
    scheme: str,
    on: Day = None,
    /,
    *,
    view: ListOptions = ListOptions(),
    every: Annotated[bool, Parameter(name="--all")] = False,
    wanted: Annotated[ListFilter, Parameter(name="*")] = ListFilter(),
    receipt: bool = False,
    output: Output = Output(),
) -> None:
    """The list in force on a day.

    Parameters
    ----------
    scheme
        The scheme; `rating-ledger schemes` lists them.
    on
        The day (default: today).
    every
        Unpublished ratings and unrated players too, and why.
    receipt
        Print the receipt instead: what the list was made from, and its digest.
    """
    wanted.check()
    if receipt:
        _check_receipt(wanted, output)
    elif output.out is not None:
        file_form(output.out, output.form, LIST_ENDINGS)
    with open_office() as office:
        made = office.list(view.words(scheme, on).resolved(office), every=every)
        if receipt:
            output.text(json_document(made.receipt))
        else:
            shown = wanted.of(made) if wanted else made
            _say_if_nobody(office, made, shown, wanted)
            if output.is_paper:
                _write_paper(shown, office, wanted, output)
            else:
                _print_list(shown, office, output)
                _say_if_published(office, made, output)


def _say_if_nobody(
    office: "Office", made: RatingList, shown: RatingList, wanted: ListFilter
) -> None:
    """An empty list says why it is empty."""
    listed = {"scheme": made.scheme.name, "date": made.list_date, "position": made.position}
    if len(made) == 0:
        from replay.explain.why_not import why_empty

        nobody = tr("nobody is on the {scheme} list of {date}, as known at #{position}", **listed)
        remark("".join(f"{tr(line)}\n" for line in (nobody, *why_empty(office, made))))
    elif len(shown) == 0:
        hint(
            "nobody on the {scheme} list of {date}, as known at #{position}, is of {filter}",
            **listed,
            filter=tr(wanted.text),
        )


def _say_if_published(office: "Office", made: RatingList, output: Output) -> None:
    """People are told whether this is the list that was published; the rows for a program stay rows."""
    from replay.lists.since_published import (
        is_supposed,
        list_beside_published,
        publication_told,
    )

    if not output.is_table or is_supposed(office, made):
        return
    shown = list_beside_published(office, made.which)
    hint(publication_told(shown))
    if shown is not None and shown.since.differs:
        _say_where_the_other_is(shown, f"rating-ledger list {made.scheme.name} {made.list_date}")


def _say_where_the_other_is(shown: "ShownList", command: str) -> None:
    """The command for the list as it was published, or as it is known now."""
    if shown.is_published:
        hint("as known now: {command}", command=command)
    else:
        then = f"{command} --known '#{shown.published.event.at_position}'"
        hint("as published: {command}", command=then)


def _say_if_rating_published(shown: "ShownList", player: str, command: str) -> None:
    """Whether the rating that was explained is the published one."""
    rating = shown.rating_of(player)
    hint(rating.told)
    if rating.differs:
        _say_where_the_other_is(shown, command)


def _write_paper(shown: RatingList, office: "Office", wanted: ListFilter, output: Output) -> None:
    """The list on paper, beside the list before, which is made from the same rules and the same log."""
    from replay.lists.rating_list import make_list
    from replay.lists.since_published import (
        is_supposed,
        list_beside_published,
        publication_told,
    )
    from replay.papers.lists import day_before, list_paper

    world = office.world(shown.which)
    snapshot = world.snapshot
    day = day_before(
        shown.scheme, shown.rules, shown.list_date, snapshot.published(shown.scheme.name)
    )
    before = make_list(office.replay(world, day), "")
    published = ""
    if not is_supposed(office, shown):
        published = tr(publication_told(list_beside_published(office, shown.which)))
    output.paper(list_paper(shown, before, snapshot, tr(wanted.text), published))


def _print_list(made: RatingList, office: "Office", output: Output) -> None:
    form = output.form if output.out is None else file_form(output.out, output.form, LIST_ENDINGS)
    if output.is_table or form == "json":
        output.give(list_answer(made))
    elif form in ("parquet", "xlsx", "txt"):
        from replay.lists.list_files import write_list

        assert output.out is not None
        write_list(made, office.snapshot(made.position), output.out)
    else:  # the canonical bytes: what older names contain stays as it is
        output.text(csv_bytes(made.table.column_names, made.rows).decode())


def _check_receipt(wanted: ListFilter, output: Output) -> None:
    if wanted:
        raise LedgerError(
            say("a receipt is of the whole list"),
            remedy=say("leave out {part} or --receipt", part=wanted.option),
        )
    if output.form not in (None, "json"):
        raise LedgerError(
            say("a receipt is written as json"),
            remedy=say("leave out --format {form}", form=output.form),
        )
    if output.out is not None:
        file_form(output.out, output.form, (".json",))


def explain(
    scheme: str,
    player: str | None = None,
    on: Day = None,
    /,
    *,
    tournament: str | None = None,
    view: ListOptions = ListOptions(),
    output: Output = Output(),
) -> None:
    """Every step to a player's rating on a list; or with --tournament, whether and how it is rated.

    Parameters
    ----------
    scheme
        The scheme.
    player
        The player: an id, or a name that only one player has.
    on
        The day whose list is explained (default: today).
    tournament
        Explain a tournament (id or name) instead: on which list, under which version, what is not rated and why.
    """
    from projections.named import player_named, tournament_named
    from replay.explain.explain import explain_player, explain_tournament
    from replay.lists.since_published import list_beside_published

    form = check_tree(output)
    if tournament is not None and player is not None and on is None:
        on = _date(player)
        player = None  # explain SCHEME DATE --tournament T
    if (player is None) == (tournament is None):
        raise LedgerError(
            say("explain a player or a --tournament"),
            remedy=say("for example: explain {scheme} PLAYER 2025-11-01", scheme=scheme),
        )
    with open_office() as office:
        which = view.words(scheme, on).resolved(office)
        world = office.world(which)
        day = which.day
        if player is not None:
            player = player_named(world.snapshot, player, remark)
            with speaking(
                "en" if form == "json" else language()
            ):  # data have the names that were registered
                node = explain_player(office, world, player, day)
        else:
            assert tournament is not None
            node = explain_tournament(
                office.replay(world, day), tournament_named(world.snapshot, tournament, remark)
            )
        shown = None
        if player is not None and form != "json":
            shown = list_beside_published(office, which)
        if output.is_paper:
            from replay.papers.answers import explanation_paper

            published = ""
            if shown is not None and player is not None:
                published = tr(shown.rating_of(player).told)
            checkpoint = office.checkpoint(world.snapshot.position)
            output.paper(explanation_paper(node, world, day, checkpoint, published))
            return
        print_node(node, output)
        if form != "json":
            say_other_rules(which)
        if shown is not None and player is not None:
            command = f"rating-ledger explain {scheme} {player} {shown.list_date}"
            _say_if_rating_published(shown, player, command)


def say_other_rules(which: "WhichList") -> None:
    """That an answer is by other rules than those in force, where its own text has no room for it."""
    if which.other_rules:
        hint("by other rules than those in force: {rules}", rules=which.other_rules)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise LedgerError(
            say("{text!r} stands where the date is", text=text),
            remedy=say("explain a player or a --tournament, not both"),
        ) from None


def check_tree(output: Output) -> str:
    """The form of an explanation: json, or txt for a tree. It has no rows, so csv is refused."""
    if output.form == "csv":
        raise LedgerError(
            say("an explanation is a tree, not rows"),
            remedy=say("use --format table or --format json"),
        )
    if output.out is None:
        if output.form == "json":
            return "json"
        return "txt"
    return file_form(output.out, output.form, (".txt", ".json", ".html"))


def print_node(node: Node, output: Output) -> None:
    """An explanation: a tree for people, data for programs."""
    from replay.explain.data import step_of

    if check_tree(output) == "json":
        output.text(json_document(step_of(node)))
    elif output.out is None:
        print_tree(node)
    else:
        write_page(output.out, tree_text(node))


@option_group
class PublishedBy:
    """Who publishes a list, why anew, and with which key."""

    reason: str | None = None
    "Why it is revised, for everybody to read; a revision needs one."
    by: str | None = None
    "Who publishes it. Default: the environment variable RATING_LEDGER_BY."
    key: Path | None = None
    "The secret key to sign the checkpoint with. Default: the environment variable RATING_LEDGER_KEY."


def publish(
    scheme: str,
    on: Annotated[date, Parameter(name="DATE")],
    /,
    *,
    reading: tuple[str, ...] = (),
    revised: bool = False,
    ahead: bool = False,
    signing: PublishedBy = PublishedBy(),
    rate_as: bool = False,
) -> None:
    """Append ListPublished to the log, and write the list of a day and its receipt to lists/.

    Parameters
    ----------
    scheme
        The scheme.
    on
        The list's date.
    reading
        Publish under another reading: name=choice.
    revised
        Publish although the list has changed since it was published before; the old files stay.
    ahead
        Publish a list whose day is still to come.
    rate_as
        Refused: a list with the games of other schemes is a supposition.
    """
    if rate_as:
        wrong = say(
            "a list with the games of other schemes (--rate-as) is a supposition and is never published"
        )
        raise LedgerError(
            wrong,
            remedy=say(
                "leave --rate-as out; to rate a tournament, correct what it is approved for"
            ),
        )
    from replay.lists.publish import publish as publish_list
    from replay.lists.since_published import SincePublished
    from replay.office.key_files import given_key
    from schemes.kernels.rules import reform_from_words

    with open_office() as office:
        try:
            readings = reform_from_words((), reading).readings
            done = publish_list(
                office, scheme, on, readings=readings, revised=revised, ahead=ahead,
                by=recorded_by(signing.by), key=given_key(signing.key), reason=signing.reason,
            )  # fmt: skip
        except LedgerError as error:
            if isinstance(error.details, SincePublished):
                rows = sorted(error.details.told(), key=itemgetter("player"))
                Output().give(Answer("changed-rows/1", table=Table(CHANGED, rows)))
            raise
    receipt = done.made.receipt
    if done.position is None:
        inform(
            "{scheme} list of {date}: published before and not changed since; nothing appended",
            scheme=scheme,
            date=on,
        )
    else:
        inform(_put_on_record(done))
    inform("digest {digest}", digest=receipt.digest)
    for path in done.written:
        inform("wrote {file}", file=path)
    for path in done.files:
        if path not in done.written:
            inform("{file} is there already", file=path)
    if not done.files:
        hint("no files were written: a ledger in a database has no folder; name one with --lists")
    if done.position is not None and not Checkpoint.parse(receipt.checkpoint).signatures:
        hint(
            "its checkpoint is not signed: this ledger has announced no key (rating-ledger help trust)"
        )


def _put_on_record(done: "Published") -> str:
    values = {
        "scheme": done.made.scheme.name,
        "date": done.made.list_date,
        "rows": say_n("{number} row", "{number} rows", done.made.receipt.rows),
        "position": done.position,
        "revised": done.revises,
    }
    if done.revises:
        return say(
            "{scheme} list of {date}: {rows}, published at #{position}, revising #{revised}",
            **values,
        )
    return say("{scheme} list of {date}: {rows}, published at #{position}", **values)


def published(scheme: str | None = None, /, *, output: Output = Output()) -> None:
    """Every published list, the newest first: which would be others today, in how many rows and by how much.

    Parameters
    ----------
    scheme
        Only lists of this scheme.
    """
    from replay.lists import since_published

    with open_office() as office:
        answer = since_published.published(office, scheme)
    output.give(answer)


def sql(
    text: str,
    /,
    *,
    known: str | None = None,
    seconds: int = 60,
    output: Output = Output(),
) -> None:
    """Read-only SQL over the views players, titles, tournaments, games, unrated, lists, standings.

    Parameters
    ----------
    text
        One SELECT.
    known
        As known then: a date, a time or #POSITION.
    seconds
        Stop a query that runs longer.
    """
    from replay.questions.sql import (  # only here, because it loads every regulation
        as_answer,
        query,
    )

    with open_office() as office:
        rows = query(office, text, known=known, seconds=seconds)
    output.give(as_answer(rows))
