"""Report files of events held anywhere: show the standings, pair the next round.

A file that is read quickly is not stored. A longer one goes to a worker; its page shows the
progress until the result is there, and an hour later both are deleted.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from allauth.core import ratelimit
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.queries import PageRequest
from games.rules.base import JSON
from games.services.errors import Refused
from games.web.access import redirect_to_login
from games.web.errors import Notice
from games.web.files import file_response
from games.web.study.uploads import decode_upload
from tournaments.services.reports import files, jobs
from tournaments.web.errors import answer_to, show_refusals

YEARS = {"2026": 2026, "2016": 2016}
REFRESH_SECONDS = 3  # seconds


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: PageRequest) -> HttpResponse:
    """Show the form; POST reads the pasted text or chosen file, or converts it."""
    if request.reader is None or not request.user.is_authenticated:
        return redirect_to_login(request)
    if request.method != "POST":
        return _page(request)
    text, year = "", YEARS.get(request.POST.get("write", ""), 0)
    try:
        text = _read_text(request)
        told = files.evaluate_quickly(text, year)
        if told is not None:
            return _answer(request, told, text)
        key = secrets.token_urlsafe(32)
        jobs.enqueue_report(request.reader, text, year, key=key, now=timezone.now())
        return redirect("tournaments:report_job", key)
    except Refused as refusal:
        return _page(request, answer_to(refusal), text=text)


@never_cache
@require_safe
@show_refusals
def waiting(request: PageRequest, key: str) -> HttpResponse:
    """Show the progress of a file that a worker reads, then its result."""
    if request.reader is None or not request.user.is_authenticated:
        return redirect_to_login(request)
    job = jobs.get_job(request.reader, key)
    if job.answer is None:
        seconds = int((timezone.now() - job.asked_at).total_seconds())
        context = {"job": job, "seconds": seconds, "refresh": REFRESH_SECONDS}
        return render(request, "tournaments/report_waiting.html", context)
    try:
        return _answer(request, files.require_success(job.answer), job.text)
    except Refused as refusal:
        return _page(request, answer_to(refusal), text=job.text)


def _answer(request: PageRequest, told: Mapping[str, JSON], text: str) -> HttpResponse:
    """Return the page of a file, or the converted file."""
    if "written" in told:
        return file_response(told["written"], "report.trf")
    return _page(request, report=files.Report(told), text=text)


def _read_text(request: PageRequest) -> str:
    """Return the pasted or uploaded text; refuses empty and long ones, and too many requests."""
    if not ratelimit.consume(request, action="study"):
        raise Refused("too_many_texts")
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > files.MAX_LENGTH:
        raise Refused("report_too_long", limit=files.MAX_LENGTH // 1000)
    text = decode_upload(file.read()) if file is not None else request.POST.get("text", "")
    return files.check_text(text)


def _page(request: PageRequest, notice: Notice | None = None, **context: object) -> HttpResponse:
    context |= {"notice": notice, "limit": files.MAX_LENGTH // 1000}
    status = notice.status if notice else 200
    return render(request, "tournaments/report_file.html", context, status=status)
