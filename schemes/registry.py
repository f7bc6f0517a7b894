"""The regulations that a ledger knows: those that packages announce under `rating_ledger.schemes`, and its files."""

import dis
import itertools
import os
import re
import sys
from collections.abc import Callable, Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FunctionType
from typing import Any

from schemes.guard import guard, loading
from schemes.kernels.articles import articles_in, is_article, is_fraction
from schemes.kernels.errors import regulation_fault, rules_error
from schemes.kernels.parameters import parameters
from schemes.kernels.readings import nearest
from schemes.kernels.regulation import Regulation
from schemes.kernels.scheme import Scheme
from schemes.rating import articles as vocabulary
from wording import say, together
from wording.errors import LedgerError

FOLDER = "RATING_LEDGER_SCHEMES"  # for a ledger without a folder of its own: one on PostgreSQL
NAME = re.compile(r"[^\W_][\w.-]*")  # letters and digits of any script
Told = Callable[[LedgerError], object]


class Schemes:
    """The regulations that a ledger knows: those of installed packages, and those that files of its folder declare.

    Every opened ledger has its own, so two of them can declare different regulations of one name.
    """

    def __init__(self, folder: Path | None = None, *made: Scheme) -> None:
        """`folder` has the files; with `made` come regulations that somebody made, before all others of their names."""
        self._folders = [Path(each).resolve() for each in (os.environ.get(FOLDER), folder) if each]
        self._made = {each.name: each for each in made}

    @classmethod
    def of_ledger(cls, place: str | Path) -> "Schemes":
        """Those that a ledger knows which stands in a place."""
        return cls(Path(place) / "schemes")

    @property
    def names(self) -> tuple[str, ...]:
        """All regulations that can be asked for; none is loaded for it."""
        return tuple(sorted({*scheme_names(), *self.files(), *self._made}))

    def files(self) -> dict[str, Path]:
        """The files of declared regulations by the names of these; the ledger's own folder comes first."""
        return {
            path.stem: path for folder in self._folders for path in sorted(folder.glob("*.toml"))
        }

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> Scheme:
        """The regulation of a name: of a package, or of a file that is read anew whenever it has changed."""
        if name in self._made:
            return self._made[name]
        file = self.files().get(name)
        if file is not None:
            return _declared(file)
        if name not in scheme_names():
            raise rules_error(say("unknown scheme {name!r}", name=name), nearest(name, self.names))
        return scheme(name)

    def with_scheme(self, made: Scheme) -> "Schemes":
        """The same, with one regulation in the place of that of its name."""
        others = Schemes(None, *self._made.values(), made)
        others._folders = self._folders
        return others

    def working(
        self, told: Told = lambda fault: None, *, among: Collection[str] | None = None
    ) -> list[Scheme]:
        """All regulations, or those among some names, that can be loaded; of the others the fault is told."""
        schemes = []
        for name in self.names:
            if among is not None and name not in among:
                continue
            try:
                schemes.append(self[name])
            except LedgerError as fault:
                told(fault)
        return schemes

    def of_fide_list(self, kind: str) -> str | None:
        """The regulation whose ratings are those of FIDE's list of a kind; one of another package before ours."""
        takers = [each for each in self.working() if vars(type(each)).get("fide_list") == kind]
        foreign = [each.name for each in takers if each.is_foreign]
        if len(foreign) > 1:
            wrong = say(
                "the regulations {foreign} both take FIDE's {kind} list",
                foreign=together(foreign),
                kind=kind,
            )
            raise rules_error(
                wrong,
                say(
                    "name one: --scheme-of {kind}={foreign}, or for a report --rated {foreign}",
                    kind=kind,
                    foreign=foreign[0],
                ),
            )
        return next(iter([*foreign, *(each.name for each in takers)]), None)


def _declared(file: Path) -> Scheme:
    check_name(file)
    from schemes.declared import scheme_from  # on use: it brings all drivers

    try:
        return scheme_from(file)
    except LedgerError as error:
        raise LedgerError(error.text, code="regulation", problems=error.problems) from error


def check_name(file: Path) -> None:
    """Refuse a file whose name cannot be that of its regulation: it is taken, or would have to be quoted."""
    if file.stem in scheme_names():
        wrong = say("{file}: there is already a regulation {name!r}", file=file, name=file.stem)
        raise rules_error(wrong, say("give the file another name"))
    if not NAME.fullmatch(file.stem):
        wrong = say("{file}: a regulation cannot be called {name!r}", file=file, name=file.stem)
        raise rules_error(
            wrong,
            say("give the file a name of letters and digits, also - _ . inside: our-club.toml"),
        )


# Those of packages


