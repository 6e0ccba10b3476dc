"""Tables of three and four: balanced designs for some numbers of players, else power pods.

Power pods seat entrants with equal scores together, round by round, and keep apart those who
have met. There are as many tables of four as possible, then of three; the rest have a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, permutations

from tournaments.pairing.base import Bye, Draft, Pairing, PairingError
from tournaments.pairing.designs import DESIGNS
from tournaments.standings.base import BYES, Entrant, Kind, Result

ENGINE, VERSION = "pods", "1"


def sizes_with_design(seats: int) -> tuple[int, ...]:
    """Return the numbers of players for which there is a design with this table size."""
    found = (key.split()[0].partition("p-") for key in DESIGNS)
    return tuple(sorted({int(size) for head, _, size in found if int(head) == seats}))


def has_design(entrants: int, seats: int, rounds: int | None) -> bool:
    """Whether a design can be used, and has ``rounds`` rounds if they are given.

    Designs that are played all at once have no number of rounds.
    """
    tables = DESIGNS.get(f"{seats}p-{entrants}", "")
    parts = tables.count("/") + 1
    return bool(tables) and (not rounds or (parts > 1 and parts == rounds))


def design(entrants: Sequence[Entrant], seats: int, *, long: bool = False) -> tuple[Draft, ...]:
    """Return the rounds of the balanced design, one if all tables are played at once."""
    if len(set(entrants)) != len(entrants):
        raise PairingError("entered_twice")
    key = f"{seats}p-{len(entrants)}{' long' if long else ''}"
    if key not in DESIGNS:
        sizes = sizes_with_design(seats)
        raise PairingError("no_design", seats=seats, entrants=len(entrants), sizes=sizes)
    drafts = []
    for number, tables in enumerate(DESIGNS[key].split("/"), start=1):
        pairings = tuple(
            Pairing(tuple(entrants[int(each) - 1] for each in table.split()), board)
            for board, table in enumerate(tables.split("|"), start=1)
        )
        drafts.append(Draft(number, pairings, (), "design", key))
    return tuple(drafts)


def table_sizes(players: int, fewest: int, most: int) -> tuple[int, ...]:
    """Return table sizes, large ones first, that leave out as few players as possible."""
    if not 2 <= fewest <= most:
        raise PairingError("wrong_table_sizes", fewest=fewest, most=most)
    for seated in range(players, fewest - 1, -1):
        tables = -(-seated // most)
        if tables * fewest <= seated:
            small, large = divmod(seated, tables)
            return (small + 1,) * large + (small,) * (tables - large)
    raise PairingError("too_few", entrants=players, needed=fewest)


class _Past:
    """Counts of past meetings, seats and byes."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.met: Counter[frozenset[Entrant]] = Counter()
        self.sat: Counter[tuple[Entrant, int]] = Counter()
        self.byes: Counter[Entrant] = Counter()
        for result in results:
            if result.counts.met:
                self.met.update(frozenset(pair) for pair in combinations(result.seats, 2))
            if result.counts.colour:
                self.sat.update((entrant, seat) for seat, entrant in enumerate(result.seats))
            if result.kind in BYES:
                self.byes.update(result.seats)

    def repeats(self, table: Sequence[Entrant]) -> int:
        """Return the cost of repeated meetings at a table: the sum of squared counts."""
        return sum(self.met[frozenset(pair)] ** 2 for pair in combinations(table, 2))

    def seated(self, table: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """Return the table in the order that best balances seats over the event."""
        return min(
            permutations(table),
            key=lambda order: sum(2 * self.sat[who, seat] + 1 for seat, who in enumerate(order)),
        )


def power_pods(
    ranked: Sequence[Entrant],
    results: Iterable[Result],
    number: int,
    *,
    fewest: int = 3,
    most: int = 4,
) -> Draft:
    """Pair one round; ``ranked`` lists those present, best first.

    1. The bye goes to the last in the table among those with the fewest byes.
    2. The others are cut into tables from the top.
    3. Neighbouring tables swap players while that reduces repeated meetings; then seats are
       balanced.
    """
    if len(set(ranked)) != len(ranked):
        raise PairingError("entered_twice")
    past, sizes = _Past(results), table_sizes(len(ranked), fewest, most)
    spare = len(ranked) - sum(sizes)
    by_need = sorted(ranked, key=lambda who: (past.byes[who], -ranked.index(who)))
    out = set(by_need[:spare])
    seated = iter([who for who in ranked if who not in out])
    tables = [[next(seated) for _ in range(size)] for size in sizes]
    _separate_repeats(tables, past)
    pairings = tuple(
        Pairing(past.seated(table), board) for board, table in enumerate(tables, start=1)
    )
    byes = tuple(Bye(who, Kind.PAIRED_BYE) for who in ranked if who in out)
    return Draft(number, pairings, byes, ENGINE, VERSION)


def _separate_repeats(tables: list[list[Entrant]], past: _Past) -> None:
    """Swap players between neighbouring tables, best swap first, while repeats decrease."""
    better = True
    while better:
        better = False
        for high, low in pairwise(tables):
            now = past.repeats(high) + past.repeats(low)
            gain, one, two = max(
                (now - _after_swap(high, low, i, j, past), i, -j)
                for i in range(len(high))
                for j in range(len(low))
            )
            if gain > 0:
                high[one], low[-two] = low[-two], high[one]
                better = True


def _after_swap(
    high: Sequence[Entrant], low: Sequence[Entrant], i: int, j: int, past: _Past
) -> int:
    """Return the repeats at both tables if player ``i`` above and ``j`` below swapped."""
    above = [*high[:i], low[j], *high[i + 1 :]]
    below = [*low[:j], high[i], *low[j + 1 :]]
    return past.repeats(above) + past.repeats(below)
