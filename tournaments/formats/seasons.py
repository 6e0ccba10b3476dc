"""Transitions between events: play-offs, promotion and relegation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.pairing.knockout import first_round
from tournaments.pairing.round_robin import snake
from tournaments.standings.base import Entrant, Event
from tournaments.standings.table import StandingsRow
from tournaments.standings.tiebreaks import criteria_for, draw_order


class Finish(NamedTuple):
    """Where an entrant finished: the place in the own division, and what compares with others'."""

    entrant: Entrant
    place: int
    merit: tuple[Fraction, ...] = ()


def finishes(
    event: Event, rows: Sequence[StandingsRow], criteria: Sequence[str]
) -> tuple[Finish, ...]:
    """Return a final table for comparison with other divisions: points for each fixture first.

    Criteria that mean something only among those tied say nothing about another division.
    """
    fixtures = Counter(
        who for each in event.results if not each.is_bye and each.counts.table for who in each.seats
    )
    known = criteria_for(teams=bool(event.boards))
    kept = [index for index, key in enumerate(criteria) if not known[key].among_tied]
    return tuple(
        Finish(
            row.entrant,
            place,
            (
                row.points / max(1, fixtures[row.entrant]),
                *(row.values[index] or Fraction(0) for index in kept),
            ),
        )
        for place, row in enumerate(rows, start=1)
    )


def in_order(found: Iterable[Finish], seed: str = "") -> list[Finish]:
    """Order finishes of several divisions by place, then merit, then by a lot from the seed."""
    finished = list(found)
    lot = draw_order([each.entrant for each in finished], seed)
    return sorted(
        finished,
        key=lambda each: (each.place, [-part for part in each.merit], lot.index(each.entrant)),
    )


def starter_first(
    one: Entrant, two: Entrant, begun: Mapping[Entrant, int]
) -> tuple[Entrant, Entrant]:
    """Put the one who has started less often first; of equals the second named starts."""
    return (one, two) if begun.get(one, 0) < begun.get(two, 0) else (two, one)


# 1. From groups into a play-off -------------------------------------------------------------------


def playoff_seeds(
    groups: Sequence[Sequence[Finish]], best: int, extra: int = 0, seed: str = ""
) -> tuple[Entrant, ...]:
    """Return the seeds of a play-off: the best of each group, then the best next ones.

    All winners stand before all seconds, and so on; a group with fewer sends all it has.
    """
    if best < 0 or extra < 0 or best + extra < 1:
        raise TournamentError("nobody_qualifies", best=best, extra=extra)
    through = in_order((each for group in groups for each in group[:best]), seed)
    through += in_order((each for group in groups for each in group[best:]), seed)[:extra]
    return tuple(each.entrant for each in through)


def separate_groups(
    seeds: Sequence[Entrant], groups: Sequence[Sequence[Finish]]
) -> tuple[Entrant, ...]:
    """Swap seeds of equal place, near and low ones first, until members of one group do not meet.

    Where that cannot be helped, as few as can be.
    """
    home = {each.entrant: index for index, group in enumerate(groups) for each in group}
    place = {each.entrant: each.place for group in groups for each in group}
    swaps = sorted(combinations(range(len(seeds)), 2), key=lambda two: (two[1] - two[0], -two[1]))
    best, left = list(seeds), _clashes(seeds, home)
    while left:
        for one, two in swaps:
            tried = best.copy()
            tried[one], tried[two] = tried[two], tried[one]
            if place[best[one]] == place[best[two]] and _clashes(tried, home) < left:
                best, left = tried, _clashes(tried, home)
                break
        else:
            break
    return tuple(best)


def _clashes(seeds: Sequence[Entrant], home: Mapping[Entrant, int]) -> int:
    """Count the duels of the first round between members of one group."""
    if len(seeds) < 2:
        return 0
    pairs = (duel.seats for duel in first_round(seeds))
    return sum(two is not None and home[one] == home[two] for one, two in pairs)


# 2. The next season -------------------------------------------------------------------------------


