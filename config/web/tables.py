"""``/admin/tables/``: how large the tables are, for operators."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from config import table_sizes


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Show rows, bytes and growth of every table."""
    known = table_sizes.is_supported()
    context: dict[str, object] = {
        **admin.site.each_context(request),
        "title": gettext("Table sizes"),
        "sizes": table_sizes.measure_tables(timezone.now().date()) if known else None,
    }
    return render(request, "admin/tables.html", context)
