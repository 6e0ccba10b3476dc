"""The page for claiming about a match left unfinished at the end of its round."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.access import player_required
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.referees.queries.cases import claim_on
from tournaments.referees.services import case_words, claims
from tournaments.referees.services.case_files import MAX_TEXT_LENGTH
from tournaments.referees.web.errors import answer_to, show_refusals


class ClaimForm(forms.Form):
    wanted = forms.ChoiceField(
        label=gettext_lazy("What are you claiming?"), widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=gettext_lazy("Why?"),
        required=False,
        max_length=MAX_TEXT_LENGTH - 100,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("The other side can read this and has three days to answer."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted: Any = self.fields["wanted"]
        wanted.choices = list(case_words.claim_names().items())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
@show_refusals
def claim(request: PlayerRequest, pk: int, fixture: int) -> HttpResponse:
    """Show the form, or open the case and redirect to it."""
    reader = request.reader
    found = queries.fixture_in(pk, fixture)
    if found is None or queries.visible_tournament(reader, pk) is None:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = ClaimForm(posted)
    if posted is not None and form.is_valid():
        try:
            case = claims.claim(fixture, reader, now=timezone.now(), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, answer_to(refusal).sentence)
        else:
            messages.success(
                request, _("Your claim has been made, and the other side has been asked.")
            )
            return SeeOther(case.get_absolute_url())
    if posted is None and (stands := claim_on(found)) is not None:
        return SeeOther(stands.get_absolute_url())
    context = {
        "form": form,
        "fixture": found,
        "tournament": found.round.division.tournament,
        "now": timezone.now(),
    }
    return render(request, "referees/claim.html", context, status=422 if form.errors else 200)
