"""A division as the pure core sees it: entrants in order, every settled result, how it counts."""

from __future__ import annotations

from fractions import Fraction

from django.db.models import QuerySet

from tournaments.models import Division, Entrant, Fixture, Tournament
from tournaments.pairing.base import late_byes
from tournaments.services.tables.team_events import team_event
from tournaments.standings.base import Entered, Event, Kind, Result, Scoring
from tournaments.standings.base import Fixture as Unsettled
from tournaments.standings.withdrawal import withdraw


def scoring_of(tournament: Tournament) -> Scoring:
    """Return the points by place that the organiser chose, for tables of every size."""
    own = tuple(Fraction(points) for points in tournament.points)
    usual = [vector for vector in Scoring().vectors if len(vector) != len(own)]
    return Scoring(vectors=(own, *usual) if len(own) > 1 else tuple(usual))


def event_of(tournament: Tournament, division: Division) -> Event:
    """Return a division with all results that stand; where teams play its entrants are teams."""
    if (format_ := tournament.event_format).by_teams:
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
    if format_.takes_latecomers:
        results += _missed_by_latecomers(division)
    if format_.half_rule:
        results = _without_the_withdrawn(division, results)
    return Event(
        entered,
        results,
        system=format_.system,
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
    left_open = {who: _left_open(division, who) for who in withdrawn}
    return withdraw(results, unfinished(division), withdrawn, left_open)


def _left_open(division: Division, who: int) -> tuple[Unsettled, ...]:
    """Return the fixtures that had no result when an entrant withdrew."""
    own = Fixture.objects.filter(round__division=division)
    return _meetings(own.filter(seats__entrant=who, seats__left_open=True))


def unfinished(division: Division) -> tuple[Unsettled, ...]:
    """Return the fixtures that have no result yet, each in its own round."""
    return _meetings(Fixture.objects.unsettled().filter(round__division=division))


def _meetings(fixtures: QuerySet[Fixture]) -> tuple[Unsettled, ...]:
    """Return who meets whom in fixtures, each in its own round."""
    return tuple(
        Unsettled(fixture.round.number, tuple(seat.entrant_id for seat in fixture.seats.all()))
        for fixture in fixtures.select_related("round").prefetch_related("seats")
    )


def undecided(division: Division, event: Event) -> tuple[Unsettled, ...]:
    """Return the fixtures of an event that still run and that no withdrawal has decided."""
    decided = {(result.round, result.seats) for result in event.results}
    return tuple(each for each in unfinished(division) if tuple(each) not in decided)


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


def kept_apart(tournament: Tournament, event: Event) -> tuple[tuple[int, int], ...]:
    """Return the pairs of an event that the organiser keeps apart (family, club)."""
    own = Entrant.objects.filter(pk__in=event.entrants)
    players = dict(own.values_list("player_id", "pk")) if tournament.forbidden else {}
    return tuple(
        (players[one], players[two])
        for one, two in tournament.forbidden
        if one in players and two in players
    )
