"""Queries about seats: who had the seat before, who owns it, who may take it over."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q

from accounts import circle_queries
from accounts.models import Player, Visit
from accounts.queries import suspended_until
from games import match_queries
from games.models import ChatLine, EventStake, Match, Seat, SeatChange
from games.models.match import match_ids_ever_played

Why = SeatChange.Why


class SubstituteProblem(NamedTuple):
    """Why somebody cannot take over a seat: error code and parameters."""

    code: str
    params: dict[str, object]


def unseen_turn_q() -> Q:
    """Return a filter for seats whose player has not been seen since their turn began."""
    return Q(here_at=None) | Q(here_at__lt=F("awaited_since"))


def has_new_turn(player: str) -> Exists:
    """Return an expression: a turn has begun since the player was last seen.

    ``player`` is the lookup path to the player.
    """
    awaited = Seat.objects.filter(player=OuterRef(player), awaited_since__isnull=False)
    return Exists(awaited.filter(unseen_turn_q()))


def seating_change(seat: Seat) -> SeatChange | None:
    """Return the change that put the current player on a seat; None for the original player."""
    if seat.original_id is None:
        return None
    came = SeatChange.objects.filter(match=seat.match_id, number=seat.number, after=seat.player_id)
    return came.exclude(why=Why.REINSTATED).select_related("before__user").last()


def owner_of(seat: Seat) -> Player | None:
    """Return the player whom a substitute replaces and who may return; None if there is none.

    A player replaced by a ruling cannot return.
    """
    change = seating_change(seat)
    return change.before if change is not None and change.why == Why.SUBSTITUTED else None


def leaving_change(seat: Seat, player: Player) -> SeatChange | None:
    """Return the change by which a player last left this seat."""
    return SeatChange.objects.filter(match=seat.match_id, number=seat.number, before=player).last()


def last_chat_line_id(match: Match) -> int:
    """Return the id of the last chat message of a match, 0 if there is none."""
    return ChatLine.objects.filter(match=match).aggregate(last=Max("pk"))["last"] or 0


def substitute_problem(seat: Seat, player: Player, now: datetime) -> SubstituteProblem | None:
    """Return why the player cannot take over a seat on offer, or None."""
    match = seat.match
    if not _has_account(player):
        return SubstituteProblem("seat_needs_account", {})
    if player.pk in match_queries.ever_seated_ids(match):
        return SubstituteProblem("own_match", {})
    until = suspended_until(player, now)
    if until is not None:
        return SubstituteProblem("suspended_from_seats", {"until": until})
    if match.event is None and circle_queries.has_block_between(
        player, [each.player_id for each in match.seats.all()]
    ):
        return SubstituteProblem("seat_taken", {})  # does not reveal the block
    if _has_judged(match, player):
        return SubstituteProblem("judged_here", {})
    if _shares_device(seat, player):
        return SubstituteProblem("shares_device", {})
    if _has_stake(match, player):
        return SubstituteProblem("stake_in_event", {})
    return None


def is_on_offer(seat: Seat, now: datetime) -> bool:
    """Whether others may take over a seat: until its clock runs out, which outages extend."""
    if seat.offered_until is None:
        return False
    return (seat.deadline_at or seat.offered_until) > now


def are_strangers(player: Player, other: Player) -> bool:
    """Whether two different players never shared a match or an event."""
    own = match_ids_ever_played(player)
    seats = Seat.objects.filter(Q(player=other) | Q(original=other), match__in=own)
    events = EventStake.objects.filter(player=player).values("event")
    shared = EventStake.objects.filter(player=other, event__in=events)
    return player.pk != other.pk and not seats.exists() and not shared.exists()


def _has_account(player: Player) -> bool:
    """Whether this is a person with an active login and a confirmed address."""
    user = player.user
    person = player.kind == Player.Kind.PERSON and player.closed_at is None
    return person and user is not None and user.is_active and user.address_confirmed


def _has_judged(match: Match, player: Player) -> bool:
    """Whether the player refereed the match, and so has seen private data."""
    return match.judges.filter(pk=player.pk).exists()


def _has_stake(match: Match, player: Player) -> bool:
    """Whether the player organises, has entered or has played in the event of a match."""
    event = (match.event or {}).get("url")
    if not event:
        return False
    if EventStake.objects.filter(event=event, player=player).exists():
        return True
    played = Match.objects.filter(event__url=event)
    handed_on = SeatChange.objects.filter(match__in=played, before=player)
    return played.ever_played_by(player).exists() or handed_on.exists()


def _shares_device(seat: Seat, player: Player) -> bool:
    """Whether a player of another seat has used the same device."""
    others = match_queries.ever_seated_ids(seat.match, besides=seat.number)
    own = Visit.objects.filter(player=player).exclude(device="").values("device")
    return Visit.objects.filter(player__in=others, device__in=own).exists()
