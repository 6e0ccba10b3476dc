"""Double elimination: two defeats eliminate.

Winners meet in a tree of their own; its losers continue in the losers' tree. The last of each
meet in the final, and a second time if the finalist from the losers' tree wins it. With 2^k
places:
* Round 1 is the first of the winners. Round 2j - 2 holds their round j and round 2j - 3 of the
  losers, round 2j - 1 holds round 2j - 2 of the losers. Rounds 2k and 2k + 1 are the final.
* Losers of the first round meet each other, those of a later round the winners of the losers'
  tree. They are inserted in turn reversed, with halves exchanged, both, and unchanged: this
  keeps apart as long as possible those who have met already.
First-round byes go to the top seeds and leave byes in the losers' tree. A board number is a place
in the tree; places where nobody would sit are left out. Published boards take precedence over
who was expected there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tournaments.pairing.base import PairingError
from tournaments.pairing.knockout import rounds_needed, seed_order
from tournaments.standings.base import Entrant

ENGINE = "double elimination"
Slot: TypeAlias = Entrant | None
Slots: TypeAlias = Sequence[Slot]


class TreePart(StrEnum):
    """The part of the tree that a bout belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    AGAIN = "again"


class Bout(NamedTuple):
    """A place of the tree; ``level`` is the round within its part."""

    round: int
    board: int
    part: TreePart
    level: int
    seats: tuple[Slot, Slot]

    @property
    def here(self) -> tuple[Entrant, ...]:
        """The entrants of the bout: two, one with a bye, or none."""
        return tuple(each for each in self.seats if each is not None)


class PublishedBoard(NamedTuple):
    """A published board, with its winner if it is over."""

    seats: tuple[Entrant, ...]
    winner: Slot = None


PublishedBoards: TypeAlias = Mapping[tuple[int, int], PublishedBoard]
Outcome: TypeAlias = Callable[[Bout, PublishedBoards], tuple[Slot, Slot]]


class Origin(NamedTuple):
    """Stands for the winner (``wins``) or loser of a bout that is not over."""

    round: int
    board: int
    wins: bool


class TreePlace(NamedTuple):
    """A place of the whole tree, with the origins of entrants who are not known yet."""

    bout: Bout
    sides: tuple[Entrant | Origin, ...]


def max_rounds(entrants: int) -> int:
    """Return the maximum number of rounds, including the second match of the final."""
    return 2 * rounds_needed(entrants) + 1 if entrants > 1 else 0


