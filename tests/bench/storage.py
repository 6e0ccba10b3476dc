"""How many bytes a hundred plies of a match leave in the database for good, indexes included.

    python -m tests.bench.storage [--matches 12]

Rated matches of several games are played through the services, a ply every few hours, every
e-mail sent; three months later old e-mails are thinned as the timetable does. What the tables
have grown by, rewritten without gaps, is divided by the plies. Printed per game and table.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

GAMES = (
    ("traffic_lights.4x3", "three_days"),
    ("mill", "three_days"),
    ("draughts", "club"),
    ("mensch", "dice"),
)
MAX_PLIES = 150  # plies before somebody resigns
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)


def main() -> None:
    """Play, thin and print."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--matches", type=int, default=12, help="matches of each game")
    asked = words.parse_args()
    prepare()
    people = enrol()
    total: Counter[str] = Counter()
    plies = 0
    for ruleset, preset in GAMES:
        before = sizes()
        done = sum(play(people, ruleset, preset, each) for each in range(asked.matches))
        fresh = sizes()
        fresh.subtract(before)
        print(f"{ruleset}: {sum(fresh.values()) / done / 10:.1f} kB before thinning")
        thin()
        grown = sizes()
        grown.subtract(before)
        show(f"{ruleset} ({done} plies)", grown, done)
        total.update(grown)
        plies += done
    show(f"all ({plies} plies)", total, plies)


def prepare() -> None:
    """Start PostgreSQL and Redis, and let Django know."""
    from tests.services import start_postgres, start_redis

    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    os.environ.update(
        DATABASE_URL=start_postgres(home, ("fsync=off", "synchronous_commit=off")),
        REDIS_URL=start_redis(home),
        VAR_DIR=str(home / "var"),
        DEVELOPMENT="1",
        DJANGO_SETTINGS_MODULE="config.settings",
        LOG_LEVEL="ERROR",
    )
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.EMAIL_BACKEND = "tests.bench.emails_backend.WrittenAndForgotten"
    call_command("migrate", verbosity=0)


def enrol() -> list[Any]:
    """Make some players who get every e-mail by itself."""
    from accounts.models import Player, User
    from notifications.models import EmailSettings

    people = []
    for each in range(8):
        user = User.objects.create(email=f"member{each}@example.org", password="!")
        people.append(Player.objects.create(user=user, name=f"Member {each}", created_at=BEGIN))
        EmailSettings.objects.create(player=people[-1], digest_after=500)
    return people


def play(people: list[Any], ruleset: str, preset: str, number: int) -> int:
    """Play a match to its end, a ply every few hours; send what falls due; return its plies."""
    from config.emails import composing
    from games import clocks
    from games.models import Match
    from games.services.match.loaded import load_match
    from games.services.play import matches
    from games.services.play.play import play_turn
    from games.services.play.terms import Terms

    rng = random.Random(f"{ruleset} {number}")
    control = clocks.PRESETS[preset]
    terms = Terms.checked(ruleset, {}, control, rated=True)
    pair = rng.sample(people, 2) if terms.seats == 2 else rng.sample(people, terms.seats)
    at = BEGIN + timedelta(hours=number)
    match = matches.start_match(pair, terms, seed=f"{number:064x}", now=at)
    while True:
        at += timedelta(hours=rng.randint(1, 12), seconds=rng.randint(1, 3000))
        composing.deliver_due(at - timedelta(minutes=30))
        table = load_match(Match.objects.get(pk=match.pk))
        if not table.match.is_running:
            break
        seat = next(each for each in table.seats if each.awaited)
        if table.match.ply_count >= MAX_PLIES:
            matches.resign_match(match.pk, seat.player, now=at)
            continue
        move = table.rules.spell(rng.choice(table.rules.moves(table.state, seat.number)))
        play_turn(match.pk, seat.number, move, seen=table.match.ply_count, now=at, source="page")
    composing.deliver_due(at + timedelta(days=1))
    return int(table.match.ply_count)


def thin() -> None:
    """Remove what is removed in time."""
    from notifications.services import retention

    while retention.delete_old_emails(BEGIN + timedelta(days=3650)):
        pass


def sizes() -> Counter[str]:
    """Return the bytes of every table and of every index, rewritten without gaps."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL ANALYZE")
        cursor.execute(
            "SELECT relname, pg_relation_size(oid) "
            "+ coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) FROM pg_class "
            "WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace"
        )
        return Counter(dict(cursor.fetchall()))


def show(title: str, grown: Counter[str], plies: int) -> None:
    """Print what a hundred plies take, table by table and index by index."""
    print(f"{title}: {sum(grown.values()) / plies / 10:.1f} kB for 100 plies")
    for name, size in grown.most_common(25):
        if size:
            print(f"    {size / plies / 10:7.2f} kB  {name}")


if __name__ == "__main__":
    main()
