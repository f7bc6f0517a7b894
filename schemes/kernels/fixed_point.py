"""Numbers with eight decimals as whole numbers: product, quotient, root, exponential and logarithm.

A number x stands as the whole number nearest to x · 10^8. Products and quotients are rounded half away from zero, roots
down, so the same numbers come out on every machine. Factors, numerators and radicands stay below 900.
"""

from schemes.kernels.articles import loop

ONE = 100_000_000
LN_2 = 69_314_718
LARGEST_ROOT = 3_037_000_499  # the square of a larger number does not fit into 64 bits
TERMS = 14


@loop
def product(a: int, b: int) -> int:
    """a · b; the larger one is taken apart, so that nothing overflows."""
    small = min(abs(a), abs(b))
    large = max(abs(a), abs(b))
    size = small * (large // ONE) + (small * (large % ONE) + ONE // 2) // ONE
    if (a >= 0) == (b >= 0):
        return size
    return -size


@loop
def quotient(a: int, b: int) -> int:
    """a / b."""
    size = (abs(a) * ONE + abs(b) // 2) // abs(b)
    if (a >= 0) == (b >= 0):
        return size
    return -size


@loop
def square_root(a: int) -> int:
    """The root of a, rounded down: Newton's method in whole numbers."""
    square = a * ONE
    guess = 1
    while guess < LARGEST_ROOT and guess * guess < square:
        guess = min(2 * guess, LARGEST_ROOT)
    while guess > 0:
        better = (guess + square // guess) // 2
        if better >= guess:
            return guess
        guess = better
    return 0


@loop
def exponential(a: int) -> int:
    """e to the power of a, for a up to 20: a power of 2 times the series of what is left."""
    twos = (2 * a + LN_2) // (2 * LN_2)
    rest = a - twos * LN_2
    term = ONE
    total = ONE
    for n in range(1, TERMS):
        term = quotient(product(term, rest), n * ONE)
        total += term
    if twos >= 0:
        return total << twos
    if twos > -40:
        return (total + (1 << (-twos - 1))) >> -twos
    return 0


@loop
def logarithm(a: int) -> int:
    """The natural logarithm of a positive a: powers of 2 taken out, then the series of the inverse tangent."""
    twos = 0
    rest = a
    while rest >= 3 * ONE // 2:
        rest = (rest + 1) // 2
        twos += 1
    while rest < 3 * ONE // 4:
        rest *= 2
        twos -= 1
    z = quotient(rest - ONE, rest + ONE)
    square = product(z, z)
    power = z
    total = z
    for n in range(3, 2 * TERMS, 2):
        power = product(power, square)
        total += quotient(power, n * ONE)
    return twos * LN_2 + 2 * total
