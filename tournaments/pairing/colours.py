"""Colour allocation: preferences, and which of two players is granted theirs (C.04.3)."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.pairing.base import BLACK, WHITE, Player

MILD, STRONG, ABSOLUTE = 0, 1, 2
OTHER_COLOUR = {WHITE: BLACK, BLACK: WHITE}


class Preference(NamedTuple):
    """The colour a player is due and how strongly; empty before their first game."""

    colour: str = ""
    strength: int = -1


def preference(colours: str) -> Preference:
    """Return the preference after a sequence of colours (articles 1.6 and 1.7)."""
    if not colours:
        return Preference()
    ahead = colours.count(WHITE) - colours.count(BLACK)
    twice = colours[-1] if colours[-2:] in (WHITE * 2, BLACK * 2) else ""
    if abs(ahead) > 1:
        return Preference(BLACK if ahead > 0 else WHITE, ABSOLUTE)
    if twice:
        return Preference(OTHER_COLOUR[twice], ABSOLUTE)
    if ahead:
        return Preference(BLACK if ahead > 0 else WHITE, STRONG)
    return Preference(OTHER_COLOUR[colours[-1]], MILD)


def colour_clash(one: Player, two: Player) -> int:
    """Return how strongly two are due the same colour: 0 no, 1 mild, 2 strong, 3 absolute."""
    mine, theirs = preference(one.colours), preference(two.colours)
    if not mine.colour or mine.colour != theirs.colour:
        return 0
    return min(mine.strength, theirs.strength) + 1


def white_player(one: Player, two: Player, initial: str) -> Player:
    """Return which of two has white (articles 5.2.1 to 5.2.5)."""
    high, low = sorted((one, two), key=lambda player: (-player.score, player.number))
    mine, theirs = preference(high.colours), preference(low.colours)
    if not mine.colour and not theirs.colour:
        first = initial if high.number % 2 else OTHER_COLOUR[initial]
        return high if first == WHITE else low
    if mine.colour != theirs.colour or mine.strength != theirs.strength:
        granted = high if _comes_first(mine, theirs) else low
    else:
        granted = _by_history(high, low, mine.colour)
    return (
        granted
        if preference(granted.colours).colour == WHITE
        else _other_player(granted, high, low)
    )


def _comes_first(mine: Preference, theirs: Preference) -> bool:
    """Whether the higher-ranked player's preference prevails: by strength, then by rank."""
    return bool(mine.colour) and (mine.strength >= theirs.strength or mine.colour != theirs.colour)


def _by_history(high: Player, low: Player, colour: str) -> Player:
    """Return who is granted a colour that both are due equally.

    The wider colour difference decides, then the last round with different colours, then rank.
    """
    ahead = [abs(2 * each.colours.count(WHITE) - len(each.colours)) for each in (high, low)]
    if preference(high.colours).strength == ABSOLUTE and ahead[0] != ahead[1]:
        return high if ahead[0] > ahead[1] else low
    for mine, theirs in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if mine != theirs:
            return high if mine != colour else low
    return high


def _other_player(player: Player, high: Player, low: Player) -> Player:
    return low if player is high else high
