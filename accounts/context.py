"""Template context of every page: the site's name and the reader."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables that base.html needs."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SOURCE_URL": settings.SOURCE_URL,
        "DEVELOPMENT": settings.DEVELOPMENT,
        "LANGUAGES": settings.LANGUAGES,
        "reader": getattr(request, "reader", None),
    }
