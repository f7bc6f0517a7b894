"""The manual page of the shell, made from the groups of commands."""

from collections.abc import Iterator
from importlib.metadata import version

from replay.commands.main import GROUPS

SEE = "rating-ledger COMMAND --help shows the options of a command, help TOPIC a page of the documentation."
ENVIRONMENT = {
    "RATING_LEDGER": "the ledger: a folder, or a postgresql:// address (--ledger). Default: ./ratings.",
    "RATING_LEDGER_LISTS": "the folder for files of published lists (--lists).",
    "RATING_LEDGER_LANGUAGE": "en, zh-Hans or zh-Hant (--language).",
    "RATING_LEDGER_BY": "who records, accepts or publishes (--by).",
}
EXIT = {
    "0": "done",
    "1": "the answer is no: verify failed, a proof is wrong",
    "2": "bad input or use",
    "130": "stopped by the user",
}


def man_page() -> str:
    """The whole page, as groff reads it."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield f'.TH RATING-LEDGER 1 "" "Rating Ledger {version("rating-ledger")}" "User Commands"'
    yield ".SH NAME"
    yield "rating-ledger \\- any rating list, for any date, as known at any time"
    yield ".SH SYNOPSIS"
    yield ".B rating-ledger"
    yield "[\\-\\-ledger PLACE] [\\-\\-language LANGUAGE] COMMAND ..."
    yield ".SH DESCRIPTION"
    yield _plain(SEE)
    yield ".SH COMMANDS"
    for title, commands in GROUPS.items():
        yield f'.SS "{title}"'
        for name, (_, says) in commands.items():
            yield from (".TP", f".B {_plain(name)}", _plain(says))
    yield from _section("ENVIRONMENT", ENVIRONMENT)
    yield from _section("EXIT STATUS", EXIT)


def _section(title: str, entries: dict[str, str]) -> Iterator[str]:
    yield f".SH {title}"
    for name, says in entries.items():
        yield from (".TP", f".B {_plain(name)}", _plain(says))


def _plain(text: str) -> str:
    """Text in which groff finds nothing to act on."""
    return text.replace("\\", "\\\\").replace("-", "\\-").replace("…", "...")
