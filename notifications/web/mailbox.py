"""The mailbox of the embedded mode: every e-mail as its reader would see it (development only)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from notifications.services import mailbox

View = Callable[..., HttpResponse]
VIEWS = ("text", "html", "headers")


def development_only(view: View) -> View:
    """Answer 404 on a real site, and where the folder holds no such e-mail."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.DEVELOPMENT:
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except mailbox.NoSuchEmailError as fault:
            raise Http404 from fault

    return guarded


@require_safe
@never_cache
@development_only
def index(request: HttpRequest) -> HttpResponse:
    """List the newest e-mails, all or those to one address."""
    address = request.GET.get("to", "").strip()
    context = {"envelopes": mailbox.envelopes(address), "address": address}
    return render(request, "notifications/mailbox.html", context)


@require_safe
@development_only
def email(request: HttpRequest, name: str) -> HttpResponse:
    """Show one e-mail as text, as HTML or with its headers."""
    shown = request.GET.get("view", "html")
    context = {
        "email": mailbox.open_email(name),
        "view": shown if shown in VIEWS else "html",
        "views": VIEWS,
    }
    return render(request, "notifications/mailbox_email.html", context)


@require_safe
@xframe_options_sameorigin
@csp_replace(
    {
        "style-src": [UNSAFE_INLINE],
        "script-src": [NONE],
        "img-src": [SELF],
        "form-action": [NONE],
        "frame-ancestors": [SELF],
    }
)
@development_only
def html(_request: HttpRequest, name: str) -> HttpResponse:
    """Serve the HTML of an e-mail for its sandboxed frame, with inline pictures made visible."""
    page = mailbox.open_email(name).html

    def address(match: re.Match[str]) -> str:
        return reverse("notifications:mailbox_picture", args=[name, match[1]])

    page = re.sub(r"cid:([^\"'\s>]+)", address, page)
    head = f'<head><base target="_top"><link rel="icon" href="{static("img/mark.svg")}">'
    return HttpResponse(page.replace("<head>", head, 1))


@require_safe
@development_only
def picture(_request: HttpRequest, name: str, cid: str) -> HttpResponse:
    """Serve one inline picture of an e-mail."""
    content, content_type = mailbox.picture(name, cid)
    return HttpResponse(content, content_type=content_type)
