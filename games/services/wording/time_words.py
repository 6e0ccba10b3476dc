"""Instants with their time zone ("23:30 CEST", "23:30 UTC+3"), and units of time."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext, npgettext, pgettext


def zone_text(local: datetime) -> str:
    """Return the abbreviation of a local instant's zone, or its offset from UTC."""
    name = local.tzname() or ""
    known = {"CET": pgettext("time zone", "CET"), "CEST": pgettext("time zone", "CEST")}
    return known.get(name, name if name.isalpha() else _offset_text(local))


def _offset_text(local: datetime) -> str:
    minutes = (local.utcoffset() or timedelta(0)) // timedelta(minutes=1)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def moment_words(
    instant: datetime, layout: str = "DATETIME_FORMAT", zone: tzinfo | None = None
) -> str:
    """Format an instant with its zone, the reader's by default."""
    local = timezone.localtime(instant, zone)
    return f"{date_format(local, layout)} {zone_text(local)}"


def unit_texts(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    """Return each unit with its number: ("2 days", "3 hours", "0 minutes")."""
    return (
        ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours},
        ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes},
    )


def unit_texts_after_preposition(days: int, hours: int, minutes: int) -> tuple[str, str, str]:
    """Return each unit as inflected after a preposition: in German “2 Tagen”, not “2 Tage”."""
    return (
        npgettext("after a preposition", "%(count)d day", "%(count)d days", days) % {"count": days},
        npgettext("after a preposition", "%(count)d hour", "%(count)d hours", hours)
        % {"count": hours},
        npgettext("after a preposition", "%(count)d minute", "%(count)d minutes", minutes)
        % {"count": minutes},
    )
