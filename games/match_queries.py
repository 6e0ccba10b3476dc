"""Reads for the page of one match: whose seat, what has changed, what it cost, what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, OuterRef, Q, Subquery

from accounts.models import Player
from games.models import (
    Challenge,
    ChatLine,
    ClockCharge,
    Match,
    Order,
    Pause,
    Ply,
    RatingEntry,
    Seat,
)


@dataclass(frozen=True)
class Version:
    """What a page compares to learn whether anything has happened at the table since."""

    text: str
    over: bool


def version_of(viewer: Player | None, pk: int) -> Version | None:
    """Return the version of a match the viewer may see, in one query; None if not his to see."""
    latest = Pause.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    said = ChatLine.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    row = (
        Match.objects.visible_to(viewer)
        .filter(pk=pk)
        .annotate(
            ties=Count("seats", filter=Q(seats__tie_offered_at_ply__isnull=False)),
            flags=Count("seats", filter=Q(seats__flagged_at__isnull=False)),
            due=Max("seats__deadline_at"),
            paused=Subquery(latest),
            said=Subquery(said),
        )
        .values("ply_count", "turn", "status", "ties", "flags", "due", "paused", "said")
        .first()
    )
    if row is None:
        return None
    due = int(row["due"].timestamp()) if row["due"] else 0
    parts = (row["ply_count"], row["turn"], row["status"][0], row["ties"], row["flags"], due)
    text = "-".join(str(part) for part in (*parts, row["paused"] or 0, row["said"] or 0))
    return Version(text, row["status"] != Match.Status.RUNNING)


def charges_of(match: Match) -> list[ClockCharge]:
    """Return what every turn of the match cost, in order."""
    return list(ClockCharge.objects.filter(match=match).order_by("turn", "seat"))


def pause_proposed(match: Match, now: datetime) -> Pause | None:
    """Return the pause that somebody has proposed and nobody has answered yet."""
    waiting = Pause.objects.filter(match=match, since=None, until__gt=now)
    return waiting.select_related("proposed_by").order_by("-pk").first()


def pause_running(match: Match, now: datetime) -> Pause | None:
    """Return the pause in which the clocks stand still now; asks only where one was ever agreed."""
    if not match.has_pauses:
        return None
    begun = Pause.objects.filter(match=match, since__lte=now, player=None)
    still = begun.filter(Q(until=None) | Q(until__gt=now))
    return still.order_by(F("until").desc(nulls_first=True)).first()


def rating_changes(match: Match) -> list[RatingEntry]:
    """Return what the match did to its players' ratings, corrections by rulings included."""
    own = Seat.objects.filter(match=match).values("player")
    lines = RatingEntry.objects.filter(match=match, player__in=own)
    return list(lines.select_related("player").order_by("pk"))


def rematch_of(match: Match) -> Challenge | None:
    """Return the open or accepted challenge to a rematch."""
    states = (Challenge.State.OPEN, Challenge.State.ACCEPTED)
    offers = Challenge.objects.filter(rematch_of=match, state__in=states)
    return offers.select_related("challenger").order_by("-pk").first()


def was_played(pk: int, number: int, seat: int, text: str) -> bool:
    """Whether this ply of the ledger is this move of this seat."""
    return Ply.objects.filter(match_id=pk, number=number, seat=seat, text=text).exists()


def player_at(pk: int, number: int) -> Player | None:
    """Return who has this seat in a match."""
    seat = Seat.objects.filter(match_id=pk, number=number).select_related("player__user").first()
    return seat.player if seat else None


def orders_shown(seat: Seat) -> list[Order]:
    """Return a seat's orders that wait, and those whose fate came after its own last move.

    For its own player alone; what he withdrew or replaced himself he knows.
    """
    ended = Q(state__in=(Order.State.EXECUTED, Order.State.LAPSED), closed_ply__gt=seat.last_ply)
    own = Order.objects.filter(match_id=seat.match_id, seat=seat.number)
    return list(own.filter(Q(state=Order.State.OPEN) | ended).order_by("pk"))


def seated(match: Match | None) -> list[Player]:
    """Return the players of a match in order of seats; nobody where there is no match."""
    if match is None:
        return []
    seats = Seat.objects.filter(match=match).select_related("player__user").order_by("number")
    return [seat.player for seat in seats]


def ever_seated(match: Match | None) -> set[int]:
    """Return the numbers of all who sit at a match or left their seat to a substitute."""
    rows = Seat.objects.filter(match=match).values_list("player", "original") if match else ()
    return {number for row in rows for number in row if number is not None}


def ever_seated_at(matches: Iterable[int]) -> dict[int, set[int]]:
    """Return the numbers of all who sit or sat at these matches, by match."""
    found: dict[int, set[int]] = {number: set() for number in matches}
    rows = Seat.objects.filter(match__in=found).values_list("match", "player", "original")
    for match, *players in rows:
        found[match] |= {number for number in players if number is not None}
    return found
