"""The shape of the project: imports point one way, public faces are short, no drawers."""

import ast
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from vulture import Vulture

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "wording": {"wording"},
    "ledger": {"ledger", "wording"},
    "schemes": {"schemes", "wording"},
    "projections": {"projections", "ledger", "schemes", "wording"},
    "replay": {"replay", "projections", "ledger", "schemes", "wording"},
}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A source as Python reads it; read once, for all guards."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Everything that stands in a source."""
    return list(ast.walk(tree(path)))


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, wherever in it."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "replay":
            names |= {f"replay.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return {name for name in names if name.split(".")[0] in MAY_IMPORT}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(package)
        for name in imported(path)
        if name.split(".")[0] not in MAY_IMPORT[package]
    }
    assert not wrong


def test_tests_of_the_ledger_need_no_replay() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("tests/ledger")
        for name in imported(path)
        if name.split(".")[0] not in MAY_IMPORT["ledger"]
    ]
    assert not wrong


@pytest.mark.parametrize("door", ["web", "site"])
def test_no_other_door_imports_the_command_line(door: str) -> None:
    modules = {name for path in sources(f"replay/{door}") for name in imported(path)}
    assert modules and not {name for name in modules if name.startswith("replay.commands")}


DOORS = ("commands", "web", "site")


def test_only_doors_import_doors() -> None:
    """What is asked knows nothing of who asks it. The site shows pages of the desk."""
    doors = tuple(f"replay.{door}" for door in DOORS)
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources("replay")
        if path.relative_to(ROOT / "replay").parts[0] not in DOORS
        for name in imported(path)
        if name.startswith(doors)
    }
    assert not wrong


FLOORS = (
    ("answers",),
    ("rules_choice",),
    ("which",),
    ("world",),
    ("lists.rating_list",),
    ("office.office", "office.key_files"),
    ("difference", "files"),
    ("appeals", "lists"),
    ("explain", "whatif"),
    ("office",),
    ("questions",),
    ("papers", "simulation"),
    DOORS,
)
"""The rooms of replay from the ground up: each imports from itself and the floors below, from no other room beside it.

The list itself, and the ledger that was opened, stand lower than the rooms they are in.
"""


def _floor_of(names: Sequence[str]) -> tuple[int, str]:
    """The floor of a module, given without `replay`, and the room or module that stands on it."""
    own = [".".join(names[:length]) for length in range(len(names), 0, -1)]
    return next(
        (number, place) for place in own for number, floor in enumerate(FLOORS) if place in floor
    )


def test_rooms_import_from_themselves_and_the_floors_below() -> None:
    """Doors → questions → explain, what-if → appeals, lists → difference → world; renderers know answers alone."""
    rooms = {path.stem for path in (ROOT / "replay").iterdir() if path.suffix in ("", ".py")}
    assert {place for floor in FLOORS for place in floor if "." not in place} == rooms - {
        "__init__", "__pycache__",
    }  # fmt: skip
    wrong = set()
    for path in sources("replay"):
        own = path.relative_to(ROOT / "replay").with_suffix("").parts
        if own == ("__init__",):  # the door for programs
            continue
        floor, place = _floor_of(own)
        for name in imported(path):
            names = name.split(".")
            if names[0] != "replay" or len(names) < 2 or names[1] == own[0]:
                continue
            below, other = _floor_of(names[1:])
            if below >= floor and not (place in DOORS and other in DOORS):
                wrong.add(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong


def test_files_know_the_ledger_and_no_answer_to_a_question() -> None:
    """Readers and writers ask the snapshot who is known, and the regulation what its K is."""
    rooms = {
        name.split(".")[1]
        for path in sources("replay/files")
        for name in imported(path)
        if name.startswith("replay.")
    }
    assert rooms <= {"answers", "files", "office", "which"}


def test_only_the_command_line_knows_the_parser_of_its_words() -> None:
    knowing = {
        path.relative_to(ROOT).parent.as_posix()
        for package in MAY_IMPORT
        for path in sources(package)
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom | ast.Import) and "cyclopts" in ast.unparse(node)
    }
    assert knowing == {"replay/commands"}


