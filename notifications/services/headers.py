"""Headers that thread an e-mail, offer to unsubscribe, and prevent automatic replies."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime, formataddr

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac

from notifications.kinds import get_kind
from notifications.models import Message
from notifications.services.outbox import sender_domain
from notifications.services.subscriptions import unsubscribe_token


def absolute_url(location: str) -> str:
    """Return the absolute URL of a path of the site; absolute URLs stay as they are."""
    return settings.SITE_URL + location if location.startswith("/") else location


def thread_root(thread: str, player_id: int | None) -> str:
    """Return the Message-ID to which every e-mail of a player's thread refers.

    No e-mail need have it.
    """
    digest = salted_hmac("notifications.thread", f"{thread}\n{player_id}", algorithm="sha256")
    return f"<thread.{digest.hexdigest()[:32]}@{sender_domain()}>"


def unsubscribe_url(message: Message) -> str:
    """Return the one-click URL; empty for e-mails that cannot be refused."""
    if message.player_id is None or not get_kind(message.kind).refusable:
        return ""
    token = unsubscribe_token(message.player_id, message.kind)
    return absolute_url(reverse("notifications:unsubscribe", args=[token]))


def list_help(reply_to: str) -> str:
    """Return List-Help: a reply that asks for help, if replies are accepted, and a page."""
    page = f"<{absolute_url(reverse('notifications:preferences'))}>"
    return f"<mailto:{reply_to}?subject=help&body=help>, {page}" if reply_to else page


def build_headers(message: Message, now: datetime, reply_to: str = "") -> dict[str, str]:
    """Return the headers for threading, unsubscribing and preventing automatic replies."""
    found = {
        "Message-ID": message.message_id,
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Email-Kind": message.kind,
        "Content-Language": message.language,
        "List-Id": f"{formataddr((settings.SITE_NAME, ''))[:-1]}{sender_domain()}>",
        "List-Help": list_help(reply_to),
    }
    if message.thread:
        root = thread_root(message.thread, message.player_id)
        found |= {"In-Reply-To": root, "References": root}
    if url := unsubscribe_url(message):
        found["List-Unsubscribe"] = f"<{url}>"
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return found
