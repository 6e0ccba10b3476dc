"""Notifications in a player's browsers: turning them on and off, choosing kinds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from notifications import pushing
from notifications.kinds import PUSHABLE, PUSHED_BY_DEFAULT
from notifications.models import EmailSettings, PushSubscription, fingerprint_of
from notifications.models.push import MAX_ENDPOINT_LENGTH

MAX_BROWSERS = 10  # per player; the oldest subscription is deleted


class InvalidSubscriptionError(ValueError):
    """The data is not a valid subscription."""


@dataclass(frozen=True, slots=True)
class Browser:
    endpoint: str
    p256dh: str
    auth: str


@transaction.atomic
def enable_browser(
    player: Player, session: str, browser: Browser, *, now: datetime
) -> PushSubscription:
    """Show notifications in a browser until its session ends. Raises InvalidSubscriptionError.

    A browser belongs to the player who used it last; the same player keeps its kinds.
    """
    sound = pushing.is_valid_subscription(browser.endpoint, browser.p256dh, browser.auth)
    if not sound or len(browser.endpoint) > MAX_ENDPOINT_LENGTH:
        raise InvalidSubscriptionError(browser.endpoint)
    known = PushSubscription.objects.select_for_update().filter(
        fingerprint=fingerprint_of(browser.endpoint)
    )
    before = known.first()
    kinds = before.kinds if before and before.player_id == player.pk else list(PUSHED_BY_DEFAULT)
    PushSubscription.objects.filter(player=player, session=session).delete()
    found, _made = known.update_or_create(
        fingerprint=fingerprint_of(browser.endpoint),
        defaults={
            "player": player,
            "session_id": session,
            "endpoint": browser.endpoint,
            "p256dh": browser.p256dh,
            "auth": browser.auth,
            "kinds": kinds,
            "created_at": now,
        },
    )
    rest = PushSubscription.objects.filter(player=player).order_by("-created_at", "-pk")
    for old in rest[MAX_BROWSERS:]:
        old.delete()
    return found


@transaction.atomic
def save_browser_kinds(
    player: Player, session: str, kinds: Collection[str], *, email_too: bool
) -> bool:
    """Save which kinds a browser shows, and whether e-mails come as well.

    Return False if it has no subscription.
    """
    rows = PushSubscription.objects.filter(player=player, session=session)
    chosen = [kind for kind in PUSHABLE if kind in kinds]
    if not rows.update(kinds=chosen):
        return False
    EmailSettings.objects.update_or_create(player=player, defaults={"email_too": email_too})
    return True


def disable_browser(player: Player, session: str) -> None:
    """Stop notifications in the browser of a session."""
    PushSubscription.objects.filter(player=player, session=session).delete()


def delete_subscriptions(player: Player) -> None:
    """Stop notifications in all browsers of a player."""
    PushSubscription.objects.filter(player=player).delete()
