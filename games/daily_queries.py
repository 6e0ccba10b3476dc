"""Queries about puzzles of the day; future puzzles are never returned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import Player
from games.models import DailyAttempt, DailyPuzzle, Match, Ply
from games.rules.multiplayer import line_numbers_in_force


@dataclass(frozen=True)
class RankedAttempt:
    place: int
    attempt: DailyAttempt


def puzzle_day(now: datetime) -> date:
    """Return the current puzzle day, which is the date in UTC."""
    return now.astimezone(UTC).date()


def puzzle_on(day: date, now: datetime) -> DailyPuzzle | None:
    """Return the puzzle of a day, None if it has not begun."""
    return None if day > puzzle_day(now) else DailyPuzzle.objects.filter(day=day).first()


def started_puzzles(now: datetime) -> QuerySet[DailyPuzzle]:
    return DailyPuzzle.objects.filter(day__lte=puzzle_day(now))


def next_digest(day: date) -> tuple[date, str] | None:
    """Return the next day and the digest of its seed: all that may be known of its puzzle."""
    following = DailyPuzzle.objects.filter(day=day + timedelta(days=1)).first()
    return (following.day, following.digest) if following else None


def past_puzzles(now: datetime) -> QuerySet[DailyPuzzle]:
    """Return the puzzles of past days, latest first, with number of attempts and best score."""
    counted = Q(attempts__counts=True)
    return (
        DailyPuzzle.objects.filter(day__lt=puzzle_day(now))
        .annotate(
            entered=Count("attempts", filter=counted), best=Min("attempts__points", filter=counted)
        )
        .order_by("-day")
    )


def daily_ranking(puzzle: DailyPuzzle) -> list[RankedAttempt]:
    """Return the ranking of a day: fewest points, fewest sweeps, first to finish (SO-4).

    Players who finish within the same second share the place.
    """
    counted = puzzle.attempts.filter(counts=True).select_related("player", "match")
    return rank_attempts(counted.order_by("points", "sweeps", "finished_at", "pk"))


def count_solvers(puzzle: DailyPuzzle) -> int:
    return puzzle.attempts.filter(counts=True).count()


def rank_attempts(ordered: Iterable[DailyAttempt]) -> list[RankedAttempt]:
    """Assign places to sorted attempts; equal ones share a place."""
    rows: list[RankedAttempt] = []
    for number, attempt in enumerate(ordered, 1):
        level = rows and _ranking_key(rows[-1].attempt) == _ranking_key(attempt)
        rows.append(RankedAttempt(rows[-1].place if level else number, attempt))
    return rows


def _ranking_key(attempt: DailyAttempt) -> tuple[int | None, int | None, datetime | None]:
    """Return the key by which attempts are compared."""
    at = attempt.finished_at
    return attempt.points, attempt.sweeps, at.replace(microsecond=0) if at else None


def attempt_of(player: Player | None, puzzle: DailyPuzzle) -> DailyAttempt | None:
    """Return a player's running attempt, else the one that counts."""
    if player is None:
        return None
    counting = DailyAttempt.objects.filter(puzzle=puzzle, player=player, counts=True)
    return running_attempts(player, puzzle).first() or counting.select_related("match").first()


def running_attempts(player: Player, puzzle: DailyPuzzle) -> QuerySet[DailyAttempt]:
    """Return the attempts a player can continue: at most one, plus any reopened by a ruling."""
    own = DailyAttempt.objects.filter(puzzle=puzzle, player=player)
    return own.filter(match__status=Match.Status.RUNNING).select_related("match").order_by("pk")


def match_jumps(match_id: int) -> list[str]:
    """Return the jumps that led to the current position of a solitaire match."""
    plies = list(Ply.objects.filter(match=match_id).order_by("number"))
    return [plies[number - 1].text for number in line_numbers_in_force([ply.line for ply in plies])]
