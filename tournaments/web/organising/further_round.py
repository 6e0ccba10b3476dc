"""Continuing a finished Swiss with a further round: preview, then confirmation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals
from tournaments.services.revisions import reopening
from tournaments.web.errors import form_page
from tournaments.web.lookup import tournament_or_404


@form_page
def page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show what a further round means, then reopen the tournament for it."""
    found, error, now = tournament_or_404(request, pk), "", timezone.now()
    if request.method == "POST":
        try:
            reopening.reopen(
                pk, request.reader, preview_token=request.POST.get("preview_token", ""), now=now
            )
            messages.success(request, _("The tournament goes on."))
            return SeeOther(found.get_absolute_url())
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    seen = reopening.propose(pk, request.reader, now=now)
    context = {"tournament": found, "seen": seen, "error": error}
    template = "tournaments/organising/further.html"
    return render(request, template, context, status=409 if error else 200)