def test_no_question_asks_for_a_regulation_without_its_ledger() -> None:
    """A ledger can declare regulations: whoever answers takes them from it, not from the installed packages."""
    found = [
        f"{path.relative_to(ROOT)} imports {each.name}"
        for path in sorted((ROOT / "replay").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module in ("schemes", "schemes.registry")
        for each in node.names
        if each.name in ("scheme", "scheme_names")
    ]
    assert not found


def test_no_module_imports_itself_in_a_circle() -> None:
    """Counting imports at the head of modules: those inside functions are there to load late."""
    graph = _graph()
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " → ".join([*trail[trail.index(module) :], module])
        if module in done or module not in graph:
            return
        for name in sorted(graph[module]):
            if name != module:
                visit(name, (*trail, module))
        done.add(module)

    for module in sorted(graph):
        if not (
            ROOT / Path(*module.split("."))
        ).is_dir():  # a package's face imports its modules, not the reverse
            visit(module, ())


LONGEST_CHAIN = 22


def test_no_chain_of_imports_is_long() -> None:
    """Who follows an import from module to module comes to the end soon. Packages' faces are no link."""
    graph = _graph()
    chains: dict[str, list[str]] = {}

    def chain(module: str) -> list[str]:
        if module not in chains:
            chains[module] = [module]
            further = [chain(name) for name in sorted(graph[module]) if name in graph]
            chains[module] = [module, *max(further, key=len, default=[])]
        return chains[module]

    longest = max(map(chain, graph), key=len)
    assert len(longest) <= LONGEST_CHAIN, " → ".join(longest)


def _graph() -> dict[str, set[str]]:
    """The modules that each module imports at its head."""
    return {_module_of(path): _at_head(path) for package in MAY_IMPORT for path in sources(package)}


def _at_head(path: Path) -> set[str]:
    names: set[str] = set()
    for node in tree(path).body:
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.split(".")[0] in MAY_IMPORT
        ):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found = {
                name
                for name in inner
                if (ROOT / Path(*name.split("."))).with_suffix(".py").exists()
            }
            names |= found or {node.module}
    return {name for name in names if not (ROOT / Path(*name.split("."))).is_dir()}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_the_public_face_of_a_package_is_short_and_sorted(package: str) -> None:
    face = ROOT / package / "__init__.py"
    assert len(nodes(face)) <= 450
    namespace: dict[str, object] = {}
    for node in tree(face).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            namespace["__all__"] = ast.literal_eval(node.value)
    names = namespace["__all__"]
    assert isinstance(names, list) and names == sorted(
        names, key=lambda n: (not n.isupper(), n[0].islower(), n)
    )


ROOMS = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for package in ("ledger", "projections", "replay", "wording")
    for path in ROOT.joinpath(package).rglob("__init__.py")
)


@pytest.mark.parametrize("room", ROOMS)
def test_the_face_of_a_room_is_its_map(room: str) -> None:
    """Its docstring names every module and every room inside of it, and none that is not there."""
    face = ROOT / room / "__init__.py"
    docstring = ast.get_docstring(tree(face)) or ""
    named = set(re.findall(r"\w+", docstring))
    modules = {path.stem for path in face.parent.glob("*.py")} - {"__init__"}
    inner = {path.parent.name for path in face.parent.glob("*/__init__.py")}
    assert not (modules | inner) - named


def test_there_is_no_drawer_for_leftovers() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "tools"}
    found = {
        str(path.relative_to(ROOT))
        for package in MAY_IMPORT
        for path in sources(package)
        if path.stem in drawers
    }
    assert not found


def test_only_one_module_writes_to_standard_output_and_error() -> None:
    """So that nothing reaches a terminal that was not made visible, and no closed pipe stops a command half-way."""
    allowed = {
        "replay/answers/terminal.py",
        "ledger/log/log.py",
    }  # the log says that it waits for another import
    wrong = {
        f"{path.relative_to(ROOT)}:{number}"
        for package in MAY_IMPORT
        for path in sources(package)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "sys.stdout.write(" in line
        or "sys.stderr.write(" in line
        or line.strip().startswith("print(")
        if str(path.relative_to(ROOT)) not in allowed
    }
    assert not wrong


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_no_name_in_a_package_hides_a_module_of_it(package: str) -> None:
    """`from package import name` would give the function where the module was meant."""
    hidden = set()
    for face in (ROOT / package).rglob("__init__.py"):
        modules = {path.stem for path in face.parent.glob("*.py")}
        for node in tree(face).body:
            if isinstance(node, ast.ImportFrom) and node.module != ".".join(
                face.parent.relative_to(ROOT).parts
            ):
                names = {alias.asname or alias.name for alias in node.names}
                hidden |= {f"{face.parent.relative_to(ROOT)}/{name}.py" for name in names & modules}
    assert not hidden


