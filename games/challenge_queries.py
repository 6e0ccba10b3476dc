"""Queries about challenges: the lobby, a player's own, those to them, secret links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet, Value

from accounts import circle_queries
from accounts.models import Player
from games.models import Challenge, Place, UsualTerms

DAY_SECONDS = 24 * 3600  # seconds


def seeks_for(viewer: Player | None, now: datetime) -> QuerySet[Challenge]:
    """Return the lobby's open challenges: people's before bots', newest first.

    The viewer's own are included; those from players on either side of a block are not.
    """
    found = (
        Challenge.objects.seeks()
        .filter(expires_at__gt=now, challenger__closed_at=None)
        .select_related("challenger")
        .annotate(is_bot=circle_queries.is_bot("challenger__"))
        .order_by("is_bot", "-created_at", "-pk")
    )
    return found if viewer is None else found.exclude(_blocked_q(viewer))


@dataclass(frozen=True)
class SeekFilter:
    """The filter of the lobby; ``""`` matches everything.

    ``rated`` is "yes" or "no"; ``pace`` is "fast" (under a day per move) or "slow" (the rest).
    """

    game: str = ""
    rated: str = ""
    pace: str = ""

    def select(self) -> Q:
        chosen = Q(ruleset=self.game) if self.game else Q()
        if self.rated:
            chosen &= Q(rated=self.rated == "yes")
        if self.pace:
            fast = Q(control__per_turn__gt=0, control__per_turn__lt=DAY_SECONDS)
            slow = Q(control__per_turn__gte=DAY_SECONDS) | Q(control__per_turn=None)
            chosen &= fast if self.pace == "fast" else slow
        return chosen


def lobby_seeks(
    viewer: Player | None, now: datetime, seek_filter: SeekFilter, after: int | None, number: int
) -> list[Challenge]:
    """Return up to ``number`` open challenges: friends' first, bots' last, then newest first.

    Keyset pagination: they follow the challenge ``after`` in this order, even if it has been closed
    since; without it, or if it does not exist, from the first.
    """
    found = _annotate_friends(seeks_for(viewer, now).filter(seek_filter.select()), viewer)
    if after is not None:
        last = _annotate_friends(Challenge.objects.filter(pk=after), viewer).first()
        if last is not None:
            found = found.filter(_later_q(last))
    return list(found.order_by("-is_friend", "is_bot", "-created_at", "-pk")[:number])


def _later_q(last: Any) -> Q:
    """Return a filter for challenges after ``last`` in the order of the lobby."""
    older = Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk)
    later = Q(is_friend=last.is_friend) & (Q(is_bot=last.is_bot) & older)
    if not last.is_bot:
        later |= Q(is_friend=last.is_friend, is_bot=True)
    return later | Q(is_friend=False) if last.is_friend else later


def _annotate_friends(found: QuerySet[Challenge], viewer: Player | None) -> QuerySet[Any]:
    """Annotate whether a bot made the challenge, and whether the viewer follows the challenger."""
    found = found.annotate(is_bot=circle_queries.is_bot("challenger__"))
    if viewer is None:
        return found.annotate(is_friend=Value(value=False, output_field=BooleanField()))
    return found.annotate(is_friend=circle_queries.friendship(viewer, "challenger"))


def _blocked_q(viewer: Player) -> Q:
    """Return a filter for challengers whom a block separates from the viewer."""
    return circle_queries.blocked_either_way(viewer, "challenger")


def challenges_to(player: Player, now: datetime) -> QuerySet[Challenge]:
    """Return open challenges that name the player and await their answer."""
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
        mine &= ~_blocked_q(viewer)
        asked = Place.objects.filter(challenge=OuterRef("pk"), player=viewer)
        mine |= Q(challenger=viewer) | Q(opponent=viewer) | Q(Exists(asked))
    return (
        Challenge.objects.filter(mine, pk=pk)
        .select_related("challenger", "opponent", "match")
        .first()
    )


def invitation_for(token: str) -> Challenge | None:
    """Return the challenge of a secret link, if any; NUL characters would be a database error."""
    if "\x00" in token:
        return None
    return Challenge.objects.filter(token=token).select_related("challenger", "opponent").first()


def usual_terms_of(player: Player, ruleset: str) -> tuple[UsualTerms | None, UsualTerms | None]:
    """Return the player's usual terms for this game, and their latest for any game."""
    known = list(UsualTerms.objects.filter(player=player).order_by("-at"))
    own = next((usual for usual in known if usual.ruleset == ruleset), None)
    return own, next(iter(known), None)
