"""Finding the club of a URL; buttons on its pages."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.access import account_required
from games.web.errors import catch_refusals
from games.web.match.match import SeeOther
from tournaments import club_queries
from tournaments.web.errors import answer_to

if TYPE_CHECKING:
    from tournaments.models import Club

Action = Callable[[PlayerRequest, str], tuple[str, str]]


def page_of(path: str) -> str:
    """Return the page of the club that ``path`` belongs to, as the way back from a refusal."""
    parts = path.split("/")
    return f"/clubs/{parts[2]}/" if len(parts) > 4 and parts[1] == "clubs" else ""


show_refusals = catch_refusals(answer_to, page_of)


def club_or_404(request: PageRequest, key: str) -> Club:
    """Return a club that the reader may see."""
    found = club_queries.visible_club(request.reader, key)
    if found is None:
        raise Http404
    return found


def require_led_club(request: PlayerRequest, key: str) -> Club:
    """Return a club of which the reader is a leader; refuses ``not_your_club``."""
    found = club_or_404(request, key)
    if not club_queries.is_club_leader(found, request.reader):
        raise Refused("not_your_club")
    return found


def club_button(act: Action) -> Callable[[PageRequest, str], HttpResponse]:
    """Turn an act into a POST view; the act returns a message and the URL to redirect to."""

    @functools.wraps(act)
    def view(request: PlayerRequest, key: str) -> HttpResponse:
        said, target = act(request, key)
        messages.success(request, said)
        return SeeOther(target)

    guarded = require_POST(account_required(show_refusals(view)))
    return cast(Callable[[PageRequest, str], HttpResponse], guarded)
