"""Whole events played under a moved clock, to see that nothing is lost or doubled.

Nothing here is special to the rehearsal but the clock: every season is announced, paired, played,
judged and followed by the services and tasks that real seasons run on. Bots play by themselves; the
people among the entrants are moved here as their browsers would do, so that e-mails are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Min, Q

from accounts.models import Leave, Player
from accounts.roles import HEAD_REFEREE, REFEREE
from accounts.services.registration import create_account
from accounts.services.roles import assign_role
from config.emails.composing import deliver_due
from games import queries as game_queries
from games.bots.turns import choose_turn
from games.families import strategies
from games.models import Match, Ply, Seat
from games.rules.base import RulesError
from games.services.bots import bots
from games.services.errors import Refused
from games.services.match.loaded import load_match
from games.services.play import flags
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from games.services.time import outages
from games.services.time.timetable import ALWAYS
from notifications.models import Message
from tests.rehearsal.plans import plan_of
from tournaments.models import Entrant, Round, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases, claims
from tournaments.services.entries import persons, teams
from tournaments.services.seasons import announcing, running

if TYPE_CHECKING:
    from random import Random

NEVER = "0 0 1 1 *"
STEP, FARTHEST = timedelta(hours=8), timedelta(days=7)
PAUSE = timedelta(minutes=20)  # between one look at the boards and the next
LANGUAGES = ("en", "de", "fr", "it")
REFEREES = ("Ada Lind", "Ben Okoro", "Cem Aydin")


@dataclass(frozen=True)
class Cast:
    """Which event, how many enter, and how much goes wrong.

    ``people`` of the entrants have a login and get e-mails, ``silent`` bots never play, ``leavers``
    withdraw in each season. In a ``short`` event one side, drawn at random, resigns after the first
    move.
    """

    event: str = "league"
    entrants: int = 60
    divisions: int = 4
    seasons: int = 3
    people: int = 4
    silent: int = 2
    leavers: int = 2
    short: bool = False


@transaction.atomic
def set_up(cast: Cast, rng: Random, *, now: datetime) -> Tournament:
    """Make organiser, referees, bots and people; announce the event and enter everybody."""
    outages.delete_heartbeat()
    organiser = _person("League office", "en", now)
    for name in REFEREES:
        assign_role(_person(name, "en", now), HEAD_REFEREE if name == REFEREES[0] else REFEREE)
    plan = plan_of(cast.event, cast.entrants, cast.divisions, cast.seasons, now)
    tournament = announcing.draft_tournament(organiser, plan, seed=rng.randbytes(32).hex(), now=now)
    announcing.announce_tournament(tournament.pk, organiser, now=now)
    for number in range(1, cast.entrants + 1):
        if number <= cast.people:
            player = _person(f"Member {number:03}", LANGUAGES[number % len(LANGUAGES)], now)
        else:
            silent = number <= cast.people + cast.silent
            player = bots.create_bot(
                f"Machine {number:03}",
                rng.choice(["random", "random", "greedy"]) if plan.seats == 2 else "random",
                timetable=NEVER if silent or cast.short else ALWAYS,
                rulesets=[plan.terms.ruleset, *plan.further_games],
                now=now,
                max_matches=500,
            ).player
        _enter(tournament, player, number, now)
    return tournament


def _enter(tournament: Tournament, player: Player, number: int, now: datetime) -> None:
    """Enter somebody, alone or in a team: the first of every few found one, the others join."""
    crew = tournament.boards + tournament.alternates
    if not tournament.event_format.has_teams:
        persons.enter(tournament.pk, player, now=now)
        return
    key = f"team-{(number - 1) // crew}"
    if (number - 1) % crew:
        teams.join_team(key, player, now=now)
    else:
        teams.found_team(tournament.pk, player, f"Team {number:03}", key=key, now=now)


def _person(name: str, language: str, now: datetime) -> Player:
    """Make somebody with a login and a confirmed address."""
    address = f"{name.lower().replace(' ', '.')}@example.org"
    zone = "Europe/Berlin"
    return create_account(address, None, name=name, language=language, time_zone=zone, now=now)


def tick(cast: Cast, rng: Random, *, now: datetime) -> None:
    """Do once what the timetable's tasks do, and what people do at home."""
    chance = bots.RandomSources(rng, lambda: rng.randbytes(32).hex())
    flags.settle_flags(now=now)
    flags.send_reminders(now=now)
    running.advance_all(now=now, make_seed=chance.make_seed)
    claims.process_due_claims(now=now)
    cases.close_cases(now=now)
    while deliver_due(now).sent:
        continue
    if cast.short:
        _shorten(rng, now)
        return
    for moment in (now, now + PAUSE, now + 2 * PAUSE):
        bots.run_due_bots(now=moment, chance=chance)
        for player in _people():
            _play_at_home(player, rng, moment)


