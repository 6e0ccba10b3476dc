from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin
from config.moderation.models import Report


@admin.register(Report)
class ReportAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Read-only; reports are settled on ``/admin/reports/``."""

    list_display = ("about", "what", "by", "at", "outcome", "settled_at")
    list_filter = ("what", "outcome")
    list_select_related = ("about", "by")
    search_fields = ("about__name",)
