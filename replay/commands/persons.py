"""erase and disclose: a person's private data destroyed, or handed to the person."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger import LedgerError, open_log
from ledger.log.place import is_database
from replay.answers.language import tr
from replay.answers.output import json_document
from replay.answers.terminal import inform, is_confirmed, remark, tell
from replay.commands.find import named
from replay.commands.options import OutFile, current_place, open_office, recorded_by
from replay.commands.output import Output
from wording import say, say_n

if TYPE_CHECKING:
    from replay.office.erasure import ErasurePlan
    from replay.office.office import Office


def erase(
    player: str,
    /,
    *,
    reason: str,
    ref: str,
    by: str | None = None,
    yes: bool = False,
    dry_run: bool = False,
) -> int:
    """Destroy a person's private data for good: names, birth date, notes. Ratings and proofs stay as they are.

    What will happen is shown first, and you are asked.

    Parameters
    ----------
    player
        The player: an id, or a whole name that only one person has; a part of a name is not enough. Ids that were
        merged with it are erased with it.
    reason
        Why, without private data: it stands in the log for ever.
    ref
        The document of the decision.
    by
        Who records it. Default: the environment variable RATING_LEDGER_BY.
    yes
        Erase without asking; needed where there is no terminal to ask on.
    dry_run
        Only say what would happen.
    """
    from replay.office.erasure import erase as erase_person
    from replay.office.erasure import plan

    with open_office() as office:
        planned = plan(office, player)
        tell("".join(f"{line}\n" for line in _what_will_happen(planned)))
        if dry_run:
            inform("dry run: nothing was erased")
            return 0
        if not yes and not is_confirmed(
            tr("erase it for good? There is no way back [y/N] "),
            LedgerError(
                say("there is no terminal to ask on, so nothing was erased"),
                remedy=say("say --yes to erase, or --dry-run only to look"),
            ),
        ):
            inform("nothing was erased")
            return 1
        done = erase_person(office, planned.ids[0], reason=reason, ref=ref, by=recorded_by(by))
    ids = ", ".join(done.ids)
    positions = ", ".join(f"#{position}" for position in done.positions)
    if positions:
        inform(
            "{ids}: erased at {positions}; the log, its proofs and published roots are as they were",
            ids=ids,
            positions=positions,
        )
    else:
        inform("{ids}: was erased before; what was left is destroyed", ids=ids)
    if done.lists:
        written = say_n(
            "{number} file of published lists written without the name, or removed",
            "{number} files of published lists written without the name, or removed",
            len(done.lists),
        )
        inform(written)
    remark("".join(f"{line}\n" for line in _still_to_do(office)))
    return 0


def _what_will_happen(planned: "ErasurePlan") -> Iterator[str]:
    """Who it is, what is destroyed, what stays, and which files change."""
    from replay.answers.names import page_title  # loaded on use, so that `--help` stays quick

    person, *merged = planned.ids
    title = page_title(person, planned.name)
    title = title if title.startswith(person) else f"{person} {title}"
    details = f" ({tr(planned.details)})" if planned.details else ""
    yield tr("to be erased: {person}", person=f"{title}{details}")
    if merged:
        yield "  " + tr("with the ids merged with it: {ids}", ids=", ".join(merged))
    if planned.fields:
        fields = ", ".join(f"{tr(field)} ({number}×)" for field, number in planned.fields.items())
        yield "  " + tr("destroyed for good: {fields}", fields=fields)
    else:
        yield "  " + tr("nothing private can be opened here any more")
    yield "  " + tr(
        "stays: the id, sex, year of birth, federation, titles, games, ratings, and every proof"
    )
    for file in planned.files:
        yield "  " + tr("published file to be written without the name: {file}", file=file)


def _still_to_do(office: "Office") -> Iterator[str]:
    """What an erasure did not reach."""
    if office.lists is None:
        yield tr(
            "no folder of published lists was named: if there are such files, erase again with --lists FOLDER"
        )
    if is_database(office.place):
        yield tr("PostgreSQL keeps the old row of the key in its files: the owner of the tables removes it with "
                 "VACUUM FULL person_keys (rating-ledger help postgres)")  # fmt: skip
    yield tr("not known here, and still to be done: backups of the keys, files written with -o or export --open, "
             "papers, the public site (run site again), other machines that have the keys")  # fmt: skip


def disclose(player: str, /, *, out: OutFile = None) -> None:
    """Write what is sealed about a player, with what proves it: for that person, who can show any part of it.

    Parameters
    ----------
    player
        The player (id or name).
    out
        Write to this file.
    """
    from replay.office.erasure import disclosed

    player = named("player", player)
    with open_log(current_place()) as log:
        Output(out=out).text(json_document(disclosed(log, player)))
