"""Warnings for operators, shown on every admin page."""

from __future__ import annotations

from django import template
from django.utils import timezone
from django.utils.translation import ngettext

from config.moderation import queries as moderation
from config.web import health

register = template.Library()


@register.simple_tag
def operator_alerts() -> list[str]:
    """Return a sentence for everything that has been waiting too long."""
    lags = health.lags(timezone.now())  # noqa: TID251 (an entry point)
    said = []
    if lags["emails"]["seconds"] > lags["emails"]["limit"]:
        minutes = lags["emails"]["seconds"] // 60
        said.append(
            ngettext(
                "An e-mail has been waiting for %(count)d minute: the worker is stuck or not "
                "running, or the mail server is unavailable.",
                "An e-mail has been waiting for %(count)d minutes: the worker is stuck or not "
                "running, or the mail server is unavailable.",
                minutes,
            )
            % {"count": minutes}
        )
    if given_up := lags["emails"]["given_up"]:
        said.append(
            ngettext(
                "%(count)d e-mail could not be delivered. See the outbox.",
                "%(count)d e-mails could not be delivered. See the outbox.",
                given_up,
            )
            % {"count": given_up}
        )
    said += _incoming_alerts(lags["incoming"])
    if not lags["flags"]["ok"]:
        minutes = lags["flags"]["seconds"] // 60
        said.append(
            ngettext(
                "A fallen flag has not been settled for %(count)d minute: the worker is stuck "
                "or not running.",
                "A fallen flag has not been settled for %(count)d minutes: the worker is stuck "
                "or not running.",
                minutes,
            )
            % {"count": minutes}
        )
    if reports := moderation.open_report_count():
        said.append(
            ngettext(
                "%(count)d new report. See “Reports”.",
                "%(count)d new reports. See “Reports”.",
                reports,
            )
            % {"count": reports}
        )
    return said


def _incoming_alerts(lag: health.Lag) -> list[str]:
    said = []
    if lag["seconds"] > lag["limit"]:
        minutes = lag["seconds"] // 60
        said.append(
            ngettext(
                "An incoming e-mail has been waiting for %(count)d minute: the worker is stuck "
                "or not running.",
                "An incoming e-mail has been waiting for %(count)d minutes: the worker is stuck "
                "or not running.",
                minutes,
            )
            % {"count": minutes}
        )
    if aside := lag["set_aside"]:
        said.append(
            ngettext(
                "%(count)d incoming e-mail could not be read. See “Incoming e-mails”.",
                "%(count)d incoming e-mails could not be read. See “Incoming e-mails”.",
                aside,
            )
            % {"count": aside}
        )
    return said
