"""What the operator reads on every page of the admin: that a worker hangs, by what waits for it."""

from __future__ import annotations

from django import template
from django.utils import timezone
from django.utils.translation import ngettext

from config import health

register = template.Library()


@register.simple_tag
def troubles() -> list[str]:
    """Return a sentence for everything that has waited too long."""
    lags = health.lags(timezone.now())  # noqa: TID251 (a door)
    said = []
    if not lags["letters"]["ok"]:
        minutes = lags["letters"]["seconds"] // 60
        said.append(
            ngettext(
                "A letter has been waiting for %(count)d minute: the worker hangs or does not run.",
                "A letter has been waiting for %(count)d minutes: the worker hangs or does not "
                "run.",
                minutes,
            )
            % {"count": minutes}
        )
    if not lags["sweeper"]["ok"]:
        minutes = lags["sweeper"]["seconds"] // 60
        said.append(
            ngettext(
                "A fallen flag has not been settled for %(count)d minute: the worker hangs or "
                "does not run.",
                "A fallen flag has not been settled for %(count)d minutes: the worker hangs or "
                "does not run.",
                minutes,
            )
            % {"count": minutes}
        )
    return said
