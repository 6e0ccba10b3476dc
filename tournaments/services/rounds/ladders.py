"""The ladder: rungs, and challenges that start immediately."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Max, Q

from accounts.models import Player
from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.services.errors import Refused
from tournaments.formats.seasons import order_by_starts
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Revision, Round, Tournament
from tournaments.pairing import ladder as rungs
from tournaments.pairing.base import PairingError
from tournaments.services import log
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.rounds import boards
from tournaments.services.rounds.ending import finish

MAX_CHALLENGES = 5


def current_rungs(tournament: Tournament) -> tuple[rungs.Rung, ...]:
    """Return the ladder from the top."""
    on = Entrant.objects.playing().filter(tournament=tournament, number__isnull=False)
    return tuple(rungs.Rung(pk) for pk in on.order_by("number").values_list("pk", flat=True))


def add_to_ladder(tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Put an entrant on a new lowest rung; the caller saves it."""
    own = Entrant.objects.filter(tournament=tournament)
    entrant.number = (own.aggregate(most=Max("number"))["most"] or 0) + 1
    entrant.division = Division.objects.get(tournament=tournament)
    entrant.status, entrant.entered_at = Entrant.Status.ENTERED, now


def remove_from_ladder(tournament: Tournament, entrant: Entrant) -> None:
    """Take an entrant off; those below move up."""
    left = [rung for rung in current_rungs(tournament) if rung.entrant != entrant.pk]
    Entrant.objects.filter(pk=entrant.pk).update(number=None)
    entrant.number = None
    renumber(tournament, left)


def renumber(tournament: Tournament, order: Sequence[rungs.Rung]) -> None:
    """Save the order as numbers, keeping them unique and writing each row once if possible.

    Writing a row twice in a transaction makes PostgreSQL check its foreign key to the player again
    and wait for a concurrent closing of the account. Only the climber is written twice, to free a
    rung.
    """
    own = Entrant.objects.filter(tournament=tournament, number__isnull=False)
    now = dict(own.values_list("pk", "number"))
    wanted = {rung.entrant: number for number, rung in enumerate(order, start=1)}
    own.exclude(pk__in=wanted).update(number=None)
    moving = {pk: number for pk, number in wanted.items() if now[pk] != number}
    taken = {now[pk]: pk for pk in wanted}
    while moving:
        pk = next((pk for pk, number in moving.items() if number not in taken), None)
        if pk is None:
            pk = max(moving, key=lambda each: now[each] or 0)
            number: int | None = None
        else:
            number = moving.pop(pk)
            taken[number] = pk
        Entrant.objects.filter(pk=pk).update(number=number)
        taken.pop(now[pk], None)
        now[pk] = number


def set_order(tournament: Tournament, order: Sequence[int]) -> None:
    renumber(tournament, [rungs.Rung(pk) for pk in order])


def _recent_meetings(entrant: int, now: datetime) -> dict[int, datetime | None]:
    """Return when matches with recent opponents ended; None if one is running."""
    recent = Fixture.objects.filter(seats__entrant=entrant).filter(
        Q(settled_at=None) | Q(settled_at__gt=now - 2 * rungs.CHALLENGE_INTERVAL)
    )
    met = FixtureSeat.objects.filter(fixture__in=recent).exclude(entrant=entrant)
    met = met.order_by(F("fixture__settled_at").asc(nulls_last=True))
    return dict(met.values_list("entrant", "fixture__settled_at"))  # the last of each


def _rematch_at(tournament: Tournament, ended: datetime) -> datetime:
    """Return when two players may meet again, by the calendar of the event."""
    return add_wall_time(ended, rungs.CHALLENGE_INTERVAL, tournament.zone)


def _has_max_challenges(entrant: int) -> bool:
    """Whether the entrant has the maximum of running challenges of their own."""
    own = Fixture.objects.unsettled().filter(seats__entrant=entrant, challenger=entrant)
    return own.count() >= MAX_CHALLENGES


