"""Queries about organisers and their invitations."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Player
from accounts.queries import roles_of
from accounts.roles import OPERATOR, ORGANISER
from tournaments.models import (
    UNANSWERED,
    AnnouncingRule,
    CoOrganiser,
    Entrant,
    EventInvitation,
    Tournament,
)

MAX_RULES = 20


def requires_appointment() -> bool:
    """Whether only appointed organisers may announce events."""
    latest = AnnouncingRule.objects.order_by("-pk").first()
    return latest is not None and latest.appointed


def can_announce(player: Player) -> bool:
    """Whether a player may announce events: everybody, or only organisers and operators."""
    return not requires_appointment() or bool(roles_of(player) & {ORGANISER, OPERATOR})


def announcing_rules() -> list[AnnouncingRule]:
    """Return the operators' latest decisions on who may announce, newest first."""
    return list(AnnouncingRule.objects.select_related("by").order_by("-pk")[:MAX_RULES])


def organisers_of(tournament: Tournament) -> list[Player]:
    """Return the main organiser, then the active co-organisers, longest-serving first."""
    for name in ("helpers", "has_helpers"):  # drop caches: co-organisers may have changed
        vars(tournament).pop(name, None)
    return [tournament.organiser, *tournament.helpers]


def invitations_for(
    tournament: Tournament, player: Player | None = None
) -> QuerySet[EventInvitation]:
    """Return the organisers' unanswered invitations, of one player or of all."""
    found = EventInvitation.objects.filter(UNANSWERED, tournament=tournament)
    if player is not None:
        found = found.filter(player=player)
    return found.select_related("player", "by")


def invitations_to(player: Player) -> QuerySet[EventInvitation]:
    """Return a player's unanswered invitations from organisers."""
    found = EventInvitation.objects.filter(UNANSWERED, player=player)
    found = found.filter(tournament__finished_at=None)
    return found.select_related("tournament", "by", "player").order_by("pk")


def has_accepted(tournament: Tournament, player: Player, kind: str) -> bool:
    """Whether a player has accepted an invitation of this kind and still has that part."""
    asked = EventInvitation.objects.filter(tournament=tournament, player=player, kind=kind)
    if not asked.exclude(accepted_at=None).exists():
        return False
    if kind == EventInvitation.Kind.TAKE_OVER:
        return tournament.organiser_id == player.pk
    if kind == EventInvitation.Kind.HELP:
        return CoOrganiser.objects.filter(tournament=tournament, player=player).exists()
    own = Entrant.objects.filter(tournament=tournament, player=player, withdrawn_at=None)
    return own.exists()
