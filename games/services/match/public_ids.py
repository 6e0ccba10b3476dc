"""Public numbers of rows: a keyed permutation, so that gaps reveal nothing about other rows.

Consecutive numbers would tell a player how much others write and order.
"""

from __future__ import annotations

from django.utils.crypto import salted_hmac

HALF_BITS, ROUNDS = 20, 4
MASK, OFFSET = (1 << HALF_BITS) - 1, 1 << (2 * HALF_BITS)


def public_id(pk: int, kind: str) -> int:
    """Return the public number of a row; ``kind`` selects the permutation."""
    left, right = pk >> HALF_BITS & MASK, pk & MASK
    for step in range(ROUNDS):
        left, right = right, left ^ _feistel_change(right, step, kind)
    return OFFSET + (left << HALF_BITS | right)


def row_id(number: int, kind: str) -> int:
    """Return the key of the row with a public number, or 0, which no row has.

    Plain keys are not accepted, otherwise anybody could count rows by trying.
    """
    if not OFFSET <= number < 2 * OFFSET:
        return 0
    left, right = (number - OFFSET) >> HALF_BITS, number & MASK
    for step in reversed(range(ROUNDS)):
        left, right = right ^ _feistel_change(left, step, kind), left
    return left << HALF_BITS | right


def _feistel_change(half: int, step: int, kind: str) -> int:
    """Return the change of the other half in one Feistel round."""
    digest = salted_hmac(f"games.opaque.{kind}", f"{step}:{half}", algorithm="sha256").digest()
    return int.from_bytes(digest[:3]) & MASK
