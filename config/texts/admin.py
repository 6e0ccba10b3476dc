from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin
from config.texts.models import PageText


@admin.register(PageText)
class PageTextAdmin(ReadOnlyMixin, LargeTableAdmin):
    """All versions, read-only; ``/admin/pages/`` adds one."""

    list_display = ("page", "language", "version", "at", "by")
    list_filter = ("page", "language")
    list_select_related = ("by",)
