"""Two lists compared on the desk: of two days, as known at two times, under two sets of rules, or of two schemes."""

from datetime import date

from replay.compare import ListSide
from replay.compare.answer import SUMMARY, Comparison, side_by_side
from replay.compare.report import why_no_causes
from replay.language import tr
from replay.office import Office
from replay.paper import Remarks, Section, Table
from replay.paper.answers import comparison_paper
from replay.paper.lists import day_before
from replay.web.asked import Asked, day_of
from replay.web.page import Anchor, Data, Field, Form, Page, Pager, pager, rows_data
from replay.why_not import why_alike
from schemes import Scheme, scheme, scheme_names

SIZE = 300  # rows on a page


def comparisons_page(office: Office, asked: Asked) -> Page:
    """Which lists are compared: the start of `/compare`."""
    rows = [(Anchor(name, asked.to("compare", name)), tr(scheme(name).title)) for name in scheme_names()]
    return Page(
        title=tr("Two lists compared"),
        lead=tr("The difference of every player, split by cause. Of which scheme?"),
        sections=[Table("", ("scheme", "regulation"), rows)],
    )


def compare_page(office: Office, asked: Asked) -> Page | Data:
    """Two lists, the difference of every player split by cause."""
    one, other = _sides(office, asked, scheme(asked.words["scheme"]))
    by_cause = bool(asked.get("by-cause")) and not why_no_causes(one, other)
    found = side_by_side(office, one, other, by_cause=by_cause, every=bool(asked.get("all")))
    if asked.form:
        return rows_data(asked.form, found.answer.columns, found.rows)
    chosen = scheme(one.scheme)
    title = tr("{scheme}: two lists compared", scheme=tr(chosen.title))
    sections, pages = _tables(office, asked, found, (one, other))
    return Page(
        title=title,
        lead=found.why_no_causes,
        facts=[(tr("before"), str(one)), (tr("after"), str(other))],
        forms=[_form(asked, (one, other)), _other_rules(asked)],
        sections=sections,
        pager=pages,
        receipt=comparison_paper((one, other), [], Table("", found.answer.columns, found.rows), office).receipt,
        data=("csv", "json"),
    )  # fmt: skip


def _tables(
    office: Office, asked: Asked, found: Comparison, sides: tuple[ListSide, ListSide]
) -> tuple[list[Section], Pager | None]:
    """The summary by cause, and a page of the rows."""
    if not found.rows:
        nothing = tr("Nothing changes: {why}", why=why_alike(office, *sides))
        return [Remarks("", [nothing])], None
    first = (asked.page - 1) * SIZE
    shown = _without_idle(Table("", found.answer.columns, found.rows[first : first + SIZE]))
    paper = comparison_paper(sides, found.causes if asked.page == 1 else [], shown, office)
    tables = [_linked(each, asked) for each in paper.sections if isinstance(each, Table)]
    return list[Section](tables), pager(asked, asked.page, SIZE, len(found.rows))


def _without_idle(table: Table) -> Table:
    """Without the causes that have no part in any difference of the page; the data have them all."""
    always = {"player", "before", "after", "change", "cause"}
    kept = [
        at
        for at, name in enumerate(table.columns)
        if name in always or any(cells[at] not in ("", "0") for cells in table.rows)
    ]
    return Table("", [table.columns[at] for at in kept], [[cells[at] for at in kept] for cells in table.rows])


def _sides(office: Office, asked: Asked, chosen: Scheme) -> tuple[ListSide, ListSide]:
    """By default the newest list and the one before it. What names no side holds for both."""
    rules, snapshot = asked.rules_of(chosen.name), office.snapshot(asked.view.known)
    after = day_of(asked.get("b") or str(date.today()))
    listed = chosen.list_in_force(rules, after)[1]
    earlier = day_before(chosen, rules, listed, snapshot.published(chosen.name))
    before = day_of(asked.get("a") or str(earlier))
    return _side(office, asked, "a", before), _side(office, asked, "b", after)


def _side(office: Office, asked: Asked, side: str, day: date) -> ListSide:
    """A side with its own words: `a.known`, `a.version`, `a.set.NAME`, `a.reading.NAME`, `a.reform`, `a.rate-as`."""
    own = [(name.removeprefix(f"{side}."), value) for name, value in asked.query if name.startswith(f"{side}.")]
    name = dict(own).get("scheme") or asked.words["scheme"]
    common = [pair for pair in asked.query if name == asked.words["scheme"] or pair not in asked.rules_words]
    said = Asked(asked.path, {"scheme": name}, [*common, *_taken_apart(own)])
    said.check()
    view = said.view
    return ListSide(name, day, office.position(view.known), view.rules_of(name), view.rate_as)


def _taken_apart(own: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The fields for several changes, `set` and `reading`, as one word for each: `k.top=15; cap=300`."""
    words: list[tuple[str, str]] = []
    for name, value in own:
        if name not in ("set", "reading"):
            words.append((name, value))
            continue
        for part in value.split(";"):
            which, _, what = part.partition("=")
            words.append((f"{name}.{which.strip()}", what.strip() or "?"))
    return words


def _form(asked: Asked, sides: tuple[ListSide, ListSide]) -> Form:
    known, schemes = tr("all that is known"), [(name, name) for name in scheme_names()]
    by_cause = [("", tr("in one column")), ("1", tr("one column for each"))]
    every = [("", tr("who change")), ("1", tr("all"))]
    fields = [
        Field("a", tr("List of"), str(sides[0].day)),
        Field("a.known", tr("as known on"), asked.get("a.known") or "", hint=known),
        Field("b", tr("and list of"), str(sides[1].day)),
        Field("b.known", tr("as known on"), asked.get("b.known") or "", hint=known),
        Field("b.scheme", tr("of the scheme"), sides[1].scheme, schemes),
        Field("by-cause", tr("Causes"), asked.get("by-cause") or "", by_cause),
        Field("all", tr("Players"), asked.get("all") or "", every),
    ]
    return Form(asked.path, fields, tr("Compare"), asked.hidden(*(field.name for field in fields)))


def _other_rules(asked: Asked) -> Form:
    """What each side has for itself."""
    games = [("", tr("approved for the scheme")), ("yes", tr("those of other schemes, too"))]
    fields = []
    for side, which in (("a", tr("before")), ("b", tr("after"))):
        texts = {name: asked.get(f"{side}.{name}") or "" for name in ("version", "set", "reading", "rate-as")}
        fields += [
            Field(f"{side}.version", tr("Version, {side}", side=which), texts["version"]),
            Field(f"{side}.set", tr("Parameters, {side}", side=which), texts["set"], hint="k.normal=24; cap=300"),
            Field(f"{side}.reading", tr("Readings, {side}", side=which), texts["reading"], hint="name=choice"),
            Field(f"{side}.rate-as", tr("Games, {side}", side=which), texts["rate-as"], games),
        ]
    return Form(
        asked.path, fields, tr("Compare"), asked.hidden(*(field.name for field in fields)), tr("Rules of either side")
    )


def _linked(table: Table, asked: Asked) -> Table:
    """Players lead to their pages."""
    if tuple(table.columns) == SUMMARY:
        return table
    rows = [(row[0], Anchor(str(row[1]), asked.to("players", row[0])), *row[2:]) for row in table.rows]
    return Table(table.title, table.columns, rows, table.note)
