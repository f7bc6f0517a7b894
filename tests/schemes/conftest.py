"""The story builder for all scheme tests (importlib mode: tests do not import each other)."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _load() -> ModuleType:
    name = "tests_schemes_story"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("story.py"))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def telling() -> ModuleType:
    """The module `story.py`: telling.Story, telling.replayed, telling.ordinal …"""
    return _load()


@pytest.fixture
def story(telling: ModuleType) -> Any:  # type: ignore[no-untyped-def]
    """An empty story."""
    return telling.Story()
