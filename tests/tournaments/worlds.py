"""Random tournaments from a seed, as tests need them: byes, forfeits, absences, withdrawals."""

from __future__ import annotations

from random import Random

from tournaments.pairing.round_robin import round_robin
from tournaments.standings.base import Event, EventEntrant, Kind, Result, System

OUTCOMES = ((1, 2), (2, 1), (1, 1))
FORFEITS = ((1, None), (None, 1), (None, None))


def a_result(chance: Random, number: int, seats: tuple[int, ...], forfeits: float) -> Result:
    if chance.random() < forfeits:
        return Result(number, seats, chance.choice(FORFEITS), Kind.FORFEIT)
    return Result(number, seats, chance.choice(OUTCOMES))


def entered(chance: Random, size: int) -> tuple[EventEntrant, ...]:
    ratings = sorted((chance.randrange(1200, 2400) for _ in range(size)), reverse=True)
    return tuple(EventEntrant(number, rating) for number, rating in enumerate(ratings, start=1))


def swiss(seed: int) -> Event:
    """A Swiss whose pairings nobody made by rules: enough for whoever counts its results."""
    chance = Random(seed)
    size, rounds = chance.randrange(4, 17), chance.randrange(3, 8)
    absence, forfeits = chance.choice(((0, 0), (0.08, 0.05), (0.25, 0.2)))
    players = entered(chance, size)
    gone: set[int] = set()
    met: set[frozenset[int]] = set()
    results: list[Result] = []
    for number in range(1, rounds + 1):
        gone |= {each.entrant for each in players if chance.random() < absence / 4}
        present = chance.sample([each.entrant for each in players], size)
        byes = absences(chance, number, present, gone, absence)
        results += byes
        left = [who for who in present if who not in gone and not any(who in b.seats for b in byes)]
        results += meetings(chance, number, left, met, forfeits)
    return Event(players, tuple(results), rounds=rounds, scheduled=rounds)


def absences(
    chance: Random, number: int, present: list[int], gone: set[int], share: float
) -> list[Result]:
    """Byes by request; of those who have left some are told, some simply missing."""
    byes = []
    for who in present:
        if who in gone and chance.random() < 0.5:
            byes.append(Result(number, (who,), kind=Kind.ZERO_BYE))
        elif who not in gone and chance.random() < share:
            kind = chance.choice((Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FULL_BYE))
            byes.append(Result(number, (who,), kind=kind))
    return byes


def meetings(
    chance: Random, number: int, left: list[int], met: set[frozenset[int]], forfeits: float
) -> list[Result]:
    """Pair whoever has not met, by chance; who finds nobody has a bye."""
    results = []
    while left:
        one = left.pop()
        others = [two for two in left if frozenset((one, two)) not in met]
        if not others:
            kind = Kind.PAIRED_BYE if chance.random() < 0.8 else Kind.ZERO_BYE
            results.append(Result(number, (one,), kind=kind))
            continue
        two = chance.choice(others)
        left.remove(two)
        results.append(a_result(chance, number, (one, two), forfeits))
        if results[-1].counts.met:
            met.add(frozenset((one, two)))
    return results


def everybody(seed: int) -> Event:
    """A round robin, single or double, with some forfeits."""
    chance = Random(seed)
    size = chance.randrange(3, 10)
    players = entered(chance, size)
    forfeits = chance.choice((0, 0.1, 0.3))
    drafts = round_robin([each.entrant for each in players], double=chance.random() < 0.3)
    results = tuple(
        a_result(chance, draft.round, pairing.seats, forfeits)
        for draft in drafts
        for pairing in draft.pairings
    )
    rounds = len(drafts)
    return Event(players, results, System.ROUND_ROBIN, rounds=rounds, scheduled=rounds)
