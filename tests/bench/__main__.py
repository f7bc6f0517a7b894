"""Runs the measurements and prints one table: name, measured, limit, ok. Exit 1 if a limit is missed.

`python -m tests.bench` runs all modules of this folder that have `measure()`; `python -m tests.bench log` runs one.
"""

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    """Run each module in a process of its own, so that none slows another; print a line as soon as it is measured."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each command compiles our modules anew
    if len(names) == 1:
        return show(names[0])
    print(heading(), flush=True)
    found = names or sorted(
        module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])
    )
    codes = [
        subprocess.run([sys.executable, "-m", "tests.bench", name], check=False).returncode
        for name in found
    ]
    return max(codes)


def show(name: str) -> int:
    """The lines of one module; 1 if a limit is missed."""
    measure = (
        None
        if name == "__main__"
        else getattr(importlib.import_module(f"tests.bench.{name}"), "measure", None)
    )
    missed = 0
    for row in measure() if measure is not None else ():
        print(
            f"{row.name:84} {row.measured:>14} {row.limit:>14}  {'ok' if row.ok else 'MISSED'}",
            flush=True,
        )
        missed += not row.ok
    return 1 if missed else 0


def heading() -> str:
    return f"{'name':84} {'measured':>14} {'limit':>14}  ok"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
