"""The web desk: pages over the same object that the commands use. It has no rule and no query of its own."""
