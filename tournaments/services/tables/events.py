"""Convert a division to an ``Event`` of the pure core: entrants, settled results, scoring."""

from __future__ import annotations

from fractions import Fraction

from tournaments.division_queries import DivisionContents, FixtureRow, contents_of
from tournaments.models import Division, Entrant, Tournament
from tournaments.pairing.base import late_byes
from tournaments.services.tables.team_events import team_event
from tournaments.standings.base import (
    Event,
    EventEntrant,
    Fixture as Unsettled,
    Kind,
    Result,
    Scoring,
)
from tournaments.standings.trf.sheet import Boost
from tournaments.standings.withdrawal import WithdrawalRule, withdraw


def scoring_of(tournament: Tournament) -> Scoring:
    """Return the scoring chosen by the organiser, with defaults for tables of other sizes."""
    own = tuple(Fraction(points) for points in tournament.points)
    usual = [vector for vector in Scoring().vectors if len(vector) != len(own)]
    return Scoring(vectors=(own, *usual) if len(own) > 1 else tuple(usual))


def event_of(tournament: Tournament, division: Division) -> Event:
    """Return a division with its current results; in team events its entrants are teams."""
    if (format_ := tournament.event_format).has_teams:
        return team_event(tournament, division)
    contents = contents_of(division)
    entered = tuple(
        EventEntrant(entrant.pk, rating_points(entrant.rating)) for entrant in contents.entrants
    )
    results = tuple(result_of(each) for each in contents.boards if each.is_settled)
    if format_.takes_latecomers:
        results += _late_entry_byes(contents)
    if format_.has_half_rule:
        results = _apply_withdrawal_rule(contents, results, WithdrawalRule(tournament.withdrawals))
    decided = {(each.round, each.seats) for each in results}
    scoring = scoring_of(tournament)
    return Event(
        entered,
        results,
        system=format_.system,
        scoring=scoring,
        starts=format_.starts(entered, tournament.bands, scoring),
        scheduled=tournament.rounds or 0,
        seed=tournament.lots_seed,
        running=tuple(
            each for each in _unfinished_fixtures(contents) if tuple(each) not in decided
        ),
    )


def _late_entry_byes(contents: DivisionContents) -> tuple[Result, ...]:
    """Return zero-point byes for the rounds that late entrants have missed."""
    return tuple(
        bye
        for entrant in contents.entrants
        if entrant.first_round > 1
        for bye in late_byes(entrant.pk, entrant.first_round, half=False)
    )


def _apply_withdrawal_rule(
    contents: DivisionContents, results: tuple[Result, ...], rule: WithdrawalRule
) -> tuple[Result, ...]:
    """Return the results after applying the withdrawal rule of round robins."""
    gone = Entrant.Status.WITHDRAWN
    withdrawn = {each.pk for each in contents.entrants if each.status == gone}
    if not withdrawn:
        return results
    left_open = {who: _fixtures_left_open(contents, who) for who in withdrawn}
    return withdraw(results, _unfinished_fixtures(contents), withdrawn, left_open, rule)


def _fixtures_left_open(contents: DivisionContents, who: int) -> tuple[Unsettled, ...]:
    """Return the fixtures that had no result when an entrant withdrew."""
    return tuple(
        Unsettled(board.round, board.entrants)
        for board in contents.boards
        if who in board.entrants and board.left_open[board.entrants.index(who)]
    )


def _unfinished_fixtures(contents: DivisionContents) -> tuple[Unsettled, ...]:
    """Return the fixtures without a result, each in its own round."""
    return tuple(
        Unsettled(board.round, board.entrants) for board in contents.boards if not board.is_settled
    )


def rating_points(rating: int | None) -> int | None:
    """Return a rating in whole points; it is stored in hundredths."""
    return None if rating is None else round(rating / 100)


def result_of(board: FixtureRow) -> Result:
    """Return a settled fixture as a ``Result``."""
    kind = Kind(board.kind)
    if len(board.entrants) == 1 or kind is Kind.ANNULLED:
        return Result(board.round, board.entrants, kind=kind)
    return Result(
        board.round,
        board.entrants,
        board.places,
        kind,
        legs=tuple(Fraction(points or 0) for points in board.points),
        rated=bool(board.rated),
    )


def boosts_of(tournament: Tournament, division: Division, event: Event) -> tuple[Boost, ...]:
    """Return the virtual points of a division, including those of rounds to come."""
    entrants = contents_of(division).entrants
    starters = [each.pk for each in entrants if each.first_round == 1]
    return tournament.format_of(division).boosts(event, starters, tournament)


def separated_entrants(tournament: Tournament, event: Event) -> tuple[tuple[int, int], ...]:
    """Return the pairs of an event that the organiser keeps apart (family, club)."""
    own = Entrant.objects.filter(pk__in=event.entrants)
    players = dict(own.values_list("player_id", "pk")) if tournament.forbidden else {}
    return tuple(
        (players[one], players[two])
        for one, two in tournament.forbidden
        if one in players and two in players
    )
