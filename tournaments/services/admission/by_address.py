"""Invite people by e-mail address, whether they have an account or not.

Each address gets one e-mail with a link for one player. Nobody learns whether it belongs to an
account; only a keyed digest of it is stored. The recipient can unsubscribe, or report the e-mail as
spam, which unsubscribes, too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from accounts.services.locks import lock_name
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.addresses import About
from notifications.models.message import BY_ADDRESS_KIND
from notifications.services.headers import absolute_url
from notifications.services.outbox import post_to_address
from tournaments.models import AddressInvitation, EntryLink, Tournament
from tournaments.services.admission.keys import MAX_NOTE_LENGTH
from tournaments.services.emails import terms
from tournaments.services.revisions import late

SALT = "tournaments.address-invitation"
EMAIL_KIND = BY_ADDRESS_KIND
LOCK_NAME = "tournaments.address-invitations"
LINK_VALID_FOR = timedelta(days=60)
MAX_PER_DAY, MAX_PER_EVENT = 50, 200  # by one organiser in a day, and in one event
MAX_PER_ADDRESS, PER_ADDRESS_PERIOD = 3, timedelta(days=30)  # to one address, by anybody
validate_length = MaxLengthValidator(254)  # as in the e-mail model
MakeKey = Callable[[], str]


def digest_of(address: str) -> str:
    return salted_hmac(SALT, address.strip().lower(), algorithm="sha256").hexdigest()


def invite(
    tournament: Tournament, by: Player, who: tuple[str, str], make_key: MakeKey, now: datetime
) -> AddressInvitation:
    """Invite a name and an address; the caller has locked the tournament.

    Refuses ``teams_enter``, ``bad_address``, ``invited_before``, ``address_refuses``,
    ``addresses_enough``, what ``late.require_late_entry`` refuses, and ``closed_to_addresses``:
    these links do not work while entries are closed.
    """
    name, address = who
    if tournament.event_format.has_teams:
        raise Refused("teams_enter")
    late.require_late_entry(tournament)
    if tournament.entries_closed:
        raise Refused("closed_to_addresses")
    try:
        validate_email(address)
        validate_length(address)
    except ValidationError:
        raise Refused("bad_address", address=address[:60]) from None
    digest = digest_of(address)
    lock_name(LOCK_NAME)
    known = AddressInvitation.objects.filter(digest=digest)
    if known.filter(tournament=tournament).exists():
        raise Refused("invited_before", address=address)
    if known.filter(refused_at__isnull=False).exists():
        raise Refused("address_refuses", address=address)
    _check_limits(tournament, by, known.filter(at__gt=now - PER_ADDRESS_PERIOD).count(), now)
    link = EntryLink.objects.create(
        tournament=tournament,
        key=make_key(),
        note="" if name == address else name[:MAX_NOTE_LENGTH],
        by=by,
        made_at=now,
        most=1,
        until=now + LINK_VALID_FOR,
    )
    made = AddressInvitation.objects.create(
        tournament=tournament, link=link, digest=digest, by=by, at=now
    )
    _post_invitation(made, address, now)
    return made


def _check_limits(tournament: Tournament, by: Player, to_one: int, now: datetime) -> None:
    """Refuse ``addresses_enough``: limits per organiser and day, per event, per address.

    The caller holds a named lock, since others may invite for other events at the same time.
    """
    own = AddressInvitation.objects.filter(by=by, at__gt=now - timedelta(days=1)).count()
    here = AddressInvitation.objects.filter(tournament=tournament).count()
    if own >= MAX_PER_DAY or here >= MAX_PER_EVENT or to_one >= MAX_PER_ADDRESS:
        raise Refused("addresses_enough", day=MAX_PER_DAY, event=MAX_PER_EVENT)


def _post_invitation(invitation: AddressInvitation, address: str, now: datetime) -> None:
    """Post the e-mail in the organiser's language, which the reader probably knows."""
    by = invitation.by
    with translation.override(by.language):
        headline, what = question(invitation)
        free = _("If you have no account yet, you can create one there for free.")
        context = {
            "headline": headline,
            "paragraphs": [*what, terms.how_to_reply(), free],
            "facts": facts_for(invitation),
            "row": ["address_invitation", invitation.pk],
            **link_context(invitation),
        }
    language, zone = by.language, str(by.zone)
    post_to_address(
        EMAIL_KIND, address, key_of(invitation), context, language=language, zone=zone, now=now
    )


def facts_for(invitation: AddressInvitation) -> terms.Facts:
    return [
        *terms.facts(invitation.tournament),
        *terms.conditions(invitation.tournament, by_link=True),
    ]


def question(invitation: AddressInvitation) -> tuple[str, list[str]]:
    words = {"by": isolated(invitation.by.name), "name": isolated(invitation.tournament.title)}
    return _("%(by)s invites you to a tournament: %(name)s") % words, [
        _("If you accept, you will be entered. If you don’t reply, you won’t be.")
    ]


def link_context(invitation: AddressInvitation) -> dict[str, object]:
    """Return the links of the e-mail and the subject of replies to it."""
    return {
        "url": absolute_url(path_of(invitation)),
        "refuse_url": absolute_url(
            reverse("tournaments:no_invitations", args=[token_of(invitation)])
        ),
        "matter": [str(About.ADDRESS_INVITATION), invitation.pk],
        "hint": "invitation",
    }


def key_of(invitation: AddressInvitation) -> str:
    """Return the outbox key of the e-mail, which alone stores the address for a while."""
    return f"{EMAIL_KIND}:{invitation.tournament_id}:{invitation.digest}"


def path_of(invitation: AddressInvitation) -> str:
    return reverse("tournaments:address_invitation", args=[token_of(invitation)])


def token_of(invitation: AddressInvitation) -> str:
    return answer_tokens.make_token(SALT, invitation.pk)


def read_invitation_token(token: str) -> AddressInvitation:
    """Return the invitation of a signed token; refuses ``dead_link``."""
    (pk,) = answer_tokens.read_numbers(token, SALT, 1)
    rows = AddressInvitation.objects.select_related("tournament__organiser", "link", "by")
    found = rows.filter(pk=pk).first()
    if found is None:
        raise Refused("dead_link")
    return found


@transaction.atomic
def unsubscribe(token: str, *, now: datetime) -> AddressInvitation:
    """Unsubscribe the address from all tournament invitations and revoke its unused links."""
    found = read_invitation_token(token)
    _unsubscribe_digest(found.digest, now)
    return found


def unsubscribe_address(address: str, *, now: datetime) -> None:
    """Unsubscribe an address whose owner asked for it by reply or reported spam."""
    _unsubscribe_digest(digest_of(address), now)


def _unsubscribe_digest(digest: str, now: datetime) -> None:
    same = AddressInvitation.objects.filter(digest=digest)
    same.filter(refused_at=None).update(refused_at=now)
    own = EntryLink.objects.filter(address_invitation__in=same, revoked_at=None, uses=None)
    EntryLink.objects.filter(pk__in=list(own.values_list("pk", flat=True))).update(revoked_at=now)
