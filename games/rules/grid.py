"""What rulesets on drawn boards share: sets of places as bits, the spelling of C-8, endings."""

from games.rules.base import Outcome, Seat


def places_of(bits: int) -> list[int]:
    """List the numbers of the bits that are set, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def tidied(text: str) -> str:
    """Drop case and blanks, read `:` as `x` and a dash as a hyphen (rule book C-8)."""
    return "".join(text.split()).lower().replace("–", "-").replace(":", "x")


def lost_by(loser: Seat, ending: str) -> Outcome:
    """Give a match of two seats to the other one: a point, or none."""
    return Outcome((1, 2), (1, 0), ending) if loser else Outcome((2, 1), (0, 1), ending)


def tied(ending: str) -> Outcome:
    """Give a match of two seats to neither."""
    return Outcome((1, 1), (0, 0), ending)
