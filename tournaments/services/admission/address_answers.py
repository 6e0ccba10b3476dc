"""Answering an invitation that went to an e-mail address, without logging in.

It is answered as whoever has confirmed that address here. The outbox tells which address it was, as
long as the invitation is open; of people without an account there is nothing else to tell.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.naming import isolated
from games.services.errors import Refused
from notifications.models import Message
from tournaments import queries, staff_queries
from tournaments.models import AddressInvitation, Entrant
from tournaments.services.admission import by_address, keys
from tournaments.services.emails import news
from tournaments.services.entries import conditions, persons
from tournaments.services.locks import open_tournament


def address_of(invitation: AddressInvitation) -> str:
    """Return the address that was invited; empty once its e-mail has been removed."""
    sent = Message.objects.filter(key=by_address.key_of(invitation))
    return sent.values_list("address", flat=True).first() or ""


def addressee_of(invitation: AddressInvitation) -> Player | None:
    """Return the player who has confirmed the invited address, None if nobody has."""
    rows = Player.objects.select_related("user").filter(
        user__email__iexact=address_of(invitation), user__address_confirmed=True
    )
    return rows.filter(user__is_active=True, closed_at=None).first()


def acceptance_problem(invitation: AddressInvitation) -> Refused:
    """Return why nobody can accept yet: ``account_needed`` or ``address_unconfirmed``.

    ``dead_link`` where the account is barred.
    """
    user = User.objects.filter(email__iexact=address_of(invitation)).first()
    if user is None:
        return Refused("account_needed")
    return Refused("dead_link" if not user.is_active else "address_unconfirmed")


def open_invitations_of(player: Player, now: datetime) -> list[AddressInvitation]:
    """Return the invitations to a player's address that nobody has answered."""
    if player.address is None:
        return []
    rows = AddressInvitation.objects.filter(
        digest=by_address.digest_of(player.address), declined_at=None, link__uses=None
    )
    own = Entrant.objects.filter(player=player, withdrawn_at=None)
    rows = rows.filter(tournament__finished_at=None).exclude(
        tournament__in=own.values("tournament")
    )
    found = rows.select_related("tournament", "link", "by")
    return [each for each in found if each.link.is_open(now)]


def refusal_to_accept(
    invitation: AddressInvitation, player: Player | None, now: datetime
) -> Refused | None:
    """Return what stands against accepting; without a player, what does for anybody."""
    invited = player is not None and conditions.is_invited(invitation.tournament, player)
    try:
        _require_open(invitation)
        keys.require_usable(invitation.link, player, now)
        persons.require_open_entries(invitation.tournament, invited=invited)
        if player is None and acceptance_problem(invitation).code == "dead_link":
            return Refused("dead_link")
        if player is not None and not queries.is_entered(invitation.tournament, player):
            keys.require_welcome(invitation.link, player)
            persons.require_may_enter(invitation.tournament, player, now, invited=invited)
    except Refused as refusal:
        return refusal
    return None


def read_invitation(_message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return what is played now; None if nobody can accept any more, not even later."""
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by")
    asked = rows.get(pk=pk)
    refusal = refusal_to_accept(asked, None, now)
    passes = (
        refusal and refusal.code == "entries_closed" and persons.takes_entries(asked.tournament)
    )
    return None if refusal and not passes else {"facts": by_address.facts_for(asked)}


@transaction.atomic
def accept(pk: int, player: Player | None, *, now: datetime) -> Entrant:
    """Enter by an invitation; whoever has, and is still entered, is told the same.

    Refuses ``acceptance_problem`` without a player, ``not_invited`` once it was declined, and what
    ``keys.enter_by_link`` refuses.
    """
    asked = _lock_invitation(pk)
    _require_open(asked)
    if player is not None:
        own = queries.entry_of(asked.tournament, player)
        stands = own is not None and own.withdrawn_at is None
        if own is not None and stands and asked.link.uses.filter(player=player).exists():
            return own
        return keys.enter_by_link(asked.link.key, player, now=now)
    keys.require_usable(asked.link, None, now)
    persons.require_open_entries(asked.tournament)
    raise acceptance_problem(asked)


@transaction.atomic
def decline(pk: int, *, now: datetime) -> None:
    """Decline an invitation for good; the organisers are told.

    Refuses ``already_entered``, and links that are revoked or past their day.
    """
    asked = _lock_invitation(pk)
    if asked.declined_at is not None:
        return
    if asked.link.uses.exists():
        raise Refused("already_entered")
    keys.require_usable(asked.link, None, now)
    asked.declined_at = asked.link.revoked_at = now
    asked.save(update_fields=["declined_at"])
    asked.link.save(update_fields=["revoked_at"])
    _notify_declined(asked, now)


def _lock_invitation(pk: int) -> AddressInvitation:
    """Return an invitation, its tournament locked; refuses ``not_invited``."""
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by__user")
    event = rows.filter(pk=pk).values_list("tournament", flat=True).first()
    if event is None:
        raise Refused("not_invited")
    open_tournament(event)
    return rows.get(pk=pk)


def _require_open(invitation: AddressInvitation) -> None:
    if invitation.declined_at is not None:
        raise Refused("not_invited")


def _notify_declined(invitation: AddressInvitation, now: datetime) -> None:
    """Tell the present organisers of a decline, under the name in the list, if any."""
    words = {
        "name": isolated(invitation.tournament.title),
        "player": invitation.link.note,
        "by": isolated(invitation.by.name),
    }

    def content() -> dict[str, object]:
        known = _("%(name)s: %(player)s has declined") % words
        unknown = _("%(name)s: someone has declined") % words
        had = _("%(by)s had invited them by their e-mail address.") % words
        return {"headline": known if invitation.link.note else unknown, "paragraphs": [had]}

    for organiser in staff_queries.organisers_of(invitation.tournament):
        news.notify_news(
            invitation.tournament, organiser, f"declined_address_{invitation.pk}", content, now
        )