def _module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _named_in(path: Path) -> set[str]:
    """Modules that a file imports, or names in a text because they are loaded late ("package.module:function")."""
    text = path.read_text(encoding="utf-8")
    names = set(re.findall(r'"((?:ledger|schemes|projections|replay)\.[\w.]*)(?::\w+)?"', text))
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_every_module_is_reached_from_the_command_line_or_an_entry_point() -> None:
    modules = {_module_of(path): path for package in MAY_IMPORT for path in sources(package)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = [
        *project["scripts"].values(),
        *project["entry-points"]["rating_ledger.schemes"].values(),
    ]
    reached: set[str] = set()
    waiting = {*MAY_IMPORT, *(entry.partition(":")[0] for entry in entries)}
    while waiting:
        name = waiting.pop()
        parents = {name.rpartition(".")[0]} if "." in name else set()
        if name in modules and name not in reached:
            reached.add(name)
            waiting |= _named_in(modules[name]) | parents
    assert not set(modules) - reached


# Called by others: the library's hooks, Python's own, the object that people use in Python, structs of a file's form.
CALLED_FROM_OUTSIDE = {
    "handle_starttag",
    "handle_endtag",
    "handle_data",
    "detect_memory_mode",
    "_create_connection",
    "_listen",
    "load_overload",
    "to_arrow",
    "to_polars",
    "__getattr__",
    "_FileChange",
    "alternatives",
}
FOR_USERS = {"replay/office/office.py", "replay/questions/questions.py"}


def test_no_function_is_dead() -> None:
    """Vulture finds what nothing in the product names; commands and article functions are called by name."""
    vulture = Vulture(ignore_decorators=["@article*", "@own*", "@between*", "@loop*"])
    vulture.scavenge([str(ROOT / package) for package in MAY_IMPORT])
    commands = {
        found
        for path in sources("replay")
        for found in re.findall(r'"replay[\w.]*:(\w+)"', path.read_text())
    }
    templates = {
        word
        for path in ROOT.glob("replay/**/*.html")
        for word in re.findall(r"\.(\w+)", path.read_text())
    }
    called = commands | templates | CALLED_FROM_OUTSIDE
    dead = {
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno} {item.name}"
        for item in vulture.get_unused_code()
        if item.typ in ("function", "method", "property", "class")
        and item.name not in called
        and str(item.filename.relative_to(ROOT)) not in FOR_USERS
    }
    assert not dead


def _classes_and_functions(path: Path) -> list[ast.ClassDef | ast.FunctionDef]:
    return [node for node in nodes(path) if isinstance(node, ast.ClassDef | ast.FunctionDef)]


def test_one_class_name_means_one_thing() -> None:
    """Except the groups of parameters: each regulation has its own K."""
    where: dict[str, list[str]] = {}
    for package in MAY_IMPORT:
        for path in sources(package):
            for node in _classes_and_functions(path):
                if (
                    isinstance(node, ast.ClassDef)
                    and not node.name.startswith("_")
                    and path.name != "parameters.py"
                ):
                    where.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert not {name: found for name, found in where.items() if len(found) > 1}


def test_functions_and_classes_stay_of_a_size_to_be_read() -> None:
    """At most seven arguments; a class is counted in syntax nodes, where packing buys nothing."""
    wrong = set()
    for package in MAY_IMPORT:
        for path in sources(package):
            for node in _classes_and_functions(path):
                if isinstance(node, ast.FunctionDef):
                    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                    if len([name for name in given if name.arg not in ("self", "cls")]) > 7:
                        wrong.add(
                            f"{path.relative_to(ROOT)}:{node.lineno} {node.name} takes {len(given)} arguments"
                        )
                elif len(list(ast.walk(node))) > 3600:
                    wrong.add(f"{path.relative_to(ROOT)}:{node.lineno} {node.name} is too long")
    assert not wrong


SPEAKERS = ("answers", "papers", "commands", "web", "site")  # rooms of renderers and doors
RENDERERS = {
    "replay/explain/history/plot.py", "replay/whatif/plots.py", "replay/files/templates.py",
}  # fmt: skip
"""Drawings and forms outside the rooms of renderers."""


