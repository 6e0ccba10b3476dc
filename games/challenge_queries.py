"""Reads about challenges: the lobby's, a player's own, those to them, and secret links."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import Challenge, Place


def seeks_for(viewer: Player | None, now: datetime) -> QuerySet[Challenge]:
    """Return the lobby's open challenges, newest first, the viewer's own included."""
    del viewer
    return (
        Challenge.objects.seeks()
        .filter(expires_at__gt=now, challenger__closed_at=None)
        .select_related("challenger")
        .order_by("-created_at", "-pk")
    )


def challenges_to(player: Player, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges that name the player and are not answered."""
    asked = Place.objects.filter(challenge=OuterRef("pk"), player=player, joined_at=None)
    return (
        Challenge.objects.open()
        .filter(Q(opponent=player) | Q(Exists(asked)), expires_at__gt=now)
        .select_related("challenger", "opponent")
    )


def challenge_for(viewer: Player | None, pk: int) -> Challenge | None:
    """Return a challenge the viewer may see: open ones, and those from or to them."""
    mine = Q(opponent=None, token=None, named=False)
    if viewer is not None:
        asked = Place.objects.filter(challenge=OuterRef("pk"), player=viewer)
        mine |= Q(challenger=viewer) | Q(opponent=viewer) | Q(Exists(asked))
    return (
        Challenge.objects.filter(mine, pk=pk)
        .select_related("challenger", "opponent", "match")
        .first()
    )


def invitation_for(token: str) -> Challenge | None:
    """Return the challenge behind a secret link; None for what no database could hold either."""
    if "\x00" in token:
        return None
    return Challenge.objects.filter(token=token).select_related("challenger", "opponent").first()
