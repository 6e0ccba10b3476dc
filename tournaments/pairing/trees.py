"""Consequences of a changed earlier result for the published boards of a tree.

A published board counts even if others were expected there, as pairs may have been changed
manually. It is set aside only if somebody sits there who has not reached this part of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tournaments.pairing import double_elimination, knockout
from tournaments.pairing.double_elimination import PublishedBoard, PublishedBoards, Slot
from tournaments.standings.base import Entrant

BoardKey: TypeAlias = tuple[int, int]


class DueBoard(NamedTuple):
    """The expected entrants of a board, None while unknown, and the part of the tree."""

    part: str
    sides: tuple[Slot, ...]


ExpectedBoards: TypeAlias = Callable[[Sequence[Entrant], PublishedBoards, int], dict[int, DueBoard]]


class Changes(NamedTuple):
    """Boards that no longer count, and the new entrants of free boards (one has a bye)."""

    aside: tuple[BoardKey, ...]
    fresh: Mapping[BoardKey, tuple[Entrant, ...]]


def due_in_knockout(
    seeded: Sequence[Entrant], facts: PublishedBoards, number: int
) -> dict[int, DueBoard]:
    """Return the expected boards of a knock-out round, from the rounds before."""
    if number == 1:
        first = knockout.first_round(seeded)
        return {duel.board: DueBoard("", _known_entrants(duel.seats)) for duel in first}
    rank = {who: at for at, who in enumerate(seeded)}

    def through(board: int) -> Slot:
        fact = facts.get((number - 1, board))
        if fact is None:
            return None
        return fact.winner if len(fact.seats) > 1 else fact.seats[0]

    found = {}
    for board in range(1, count_boards(len(seeded), number) + 1):
        two = (through(2 * board - 1), through(2 * board))
        sides = sorted(two, key=lambda who: len(rank) if who is None else rank.get(who, len(rank)))
        found[board] = DueBoard("", tuple(sides))
    return found


def count_boards(entrants: int, number: int) -> int:
    """Return the number of boards in a knock-out round, byes included."""
    left = knockout.rounds_needed(entrants) - number
    return 1 << left if left >= 0 else 0


def due_in_double_elimination(
    seeded: Sequence[Entrant], facts: PublishedBoards, number: int
) -> dict[int, DueBoard]:
    """Return the expected boards of a double-elimination round, from the rounds before."""
    before = {key: fact for key, fact in facts.items() if key[0] < number}
    return {
        bout.board: DueBoard(
            bout.part, tuple(who if isinstance(who, int) else None for who in sides)
        )
        for bout, sides in double_elimination.build_outline(seeded, before)
        if bout.round == number
    }


def _known_entrants(slots: Sequence[Slot]) -> tuple[Entrant, ...]:
    return tuple(who for who in slots if who is not None)


def find_changes(
    seeded: Sequence[Entrant],
    facts: PublishedBoards,
    rounds: Iterable[int],
    expected: ExpectedBoards,
) -> Changes:
    """Return published fixtures that no longer count, and new pairs for the free boards."""
    standing: dict[BoardKey, PublishedBoard] = dict(facts)
    aside: list[BoardKey] = []
    fresh: dict[BoardKey, tuple[Entrant, ...]] = {}
    for number in sorted(rounds):
        due = expected(seeded, standing, number)
        gone = [key for key in _round_keys(standing, number) if _is_misplaced(key, standing, due)]
        for key in gone:
            del standing[key]
        aside += gone
        for board, sides in _free_boards(due, standing, number, seeded):
            fresh[number, board] = sides
            standing[number, board] = PublishedBoard(sides)
    return Changes(tuple(aside), fresh)


def _round_keys(facts: PublishedBoards, number: int) -> list[BoardKey]:
    return sorted(key for key in facts if key[0] == number)


def _is_misplaced(key: BoardKey, facts: PublishedBoards, due: Mapping[int, DueBoard]) -> bool:
    """Whether somebody sits at a board who has not reached its part of the round."""
    if key[1] not in due:
        return True
    part = due[key[1]].part
    belong = {who for each in due.values() if each.part == part for who in each.sides}
    return not belong.issuperset(facts[key].seats)


def _free_boards(
    due: Mapping[int, DueBoard], facts: PublishedBoards, number: int, seeded: Sequence[Entrant]
) -> Iterator[tuple[int, tuple[Entrant, ...]]]:
    """Yield the free boards of a round whose players are known.

    If pairs were changed manually, the remaining players meet once all of them are known.
    """
    for part in sorted({each.part for each in due.values()}):
        own = {board: each.sides for board, each in due.items() if each.part == part}
        placed = {
            who for board in own for who in facts.get((number, board), PublishedBoard(())).seats
        }
        free = [board for board in own if (number, board) not in facts]
        coming = {who for sides in own.values() for who in sides}
        for board in free:
            sides = _known_entrants(own[board])
            if len(sides) == len(own[board]) and placed.isdisjoint(sides):
                placed.update(sides)
                yield board, sides
                free = [each for each in free if each != board]
        left = [who for who in seeded if who in coming and who not in placed]
        if None not in coming and len(left) == sum(len(own[board]) for board in free):
            for board in free:
                size = len(own[board])
                yield board, tuple(left[:size])
                left = left[size:]


def places_after_end(
    seeded: Sequence[Entrant], facts: PublishedBoards
) -> list[tuple[Entrant, int]]:
    """Return entrants with places in a double elimination that is over.

    Everybody leaves with their second defeat, or in the last round they have played: a ruling after
    the end may remove a defeat, but nobody then passes those who played on.
    """
    last: dict[Entrant, int] = {}
    losses: dict[Entrant, list[int]] = {}
    for number, board in sorted(facts):
        fact = facts[number, board]
        for who in fact.seats:
            last[who] = number
            if fact.winner not in (None, who):
                losses.setdefault(who, []).append(number)
    end = max(last.values(), default=0)
    left_in: dict[Entrant, int] = {}
    for who in seeded:
        second = losses.get(who, ())[1:2]
        left_in[who] = second[0] if second else last.get(who, 0)
        if not second and left_in[who] == end:
            left_in[who] = end + 1
    ahead = {who: sum(other > at for other in left_in.values()) for who, at in left_in.items()}
    return sorted(((who, 1 + count) for who, count in ahead.items()), key=lambda each: each[1])
