"""Verifiable randomness: every random draw of a match follows from a secret seed.

Draw ``i`` is HMAC-SHA-256(seed, i) as a number, mapped without bias by rejection. The seed's digest
is published at the start and the seed after the end, so that anybody can verify every draw (rule
book C-2).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from math import factorial

SEED_BYTES = 32


def digest(seed: str) -> str:
    """Return the SHA-256 of a seed (hexadecimal), which may be published immediately."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def draw_number(seed: str, index: int, below: int) -> int:
    """Return random draw ``index`` as an integer in ``range(below)``, uniformly distributed."""
    if below < 1:
        raise ValueError("a lot needs at least one outcome")
    space = 1 << 256
    limit = space - space % below
    block = 0
    while True:
        message = f"{index}.{block}".encode()
        value = int.from_bytes(hmac.digest(bytes.fromhex(seed), message, "sha256"), "big")
        if value < limit:
            return value % below
        block += 1


def draw_permutation(seed: str, index: int, count: int) -> tuple[int, ...]:
    """Return random draw ``index`` as a uniformly distributed permutation of ``range(count)``.

    The draw is one number below count!; its digits in the factorial number system select the next
    of the remaining items.
    """
    rest, left, order = draw_number(seed, index, factorial(count)), list(range(count)), []
    for still in range(count - 1, -1, -1):
        at, rest = divmod(rest, factorial(still))
        order.append(left.pop(at))
    return tuple(order)


def draw_weighted(seed: str, index: int, weights: Sequence[int]) -> int:
    """Return the index that random draw ``index`` selects, given integer weights."""
    rest = draw_number(seed, index, sum(weights))
    for position, weight in enumerate(weights):
        if rest < weight:
            return position
        rest -= weight
    raise AssertionError("weights do not add up")
