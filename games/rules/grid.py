"""Shared by rulesets on drawn boards: sets of places as bits, the spelling of C-8, endings."""

from typing import Final

from games.rules.base import Outcome, Seat

# The places that each byte of a number stands for, as far as any board goes.
_PLACES: Final = tuple(
    tuple(tuple(8 * at + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for at in range(96)
)


def places_of(bits: int) -> list[int]:
    """List the numbers of the bits that are set, lowest first; no board has more than 768."""
    found: list[int] = []
    for places, byte in zip(_PLACES, bits.to_bytes(bits.bit_length() + 7 >> 3, "little")):  # noqa: B905 - the number ends first
        if byte:
            found += places[byte]
    return found


def normalize_text(text: str) -> str:
    """Drop case and blanks, read `:` as `x` and a dash as a hyphen (rule book C-8)."""
    return "".join(text.split()).lower().replace("–", "-").replace(":", "x")


def loss_outcome(loser: Seat, ending: str) -> Outcome:
    """Return the outcome of a match of two that ``seat`` lost, with or without a point."""
    return Outcome((1, 2), (1, 0), ending) if loser else Outcome((2, 1), (0, 1), ending)


def tie_outcome(ending: str) -> Outcome:
    """Give a match of two seats to neither."""
    return Outcome((1, 1), (0, 0), ending)
