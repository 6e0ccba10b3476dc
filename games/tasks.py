"""What the timetable calls: short, limited in time, safe to run twice and after any pause."""

from __future__ import annotations

import random
import secrets

from celery import shared_task
from django.utils import timezone

from games import lots
from games.services import bots, caretakers, cases, challenges, daily, time


@shared_task(name="games.tasks.settle_flags", soft_time_limit=100, time_limit=120)
def settle_flags() -> int:
    """Settle the flags that have fallen."""
    return time.settle_flags(now=timezone.now())


@shared_task(name="games.tasks.send_reminders", soft_time_limit=100, time_limit=120)
def send_reminders() -> int:
    """Post the reminders that are due."""
    return time.send_reminders(now=timezone.now())


@shared_task(name="games.tasks.run_bots", soft_time_limit=250, time_limit=300)
def run_bots() -> int:
    """Let the bots play whose time has come, and the caretakers for those who are away."""
    chance = bots.Chance(random.SystemRandom(), lambda: secrets.token_hex(32))
    done = bots.run_due_bots(now=timezone.now(), chance=chance)
    return done + caretakers.play_for_absent(now=timezone.now(), chance=chance)


@shared_task(name="games.tasks.expire_challenges", soft_time_limit=100, time_limit=120)
def expire_challenges() -> int:
    """Close the challenges nobody answered."""
    return challenges.expire_challenges(now=timezone.now())


@shared_task(name="games.tasks.close_cases", soft_time_limit=100, time_limit=120)
def close_cases() -> int:
    """Close the decided cases that can no longer be appealed."""
    return cases.close_cases(now=timezone.now())


@shared_task(name="games.tasks.prepare_puzzles", soft_time_limit=100, time_limit=120)
def prepare_puzzles() -> int:
    """Compose the puzzles of the next days; their digests are public from then on."""
    return daily.prepare_puzzles(lambda: secrets.token_hex(lots.SEED_BYTES), now=timezone.now())
