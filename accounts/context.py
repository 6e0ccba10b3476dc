"""Template context of every page: the site's name and the reader."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.appearance.looks import board_look_for


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables that base.html needs."""
    reader = getattr(request, "reader", None)
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SOURCE_URL": settings.SOURCE_URL,
        "DEVELOPMENT": settings.DEVELOPMENT,
        "LANGUAGES": settings.LANGUAGES,
        "reader": reader,
        "board_look": board_look_for(reader.board_look if reader else None, request.COOKIES),
    }
