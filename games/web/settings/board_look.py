"""The settings of how boards look: saved for players, in a cookie for visitors."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.appearance.looks import (
    COLOURS,
    CONTRAST,
    COOKIE,
    LETTERS,
    PATTERNS,
    SEPARATOR,
    board_look_for,
    valid_looks,
)
from accounts.queries import PageRequest
from accounts.services.hints import save_board_look
from games.diagrams.base import Diagram
from games.families.registry import family_of
from games.rules import registry

COOKIE_SECONDS = 365 * 24 * 3600  # in seconds
MAX_SAMPLES = 6


class LookForm(forms.Form):
    """The optional display settings."""

    letters = forms.BooleanField(label=gettext_lazy("Letters on the pieces"), required=False)
    patterns = forms.BooleanField(label=gettext_lazy("Patterns on the pieces"), required=False)
    contrast = forms.BooleanField(label=gettext_lazy("High contrast"), required=False)
    colours = forms.BooleanField(label=gettext_lazy("Colour-blind palette"), required=False)

    def chosen(self) -> list[str]:
        """Return the names of the settings that are on."""
        return valid_looks(name for name, wanted in self.cleaned_data.items() if wanted)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def board_look(request: PageRequest) -> HttpResponse:
    """Show sample boards with the current settings, and change them."""
    reader = request.reader
    now = board_look_for(reader.board_look if reader else None, request.COOKIES)
    if request.method != "POST":
        initial = {name: name in now for name in (LETTERS, PATTERNS, CONTRAST, COLOURS)}
        context = {"form": LookForm(initial=initial), "samples": list(_samples())}
        return render(request, "games/board_look.html", context)
    form = LookForm(request.POST)
    form.is_valid()  # checkboxes cannot be invalid
    response = redirect("games:board_look")
    if reader is not None:
        save_board_look(reader, form.chosen())
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        response.set_cookie(
            COOKIE,
            SEPARATOR.join(form.chosen()),
            max_age=COOKIE_SECONDS,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )
    messages.success(request, _("Saved."))
    return response


def _samples() -> Iterator[Diagram]:
    """Yield boards of different games."""
    first = {family_of(key).name: key for key in reversed(list(registry.offered_keys()))}
    for key in list(reversed(first.values()))[:MAX_SAMPLES]:
        yield family_of(key).cover(key)
