"""Services for entrants: enter, wait, withdraw, announce an absence."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.queries import suspended_until
from games.models import Match, Seat
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.models import (
    Absence,
    Entrant,
    EntryRequest,
    EventInvitation,
    Fixture,
    FixtureSeat,
    Round,
    Tournament,
)
from tournaments.services.emails import news
from tournaments.services.entrants import departures
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.entries import conditions, places
from tournaments.services.locks import lock_tournament
from tournaments.services.reserving import reserve_seats
from tournaments.services.rounds import ladders


@transaction.atomic
def enter(
    pk: int, player: Player, *, now: datetime, invited: bool = False, by_link: bool = False
) -> Entrant:
    """Enter, or join the waiting list if all places are taken.

    Players invited by name may enter although entries are closed, whatever the conditions; players
    with a link need no approval. Their pending request is deleted. A tournament that starts when
    full becomes due with its last place. Refuses ``entries_closed``, ``already_entered``,
    ``guests_do_not_enter``, ``bots_not_welcome``, ``too_many_running``, ``suspended``,
    ``teams_enter``, ``referees_do_not_enter``, ``removed_before``, and what ``conditions`` refuses.
    """
    tournament = lock_tournament(pk)
    conditions.check_known(tournament, player, let_in=invited or by_link)
    if tournament.event_format.has_teams:
        raise Refused("teams_enter")
    invited = invited or conditions.is_invited(tournament, player)
    require_can_enter(tournament, player, now, invited=invited)
    if not invited:
        conditions.check_not_removed(tournament, player)
    if not invited and not by_link:
        conditions.check_access(tournament, player)
    if tournament.is_open:
        move_up_waiting(tournament, now)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    if entrant is None:
        entrant = Entrant(tournament=tournament, player=player)
    elif entrant.status != Entrant.Status.WITHDRAWN or entrant.number is not None:
        raise Refused("already_entered")
    entrant.entered_at, entrant.withdrawn_at, entrant.withdrawn_round = now, None, None
    _assign_place(tournament, entrant, now)
    entrant.save()
    EventInvitation.objects.filter(
        tournament=tournament, player=player, kind=EventInvitation.Kind.ENTER
    ).update(accepted_at=now, declined_at=None, withdrawn_at=None)
    EntryRequest.objects.filter(tournament=tournament, player=player, accepted=False).delete()
    if (
        tournament.is_open and tournament.starts_when_full and is_full(tournament)
    ) or tournament.is_running:
        _make_due(tournament, now)
    reserve_seats(tournament)
    return entrant


def _assign_place(tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Set the status: entered, or waiting for a place or the next round."""
    held = places.count_open_offers(tournament) if tournament.answer_days else 0
    full = is_full(tournament, held)
    entrant.status = Entrant.Status.WAITING if full else Entrant.Status.ENTERED
    entrant.offered_until = entrant.asked_at = entrant.confirmed_at = None
    if tournament.is_running and tournament.event_format.always_open:
        ladders.add_to_ladder(tournament, entrant, now)
    elif tournament.is_running:
        entrant.status = Entrant.Status.WAITING


def require_can_enter(
    tournament: Tournament, player: Player, now: datetime, *, invited: bool = False
) -> None:
    """Refuse players who cannot enter now, alone or in a team."""
    _check_entry(tournament, player, invited=invited)
    _check_suspension(player, now)
    if not invited:
        conditions.check(tournament, player)
    if panel_queries.is_appointed(player, tournament):
        raise Refused("referees_do_not_enter")


def _check_suspension(player: Player, now: datetime) -> None:
    until = suspended_until(player, now)
    if until is not None:
        raise Refused("suspended", until=until)


def require_open_entries(tournament: Tournament, *, invited: bool = False) -> None:
    """Refuse ``entries_closed``; players ``invited`` by name may still enter."""
    closed = tournament.entries_closed and not invited
    if closed or not accepts_entries(tournament):
        raise Refused("entries_closed")
    if tournament.is_running and tournament.event_format.always_open and is_full(tournament):
        raise Refused("entries_closed")


def accepts_entries(tournament: Tournament) -> bool:
    """Whether the tournament has not begun, or admits entries while it runs."""
    late = tournament.late_entry or tournament.event_format.always_open
    return tournament.is_open or (tournament.is_running and late)


def _check_entry(tournament: Tournament, player: Player, *, invited: bool) -> None:
    require_open_entries(tournament, invited=invited)
    if player.is_bot:
        if not tournament.bots_welcome:
            raise Refused("bots_not_welcome")
        return
    if player.is_guest or player.user is None or not player.user.address_confirmed:
        raise Refused("guests_do_not_enter")
    if tournament.running_limit is not None:
        running = Match.objects.played_by(player).count()
        if running > tournament.running_limit:
            raise Refused("too_many_running", limit=tournament.running_limit, running=running)