def _fully_challenged(tournament: Tournament) -> set[int]:
    """Return the entrants with as many running challenges against them as allowed."""
    running = FixtureSeat.objects.filter(
        entrant__tournament=tournament, fixture__settled_at=None
    ).exclude(entrant=F("fixture__challenger"))
    counted = running.values("entrant").annotate(count=Count("pk"))
    return set(counted.filter(count__gte=MAX_CHALLENGES).values_list("entrant", flat=True))


def _next_above(order: Sequence[rungs.Rung], entrant: int) -> int | None:
    """Return the entrant on the rung directly above.

    The limit of challenges does not protect them from this one, so friends cannot block it.
    """
    rank = rungs.rank_of(order, entrant)
    return order[rank - 2].entrant if rank > 1 else None


@transaction.atomic
def challenge(pk: int, player: Player, target: int, *, seed: str, now: datetime) -> Match:
    """Challenge somebody above; the match starts immediately, and whoever has started less often
    starts.

    Refuses ``not_entered``, ``not_on_ladder``, ``not_above``, ``out_of_reach``,
    ``playing_already``, ``met_recently``, ``pursues_enough``, ``ladder_busy``.
    """
    tournament = lock_tournament(pk)
    own = Entrant.objects.playing().filter(tournament=tournament, player=player).first()
    if own is None or not tournament.is_running:
        raise Refused("not_entered")
    met = _recent_meetings(own.pk, now)
    ended, playing = met.get(target), target in met and met[target] is None
    order = current_rungs(tournament)
    try:
        again_at = _rematch_at(tournament, ended) if ended is not None else None
        rungs.check_challenge(order, own.pk, target, now=now, again_at=again_at, playing=playing)
    except PairingError as error:
        raise Refused(error.code, **error.params) from error
    if _has_max_challenges(own.pk):
        raise Refused("pursues_enough", limit=MAX_CHALLENGES)
    if target in _fully_challenged(tournament) and target != _next_above(order, own.pk):
        raise Refused("ladder_busy", limit=MAX_CHALLENGES)
    made = Round.objects.get(division=own.division)
    begun = {
        each: FixtureSeat.objects.filter(entrant=each, seat=0).count() for each in (own.pk, target)
    }
    board = (made.fixtures.aggregate(most=Max("board"))["most"] or 0) + 1
    fixture = Fixture.objects.create(round=made, board=board, challenger=own)
    pair = order_by_starts(own.pk, target, begun)
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=each) for seat, each in enumerate(pair)
    )
    return boards.start_board(tournament, fixture, now, seed)


def reachable_entrants(
    tournament: Tournament, player: Player | None, now: datetime
) -> dict[int, Refused | None]:
    """Return the entrants within reach, with what prevents a challenge now (or None)."""
    if player is None or not tournament.is_running:
        return {}
    own = Entrant.objects.playing().filter(tournament=tournament, player=player).first()
    if own is None or own.number is None:
        return {}
    ended = _recent_meetings(own.pk, now)
    order = current_rungs(tournament)
    shut = _fully_challenged(tournament) - {_next_above(order, own.pk)}
    enough = _has_max_challenges(own.pk)

    def against(target: int) -> Refused | None:
        if target in ended:
            last = ended[target]
            if last is None:
                return Refused("playing_already")
            if now < (again_at := _rematch_at(tournament, last)):
                return Refused("met_recently", again_at=again_at)
        if enough:
            return Refused("pursues_enough", limit=MAX_CHALLENGES)
        return Refused("ladder_busy", limit=MAX_CHALLENGES) if target in shut else None

    return {target: against(target) for target in rungs.entrants_within_reach(order, own.pk)}


@transaction.atomic
def end_ladder(pk: int, player: Player, *, now: datetime) -> Tournament:
    """End a ladder; the player on the top rung has won."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, player)
    if not tournament.event_format.has_rungs or not tournament.is_running:
        raise Refused("no_running_ladder")
    log.record_revision(tournament, Revision.Act.LADDER_END, player, now)
    finish(tournament, now)
    return tournament