class Level(NamedTuple):
    """The divisions of one level in their final order, and how many of each go up and down.

    `room` is how many the level shall have, if not what its divisions are meant to have.
    """

    divisions: tuple[tuple[Finish, ...], ...]
    up: int = 2
    down: int = 2
    room: int = 0


def next_season(
    levels: Sequence[Level],
    size: int,
    *,
    leaving: Collection[Entrant] = (),
    newcomers: Sequence[Entrant] = (),
    seed: str = "",
) -> tuple[tuple[tuple[Entrant, ...], ...], ...]:
    """Return the divisions of the next season, level by level.

    1. Leavers are left out; a leaver among the last of a division saves one of them.
    2. From the top, a level keeps its members but those who go up or down, and takes those who
       come.
    3. Vacancies are filled by extra promotions, and when nobody is left below, by fewer
       relegations; where there are too many, more go down.
    4. The lowest level takes everybody else and the newcomers, in as many divisions as they fill.
    Divisions of a level are dealt by snake: those from above, those who stay, those from below.
    """
    if size < 2:
        raise TournamentError("wrong_size", size=size)
    pools = [_Pool(level, index, len(levels), leaving, seed) for index, level in enumerate(levels)]
    season: list[tuple[tuple[Entrant, ...], ...]] = []
    coming: list[Entrant] = []
    for index, pool in enumerate(pools[:-1]):
        room = levels[index].room or size * len(levels[index].divisions)
        members, coming = _fill_level(coming, pool, pools[index + 1 :], room)
        season.append(_deal(members, len(levels[index].divisions)))
    rest = [*coming, *(pools[-1].everybody() if pools else ()), *newcomers]
    season.append(_deal(rest, max(1, (len(rest) + size // 2) // size)))
    return tuple(level for level in season if level)


def levels_of(season: Sequence[Sequence[Sequence[Entrant]]]) -> dict[Entrant, int]:
    """Return everybody's level in a season, 1 the highest."""
    return {
        who: number
        for number, level in enumerate(season, start=1)
        for division in level
        for who in division
    }


class _Pool:
    """The promoted, staying and relegated entrants of a level, each best first."""

    def __init__(
        self, level: Level, index: int, levels: int, leaving: Collection[Entrant], seed: str
    ) -> None:
        """Part the level's entrants; nobody goes up from the top, nobody down from the bottom."""
        up = level.up if index > 0 else 0
        down = level.down if index < levels - 1 else 0
        parted: dict[str, list[Finish]] = {"up": [], "stay": [], "down": []}
        for division in level.divisions:
            for place, each in enumerate(division):
                if each.entrant in leaving:
                    continue
                last = place >= max(up, len(division) - down)
                parted["up" if place < up else "down" if last else "stay"].append(each)
        self.up, self.stay, self.down = (
            [each.entrant for each in in_order(found, seed)] for found in parted.values()
        )

    def best(self) -> Entrant | None:
        """Take the best remaining entrant for a promotion."""
        for found in (self.up, self.stay, self.down):
            if found:
                return found.pop(0)
        return None

    def everybody(self) -> list[Entrant]:
        """Return all who are left."""
        return [*self.up, *self.stay, *self.down]


def _fill_level(
    coming: list[Entrant], pool: _Pool, below: Sequence[_Pool], room: int
) -> tuple[list[Entrant], list[Entrant]]:
    """Return the members of a level and those it relegates."""
    members = [*coming, *pool.up, *pool.stay]
    going = pool.down
    risen, below[0].up = below[0].up[:room], below[0].up[room:]
    while len(members) + len(risen) > room and members:
        going.insert(0, members.pop())
    for lower in below:
        while len(members) + len(risen) < room and (best := lower.best()) is not None:
            risen.append(best)
    while len(members) + len(risen) < room and going:
        members.append(going.pop(0))
    return [*members, *risen], going


def _deal(members: Sequence[Entrant], divisions: int) -> tuple[tuple[Entrant, ...], ...]:
    """Deal a level's members to its divisions by snake."""
    if not members:
        return ()
    return snake(members, min(divisions, len(members)))
