"""A division as the pure core sees it: entrants in order, every settled result, how it counts."""

from __future__ import annotations

from fractions import Fraction

from tournaments.models import Division, Entrant, Fixture, Tournament
from tournaments.pairing.base import late_byes
from tournaments.services.team_events import team_event
from tournaments.standings.base import Entered, Event, Kind, Result, Scoring, System
from tournaments.standings.base import Fixture as Unsettled
from tournaments.standings.withdrawal import withdraw


def scoring_of(tournament: Tournament) -> Scoring:
    """Return the points by place that the organiser chose, for tables of every size."""
    own = tuple(Fraction(points) for points in tournament.points)
    usual = [vector for vector in Scoring().vectors if len(vector) != len(own)]
    return Scoring(vectors=(own, *usual) if len(own) > 1 else tuple(usual))


def event_of(tournament: Tournament, division: Division) -> Event:
    """Return a division with all results that stand; where teams play its entrants are teams."""
    if tournament.in_teams:
        return team_event(tournament, division)
    playoff = division.stage == Division.Stage.PLAYOFF
    own = Entrant.objects.filter(**{"playoff" if playoff else "division": division})
    entered = tuple(
        Entered(entrant.pk, _points(entrant.rating)) for entrant in own.order_by("number")
    )
    settled = Fixture.objects.filter(round__division=division, settled_at__isnull=False)
    fixtures = settled.select_related("round", "match").prefetch_related("seats")
    fixtures = fixtures.only("kind", "round__number", "match__rated")
    results = tuple(result_of(fixture) for fixture in fixtures.order_by("round__number", "board"))
    swiss = tournament.format == Tournament.Format.SWISS
    if swiss:
        results += _missed_by_latecomers(division)
    else:
        results = _without_the_withdrawn(division, results)
    return Event(
        entered,
        results,
        system=System.SWISS if swiss else System.ROUND_ROBIN,
        scoring=scoring_of(tournament),
        scheduled=tournament.rounds or 0,
        seed=tournament.lots_seed,
    )


def _missed_by_latecomers(division: Division) -> tuple[Result, ...]:
    """Return the rounds that late entrants have missed; they bring nothing."""
    late = Entrant.objects.filter(division=division, first_round__gt=1).order_by("number")
    return tuple(
        bye for entrant in late for bye in late_byes(entrant.pk, entrant.first_round, half=False)
    )


def _without_the_withdrawn(division: Division, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Return the results where all meet all, with the half rule for those who withdrew."""
    gone = Entrant.objects.filter(division=division, status=Entrant.Status.WITHDRAWN)
    withdrawn = set(gone.values_list("pk", flat=True))
    if not withdrawn:
        return results
    unsettled = Fixture.objects.unsettled().filter(round__division=division)
    running = [
        Unsettled(fixture.round.number, tuple(seat.entrant_id for seat in fixture.seats.all()))
        for fixture in unsettled.select_related("round").prefetch_related("seats")
    ]
    return withdraw(results, running, withdrawn)


def _points(rating: int | None) -> int | None:
    """Return a rating in whole points, as tables and files show it."""
    return None if rating is None else round(rating / 100)


def result_of(fixture: Fixture) -> Result:
    """Return a settled fixture as the core counts it."""
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.seat)
    kind = Kind(fixture.kind)
    entrants = tuple(seat.entrant_id for seat in seats)
    if len(seats) == 1:
        return Result(fixture.round.number, entrants, kind=kind)
    if kind is Kind.ANNULLED:
        return Result(fixture.round.number, entrants, kind=kind)
    return Result(
        fixture.round.number,
        entrants,
        tuple(seat.place for seat in seats),
        kind,
        legs=tuple(Fraction(seat.points or 0) for seat in seats),
        rated=bool(fixture.match and fixture.match.rated),
    )


def kept_apart(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """Return the pairs of entrants that the organiser keeps apart (family, club)."""
    players = dict(Entrant.objects.filter(tournament=tournament).values_list("player_id", "pk"))
    return tuple(
        (players[one], players[two])
        for one, two in tournament.forbidden
        if one in players and two in players
    )
