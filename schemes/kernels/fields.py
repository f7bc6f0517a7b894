"""What articles read by name: the parameters in force, a player, a tournament, a game."""

from typing import TYPE_CHECKING


class Fields:
    """A record of whole numbers. A regulation whose parameters have tables names these in a class of its own."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

        def __setattr__(self, name: str, value: int) -> None: ...
