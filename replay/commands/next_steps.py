"""`rating-ledger` without a command: what to do next, with the ledger that is here."""

from ledger import Log, open_log
from ledger.events import TournamentRegistered
from ledger.log.place import is_ledger
from replay.answers.language import tr
from replay.answers.terminal import tell
from replay.commands.options import current_place
from wording import say

RECENT = 1_000  # events among which a tournament names the regulation that the steps speak of
_NOTHING = (
    ("demo", say("a small federation, walked through")),
    ("init", say("a ledger of your own, empty")),
    ("--help", say("all commands")),
)
_EMPTY = (
    ("template players -o players.csv", say("a table to fill in and import")),
    ("import report.trf", say("a report, an archive, a spreadsheet")),
    ("serve", say("the same in a browser")),
)
_UNPUBLISHED = (
    ("list SCHEME", say("the list of today; schemes names the regulations")),
    ("publish SCHEME DAY", say("put a list on record, with a receipt")),
    ("serve", say("everything in a browser")),
)
_PUBLISHED = (
    ("published", say("published lists that would be others today")),
    ("verify", say("the log, its checkpoints and every published list")),
    ("serve", say("everything in a browser")),
)


def next_steps() -> None:
    """Say what is here, and three commands that lead on."""
    place = current_place()
    scheme = "SCHEME"
    if not is_ledger(place):
        lines = [tr("there is no ledger at {place} yet", place=place)]
        steps = _NOTHING
    else:
        with open_log(place) as log:
            lines = [tr("{place} holds {number} events", place=place, number=log.head)]
            if not log.head:
                steps = _EMPTY
            elif log.store.positions("list/"):
                steps = _PUBLISHED
            else:
                steps = _UNPUBLISHED
                scheme = _newest_scheme(log) or scheme
    commands = [(words.replace("SCHEME", scheme), why) for words, why in steps]
    width = max(len(words) for words, _ in commands)
    lines += [f"  rating-ledger {words:{width}}  {tr(why)}" for words, why in commands]
    tell("".join(f"{line}\n" for line in lines))


def _newest_scheme(log: Log) -> str | None:
    """The regulation for which the newest tournament was registered, if that was lately."""
    recent = (event for _, event in log.read(max(0, log.head - RECENT)))
    tournaments = [event for event in recent if isinstance(event, TournamentRegistered)]
    return next((event.rated[0] for event in reversed(tournaments) if event.rated), None)
