from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.queries import PageRequest
from games.rules import registry
from games.seeds import generate_seed
from games.services.errors import Refused
from games.services.solo import solo
from games.services.wording import explaining
from games.web.access import redirect_to_login
from games.web.challenges.guests import build_visitor, log_in_guest


@require_POST
def start(request: PageRequest) -> HttpResponse:
    """Start a solo match; a visitor becomes a guest."""
    if request.reader is None and request.user.is_authenticated:
        return redirect_to_login(request)
    ruleset = request.POST.get("ruleset", "")
    known = registry.get(ruleset).options if solo.is_solo(ruleset) else {}
    options = {name: request.POST[name] for name in known if name in request.POST}
    now, seed = timezone.now(), generate_seed()
    try:
        if request.reader is not None:
            return redirect(solo.start_solo(request.reader, ruleset, options, seed=seed, now=now))
        guest, match = solo.start_solo_as_guest(
            build_visitor(request), ruleset, options, seed=seed, now=now
        )
    except Refused as refusal:
        messages.error(request, explaining.explain(refusal))
        return redirect("games:rules_index")
    log_in_guest(request, guest)
    return redirect(match)
