"""Celery tasks: short, time-limited, idempotent."""

from __future__ import annotations

import random

from celery import shared_task
from django.utils import timezone

from games.seeds import generate_seed
from games.services.bots import bots, caretakers
from games.services.challenges import challenges
from games.services.match import deadlines
from games.services.play import flags, mail_pauses
from games.services.solo import daily
from games.services.time import downtime, outages


@shared_task(name="games.tasks.note_heartbeat", soft_time_limit=20, time_limit=30)
def note_heartbeat() -> None:
    """Record that the scheduler runs, and an outage if it did not."""
    outages.record_heartbeat(now=timezone.now())


@shared_task(name="games.tasks.settle_flags", soft_time_limit=100, time_limit=120)
def settle_flags() -> int:
    """Settle fallen flags, except during outages; move stored deadlines after an outage."""
    now = timezone.now()
    outages.record_heartbeat(now=now)
    done = flags.settle_flags(now=now)
    deadlines.recompute_after_outages(now=now)
    mail_pauses.update_mail_pauses(now=now)
    downtime.publish_downtimes(now=now)
    return done


@shared_task(name="games.tasks.send_reminders", soft_time_limit=100, time_limit=120)
def send_reminders() -> int:
    now = timezone.now()
    outages.record_heartbeat(now=now)
    return flags.send_reminders(now=now)


@shared_task(name="games.tasks.run_bots", soft_time_limit=250, time_limit=300)
def run_bots() -> int:
    """Run due bots and caretakers."""
    chance = bots.RandomSources(random.SystemRandom(), generate_seed)
    done = bots.run_due_bots(now=timezone.now(), chance=chance)
    return done + caretakers.play_caretaker_turns(now=timezone.now(), chance=chance)


@shared_task(name="games.tasks.expire_challenges", soft_time_limit=100, time_limit=120)
def expire_challenges() -> int:
    now = timezone.now()
    outages.record_heartbeat(now=now)
    return challenges.expire_challenges(now=now)


@shared_task(name="games.tasks.prepare_puzzles", soft_time_limit=100, time_limit=120)
def prepare_puzzles() -> int:
    """Compose the puzzles of the next days, which publishes their digests."""
    return daily.prepare_puzzles(generate_seed, now=timezone.now())
