"""Reads about seats: who seated the player, who owns the seat, who may take it over."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q

from accounts import circle_queries
from accounts.models import Player, Visit
from accounts.queries import suspended_until
from games import match_queries
from games.models import ChatLine, EventStake, Match, Seat, SeatChange
from games.models.match import seats_ever_of

Why = SeatChange.Why


class SubstituteProblem(NamedTuple):
    """Why somebody cannot take a seat over: the code of the refusal and its values."""

    code: str
    params: dict[str, object]


def began_unseen() -> Q:
    """Select seats whose player has not been here, that is known, since their turn began."""
    return Q(here_at=None) | Q(here_at__lt=F("awaited_since"))


def has_new_turn(player: str) -> Exists:
    """Return whether a turn of a player, to whom a path leads, has begun since they were here."""
    awaited = Seat.objects.filter(player=OuterRef(player), awaited_since__isnull=False)
    return Exists(awaited.filter(began_unseen()))


def seating_of(seat: Seat) -> SeatChange | None:
    """Return the change that brought the player to a seat; None for the original player."""
    if seat.original_id is None:
        return None
    came = SeatChange.objects.filter(match=seat.match_id, number=seat.number, after=seat.player_id)
    return came.exclude(why=Why.REINSTATED).select_related("before__user").last()


def owner_of(seat: Seat) -> Player | None:
    """Return the player a substitute plays for, who may come back; None if no place is kept.

    A player replaced by a ruling has no claim to the seat.
    """
    change = seating_of(seat)
    return change.before if change is not None and change.why == Why.SUBSTITUTED else None


def last_seat_change(seat: Seat, player: Player) -> SeatChange | None:
    """Return the private rows of a player who had this seat before."""
    return SeatChange.objects.filter(match=seat.match_id, number=seat.number, before=player).last()


def last_chat_line(match: Match) -> int:
    """Return the number of the last chat line of a match, or 0."""
    return ChatLine.objects.filter(match=match).aggregate(last=Max("pk"))["last"] or 0


def substitute_problem(seat: Seat, player: Player, now: datetime) -> SubstituteProblem | None:
    """Return the reason against taking over a seat on offer, or None."""
    match = seat.match
    if not _has_account(player):
        return SubstituteProblem("seat_needs_account", {})
    if player.pk in match_queries.ever_seated_players(match):
        return SubstituteProblem("own_match", {})
    until = suspended_until(player, now)
    if until is not None:
        return SubstituteProblem("suspended_from_seats", {"until": until})
    if match.event is None and circle_queries.are_apart(
        player, [each.player_id for each in match.seats.all()]
    ):
        return SubstituteProblem("seat_taken", {})  # what everybody reads of a seat that is gone
    if _has_judged(match, player):
        return SubstituteProblem("judged_here", {})
    if _shares_device(seat, player):
        return SubstituteProblem("shares_device", {})
    if _has_stake(match, player):
        return SubstituteProblem("stake_in_event", {})
    return None


def is_on_offer(seat: Seat, now: datetime) -> bool:
    """Whether others may take a seat over: until its clock has run out, which outages stop."""
    if seat.offered_until is None:
        return False
    return (seat.deadline_at or seat.offered_until) > now


def are_strangers(player: Player, other: Player) -> bool:
    """Whether two people never sat in one match, and never had part in the same event."""
    own = seats_ever_of(player)
    seats = Seat.objects.filter(Q(player=other) | Q(original=other), match__in=own)
    events = EventStake.objects.filter(player=player).values("event")
    shared = EventStake.objects.filter(player=other, event__in=events)
    return player.pk != other.pk and not seats.exists() and not shared.exists()


def _has_account(player: Player) -> bool:
    """Whether this is a person who can log in and whose address is confirmed."""
    user = player.user
    person = player.kind == Player.Kind.PERSON and player.closed_at is None
    return person and user is not None and user.is_active and user.address_confirmed


def _has_judged(match: Match, player: Player) -> bool:
    """Whether somebody has judged in a match, and so seen more of it than a player may."""
    return match.judges.filter(pk=player.pk).exists()


def _has_stake(match: Match, player: Player) -> bool:
    """Whether somebody organises the event of a match or has entered it, or has played in it."""
    event = (match.event or {}).get("url")
    if not event:
        return False
    if EventStake.objects.filter(event=event, player=player).exists():
        return True
    played = Match.objects.filter(event__url=event)
    handed_on = SeatChange.objects.filter(match__in=played, before=player)
    return played.ever_of(player).exists() or handed_on.exists()


def _shares_device(seat: Seat, player: Player) -> bool:
    """Whether a player was here from a device that somebody on another seat has used."""
    others = match_queries.ever_seated_players(seat.match, besides=seat.number)
    own = Visit.objects.filter(player=player).exclude(device="").values("device")
    return Visit.objects.filter(player__in=others, device__in=own).exists()
