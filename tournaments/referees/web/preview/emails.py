"""The e-mails that a ruling would send, with the text of those about the ruling itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from notifications.labels import LABELS
from notifications.services.rendering import parse_instants, render_template
from tournaments.referees.services.previews import Email

MAX_EMAIL_TEXTS = 10
READABLE = frozenset({"ruling", "appeal_result"})  # nothing private, and no personal links
SIGNATURE = "-- "


@dataclass(frozen=True)
class EmailView:
    """An e-mail: recipient, kind and, if shown, its text in the recipient's language."""

    name: str
    kind: str
    text: str = ""


def email_views(
    emails: Sequence[Email], names: Mapping[int, str], now: datetime
) -> list[EmailView]:
    """Return all e-mails, the first SHOWN about the ruling with their text."""
    texts = 0
    found = []
    for email in emails:
        shown = email.kind in READABLE and texts < MAX_EMAIL_TEXTS
        texts += shown
        name, kind = names.get(email.player_id or 0, "–"), str(LABELS[email.kind])
        found.append(EmailView(name, kind, _text(email, name, now) if shown else ""))
    return found


def _text(email: Email, name: str, now: datetime) -> str:
    """Return the text of an e-mail without its signature and the board."""
    message = email.message
    with translation.override(message.language), timezone.override(ZoneInfo(message.zone)):
        context = parse_instants(message.context) | {"frame": {"name": name, "now": now}}
        context.pop("board", None)
        text = render_template(f"emails/{email.kind}.txt", context, escape=False)
    said = text.partition(f"\n{SIGNATURE}")[0]
    lines = (line.rstrip() for line in said.strip().splitlines())
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept)
