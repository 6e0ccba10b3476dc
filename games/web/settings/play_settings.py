"""The settings of automatic play."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PlayerRequest
from games.services.time import preferences
from games.web.access import player_required


class PlayForm(forms.Form):
    auto_move = forms.BooleanField(
        label=gettext_lazy("Play my move automatically if it is the only one"),
        required=False,
        help_text=gettext_lazy(
            "In games without dice, and never a move that loses immediately. A forced "
            "pass is always played."
        ),
    )
    without_preview = forms.BooleanField(
        label=gettext_lazy("Send my move as soon as I click its last square"),
        required=False,
        help_text=gettext_lazy(
            "There is no preview, so check twice: a move counts once it is sent. Typed moves "
            "and turns of several steps are still previewed first."
        ),
    )
    auto_draft = forms.ChoiceField(
        label=gettext_lazy("In the draft with the bag, pick for me in this order"),
        required=False,
        help_text=gettext_lazy(
            "The letters stand for red, yellow and green. You can set a different "
            "order for each match."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = ["".join(each) for each in permutations("RYG")]
        field: Any = self.fields["auto_draft"]
        field.choices = [("", _("off: I pick myself")), *((each, each) for each in lists)]


@never_cache
@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def play_settings(request: PlayerRequest) -> HttpResponse:
    """Show and change the settings, also for guests."""
    reader = request.reader
    now = preferences.preference_of(reader)
    initial = {"auto_move": now.auto_move, "auto_draft": now.auto_draft}
    initial["without_preview"] = now.without_preview
    form = PlayForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        preferences.change_preferences(reader, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("games:play_settings")
    status = 422 if form.errors else 200
    return render(request, "games/play_settings.html", {"form": form}, status=status)
