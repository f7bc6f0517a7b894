"""The cross-table of a tournament, as chess programs print it: import reads it back to the same games."""

from collections.abc import Iterable, Mapping

from ledger.events import ByeRecorded, GameRecorded, PlayerRegistered
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark
from replay.answers.table import Column, Row, Table
from replay.files.trf.corrected import as_corrected
from replay.files.trf.crosstable import Crosstable, crosstable
from replay.files.trf.export import fide_titles, people_of
from replay.files.trf.games import SIGNS
from replay.office.office import Office
from replay.questions.standings import table_of
from replay.which import Known
from wording import say, say_n

_BYES = {"bye": "bye", "half": "½", "leave": "0", "absent": "absent"}
_BEFORE = (
    columns.RANK,
    Column("number", kinds.RANK, say("no."), kept=True),
    columns.TITLE,
    columns.NAME,
    Column("id", kinds.WORD, kept=True),
    columns.RATING,
    columns.FEDERATION,
)


def crosstable_of(office: Office, tournament: str, known: Known = None) -> Answer:
    """Every player's rounds: opponent's number, colour, result; as known then."""
    snapshot = office.snapshot(known)
    stream = office.log.stream(f"tournament/{tournament}")
    events = [event for position, event in stream if position <= snapshot.position]
    story = as_corrected(events, snapshot)
    people = people_of(office.log, snapshot, [*story.recorded, *story.later])
    table = crosstable(story.registered, story.recorded, people)
    results = table_of(snapshot, tournament)
    places = {row["player"]: row for row in results.table.rows if "player" in row}
    titles = fide_titles(snapshot)
    rows = [
        _row(table, number, people, titles, places.get(player, {}))
        for number, player in table.players.items()
    ]
    rows.sort(key=lambda row: (row["rank"] is None, row["rank"] or 0, row["number"]))
    return Answer(
        "crosstable/1",
        say("{name}: cross-table", name=story.registered.name),
        Table(
            (
                *_BEFORE,
                *(
                    Column(f"r{round_}", kinds.WORD, say("R{round}", round=round_), kept=True)
                    for round_ in range(1, table.last_round + 1)
                ),
                Column("points", kinds.SCORE, kept=True),
            ),
            rows,
        ),
        remarks=list(_remarks(table)),
    )


def _row(
    table: Crosstable,
    number: int,
    people: Mapping[str, PlayerRegistered],
    titles: Mapping[str, str],
    place: Row,
) -> Row:
    player = table.players[number]
    person = people.get(player)
    title = titles.get(player, "").removeprefix("fide-").upper()
    row: dict[str, object] = {
        "rank": place.get("rank"),
        "number": number,
        "title": title or None,
        "name": person.name if person else player,
        "id": player,
        "rating": table.ratings.get(player),
        "federation": person.federation if person else None,
        "points": place.get("score"),
    }
    for round_ in range(1, table.last_round + 1):
        row[f"r{round_}"] = _cell(table, player, round_)
    return row


def _cell(table: Crosstable, player: str, round_: int) -> str | None:
    for game in table.games.get(round_, ()):
        if player in (game.first, game.second):
            return _game(table, game, player)
    byes: Iterable[ByeRecorded] = table.byes.get(round_, ())
    return next((_BYES[bye.kind] for bye in byes if bye.player == player), None)


def _game(table: Crosstable, game: GameRecorded, player: str) -> str:
    """`12w1`: the opponent's number, the player's colour, the player's result."""
    first, second = (sign.replace("=", "½") for sign in SIGNS[game.result])
    if player == game.first:
        return f"{table.numbers[game.second]}w{first}"
    return f"{table.numbers[game.first]}b{second}"


def _remarks(table: Crosstable) -> Iterable[Remark]:
    if table.left_over:
        text = say_n(
            "{number} event has no place in a cross-table (a foul, a game of another stage …)",
            "{number} events have no place in a cross-table (fouls, games of other stages …)",
            len(table.left_over),
        )
        yield Remark("left-over", text, "")
