"""A league played by bots under a moved clock, to see that nothing is lost or doubled.

Nothing here is special to the rehearsal but the clock: every season is announced, paired, played,
settled and followed by the services and tasks that real seasons run on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING

from accounts.models import Player
from games import clocks
from games.models import Match, Ply
from games.services import bots, time
from games.services.audit import refold_matches
from games.services.matches import resign_match
from games.services.rating_fold import refold_ratings
from games.services.terms import Terms
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Tournament
from tournaments.services import announcing, entries, leaving, running, tables
from tournaments.services.plans import Plan

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 (only a type: chance comes as a parameter)

RULESET = "traffic_lights.simple"
SIZE_LEAST = 3


@dataclass(frozen=True)
class League:
    """How large the rehearsal is."""

    bots: int = 60
    divisions: int = 4
    seasons: int = 3
    silent: int = 2
    leavers: int = 2


def set_up(league: League, organiser: Player, rng: Random, *, now: datetime) -> Tournament:
    """Enlist the bots, announce the league and enter everybody; some will be silent."""
    machines = [
        bots.enlist_bot(
            f"League {number:03}",
            rng.choice(["random", "random", "greedy"]),
            timetable="0 0 1 1 *" if number <= league.silent else "* * * * *",
            rulesets=[RULESET],
            now=now,
            max_matches=500,
        )
        for number in range(1, league.bots + 1)
    ]
    terms = Terms.checked(RULESET, {"legs": 2}, clocks.PRESETS["day"], rated=True)
    plan = Plan.checked(
        now=now,
        name="Rehearsal league",
        format="round_robin",
        terms=terms,
        starts_at=now + timedelta(days=1),
        at_once=True,
        round_days=60,
        division_size=-(-league.bots // league.divisions),
        promoted=2 if league.bots >= 5 * league.divisions else 1,
        least=max(SIZE_LEAST, league.bots // 2),
        bots_welcome=True,
        repeats=True,
    )
    tournament = announcing.draft_tournament(organiser, plan, seed=rng.randbytes(32).hex(), now=now)
    announcing.announce_tournament(tournament.pk, organiser, now=now)
    for machine in machines:
        entries.enter(tournament.pk, machine.player, now=now)
    return tournament


def tick(rng: Random, *, now: datetime) -> None:
    """Do once what the timetable's tasks do."""
    chance = bots.Chance(rng, lambda: rng.randbytes(32).hex())
    time.settle_flags(now=now)
    time.send_reminders(now=now)
    running.advance_all(now=now, make_seed=chance.make_seed)
    bots.run_due_bots(now=now, chance=chance)


def trouble(league: League, tournament: Tournament, rng: Random, *, now: datetime) -> None:
    """Let somebody resign at random and, once a season, some withdraw."""
    matches = list(
        Match.objects.running().filter(fixture__isnull=False).order_by("pk")[: 5 * league.bots]
    )
    if rng.random() < min(0.2, len(matches) / 1000):
        match = rng.choice(matches)
        resign_match(match.pk, rng.choice(list(match.seats.all())).player, now=now)
    gone = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.WITHDRAWN).count()
    if tournament.is_running and gone < league.leavers and rng.random() < 0.2:
        playing = Entrant.objects.playing().filter(tournament=tournament).select_related("player")
        leaver = rng.choice(list(playing.order_by("pk")))
        leaving.withdraw_and_resign(tournament.pk, leaver.player, now=now)


def faults(seasons: list[Tournament]) -> Iterator[str]:
    """Yield everything that is not as it must be after the last season."""
    for tournament in seasons:
        for division in Division.objects.filter(tournament=tournament):
            yield from _faults_in(tournament, division)
    for fault in refold_matches(Match.objects.all().iterator(chunk_size=200)):
        yield f"match {fault}"
    for difference in refold_ratings():
        yield f"rating {difference}"


def _faults_in(tournament: Tournament, division: Division) -> Iterator[str]:
    """Yield the faults of one division: pairs, results, places."""
    name = f"{tournament} {division.number}"
    fixtures = Fixture.objects.filter(round__division=division).prefetch_related("seats")
    met: Counter[frozenset[int]] = Counter()
    for fixture in fixtures:
        seats = frozenset(seat.entrant_id for seat in fixture.seats.all())
        if len(seats) == 2:
            met[seats] += 1
        if not fixture.is_settled:
            yield f"{name}: fixture {fixture.pk} has no result"
    own = list(Entrant.objects.filter(division=division).values_list("pk", flat=True))
    wanted = {frozenset(pair) for pair in combinations(own, 2)}
    if met != Counter(wanted):
        yield f"{name}: {len(wanted)} pairs should have met once, {len(met)} have met"
    folded = {row.entrant: row.rank for row in tables.rows_of(tournament, division)}
    stored = dict(Entrant.objects.filter(division=division).values_list("pk", "final_place"))
    if folded != stored:
        yield f"{name}: places differ from the table: {stored} and {folded}"


def figures(seasons: list[Tournament]) -> dict[str, int]:
    """Return how much was played."""
    fixtures = Fixture.objects.filter(round__division__tournament__in=seasons)
    return {
        "seasons": len(seasons),
        "entrants": Entrant.objects.filter(tournament__in=seasons).count(),
        "fixtures": fixtures.count(),
        "forfeits": fixtures.filter(kind=Fixture.Kind.FORFEIT).count(),
        "matches": Match.objects.filter(fixture__in=fixtures).count(),
        "plies": Ply.objects.filter(match__fixture__in=fixtures).count(),
        "seats": FixtureSeat.objects.filter(fixture__in=fixtures).count(),
    }
