"""Renders a row of the outbox as an e-mail: language, zone, text, HTML, picture and headers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import formataddr, parseaddr
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone, translation

from accounts.naming import isolated
from notifications import addresses
from notifications.addresses import About, Matter
from notifications.kinds import is_instant_name
from notifications.labels import HINTS, LABELS, Label
from notifications.mime import Email, inline_picture
from notifications.models import Message
from notifications.queries import loaded_settings, settings_for
from notifications.services.headers import absolute_url, build_headers, thread_root, unsubscribe_url

MAX_SUBJECT_LENGTH = 150
MAX_SENDER_LENGTH = 60
NOT_ISOLATED = frozenset({"calendar", "sender", "svg", "url"})  # keys of values that are no text
SIGNATURE = "-- "  # what follows is stripped from replies; the trailing space belongs to it
Compose = Callable[[Message, datetime], Mapping[str, object]]
_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


class NotComposableError(LookupError):
    """An e-mail's subject is gone, so it is not sent; the text says why.

    ``outdated`` has (pk, reason) of e-mails inside a digest to which the same applies.
    """

    def __init__(self, why: str, outdated: Sequence[tuple[int, str]] = ()) -> None:
        super().__init__(why)
        self.outdated = outdated


@dataclass(frozen=True, slots=True)
class Frame:
    """The variables of every e-mail's frame, called ``frame`` in templates."""

    kind: str
    label: Label
    name: str
    language: str
    now: datetime
    site_name: str
    site_url: str
    preferences_url: str
    unsubscribe_url: str
    reply_to: str
    mark: str
    hint: Label | str
    subject: str = ""


