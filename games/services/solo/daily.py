"""The puzzle of the day: composed days ahead from a committed seed; the first attempt counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.services import registration
from games.clocks import TimeControl
from games.daily_queries import match_jumps, puzzle_day, running_attempts
from games.families.features import puzzles
from games.models import DailyAttempt, DailyPuzzle, Match, Seat
from games.services.bots.guests import Visitor
from games.services.errors import Refused
from games.services.play.matches import start_match
from games.services.play.results import NO_SHOW
from games.services.play.terms import Terms
from games.services.solo.solo import SOLO_TIME_CONTROL

UNPLAYED_ENDINGS = frozenset({NO_SHOW, "forfeit"})
DAYS_AHEAD = 7  # days for which the digest is published in advance, so that an outage leaves no gap


@transaction.atomic
def prepare_puzzles(fresh: Callable[[], str], *, now: datetime) -> int:
    """Compose the missing puzzles from today on; return how many. ``fresh`` returns a new seed."""
    wanted = [puzzle_day(now) + timedelta(days=number) for number in range(DAYS_AHEAD + 1)]
    known = set(DailyPuzzle.objects.filter(day__in=wanted).values_list("day", flat=True))
    missing = [day for day in wanted if day not in known]
    DailyPuzzle.objects.bulk_create(
        [_compose_puzzle(day, fresh(), now) for day in missing], ignore_conflicts=True
    )
    return len(missing)


def _compose_puzzle(day: date, seed: str, now: datetime) -> DailyPuzzle:
    jumps = puzzles().jumps_on(day)
    start = puzzles().compose(seed, jumps).start
    return DailyPuzzle(day=day, seed=seed, jumps=jumps, start=start, committed_at=now)


def todays_puzzle(fresh: Callable[[], str], *, now: datetime) -> DailyPuzzle:
    """Return today's puzzle; composes it if the worker has not done so."""
    today = puzzle_day(now)
    days = (today, today + timedelta(days=1))
    found = {each.day: each for each in DailyPuzzle.objects.filter(day__in=days)}
    if len(found) < len(days):
        prepare_puzzles(fresh, now=now)
        return DailyPuzzle.objects.get(day=today)
    return found[today]


@transaction.atomic
def start_attempt(player: Player, *, seed: str, now: datetime) -> Match:
    """Start today's puzzle, or return the running attempt.

    The first attempt that is finished within the day counts; its time is what is left of the day.
    Later ones are for practice, with the time of any solo match. Refuses ``no_such_day``.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    puzzle = DailyPuzzle.objects.filter(day=puzzle_day(now)).first()
    if puzzle is None:
        raise Refused("no_such_day", day=puzzle_day(now).isoformat())
    if running := running_attempts(player, puzzle).first():
        return running.match
    own = DailyAttempt.objects.filter(puzzle=puzzle, player=player)
    again = own.filter(counts=True).exists()
    control = SOLO_TIME_CONTROL if again else TimeControl(bank=puzzle.ends_at - now)
    options = {"start": puzzle.start}
    terms = Terms.checked(puzzles().KEY, options, control, rated=False, private=True, seats=1)
    day = puzzle.day.isoformat()
    event = {"name": f"Daily {day}", "url": puzzle.get_absolute_url(), "round": 0, "day": day}
    match = start_match([player], terms, seed=seed, now=now, event=event)
    DailyAttempt.objects.create(puzzle=puzzle, player=player, match=match)
    return match


@transaction.atomic
def start_attempt_as_guest(guest: Visitor, *, seed: str, now: datetime) -> tuple[Player, Match]:
    """Create a guest and start today's puzzle; creates neither if refused."""
    player = registration.create_guest_player(
        language=guest.language, time_zone=guest.time_zone, chance=guest.chance, now=now
    )
    return player, start_attempt(player, seed=seed, now=now)


def record_attempt_result(match: Match) -> None:
    """Record the result of a finished attempt, or remove it after a ruling.

    An attempt without a single jump does not count.
    """
    attempt = DailyAttempt.objects.select_related("puzzle").filter(match=match).first()
    if attempt is None:
        return
    attempt.points, attempt.sweeps = result_of(match)
    attempt.finished_at = match.finished_at or attempt.finished_at
    attempt.counts = _is_first(attempt)
    attempt.save(update_fields=["points", "sweeps", "finished_at", "counts"])


def result_of(match: Match) -> tuple[int | None, int | None]:
    """Return penalty points and sweeps of an attempt, or None for both if it has no result.

    It has none if a referee has forfeited it or given points that no board can have.
    """
    if match.status != Match.Status.FINISHED or match.ending in UNPLAYED_ENDINGS:
        return None, None
    points = Seat.objects.get(match=match).points
    if points not in range(puzzles().MAX_POINTS + 1):
        return None, None
    return points, len(puzzles().sweeps(match_jumps(match.pk)))


def _is_first(attempt: DailyAttempt) -> bool:
    """Whether this is the player's first attempt with a result before the end of the day."""
    at, puzzle = attempt.finished_at, attempt.puzzle
    if attempt.points is None or at is None or at >= puzzle.ends_at:
        return False
    counted = DailyAttempt.objects.filter(puzzle=puzzle, player_id=attempt.player_id, counts=True)
    return not counted.exclude(pk=attempt.pk).exists()
