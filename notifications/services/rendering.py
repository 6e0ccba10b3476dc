"""Turning a row of the outbox into an e-mail: language, zone, text, HTML, picture and headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from notifications import pictures
from notifications.kinds import kind_named
from notifications.labels import LABELS, Label
from notifications.models import Message
from notifications.services.outbox import post_domain
from notifications.services.refusal import token_for

SUBJECT_LENGTH = 150
SIGNATURE = "-- "  # mail programs cut what follows it out of replies; the blank belongs to it
_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


Compose = Callable[[Message], Mapping[str, object]]


class NotComposableError(LookupError):
    """What an e-mail is about is no more, so it is not sent; the text says why."""


class Email(EmailMultiAlternatives):
    """An e-mail whose pictures are part of its HTML instead of attachments."""

    mixed_subtype = "related"


@dataclass(frozen=True, slots=True)
class Frame:
    """The variables of every e-mail's frame, ``frame`` in templates."""

    kind: str
    label: Label
    name: str
    language: str
    now: datetime
    site_name: str
    site_url: str
    preferences_url: str
    unsubscribe_url: str
    subject: str = ""


def absolute(location: str) -> str:
    """Return the full address of a place on our site; full addresses stay as they are."""
    return settings.SITE_URL + location if location.startswith("/") else location


def thread_root(thread: str, player_id: int | None) -> str:
    """Return the Message-ID every e-mail of a player's thread refers to, sent or not."""
    digest = salted_hmac("notifications.thread", f"{thread}\n{player_id}", algorithm="sha256")
    return f"<thread.{digest.hexdigest()[:32]}@{post_domain()}>"


def read_instants(value: Any, name: str = "") -> Any:
    """Make ISO texts instants (``deadline``, ``…_at``, ``…_until``) and days (``…_day``) again."""
    if isinstance(value, dict):
        return {key: read_instants(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [read_instants(item, name) for item in value]
    if not isinstance(value, str) or not value:
        return value
    if name == "deadline" or name.endswith(("_at", "_until")):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if name.endswith("_day") else value


def fill(template: str, context: Mapping[str, object], *, escape: bool) -> str:
    """Render one template file; plain text is not escaped."""
    loaded: Any = engines["django"].get_template(template)
    return str(loaded.template.render(Context(dict(context), autoescape=escape)))


def _tidy(text: str) -> str:
    """Return plain text without trailing blanks and with at most one empty line in a row."""
    lines: list[str] = []
    for line in (raw.rstrip() for raw in text.strip().splitlines()):
        if line or (lines and lines[-1]):
            lines.append(SIGNATURE if line == SIGNATURE.rstrip() else line)
    return "\n".join(lines) + "\n"


def _unsubscribe_url(message: Message) -> str:
    """Return the one-click address, empty for e-mails that cannot be refused."""
    if message.player_id is None or not kind_named(message.kind).refusable:
        return ""
    token = token_for(message.player_id, message.kind)
    return absolute(reverse("notifications:unsubscribe", args=[token]))


def _frame(message: Message, now: datetime) -> Frame:
    """Gather what the frame shows."""
    return Frame(
        kind=message.kind,
        label=LABELS[message.kind],
        name=message.player.name if message.player else "",
        language=message.language,
        now=now,
        site_name=settings.SITE_NAME,
        site_url=settings.SITE_URL,
        preferences_url=absolute(reverse("notifications:preferences")),
        unsubscribe_url=_unsubscribe_url(message),
    )


def _context(message: Message, now: datetime, compose: Compose) -> dict[str, Any]:
    """Return what the templates of this e-mail may use."""
    context: dict[str, Any] = read_instants(compose(message))
    board = dict(context.get("board") or {})
    if board.get("svg"):
        board["cid"] = f"board.{message.message_id.strip('<>')}"
    items = _digest_items(message, now, compose) if message.kind == "daily_digest" else []
    return {**context, "board": board or None, "items": items, "frame": _frame(message, now)}


def _subject(message: Message, context: Mapping[str, object]) -> str:
    """Return the subject on a single line of decent length."""
    raw = fill(f"emails/{message.kind}.subject.txt", context, escape=False)
    line = " ".join(raw.split())
    return line if len(line) <= SUBJECT_LENGTH else line[: SUBJECT_LENGTH - 1] + "…"


def _digest_items(digest: Message, now: datetime, compose: Compose) -> list[dict[str, str]]:
    """Return one line an e-mail that waits inside this digest, oldest first."""
    waiting = digest.merged.filter(state=Message.State.MERGED).order_by("created_at", "pk")
    items = []
    for message in waiting.select_related("player"):
        try:
            context = _context(message, now, compose)
        except NotComposableError:
            continue
        url = absolute(str(context.get("url") or "/"))
        items.append({"subject": _subject(message, context), "url": url})
    return items


def render(message: Message, now: datetime, compose: Compose) -> Email:
    """Return the e-mail in the reader's language and zone; raises what its template raises.

    ``compose`` makes of a row what its templates need, in the language that is active then.
    """
    with translation.override(message.language), timezone.override(ZoneInfo(message.zone)):
        context = _context(message, now, compose)
        subject = _subject(message, context)
        text = _tidy(fill(f"emails/{message.kind}.txt", context, escape=False))
        page = fill(f"emails/{message.kind}.html", context | {"subject": subject}, escape=True)
    email = Email(subject, text, to=[message.address], headers=headers(message, now))
    email.attach_alternative(_inliner.inline(page), "text/html")
    board = context["board"]
    if board and "cid" in board:
        email.attach(_picture(board["svg"], board["cid"]))
    return email


def _picture(svg: str, cid: str) -> MIMEImage:
    """Return the inline picture of the board."""
    image = MIMEImage(pictures.png(svg), "png")
    image.add_header("Content-ID", f"<{cid}>")
    image.add_header("Content-Disposition", "inline", filename="board.png")
    return image


def headers(message: Message, now: datetime) -> dict[str, str]:
    """Return the headers that thread it, let it be refused and keep robots from answering."""
    found = {
        "Message-ID": message.message_id,
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Email-Kind": message.kind,
        "Content-Language": message.language,
    }
    if message.thread:
        root = thread_root(message.thread, message.player_id)
        found |= {"In-Reply-To": root, "References": root}
    if url := _unsubscribe_url(message):
        found["List-Unsubscribe"] = f"<{url}>"
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return found
