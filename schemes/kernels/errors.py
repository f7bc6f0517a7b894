"""What a user can act on when rules are named or changed wrongly."""

from collections.abc import Iterable

from wording import joined, say


class SchemeError(ValueError):
    """An unknown scheme, version, reading or parameter, or a reform that contradicts itself."""

    def __init__(self, wrong: str, remedy: str = "") -> None:
        self.wrong = wrong
        self.remedy = remedy
        super().__init__(str(self.text))

    @property
    def text(self) -> str:
        """The message as a wording, which can be said in the reader's language."""
        return joined("\n    → ", filter(None, (self.wrong, self.remedy)))


def contradicting(found: Iterable[str]) -> str:
    """What is wrong with parameters that contradict each other."""
    return say("these parameters contradict each other: {wrong}", wrong=joined("; ", found))
