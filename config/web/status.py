"""``/status/``: whether the site works, and past outages."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.web import health
from games.services.time import outages

SHOWN_PERIOD = timedelta(days=365)


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show the current status and the outages of the past year."""
    now = timezone.now()
    spans = [
        {"row": each, "length": each.until - each.since, "lasts": each.since <= now < each.until}
        for each in outages.outages_since(now - SHOWN_PERIOD)
    ]
    lags = health.lags(now)
    context = {
        "spans": spans,
        "silent_since": outages.silent_since(now),
        "broker": health.broker()["ok"],
        "mail": lags["emails"]["ok"],
        "clocks": lags["flags"]["ok"],
        "now": now,
    }
    return render(request, "config/status.html", context)
