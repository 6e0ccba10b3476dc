"""Objections to manually changed pairings: errors, and what is merely unusual."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.pairing.base import BLACK, WHITE, Player
from tournaments.standings.base import Entrant

MET, APART, SECOND_BYE = "met_before", "kept_apart", "second_bye"
COLOUR, SCORE = "same_colour_again", "scores_apart"
FORBIDDEN_CODES = frozenset({MET, APART, SECOND_BYE})
Table = tuple[Entrant, ...]


class Objection(NamedTuple):
    """An objection to a table, with the entrants concerned."""

    code: str
    entrants: tuple[Entrant, ...]

    @property
    def is_forbidden(self) -> bool:
        """Whether the round cannot be played like this."""
        return self.code in FORBIDDEN_CODES


def swap_entrants(tables: Sequence[Table], one: Entrant, two: Entrant) -> list[Table]:
    """Return the tables with two entrants exchanged."""
    other = {one: two, two: one}
    return [tuple(other.get(who, who) for who in table) for table in tables]


def find_objections(
    players: Mapping[Entrant, Player],
    apart: Collection[Collection[Entrant]],
    tables: Sequence[Table],
) -> list[Objection]:
    """Return the objections to tables of two, and to byes as tables of one."""
    return [each for table in tables for each in _table_objections(players, apart, table)]


def _table_objections(
    players: Mapping[Entrant, Player], apart: Collection[Collection[Entrant]], table: Table
) -> Iterator[Objection]:
    if len(table) == 1:
        if players[table[0]].had_bye:
            yield Objection(SECOND_BYE, table)
        return
    one, two = (players[who] for who in table)
    if two.entrant in one.met:
        yield Objection(MET, table)
    if any(one.entrant in group and two.entrant in group for group in apart):
        yield Objection(APART, table)
    for player, colour in ((one, WHITE), (two, BLACK)):
        if _breaks_colour_limit(player.colours, colour):
            yield Objection(COLOUR, (player.entrant,))
    if one.score != two.score:
        yield Objection(SCORE, table)


def _breaks_colour_limit(before: str, colour: str) -> bool:
    """Whether this would be the third same colour in a row, or make a difference above two."""
    after = before + colour
    other = WHITE if colour == BLACK else BLACK
    return after[-3:] == colour * 3 or after.count(colour) - after.count(other) > 2
