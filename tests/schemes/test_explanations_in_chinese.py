"""Explanations in Chinese: whatever an article says has a translation, wherever the article stands."""

import re
from types import ModuleType

import pytest

from replay.answers.language import LANGUAGES, speaking, tr
from schemes import scheme
from schemes.kernels.scheme import Node

CHINESE = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", CHINESE)
@pytest.mark.parametrize(
    "name", ["elo", "glicko-2", "dwz", "fide-standard", "fide-rapid", "cxa-rapid", "malaysia"]
)
def test_an_explanation_has_no_english_sentence(telling: ModuleType, code: str, name: str) -> None:
    """Also sentences of articles that stand beside a regulation's class, or that its kernel has."""
    story = telling.Story(carried_on="2025-10-01")
    for player in ("甲", "乙"):
        story.player(player, rating="1900", federation="CHN")
    story.tournament("杯赛", "2025-11-04", games=["甲 1-0 乙", "丙 1-0 甲"], base=900, increment=10)
    outcome = story.list(scheme(name), "2026-01-01")
    with speaking(code):
        lines = [line for player in ("甲", "乙", "丙") for line in _lines(outcome.explain(player))]
    assert not [line for line in lines if re.search("[a-z]{3,} [a-z]{2,}", line)]


def _lines(node: Node) -> list[str]:
    """The texts of an explanation, all the way down."""
    return [tr(node.text), *(line for below in node.below for line in _lines(below))]
