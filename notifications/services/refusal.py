"""Refusing and taking back e-mails: the signed link in every e-mail, and the preferences page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core import signing
from django.db import transaction

from accounts.models import Player
from notifications.kinds import KINDS, REFUSABLE, kind_named
from notifications.models import EmailSettings, Message, Preference
from notifications.queries import wants
from notifications.services import outbox

_SALT = "notifications.unsubscribe"


class InvalidTokenError(ValueError):
    """The link was cut or altered, or its player has closed the account."""


class NotRefusableError(ValueError):
    """E-mails about login and rulings always arrive."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a link in an e-mail is about."""

    player: Player
    kind: str
    wanted: bool


def token_for(player_id: int, kind: str) -> str:
    """Return the signed token by which this player refuses this kind without logging in."""
    return signing.Signer(salt=_SALT).sign_object([player_id, kind])


def read_token(token: str) -> Refusal:
    """Return what the token is about; InvalidTokenError where it is not one of ours."""
    try:
        player_id, kind = signing.Signer(salt=_SALT).unsign_object(token)
        player = Player.objects.filter(pk=int(player_id), closed_at=None).first()
    except (signing.BadSignature, ValueError, TypeError) as fault:
        raise InvalidTokenError from fault
    if player is None or not isinstance(kind, str) or kind not in KINDS:
        raise InvalidTokenError
    return Refusal(player, kind, wants(player, kind))


@transaction.atomic
def choose(player: Player, kind: str, *, wanted: bool, now: datetime, thread: str = "") -> None:
    """Remember whether the player wants a kind; refusing takes back what is still waiting.

    Raises NotRefusableError for a kind that always arrives. An empty ``kind`` with a ``thread``
    mutes or opens that whole thread.
    """
    if kind and not wanted and not kind_named(kind).refusable:
        raise NotRefusableError(kind)
    Preference.objects.update_or_create(
        player=player, kind=kind, thread=thread, defaults={"wanted": wanted}
    )
    if not wanted:
        _take_back(player, kind, thread, now)


def _take_back(player: Player, kind: str, thread: str, now: datetime) -> None:
    """Withdraw the waiting e-mails that the player has just refused."""
    waiting = Message.objects.filter(player=player, kind__in=[kind] if kind else REFUSABLE)
    if thread:
        waiting = waiting.filter(thread=thread)
    for key in waiting.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)


def refuse(token: str, *, now: datetime) -> Refusal:
    """Refuse the kind the token names; the same link twice is as good as once."""
    found = read_token(token)
    choose(found.player, found.kind, wanted=False, now=now)
    return Refusal(found.player, found.kind, wanted=False)


def subscribe_again(token: str, *, now: datetime) -> Refusal:
    """Take a refusal back by the same link."""
    found = read_token(token)
    choose(found.player, found.kind, wanted=True, now=now)
    return Refusal(found.player, found.kind, wanted=True)


@dataclass(frozen=True, slots=True)
class DeliverySettings:
    """How e-mails reach a player."""

    settle_minutes: int
    digest_after: int
    digest_hour: int


@transaction.atomic
def save_preferences(
    player: Player, wanted: dict[str, bool], settings: DeliverySettings, *, now: datetime
) -> None:
    """Save the whole preferences page at once; kinds that always arrive are left alone."""
    for kind in REFUSABLE:
        if kind in wanted and wanted[kind] != wants(player, kind):
            choose(player, kind, wanted=wanted[kind], now=now)
    EmailSettings.objects.update_or_create(
        player=player,
        defaults={
            "settle_minutes": settings.settle_minutes,
            "digest_after": settings.digest_after,
            "digest_hour": settings.digest_hour,
        },
    )


def trust_again(player: Player) -> None:
    """Send e-mails to an address that bounced once more, at the reader's request."""
    EmailSettings.objects.filter(player=player).update(bounced_at=None, bounced_address="")
