"""The rules: all regulations by title, and each article by article with its numbers, versions and readings."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from replay.answers.language import tr, tr_n
from replay.answers.speech import day_in_words
from replay.office.office import Office
from replay.questions import rules as questions
from replay.questions.rules import DatedValue, RegulationArticle, articles_of
from replay.web.asked import Asked
from replay.web.page import Anchor, Data, Page, answer_data, schemes_that_work
from schemes import Rules, Scheme
from schemes.kernels.rules import ALWAYS


class RegulationCard(Struct, frozen=True):
    """A regulation in the index."""

    title: str
    href: str
    about: str
    links: Sequence[Anchor]


class RegulationsView(Struct, frozen=True):
    """All regulations, those of this ledger first."""

    regulations: Sequence[RegulationCard]


class ShownVersion(Struct, frozen=True):
    """A version of a regulation, and whether it is in force."""

    text: str
    is_now: bool


class RegulationView(Struct, frozen=True):
    """A regulation article by article."""

    scheme: str
    versions: Sequence[ShownVersion]
    articles: Sequence[RegulationArticle]
    taken: Mapping[str, str]
    asked: Asked

    def heading(self, article: str) -> str:
        """Article 0.2.1; a part of another text as it is called there."""
        if not article:
            return tr("General")
        if article[0].isdigit():
            return tr("Article {number}", number=article)
        return tr(article)

    def value(self, text: str) -> str:
        return tr(text)

    def day(self, day: date) -> str:
        return day_in_words(day)

    def since(self, dated: DatedValue) -> str:
        if dated.since == ALWAYS:
            return tr("always")
        return tr("since {day}", day=day_in_words(dated.since))

    def what_if(self, reading: str, choice: str) -> str:
        """The list of today under another reading."""
        words = {f"reading.{reading}": choice}
        return self.asked.to("whatif", self.scheme, date.today(), **words)


def schemes_page(office: Office, asked: Asked) -> Page | Data:
    """All regulations."""
    schemes, left_out = schemes_that_work(office.schemes)
    if asked.form:
        names = [each.name for each in schemes]
        return answer_data(asked.form, questions.schemes(office.schemes, names))
    return Page(
        title=tr("Regulations"),
        lead=tr("Every number with its article, and how the text is read where it leaves room."),
        template="regulations.html",
        content=RegulationsView([_card(asked, each) for each in schemes]),
        sections=left_out,
        data=("csv", "json"),
    )


def _card(asked: Asked, chosen: Scheme) -> RegulationCard:
    versions = tr_n("{number} version", "{number} versions", len(chosen.versions))
    readings = tr_n("{number} reading", "{number} readings", len(chosen.readings))
    return RegulationCard(
        title=tr(chosen.title),
        href=asked.to("schemes", chosen.name),
        about=f"{versions} · {readings}",
        links=list(_links(asked, chosen.name)),
    )


def _links(asked: Asked, name: str) -> Iterator[Anchor]:
    """What can be done with a regulation."""
    yield Anchor(tr("the newest list"), asked.to("lists", name))
    yield Anchor(tr("compare two lists"), asked.to("compare", name))
    yield Anchor(tr("what if"), asked.to("whatif", name, date.today()))


def scheme_page(office: Office, asked: Asked) -> Page | Data:
    """A regulation: its versions, then every number, reading and reason by article."""
    chosen = office.schemes[asked.words["scheme"]]
    rules = asked.rules_of(chosen.name)
    if asked.form:
        return answer_data(asked.form, questions.parameters_of(chosen, rules.versions))
    today = date.today()
    facts = [("scheme", chosen.name)]
    if chosen.games_counted:
        facts.append(("games", tr(chosen.games_counted)))
    return Page(
        title=tr(chosen.title),
        crumbs=[Anchor(tr("Regulations"), asked.to("schemes")), *_links(asked, chosen.name)],
        template="regulation.html",
        content=RegulationView(
            scheme=chosen.name,
            versions=list(_shown_versions(rules, today)),
            articles=articles_of(chosen, rules, today),
            taken=rules.readings,
            asked=asked,
        ),
        facts=facts,
        receipt=[("rules", f"sha256:{rules.fingerprint}")],
        data=("csv", "json"),
    )


def _shown_versions(rules: Rules, today: date) -> Iterator[ShownVersion]:
    """The versions, the newest first."""
    now = rules.latest(today).name
    for each in sorted(rules.versions, key=lambda one: one.since, reverse=True):
        text = tr("{version}, in force from {date} on", version=each.name, date=each.since)
        if each.since == ALWAYS:
            text = each.name
        yield ShownVersion(text, each.name == now)
