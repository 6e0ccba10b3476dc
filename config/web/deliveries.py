"""``/admin/deliveries/``: sent, deferred and bounced e-mails, for operators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_safe

from config.web.charts import Chart, build_chart
from notifications import delivery_queries

EVENT_LABELS = {
    "queued": _("Written"),
    "accepted": _("Sent"),
    "failed": _("Deferred or failed"),
    "bounced": _("Bounced"),
    "complained": _("Reported as spam"),
}
MAX_DOMAIN_LENGTH = 254


@require_safe
def deliveries(request: HttpRequest) -> HttpResponse:
    """Show the last thirty days, of all domains or of one."""
    domain = request.GET.get("domain", "").strip().lower()[:MAX_DOMAIN_LENGTH].replace("\0", "")
    found = delivery_queries.delivery_statistics(timezone.now(), domain)
    context: dict[str, object] = {
        **admin.site.each_context(request),
        "title": gettext("Deliveries"),
        "domain": domain,
        "found": found,
        "charts": [_chart(event, found.days) for event in delivery_queries.EVENTS],
        "names": list(EVENT_LABELS.values()),
        "days": [(day, _cells(counts)) for day, counts in reversed(found.days)],
        "domains": [(each, _cells(each.counts)) for each in found.domains],
    }
    return render(request, "admin/deliveries.html", context)


def _cells(counts: Counter[str]) -> list[int]:
    return [counts[event] for event in delivery_queries.EVENTS]


def _chart(event: str, days: Sequence[tuple[date, Counter[str]]]) -> Chart:
    return build_chart(str(EVENT_LABELS[event]), [counts[event] for _day, counts in days])
