"""The shape of the project: imports point one way, public faces are short, no drawers."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "ledger": {"ledger"},
    "schemes": {"schemes"},
    "projections": {"projections", "ledger", "schemes"},
    "replay": {"replay", "projections", "ledger", "schemes"},
}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
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


def test_no_module_imports_itself_in_a_circle() -> None:
    """Counting imports at the head of modules: those inside functions are there to load late."""
    graph: dict[str, set[str]] = {}
    for package in MAY_IMPORT:
        for path in sources(package):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            graph[module] = _at_head(path)
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
        if not (ROOT / Path(*module.split("."))).is_dir():  # a package's face imports its modules, not the reverse
            visit(module, ())


def _at_head(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in MAY_IMPORT:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found = {name for name in inner if (ROOT / Path(*name.split("."))).with_suffix(".py").exists()}
            names |= found or {node.module}
    return {name for name in names if not (ROOT / Path(*name.split("."))).is_dir()}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_the_public_face_of_a_package_is_short_and_sorted(package: str) -> None:
    face = ROOT / package / "__init__.py"
    assert len(face.read_text(encoding="utf-8").splitlines()) <= 60
    namespace: dict[str, object] = {}
    for node in ast.parse(face.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            namespace["__all__"] = ast.literal_eval(node.value)
    names = namespace["__all__"]
    assert isinstance(names, list) and names == sorted(names, key=lambda n: (not n.isupper(), n[0].islower(), n))


def test_there_is_no_drawer_for_leftovers() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "tools"}
    found = {str(path.relative_to(ROOT)) for package in MAY_IMPORT for path in sources(package) if path.stem in drawers}
    assert not found


def test_only_one_module_writes_to_standard_output_and_error() -> None:
    """So that nothing reaches a terminal that was not made visible, and no closed pipe stops a command half-way."""
    allowed = {"replay/terminal.py", "ledger/log.py"}  # the log says that it waits for another import
    wrong = {
        f"{path.relative_to(ROOT)}:{number}"
        for package in MAY_IMPORT
        for path in sources(package)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "sys.stdout.write(" in line or "sys.stderr.write(" in line or line.strip().startswith("print(")
        if str(path.relative_to(ROOT)) not in allowed
    }
    assert not wrong


@pytest.mark.parametrize("package", ["ledger", "projections"])
def test_no_name_in_a_package_hides_a_module_of_it(package: str) -> None:
    """`from package import name` would give the function where the module was meant."""
    hidden = set()
    for face in (ROOT / package).rglob("__init__.py"):
        modules = {path.stem for path in face.parent.glob("*.py")}
        for node in ast.parse(face.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module != ".".join(face.parent.relative_to(ROOT).parts):
                names = {alias.asname or alias.name for alias in node.names}
                hidden |= {f"{face.parent.relative_to(ROOT)}/{name}.py" for name in names & modules}
    assert not hidden
