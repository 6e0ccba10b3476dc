"""Fill a development database with as many rows as a large site would have, all of them valid.

A few short matches are played through the services by four people; then the database copies their
rows with other players, other instants and keys of their own. So every copy replays from its
ledger, and the ratings, which are folded match by match here, refold. What the copies of e-mails
say of instants is still what their model said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import connection, models, transaction

from accounts import naming
from accounts.models import Player, User
from games import clocks
from games.models import Bot, Match
from games.rules import registry
from games.services.match.loaded import load_match
from games.services.play import matches
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from games.services.time.timetable import ALWAYS
from tests.bench.copying import AT_ONCE, BOTS, MODELS, Copies, People, copy_match, insert
from tests.bench.filled_ratings import rate

DAY, HOUR = timedelta(days=1), timedelta(hours=1)

YEARS = 5 * 365 * DAY
PLIES = 6  # of a copied match: enough for a page, few enough for a million
SEED = "5e" * 32
LANGUAGES = ("en", "de", "fr", "it")
CONTROL = clocks.TimeControl(per_turn=7 * DAY)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Size:
    """How much there is to be: finished and running matches, people."""

    finished: int
    running: int
    people: int


def fill(size: Size, now: datetime, say: Say) -> None:
    """Fill the database; existing rows are unchanged.

    Needs PostgreSQL, and a role that may leave foreign keys unchecked while rows are copied.
    """
    say("people and bots")
    models_, people = _enrol(size.people, now)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            for running, number, span in ((False, size.finished, YEARS), (True, size.running, DAY)):
                say("running matches" if running else "finished matches")
                played = [_play(models_, key, now, running=running) for key in _rulesets()]
                _multiply(played, people, number, now - span, span, say)
            say("ratings")
            rate()
        finally:
            cursor.execute("SET session_replication_role = origin")
        say("analysing")
        cursor.execute("ANALYZE")


def _rulesets() -> list[str]:
    """Return one ruleset a rating pool: rated games of two without chance."""
    found: dict[str, str] = {}
    for key in registry.offered_keys():
        rules = registry.get(key)
        if rules.pool is not None and rules.seats == range(2, 3) and not rules.draws_lots:
            found[rules.pool] = key
    return list(found.values())


# ---- people ------------------------------------------------------------------------------------


def _enrol(number: int, now: datetime) -> tuple[list[Player], People]:
    """Make people with logins and bots; return those who play the models, and the others."""
    total = MODELS + number
    joined = now - YEARS - DAY
    users, players = _reserve(User, total), _reserve(Player, total + BOTS)
    password = make_password(None)
    insert(
        User,
        ("id", "email", "password", "is_staff", "is_superuser", "is_active", "address_confirmed",
         "date_joined"),
        ((users + each, address_of(each), password, False, False, True, True, joined)
         for each in range(total)),
    )  # fmt: skip
    insert(
        EmailAddress,
        ("user_id", "email", "verified", "primary"),
        ((users + each, address_of(each), True, True) for each in range(total)),
    )
    insert(
        Player,
        PLAYER,
        (_player(players + each, users + each, each, joined) for each in range(total)),
    )
    for each in range(BOTS):
        Player.objects.create(
            pk=players + total + each,
            name=f"Machine {players + each}",
            kind=Player.Kind.BOT,
            created_at=joined,
        )
    Bot.objects.bulk_create(
        Bot(
            player_id=players + total + each,
            strategy="random",
            rulesets=_rulesets(),
            timetable=ALWAYS,
        )
        for each in range(BOTS)
    )
    models_ = list(Player.objects.filter(pk__gte=players).order_by("pk")[:MODELS])
    return models_, People(players + MODELS, number, players + total)


PLAYER = ("id", "user_id", "kind", "name", "name_key", "likeness", "about", "language",
          "time_zone", "rest_days", "country", "region", "created_at")  # fmt: skip


def _player(key: int, user: int, number: int, joined: datetime) -> tuple[object, ...]:
    """Return the columns of a person."""
    name = f"Member {number}"
    return (key, user, "person", name, naming.get_name_key(name), naming.appearance(name), "",
            LANGUAGES[number % 4], "Europe/Berlin", "[]", "", "", joined)  # fmt: skip


def address_of(number: int) -> str:
    return f"member{number}@example.org"


def _reserve(model: type[models.Model], number: int) -> int:
    """Reserve consecutive keys of a table; return the first."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        first = int(cursor.fetchone()[0])
        last = first + number - 1
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])
    return first


# ---- the matches that are copied ---------------------------------------------------------------


def _play(players: Sequence[Player], ruleset: str, now: datetime, *, running: bool) -> Match:
    """Play a few plies of a match, one an hour; end it by resigning unless it is to be running."""
    terms = Terms.checked(ruleset, {}, CONTROL, rated=True)
    at = now - DAY
    match = matches.start_match(players[:2], terms, seed=SEED, now=at)
    rng = random.Random(ruleset)
    table = load_match(match)
    for _ply in range(PLIES):
        at += HOUR
        table = load_match(Match.objects.get(pk=match.pk))
        seat = next(each for each in table.seats if each.awaited)
        move = table.rules.spell(rng.choice(table.rules.moves(table.state, seat.number)))
        play_turn(match.pk, seat.number, move, seen=table.match.ply_count, now=at, source="page")
    if not running:
        matches.resign_match(match.pk, players[rng.randrange(2)], now=at + HOUR)
    match.refresh_from_db()
    return match


def _multiply(
    played: Sequence[Match], people: People, number: int, begin: datetime, span: timedelta, say: Say
) -> None:
    """Copy each of the matches in turn until there are so many, in the order of their ends."""
    first = _reserve(Match, number)
    apart = span / max(number, 1)
    for done in range(0, number, AT_ONCE):
        most = min(AT_ONCE, number - done)
        for place, match in enumerate(played):
            here = len(range(place, most, len(played)))
            start = done + place
            plan = Copies(
                here, first + start, len(played), begin + apart * start, apart * len(played)
            )
            with transaction.atomic():
                copy_match(match, plan, people)
        say(f"  {done + most} of {number}")
