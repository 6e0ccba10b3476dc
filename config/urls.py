"""The root URL configuration; every package has its own URLs."""

from django.contrib import admin
from django.urls import include, path

from config.web import pages, status
from config.web.health import healthz
from config.web.metrics import metrics

handler500 = "config.web.away.server_error"
urlpatterns = [
    path("admin/", pages.admin_index),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("style/", pages.style, name="style"),
    path("about/", pages.about, name="about"),
    path("status/", status.status, name="status"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("api/", include("config.api_urls")),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("tournaments.referees.urls")),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
