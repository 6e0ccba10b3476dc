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
    """An entrant's place in their own division, and values to compare with other divisions."""

    entrant: Entrant
    place: int
    merit: tuple[Fraction, ...] = ()


def finishes(
    event: Event, rows: Sequence[StandingsRow], criteria: Sequence[str]
) -> tuple[Finish, ...]:
    """Return a final table for comparison with other divisions: first points per fixture.

    Criteria that are defined only among tied entrants are left out.
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


def sort_finishes(found: Iterable[Finish], seed: str = "") -> list[Finish]:
    """Order finishes of several divisions by place, then merit, then by a random draw."""
    finished = list(found)
    lot = draw_order([each.entrant for each in finished], seed)
    return sorted(
        finished,
        key=lambda each: (each.place, [-part for part in each.merit], lot.index(each.entrant)),
    )


def order_by_starts(
    one: Entrant, two: Entrant, begun: Mapping[Entrant, int]
) -> tuple[Entrant, Entrant]:
    """Return first whoever has started less often; if equal, the second named."""
    return (one, two) if begun.get(one, 0) < begun.get(two, 0) else (two, one)


# 1. From groups into a play-off -------------------------------------------------------------------


def playoff_seeds(
    groups: Sequence[Sequence[Finish]], best: int, extra: int = 0, seed: str = ""
) -> tuple[Entrant, ...]:
    """Return the seeds of a play-off: the best of each group, plus the ``extra`` next best.

    All winners come before all seconds, and so on; a smaller group sends all it has.
    """
    if best < 0 or extra < 0 or best + extra < 1:
        raise TournamentError("nobody_qualifies", best=best, extra=extra)
    through = sort_finishes((each for group in groups for each in group[:best]), seed)
    through += sort_finishes((each for group in groups for each in group[best:]), seed)[:extra]
    return tuple(each.entrant for each in through)


def separate_groups(
    seeds: Sequence[Entrant], groups: Sequence[Sequence[Finish]]
) -> tuple[Entrant, ...]:
    """Swap seeds of equal place so that members of one group do not meet in the first round.

    Near and low swaps are tried first. If it cannot be avoided, as few meet as possible.
    """
    home = {each.entrant: index for index, group in enumerate(groups) for each in group}
    place = {each.entrant: each.place for group in groups for each in group}
    swaps = sorted(combinations(range(len(seeds)), 2), key=lambda two: (two[1] - two[0], -two[1]))
    best, left = list(seeds), _count_clashes(seeds, home)
    while left:
        for one, two in swaps:
            tried = best.copy()
            tried[one], tried[two] = tried[two], tried[one]
            if place[best[one]] == place[best[two]] and _count_clashes(tried, home) < left:
                best, left = tried, _count_clashes(tried, home)
                break
        else:
            break
    return tuple(best)


def _count_clashes(seeds: Sequence[Entrant], home: Mapping[Entrant, int]) -> int:
    """Count the first-round duels between members of one group."""
    if len(seeds) < 2:
        return 0
    pairs = (duel.seats for duel in first_round(seeds))
    return sum(two is not None and home[one] == home[two] for one, two in pairs)


# 2. The next season -------------------------------------------------------------------------------


class Level(NamedTuple):
    """The divisions of one level in final order, and how many of each go up and down.

    `room` is the target size of the level, 0 for that of full divisions.
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

    1. Leavers are left out; a leaver in a relegation place saves one other.
    2. From the top, each level loses those who go up or down and gains those who come.
    3. Vacancies are filled by extra promotions, and if nobody is left below, by fewer relegations;
       if there are too many, more are relegated.
    4. The lowest level takes everybody else and the newcomers, in as many divisions as they fill.
    Members of a level are dealt to its divisions by snake: first those from above, then those who
    stay, then those from below.
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
    """Return everybody's level in a season, 1 being the highest."""
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
        """Nobody is promoted from the top level or relegated from the bottom one."""
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
            [each.entrant for each in sort_finishes(found, seed)] for found in parted.values()
        )

    def best(self) -> Entrant | None:
        """Remove and return the best remaining entrant, for an extra promotion."""
        for found in (self.up, self.stay, self.down):
            if found:
                return found.pop(0)
        return None

    def everybody(self) -> list[Entrant]:
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
    if not members:
        return ()
    return snake(members, min(divisions, len(members)))
