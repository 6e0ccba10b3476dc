from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin, RowInline
from tournaments.referees import models


class CaseLineInline(ReadOnlyMixin, RowInline):
    model = models.CaseLine
    fk_name = "case"
    extra = 0
    exclude = ("text",)


@admin.register(models.Case)
class CaseAdmin(ReadOnlyMixin, LargeTableAdmin):
    """The text of cases is hidden; cases are decided at the referee desk."""

    view_on_site = True
    list_display = ("id", "kind", "match", "opened_by", "state", "assignee", "opened_at", "due_at")
    list_filter = ("state", "kind")
    list_select_related = ("match", "opened_by", "assignee")
    search_fields = ("=id", "=match__id", "opened_by__name", "about__name")
    date_hierarchy = "opened_at"
    inlines = (CaseLineInline,)
    exclude = ("text",)


@admin.register(models.CaseLine)
class CaseLineAdmin(ReadOnlyMixin, LargeTableAdmin):
    """The text of case lines is hidden."""

    exclude = ("text",)

    list_display = ("case", "event", "at", "by", "to")
    list_filter = ("event",)
    list_select_related = ("case", "by", "to")
    search_fields = ("=case__id",)


@admin.register(models.Ruling)
class RulingAdmin(ReadOnlyMixin, LargeTableAdmin):
    """``effects`` is hidden: it holds players' private data and the votes of juries."""

    exclude = ("effects",)
    list_display = ("number", "act", "match", "case", "by", "signed_at", "digest")
    list_filter = ("act",)
    list_select_related = ("match", "case", "by")
    search_fields = ("=number", "=match__id", "=case__id", "reason")
    date_hierarchy = "signed_at"


@admin.register(models.ChainHead)
class ChainHeadAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("number", "digest")
