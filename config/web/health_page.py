"""``/admin/health/``: queues, recurring tasks and the size of the database, for operators."""

from __future__ import annotations

from datetime import date

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_safe

from config import health_log, table_sizes
from config.web.charts import Chart, build_chart
from games.services.time.outages import heartbeat_age

QUEUE_LABELS = {
    "emails": _("E-mails due (maximum)"),
    "email_minutes": _("Longest wait of an e-mail, in minutes"),
    "flag_seconds": _("Longest wait of a fallen flag, in seconds"),
    "events": _("Tournaments with a step due (maximum)"),
}


@require_safe
def site_health(request: HttpRequest) -> HttpResponse:
    """Show the current state and the last thirty days."""
    now = timezone.now()
    days = health_log.queues_by_day(now.date())
    charts = [
        build_chart(
            str(name),
            [told.get(key, 0) for _day, told in days],
            max(told.get(key, 0) for _day, told in days),
        )
        for key, name in QUEUE_LABELS.items()
    ]
    current = health_log.current_queues(now)
    context: dict[str, object] = {
        **admin.site.each_context(request),
        "title": gettext("Health"),
        "current": [(name, current[key]) for key, name in QUEUE_LABELS.items()],
        "heartbeat": heartbeat_age(now),
        "ticks": health_log.task_statuses(now),
        "charts": [*charts, *_database(now.date())],
        "names": list(QUEUE_LABELS.values()),
        "days": [
            (day, [told.get(key, "–") for key in QUEUE_LABELS]) for day, told in reversed(days)
        ],
        "now": now,
    }
    return render(request, "admin/health.html", context)


def _database(today: date) -> list[Chart]:
    """Return a chart of the database's size by day; none if that is unknown."""
    if not table_sizes.is_supported():
        return []
    sizes = table_sizes.totals_by_day(today, health_log.DAYS)
    return [build_chart(gettext("Size of the database"), sizes, filesizeformat(sizes[-1]))]
