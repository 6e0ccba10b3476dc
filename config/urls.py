"""Addresses of the whole house; every room brings its own table."""

from django.contrib import admin
from django.urls import include, path

from config import web
from config.health import healthz
from games.api.urls import add_addresses
from tournaments.api.urls import v1 as events

add_addresses(events)
urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("style/", web.style, name="style"),
    path("about/", web.about, name="about"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("api/", include("games.api.urls")),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
