"""Services for the organiser: draft, change, announce and cancel a tournament."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.naming import one_line, strip_bidi
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import club_queries, queries, staff_queries
from tournaments.models import Entrant, Revision, Tournament
from tournaments.services import event_games, log, openings
from tournaments.services.emails import appointments, news, notices
from tournaments.services.entries import places
from tournaments.services.entries.pending import expire_requests_on_cancellation
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.plans import Plan
from tournaments.services.rounds import round_dates
from tournaments.services.signals import tournament_announced

MAX_UNFINISHED = 5
MAX_ANNOUNCED, ANNOUNCING_PERIOD = 10, timedelta(days=30)
PLAIN_COLUMNS = (
    "format", "club_id", "seats", "text", "least", "most", "starts_at", "starts_when_full",
    "rounds", "accelerated", "at_once", "round_days", "division_size", "promoted", "qualifiers",
    "through", "withdrawals", "running_limit", *ENTRY_TERMS, "bots_welcome", "bots_fill",
    "late_entry", "repeats", "reviewed", "jury", "boards", "boards_least", "alternates", "twice",
)  # fmt: skip


def _plan_columns(plan: Plan) -> dict[str, object]:
    """Return the columns that store a plan."""
    terms = plan.terms
    return {name: getattr(plan, name) for name in PLAIN_COLUMNS} | {
        "name": one_line(plan.name),
        "text": strip_bidi(plan.text),
        "ruleset": terms.ruleset,
        "options": dict(terms.options),
        "opening": list(
            openings.parse_opening(terms, plan.opening, several=bool(plan.further_games))
        ),
        "further_games": [
            {"ruleset": each.ruleset, "options": dict(each.options)}
            for each in event_games.terms_of(terms, plan.further_games)
        ],
        "control": terms.control.to_json(),
        "rated": terms.rated,
        "puzzles": list(plan.puzzles),
        "points": list(plan.points),
        "bands": list(plan.bands),
        "tie_breaks": list(plan.tie_breaks),
        "round_dates": round_dates.serialize_dates(plan.round_dates),
        "forbidden": [list(pair) for pair in plan.forbidden],
    }


def require_can_organise(organiser: Player) -> None:
    """Refuse ``guests_do_not_organise`` and ``organisers_only``."""
    if organiser.is_guest or organiser.user is None or not organiser.user.address_confirmed:
        raise Refused("guests_do_not_organise")
    if not staff_queries.can_announce(organiser):
        raise Refused("organisers_only")


def require_can_draft(organiser: Player) -> None:
    """Refuse what ``require_can_organise`` refuses, and ``too_many_tournaments``.

    Call it before showing a form.
    """
    require_can_organise(organiser)
    staff = organiser.user is not None and organiser.user.is_staff
    if not staff and queries.unfinished_events_of(organiser).count() >= MAX_UNFINISHED:
        raise Refused("too_many_tournaments", limit=MAX_UNFINISHED)


def _require_club(club_id: int | None, organiser: Player) -> None:
    """Refuse clubs that the organiser does not lead, and closed ones."""
    if club_id is None:
        return
    club = club_queries.get_club(club_id)
    if not club_queries.is_club_leader(club, organiser):
        known = not club.private or club_queries.is_member(club, organiser)
        raise Refused("not_your_club" if known else "no_such_club")
    if club.closed_at is not None:
        raise Refused("club_closed")


@transaction.atomic
def draft_tournament(organiser: Player, plan: Plan, *, seed: str, now: datetime) -> Tournament:
    """Create a draft that only its organiser sees.

    ``seed`` is 32 random bytes in hexadecimal, from which all random draws of the tournament come.
    Refuses what ``require_can_draft`` refuses, and a club that the organiser does not lead.
    """
    require_can_draft(organiser)
    _require_club(plan.club_id, organiser)
    return Tournament.objects.create(
        organiser=organiser,
        time_zone=organiser.time_zone,
        created_at=now,
        lots_seed=seed,
        **_plan_columns(plan),
    )


@transaction.atomic
def change_tournament(pk: int, player: Player, plan: Plan) -> Tournament:
    """Replace the terms of a draft; refuses ``already_announced``."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, player)
    if tournament.status != Tournament.Status.DRAFT:
        raise Refused("already_announced")
    _require_club(plan.club_id, player)
    for name, value in _plan_columns(plan).items():
        setattr(tournament, name, value)
    tournament.save()
    return tournament


@transaction.atomic
def announce_tournament(pk: int, player: Player, *, now: datetime) -> Tournament:
    """Open a draft for entries and notify subscribers.

    Referees and organisers invited while it was a draft are asked now.
    """
    tournament = lock_tournament(pk)
    require_organiser(tournament, player)
    if tournament.status != Tournament.Status.DRAFT:
        raise Refused("already_announced")
    if tournament.starts_at is not None and tournament.starts_at <= now:
        raise Refused("bad_plan", field="starts_at", reason="start_not_ahead")
    _require_club(tournament.club_id, player)
    if not staff_queries.can_announce(tournament.organiser):
        raise Refused("organisers_only")
    lately = Tournament.objects.filter(
        organiser=tournament.organiser, announced_at__gt=now - ANNOUNCING_PERIOD
    )
    if lately.count() >= MAX_ANNOUNCED:
        raise Refused("announced_enough", limit=MAX_ANNOUNCED)
    open_for_entries(tournament, now)
    with caused_by(player):
        appointments.ask_all_referees(tournament, now=now)
        tournament_announced.send(sender=Tournament, tournament=tournament, now=now)
    return tournament


def open_for_entries(tournament: Tournament, now: datetime) -> None:
    """Open entries and schedule the start."""
    tournament.status = Tournament.Status.OPEN
    tournament.announced_at = now
    tournament.due_at = places.get_next_due_at(tournament, now)
    tournament.save(update_fields=["status", "announced_at", "due_at"])
    notices.notify_open(tournament, now=now)


@transaction.atomic
def cancel_tournament(pk: int, player: Player, *, now: datetime) -> Tournament:
    """Cancel a tournament before it starts and notify the entrants."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, player)
    if tournament.status not in (Tournament.Status.DRAFT, Tournament.Status.OPEN):
        raise Refused("already_started")
    if tournament.is_open:
        log.record_revision(tournament, Revision.Act.CALLED_OFF, player, now)
    with caused_by(player, bounded=False):
        cancel_unstarted(tournament, now)
    return tournament


def cancel_unstarted(tournament: Tournament, now: datetime) -> None:
    """End a tournament that never began; notify entrants and pending requests."""
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = now
    tournament.due_at = None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    entrants = Entrant.objects.filter(tournament=tournament).exclude(
        status=Entrant.Status.WITHDRAWN
    )
    for entrant in entrants.select_related("player__user"):
        news.notify_cancelled(tournament, entrant.player, now=now)
    expire_requests_on_cancellation(tournament, now)