@cache
def _announced() -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of each name. A name of this package is not for others to take."""
    points_of: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group="rating_ledger.schemes"):
        points_of[point.name] = (*points_of.get(point.name, ()), point)
    return {name: tuple(filter(_is_own, points)) or points for name, points in points_of.items()}


def scheme_names() -> tuple[str, ...]:
    """The regulations of installed packages, by name."""
    return tuple(sorted(_announced()))


@cache
def scheme(name: str) -> Scheme:
    """The regulation of an installed package; one that cannot be loaded is named together with its package."""
    points = _announced()
    if name not in points:
        raise rules_error(say("unknown scheme {name!r}", name=name), nearest(name, scheme_names()))
    if len(points[name]) > 1:
        packages = together(sorted(map(_package, points[name])))
        raise rules_error(
            say(
                "the packages {packages} both announce the regulation {name!r}",
                packages=packages,
                name=name,
            ),
            say("remove one of them"),
        )
    (point,) = points[name]
    if _is_own(point):
        loaded: Scheme = point.load()
    else:
        with loading(name, _package(point)):
            loaded = guard(_checked(point.load(), name), _package(point))
    loaded.package = _package(point)
    loaded.digest  # noqa: B018 - read now: the code of this process is what stands in the files now
    return loaded


def _is_own(point: EntryPoint) -> bool:
    return point.module.partition(".")[0] == "schemes"


def _package(point: EntryPoint) -> str:
    if point.dist is not None:
        return f"{point.dist.name} {point.dist.version}"
    return say("of unknown origin")


def _checked(found: Any, name: str) -> Scheme:
    """Refuse what would go wrong in silence later."""
    if isinstance(found, type) and issubclass(found, Scheme):
        raise regulation_fault(
            say("it is the class {found}, not a regulation: write {found}()", found=found.__name__)
        )
    if not isinstance(found, Scheme):
        raise regulation_fault(
            say("it is no Scheme, but of the type {type}", type=type(found).__name__)
        )
    if found.name != name:
        raise regulation_fault(
            say(
                "it is announced as {name!r} and calls itself {other!r}",
                name=name,
                other=found.name,
            )
        )
    for version in found.versions:
        for each in parameters(version.parameters):
            if is_fraction(each.value):
                raise regulation_fault(
                    say(
                        "its parameter {name} is {value}; rules have whole numbers only",
                        name=each.name,
                        value=each.value,
                    )
                )
    for table, numbers in getattr(found, "tables", {}).items():
        if any(map(is_fraction, numbers)):
            raise regulation_fault(
                say("its table {table} has fractions; rules have whole numbers only", table=table)
            )
    if isinstance(found, Regulation):
        _check_articles(found)
        _check_names(found)
    return found


def _check_articles(regulation: Regulation) -> None:
    """Refuse a column without its article, and an article whose name is misspelt: nothing would ever ask for it."""
    inherited = regulation.article_functions()
    for column in regulation.columns:
        if column.name not in inherited:
            name = regulation.name
            raise regulation_fault(
                say(
                    "{name} has a column {column!r}, but no article of that name",
                    name=name,
                    column=column.name,
                )
            )
    ours = [
        module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "schemes"
    ]
    known = {name for module in ours for name, value in vars(module).items() if is_article(value)}
    known |= {column.name for column in regulation.columns}
    asked = articles_in(vocabulary)
    for name, function in articles_in(type(regulation)).items():
        _check_signature(function, asked.get(name, function))
        close = nearest(name, tuple(sorted(known)))
        if name not in known and close.startswith("did"):
            number = function.article  # type: ignore[attr-defined]
            raise regulation_fault(
                say("art. {number} ({name}) is no article that a rule asks for: {close}",
                    number=number, name=name, close=close)
            )  # fmt: skip


def _check_signature(own: FunctionType, asked: FunctionType) -> None:
    """Refuse an article that takes other values than it is asked with."""
    wanted, taken = (
        each.__code__.co_varnames[: each.__code__.co_argcount] for each in (asked, own)
    )
    if len(wanted) != len(taken):
        raise regulation_fault(
            say(
                "art. {number} ({name}) takes {taken}; it is asked with {wanted}",
                number=own.article,  # type: ignore[attr-defined]
                name=own.__name__,
                taken=", ".join(taken),
                wanted=", ".join(wanted),
            )
        )


def _check_names(regulation: Regulation) -> None:
    """Refuse articles that read numbers which the regulation does not have: `p.name`."""
    known = vars(regulation.plain_versions_of(regulation.rules())[0])
    for function in regulation.article_functions().values():
        code = list(dis.get_instructions(function))
        for before, after in itertools.pairwise(code):
            is_number = (
                before.opname == "LOAD_FAST"
                and before.argval == "p"
                and after.opname == "LOAD_ATTR"
            )
            if is_number and after.argval not in known:
                raise regulation_fault(
                    say(
                        "art. {article} ({function}) reads p.{name}, which it does not have: {remedy}",
                        article=function.article,  # type: ignore[attr-defined]
                        function=function.__name__,
                        name=after.argval,
                        remedy=nearest(after.argval, known),
                    )
                )
