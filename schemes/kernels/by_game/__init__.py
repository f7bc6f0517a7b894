"""The kernel of regulations that rate game by game."""

from schemes.kernels.by_game.scheme import GameScheme

__all__ = ["GameScheme"]
