"""Helpers for board games: squares as bits, notation (C-8), outcomes."""

from typing import Final

from games.rules.base import Outcome, Seat

# The set bits for every value of each byte, up to 768 bits.
_PLACES: Final = tuple(
    tuple(tuple(8 * at + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for at in range(96)
)


def bit_indexes(bits: int) -> list[int]:
    """Return the indexes of the set bits in ascending order; at most 768 bits."""
    found: list[int] = []
    for places, byte in zip(_PLACES, bits.to_bytes(bits.bit_length() + 7 >> 3, "little")):  # noqa: B905 - the number ends first
        if byte:
            found += places[byte]
    return found


def normalize_text(text: str) -> str:
    """Lower the case, drop blanks, replace `:` by `x` and dashes by hyphens (rule book C-8)."""
    return "".join(text.split()).lower().replace("–", "-").replace(":", "x")


def loss_outcome(loser: Seat, ending: str) -> Outcome:
    """Return the outcome of a match of two that ``loser`` lost."""
    return Outcome((1, 2), (1, 0), ending) if loser else Outcome((2, 1), (0, 1), ending)


def tie_outcome(ending: str) -> Outcome:
    """Return the outcome of a drawn match of two."""
    return Outcome((1, 1), (0, 0), ending)
