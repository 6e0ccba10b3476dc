"""Admin for logins and players, mostly read-only: changes go through the services."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_tables import LargeTableAdmin
from accounts.models import (
    ApiKey,
    Block,
    Follow,
    Leave,
    LoginSession,
    Player,
    Suspension,
    User,
    Visit,
)

# Registered again below, read-only. Services and their secrets are set in the environment only.
admin.site.unregister([Group, EmailAddress, Authenticator, SocialAccount, SocialApp, SocialToken])


class ChangeOnlyMixin:
    """Disables adding and deleting."""

    def has_add_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False


class ReadOnlyMixin(ChangeOnlyMixin):
    """Disables every change."""

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False


@admin.register(Group)
class GroupAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Read-only: code depends on the names of the roles."""

    list_display = ("name",)
    search_fields = ("name",)
    fields = ("name", "permissions")


@admin.register(SocialAccount)
class SocialAccountAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Third-party accounts used to log in; only their owner can connect one."""

    list_display = ("user", "provider", "date_joined", "last_login")
    list_filter = ("provider",)
    search_fields = ("user__email",)
    fields = ("user", "provider", "date_joined", "last_login")


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Confirmed and pending addresses; only their owner can change them."""

    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__player__name")


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Second factors without their secrets; only their owner can change them."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__player__name")
    fields = ("user", "type", "created_at", "last_used_at")


@admin.register(User)
class UserAdmin(ChangeOnlyMixin, LargeTableAdmin):
    """Operators can lock logins and assign roles."""

    list_display = (
        *("email", "player_name", "is_active", "is_staff", "address_confirmed", "last_login"),
    )
    list_filter = ("is_active", "is_staff", "groups", "address_confirmed")
    list_select_related = ("player",)
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

    @admin.display(description=_("player"), ordering="player__name_key")
    def player_name(self, user: User) -> str:
        player = getattr(user, "player", None)
        return str(player.name) if player is not None else "–"


@admin.register(Player)
class PlayerAdmin(ChangeOnlyMixin, LargeTableAdmin):
    """Operators can clear what people wrote about themselves."""

    list_display = ("name", "kind", "user", "language", "time_zone", "created_at")
    list_filter = ("kind", "language")
    list_select_related = ("user",)
    search_fields = ("name", "user__email")
    fields = (
        "name",
        "kind",
        "user",
        "about",
        "links",
        "speaks",
        "shows_country",
        "shown_to",
        "challenged_by",
        "welcome_due",
        "language",
        "time_zone",
        "quiet_from",
        "quiet_to",
        "rest_days",
        "country",
        "region",
        "created_at",
        "closed_at",
    )
    readonly_fields = tuple(field for field in fields if field not in {"about", "links"})


@admin.register(Leave)
class LeaveAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Read-only: changed days would invalidate deadlines already computed."""

    list_display = ("player", "first_day", "last_day", "booked_at", "cancelled_at")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    date_hierarchy = "first_day"


@admin.register(Suspension)
class SuspensionAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Read-only: rulings order and lift suspensions."""

    list_display = ("player", "until")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    date_hierarchy = "until"


@admin.register(Visit)
class VisitAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Visit fingerprints, compared for fair play; IP addresses are not stored."""

    list_display = ("player", "day", "network", "device")
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(Follow, Block)
class RelationAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Follows and blocks; only their owner can change them."""

    list_display = ("player", "other", "created_at")
    list_select_related = ("player", "other")
    search_fields = ("player__name", "other__name")


@admin.register(LoginSession)
class LoginSessionAdmin(ChangeOnlyMixin, LargeTableAdmin):
    """Sessions without their keys; deactivating a login invalidates all of its sessions."""

    list_display = ("user", "browser", "system", "started_at", "used_on")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__player__name")
    fields = ("user", "browser", "system", "started_at", "used_on")
    readonly_fields = fields


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnlyMixin, LargeTableAdmin):
    """API keys, to inspect and revoke; the secrets themselves are not stored."""

    list_display = ("name", "user", "scope", "ending", "created_at", "last_used_at", "expires_at")
    list_filter = ("scope",)
    list_select_related = ("user",)
    search_fields = ("name", "user__email", "user__player__name")
    date_hierarchy = "created_at"

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Operators may revoke a lost key."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
