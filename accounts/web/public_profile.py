"""The settings page for the public profile, and for who can see it and challenge its player."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import queries
from accounts.languages import language_choices
from accounts.services import public_profile
from accounts.services.errors import Refused

FIELD_OF = {
    "link": "links",
    "too_many_links": "links",
    "spoken": "speaks",
    "too_many_languages": "speaks",
}
AUDIENCES = [
    ("everybody", gettext_lazy("Everybody")),
    ("members", gettext_lazy("People who are logged in")),
    ("friends", gettext_lazy("Players I follow")),
]
CHALLENGERS = [
    ("everybody", gettext_lazy("Everybody")),
    ("friends", gettext_lazy("Players I follow")),
    ("nobody", gettext_lazy("No one")),
]


class PublicProfileForm(forms.Form):
    links = forms.CharField(
        label=gettext_lazy("Links"),
        required=False,
        max_length=(public_profile.MAX_LINK_LENGTH + 2) * (public_profile.MAX_LINKS + 1),
        help_text=gettext_lazy("Up to three addresses that begin with https://, one per line."),
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "url", "spellcheck": "false"}),
    )
    speaks = forms.MultipleChoiceField(
        label=gettext_lazy("Languages I speak"),
        required=False,
        help_text=gettext_lazy("Up to eight."),
        widget=forms.CheckboxSelectMultiple,
    )
    shows_country = forms.BooleanField(label=gettext_lazy("Show my country"), required=False)
    shown_to = forms.ChoiceField(
        label=gettext_lazy("Who may see what I write about myself and what I am playing"),
        choices=AUDIENCES,
        help_text=gettext_lazy("Your name, ratings and results in public matches stay visible."),
        widget=forms.RadioSelect,
    )
    challenged_by = forms.ChoiceField(
        label=gettext_lazy("Who may challenge me"),
        choices=CHALLENGERS,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """List the languages in the reader's own, those already chosen first."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["speaks"]
        spoken = self.initial.get("speaks", ())
        known = language_choices((get_language() or "en")[:2])
        field.choices = sorted(known, key=lambda language: language[0] not in spoken)

    def card(self) -> public_profile.PublicProfile:
        given = self.cleaned_data
        return public_profile.PublicProfile(
            links=tuple(given["links"].splitlines()),
            speaks=tuple(given["speaks"]),
            shows_country=given["shows_country"],
            shown_to=given["shown_to"],
            challenged_by=given["challenged_by"],
        )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def public_profile_page(request: queries.PageRequest) -> HttpResponse:
    """Show and change the reader's public profile."""
    reader = request.reader
    if reader is None:
        return redirect("accounts:settings")
    initial = {
        "links": "\n".join(reader.links),
        "speaks": reader.speaks,
        "shows_country": reader.shows_country,
        "shown_to": reader.shown_to,
        "challenged_by": reader.challenged_by,
    }
    form = PublicProfileForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            public_profile.change_public_profile(reader, form.card())
        except Refused as refusal:
            form.add_error(FIELD_OF.get(refusal.code), str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("accounts:card")
    status = 422 if form.errors else 200
    return render(request, "accounts/card.html", {"form": form}, status=status)
