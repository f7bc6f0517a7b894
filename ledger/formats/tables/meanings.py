"""What each column means, in a sentence: for the help of `record` and the help sheet of templates."""

from ledger.formats.tables.columns import Kind, TableColumn

MEANINGS = {
    "approved": "Approved by the office that has to",
    "authority": "Who awards the title",
    "board": "The board",
    "born": "Year of birth, or the date",
    "count": "How many fouls (default: 1)",
    "date": "The day it took effect",
    "duplicate": "The id that is given up; all of it counts for the other",
    "edition": "The number of the edition in its series",
    "end": "The last day",
    "event": "A competition of individuals or teams",
    "federation": "The federation, such as HKG",
    "final_after": "wxf: after this round the first two play a final",
    "first": "The player with the first move, red or white",
    "format": "The system of play (default: swiss)",
    "games": "How many rated games stand behind it",
    "group": "The group within a series",
    "hours_per_day": "Hours of play on a day",
    "hybrid": "Played at several places over the network",
    "kept": "The id that stays",
    "kind": "Which kind",
    "late_approved": "Approved although it was registered late",
    "name": "The name",
    "names.en": "The name in English",
    "names.zh": "The name in Chinese",
    "national": "cxa-rapid: which of the national events it is",
    "national_arbiters": "How many national arbiters there were",
    "note": "A note",
    "number": "The starting number",
    "official": "An official event",
    "peak": "The highest rating so far",
    "place": "Where it is played",
    "player": "The player",
    "rank": "The place in the ranking",
    "rate_all": "All games count, whatever the rules leave out",
    "rated": "The schemes it is rated for, with commas: fide-standard,malaysia",
    "rating": "The rating",
    "reason": "Why",
    "ref": "A document: a decision, a letter",
    "registered": "The day it was registered",
    "result": "The result, seen from the first side",
    "round": "The round",
    "rounds": "How many rounds",
    "scheme": "The rating scheme",
    "second": "The other player, black",
    "seed": "The rank among the entries",
    "series": "The series it is an edition of",
    "sex": "The sex",
    "stage": "The stage of the tournament (default: main)",
    "standings": "The rules of its table (default: given)",
    "start": "The first day",
    "team": "The team the player plays for",
    "time_control": "The time control, such as 90+30 (minutes + seconds for each move)",
    "title": "The title's code, such as fide-fm",
    "tournament": "The tournament",
    "withdraws": "The position of the event in the log: 168 or #168",
    "year": "The year",
}


def meaning(kind: Kind, column: TableColumn) -> str:
    """What a column means in a kind of table, with the words it takes."""
    said = MEANINGS[column.field]
    if kind.name in ("players", "tournaments") and column.field in ("player", "tournament"):
        said = "The new id"
    words = f": {', '.join(column.choices)}" if column.choices else ""
    removed = "; none takes it away" if column.can_be_removed else ""
    return said + words + removed