def test_only_renderers_and_doors_speak() -> None:
    """Answers are data: what is said in a language (`tr`) is said where it is shown. Elsewhere texts are `say`."""
    speaking = set()
    for package in MAY_IMPORT:
        for path in sources(package):
            name = path.relative_to(ROOT)
            if name.parts[0] == "replay" and name.parts[1] in SPEAKERS:
                continue
            for node in nodes(path):
                called = getattr(getattr(node, "func", None), "id", "")
                if called in ("tr", "tr_n", "inform", "hint"):
                    speaking.add(str(name))
    assert speaking == RENDERERS


def test_a_text_is_told_apart_by_its_context_not_by_the_language() -> None:
    """`language() == "en"` would stand in for a context (`say_as`); only the catalogues know languages by name."""
    for path in sources("replay"):
        if path.name == "language.py":
            continue
        for node in nodes(path):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Call):
                is_language = getattr(node.left.func, "id", "") == "language"
                named = [part for part in node.comparators if isinstance(part, ast.Constant)]
                assert not (is_language and named), f"{path}:{node.lineno}"


def test_answers_address_no_cell_by_its_number() -> None:
    """A row of an answer is a mapping by column; `row[3]` would mean another thing once a column comes in."""
    rooms = ("questions", "difference", "appeals", "explain", "whatif", "commands")
    for room in rooms:
        for path in sorted((ROOT / "replay" / room).rglob("*.py")):
            for node in nodes(path):
                if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
                    continue
                is_number = isinstance(node.slice, ast.Constant) and isinstance(
                    node.slice.value, int
                )
                assert not (is_number and node.value.id in ("row", "cells")), (
                    f"{path}:{node.lineno}"
                )


def test_no_behaviour_hangs_on_the_name_of_a_column() -> None:
    """What a column is, is its kind: renderers compare no column's name with a text."""
    for path in sorted((ROOT / "replay" / "answers").glob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Constant):
                compared = ast.unparse(node.left)
                assert not compared.endswith("column.name"), f"{path}:{node.lineno}"


SENTENCES = {"wrong", "remedy", "reform", "told", "extent", "sentence", "title", "text", "said"}
"""Attributes that hold what people read."""
TAKEN_APART = {
    "split", "rsplit", "splitlines", "partition", "rpartition", "startswith", "endswith", "removeprefix",
    "removesuffix", "find", "index",
}  # fmt: skip
SEARCHED = {"match", "search", "fullmatch", "findall", "finditer", "Decimal", "int"}


def _reads_back(node: ast.AST) -> bool:
    """Whether a text for people is taken apart, searched, or turned into a number."""

    def is_sentence(part: ast.AST) -> bool:
        return isinstance(part, ast.Attribute) and part.attr in SENTENCES

    if isinstance(node, ast.Compare):
        inside = isinstance(node.ops[0], ast.In | ast.NotIn)
        return inside and is_sentence(node.comparators[0])
    if not isinstance(node, ast.Call):
        return False
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if called in SEARCHED:
        return any(map(is_sentence, node.args))
    if not isinstance(node.func, ast.Attribute):
        return False
    return called in TAKEN_APART and is_sentence(node.func.value)


def _asks_for_a_class_by_name(node: ast.AST) -> bool:
    """`type(event).__name__ == "…"` and its like: a renamed class would be another one."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    if isinstance(node, ast.Match):
        sides = [node.subject]
    return any(
        isinstance(side, ast.Attribute)
        and side.attr in ("__name__", "__qualname__")
        and (isinstance(side.value, ast.Call) or getattr(side.value, "attr", "") == "__class__")
        for side in sides
    )


def test_classes_are_not_told_apart_by_their_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in MAY_IMPORT
        for path in sources(package)
        for node in nodes(path)
        if isinstance(node, ast.expr | ast.stmt) and _asks_for_a_class_by_name(node)
    ]
    assert not found


def test_nothing_is_read_out_of_a_text_for_people() -> None:
    """What a program needs is handed on as data. Outside files are texts: their readers may."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in MAY_IMPORT
        for path in sources(package)
        if path.relative_to(ROOT).parts[:2] != ("replay", "files")
        for node in nodes(path)
        if isinstance(node, ast.expr) and _reads_back(node)
    ]
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        "error.wrong.startswith('did')",
        "rules.reform.split(', ')",
        "PATTERN.search(step.text)",
        "'more' in fault.remedy",
        "Decimal(row.told)",
    ],
)
def test_the_guard_sees_texts_that_are_read_back(line: str) -> None:
    assert any(map(_reads_back, ast.walk(ast.parse(line))))
