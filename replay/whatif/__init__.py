"""What-ifs: replay under other rules beside the real list, and measure what the change does."""

from replay.whatif.answer import Measures, WhatIf
from replay.whatif.scenarios import Scenario, Scenarios

__all__ = ["Measures", "Scenario", "Scenarios", "WhatIf"]
