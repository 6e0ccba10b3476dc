"""The page from which people download all their data."""

from __future__ import annotations

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest
from config.personal.zip_stream import stream_zip


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: PageRequest) -> HttpResponseBase:
    """Describe the archive on GET, send it on POST; the middleware has reauthenticated them."""
    reader = request.reader
    if reader is None:
        return redirect("accounts:settings")
    if request.method != "POST":
        return render(request, "config/export.html")
    if (refused := ratelimit.consume_or_429(request, action="export")) is not None:
        answer: HttpResponse = refused
        return answer
    now = timezone.now()
    name = f"{settings.SITE_NAME.lower()}-{reader.pk}-{timezone.localdate(now)}.zip"
    content = stream_zip(reader, site=settings.SITE_NAME, now=now)
    response = StreamingHttpResponse(content, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
