"""Pages for other sites, the only ones that may be framed.

They are rendered without the request, so they are the same for everybody and need no cookie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from notifications.services.headers import absolute_url

View = Callable[..., HttpResponse]
ANYWHERE = "*"
POLICY = {
    "frame-ancestors": [ANYWHERE],
    "script-src": [NONE],
    "connect-src": [NONE],
    "form-action": [NONE],
    "frame-src": [NONE],
}


def allow_framing(view: View) -> View:
    """Allow framing by other sites; the page must have no scripts or forms."""
    return cast("View", require_safe(xframe_options_exempt(csp_replace(POLICY)(view))))


def render_without_request(template: str, context: Mapping[str, object]) -> HttpResponse:
    """Render a page that depends on its language only."""
    known = {"SITE_NAME": settings.SITE_NAME, "SITE_URL": settings.SITE_URL}
    return HttpResponse(render_to_string(template, {**known, **context}))


def snippet(path: str, title: str) -> str:
    """Return the HTML that embeds a page, for copying."""
    context = {"url": absolute_url(path), "title": title}
    return str.strip(render_to_string("partials/embed_lines.html", context))
