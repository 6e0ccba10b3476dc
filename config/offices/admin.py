from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin
from config.offices.models import RoleStep


@admin.register(RoleStep)
class RoleStepAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Read-only; roles are changed on ``/admin/offices/``."""

    list_display = ("player", "role", "step", "by", "at")
    list_filter = ("role", "step")
    list_select_related = ("player", "by")
    search_fields = ("player__name",)
