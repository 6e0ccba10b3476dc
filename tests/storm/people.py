"""Who plays: people with keys and sessions, matches of every rated game, three tournaments."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.services.registration import create_account
from games import clocks
from games.rules import registry
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from notifications.models import EmailSettings
from tests.keys import key_for
from tournaments.models import Tournament
from tournaments.services.entries import persons
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing, starting

SHORT = {"traffic_lights.intro": 2, "traffic_lights.simple": 2, "triad": 2}
SIMPLE: dict[str, Any] = {
    "ruleset": "traffic_lights.simple",
    "options": {"legs": 2, "max_extra_pairs": 0},
}


@dataclass(frozen=True)
class Person:
    """A player with the two ways to be known."""

    player: Any
    key: str
    session: str


def new_person(number: int) -> Person:
    """Make somebody who is written to at once, whatever the hour."""
    now = timezone.now()
    player = create_account(
        f"storm{number}@example.org",
        None,
        name=f"Storm {number:03}",
        language=("en", "de", "fr", "it")[number % 4],
        time_zone="UTC",
        now=now,
    )
    player.quiet_from = player.quiet_to = None
    player.save()
    EmailSettings.objects.update_or_create(
        player=player, defaults={"settle_minutes": 0, "digest_after": 500}
    )
    return Person(player, key_for(player.user), _session(player.user))


def _session(user: Any) -> str:
    """Log somebody in, as the login page would."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.backends.LoginBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def rated_terms() -> list[Terms]:
    """Return terms of every game that is rated, for two to four."""
    found = []
    for key in registry.offered_keys():
        rules = registry.get(key)
        if rules.pool is None:
            continue
        options = {"legs": SHORT[key]} if key in SHORT else {}
        if key.endswith((".intro.bag", ".simple.bag")):
            options = {"legs": 2}
        for seats in sorted({rules.seats.start, rules.seats.stop - 1}):
            control = clocks.PRESETS["three_days"]
            found.append(Terms.checked(key, options, control, rated=True, seats=seats))
    return found


def new_match(people: list[Person], terms: Terms, chance: random.Random) -> Any:
    """Start a match of some of the people."""
    players = [each.player for each in chance.sample(people, terms.seats)]
    return start_match(players, terms, seed=secrets.token_hex(32), now=timezone.now())


def new_tournaments(people: list[Person]) -> list[Tournament]:
    """Start a round robin, a Swiss and tables of three."""
    now = timezone.now()
    courses: list[tuple[int, dict[str, Any]]] = [
        (5, {"format": "round_robin", "at_once": True, **SIMPLE}),
        (6, {"format": "swiss", "rounds": 3, "round_days": 7, **SIMPLE}),
        (3, {"format": "pods", "rounds": 1, "seats": 3, "ruleset": "tri_plan"}),
    ]
    return [_tournament(people[:size], given, now) for size, given in courses]


def _tournament(people: list[Person], given: dict[str, Any], now: datetime) -> Tournament:
    organiser = people[0].player
    given = dict(given)
    seats, control = given.get("seats", 2), clocks.PRESETS["three_days"]
    terms = Terms.checked(
        given.pop("ruleset"), given.pop("options", {}), control, rated=True, seats=seats
    )
    plan = Plan.checked(
        now=now,
        name=f"Storm {given['format']}",
        terms=terms,
        starts_at=now + timedelta(days=1),
        least=3,
        **given,
    )
    seed = secrets.token_hex(32)
    tournament = announcing.draft_tournament(organiser, plan, seed=seed, now=now)
    announcing.announce_tournament(tournament.pk, organiser, now=now)
    for each in people:
        persons.enter(tournament.pk, each.player, now=now)
    make_seed = lambda: secrets.token_hex(32)  # noqa: E731
    return starting.start_now(tournament.pk, organiser, now=now, make_seed=make_seed)
