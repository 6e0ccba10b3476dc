"""Public numbers of rows: a keyed permutation, so that gaps reveal nothing about other rows.

Row numbers count everything that is said and ordered on the whole site; whoever watched their own
would see that somebody else has just written something.
"""

from __future__ import annotations

from django.utils.crypto import salted_hmac

HALF, ROUNDS = 20, 4
MASK, OFFSET = (1 << HALF) - 1, 1 << (2 * HALF)


def public_id(pk: int, kind: str) -> int:
    """Return the number under which a row of this kind is shown."""
    left, right = pk >> HALF & MASK, pk & MASK
    for step in range(ROUNDS):
        left, right = right, left ^ _mixed(right, step, kind)
    return OFFSET + (left << HALF | right)


def row_id(number: int, kind: str) -> int:
    """Return the row that is shown under a number, or 0, which no row has.

    A row's own number is not used: by trying numbers, anybody could count all rows.
    """
    if not OFFSET <= number < 2 * OFFSET:
        return 0
    left, right = (number - OFFSET) >> HALF, number & MASK
    for step in reversed(range(ROUNDS)):
        left, right = right ^ _mixed(left, step, kind), left
    return left << HALF | right


def _mixed(half: int, step: int, kind: str) -> int:
    """Return the change of the other half in one round."""
    digest = salted_hmac(f"games.opaque.{kind}", f"{step}:{half}", algorithm="sha256").digest()
    return int.from_bytes(digest[:3]) & MASK
