"""What each column means, in a sentence: for the help of `record` and the help sheet of templates."""

from replay.files.tables.columns import SheetKind, TableColumn

MEANINGS = {
    "after_round": "The last round before the player left; 0: before the first",
    "approved": "A hybrid tournament: it was approved, so it is rated",
    "authority": "Who awards the title",
    "board": "The board",
    "born": "Year of birth, or the date",
    "count": "How many fouls (default: 1)",
    "date": "The day it took effect",
    "duplicate": "The player whose id is given up",
    "edition": "The number of the edition in its series",
    "end": "The last day",
    "event": "A competition of individuals or teams",
    "federation": "The federation, such as HKG",
    "final_after": "wxf: a final of the first two after this round",
    "first": "The player with the first move, red or white",
    "format": "The system of play (default: swiss)",
    "games": "How many rated games stand behind it",
    "group": "hk-open: group A or B",
    "hours_per_day": "The most hours of play on one day",
    "hybrid": "Played partly online",
    "kept": "The player whose id stays",
    "kind": "Which kind",
    "deviation": "glicko-2: how uncertain the rating is",
    "late_approved": "Registered late, and the lateness was approved",
    "name": "The name",
    "names.en": "The name in English",
    "names.zh": "The name in Chinese",
    "national": "malaysia: which of the national events it is",
    "national_arbiters": "How many arbiters of national level",
    "note": "A note",
    "number": "The starting number",
    "official": "An official FIDE event: it closes a day before the list",
    "part_of": "The tournament that this one is a stage of, such as the knockout after its groups",
    "peak": "The highest rating so far",
    "place": "Where it is played",
    "player": "The player",
    "rank": "The place in the ranking",
    "rate_all": "A match: games after it was won are rated, too",
    "rated": "The schemes it is rated for, with commas between them",
    "rating": "The rating",
    "reason": "Why",
    "ref": "A document: a decision, a letter",
    "registered": "The day it was registered",
    "result": "The result, seen from the first side",
    "round": "The round",
    "rounds": "How many rounds",
    "scheme": "The rating scheme",
    "second": "The other player, black",
    "seed": "The seed",
    "series": "The series it belongs to",
    "sex": "The sex",
    "stage": "The stage of the tournament (default: main)",
    "standings": "The rules of its table (default: given)",
    "start": "The first day",
    "team": "The team the player plays for",
    "tie_breaks": "FIDE's codes of the tie-breaks, in order, with standings fide: DE, BH:C1, BH, SB, WIN",
    "time_control": "The time control, such as 90+30 (minutes + seconds for each move)",
    "title": "The title's code, such as fide-fm",
    "tournament": "The tournament",
    "volatility": "glicko-2: how much the rating is expected to move",
    "withdraws": "The position of the event in the log: 168 or #168",
    "year": "The year",
}


_IN_KIND = {
    ("players", "player"): "The new id",
    ("tournaments", "tournament"): "The new id",
    ("players", "date"): "The day of the registration",
    ("tournaments", "date"): "The day of the registration",
    ("results", "date"): "The day it was played",
    ("departures", "date"): "The day the player left",
    (
        "entries",
        "rating",
    ): "The rating in the starting list; only FIDE's tie-breaks from ratings look at it",
}


_TAKES_NAMES = frozenset(("tournament", "player", "first", "second", "kept", "duplicate"))
_NEW_IDS = frozenset((("players", "player"), ("tournaments", "tournament")))


def sentence(kind: SheetKind, column: TableColumn) -> str:
    """What a column means in a kind of table."""
    said = _IN_KIND.get((kind.name, column.field), MEANINGS[column.field])
    if kind.name == "tournament-corrections":  # what is not given stays as it is
        said = said.partition(" (default")[0]
    return said


def meaning(kind: SheetKind, column: TableColumn) -> str:
    """What a column means in a kind of table, with the words it takes."""
    if column.choices:
        words = f": {', '.join(column.choices)}"
    else:
        words = ""
    if column.can_be_removed:
        removed = "; none takes it away"
    else:
        removed = ""
    return sentence(kind, column) + words + removed


def takes_names(kind: SheetKind, column: TableColumn) -> bool:
    """Whether a column names somebody or something that is known, so that a name is understood as well as an id."""
    return column.field in _TAKES_NAMES and (kind.name, column.field) not in _NEW_IDS