def levels_in(number: int, rounds: int) -> tuple[int, int]:
    """Return which rounds of the winners and of the losers a round holds; 0 for none."""
    if number == 1:
        return 1, 0
    return (0 if number % 2 else number // 2 + 1), (number - 1 if number < 2 * rounds else 0)


@dataclass
class _State:
    """The position of every entrant after the rounds so far."""

    winners: list[Slot]
    losers: list[Slot] = field(default_factory=list)
    dropped: list[Slot] = field(default_factory=list)


def build_tree(seeded: Sequence[Entrant], facts: PublishedBoards) -> tuple[tuple[Bout, ...], ...]:
    """Return the rounds up to the first that is not over, published or not.

    The event is over if that is no more than the published rounds and all bouts are decided.
    """
    if len(set(seeded)) != len(seeded):
        raise PairingError("entered_twice")
    if len(seeded) < 2:
        raise PairingError("too_few", entrants=len(seeded), needed=2)
    made: list[tuple[Bout, ...]] = []
    for bouts in _build_rounds(seeded, facts, _outcome):
        made.append(bouts)
        if not all(_is_over(bout, facts) for bout in bouts):
            break
    return tuple(made)


def build_outline(seeded: Sequence[Entrant], facts: PublishedBoards) -> tuple[TreePlace, ...]:
    """Return the whole tree, including future rounds and the second match of the final.

    While it is built, negative numbers stand for unknown entrants.
    """
    origins: dict[Entrant, Origin] = {}

    def outcome(bout: Bout, facts: PublishedBoards) -> tuple[Slot, Slot]:
        if _is_over(bout, facts) or len(bout.here) < 2:
            return _outcome(bout, facts)
        both = []
        for wins in (True, False):
            both.append(-len(origins) - 1)
            origins[both[-1]] = Origin(bout.round, bout.board, wins)
        return both[0], both[1]

    rounds = _build_rounds(seeded, facts, outcome) if len(seeded) > 1 else ()
    return tuple(
        TreePlace(bout, tuple(origins.get(who, who) for who in bout.here))
        for bouts in rounds
        for bout in bouts
        if bout.here
    )


def _build_rounds(
    seeded: Sequence[Entrant], facts: PublishedBoards, outcome: Outcome
) -> Iterator[tuple[Bout, ...]]:
    """Yield the rounds; ``outcome`` is called for a round's bouts only if the next is needed."""
    rounds = rounds_needed(len(seeded))
    order = seed_order(1 << rounds)
    state = _State([seeded[seed - 1] if seed <= len(seeded) else None for seed in order])
    for number in range(1, 2 * rounds):
        bouts = _build_bouts(state, number, rounds, seeded, facts)
        yield bouts
        _advance(state, [(bout, outcome(bout, facts)) for bout in bouts])
    champion, challenger = state.winners[0], (state.losers or state.dropped)[0]
    final = _build_bout(
        2 * rounds, 1, (TreePart.FINAL, 1), _order_by_seed(champion, challenger, seeded), facts
    )
    yield (final,)
    if outcome(final, facts)[0] != champion:
        again = (final.seats[1], final.seats[0])  # colours swapped
        yield (_build_bout(2 * rounds + 1, 1, (TreePart.AGAIN, 1), again, facts),)


def _build_bouts(
    state: _State, number: int, rounds: int, seeded: Sequence[Entrant], facts: PublishedBoards
) -> tuple[Bout, ...]:
    """Return the bouts of a round before the final, those of the winners first."""
    upper, lower = levels_in(number, rounds)
    places = [
        ((TreePart.WINNERS, upper), two)
        for two in (_pair_neighbours(state.winners) if upper else ())
    ]
    if lower == 1:
        meetings = _pair_neighbours(state.dropped)
    elif lower % 2:
        meetings = _pair_neighbours(state.losers)
    else:
        arranged = _arrange_losers(state.dropped, lower // 2 - 1)
        meetings = list(zip(state.losers, arranged, strict=True)) if lower else []
    places += [((TreePart.LOSERS, lower), two) for two in (meetings if lower else ())]
    return tuple(
        _build_bout(number, board, where, _order_by_seed(*two, seeded), facts)
        for board, (where, two) in enumerate(places, 1)
    )


def _advance(state: _State, over: Sequence[tuple[Bout, tuple[Slot, Slot]]]) -> None:
    """Advance everybody after a round, by the winners and losers of its bouts."""
    upper = [both for bout, both in over if bout.part is TreePart.WINNERS]
    lower = [both for bout, both in over if bout.part is TreePart.LOSERS]
    if lower:
        state.losers = [winner for winner, _loser in lower]
    if upper:
        state.winners = [winner for winner, _loser in upper]
        state.dropped = [loser for _winner, loser in upper]


def _pair_neighbours(slots: Slots) -> list[tuple[Slot, Slot]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _arrange_losers(slots: Slots, turn: int) -> list[Slot]:
    """Return the losers of a winners' round in the order in which they join the losers' tree."""
    half = len(slots) // 2
    ways: tuple[Callable[[], list[Slot]], ...] = (
        lambda: [*reversed(slots)],
        lambda: [*slots[half:], *slots[:half]],
        lambda: [*reversed(slots[:half]), *reversed(slots[half:])],
        lambda: [*slots],
    )
    return ways[turn % len(ways)]()


def _build_bout(
    number: int,
    board: int,
    where: tuple[TreePart, int],
    seats: tuple[Slot, Slot],
    facts: PublishedBoards,
) -> Bout:
    """Return a bout with the published entrants of its board, else with those expected."""
    if fact := facts.get((number, board)):
        seats = (fact.seats[0], fact.seats[1] if len(fact.seats) > 1 else None)
    elif seats[0] is None:
        seats = (seats[1], None)
    return Bout(number, board, *where, seats)


def _outcome(bout: Bout, facts: PublishedBoards) -> tuple[Slot, Slot]:
    """Return the winner and the loser of a bout; a bye has no loser."""
    if len(bout.here) < 2:
        return bout.seats[0], None
    fact = facts.get((bout.round, bout.board))
    if fact is None or fact.winner is None:
        raise PairingError("duel_undecided", board=bout.board)
    one, two = bout.seats
    return (one, two) if fact.winner == one else (two, one)


def _is_over(bout: Bout, facts: PublishedBoards) -> bool:
    """Whether a bout has nobody in it, or has been published and decided."""
    fact = facts.get((bout.round, bout.board))
    return not bout.here or (fact is not None and (len(bout.here) < 2 or fact.winner is not None))


def _order_by_seed(one: Slot, two: Slot, seeded: Sequence[Entrant]) -> tuple[Slot, Slot]:
    """Return the better seed first; None comes last."""
    place = {who: at for at, who in enumerate(seeded)}
    last = len(seeded)
    first, second = sorted(
        (one, two), key=lambda who: last + 1 if who is None else place.get(who, last)
    )
    return first, second


def lost_rounds(made: Sequence[Sequence[Bout]], facts: PublishedBoards) -> dict[Entrant, list[int]]:
    """Return the rounds in which each entrant has lost so far."""
    found: dict[Entrant, list[int]] = {}
    for bout in (each for bouts in made for each in bouts if _is_over(each, facts)):
        loser = _outcome(bout, facts)[1]
        if loser is not None:
            found.setdefault(loser, []).append(bout.round)
    return found


def places(
    seeded: Sequence[Entrant], made: Sequence[Sequence[Bout]], facts: PublishedBoards
) -> list[tuple[Entrant, int]]:
    """Return entrants with places, shared by those eliminated in one round; 1 if still in."""
    lost = lost_rounds(made, facts)
    left = len(seeded)
    out: dict[Entrant, int] = {}
    for bouts in made:
        ending = [bout for bout in bouts if _may_eliminate(bout, lost, facts)]
        gone = [who for bout in ending for who in bout.here if _is_eliminated_in(who, bout, lost)]
        first_out = left - len(ending) + 1
        out |= dict.fromkeys(gone, first_out)
        left -= len(gone)
    alive = [who for who in seeded if who not in out]
    return sorted([*dict.fromkeys(alive, 1).items(), *out.items()], key=lambda each: each[1])


def _may_eliminate(
    bout: Bout, lost: Mapping[Entrant, Sequence[int]], facts: PublishedBoards
) -> bool:
    """Whether a bout has eliminated somebody, or may still do so."""
    if bout.part is TreePart.WINNERS or len(bout.here) < 2:
        return False
    return not _is_over(bout, facts) or any(_is_eliminated_in(who, bout, lost) for who in bout.here)


def _is_eliminated_in(who: Entrant, bout: Bout, lost: Mapping[Entrant, Sequence[int]]) -> bool:
    """Whether this bout was an entrant's second defeat."""
    own = lost.get(who, ())
    return len(own) > 1 and own[1] == bout.round
