"""The command find: players and tournaments by name."""

from typing import Literal

from ledger import LedgerError, open_log
from replay.answers.terminal import remark
from replay.commands.options import current_place, open_office
from replay.commands.output import Output
from replay.questions.find import find as find_names
from wording import say


def find(
    *text: str,
    kind: Literal["player", "tournament"] | None = None,
    scheme: tuple[str, ...] = (),
    known: str | None = None,
    output: Output = Output(),
) -> None:
    """Players and tournaments by name or id, in any script; what fits best comes first.

    Case, accents, width, commas and the order of words do not matter; parts of names are enough.

    Parameters
    ----------
    text
        What to look for: a name, a part of one, or an id.
    kind
        Only players, or only tournaments.
    scheme
        Show the players' ratings on today's list of this scheme, too.
    known
        As known then: a date, a time or #POSITION.
    """
    wanted = " ".join(text)
    if not wanted.strip():
        raise LedgerError(
            say("find what?"), remedy=say("name a player or a tournament, or a part of the name")
        )
    with open_office() as office:
        output.give(find_names(office, wanted, kind, scheme, known))


def named(kind: Literal["player", "tournament"], text: str) -> str:
    """The id that a text means, for commands that read the log alone: only a name needs the read model."""
    from projections.named import named as whom

    with open_log(current_place()) as log:
        if log.store.has_stream(f"{kind}/{text}"):
            return text
    with open_office() as office:
        return whom(office.snapshot(), kind, text, remark)
