"""The compiler behind the drivers: numba, its cache kept per version of the sources.

Numba's cache does not notice a change in another file, so the folder's name holds a hash of all rule sources.
A folder that cannot be written is no error: the rules are then compiled in memory.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

# Rules make no arrays, and whoever calls them holds on to those they get: so references to arrays are not counted,
# which took up to half of the time. A rule that makes a list or an array is refused by the compiler.
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "_nrt": False}


@cache
def is_installed() -> bool:
    """Whether there is a compiler: it comes with the extra `fast`, and small ledgers need none."""
    return find_spec("numba") is not None


def jit(function: Callable[..., Any], regulation: str, check: Callable[[], None]) -> Any:
    """Compile a rule or a loop; from disk if it was compiled before. Other threads may run while it runs.

    A driver's loop is compiled for each regulation, in a folder of its own: for numba it is one and the same function.
    What is newly compiled is checked before it is kept or run. An index beyond a table is an error, as in Python.
    """
    import numba

    compiled = numba.njit(function, **OPTIONS)
    folder = cache_folder()
    if folder is not None:
        compiled._cache = cache_of(function, folder.joinpath(regulation))
    keep = compiled._cache.save_overload

    def checked(signature: Any, *values: Any) -> None:
        check()
        if all(map(_can_be_found, signature)):
            keep(signature, *values)

    compiled._cache.save_overload = checked
    return compiled


def cache_of(function: Callable[..., Any], folder: Path) -> Any:
    """Numba's cache of one function. It goes by the module's name, so a second copy of the same sources finds it."""
    from numba.core import caching

    class Locator(caching.InTreeCacheLocator):  # type: ignore[misc]
        def __init__(self, function: Any, file: str) -> None:
            self._py_file = file
            self._lineno = function.__code__.co_firstlineno
            self._cache_path = str(folder.joinpath(function.__module__))

    class Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Implementation

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """Machine code is loaded as it is. Numba reads all its declarations first, which only compiling needs."""
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)

    return Cache(function)


def _can_be_found(kind: Any) -> bool:
    """Whether another process would know a type again: not one made on the way, as of tables of different lengths."""
    from numba import types

    inner = getattr(kind, "dtype", kind)
    if not isinstance(inner, types.NamedTuple):
        return True
    made = inner.instance_class
    return getattr(sys.modules[made.__module__], made.__name__, None) is made


def gives_fraction(compiled: Any) -> bool:
    """Whether a compiled rule gives a floating-point number, or several numbers with one among them."""
    from numba import types

    answers = [signature.return_type for signature in compiled.nopython_signatures]
    numbers = [each for answer in answers for each in getattr(answer, "types", (answer,))]
    return any(isinstance(number, types.Float | types.Complex) for number in numbers)


def jit_inner(function: Callable[..., Any]) -> Any:
    """Compile a rule that only others call; on disk it is part of those."""
    import numba

    return numba.njit(
        function, **OPTIONS, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )


@cache
def cache_folder() -> Path | None:
    """Where compiled rules are kept: in a folder for this version of the sources; None if nothing can be kept."""
    base = caches()
    if base is None:
        return None
    folder = base.joinpath(f"rules-{sources_digest()[:16]}")
    if _is_writable(folder):
        return folder
    return None


def caches() -> Path | None:
    """Where caches are kept that are of no single ledger's folder.

    RATING_LEDGER_CACHE, else the user's cache folder, else (no home, or one that cannot be written) a folder for
    temporary files that only this user can read and write. None if there is nowhere to write.
    """
    named = os.environ.get("RATING_LEDGER_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        folder = Path(named).expanduser() / "rating-ledger"
    except RuntimeError:  # there is no home
        return _private_folder()
    if _is_writable(folder):
        return folder
    return _private_folder()


def _private_folder() -> Path | None:
    """A folder for temporary files of this user alone: what is compiled is code, so nobody else may put it there."""
    if not hasattr(os, "getuid"):
        return None
    folder = Path(tempfile.gettempdir()) / f"rating-ledger-{os.getuid()}"
    if not _is_writable(folder):
        return None
    status = folder.lstat()
    is_ours = (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.getuid()
        and status.st_mode & 0o077 == 0
    )
    if is_ours:
        return folder
    return None


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def sources_digest() -> str:
    """A hash over all rule sources of `schemes`."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
