"""`make bench` finds its measurements; what they measure is no matter for the tests."""

from tests.bench.__main__ import show


def test_a_measurement_is_found_by_its_name() -> None:
    assert show("row") == 0
