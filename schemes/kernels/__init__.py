"""The machinery that regulations run on: a regulation holds its articles and nothing else."""

from schemes.kernels.articles import Articles, Step, article, articles_in, loop

__all__ = ["Articles", "Step", "article", "articles_in", "loop"]
