"""Signed links to answer an organiser's question without logging in.

A link names tournament, player and what is asked. It is of use as long as the invitation stands
and the account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute
from tournaments import queries
from tournaments.models import EventInvitation, Tournament

SALT = "tournaments.event-invitation"
KINDS: tuple[str, ...] = tuple(EventInvitation.Kind.values)


def path_of(invitation: EventInvitation) -> str:
    """Return the path of the page on which an invitation is answered."""
    asked = KINDS.index(invitation.kind)
    facts = (invitation.tournament_id, invitation.player_id, asked)
    return reverse("tournaments:invitation", args=[answer_tokens.token_of(SALT, *facts)])


def url_of(invitation: EventInvitation) -> str:
    return absolute(path_of(invitation))


def read_answer_token(token: str) -> tuple[EventInvitation, Player]:
    """Return an invitation, open or declined, and who is asked.

    Refuses ``dead_link``, and ``already_entered`` after an accepted invitation to play.
    """
    event, asked, kind = answer_tokens.read_numbers(token, SALT, 3)
    player = answer_tokens.player_with(asked)
    if not 0 <= kind < len(KINDS):
        raise Refused("dead_link")
    rows = EventInvitation.objects.select_related("tournament__organiser", "by", "player__user")
    rows = rows.filter(tournament=event, player=player, kind=KINDS[kind])
    found = rows.filter(withdrawn_at=None).first()
    if found is not None:
        return found, player
    tournament = Tournament.objects.filter(pk=event).first()
    to_play = tournament is not None and KINDS[kind] == EventInvitation.Kind.ENTER
    if tournament is not None and to_play and queries.is_entered(tournament, player):
        raise Refused("already_entered")
    raise Refused("dead_link")
