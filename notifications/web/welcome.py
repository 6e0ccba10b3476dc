"""The first steps after a sign-up: notifications, then a first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import zone_field
from accounts.services.errors import Refused
from accounts.times.zones import region_and_city
from notifications.addresses import player_reply_address
from notifications.services import onboarding
from notifications.web.forms import notification_field

if TYPE_CHECKING:
    from accounts.models import Player

FIRST_GAME = "games:start"


class WelcomeForm(forms.Form):
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    time_zone = zone_field()
    told = notification_field(gettext_lazy("How should we notify you?"), initial="each")

    def known(self) -> list[forms.BoundField]:
        """Return the fields already answered at sign-up, for correction."""
        return [self["language"], self["time_zone"]]

    def signup_summary(self) -> str:
        """Return the answers given at sign-up as text: “English · Berlin”."""
        language = dict(settings.LANGUAGES).get(self["language"].value(), "")
        _region, city = region_and_city(str(self["time_zone"].value()))
        return " · ".join(filter(None, [str(language), city]))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Ask for the most important settings, then go on.

    On to where the new player was going, or to a first game.
    """
    player: Player | None = request.reader  # type: ignore[attr-defined]
    if player is None:
        return redirect("accounts:settings")
    initial = {"language": player.language, "time_zone": player.time_zone}
    form = WelcomeForm(request.POST if request.method == "POST" else None, initial=initial)
    goal = _goal(request)
    if request.method == "POST" and "later" in request.POST:
        onboarding.skip_first_steps(player)
        return redirect(goal or FIRST_GAME)
    if request.method == "POST" and form.is_valid():
        try:
            onboarding.save_first_steps(player, **form.cleaned_data, now=timezone.now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            with translation.override(form.cleaned_data["language"]):
                messages.success(request, _success_message(goal))
            return redirect(goal or FIRST_GAME)
    status = 422 if form.errors else 200
    context = {"form": form, "goal": goal, "own_address": player_reply_address(player.pk)}
    return render(request, "notifications/welcome.html", context, status=status)


def _goal(request: HttpRequest) -> str:
    """Return where the new player was going: a page of this site, or empty."""
    goal = request.POST.get("next") or request.GET.get("next") or ""
    fits = url_has_allowed_host_and_scheme(goal, {request.get_host()}, request.is_secure())
    return goal if fits and goal.startswith("/") and len(goal) <= onboarding.MAX_NEXT_LENGTH else ""


def _success_message(goal: str) -> str:
    return _("You are all set.") if goal else _("You are all set. Choose your first game.")
