"""Files at fixed URLs: robots.txt, security.txt, icon, manifest, service worker, offline page."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

DISALLOWED_PATHS = (
    *("/account/", "/admin/", "/api/", "/challenges/", "/invitations/", "/language/", "/m/"),
    *("/people/", "/referee/", "/settings/", "/study/", "/unsubscribe/", "/welcome/"),
)
VALID_FOR = timedelta(days=180)
A_DAY = 24 * 3600  # seconds
PAPER = "#f8f4ea"


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Serve robots.txt, which excludes pages that are of no use to search engines."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in DISALLOWED_PATHS)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security(_request: HttpRequest) -> HttpResponse:
    """Serve security.txt (RFC 9116), if the operator has set a contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact = settings.SECURITY_CONTACT
    if "@" in contact and ":" not in contact:
        contact = f"mailto:{contact}"
    until = (timezone.now() + VALID_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {contact}",
        f"Expires: {until.isoformat()}",
        "Preferred-Languages: " + ", ".join(code for code, _name in settings.LANGUAGES),
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@cache_control(private=True, max_age=A_DAY)
@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    icon = Path(settings.BASE_DIR) / "static" / "img" / "favicon.ico"
    return HttpResponse(icon.read_bytes(), content_type="image/x-icon")


@cache_control(private=True, max_age=A_DAY)
@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Serve the web app manifest, with which the site can be put on a home screen."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    mask = {"src": static("img/icon-mask-512.png"), "sizes": "512x512", "type": "image/png"}
    described = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Board games at your own pace: one move at a time, over days."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [*icons, {**mask, "purpose": "maskable"}],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@cache_control(no_cache=True)
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Serve the service worker at the root, so that its scope is the whole site."""
    script = Path(settings.BASE_DIR) / "static" / "js" / "service-worker.js"
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@cache_control(private=True, no_cache=True)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker keeps for when there is no network."""
    return render(request, "offline.html")
