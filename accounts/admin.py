"""The operator's view of people: read-mostly, for verbs live in the services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest
from rest_framework.authtoken.models import TokenProxy

from accounts.models import Leave, Player, User, Visit

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin


admin.site.unregister(TokenProxy)  # whose list would show the players' keys


class ReadMostly(AnyAdmin):
    """Shows rows; nothing is added or deleted here."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Say no: rows come into being through the services."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Say no: results hang on rows."""
        return False


@admin.register(User)
class UserAdmin(ReadMostly):
    """Logins; an operator may lock one or hand out rights."""

    list_display = ("email", "is_active", "is_staff", "address_confirmed", "last_login")
    list_filter = ("is_active", "is_staff", "address_confirmed")
    search_fields = ("email", "player__name")
    fields = (
        "email",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "address_confirmed",
        "date_joined",
        "last_login",
    )
    readonly_fields = ("email", "address_confirmed", "date_joined", "last_login")
    filter_horizontal = ("groups",)


@admin.register(Player)
class PlayerAdmin(ReadMostly):
    """Players; an operator may clear what somebody wrote about himself."""

    list_display = ("name", "kind", "user", "language", "time_zone", "created_at")
    list_filter = ("kind", "language")
    list_select_related = ("user",)
    search_fields = ("name", "user__email")
    date_hierarchy = "created_at"
    fields = (
        "name",
        "kind",
        "user",
        "about",
        "language",
        "time_zone",
        "quiet_from",
        "quiet_to",
        "rest_days",
        "created_at",
        "closed_at",
    )
    readonly_fields = tuple(field for field in fields if field != "about")


@admin.register(Leave)
class LeaveAdmin(ReadMostly):
    """Leave, to look at: deadlines hang on it."""

    list_display = ("player", "first_day", "last_day", "booked_at", "cancelled_at")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    date_hierarchy = "first_day"

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Say no: changing days would leave deadlines wrong."""
        return False


@admin.register(Visit)
class VisitAdmin(ReadMostly):
    """Marks of visits, as the fair-play desk compares them; addresses are not kept."""

    list_display = ("player", "day", "network", "device")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    date_hierarchy = "day"

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Say no: evidence is looked at."""
        return False
