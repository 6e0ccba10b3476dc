"""Links by which players enter: organisers create, limit, copy and revoke them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from notifications.services.headers import absolute_url
from tournaments import entry_queries
from tournaments.services import refusals
from tournaments.services.admission import by_address, keys
from tournaments.web.entries.forms_entry import number_field
from tournaments.web.errors import show_refusals
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament

KEY_BYTES = 24


class LinkForm(forms.Form):
    """The limits of a link; an empty field sets none."""

    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=keys.MAX_NOTE_LENGTH,
        help_text=gettext_lazy("For your own reference, such as “Chess club Aarau”."),
    )
    most = number_field(gettext_lazy("Maximum number of players"), 1, keys.MAX_USES)
    days = number_field(gettext_lazy("Valid for how many days"), 1, keys.MAX_DAYS)


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show all links with how many have used them; create or revoke one."""
    now, form = timezone.now(), LinkForm()
    target = reverse("tournaments:entry_links", args=[tournament.pk])
    if request.POST.get("act") == "revoke":
        keys.revoke(
            tournament.pk, request.reader, parse_number(request.POST.get("number")) or 0, now=now
        )
        messages.success(request, _("The link has been revoked."))
        return SeeOther(target)
    if request.method == "POST":
        form = LinkForm(request.POST)
        if form.is_valid():
            try:
                key = secrets.token_urlsafe(KEY_BYTES)
                keys.create_link(tournament.pk, request.reader, key, now=now, **form.cleaned_data)
                messages.success(request, _("The link is ready. Copy it and pass it on."))
                return SeeOther(target)
            except Refused as refusal:
                form.add_error(None, refusals.explain(refusal))
    links = [
        {"link": each, "url": absolute_url(each.get_absolute_url()), "open": each.is_open(now)}
        for each in entry_queries.links_of(tournament)
    ]
    context = {"tournament": tournament, "form": form, "links": links, "now": now}
    template = "tournaments/entering/links.html"
    return render(request, template, context, status=422 if form.errors else 200)


@never_cache
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def no_invitations(request: PageRequest, token: str) -> HttpResponse:
    """Page on which the recipient of an invitation blocks further ones."""
    by_address.read_invitation_token(token)
    done = request.method == "POST"
    if done:
        by_address.unsubscribe(token, now=timezone.now())
    return render(request, "tournaments/entering/no_invitations.html", {"done": done})
