"""Pages for the leaders of a club: found it, change settings, manage members, announce, close."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.access import account_required
from games.web.match.match import SeeOther
from tournaments import club_queries
from tournaments.services import refusals
from tournaments.services.clubs import founding, invitations, log, members, news as announcements
from tournaments.web.clubs.forms import CharterForm, NewsForm, charter_initial
from tournaments.web.clubs.lookup import club_or_404, require_led_club, show_refusals

if TYPE_CHECKING:
    from tournaments.models import Club

SECRET_BYTES = 8
MAX_LOG_LINES, MAX_NEWS = 50, 50


@never_cache
@account_required
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PlayerRequest) -> HttpResponse:
    """Show the form of a new club, or found it."""
    now = timezone.now()
    founding.require_can_found(request.reader, now)
    form = CharterForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        secret = secrets.token_hex(SECRET_BYTES)
        try:
            made = founding.found_club(request.reader, form.charter(), secret=secret, now=now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The club has been founded. Now invite its members."))
            return SeeOther(reverse("tournaments:club_members", args=[made.key]))
    return _form_page(request, "new", form)


@never_cache
@account_required
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: PlayerRequest, key: str) -> HttpResponse:
    """Show a club's settings and its log; change them, or close the club."""
    found, reader, now = require_led_club(request, key), request.reader, timezone.now()
    if request.method == "POST" and request.POST.get("act") == "close":
        if request.POST.get("sure") != "yes":
            raise Refused("close_not_confirmed")
        founding.close_club(key, reader, now=now)
        messages.success(request, _("The club has been closed."))
        return SeeOther(found.get_absolute_url())
    form = CharterForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        try:
            secret = secrets.token_hex(SECRET_BYTES)
            made = founding.change_club(key, reader, form.charter(), secret=secret, now=now)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The settings have been saved."))
            return SeeOther(made.get_absolute_url())
    form = form or CharterForm(initial=charter_initial(found))
    own = club_queries.membership(found, reader)
    lines = [
        (line, log.sentence(line)) for line in club_queries.log_entries_of(found)[:MAX_LOG_LINES]
    ]
    return _form_page(request, "settings", form, club=found, own=own, lines=lines)


@never_cache
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: PageRequest, key: str) -> HttpResponse:
    """Show the announcements of a club; its leaders write new ones."""
    found = club_or_404(request, key)
    leads = club_queries.is_club_leader(found, request.reader) and found.closed_at is None
    form = NewsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        asking = cast(PlayerRequest, request)
        require_led_club(asking, key)
        if form.is_valid():
            title, text = form.cleaned_data["title"], form.cleaned_data["text"]
            try:
                announcements.announce(key, asking.reader, title, text, now=timezone.now())
            except Refused as refusal:
                form.add_error(None, refusals.explain(refusal))
            else:
                messages.success(request, _("The announcement has been sent."))
                return SeeOther(reverse("tournaments:club_news", args=[key]))
    rows = club_queries.news_of(found)[:MAX_NEWS]
    return _form_page(request, "news", form, club=found, leads=leads, news=rows)


def _form_page(request: PageRequest, name: str, form: object, **context: object) -> HttpResponse:
    errors = getattr(form, "errors", None) if getattr(form, "is_bound", False) else None
    page = {"form": form, **context}
    return render(request, f"tournaments/clubs/{name}.html", page, status=422 if errors else 200)


@never_cache
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: PageRequest, key: str) -> HttpResponse:
    """Show the members; leaders of the club invite, remove, promote, and hand it over."""
    found = club_or_404(request, key)
    error: dict[str, str] = {}
    if request.method == "POST":
        try:
            return _handle_action(cast(PlayerRequest, request), found)
        except Refused as refusal:
            if request.POST.get("act", "") != "invite":
                raise
            name, said = request.POST.get("name", "")[:60], refusals.explain(refusal)
            error = {"asked": "invite", "name": name, "sentence": said}
    own = club_queries.membership(found, request.reader)
    leads = own is not None and own.leads and found.closed_at is None
    is_owner = leads and own is not None and own.role == own.Role.OWNER
    belong = club_queries.members_of(found)
    context = {
        "club": found,
        "own": own,
        "leads": leads,
        "is_owner": is_owner,
        "heirs": [each for each in belong if is_owner and each.role == each.Role.OFFICER],
        "members": belong,
        "waiting": club_queries.open_invitations(found) if leads else [],
        "error": error,
    }
    page = "tournaments/clubs/members.html"
    return render(request, page, context, status=422 if error else 200)


def _handle_action(request: PlayerRequest, club: Club) -> HttpResponse:
    """Carry out the posted action and redirect."""
    key, reader, now, asked = club.key, request.reader, timezone.now(), request.POST.get("act", "")
    number = parse_number(request.POST.get("number")) or 0
    words = {"club": isolated(club.name)}
    if asked == "invite":
        made = invitations.invite(key, reader, request.POST.get("name", ""), now=now)
        said, words["player"] = (
            _("%(player)s has been asked by e-mail."),
            isolated(made.player.name),
        )
    elif asked == "withdraw":
        invitations.withdraw(key, reader, number, now=now)
        said = _("The invitation has been withdrawn.")
    elif asked == "remove":
        words["player"] = isolated(members.remove(key, reader, number, now=now).name)
        said = _("%(player)s is no longer a member.")
    elif asked in members.ASSIGNABLE_ROLES:
        named = members.set_role(key, reader, number, asked, now=now)
        words["player"] = isolated(named.name)
        said = _("%(player)s is no longer an officer.")
        if asked == "officer":
            said = _("%(player)s is now an officer.")
    elif asked == "hand_over":
        words["player"] = isolated(members.hand_over(key, reader, number, now=now).name)
        said = _("%(player)s is now the owner.")
    else:
        raise Refused("no_such_member")
    messages.success(request, said % words)
    if not club_queries.is_member(club, reader):
        return SeeOther(reverse("tournaments:clubs"))
    return SeeOther(reverse("tournaments:club_members", args=[key]))
