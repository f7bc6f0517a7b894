"""The files that the rules of a regulation stand in, and their digest: other files, other rules.

To the rules belong the regulation's package, the packages of the classes and articles it builds on, and the drivers,
because what a regulation does not say itself a driver's default says.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

OWN = "schemes"  # below it every package is one regulation, or the drivers


def digest_of(modules: Iterable[str], more: Iterable[Path] = ()) -> str:
    """A digest of the files of the packages that some modules belong to, and of some more files."""
    digest = hashlib.sha256()
    for package in sorted({_package(name) for name in modules}):
        digest.update(package.encode() + bytes.fromhex(_content(package)))
    for path in more:
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return f"sha256:{digest.hexdigest()}"


def _package(module: str) -> str:
    """The outermost package of a module."""
    words = module.split(".")
    return ".".join(words[: 2 if words[0] == OWN else 1])


def _content(package: str) -> str:
    digest = hashlib.sha256()
    for name, file in sorted(_files(package)):
        digest.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """The files of a package by their names in it; of a module without a package, itself and its own imports."""
    loaded = sys.modules.get(package)
    if loaded is None or not getattr(loaded, "__file__", None):
        return
    home = Path(loaded.__file__ or "").parent
    if hasattr(loaded, "__path__"):
        names = ((path.relative_to(home), path) for path in home.rglob("*") if path.is_file())
        yield from ((name.as_posix(), path) for name, path in names if not _is_by_the_way(name))
    else:
        yield from (
            (Path(module.__file__ or "").name, Path(module.__file__ or ""))
            for module in _beside(loaded, home)
        )


def _is_by_the_way(name: Path) -> bool:
    """Whether a file is what Python or an editor leaves behind."""
    return "__pycache__" in name.parts or name.name.startswith(".") or name.name.endswith("~")


def _beside(
    module: ModuleType, home: Path, known: tuple[ModuleType, ...] = ()
) -> tuple[ModuleType, ...]:
    """A module and the modules in the same folder that it imports, and those that they import."""
    known = (*known, module)
    for name in _imported(Path(module.__file__ or "")):
        other = sys.modules.get(name)
        file = getattr(other, "__file__", None)
        is_beside = file and Path(file).parent == home and not hasattr(other, "__path__")
        if other is not None and is_beside and other not in known:
            known = _beside(other, home, known)
    return known


def _imported(file: Path) -> Iterator[str]:
    """The names of the modules that a file imports."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
