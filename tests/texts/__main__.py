"""`python -m tests.texts` (`make texts`) brings the catalogues up to date and says what is still to be translated."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from replay.answers.language import CATALOGUES, LANGUAGES
from tests.texts.found import is_translated, template

_ALWAYS = datetime(2026, 11, 17, tzinfo=UTC)  # the same texts give the same files


def main() -> int:
    """Write every catalogue anew: new texts without a translation, texts that are gone left out."""
    missing = 0
    for code in list(LANGUAGES)[1:]:
        path = CATALOGUES / code / "LC_MESSAGES" / "messages.po"
        catalogue = _updated(path, code)
        with path.open("wb") as file:
            write_po(file, catalogue, width=120, no_location=True, ignore_obsolete=True)
        for message in catalogue:
            if message.id and not is_translated(message):
                missing += 1
                sys.stdout.write(f"{code}: {_named(message)}\n")
    return 1 if missing else 0


def _named(message: Message) -> str:
    if message.context:
        return f"{message.context}: {message.id}"
    return str(message.id)


def _updated(path: Path, code: str) -> Catalog:
    locale = code.replace("-", "_")
    if path.exists():
        with path.open("rb") as file:
            before = read_po(file, locale=locale)
    else:
        before = Catalog(locale=locale)
    made = Catalog(
        locale=locale, project="Rating Ledger", version="0", copyright_holder="the Rating Ledger maintainers",
        header_comment=f"# {LANGUAGES[code]}: the texts of Rating Ledger.", fuzzy=False,
        creation_date=_ALWAYS, revision_date=_ALWAYS, last_translator="the maintainers", language_team=code,
    )  # fmt: skip
    for text in template():
        if text.id:
            known = before.get(text.id, text.context)
            translation = known.string if known and not known.fuzzy else None
            made.add(text.id, translation, flags=text.flags, context=text.context)
    return made


if __name__ == "__main__":
    sys.exit(main())
