"""The report of a tournament in a ledger: with the names, titles and ratings that are known."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger import LedgerError, Log
from ledger.events import AnyEvent, PlayerRegistered, Ranked
from projections import Snapshot
from projections.scheme_inputs import dated
from replay.files.known import KnownLedger
from replay.files.trf.corrected import as_corrected
from replay.files.trf.story import Story, as_reported
from replay.files.trf.write import write_report
from replay.which import ListWords
from wording import say

if TYPE_CHECKING:
    from replay.office.office import Office


def report_text(
    office: "Office", tournament: str, known: int, *, version: int = 16, corrected: bool = False
) -> str:
    """The TRF of a tournament, as known at a position: as first recorded, or as it held then."""
    events = [
        event
        for position, event in office.log.stream(f"tournament/{tournament}")
        if position <= known
    ]
    if not events:
        remedy = say("`rating-ledger log --type TournamentRegistered` lists the tournaments")
        raise LedgerError(
            say("unknown tournament {tournament!r}", tournament=tournament), remedy=remedy
        )
    snapshot = office.snapshot(known)
    if corrected:
        story = as_corrected(events, snapshot)
    else:
        story = as_reported(events)
    people = people_of(office.log, snapshot, [*story.recorded, *story.later])
    ratings = _ratings(office, story, known)
    return write_report(
        story, people, version=version, titles=fide_titles(snapshot), ratings=ratings
    )


def people_of(
    log: Log, snapshot: Snapshot, events: Iterable[AnyEvent]
) -> dict[str, PlayerRegistered]:
    """Whom events name: as registered in the log, with name, sex, birth and federation as corrected."""
    known = KnownLedger(log, lambda: snapshot)
    people: dict[str, PlayerRegistered] = {}
    for player in _named(events):
        registered = known.registration(player)
        now = known.player(player)
        if isinstance(registered, PlayerRegistered) and now is not None:
            people[player] = replace(
                registered,
                name=now.name,
                sex=now.sex,
                born=now.born,
                federation=now.federation,
                names=now.names,
            )
    return people


def _ratings(office: "Office", story: Story, known: int) -> dict[str, int]:
    """Ratings of the list in force at the start, by the first installed scheme that the tournament is rated for."""
    snapshot = office.snapshot(known)
    number = snapshot.tournaments.number(story.registered.tournament)
    if number is None:
        return {}
    event = snapshot.tournaments.registration(number)
    name = next((each for each in event.rated if each in office.schemes), None)
    if name is None:
        return {}
    table = office.list(ListWords(name, event.start, known).resolved(office)).table
    listed = zip(table["player"].to_pylist(), table["rating"].to_pylist(), strict=True)
    return {player: int(rating) for player, rating in listed if rating is not None}


def _named(events: Iterable[AnyEvent]) -> set[str]:
    """Every player whom the events name."""
    found: set[str] = set()
    for event in events:
        found.update(
            name for field in ("player", "first", "second") if (name := getattr(event, field, None))
        )
        found.update(event.ranked if isinstance(event, Ranked) else ())
    return found


def fide_titles(snapshot: Snapshot) -> dict[str, str]:
    """A FIDE title of each player who holds one: the last one awarded and not revoked."""
    titles = dated(snapshot, "titles", "title", "held")
    held: dict[int, list[str]] = {}
    for player, title, is_held in zip(
        titles["player"].tolist(), titles["title"].to_pylist(), titles["held"].tolist(), strict=True
    ):
        own = held.setdefault(player, [])
        if title in own:
            own.remove(title)
        if is_held and title.startswith("fide-"):
            own.append(title)
    return {snapshot.people.id(player): own[-1] for player, own in held.items() if own}
