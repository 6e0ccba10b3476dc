"""Inviting many players from a list: paste it or choose a file, preview each line, confirm."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

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
from games.web.study.uploads import decode_upload
from tournaments.services import refusals
from tournaments.services.admission import lists
from tournaments.services.revisions import late
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament

KEY_BYTES = 24
MAX_FILE_BYTES = 4 * lists.MAX_TEXT_LENGTH  # bytes: UTF-8 takes at most 4 per character


class ListForm(forms.Form):
    """Names, one per line, typed or in a file; the file takes precedence."""

    text = forms.CharField(
        label=_("Player names"),
        max_length=lists.MAX_TEXT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off"}),
        help_text=_(
            "One player per line, up to 100. In a table (CSV) the first column is the name, unless "
            "a heading says otherwise, and any other may have an e-mail address: its owner gets a "
            "personal link, with or without an account. If there are addresses, nobody is invited "
            "until every line is right."
        ),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the text from the file; require one of both."""
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        if file is not None and file.size > MAX_FILE_BYTES:
            error = Refused("list_too_long", lines=lists.MAX_LINES, limit=lists.MAX_TEXT_LENGTH)
            self.add_error("file", refusals.explain(error))
        elif file is not None:
            # Normalised like the text that browsers send with the confirmation.
            cleaned["text"] = decode_upload(file.read()).replace("\x00", "").strip()
        elif not cleaned.get("text") and "text" not in self.errors:
            self.add_error("text", self.fields["text"].error_messages["required"])
        return cleaned


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show the form, then a preview of each line, then invite."""
    late.require_late_entry(tournament)
    form = ListForm(request.POST or None, request.FILES or None)
    now, error = timezone.now(), ""
    context: dict[str, object] = {"tournament": tournament, "form": form}
    if request.method == "POST" and "edit" not in request.POST and form.is_valid():
        text, preview_token = form.cleaned_data["text"], request.POST.get("preview_token", "")
        try:
            if preview_token:
                done = lists.invite_all(
                    tournament.pk,
                    request.reader,
                    text,
                    preview_token=preview_token,
                    make_key=_key,
                    now=now,
                )
                return _redirect_to_people(request, tournament.pk, len(done.invited))
        except Refused as refusal:
            if refusal.code not in ("revised_meanwhile", "list_has_errors"):
                raise
            error = refusals.explain(refusal)
        try:
            seen = lists.propose(tournament.pk, request.reader, text, now=now)
            context |= {"seen": seen, "error": error, "text": text}
            template = "tournaments/entering/list_preview.html"
            return render(request, template, context, status=409 if error else 200)
        except Refused as refusal:
            form.add_error("file" if request.FILES else "text", refusals.explain(refusal))
    failed = request.method == "POST" and bool(form.errors)
    return render(request, "tournaments/entering/list.html", context, status=422 if failed else 200)


def _key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def _redirect_to_people(request: PlayerRequest, pk: int, count: int) -> HttpResponse:
    said = ngettext(
        "%(count)d player has been invited by e-mail.",
        "%(count)d players have been invited by e-mail.",
        count,
    )
    messages.success(request, said % {"count": count})
    return SeeOther(reverse("tournaments:people", args=[pk]))
