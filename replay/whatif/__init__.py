"""What-ifs: replay under other rules beside the real list, and measure what the change does."""

from replay.whatif.answer import Measures, Office, WhatIf, what_if

__all__ = ["Measures", "Office", "WhatIf", "what_if"]
