"""The start of a season: on its day, when it is full, or by its organiser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from accounts.times.calendar_days import add_wall_time
from games.services.errors import Refused
from tournaments.models import Entrant, Revision, Tournament
from tournaments.pairing.base import PairingError
from tournaments.services import log
from tournaments.services.emails import messages, news
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.entries import places
from tournaments.services.entries.pending import expire_requests_at_start
from tournaments.services.entries.persons import is_full, move_up_waiting
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.reserving import reserve_puzzles, reserve_seats
from tournaments.services.rounds import round_dates
from tournaments.services.rounds.publishing import publish
from tournaments.services.seasons.announcing import cancel_unstarted

POSTPONEMENT = timedelta(days=7)


def start_if_due(tournament: Tournament, now: datetime, make_seed: Callable[[], str]) -> bool:
    """Start the season if it is due or full and has enough entrants; else postpone it by a week.

    Entrants who have not confirmed are left out only if it can start without them.
    """
    places.ask_silent_entrants(tournament, now)
    day = tournament.starts_at is not None and tournament.starts_at <= now
    with transaction.atomic():
        left_out = places.drop_silent_entrants(tournament, now) if day else 0
        move_up_waiting(tournament, now)
        if not day and not (tournament.starts_when_full and is_full(tournament)):
            return False
        enough = _count_ready(tournament, now, make_seed) >= tournament.least
        if left_out and not enough:
            transaction.set_rollback(True)
    if enough:
        _start(tournament, now)
        return True
    if left_out:
        move_up_waiting(tournament, now)
    return _postpone_or_cancel(tournament, now)


def _count_ready(tournament: Tournament, now: datetime, make_seed: Callable[[], str]) -> int:
    """Return how many could play; adds bots if the organiser allows that."""
    side = entry_kind_of(tournament)
    return (
        side.fill_with_bots(tournament, now, make_seed)
        if tournament.bots_fill
        else side.ready(tournament)
    )


def _postpone_or_cancel(tournament: Tournament, now: datetime) -> bool:
    """Postpone the start by a week; cancel the tournament after four postponements."""
    announced = tournament.announced_at or now
    first = tournament.starts_at or now
    if tournament.starts_at is None:
        return False
    if first - announced > timedelta(days=366) or tournament.postponed >= 4:
        cancel_unstarted(tournament, now)
        return True
    tournament.postponed = F("postponed") + 1
    zone = tournament.zone
    tournament.starts_at = add_wall_time(first, POSTPONEMENT, zone)
    days = [add_wall_time(each, POSTPONEMENT, zone) for each in tournament.round_starts]
    tournament.round_dates = round_dates.serialize_dates(days)
    tournament.save(update_fields=["starts_at", "round_dates", "postponed"])
    places.reset_questions(tournament, now)
    entered = Entrant.objects.playing().filter(tournament=tournament)
    for entrant in entered.select_related("player__user"):
        news.notify_postponed(tournament, entrant.player, now=now)
    return False


def _start(tournament: Tournament, now: datetime) -> None:
    """Number the field, create divisions and publish what can be paired."""
    divisions = entry_kind_of(tournament).divide(tournament, now)
    tournament.status = Tournament.Status.RUNNING
    tournament.started_at = now
    tournament.due_at = now
    tournament.save(update_fields=["status", "started_at", "due_at", "rounds"])
    messages.notify_started(tournament, now=now)
    expire_requests_at_start(tournament, now)
    reserve_seats(tournament)
    reserve_puzzles(tournament)
    for division in divisions:
        publish(tournament, division, now)


@transaction.atomic
def start_now(
    pk: int, organiser: Player, *, now: datetime, make_seed: Callable[[], str]
) -> Tournament:
    """Start early at the organiser's request, if there are enough entrants.

    Refuses ``not_your_tournament``, ``already_started``, ``too_few_entrants``,
    ``cannot_be_paired``.
    """
    tournament = lock_tournament(pk)
    require_organiser(tournament, organiser)
    if not tournament.is_open:
        raise Refused("already_started")
    entered = _count_ready(tournament, now, make_seed)
    if entered < tournament.least:
        raise Refused("too_few_entrants", least=tournament.least, entered=entered)
    try:
        _start(tournament, now)
    except PairingError as error:
        raise Refused("cannot_be_paired") from error
    log.record_revision(tournament, Revision.Act.STARTED, organiser, now)
    return tournament