def _people() -> list[Player]:
    """Return the people among the entrants."""
    entered = Entrant.objects.filter(player__kind=Player.Kind.PERSON).values("player")
    return list(Player.objects.filter(pk__in=entered, closed_at=None).order_by("pk"))


def _play_at_home(player: Player, rng: Random, now: datetime) -> None:
    """Play most of what awaits somebody, unless they are away."""
    today = now.astimezone(player.zone).date()
    away = Leave.objects.filter(
        player=player, cancelled_at=None, first_day__lte=today, last_day__gte=today
    )
    if away.exists():
        return
    waiting = game_queries.matches_awaiting(player).values_list("pk", flat=True)
    for match_id in list(waiting):
        if rng.random() < 0.8:
            _play_one(player, match_id, rng, now)


def _play_one(player: Player, match_id: int, rng: Random, now: datetime) -> None:
    table = load_match(Match.objects.get(pk=match_id))
    seat = table.seat_of(player)
    view = table.rules.seen_by(table.state, seat.number)
    move = choose_turn(strategies.get("random"), table.rules, view, seat.number, rng)
    text, seen = table.rules.spell(move), table.match.ply_count
    play_turn(match_id, player, text, seen=seen, now=now, source=Ply.Source.PAGE)


def _shorten(rng: Random, now: datetime) -> None:
    """Let every running match have one move and end by resignations."""
    waiting = Seat.objects.filter(awaited_since__isnull=False, match__finished_at=None)
    for seat in list(waiting.select_related("player").order_by("match_id")):
        if rng.random() < 0.95:
            _play_one(seat.player, seat.match_id, rng, now)
            left = Seat.objects.filter(match=seat.match_id, left_by="").order_by("number")
            try:
                resign_match(seat.match_id, rng.choice(list(left)).player, now=now)
            except (Refused, RulesError):  # it is over, or nobody can resign in an auction
                continue


def next_instant(cast: Cast, now: datetime) -> datetime:
    """Return when something can happen next: some hours on while somebody may move, else far on."""
    able = Q(player__kind=Player.Kind.PERSON) | Q(player__bot__timetable=ALWAYS)
    awaited = Seat.objects.filter(awaited_since__isnull=False)
    if (awaited if cast.short else awaited.filter(able)).exists():
        return now + STEP
    moments = [
        awaited.aggregate(at=Min("deadline_at"))["at"],
        awaited.aggregate(at=Min("remind_at"))["at"],
        Tournament.objects.open().aggregate(at=Min("due_at"))["at"],
        Round.objects.filter(opens_at__gt=now).aggregate(at=Min("opens_at"))["at"],
        Round.objects.filter(closed_at=None, closes_at__gt=now).aggregate(at=Min("closes_at"))[
            "at"
        ],
        Message.objects.filter(state=Message.State.QUEUED).aggregate(at=Min("due_at"))["at"],
        Case.objects.exclude(due_at=None).aggregate(at=Min("due_at"))["at"],
    ]
    ahead: list[datetime] = [moment for moment in moments if moment is not None and moment > now]
    return min([*ahead, now + FARTHEST])
