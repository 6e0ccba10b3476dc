"""The page of the reader's sessions, and the middleware that records them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import queries
from accounts.numbers import parse_number
from accounts.services import sessions
from accounts.web.known_device import set_known_cookie


class SessionMiddleware:
    """Records which browser uses a session, once a day; no query on other requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = request.session.session_key
        if not request.user.is_authenticated or key is None:
            return response
        now = timezone.now()
        mark, noted = sessions.get_day_marker(key, now), request.session.get(sessions.DAY_KEY)
        if noted == mark and not request.path.startswith("/account/"):
            return response
        user = queries.login_of(request)
        if noted != mark:
            agent = request.headers.get("User-Agent", "")
            sessions.record_session(user, key, agent, now=now)
            request.session[sessions.DAY_KEY] = mark
        set_known_cookie(request, response, user.email)
        return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sessions_page(request: queries.PageRequest) -> HttpResponse:
    """List the reader's sessions; end one of them, or all others."""
    user = queries.login_of(request)
    key = cast(str, request.session.session_key)
    if request.method == "POST":
        _end_sessions(request, key)
        return redirect("accounts:sessions")
    rows = [(row, row.session_id == key) for row in queries.sessions_of(user)]
    rows.sort(key=lambda row: not row[1])
    return render(request, "accounts/sessions.html", {"rows": rows})


def _end_sessions(request: queries.PageRequest, key: str) -> None:
    """End the requested session, or all others, and report the result."""
    user = queries.login_of(request)
    if request.POST.get("action") == "others":
        ended = sessions.end_other_sessions(user, key)
        messages.success(
            request,
            ngettext(
                "%(count)d other session has ended.", "%(count)d other sessions have ended.", ended
            )
            % {"count": ended},
        )
        return
    number = parse_number(request.POST.get("session"))
    if number is not None and sessions.end_session(user, number):
        messages.success(request, _("The session has ended."))
    else:
        messages.error(request, _("Session not found. It may already have ended."))
