"""Writing the site's own pages; every version stays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.services.errors import Refused
from config.texts.models import PageText

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MAX_TEXT_LENGTH = 40_000


class TextRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "long": _("A page can have up to %(most)d characters; this one has %(length)d."),
        "changed": _(
            "Somebody else has changed this page in the meantime. Compare your text with "
            "theirs in the history, then save again."
        ),
        "same": _("Nothing has changed."),
    }


def write_text(
    page: str, language: str, text: str, *, seen: int, by: Player | None, now: datetime
) -> PageText:
    """Add a version after ``seen``, the one that was edited; "" restores the default."""
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MAX_TEXT_LENGTH:
        raise TextRefused("long", most=MAX_TEXT_LENGTH, length=len(text))
    rows = PageText.objects.filter(page=page, language=language)
    latest = rows.order_by("-version").first()
    if (latest.version if latest else 0) != seen:
        raise TextRefused("changed")
    if (latest.text if latest else "") == text:
        raise TextRefused("same")
    try:
        with transaction.atomic():
            return PageText.objects.create(
                page=page, language=language, version=seen + 1, text=text, at=now, by=by
            )
    except IntegrityError as error:
        raise TextRefused("changed") from error
