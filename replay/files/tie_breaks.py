"""FIDE's codes of tie-breaks in what is imported, recorded or typed: one that no table can apply is refused by name."""

from ledger import Problem
from ledger.events import AnyEvent, TournamentCorrected, TournamentRegistered
from wording.errors import LedgerError


def wrong_tie_breaks(event: AnyEvent | None) -> Problem | None:
    """What is wrong with the tie-breaks that a registration or its correction names."""
    if not isinstance(event, TournamentRegistered | TournamentCorrected) or not event.tie_breaks:
        return None
    from schemes.standings.fide import read_codes

    try:
        read_codes(event.tie_breaks)
    except LedgerError as error:
        return error.problems[0]
    return None
