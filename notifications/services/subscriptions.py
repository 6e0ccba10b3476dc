"""Unsubscribing and resubscribing: the signed link in every e-mail, and the preferences page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.core import signing
from django.db import transaction

from accounts.models import Player
from notifications.kinds import KINDS, REFUSABLE, get_kind
from notifications.models import EmailSettings, Message, Preference
from notifications.queries import is_pushed_to, wants
from notifications.services import outbox

_SALT = "notifications.unsubscribe"


class InvalidTokenError(ValueError):
    """The link was cut or altered, or its player has closed the account."""


class NotRefusableError(ValueError):
    """E-mails of this kind cannot be refused, such as those about logins and rulings."""


@dataclass(frozen=True, slots=True)
class SubscriptionChoice:
    """What an unsubscribe link is about."""

    player: Player
    kind: str
    wanted: bool


def unsubscribe_token(player_id: int, kind: str) -> str:
    """Return the signed token with which a player can refuse a kind without logging in."""
    return signing.Signer(salt=_SALT).sign_object([player_id, kind])


def read_token(token: str) -> SubscriptionChoice:
    """Return the choice in a token. Raises InvalidTokenError."""
    try:
        player_id, kind = signing.Signer(salt=_SALT).unsign_object(token)
        player = Player.objects.filter(pk=int(player_id), closed_at=None).first()
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise InvalidTokenError from error
    if player is None or not isinstance(kind, str) or kind not in KINDS:
        raise InvalidTokenError
    return SubscriptionChoice(player, kind, wants(player, kind))


@transaction.atomic
def set_preference(
    player: Player, kind: str, *, wanted: bool, now: datetime, thread: str = ""
) -> None:
    """Save whether the player wants a kind; refusing withdraws what is still waiting.

    Raises NotRefusableError for a kind that is always sent. An empty ``kind`` with a ``thread``
    mutes or unmutes that whole thread.
    """
    if kind and not wanted and not get_kind(kind).refusable:
        raise NotRefusableError(kind)
    Preference.objects.update_or_create(
        player=player, kind=kind, thread=thread, defaults={"wanted": wanted}
    )
    if not wanted:
        _withdraw_refused_emails(player, kind, thread, now)


def clear_refusals(player: Player) -> None:
    """Delete the player's refusals; kinds they asked for and muted threads stay."""
    Preference.objects.filter(player=player, thread="", wanted=False).delete()


@transaction.atomic
def mute_thread(player: Player, thread: str, *, kept: Collection[str], now: datetime) -> None:
    """Mute a thread, except for kinds in ``kept``, for which the general choices apply."""
    Preference.objects.filter(player=player, thread=thread).delete()
    rows = [
        Preference(player=player, kind=kind, thread=thread, wanted=wants(player, kind))
        for kind in kept
    ]
    Preference.objects.bulk_create(
        [*rows, Preference(player=player, kind="", thread=thread, wanted=False)]
    )
    for kind in REFUSABLE:
        if kind not in kept:
            _withdraw_refused_emails(player, kind, thread, now)


def unmute_thread(player: Player, thread: str) -> None:
    """Delete the player's choices for a thread."""
    Preference.objects.filter(player=player, thread=thread).delete()


def _withdraw_refused_emails(player: Player, kind: str, thread: str, now: datetime) -> None:
    """Withdraw the waiting e-mails that the player has just refused.

    Those that browsers also show are kept, without an address.
    """
    if kind and not thread and is_pushed_to(player, kind):
        Message.objects.filter(player=player, kind=kind, state=Message.State.QUEUED).update(
            address=""
        )
        return
    waiting = Message.objects.filter(player=player, kind__in=[kind] if kind else REFUSABLE)
    if thread:
        waiting = waiting.filter(thread=thread)
    for key in waiting.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)


def unsubscribe(token: str, *, now: datetime) -> SubscriptionChoice:
    """Refuse the kind in the token; using the link twice is harmless."""
    found = read_token(token)
    set_preference(found.player, found.kind, wanted=False, now=now)
    return SubscriptionChoice(found.player, found.kind, wanted=False)


def resubscribe(token: str, *, now: datetime) -> SubscriptionChoice:
    """Undo a refusal, with the same link."""
    found = read_token(token)
    set_preference(found.player, found.kind, wanted=True, now=now)
    return SubscriptionChoice(found.player, found.kind, wanted=True)


@dataclass(frozen=True, slots=True)
class DeliverySettings:
    """How e-mails reach a player."""

    settle_minutes: int
    digest_after: int
    digest_hour: int
    plain_text: bool = False
    calendar: bool = False


@transaction.atomic
def save_preferences(
    player: Player, wanted: dict[str, bool], settings: DeliverySettings, *, now: datetime
) -> None:
    """Save all preferences of the page; kinds that are always sent are ignored."""
    for kind in REFUSABLE:
        if kind in wanted and wanted[kind] != wants(player, kind):
            set_preference(player, kind, wanted=wanted[kind], now=now)
    EmailSettings.objects.update_or_create(
        player=player,
        defaults={
            "settle_minutes": settings.settle_minutes,
            "digest_after": settings.digest_after,
            "digest_hour": settings.digest_hour,
            "plain_text": settings.plain_text,
            "calendar": settings.calendar,
        },
    )


def set_plain_text(player: Player, *, plain: bool) -> None:
    """Turn HTML and pictures in the player's e-mails off or on."""
    EmailSettings.objects.update_or_create(player=player, defaults={"plain_text": plain})


def clear_bounce(player: Player) -> None:
    """Resume e-mails to an address that bounced, at the reader's request."""
    EmailSettings.objects.filter(player=player).update(bounced_at=None, bounced_address="")
