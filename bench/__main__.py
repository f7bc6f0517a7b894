"""Runs the measurements and prints one table: name, measured, limit, ok. Exit 1 if a limit is missed.

`python -m bench` runs all modules of this folder that have `measure()`; `python -m bench log` runs one.
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator

import bench
from bench.row import Row


def main(names: list[str]) -> int:
    """Print a line as soon as it is measured."""
    missed = 0
    print(f"{'name':60} {'measured':>16} {'limit':>16}  ok")
    for row in measured(names):
        print(f"{row.name:60} {row.measured:>16} {row.limit:>16}  {'ok' if row.ok else 'MISSED'}", flush=True)
        missed += not row.ok
    return 1 if missed else 0


def measured(names: list[str]) -> Iterator[Row]:
    found = names or sorted(module.name for module in pkgutil.iter_modules(bench.__path__))
    for name in found:
        measure = getattr(importlib.import_module(f"bench.{name}"), "measure", None) if name != "__main__" else None
        if measure is not None:
            yield from measure()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
