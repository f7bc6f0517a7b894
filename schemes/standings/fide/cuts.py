"""C.07 art. 14.1 to 14.4 and 16.5: what Cut-1, Cut-2, Median-1 and Median-2 leave out."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from schemes.standings.fide.codes import Code
from schemes.standings.fide.roster import Term, Value, Worked


def summed(terms: Sequence[Term], code: Code) -> Worked:
    """The sum of what the modifiers leave, and all terms in the order of the rounds."""
    kept = cut(terms, code)
    return Worked(sum((term.value for term in kept if not term.is_cut), Fraction(0)), kept)


def cut(terms: Sequence[Term], code: Code) -> tuple[Term, ...]:
    """The terms with those marked that are cut: first the least significant ones, then the most significant."""
    if not code.low:
        return tuple(terms)
    remaining = list(range(len(terms)))
    gone: set[int] = set()
    for _ in range(min(code.low, len(terms))):
        least = _least(terms, remaining)
        remaining.remove(least)
        gone.add(least)
    for _ in range(min(code.high, len(remaining))):
        most = max(remaining, key=lambda at: _weight(terms[at]))
        remaining.remove(most)
        gone.add(most)
    return tuple(replace(term, is_cut=at in gone) for at, term in enumerate(terms))


def _least(terms: Sequence[Term], remaining: Sequence[int]) -> int:
    """The term that a cut takes: by 16.5 the lowest voluntarily unplayed one, unless it brings less than the least."""
    least = min(remaining, key=lambda at: _weight(terms[at]))
    voluntary = [at for at in remaining if terms[at].is_voluntary]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda at: (terms[at].value, terms[at].significance))
    if terms[lowest].value >= terms[least].value:
        return lowest
    return least


def _weight(term: Term) -> tuple[Value, Value]:
    """What a cut goes by: the opponent's score, then what it brought."""
    return term.significance, term.value
