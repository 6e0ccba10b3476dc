"""Instants and spans in templates, in the reader's zone and language: ``{% load times %}``."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from games.services.wording import time_words
from games.services.wording.time_words import unit_texts, unit_texts_after_preposition, zone_text

register = template.Library()


def _parts(value: timedelta) -> tuple[int, int, int]:
    """Return days, hours and minutes of a span, without its sign.

    Spans of a day or more are rounded to hours, so that three days that have just begun are three.
    """
    minutes = int(abs(value).total_seconds()) // 60
    if minutes >= 1440:
        minutes = (minutes + 30) // 60 * 60
    return minutes // 1440, minutes // 60 % 24, minutes % 60


def _two_largest(parts: tuple[str, str, str], counts: tuple[int, int, int]) -> str:
    """Join the largest non-zero unit with the next one unless that is zero."""
    first = next((i for i, count in enumerate(counts) if count), 2)
    return " ".join(parts[i] for i in (first, first + 1) if i < 3 and counts[i])


@register.filter
def span(value: timedelta | None) -> str:
    """Format a span by its two largest units: "2 days 3 hours"."""
    if value is None:
        return ""
    counts = _parts(value)
    if not any(counts):
        return gettext("less than a minute")
    return _two_largest(unit_texts(*counts), counts)


@register.filter
def span_after_preposition(value: timedelta) -> str:
    """Format a span as it follows “in” or “within”."""
    counts = _parts(value)
    if not any(counts):
        return pgettext("after a preposition", "less than a minute")
    return _two_largest(unit_texts_after_preposition(*counts), counts)


def _relative(value: timedelta) -> str:
    """Format the distance of an instant: "in 2 days 3 hours", "5 minutes ago"."""
    counts = _parts(value)
    if not any(counts):
        return gettext("now")
    said = _two_largest(unit_texts_after_preposition(*counts), counts)
    if value > timedelta(0):
        return gettext("in %(span)s") % {"span": said}
    return gettext("%(span)s ago") % {"span": said}


def _clock_time(local: datetime, now: datetime) -> str:
    """Format a local instant with weekday and zone; the year only if it is not the current one."""
    layout = "MOMENT_FORMAT" if local.year == now.year else "MOMENT_YEAR_FORMAT"
    return f"{date_format(local, layout)} {zone_text(local)}"


def _time_element(value: datetime, text: str) -> SafeString:
    """Wrap a text in <time>; the tooltip names the zone."""
    zone = timezone.get_current_timezone_name()
    return format_html('<time datetime="{}" title="{}">{}</time>', value.isoformat(), zone, text)


@register.filter
def deadline(value: datetime | None, now: datetime | None = None) -> SafeString | str:
    """Format a deadline with the reader's zone and how far away it is."""
    if value is None:
        return gettext("no deadline")
    now = now or timezone.now()  # noqa: TID251 - a filter is an entry point
    said = _clock_time(timezone.localtime(value), timezone.localtime(now))
    away = format_html('<span class="nowrap">({})</span>', _relative(value - now))
    return _time_element(value, format_html("{} {}", said, away))


@register.filter
def moment(value: datetime | None, now: datetime | None = None) -> SafeString | str:
    """Format an instant: weekday, date, time and the reader's zone."""
    if value is None:
        return ""
    now = now or timezone.now()  # noqa: TID251 - a filter is an entry point
    return _time_element(value, _clock_time(timezone.localtime(value), timezone.localtime(now)))


@register.filter
def moment_words(value: datetime | None, layout: str = "DATETIME_FORMAT") -> str:
    """Format an instant as plain text with the reader's zone."""
    return time_words.moment_words(value, layout) if value is not None else ""


@register.filter
def brief(value: datetime) -> SafeString:
    """Format an instant in digits with the reader's zone, for tables."""
    return _time_element(value, time_words.moment_words(value, "SHORT_DATETIME_FORMAT"))


@register.filter
def relative(value: datetime | None, now: datetime | None = None) -> SafeString | str:
    """Format how far away an instant is, where space is short."""
    if value is None:
        return ""
    now = now or timezone.now()  # noqa: TID251 - a filter is an entry point
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), _relative(value - now))


@register.filter
def left(instant: datetime | None, now: datetime | None = None) -> str:
    """Format the remaining time by its largest unit, abbreviated: "2 d", "5 h"."""
    if instant is None:
        return ""
    now = now or timezone.now()  # noqa: TID251 - a filter is an entry point
    minutes = max(0, int((instant - now).total_seconds()) // 60)
    if minutes >= 1440:
        return gettext("%(count)d d") % {"count": minutes // 1440}
    if minutes >= 60:
        return gettext("%(count)d h") % {"count": minutes // 60}
    return gettext("%(count)d min") % {"count": minutes}
