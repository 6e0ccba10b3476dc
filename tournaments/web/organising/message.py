"""Writing to all players, a round, a division or one board: preview, then send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts.naming import isolated
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals
from tournaments.services.organisers import messages as writing
from tournaments.services.revisions import terms
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament

PAGE_ERRORS = ("not_your_tournament", "not_announced", "no_such_tournament")
AUDIENCE_ERRORS = ("no_such_audience", "nobody_to_write_to", "readers_had_enough")


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show the form, then the e-mail and how many get it, then send it."""
    terms.require_announced(tournament)
    given = request.POST if request.method == "POST" else request.GET
    to, text = given.get("to", writing.ALL), given.get("text", "")
    error, code = "", ""
    if request.method == "POST" and "edit" not in given:
        try:
            return _send_or_preview(request, tournament, to, text)
        except Refused as refusal:
            if refusal.code in PAGE_ERRORS:
                raise
            error, code = refusals.explain(refusal), refusal.code
    context = {
        "tournament": tournament,
        "choices": _choices(tournament, to),
        "to": to,
        "text": text[: writing.MAX_TEXT_LENGTH],
        "longest": writing.MAX_TEXT_LENGTH,
        "error": error,
        "wrong": "to" if code in AUDIENCE_ERRORS else "text",
    }
    template = "tournaments/organising/message.html"
    return render(request, template, context, status=422 if error else 200)


def _send_or_preview(
    request: PlayerRequest, tournament: Tournament, to: str, text: str
) -> HttpResponse:
    """Send the previewed message, or show the preview; also if the token is out of date."""
    reader, now, error = request.reader, timezone.now(), ""
    if preview_token := request.POST.get("preview_token", ""):
        try:
            line = writing.send(
                tournament.pk, reader, to, text, preview_token=preview_token, now=now
            )
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
        else:
            told = line.after["told"]
            words = ngettext(
                "The message goes to %(count)d player.",
                "The message goes to %(count)d players.",
                told,
            )
            messages.success(request, words % {"count": told})
            return SeeOther(f"{reverse('tournaments:board', args=[tournament.pk])}#messages")
    draft = writing.propose(tournament.pk, reader, to, text, now=now)
    email = writing.email_context(tournament, reader, draft.text)
    context = {
        "tournament": tournament,
        "draft": draft,
        "email": email,
        "by": reader,
        "error": error,
    }
    template = "tournaments/organising/message_preview.html"
    return render(request, template, context, status=409 if error else 200)


def _choices(tournament: Tournament, to: str) -> list[tuple[str, str]]:
    """Return the audiences in the form, including a board given in the URL."""
    choices = writing.audiences(tournament)
    if to.startswith("board-"):
        try:
            audience = writing.audience_of(tournament, to)
        except Refused:
            return choices
        choices.append((to, _("One board: %(players)s") % {"players": isolated(audience.name)}))
    return choices
