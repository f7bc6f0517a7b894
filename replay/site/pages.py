"""How pages of the site look: templates, the frame around every page, and where pages are, seen from one of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape
from msgspec import Struct

from replay.answers.language import LANGUAGES, language, tr
from replay.answers.paper.parts import environment
from replay.site.settings import SiteSettings
from replay.web.page import HERE as WEB
from wording.visible import visible_lines

HERE = Path(__file__).parent
ASSETS = HERE / "assets"
SHORT = {"en": "EN", "zh-Hans": "简", "zh-Hant": "繁"}
MARK = "\x01"


class Frame(Struct, frozen=True):
    """The frame of pages, cut where title, head, the path of the page (some times) and its content belong."""

    start: str
    middle: str
    before: list[str]
    end: str


class Look:
    """What all pages share: whose site it is, and what it has."""

    def __init__(
        self, settings: SiteSettings, icon: str, *, signed: bool, all_languages: bool
    ) -> None:
        """`all_languages`: players and tournaments have pages in every language, not in the first alone."""
        self._all_languages = all_languages
        self.settings = settings
        self._icon = icon
        self._signed = signed
        self._frames: dict[tuple[str, str, str], Frame] = {}

    def prefix(self, code: str) -> str:
        """The folder of a language: the first one stands at the top."""
        if code == self.settings.languages[0]:
            return ""
        return f"{code}/"

    @property
    def has_all_pages_here(self) -> bool:
        """Whether every player and tournament has a page in the reader's language; in the first one they do."""
        return self._all_languages or language() == self.settings.languages[0]

    def switches(self, path: str) -> str:
        """Where the switch of languages leads from a page: to the same one, or to the first where it is missing."""
        if not self._all_languages and path.startswith(("players/", "tournaments/")):
            return "index.html"
        return path

    def prefix_here(self) -> str:
        """The folder of the reader's language."""
        return self.prefix(language())

    def frame(self, top: str, root: str, task: str) -> Frame:
        """The frame of pages in the reader's language, at a depth, within a task."""
        key = (language(), top, task)
        if key not in self._frames:
            self._frames[key] = self._made(top, root, task)
        return self._frames[key]

    def _made(self, top: str, root: str, task: str) -> Frame:
        tasks = [
            ("home", "index.html", tr("Ratings")),
            ("tournaments", "tournaments/index.html", tr("Tournaments")),
            ("federations", "federations/index.html", tr("Federations")),
            ("check", "verify.html", tr("Check")),
        ]
        others = [
            (one, self.prefix(one), SHORT[one], LANGUAGES[one]) for one in self.settings.languages
        ]
        text = template(
            "frame.html", settings=self.settings, icon=self._icon, signed=self._signed, top=top,
            root=root, task=task, tasks=tasks, others=others,
            pages=top if self.has_all_pages_here else root,
            mark=lambda name: Markup(f"{MARK}{name}{MARK}"),
        )  # fmt: skip
        start, rest = text.split(f"{MARK}title{MARK}")
        middle, rest = rest.split(f"{MARK}head{MARK}")
        before, end = rest.split(f"{MARK}main{MARK}")
        return Frame(str(start), str(middle), str(before).split(f"{MARK}path{MARK}"), str(end))


class Place(Struct, frozen=True):
    """Where a page is: its file, seen from the top of its language."""

    look: Look
    path: str
    pages: Mapping[tuple[str, ...], str]

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
        page = self.pages.get(tuple(map(str, parts)))
        if page is None:
            return ""
        if parts[0] != "lists" and not self.look.has_all_pages_here:
            return self.root + quote(page)
        return self.top + quote(page)


def template(file: str, /, **values: Any) -> Markup:
    """A part of a page by a template of the site."""
    found = environment(HERE / "templates", WEB / "templates").get_template(file)
    return Markup(found.render(**values))


def page(place: Place, title: str, main: str, *, task: str = "", head: str = "") -> bytes:
    """A whole page: what is its own within the frame of its language."""
    frame = place.look.frame(place.top, place.root, task)
    before = quote(place.look.switches(place.path)).join(frame.before)
    text = [
        frame.start,
        visible_lines(escape(title)),
        frame.middle,
        visible_lines(head),
        before,
        visible_lines(main),
        frame.end,
    ]
    return "".join(text).encode()


def card(place: Place, title: str, about: str) -> str:
    """What social networks show of a page; nothing if nobody said where the site stands."""
    settings = place.look.settings
    if not settings.address:
        return ""
    address = settings.address + place.look.prefix(language()) + quote(place.path)
    facts: Sequence[tuple[str, str]] = (
        ("og:title", title),
        ("og:description", about),
        ("og:site_name", settings.title),
        ("og:url", address),
        ("og:type", "website"),
    )
    lines = [f'<meta property="{name}" content="{escape(value)}">\n' for name, value in facts]
    return f'<meta name="description" content="{escape(about)}">\n' + "".join(lines)
