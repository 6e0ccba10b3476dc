"""The course of a solitaire contest: puzzles played at any time before a common deadline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from games.clocks import TimeControl
from games.daily_queries import match_jumps
from games.families.features import puzzles
from games.models import Match
from games.services.errors import Refused
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from tournaments.formats.deadlines import warning_time
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.services.emails import contest_notices
from tournaments.services.locks import lock_tournament
from tournaments.services.rounds.boards import audience_of
from tournaments.services.tables.contest_tables import PLAYED, peg_counts, puzzle_starts


@transaction.atomic
def start_puzzle(pk: int, player: Player, number: int, *, seed: str, now: datetime) -> Match:
    """Start a puzzle for an entrant, or return their match on it.

    Its clock is the time left until the contest ends; an unfinished puzzle then counts with the
    pegs left. Refuses ``no_running_contest``, ``not_entered`` and ``contest_over``.
    """
    tournament = lock_tournament(pk)
    if not tournament.event_format.has_puzzles or not tournament.is_running:
        raise Refused("no_running_contest")
    fixture = (
        Fixture.objects.filter(
            round__division__tournament=tournament,
            round__number=number,
            seats__entrant__player=player,
            seats__entrant__status=Entrant.Status.ENTERED,
        )
        .select_related("round", "match")
        .first()
    )
    if fixture is None:
        raise Refused("not_entered")
    if fixture.match is not None:
        return fixture.match
    if fixture.is_settled or fixture.ends_at <= now:
        raise Refused("contest_over")
    return _start_match(tournament, fixture, player, seed, now)


def _start_match(
    tournament: Tournament, fixture: Fixture, player: Player, seed: str, now: datetime
) -> Match:
    """Start the private match of a fixture; boards are hidden until the contest is over."""
    number = fixture.round.number
    terms = Terms.checked(
        tournament.ruleset,
        {"start": puzzle_starts(tournament)[number - 1]},
        TimeControl(bank=fixture.ends_at - now),
        rated=False,
        private=True,
        seats=1,
    )
    url = tournament.get_absolute_url()
    event = {"name": tournament.title, "url": url, "round": number, "puzzle": number}
    fixture.match = start_match([player], terms, seed=seed, now=now, event=event)
    fixture.save(update_fields=["match"])
    return fixture.match


def settle_unplayed(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Settle unplayed puzzles after the deadline, and those of entrants who have left."""
    over = Fixture.time_over(now)
    gone = Q(seats__entrant__status=Entrant.Status.WITHDRAWN) | Q(
        seats__entrant__player__closed_at__isnull=False
    )
    unsettled = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
    found = list(unsettled.filter(over | gone, match=None).select_related("round").distinct())
    full = peg_counts(tournament)
    for fixture in found:
        fixture.kind, fixture.settled_at = Fixture.Kind.FORFEIT, now
    Fixture.objects.bulk_update(found, ["kind", "settled_at"])
    seats = list(FixtureSeat.objects.filter(fixture__in=found).select_related("fixture__round"))
    for seat in seats:
        seat.points = full[seat.fixture.round.number - 1]
    FixtureSeat.objects.bulk_update(seats, ["points"])
    return bool(found)


def notify_of_closing(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Notify entrants with puzzles left that the contest ends soon; once."""
    rounds = Round.objects.filter(division__tournament=tournament, closed_at=None, warned_at=None)
    first = rounds.first()
    if first is None or warning_time(first.opens_at, first.closes_at, tournament.zone) > now:
        return False
    rounds.update(warned_at=now)
    contest_notices.notify_closing(tournament, first.closes_at, now=now)
    return True


def publish_attempts_when_over(
    tournament: Tournament, _now: datetime, _make_seed: Callable[[], str]
) -> bool:
    """Publish all attempts once no round is open; in a private club, to its members."""
    if Round.objects.filter(division__tournament=tournament, closed_at=None).exists():
        return False
    return publish_attempts(tournament)


def publish_attempts(tournament: Tournament) -> bool:
    """Make all attempts public, or visible to the audience of a private event."""
    hidden = Match.objects.filter(fixture__round__division__tournament=tournament, private=True)
    if tournament.is_private:
        return bool(hidden.filter(audience="").update(audience=audience_of(tournament)))
    return bool(hidden.update(private=False))


def hide_attempts(tournament: Tournament) -> None:
    """Make every attempt visible to its player alone."""
    shown = Match.objects.filter(fixture__round__division__tournament=tournament)
    shown.update(private=True, audience="")


def record_sweeps(fixture: Fixture) -> None:
    """Record in how many sweeps a puzzle was played; None if it was not."""
    counted = None
    if fixture.match_id is not None and fixture.kind in PLAYED:
        counted = len(puzzles().sweeps(match_jumps(fixture.match_id)))
    FixtureSeat.objects.filter(fixture=fixture).update(sweeps=counted)
