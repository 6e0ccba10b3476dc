"""Answer an invitation sent to an e-mail address, without logging in.

The answer counts for the player who has confirmed that address. Only the outbox stores the address,
and only while the invitation is open.
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
from tournaments.services.locks import lock_tournament


def address_of(invitation: AddressInvitation) -> str:
    """Return the invited address; "" once its e-mail has been removed."""
    sent = Message.objects.filter(key=by_address.key_of(invitation))
    return sent.values_list("address", flat=True).first() or ""


def addressee_of(invitation: AddressInvitation) -> Player | None:
    """Return the player who has confirmed the invited address, or None."""
    rows = Player.objects.select_related("user").filter(
        user__email__iexact=address_of(invitation), user__address_confirmed=True
    )
    return rows.filter(user__is_active=True, closed_at=None).first()


def account_refusal(invitation: AddressInvitation) -> Refused:
    """Return why nobody can accept yet: ``account_needed`` or ``address_unconfirmed``.

    ``dead_link`` if the account is barred.
    """
    user = User.objects.filter(email__iexact=address_of(invitation)).first()
    if user is None:
        return Refused("account_needed")
    return Refused("dead_link" if not user.is_active else "address_unconfirmed")


def open_invitations_of(player: Player, now: datetime) -> list[AddressInvitation]:
    """Return the unanswered invitations to a player's address."""
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
    """Return why the invitation cannot be accepted, by this player or (None) by anybody."""
    invited = player is not None and conditions.is_invited(invitation.tournament, player)
    try:
        _require_open(invitation)
        keys.require_usable(invitation.link, player, now)
        persons.require_open_entries(invitation.tournament, invited=invited)
        if player is None and account_refusal(invitation).code == "dead_link":
            return Refused("dead_link")
        if player is not None and not queries.is_entered(invitation.tournament, player):
            keys.require_not_excluded(invitation.link, player)
            persons.require_can_enter(invitation.tournament, player, now, invited=invited)
    except Refused as refusal:
        return refusal
    return None


def read_invitation(_message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return the current facts; None if the invitation can never be accepted any more."""
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by")
    asked = rows.get(pk=pk)
    refusal = refusal_to_accept(asked, None, now)
    passes = (
        refusal and refusal.code == "entries_closed" and persons.accepts_entries(asked.tournament)
    )
    return None if refusal and not passes else {"facts": by_address.facts_for(asked)}


@transaction.atomic
def accept(pk: int, player: Player | None, *, now: datetime) -> Entrant:
    """Enter by an invitation; accepting twice returns the same entry.

    Refuses ``account_refusal`` without a player, ``not_invited`` once it was declined, and what
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
    raise account_refusal(asked)


@transaction.atomic
def decline(pk: int, *, now: datetime) -> None:
    """Decline an invitation for good and notify the organisers.

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
    """Lock the tournament of an invitation and return both; refuses ``not_invited``."""
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by__user")
    event = rows.filter(pk=pk).values_list("tournament", flat=True).first()
    if event is None:
        raise Refused("not_invited")
    lock_tournament(event)
    return rows.get(pk=pk)


def _require_open(invitation: AddressInvitation) -> None:
    if invitation.declined_at is not None:
        raise Refused("not_invited")


def _notify_declined(invitation: AddressInvitation, now: datetime) -> None:
    """Notify the current organisers, naming the person as in the list, if named."""
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
