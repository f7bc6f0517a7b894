"""The command `predict`: several schemes measured on the same games."""

from datetime import date
from typing import Annotated

from cyclopts import Parameter

from ledger.errors import LedgerError
from replay.commands.options import ledger_schemes, open_office
from replay.commands.output import Output
from wording import say


def predict(
    *schemes: Annotated[str, Parameter(name="SCHEMES")],
    on: Annotated[date | None, Parameter(name="--date")] = None,
    since: Annotated[date | None, Parameter(name="--from")] = None,
    known: str | None = None,
    output: Output = Output(),
) -> None:
    """Whose ratings promised the results best? The games of the first scheme, rated by the others as if for them.

    Parameters
    ----------
    schemes
        The schemes, the one whose games count first.
    on
        Games before the list in force on this day (default: today).
    since
        Only games from this day on are measured; those before it still make the ratings.
    known
        As known then: a date, a time or #POSITION (default: all that is known now).
    """
    if len(schemes) < 2:
        raise LedgerError(
            say("predict compares schemes"),
            remedy=say("name two or more of: {names}", names=", ".join(ledger_schemes().names)),
        )
    from replay.whatif import schemes_compared

    with open_office() as office:
        answer = schemes_compared.predict(
            office, schemes, on or date.today(), office.position(known), since
        )
    output.give(answer)
