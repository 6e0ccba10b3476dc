"""Report files of events held anywhere: read, shown, paired for the next round; nothing is kept."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest
from games.services.errors import Refused
from games.web.access import to_login
from games.web.errors import Answer
from games.web.uploads import decoded
from tournaments.services import report_files
from tournaments.web.errors import answer_to

YEARS = {"2026": 2026, "2016": 2016}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: PageRequest) -> HttpResponse:
    """Show the form; POST reads what is pasted or chosen, or writes it anew as a file."""
    if request.reader is None or not request.user.is_authenticated:
        return to_login(request)
    if request.method != "POST":
        return _page(request)
    text = ""
    try:
        text = _text(request)
        year = YEARS.get(request.POST.get("write", ""))
        if year is not None:
            return _file(report_files.written(text, year))
        return _page(request, report=report_files.read_report(text), text=text)
    except Refused as refusal:
        return _page(request, answer_to(refusal), text=text)


def _text(request: PageRequest) -> str:
    """Return what was pasted or chosen; refuse nothing at all, too much, and too often."""
    if not ratelimit.consume(request, action="study"):
        raise Refused("too_many_texts")
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > report_files.LONGEST:
        raise Refused("report_too_long", limit=report_files.LONGEST // 1000)
    text = decoded(file.read()) if file is not None else request.POST.get("text", "")
    if not text.strip():
        raise Refused("no_report")
    return text


def _file(text: str) -> HttpResponse:
    """Answer with a report file."""
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="report.trf"'
    return answer


def _page(request: PageRequest, notice: Answer | None = None, **context: Any) -> HttpResponse:
    """Answer with the whole page."""
    context |= {"notice": notice, "limit": report_files.LONGEST // 1000}
    status = notice.status if notice else 200
    return render(request, "tournaments/report_file.html", context, status=status)
