"""Shows e-mails as notifications in their readers' browsers instead."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts.models import Player
from notifications import pushing
from notifications.kinds import get_kind
from notifications.models import DeliveryEvent, Message, PushSubscription
from notifications.queries import loaded_settings, settings_for
from notifications.services import push_keys, rendering
from notifications.services.outbox import record_event

MAX_PUSH_SECONDS = 10.0  # seconds for all browsers of one e-mail
MAX_SILENT_SERVICES = 4  # unresponsive push services in one run; after that e-mails are sent
TOPIC_LENGTH = 32  # maximum that push services accept
URGENT_KINDS = frozenset({"your_turn", "reminder", "flagged"})
log = logging.getLogger(__name__)


def push_to_browsers(
    message: Message, now: datetime, compose: rendering.Compose, closed: set[str]
) -> bool:
    """Push a claimed e-mail to its reader's browsers; return whether that replaces it.

    One push service is enough. If none accepts it, or the reader wants both, the e-mail is sent.
    Push services that do not respond are added to ``closed`` and skipped for the rest of the run.
    """
    if message.pushed_at is not None:
        return False  # pushed already; only the e-mail is being retried
    browsers = _browsers(message) if getattr(message, "may_be_shown", True) else []
    if not browsers:
        return False
    text, headers = _payload(message, now, compose)
    key, taken, began = push_keys.private_key(now), False, time.monotonic()
    for each in browsers:
        if len(closed) >= MAX_SILENT_SERVICES or time.monotonic() - began > MAX_PUSH_SECONDS:
            break  # slow push services must not hold up the e-mails of others
        taken = _push_to(each, text, headers, key, closed) or taken
    if not taken:
        return False
    return _mark_pushed(message, now)


def has_browser(message: Message) -> bool:
    """Whether the reader still has a browser that shows e-mails of this kind."""
    return bool(_browsers(message))


def _browsers(message: Message) -> list[PushSubscription]:
    """Return the reader's browsers that show this kind of e-mail."""
    if settings.PUSH_KEY == push_keys.OFF or not get_kind(message.kind).pushes:
        return []
    rows = PushSubscription.objects.filter(player=message.player_id)
    return [row for row in rows if message.kind in row.kinds]


def _payload(
    message: Message, now: datetime, compose: rendering.Compose
) -> tuple[str, dict[str, str]]:
    """Return the payload for the service worker, and the headers for push services.

    If an e-mail is pushed twice, the topic replaces a waiting message, and the tag one that is
    shown.
    """
    title, url = rendering.headline(message, now, compose)
    topic = hashlib.sha256(message.key.encode()).hexdigest()[:TOPIC_LENGTH]
    told = {"title": title, "url": url, "tag": topic, "lang": message.language}
    urgency = "high" if message.kind in URGENT_KINDS else "normal"
    return json.dumps(told, ensure_ascii=False), {"Topic": topic, "Urgency": urgency}


def _push_to(
    browser: PushSubscription, text: str, headers: dict[str, str], key: str, closed: set[str]
) -> bool:
    """Push to one browser; return whether it was accepted. Deletes a subscription that is gone."""
    if browser.service in closed:
        return False
    try:
        pushing.push(browser.subscription_info, text, headers, key=key)
    except pushing.GoneError:
        PushSubscription.objects.filter(pk=browser.pk).delete()
        return False
    except pushing.PushFailedError as error:
        log.warning("push service %s: %s", browser.service, error)
        closed.add(browser.service)
        return False
    return True


@transaction.atomic
def _mark_pushed(message: Message, now: datetime) -> bool:
    """Record that a push service has accepted it; return whether the e-mail is done."""
    message.pushed_at = now
    player = message.player
    both = bool(message.address) and player is not None and _wants_both(player)
    found = Message.objects.filter(pk=message.pk)
    if both:
        found.update(pushed_at=now)
    else:
        done = {"state": Message.State.PUSHED, "claimed_until": None, "withdrawn_at": None}
        found.update(pushed_at=now, last_error="", failure_reason="", **done)
    record_event(message, DeliveryEvent.Event.PUSHED, now)
    return not both


def _wants_both(player: Player) -> bool:
    """Whether the reader wants the e-mail as well as the notification."""
    return (loaded_settings(player) or settings_for(player)).email_too
