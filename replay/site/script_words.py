"""The words that scripts need to show a player or a tournament, in the reader's language."""

from collections.abc import Iterable

import msgspec

from replay.answers import kinds
from replay.answers.language import heading, tr
from replay.questions.tournament_rounds import OUTCOMES, STAGE_NAMES
from replay.site.players import GONE
from replay.web.players import RED_FIRST
from schemes import Scheme
from wording import say

WORDS = {
    "as-known": say("As known when the newest list of a regulation that rates it was published."),
    "black": say("black"),
    "born": say("born {year}"),
    "bracket": say("Bracket"),
    "by-fouls": say("by fouls"),
    "change": say("Change"),
    "check": say("Check this rating"),
    "cross-table": say("Cross-table"),
    "expected": say("Expected"),
    "from": say("from:"),
    "games": say("Games"),
    "games-by-tournament": say("Games by tournament"),
    "gone": GONE,
    "highest": say("Highest"),
    "id": say("id {player}"),
    "list-of": say("List of"),
    "not-rated": say("not rated: {why}"),
    "on-list": say("{text} (list of {day})"),
    "opponent": say("Opponent"),
    "player": say("Player"),
    "points": say("Points"),
    "rank": say("Rank"),
    "rating": say("Rating"),
    "rd": say("Rd"),
    "red": say("red"),
    "result": say("Result"),
    "revised": say("{date}, revised on {day}"),
    "round": say("Round {round}"),
    "rounds": say("Rounds"),
    "same-since": say("on the list of {date}, the same since {day}"),
    "save": say("Save the proof"),
    "score": say("{score} of {games}"),
    "sides": say("A round shows side, place of the opponent in this table, and result."),
    "since": say("on the list of {date}"),
    "stage-round": say("{stage}, round {round}"),
    "standings": say("Standings"),
    "status": say("Status"),
    "table": say("Table"),
    "table-and-rounds": say("Table and rounds"),
    "tie-breaks": say("Tie-breaks explained"),
    "title": say("Title"),
    "tournaments": say("Tournaments"),
    "white": say("white"),
}

EARLIER = {"earlier": say("corrections and late reports on earlier lists")}
"""A cause beside those of two lists as known today."""


def words_script(schemes: Iterable[Scheme], parts: dict[str, str]) -> bytes:
    """A script with the words, with `parts`: head and foot of pages."""
    known = list(schemes)
    said = {
        **parts,
        "words": {code: tr(text) for code, text in WORDS.items()},
        "causes": {code: tr(text) for code, text in (kinds.CAUSES | EARLIER).items()},
        "outcomes": {code: tr(text) for code, text in OUTCOMES.items()},
        "stages": {code: tr(text) for code, text in STAGE_NAMES.items()},
        "sexes": {sex: tr(sex) for sex in ("M", "F")},
        "statuses": {status: tr(status) for status in ("active", "inactive")},
        "titles": {title: tr(title) for one in known for title in one.titles.values() if title},
        "schemes": {one.name: _scheme(one) for one in known},
    }
    return b"globalThis.SAID = " + msgspec.json.encode(said) + b";\n"


def _scheme(scheme: Scheme) -> dict[str, object]:
    return {
        "title": tr(scheme.title),
        "columns": [heading(column.name) for column in scheme.columns],
        "reasons": {str(reason.code): tr(reason.text) for reason in scheme.reasons},
        "red": scheme.name in RED_FIRST,
    }
