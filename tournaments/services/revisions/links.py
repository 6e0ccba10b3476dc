"""Signed links to answer an organiser's invitation without logging in.

A link names tournament, player and kind of invitation. It works while the invitation, or the role
it was accepted for, stands and the account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import staff_queries
from tournaments.models import EventInvitation

SALT = "tournaments.event-invitation"
KINDS: tuple[str, ...] = tuple(EventInvitation.Kind.values)


def path_of(invitation: EventInvitation) -> str:
    asked = KINDS.index(invitation.kind)
    facts = (invitation.tournament_id, invitation.player_id, asked)
    return reverse("tournaments:invitation", args=[answer_tokens.make_token(SALT, *facts)])


def url_of(invitation: EventInvitation) -> str:
    return absolute_url(path_of(invitation))


def read_answer_token(token: str) -> tuple[EventInvitation, Player]:
    """Return an invitation, open or answered, and the invited player; refuses ``dead_link``."""
    event, asked, kind = answer_tokens.read_numbers(token, SALT, 3)
    player = answer_tokens.active_player(asked)
    if not 0 <= kind < len(KINDS):
        raise Refused("dead_link")
    rows = EventInvitation.objects.select_related("tournament__organiser", "by", "player__user")
    rows = rows.filter(tournament=event, player=player, kind=KINDS[kind])
    found = rows.filter(withdrawn_at=None).first()
    if found is None:
        raise Refused("dead_link")
    if found.accepted_at and not staff_queries.has_accepted(found.tournament, player, found.kind):
        raise Refused("dead_link")
    return found, player
