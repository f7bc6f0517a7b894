"""What-ifs: replay under other rules beside the real list, and measure what the change does.

- answer: a what-if; scenarios: the log under some rules, with its trail; changes: who changes, by groups
- measures: predictions, inflation, closeness to true strengths
- sweep: many rules, by axes, also on a cluster from an exported read model; schemes_compared: several schemes
- tables, plots: for people; document: for programs
"""

from replay.whatif.answer import Measures, WhatIf
from replay.whatif.scenarios import Scenario, Scenarios

__all__ = ["Measures", "Scenario", "Scenarios", "WhatIf"]
