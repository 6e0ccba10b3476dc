"""The root URL configuration; every package has its own URLs."""

from allauth.urls import build_provider_urlpatterns
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config.texts import web as texts
from config.web import export, pages, status, wellknown
from config.web.health import healthz
from config.web.metrics import metrics
from inbound.web import providers

SITE_PAGES = ("privacy", "imprint", "conduct")
handler400 = "config.web.bad_request.bad_request"
handler500 = "config.web.database_down.server_error"
urlpatterns = [
    path("admin/", pages.admin_index),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("style/", pages.style, name="style"),
    path("settings/export/", export.export, name="export"),
    path("favicon.ico", wellknown.favicon, name="favicon"),
    path("manifest.webmanifest", wellknown.manifest, name="manifest"),
    path("service-worker.js", wellknown.service_worker, name="service_worker"),
    path("offline/", wellknown.offline, name="offline"),
    path("robots.txt", wellknown.robots, name="robots"),
    path(".well-known/security.txt", wellknown.security, name="security_txt"),
    path("about/", pages.about, name="about"),
    *(path(f"{name}/", texts.site_page, {"page": name}, name=name) for name in SITE_PAGES),
    path("status/", status.status, name="status"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("api/", include("config.api.urls")),
    path("", include("config.offices.urls")),
    path("", include("config.moderation.urls")),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("inbound.urls")),
    path("", include("tournaments.referees.urls")),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
if settings.SOCIAL_LOGIN:
    urlpatterns += [path("account/social/", include("allauth.socialaccount.urls"))]
    urlpatterns += [path("account/", include(build_provider_urlpatterns()))]
if settings.ANYMAIL.get("WEBHOOK_SECRET"):  # without a secret anybody could hand in e-mails
    urlpatterns += [path("mail/", include(providers.webhook_patterns()))]
