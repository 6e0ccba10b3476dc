"""Tie-breaks from opponents' scores, with unplayed rounds (C.07 articles 8, 9, 14, 16).

In a round robin forfeits are regular games (article 15.2) and no score is adjusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.base import ZERO, Entrant, Points
from tournaments.standings.contributions import Addend, Addends, sum_addends
from tournaments.standings.scorecards import ScorecardLine, Scorecards


class Contribution(NamedTuple):
    """The contribution of one opponent, or of the dummy opponent of an unplayed round."""

    score: Points
    points: Points
    voluntary: bool = False
    round: int = 0
    opponents: tuple[Entrant, ...] = ()
    virtual: bool = False

    @property
    def product(self) -> Points:
        """The opponent's score times the points scored against it."""
        return self.score * self.points


def adjusted_scores(book: Scorecards) -> Mapping[Entrant, Points]:
    """Return each entrant's score as it counts for opponents (article 16.3).

    A requested bye followed only by voluntarily unplayed rounds counts as a tie; a running game is
    not unplayed.
    """
    if book.is_round_robin:
        return book.points
    tied = book.event.scoring.tied
    scores: dict[Entrant, Points] = {}
    for entrant, page in book.lines.items():
        present = {line.round for line in page if not line.voluntary} | book.running[entrant]
        available = max(present, default=0)
        scores[entrant] = sum(
            (
                tied if line.round > available and not line.opponents else line.points
                for line in page
            ),
            book.event.starts.get(entrant, ZERO),
        )
    return scores


def contributions_of(
    book: Scorecards,
    entrant: Entrant,
    scores: Mapping[Entrant, Points],
    page: Sequence[ScorecardLine] | None = None,
) -> list[Contribution]:
    """Return the contributions to an entrant's Buchholz and Sonneborn–Berger.

    `page` replaces the entrant's own lines, for points of another kind.
    """
    found: list[Contribution] = []
    for line in book.lines[entrant] if page is None else page:
        if line.played or (line.opponents and book.is_round_robin):
            found += [
                Contribution(scores[other], share, round=line.round, opponents=(other,))
                for other, share in zip(line.opponents, line.shares, strict=True)
            ]
        elif not book.is_round_robin:
            found.append(_dummy(book, entrant, line, scores))
    return found


def _dummy(
    book: Scorecards, entrant: Entrant, line: ScorecardLine, scores: Mapping[Entrant, Points]
) -> Contribution:
    """Return the dummy of an unplayed round: the entrant's own score, capped (article 16.4).

    The cap is the scheduled opponent's adjusted score for a forfeit, else a tie in every round.
    """
    caps = [scores[other] for other in line.opponents]
    if not caps:
        start = book.event.starts.get(entrant, ZERO)
        caps = [start + book.event.scoring.tied * len(book.held)]
    score = min(book.points[entrant], *caps)
    return Contribution(
        score, line.points, line.voluntary, line.round, line.opponents, virtual=True
    )


Weigh = Callable[[Contribution], Points]


def _score(part: Contribution) -> Points:
    return part.score


def _product(part: Contribution) -> Points:
    return part.product


def _build_addends(
    found: Sequence[Contribution], weigh: Weigh, low: int, high: int = 0
) -> list[Addend]:
    """Return contributions as addends, with the lowest and highest left out (article 14).

    The lowest contribution of a voluntarily unplayed round is cut first, unless the least
    significant one is worth more (article 16.5).
    """
    left = dict(enumerate(found))
    for _ in range(min(low, len(left))):
        least = min(left, key=lambda at: (left[at].score, weigh(left[at])))
        own = [at for at, part in left.items() if part.voluntary]
        first = min(own, key=lambda at: (weigh(left[at]), left[at].score), default=least)
        del left[least if weigh(left[least]) > weigh(left[first]) else first]
    for _ in range(min(high, len(left))):
        del left[max(left, key=lambda at: (left[at].score, weigh(left[at])))]
    by_two = weigh is _product
    return [
        Addend(
            weigh(part),
            part.round,
            part.opponents,
            (part.score, part.points) if by_two else (part.score,),
            left_out=at not in left,
            virtual=part.virtual,
        )
        for at, part in enumerate(found)
    ]


def _addends_by_entrant(
    book: Scorecards, weigh: Weigh, low: int = 0, high: int = 0
) -> dict[Entrant, list[Addend]]:
    """Return the addends of one of these sums for every entrant."""
    scores = adjusted_scores(book)
    return {
        entrant: _build_addends(contributions_of(book, entrant, scores), weigh, low, high)
        for entrant in book.event.entrants
    }


def buchholz(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Sum of the opponents' adjusted scores (article 8.1; not for round robins)."""
    return _addends_by_entrant(book, _score)


def sosos(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Sum of the Buchholz of the opponents met at the board (used with McMahon)."""
    sums = {who: sum_addends(addends) for who, addends in _addends_by_entrant(book, _score).items()}
    return {
        entrant: [
            Addend(sums[other], line.round, (other,), (sums[other],))
            for line in page
            if line.played
            for other in line.opponents
        ]
        for entrant, page in book.lines.items()
    }


def buchholz_cut1(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Buchholz without the least significant opponent (article 14.1)."""
    return _addends_by_entrant(book, _score, low=1)


def buchholz_cut2(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Buchholz without the two least significant opponents (article 14.2)."""
    return _addends_by_entrant(book, _score, low=2)


def median_buchholz(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Buchholz without the least and the most significant opponent (article 14.3)."""
    return _addends_by_entrant(book, _score, low=1, high=1)


def median_buchholz2(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Buchholz without the two least and the two most significant opponents (article 14.4)."""
    return _addends_by_entrant(book, _score, low=2, high=2)


def sonneborn_berger(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Sum of the opponents' adjusted scores times the points made against them (article 9.1)."""
    return _addends_by_entrant(book, _product)


def sonneborn_berger_cut1(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Sonneborn–Berger without the least significant opponent (article 14.1)."""
    return _addends_by_entrant(book, _product, low=1)


def olympiad(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Opponents' match points times the board points against them, without the lowest opponent.

    For teams: the Sonneborn–Berger of chess olympiads.
    """
    scores = adjusted_scores(book)
    return {
        entrant: _build_addends(
            contributions_of(book, entrant, scores, _with_board_points(page)), _product, low=1
        )
        for entrant, page in book.lines.items()
    }


def _with_board_points(page: Sequence[ScorecardLine]) -> list[ScorecardLine]:
    """Return the lines with board points in place of match points."""
    made = [
        line.result.legs[line.seat] if line.result and line.result.legs else ZERO for line in page
    ]
    return [
        line._replace(points=points, shares=(points,) * len(line.shares))
        for line, points in zip(page, made, strict=True)
    ]


def koya(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Points against opponents who scored at least half of their maximum (article 9.2)."""
    good = {who for who in book.points if book.points[who] * 2 >= _max_score(book, who)}
    return {
        entrant: [
            Addend(share, line.round, (other,), left_out=other not in good)
            for line in page
            for other, share in zip(line.opponents, line.shares, strict=True)
        ]
        for entrant, page in book.lines.items()
    }


def _max_score(book: Scorecards, entrant: Entrant) -> Points:
    """Return the maximum score so far: a win in every round, or in every fixture."""
    if not book.is_round_robin:
        return book.event.scoring.win() * len(book.held - book.running[entrant])
    fixtures = [line for line in book.lines[entrant] if line.opponents]
    wins = (book.event.scoring.win(len(line.opponents) + 1) for line in fixtures)
    return sum(wins, ZERO)
