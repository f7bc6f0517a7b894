"""A tournament's events as a TRF16 or TRF26 report that reads back to the same events."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.events import AnyEvent, PlayerRegistered, TournamentRegistered
from replay.files.options import ReadOptions
from replay.files.trf.crosstable import Crosstable, crosstable
from replay.files.trf.extensions import Key, key_of
from replay.files.trf.kept import KeptLines
from replay.files.trf.reader import read_report
from replay.files.trf.sheet import player_lines, points_lines
from replay.files.trf.story import Story
from wording import say

VERSIONS = (16, 26)


def write_report(
    story: Story,
    players: Mapping[str, PlayerRegistered],
    *,
    version: int = 16,
    titles: Mapping[str, str] | None = None,
    ratings: Mapping[str, int] | None = None,
) -> str:
    """The report of a tournament, as first recorded or as it holds now; what follows it stands in `###` lines."""
    if version not in VERSIONS:
        raise LedgerError(
            say("unknown TRF version {version}", version=version), remedy=say("use 16 or 26")
        )
    table = crosstable(story.registered, story.recorded, players)
    if not table.players:
        raise LedgerError(
            say(
                "nobody has entered {tournament} yet: there is nothing to report",
                tournament=story.registered.tournament,
            ),
            remedy=say("record entries or games first"),
        )
    kept = KeptLines(table, version)
    lines = [
        *kept.heading(),
        *points_lines(table),
        *player_lines(table, titles or {}, ratings or {}),
        *kept.teams(),
        *kept.others(),
        *_base_extensions(table),
        *(f"### {remark}" for remark in story.remarks),
    ]
    lines += [f"### ledger event {_json(event)}" for event in (*table.left_over, *story.later)]
    return _text([*lines, *_differences(table, _text(lines))])


def columns_only(text: str) -> tuple[str, int]:
    """A report without its `###` lines, and how many events stood only in them."""
    lines = text.splitlines(keepends=True)
    columns = [line for line in lines if not line.startswith("###")]
    lost = [line for line in lines if line.startswith("### ledger event")]
    return "".join(columns), len(lost)


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _base_extensions(table: Crosstable) -> Iterator[str]:
    yield f"### ledger tournament {table.registered.tournament}"
    for number, player in sorted(table.players.items()):
        if table.fide_id(number) != player:
            yield f"### ledger player {number} {player}"
    if table.unentered:
        yield f"### ledger unentered {' '.join(map(str, sorted(table.unentered)))}"
    if (by := _usual_recorder(table)) is not None:
        yield f"### ledger by {by}"
    if table.closed is None:
        yield "### ledger open"
    elif table.last_round < table.registered.rounds:
        yield "### ledger closed"
    for round_, games in sorted(table.games.items()):
        boards = sorted((game.board, table.numbers[game.first]) for game in games)
        yield f"### ledger boards {round_} " + " ".join(
            f"{board}={number}" for board, number in boards
        )


def _usual_recorder(table: Crosstable) -> str | None:
    """Who recorded most of what the columns say; the other events say it themselves, in `instead` lines."""
    recorders = Counter(event.by for event in table.events if key_of(event) is not None)
    return recorders.most_common(1)[0][0]


def _differences(table: Crosstable, text: str) -> Iterator[str]:
    """`instead` lines for whatever the columns could not say: read the report and compare."""
    reading = read_report(text, table.registered.tournament, ReadOptions())
    if reading.problems:
        raise LedgerError(
            say("cannot be written as a report: {wrong}", wrong=reading.problems[0].wrong),
            place=table.registered.tournament,
        )
    said: dict[Key, AnyEvent] = {}
    for _, event in reading.events:
        if (key := key_of(event)) is not None:
            said[key] = event
    for event in table.events:
        key = key_of(event)
        if key is not None and not _is_said(event, said.get(key)):
            yield f"### ledger instead {_json(event)}"


def _is_said(event: AnyEvent, said: AnyEvent | None) -> bool:
    if said is None:
        return False
    if isinstance(
        event, TournamentRegistered
    ):  # its schemes are nowhere in the columns, and readers differ in them
        return False
    if isinstance(
        event, PlayerRegistered
    ):  # the day of a registration is not the tournament's business
        return plain(replace(event, date=said.date, note=None)) == plain(replace(said, note=None))
    return plain(event) == plain(said)


def plain(event: AnyEvent) -> AnyEvent:
    """The event without what the log and the file add to it."""
    return replace(event, ref=None, position=None, recorded=None)


def _json(event: AnyEvent) -> str:
    """One line of ASCII-safe JSON."""
    return msgspec.json.encode(replace(event, position=None, recorded=None)).decode()
