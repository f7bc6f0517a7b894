"""What a user can act on when rules are named or changed wrongly."""

from collections.abc import Iterable

from wording import joined, say
from wording.errors import LedgerError


def rules_error(wrong: str, remedy: str = "") -> LedgerError:
    """An unknown scheme, version, reading or parameter, or a reform that contradicts itself."""
    return LedgerError(wrong, remedy, code="rules")


def regulation_fault(wrong: str, remedy: str = "") -> LedgerError:
    """A regulation of another package, or of a file, that cannot be loaded, or fails; its own error is the cause."""
    return LedgerError(wrong, remedy, code="regulation")


def contradicting(found: Iterable[str]) -> str:
    """What is wrong with parameters that contradict each other."""
    return say("these parameters contradict each other: {wrong}", wrong=joined("; ", found))
