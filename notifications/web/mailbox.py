"""The mailbox of the embedded mode: every e-mail as its reader would see it (development only)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from smtplib import SMTPException
from urllib.parse import quote, urlencode

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from notifications.labels import LABELS
from notifications.services import mailbox

View = Callable[..., HttpResponse]
MAX_REPLY_LENGTH = 10_000
PAGE_SIZE = 50
POLL_SECONDS, MAX_POLLS = (
    2,
    30,
)  # seconds between checks for the answer to a reply; number of checks
VIEWS = ("text", "html", "headers")


def development_only(view: View) -> View:
    """Return 404 on a real site, for other machines, and for unknown e-mails.

    The links in e-mails log in, and any machine can send the ``Host`` header of this one.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not settings.DEVELOPMENT or not _is_local_request(request):
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except mailbox.NoSuchEmailError as error:
            raise Http404 from error

    return guarded


def _is_local_request(request: HttpRequest) -> bool:
    try:
        peer = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return (getattr(peer, "ipv4_mapped", None) or peer).is_loopback


@require_safe
@never_cache
@development_only
def index(request: HttpRequest) -> HttpResponse:
    """List e-mails page by page, perhaps of one address; poll for the answer to a reply."""
    address, reply = request.GET.get("to", "").strip(), request.GET.get("reply", "")
    if reply and (name := mailbox.find_answer(reply)):
        return redirect("notifications:mailbox_email", name)
    before = request.GET.get("before", "")
    found = mailbox.list_envelopes(address, before=before, limit=PAGE_SIZE + 1)
    context = {
        "envelopes": [(each, LABELS.get(each.kind, "")) for each in found[:PAGE_SIZE]],
        "waiting": mailbox.count_waiting(),
        "address": address,
        "before": before,
        "older": found[PAGE_SIZE - 1].name if len(found) > PAGE_SIZE else "",
        "anchor": f"&to={quote(address)}" if address else "",
        "waits": bool(reply),
    }
    answer = render(request, "notifications/mailbox.html", context)
    left = request.GET.get("tries", "")[:3]
    if reply and left.isascii() and left.isdecimal() and 0 < int(left) <= MAX_POLLS:
        answer["Refresh"] = f"{POLL_SECONDS}; url={_poll_url(address, reply, int(left) - 1)}"
    return answer


def _poll_url(address: str, reply: str, tries: int) -> str:
    """Return the URL of the list that polls for an answer this many times more."""
    query = urlencode({"to": address, "reply": reply, "tries": tries})
    return f"{reverse('notifications:mailbox')}?{query}"


@require_http_methods(["GET", "HEAD", "POST"])
@development_only
def email(request: HttpRequest, name: str) -> HttpResponse:
    """Show one e-mail as text, as HTML or with its headers; POST replies to it."""
    shown = request.GET.get("view", "html")
    opened = mailbox.open_email(name)
    text = request.POST.get("text", "")[:MAX_REPLY_LENGTH]
    context = {
        "email": opened,
        "view": shown if shown in VIEWS else "html",
        "views": VIEWS,
        "answerable": mailbox.accepts_replies(opened),
        "text": text,
    }
    if request.method == "POST" and context["answerable"]:
        try:
            reply = mailbox.send_reply(name, text, now=timezone.now())
        except (OSError, SMTPException) as error:
            context["error"] = str(error)
            return render(request, "notifications/mailbox_email.html", context, status=503)
        return redirect(_poll_url(opened.envelope.to, reply, MAX_POLLS))
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
    """Serve the HTML of an e-mail for its sandboxed frame, with URLs for inline pictures."""
    page = mailbox.open_email(name).html

    def address(match: re.Match[str]) -> str:
        return reverse("notifications:mailbox_picture", args=[name, match[1]])

    page = re.sub(r"cid:([^\"'\s>]+)", address, page)
    head = f'<head><base target="_top"><link rel="icon" href="{static("img/mark.svg")}">'
    return HttpResponse(page.replace("<head>", head, 1))


@require_safe
@development_only
def picture(_request: HttpRequest, name: str, cid: str) -> HttpResponse:
    content, content_type = mailbox.read_picture(name, cid)
    return HttpResponse(content, content_type=content_type)
