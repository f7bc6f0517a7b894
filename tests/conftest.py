"""For all tests: nothing that hypothesis does depends on the clock, and nothing outlives the run."""

import gc

from hypothesis import settings

settings.register_profile("no clock", deadline=None)  # a loaded machine is slow, not wrong
settings.load_profile("no clock")


def pytest_unconfigure() -> None:
    """Take back hypothesis' hook: it keeps all modules past their end, and DuckDB calls each of its own a leak."""
    gc.callbacks.clear()
