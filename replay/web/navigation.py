"""The menu: six tasks, the links of each, and which of them a page belongs to."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import Struct

from projections import Snapshot
from replay.answers.language import between_words, tr
from replay.answers.names import named
from replay.answers.speech import day_in_words, short_title
from replay.rules_choice import day_of
from replay.web.asked import Asked
from replay.web.office_file import Visitor
from schemes import Schemes
from wording import say
from wording.errors import LedgerError


class MenuLink(Struct, frozen=True):
    """A link of the menu; `current` is the one that leads to this page."""

    text: str
    href: str
    current: bool = False


class MenuTask(Struct, frozen=True):
    """What somebody comes for, and where it is found."""

    text: str
    href: str
    links: Sequence[MenuLink] = ()
    current: bool = False


def menu(asked: Asked, schemes: Sequence[str], visitor: Visitor) -> list[MenuTask]:
    """The tasks of a reader. Whoever may not even read has nothing but the way to sign in."""
    tasks = []
    if schemes:
        tasks += [
            _ratings(asked, schemes),
            _tournaments(asked),
            _players(asked),
            _check(asked),
            _what_if(asked, schemes),
        ]
    return [*tasks, *_office(asked, visitor)]


QUESTIONS = {
    "": say("First page"),
    "find": say("Search"),
    "lists": say("Rating list"),
    "players": say("Player"),
    "tournaments": say("Tournament"),
    "federations": say("Federation"),
    "groups": say("Groups"),
    "schemes": say("Regulation"),
    "compare": say("Two lists compared"),
    "appeal": say("Appeal"),
    "whatif": say("What if"),
    "sql": say("SQL query"),
    "log": say("The log"),
    "published": say("Published list"),
}
"""What a question is called while it is worked on, by the first word of its address."""


def question_in_words(asked: Asked, snapshot: Snapshot | None = None) -> str:
    """What an address asks for: "Player: Castro, Inés, FIDE standard, 1 Nov 2025"; without a snapshot by the id."""
    kind = asked.path.split("/")[1]
    title = tr(QUESTIONS.get(kind, QUESTIONS[""]))
    words = dict(asked.words)
    if "scheme" in words:
        words["scheme"] = title_of(asked.schemes, words["scheme"])
    if "on" in words:
        with suppress(LedgerError):  # the page itself says what is wrong with it
            words["on"] = day_in_words(day_of(words["on"]))
    if snapshot is not None:
        names = named(snapshot, [words.get("player", "")], [words.get("tournament", "")])
        known = {**names.tournaments, **names.players}
        words = {kind: known.get(word, word) for kind, word in words.items()}
    if not words:
        return title
    return tr("{question}: {which}", question=title, which=between_words().join(words.values()))


def title_of(schemes: Schemes, name: str) -> str:
    """What people call a regulation; the name of one that cannot be loaded."""
    try:
        return short_title(name, schemes[name].title)
    except LedgerError:
        return name


def _task(text: str, links: Sequence[MenuLink], is_here: bool) -> MenuTask:
    return MenuTask(text, links[0].href, links, is_here)


def _is_below(asked: Asked) -> Callable[..., bool]:
    """Whether this page stands at one of some addresses, or below it."""

    def below(*paths: str) -> bool:
        return any(asked.path == path or asked.path.startswith(f"{path}/") for path in paths)

    return below


def _ratings(asked: Asked, schemes: Sequence[str]) -> MenuTask:
    here = _is_below(asked)
    lists = [
        MenuLink(
            title_of(asked.schemes, name),
            asked.to("lists", name),
            asked.words.get("scheme") == name and here("/lists"),
        )
        for name in schemes
    ]
    others = [
        MenuLink(tr("All dates"), asked.to("lists"), asked.path == "/lists"),
        MenuLink(tr("Compare"), asked.to("compare"), here("/compare")),
        MenuLink(tr("Regulations"), asked.to("schemes"), here("/schemes")),
    ]
    return _task(tr("Ratings"), [*lists, *others], here("/lists", "/compare", "/schemes"))


def _tournaments(asked: Asked) -> MenuTask:
    here = _is_below(asked)
    links = [
        MenuLink(tr("All tournaments"), asked.to("tournaments"), asked.path == "/tournaments"),
        MenuLink(tr("Series and groups"), asked.to("groups"), here("/groups")),
    ]
    return _task(tr("Tournaments"), links, here("/tournaments", "/groups"))


def _players(asked: Asked) -> MenuTask:
    here = _is_below(asked)
    links = [
        MenuLink(tr("All players"), asked.to("players"), asked.path == "/players"),
        MenuLink(tr("Federations"), asked.to("federations"), here("/federations")),
    ]
    return _task(tr("Players"), links, here("/players", "/federations"))


def _check(asked: Asked) -> MenuTask:
    here = _is_below(asked)
    links = [
        MenuLink(tr("Published lists"), asked.to("published"), here("/published")),
        MenuLink(tr("The log"), asked.to("log"), here("/log")),
        MenuLink("SQL", asked.to("sql"), here("/sql")),
    ]
    return _task(tr("Check"), links, here("/published", "/log", "/sql"))


def _what_if(asked: Asked, schemes: Sequence[str]) -> MenuTask:
    here = _is_below(asked)
    others = [
        MenuLink(
            title_of(asked.schemes, name),
            asked.to("whatif", name),
            asked.words.get("scheme") == name and here("/whatif"),
        )
        for name in schemes
    ]
    appeal = MenuLink(tr("An appeal"), "/appeal", here("/appeal"))
    return _task(tr("What if"), [*others, appeal], here("/whatif", "/appeal"))


def _office(asked: Asked, visitor: Visitor) -> list[MenuTask]:
    here = _is_below(asked)
    if visitor.may("recorder"):
        links = [
            MenuLink(tr("Worklist"), "/office", asked.path == "/office"),
            MenuLink(tr("Import"), "/office/import", here("/office/import")),
            MenuLink(tr("Appeals"), "/office/appeal", here("/office/appeal")),
        ]
        if visitor.may("publisher"):
            links.append(MenuLink(tr("Publish"), "/office/publish", here("/office/publish")))
        return [_task(tr("Office"), links, here("/office"))]
    if visitor.can_sign_in and visitor.person is None:
        return [MenuTask(tr("Sign in"), "/sign-in", (), here("/sign-in"))]
    return []
