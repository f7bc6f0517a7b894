"""The compiler behind `schemes.rule.compiled`: numba, its cache kept per version of the sources.

Numba's cache does not notice a change in another file, so the folder's name holds a hash of all rule sources.
A folder that cannot be written is no error: the rules are then compiled in memory.

Rules and loops work on the arrays they are given and make none (the compiler says "NRT required" of one that does).
So nobody need count who holds an array: that counting took a third of a replay, and more with two threads at it.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

OPTIONS = {"nogil": True, "_nrt": False}  # other threads may run meanwhile; no counting of references


@cache
def jit(function: Callable[..., Any]) -> Any:
    """Compile a rule or a loop, once; from disk if it was compiled before."""
    folder = cache_folder()
    if folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
    import numba

    if folder is None:
        return _without_literals(numba.njit(function, **OPTIONS))
    numba.config.CACHE_DIR = str(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.core.errors.NumbaWarning)
        return _without_literals(numba.njit(function, cache=True, **OPTIONS))


def _without_literals(dispatcher: Any) -> Any:
    """Numba compiles a rule anew for each constant it is called with; here one form for whole numbers is enough."""
    from numba.core.types import unliteral  # type: ignore[attr-defined]

    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(unliteral, args)), kws)
    return dispatcher


def jit_inner(function: Callable[..., Any]) -> Any:
    """Compile a rule that only others call; on disk it is part of those."""
    import numba

    return _without_literals(
        numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **OPTIONS)
    )


@cache
def cache_folder() -> Path | None:
    """Where compiled rules are kept: RATING_LEDGER_CACHE, else the user's cache folder; None if not writable."""
    base = os.environ.get("RATING_LEDGER_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(base).expanduser() / "rating-ledger" / f"rules-{sources_digest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@cache
def sources_digest() -> str:
    """A hash over all rule sources of this package."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.relative_to(Path(__file__).parent).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
