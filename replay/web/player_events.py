"""What the log says of a player, in words: titles by their names, and names with the script they are written in."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from ledger import AnyEvent
from ledger import events as ev
from ledger.append.description import detail
from replay.answers.language import reads_chinese, tr
from schemes import Schemes


def said_of_player(event: AnyEvent, schemes: Schemes) -> str:
    """What an event says beyond its kind, its day and the player."""
    if isinstance(event, ev.TitleAwarded | ev.TitleRevoked):
        title = title_name(event.title, schemes)
        return tr(", ").join(filter(None, (title, event.authority, event.note, event.ref)))
    if isinstance(event, ev.PlayerRegistered) and event.names:
        parts = (tr(detail(replace(event, names=None))), *_in_scripts(event.names))
        return tr(", ").join(parts)
    if isinstance(event, ev.PlayerCorrected) and event.names:
        parts = (*_in_scripts(event.names), tr(detail(replace(event, names=UNSET))))
        return tr(", ").join(parts)
    return tr(detail(event))


def _in_scripts(names: Mapping[str, str]) -> Iterator[str]:
    for script, name in names.items():
        if script == "zh-Hans":
            yield tr("in simplified characters: {name}", name=name)
        elif script == "zh-Hant":
            yield tr("in traditional characters: {name}", name=name)
        elif script == "zh":
            yield tr("in Chinese: {name}", name=name)
        else:
            yield f"{script}: {name}"


def title_name(code: str, schemes: Schemes) -> str:
    """A title as readers call it; its code where no regulation names it."""
    for scheme in schemes.working():
        if code in scheme.titles and reads_chinese():
            return tr(scheme.titles[code])
        if code in scheme.title_names:
            return scheme.title_names[code][0]
    return code