def parse_instants(value: Any, name: str = "") -> Any:
    """Turn ISO texts into instants (``deadline``, ``…_at``, ``…_until``) and dates (``…_day``)."""
    if isinstance(value, dict):
        return {key: parse_instants(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [parse_instants(item, name) for item in value]
    if not isinstance(value, str) or not value:
        return value
    if is_instant_name(name):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if name.endswith("_day") else value


def _isolate_names(value: Any, key: str = "") -> Any:
    """Isolate right-to-left names, which would reorder the sentences around them.

    A text that also has Latin letters is a sentence, in which names are isolated already.
    """
    if isinstance(value, dict):
        return {name: _isolate_names(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_isolate_names(item, key) for item in value]
    if not isinstance(value, str) or key in NOT_ISOLATED or "\n" in value:
        return value
    mixed = any(unicodedata.bidirectional(sign) == "L" for sign in value)
    return value if mixed else isolated(value)


def render_template(template: str, context: Mapping[str, object], *, escape: bool) -> str:
    """Render a template; plain text is not escaped."""
    loaded: Any = engines["django"].get_template(template)
    return str(loaded.template.render(Context(dict(context), autoescape=escape)))


@cache
def _styles() -> str:
    """Return the styles with one rule a line, which makes a third of the lines."""
    written = render_template("emails/email.css", {}, escape=False)
    return re.sub(r"\}\s*", "}\n", re.sub(r"\s*\n\s*", " ", written))


def _strip_blank_lines(text: str) -> str:
    """Remove trailing blanks, and all but one of several empty lines."""
    lines: list[str] = []
    for line in (raw.rstrip() for raw in text.strip().splitlines()):
        if line or (lines and lines[-1]):
            lines.append(SIGNATURE if line == SIGNATURE.rstrip() else line)
    return "\n".join(lines) + "\n"


def matter_of(message: Message, context: Mapping[str, Any]) -> Matter | None:
    """Return the subject of a reply to this e-mail; None if it takes no replies.

    ``matter`` in the context is ``["match", number, ply, seat, generation]``, perhaps with the
    question it asks, or ``["challenge", number]``; without it an e-mail concerns only its reader.
    E-mails about the login take no replies: a quoted text must not come back.
    """
    about, *numbers = context.get("matter") or [About.PLAYER]
    nobodys = message.player_id is None and about != About.ADDRESS_INVITATION
    if nobodys or message.kind == "security":
        return None
    return Matter(About(about), message.player_id or 0, *numbers)


def _reply_hint(message: Message, context: Mapping[str, Any]) -> Label | str:
    """Return the hint about replying: named by the context, or by kind and turn."""
    found = HINTS.get(str(context.get("hint") or message.kind))
    if found is None and context.get("example"):
        found = HINTS["your_turn"]
    return found or ""


def _build_frame(
    message: Message, now: datetime, reply_to: str, context: Mapping[str, Any]
) -> Frame:
    return Frame(
        kind=message.kind,
        label=LABELS[message.kind],
        name=isolated(message.player.name) if message.player else "",
        language=message.language,
        now=now,
        site_name=settings.SITE_NAME,
        site_url=settings.SITE_URL,
        preferences_url=absolute_url(reverse("notifications:preferences")),
        unsubscribe_url=unsubscribe_url(message),
        reply_to=reply_to,
        mark=addresses.REPLY_MARKER if reply_to else "",
        hint=_reply_hint(message, context),
    )


def _build_context(message: Message, now: datetime, compose: Compose) -> dict[str, Any]:
    """Return the template context of this e-mail."""
    context: dict[str, Any] = _isolate_names(parse_instants(compose(message, now)))
    if context.get("url"):
        context["url"] = absolute_url(str(context["url"]))
    board = dict(context.get("board") or {})
    if board.get("svg"):
        board["cid"] = f"board.{message.message_id.strip('<>')}"
    merges = message.kind == "daily_digest"
    items, outdated = _digest_items(message, now, compose) if merges else ([], [])
    matter = matter_of(message, context)
    frame = _build_frame(message, now, addresses.reply_address(matter) if matter else "", context)
    return {**context, "board": board or None, "items": items, "outdated": outdated, "frame": frame}


def _render_subject(message: Message, context: Mapping[str, object]) -> str:
    """Return the subject on a single line, shortened if it is too long."""
    raw = render_template(f"emails/{message.kind}.subject.txt", context, escape=False)
    line = " ".join(raw.split())
    return line if len(line) <= MAX_SUBJECT_LENGTH else line[: MAX_SUBJECT_LENGTH - 1] + "…"


def _digest_items(
    digest: Message, now: datetime, compose: Compose
) -> tuple[list[dict[str, str]], list[tuple[int, str]]]:
    """Return subject and URL of each e-mail in this digest, oldest first, and the outdated ones.

    Raises NotComposableError if all are outdated.
    """
    waiting = digest.merged.filter(state=Message.State.MERGED).order_by("created_at", "pk")
    items, outdated = [], []
    for message in waiting.select_related("player"):
        try:
            context = _build_context(message, now, compose)
        except NotComposableError as why:
            outdated.append((message.pk, str(why)))
            continue
        url = str(context.get("url") or absolute_url("/"))
        items.append({"subject": _render_subject(message, context), "url": url})
    if not items:
        raise NotComposableError("nothing left in it", outdated)
    return items, outdated


def render(message: Message, now: datetime, compose: Compose) -> Email:
    """Return the e-mail in the reader's language and zone. Raises what its template raises.

    ``compose`` returns the template context of a row, in the active language.
    """
    with translation.override(message.language), timezone.override(ZoneInfo(message.zone)):
        context = _build_context(message, now, compose)
        subject = _render_subject(message, context)
        text = _strip_blank_lines(
            render_template(f"emails/{message.kind}.txt", context, escape=False)
        )
        plain = _wants_plain_text(message)
        filled = context | {"subject": subject, "styles": _styles()}
        page = "" if plain else render_template(f"emails/{message.kind}.html", filled, escape=True)
    reply_to = context["frame"].reply_to
    email = Email(
        subject,
        text,
        from_email=addresses.bounce_address(message.pk) or None,
        to=[message.address],
        reply_to=[reply_to] if reply_to else None,
        headers=build_headers(message, now, reply_to) | _context_headers(message, context),
    )
    email.metadata = {addresses.OUTBOX: str(message.pk)}
    email.calendar = context.get("calendar") or {}
    email.outdated = context["outdated"]
    if plain:
        return email
    short = _inliner.inline(page).replace("</td><", "</td>\n<")  # long lines would be encoded
    email.attach_alternative(short, "text/html")
    board = context["board"]
    if board and "cid" in board:
        email.attach(inline_picture(board["svg"], board["cid"]))
    return email


def headline(message: Message, now: datetime, compose: Compose) -> tuple[str, str]:
    """Return the subject and the URL of an e-mail, in the reader's language and zone."""
    with translation.override(message.language), timezone.override(ZoneInfo(message.zone)):
        context = _build_context(message, now, compose)
        return _render_subject(message, context), absolute_url(str(context.get("url") or "/"))


def _wants_plain_text(message: Message) -> bool:
    """Whether the reader wants plain text only."""
    player = message.player
    return player is not None and (loaded_settings(player) or settings_for(player)).plain_text


def _context_headers(message: Message, context: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers that depend on the context: sender, and what it answers."""
    found = {"From": _format_sender(context)}
    answered = str(context.get("answers") or "")
    if answered.isascii() and answered.startswith("<") and answered.isprintable():
        root = thread_root(message.thread, message.player_id) if message.thread else ""
        found |= {"In-Reply-To": answered, "References": f"{root} {answered}".strip()}
    return found


def _format_sender(context: Mapping[str, Any]) -> str:
    """Return the sender: the site, with the person or subject of the e-mail in its name."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    other = str(context.get("sender") or "")
    if len(other) > MAX_SENDER_LENGTH:
        other = f"{other[: MAX_SENDER_LENGTH - 1]}…"
    return formataddr((f"{other} – {name}" if other else name, address))