def _make_due(tournament: Tournament, now: datetime) -> None:
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])


def is_full(tournament: Tournament, held: int = 0) -> bool:
    """Whether all places are taken, counting ``held`` ones on offer to others."""
    if tournament.most is None:
        return False
    return entry_kind_of(tournament).entered(tournament) + held >= tournament.most


@transaction.atomic
def withdraw(pk: int, player: Player, *, now: datetime) -> Entrant:
    """Withdraw an entry; in a running season the remaining fixtures are forfeited.

    Unfinished matches are marked only: the caller resigns them, or else the season's next steps do.
    Before the start the first of the waiting list moves up.
    """
    tournament = lock_tournament(pk)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    if entrant is None or entrant.status == Entrant.Status.WITHDRAWN:
        raise Refused("not_entered")
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    had_place = entrant.status == Entrant.Status.ENTERED or entrant.offered_until is not None
    entrant.status = Entrant.Status.WITHDRAWN
    entrant.withdrawn_at = now
    if tournament.is_running:
        last = Round.objects.filter(division=entrant.division).order_by("-number").first()
        entrant.withdrawn_round = last.number if last else 1
        mark_left_open(entrant)
    entrant.save(update_fields=["status", "withdrawn_at", "withdrawn_round"])
    if tournament.is_running and tournament.event_format.has_rungs:
        ladders.remove_from_ladder(tournament, entrant)
    if entrant.team_id is not None:
        departures.update_team_after_leaving(tournament, entrant, now)
    if had_place and (tournament.is_open or tournament.event_format.always_open):
        move_up_waiting(tournament, now)
    if tournament.is_running:
        _make_due(tournament, now)
    reserve_seats(tournament)
    return entrant


def mark_left_open(entrant: Entrant, *, left: bool = True) -> None:
    """Mark the unfinished fixtures of a withdrawing entrant, or unmark them on their return."""
    own = FixtureSeat.objects.filter(entrant=entrant, fixture__settled_at=None)
    own.update(left_open=left)


def move_up_waiting(tournament: Tournament, now: datetime) -> None:
    """Give free places to those who have waited longest and notify them, or ask them first."""
    if tournament.answer_days and tournament.is_open:
        places.offer_places(tournament, now)
        return
    for first in Entrant.objects.waiting().filter(tournament=tournament):
        if is_full(tournament):
            return
        if tournament.is_running:
            ladders.add_to_ladder(tournament, first, now)
        first.status = Entrant.Status.ENTERED
        first.save(update_fields=["status", "number", "division", "entered_at"])
        news.notify_moved_up(tournament, first.player, now=now)


@transaction.atomic
def announce_absence(pk: int, player: Player, number: int, *, now: datetime) -> Absence:
    """Announce that one cannot play a round that is not paired yet."""
    tournament = lock_tournament(pk)
    entrant = Entrant.objects.playing().filter(tournament=tournament, player=player).first()
    if entrant is None:
        raise Refused("not_entered")
    if not tournament.event_format.takes_absences:
        raise Refused("absence_only_swiss")
    paired = Round.objects.filter(division__tournament=tournament, number=number).exists()
    if paired or not 1 <= number <= (tournament.rounds or 0):
        raise Refused("round_not_ahead", round=number)
    absence, _made = Absence.objects.get_or_create(
        entrant=entrant, round=number, defaults={"announced_at": now}
    )
    return absence


@transaction.atomic
def cancel_absence(pk: int, player: Player, number: int) -> None:
    """Cancel an announced absence, as long as the round is not paired."""
    tournament = lock_tournament(pk)
    if Round.objects.filter(division__tournament=tournament, number=number).exists():
        raise Refused("round_not_ahead", round=number)
    Absence.objects.filter(
        entrant__tournament=tournament, entrant__player=player, round=number
    ).delete()


@transaction.atomic
def set_reentry(pk: int, player: Player, *, again: bool) -> Entrant:
    """Set whether the player is entered in the next season automatically."""
    tournament = lock_tournament(pk)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    if entrant is None:
        raise Refused("not_entered")
    entrant.re_enters = again
    entrant.save(update_fields=["re_enters"])
    return entrant


def running_matches_of(entrant: Entrant) -> list[int]:
    """Return the ids of the entrant's running matches in their tournament."""
    fixtures = Fixture.objects.unsettled().filter(seats__entrant=entrant, match__isnull=False)
    own = Seat.objects.filter(player=entrant.player, match__in=fixtures.values("match"))
    return sorted(own.values_list("match_id", flat=True))
