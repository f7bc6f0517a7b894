"""The player or tournament that somebody means: an id that exists, else a name that only one of them has."""

from collections.abc import Callable, Sequence

from ledger.errors import LedgerError
from projections import Snapshot
from projections.find import (
    PART_OF_ID,
    Match,
    find_players,
    find_tournaments,
    nearest,
    player_details,
    tournament_details,
)
from wording import joined, say

MOST_SHOWN = 10
Tell = Callable[[str], None]
_SEARCH = {
    "player": (find_players, player_details),
    "tournament": (find_tournaments, tournament_details),
}


def player_named(snapshot: Snapshot, text: str, tell: Tell | None = None) -> str:
    """The id of the player whom a text means; one that was found by name is told."""
    return named(snapshot, "player", text, tell)


def tournament_named(snapshot: Snapshot, text: str, tell: Tell | None = None) -> str:
    """The id of the tournament that a text means; one that was found by name is told."""
    return named(snapshot, "tournament", text, tell)


def unknown(snapshot: Snapshot, kind: str, text: str) -> LedgerError:
    """There is no such player or tournament, and these are written much alike."""
    near = [f"{near_id} {name}" for near_id, name in nearest(snapshot, kind, text)]
    if kind == "player":
        wrong = say("there is no player {text!r}", text=text)
        remedy = say("find looks for players by parts of names")
    else:
        wrong = say("there is no tournament {text!r}", text=text)
        remedy = say("find looks for tournaments by parts of names")
    return LedgerError(
        wrong, remedy=say("nearest: {names}", names="; ".join(near)) if near else remedy
    )


def named(snapshot: Snapshot, kind: str, text: str, tell: Tell | None = None) -> str:
    """An id that exists, else the best match, if no other fits as well; half an id is none.

    A merged player is whoever it counts for.
    """
    known = snapshot.people if kind == "player" else snapshot.tournaments
    if known.number(text) is not None:
        return text
    find, details = _SEARCH[kind]
    matches = find(snapshot, text)
    best = [one for one in matches if one.rank == matches[0].rank < PART_OF_ID]
    ids = {one.counts_for for one in best}
    if not ids:
        raise unknown(snapshot, kind, text)
    if len(ids) > 1:
        raise _several(kind, text, best, list(details(snapshot, best[:MOST_SHOWN])))
    chosen = next((one for one in best if one.id == one.counts_for), best[0])
    if tell is not None:
        tell(f"{chosen.counts_for} {chosen.name}\n")
    return chosen.counts_for


def _several(kind: str, text: str, matches: Sequence[Match], details: Sequence[str]) -> LedgerError:
    lines = [
        say("{id}  {name}  ({detail})", id=one.id, name=one.name, detail=detail)
        for one, detail in zip(matches, details, strict=False)
    ]
    if hidden := len(matches) - len(lines):
        lines.append(say("… and {number} more", number=hidden))
    wrong = say("{number} tournaments fit {text!r}", number=len(matches), text=text)
    if kind == "player":
        wrong = say("{number} players fit {text!r}", number=len(matches), text=text)
    return LedgerError(
        wrong, excerpt=joined("\n    ", lines), remedy=say("say which one by its id")
    )
