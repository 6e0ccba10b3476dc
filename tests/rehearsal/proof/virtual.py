"""Virtual points of an accelerated Swiss, computed a second time from the text of C.04.7."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tests.rehearsal.proof.records import Record

ROUNDS = re.compile(r"^142 (\d+)", re.MULTILINE)
Share = dict[tuple[int, int], Fraction]  # by round and pairing number


def faults_in(
    text: str, record: Record, win: int, order: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield where a report has other virtual points than those of the rules.

    ``order``: the entrants by the numbers they had then, where these are not those of the end.
    """
    found = ROUNDS.search(text)
    order = [each.pk for each in record.entrants] if order is None else order
    wanted = shares_of(record, order, int(found[1]), win) if found else {}
    told = _told(text)
    for number, who in sorted(told.keys() | wanted.keys()):
        one, two = told.get((number, who), 0), wanted.get((number, who), 0)
        if one != two:
            yield f"number {who} has {one} virtual points in round {number}, should have {two}"


def shares_of(record: Record, order: Sequence[int], rounds: int, win: int) -> Share:
    """Return everybody's virtual points in an event of so many rounds.

    2: the upper half of those who were there at the start, an even number; 3: later the last of
    them is still the last one; 4: half of the rounds, rounded up, the first half of them, rounded
    up, with a win, the others with half of one.
    """
    if record.tournament.bands:
        own = {at: record.start(pk) for at, pk in enumerate(order, 1)}
        unit = Fraction(win, record.vector(2)[0])
        return {
            (number, at): points * unit
            for number in range(1, rounds + 1)
            for at, points in own.items()
            if points
        }
    if not record.tournament.accelerated:
        return {}
    starters = {each.pk for each in record.entrants if each.first_round == 1}
    there = [at for at, pk in enumerate(order, 1) if pk in starters]
    half = (len(there) + 1) // 2
    group = ([0, *there])[min(len(there), half + half % 2)]
    accelerated = (rounds + 1) // 2
    whole = (accelerated + 1) // 2
    return {
        (number, who): Fraction(win, 1 if number <= whole else 2)
        for number in range(1, accelerated + 1)
        for who in range(1, group + 1)
    }


def _told(text: str) -> Share:
    """Read the records 250 by their columns."""
    told: Share = {}
    for line in text.splitlines():
        if line.startswith("250 "):
            first, last, low, high = (int(line[at : at + 4]) for at in (13, 17, 22, 27))
            for number in range(first, last + 1):
                told |= {(number, who): Fraction(line[9:13]) for who in range(low, high + 1)}
    return told
