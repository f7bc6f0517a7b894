"""Answers and the renderers that speak them: terminal, files, paper, in the reader's `language`."""
