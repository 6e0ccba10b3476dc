"""Reads about who organises, and what organisers have asked."""

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

RULES_LISTED = 20


def requires_appointment() -> bool:
    """Whether only appointed organisers may announce events."""
    latest = AnnouncingRule.objects.order_by("-pk").first()
    return latest is not None and latest.appointed


def may_announce(player: Player) -> bool:
    """Whether somebody may announce events: where that is limited, organisers and operators."""
    return not requires_appointment() or bool(roles_of(player) & {ORGANISER, OPERATOR})


def announcing_rules() -> list[AnnouncingRule]:
    """Return the operators' latest decisions, newest first."""
    return list(AnnouncingRule.objects.select_related("by").order_by("-pk")[:RULES_LISTED])


def organisers_of(tournament: Tournament) -> list[Player]:
    """Return the main organiser, then the co-organisers with an account, longest first."""
    for name in ("helpers", "has_helpers"):  # they may have changed since it was read
        vars(tournament).pop(name, None)
    return [tournament.organiser, *tournament.helpers]


def invitations_for(
    tournament: Tournament, player: Player | None = None
) -> QuerySet[EventInvitation]:
    """Return organisers' unanswered invitations, to one player or to all."""
    found = EventInvitation.objects.filter(UNANSWERED, tournament=tournament)
    if player is not None:
        found = found.filter(player=player)
    return found.select_related("player", "by")


def invitations_to(player: Player) -> QuerySet[EventInvitation]:
    """Return the open invitations of organisers to a player."""
    found = EventInvitation.objects.filter(UNANSWERED, player=player)
    found = found.filter(tournament__finished_at=None)
    return found.select_related("tournament", "by", "player").order_by("pk")


def has_accepted(tournament: Tournament, player: Player, kind: str) -> bool:
    """Whether a player has accepted to do this and still does."""
    asked = EventInvitation.objects.filter(tournament=tournament, player=player, kind=kind)
    if not asked.exclude(accepted_at=None).exists():
        return False
    if kind == EventInvitation.Kind.TAKE_OVER:
        return tournament.organiser_id == player.pk
    if kind == EventInvitation.Kind.HELP:
        return CoOrganiser.objects.filter(tournament=tournament, player=player).exists()
    own = Entrant.objects.filter(tournament=tournament, player=player, withdrawn_at=None)
    return own.exists()
