"""erase and disclose: a person's private data destroyed, or handed to the person."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ledger import open_log
from ledger.place import is_database
from replay.commands.find import named
from replay.commands.options import current_place, open_office, recorded_by
from replay.language import tr, tr_n
from replay.output import Output, json_document
from replay.terminal import remark, tell

if TYPE_CHECKING:
    from replay.office import Office


def erase(player: str, /, *, reason: str, ref: str, by: str | None = None) -> None:
    """Destroy a person's private data for good: names, birth date, notes. Ratings and proofs stay as they are.

    Parameters
    ----------
    player
        The player (id or name). Ids that were merged with it are erased with it.
    reason
        Why, without private data: it stands in the log for ever.
    ref
        The document of the decision.
    by
        Who records it. Default: the environment variable RATING_LEDGER_BY.
    """
    from replay.erasure import erase as erase_person

    player = named("player", player)
    with open_office() as office:
        done = erase_person(office, player, reason=reason, ref=ref, by=recorded_by(by))
    ids, positions = ", ".join(done.ids), ", ".join(f"#{each}" for each in done.positions)
    if positions:
        erased = tr("{ids}: erased at {positions}; the log, its proofs and published roots are as they were",
                    ids=ids, positions=positions)  # fmt: skip
    else:
        erased = tr("{ids}: was erased before; what was left is destroyed", ids=ids)
    tell(f"{erased}\n")
    if done.lists:
        written = tr_n(
            "{number} file of published lists written without the name, or removed",
            "{number} files of published lists written without the name, or removed",
            len(done.lists),
        )
        tell(f"{written}\n")
    remark("".join(f"{line}\n" for line in _still_to_do(office)))


def _still_to_do(office: "Office") -> Iterator[str]:
    """What an erasure did not reach."""
    if office.lists is None:
        yield tr("no folder of published lists was named: if there are such files, erase again with --lists FOLDER")
    if is_database(office.place):
        yield tr("PostgreSQL keeps the old row of the key in its files: the owner of the tables removes it with "
                 "VACUUM FULL person_keys (docs/postgres.md)")  # fmt: skip
    yield tr("not known here, and still to be done: backups of the keys, files written with -o or export --open, "
             "papers, the public site (run site again), other machines that have the keys")  # fmt: skip


def disclose(player: str, /, *, out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None) -> None:
    """Write what is sealed about a player, with what proves it: for that person, who can show any part of it.

    Parameters
    ----------
    player
        The player (id or name).
    out
        Write to this file.
    """
    from replay.erasure import disclosed

    player = named("player", player)
    with open_log(current_place()) as log:
        Output(out=out).text(json_document(disclosed(log, player)))
