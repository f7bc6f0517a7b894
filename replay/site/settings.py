"""What a federation says about its own site: a small file, `site.toml`, which `site new` writes with comments."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from ledger.errors import LedgerError, of_system, unreadable
from ledger.tree.note import WITNESS, PublicKey
from replay.answers.language import LANGUAGES, language, tr
from wording import message_of, say

COLOUR = re.compile("#[0-9a-fA-F]{6}")
LOGOS = (".svg", ".png", ".webp", ".jpg")
EXAMPLE = """\
# The public site of a federation: rating-ledger site FOLDER --settings site.toml
# Everything here may be left out.

# The name of the federation, as it stands at the head of every page.
name = "Straits Chess & Xiangqi Federation"

# Where people write to: an e-mail address, or the address of a page.
contact = "ratings@example.org"

# Where the site will stand. The feed, the site map and cards for social networks need it.
address = "https://ratings.example.org/"

# The languages of the pages. The first one stands at the top; en, zh-Hans and zh-Hant are there.
languages = ["en", "zh-Hans", "zh-Hant"]

# A picture beside the name (svg, png, webp or jpg), beside this file.
# logo = "logo.svg"

# The colour of the federation, for light and for dark screens.
colour = "#a8321f"
colour_dark = "#d8543d"

# The name in other languages.
[names]
zh-Hans = "海峡国际象棋与象棋协会"
zh-Hant = "海峽國際象棋與象棋協會"

# What this site is: a sentence or two on the first page.
[about]
en = "The ratings of our players. Every rating here can be checked by anyone."
zh-Hans = "本会棋手的等级分。每一项等级分任何人都可以核对。"
zh-Hant = "本會棋手的等級分。每一項等級分任何人都可以核對。"

# Organisations that cosign the log; one part for each. `keys new NAME --witness` makes their keys.
# [[witnesses]]
# name = "Lisbon Chess Archive"
# key = "witness.example.com/ratings+12345678+BA…"
# address = "https://witness.example.com/"
"""


class SiteWitness(Struct, frozen=True, forbid_unknown_fields=True):
    """An organisation that cosigns the log."""

    name: str
    key: str
    address: str = ""


class SiteSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """A federation and its site."""

    name: str = ""
    contact: str = ""
    address: str = ""
    languages: tuple[str, ...] = ("en", "zh-Hans", "zh-Hant")
    logo: str = ""
    colour: str = ""
    colour_dark: str = ""
    names: Mapping[str, str] = {}
    about: Mapping[str, str] = {}
    witnesses: tuple[SiteWitness, ...] = ()

    @property
    def title(self) -> str:
        """The name of the federation in the reader's language."""
        return self.names.get(language()) or self.name or tr("Rating lists")

    @property
    def introduction(self) -> str:
        return self.about.get(language()) or tr(
            "Every rating here was published by the rating office, and anyone can check it."
        )

    @property
    def contact_link(self) -> str:
        if "@" in self.contact and ":" not in self.contact:
            return f"mailto:{self.contact}"
        return self.contact

    @property
    def style(self) -> str:
        """The colours of the federation, as a style sheet."""
        light = f":root {{ --seal: {self.colour}; }}\n" if self.colour else ""
        dark = self.colour_dark or self.colour
        if not dark:
            return light
        return f"{light}@media (prefers-color-scheme: dark) {{ :root {{ --seal: {dark}; }} }}\n"


def read_settings(file: Path) -> tuple[SiteSettings, bytes]:
    """The settings in a file, and the logo that it names."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise LedgerError(
            say("cannot be read: {why}", why=of_system(error)),
            place=str(file),
            remedy=say("rating-ledger site new FILE writes one"),
        ) from None
    try:
        settings = msgspec.toml.decode(content, type=SiteSettings)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _wrong(file, message_of(error)) from None
    _check(file, settings)
    logo = b""
    if settings.logo:
        logo = _logo(file, settings.logo)
    return settings, logo


def _check(file: Path, settings: SiteSettings) -> None:
    named = {*settings.languages, *settings.names, *settings.about}
    strange = sorted(named - LANGUAGES.keys())
    if strange or not settings.languages:
        languages = ", ".join(LANGUAGES)
        raise _wrong(
            file,
            say(
                "{name!r} is no language; use {languages}",
                name=", ".join(strange),
                languages=languages,
            ),
        )
    if len(set(settings.languages)) < len(settings.languages):
        raise _wrong(file, say("a language stands there twice"))
    for colour in filter(None, (settings.colour, settings.colour_dark)):
        if not COLOUR.fullmatch(colour):
            raise _wrong(file, say("{colour!r} is no colour; write it as #a8321f", colour=colour))
    if settings.address and not re.fullmatch(r"https?://[^\s\"'<>]+/", settings.address):
        raise _wrong(
            file,
            say(
                "the address {address!r} must begin with https:// and end with a slash",
                address=settings.address,
            ),
        )
    for witness in settings.witnesses:
        if PublicKey.parse(witness.key).kind != WITNESS:
            raise _wrong(
                file, say("the key of {name} is not the key of a witness", name=witness.name)
            )


def _logo(file: Path, name: str) -> bytes:
    path = file.parent / name
    if path.suffix.lower() not in LOGOS or Path(name).name != name:
        raise _wrong(file, say("the logo {name!r} is no picture beside this file", name=name))
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def _wrong(file: Path, why: object) -> LedgerError:
    return LedgerError(
        say("not the settings of a site: {why}", why=why),
        place=str(file),
        remedy=say("compare it with what rating-ledger site new FILE writes"),
    )
