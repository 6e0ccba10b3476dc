"""Inviting many players from a list: paste or choose a file, see each line, confirm."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, ngettext

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals
from tournaments.services.admission import lists
from tournaments.services.revisions import late
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament

KEY_BYTES = 24


class ListForm(forms.Form):
    """The names, one a line."""

    text = forms.CharField(
        label=_("Player names"),
        max_length=lists.TEXT_LONGEST,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off"}),
        help_text=_(
            "One player per line, up to 100. In a table (CSV) the first column is the name, and "
            "any other may have an e-mail address: its owner gets a personal link, with or "
            "without an account. If there are addresses, nobody is invited until every line is "
            "right."
        ),
    )


@for_organisers
def page(request: PlayerRequest, found: Tournament) -> HttpResponse:
    """Show the form, then what would follow for each line, then invite."""
    late.require_late_entry(found)
    form, now, fault = ListForm(request.POST or None), timezone.now(), ""
    context: dict[str, object] = {"tournament": found, "form": form}
    if request.method == "POST" and "edit" not in request.POST and form.is_valid():
        text, seal = form.cleaned_data["text"], request.POST.get("seal", "")
        try:
            if seal:
                done = lists.invite_all(
                    found.pk, request.reader, text, seal=seal, make_key=_key, now=now
                )
                return _done(request, found.pk, len(done.invited))
        except Refused as refusal:
            if refusal.code not in ("revised_meanwhile", "list_has_faults"):
                raise
            fault = refusals.explain(refusal)
        try:
            seen = lists.propose(found.pk, request.reader, text, now=now)
            context |= {"seen": seen, "fault": fault}
            template = "tournaments/entering/list_preview.html"
            return render(request, template, context, status=409 if fault else 200)
        except Refused as refusal:
            form.add_error("text", refusals.explain(refusal))
    failed = request.method == "POST" and bool(form.errors)
    return render(request, "tournaments/entering/list.html", context, status=422 if failed else 200)


def _key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def _done(request: PlayerRequest, pk: int, count: int) -> HttpResponse:
    said = ngettext(
        "%(count)d player has been invited by e-mail.",
        "%(count)d players have been invited by e-mail.",
        count,
    )
    messages.success(request, said % {"count": count})
    return SeeOther(reverse("tournaments:people", args=[pk]))
