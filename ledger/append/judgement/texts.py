"""What is refused of the texts of any event: characters that cannot be seen, names that a spreadsheet would run."""

from collections.abc import Iterator

from ledger import events as ev
from ledger.errors import LedgerError
from ledger.events import AnyEvent
from ledger.item import Objection
from ledger.text import FORMULA_SIGNS, character_name, is_plain, may_begin_formula, unsafe
from wording import say
from wording.visible import visible

# Text that people write freely; csv puts an apostrophe before what a spreadsheet would run.
_FREE = frozenset(
    (
        "ref",
        "note",
        "by",
        "reason",
        "place",
        "authority",
        "checkpoint",
        "digest",
        "version",
        "rules",
        "report",
    )
)
# Ids that must stand in the log already. Older logs may have any, and nobody in them shall be stuck.
_REFERENCES = frozenset(("player", "tournament", "first", "second", "kept", "duplicate", "ranking"))
_INTRODUCING = (ev.PlayerRegistered, ev.TournamentRegistered)
_ONLY_REFERENCES = (ev.GameRecorded, ev.ByeRecorded, ev.FoulRecorded)  # millions of them
_ONE_LINE = say("write it without: a text is one line of characters that can be seen")


def refuse_unsafe_text(event: AnyEvent, body: bytes) -> None:
    """Refuse an event with a character that could forge what a terminal shows, or a name that begins a formula."""
    if not is_plain(body):
        refuse_invisible(event)
    if type(event) not in _ONLY_REFERENCES and may_begin_formula(body):
        _refuse_formulas(event)


def refuse_invisible(event: AnyEvent) -> None:
    for field, text in _texts(event):
        sign = unsafe(text, allowed="\n" if field == "checkpoint" else "")
        if sign is not None:
            raise Objection(
                say(
                    "`{field}` has {sign} in it: {shown}",
                    field=field,
                    sign=character_name(sign),
                    shown=_shown(text),
                ),
                _ONE_LINE,
            )


def _refuse_formulas(event: AnyEvent) -> None:
    for field, text in _texts(event):
        if _is_name(event, field.partition(".")[0]) and text.startswith(FORMULA_SIGNS):
            wrong = say(
                "`{field}` begins with {sign}: {shown}",
                field=field,
                sign=text[0],
                shown=_shown(text),
            )
            raise Objection(
                wrong,
                say("a spreadsheet would run it; names and ids do not begin with =, +, - or @"),
            )


def check_given(field: str, text: str | None) -> None:
    """The same for a text that is given for all events of a file: ref, by."""
    if text is None:
        return
    sign = unsafe(text)
    if sign is not None:
        raise LedgerError(
            say(
                "`{field}` has {sign} in it: {shown}",
                field=field,
                sign=character_name(sign),
                shown=_shown(text),
            ),
            remedy=_ONE_LINE,
        )
    if not text.strip():
        raise LedgerError(
            say("`{field}` is empty", field=field), remedy=say("leave it out, or say something")
        )
    if len(text) > ev.LONGEST_TEXT:
        raise LedgerError(
            say("`{field}` has {number} characters", field=field, number=len(text)),
            remedy=say("give 1 to {most}", most=ev.LONGEST_TEXT),
        )


def _is_name(event: AnyEvent, field: str) -> bool:
    if field in _REFERENCES:
        return isinstance(event, _INTRODUCING)
    return field not in _FREE


def _texts(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """Every text of an event, with the path to it."""
    for field in event.__struct_fields__:
        value: object = getattr(event, field)
        if type(value) is str:
            yield field, value
        elif type(value) is tuple:
            yield from (
                (field, text) for text in value if type(text) is str
            )  # awards name only known players
        elif type(value) is dict:
            for key, text in value.items():
                yield field, key
                yield f"{field}.{visible(key)}", text


def _shown(text: str) -> str:
    shown = visible(text)
    if len(shown) <= 60:
        return f"“{shown}”"
    return f"“{shown[:59]}…”"
