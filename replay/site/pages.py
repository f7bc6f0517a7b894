"""How pages of the site look: templates, the frame around every page, and where pages are, seen from one of them.

Pages that stand alone, lists and indexes are made in every language. A player or tournament has one page, with its data
once: a script shows them in the language that the address asks for (`?lang=zh-Hans`), else in the first.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import msgspec
from markupsafe import Markup, escape
from msgspec import Struct

from replay.answers.language import LANGUAGES, language, speaking, tr
from replay.answers.paper import environment
from replay.site.settings import SiteSettings
from replay.web.page import HERE as WEB
from wording.visible import UNSAFE, visible_lines

HERE = Path(__file__).parent
ASSETS = HERE / "assets"
SHORT = {"en": "EN", "zh-Hans": "简", "zh-Hant": "繁"}
SHARED = ("players", "tournaments")  # kinds of pages that all languages share


class Look:
    """What all pages share: whose site it is, and what it has."""

    def __init__(self, settings: SiteSettings, icon: str, picture: str, *, signed: bool) -> None:
        """`icon` and `picture` are files of the assets: beside the name, and on cards of social networks."""
        self.settings = settings
        self.icon = icon
        self.picture = picture
        self.signed = signed

    def prefix(self, code: str) -> str:
        """The folder of a language: the first one stands at the top."""
        if code == self.settings.languages[0]:
            return ""
        return f"{code}/"

    def prefix_here(self) -> str:
        """The folder of the reader's language."""
        return self.prefix(language())

    def asks(self, code: str) -> str:
        """What an address of a shared page says for a language."""
        if code == self.settings.languages[0]:
            return ""
        return f"?lang={code}"

    def parts(
        self, top: str, root: str, task: str, addresses: Mapping[str, str]
    ) -> dict[str, object]:
        """What the head and the foot of a page are made from; `addresses` are those of the page by language."""
        tasks = [
            ("home", "index.html", tr("Ratings")),
            ("tournaments", "tournaments/index.html", tr("Tournaments")),
            ("federations", "federations/index.html", tr("Federations")),
            ("check", "verify.html", tr("Check")),
        ]
        others = [
            (one, addresses[one], SHORT[one], LANGUAGES[one]) for one in self.settings.languages
        ]
        return {
            "settings": self.settings,
            "icon": self.icon,
            "signed": self.signed,
            "top": top,
            "root": root,
            "task": task,
            "tasks": tasks,
            "others": others,
        }

    def shared_parts(self) -> dict[str, str]:
        """Head and foot of the pages that all languages share, in the reader's language, for a script."""
        top = "../" + self.prefix(language())
        addresses = {one: f"?lang={one}" for one in self.settings.languages}
        parts = self.parts(top, "../", "", addresses)
        return {
            "site": self.settings.title,
            "masthead": str(template("masthead.html", **parts)),
            "foot": str(template("foot.html", **parts)),
        }

    @cached_property
    def shell(self) -> list[str]:
        """A page that all languages share, cut where title, card, scripts, content and data belong."""
        mark = Markup("\x01")
        with speaking(self.settings.languages[0]):
            text = template("shell.html", settings=self.settings, icon=self.icon, mark=mark)
        return str(text).split(str(mark))


class Place(Struct, frozen=True):
    """Where a page is: its file, seen from the top of its language."""

    look: Look
    path: str
    page: Callable[..., str]  # the file of a page, by what it is about

    @property
    def top(self) -> str:
        """The way to the pages of the language."""
        return "../" * self.path.count("/")

    @property
    def root(self) -> str:
        """The way to assets and data, which all languages share."""
        return self.top + "../" * self.look.prefix(language()).count("/")

    def to(self, *parts: object) -> str:
        """The address of a page; empty if the site does not have it."""
        page = self.page(*map(str, parts))
        if not page:
            return ""
        if parts[0] in SHARED:
            return self.root + quote(page) + self.look.asks(language())
        return self.top + quote(page)


def template(file: str, /, **values: object) -> Markup:
    """A part of a page by a template of the site."""
    found = environment(HERE / "templates", WEB / "templates").get_template(file)
    return Markup(found.render(**values))


def page(place: Place, title: str, main: str, *, task: str = "", head: str = "") -> bytes:
    """A whole page in the reader's language."""
    look = place.look
    path = quote(place.path)
    addresses = {one: place.root + look.prefix(one) + path for one in look.settings.languages}
    parts = look.parts(place.top, place.root, task, addresses)
    text = template("frame.html", **parts, title=title, head=Markup(head), main=Markup(main))
    return visible_lines(text).encode()


def shell(look: Look, script: str, title: str, about: str, main: str, data: object) -> bytes:
    """A page that all languages share; title and what it is about are escaped."""
    start, after_title, head, body, end, last = look.shell
    card = f'<meta name="description" property="og:description" content="{about}">\n'
    if look.settings.address:
        picture = f"{look.settings.address}assets/{look.picture}"
        card += f'<meta property="og:title" content="{title}">\n<meta property="og:image" content="{picture}">\n'
    before = visible_lines(
        "".join((start, title, after_title, card, head, script, body, main, end))
    )
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    return "".join((before, UNSAFE.sub("\ufffd", text), last)).encode()


def card(place: Place, title: str, about: str) -> str:
    """What social networks show of a page; nothing if nobody said where the site stands."""
    look = place.look
    settings = look.settings
    if not settings.address:
        return ""
    address = settings.address + look.prefix(language()) + quote(place.path)
    facts = (
        ("og:title", title),
        ("og:site_name", settings.title),
        ("og:url", address),
        ("og:type", "website"),
        ("og:image", f"{settings.address}assets/{look.picture}"),
    )
    lines = [f'<meta property="{name}" content="{escape(value)}">\n' for name, value in facts]
    about = f'<meta name="description" property="og:description" content="{escape(about)}">\n'
    return about + "".join(lines)
