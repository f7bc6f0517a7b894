"""The driver of regulations that rate game by game."""

from schemes.drivers.by_game.scheme import GameScheme

__all__ = ["GameScheme"]
