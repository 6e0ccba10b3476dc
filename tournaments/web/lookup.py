from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from django.http import Http404, HttpResponse
from django.utils import timezone

from accounts.queries import PageRequest, PlayerRequest
from games.web.access import PlayerView
from tournaments import queries
from tournaments.services.locks import require_organiser
from tournaments.web.errors import form_page

if TYPE_CHECKING:
    from tournaments.models import Tournament

P = ParamSpec("P")
OrganisersView = Callable[Concatenate[PlayerRequest, "Tournament", P], HttpResponse]
AddressedView = Callable[Concatenate[PageRequest, int, P], HttpResponse]


def tournament_or_404(request: PageRequest, pk: int) -> Tournament:
    """Return a tournament that the reader may see; drafts are only for their organisers."""
    found = queries.visible_tournament(request.reader, pk)
    if found is None:
        raise Http404
    return found


def for_organisers(view: OrganisersView[P]) -> AddressedView[P]:
    """Decorate a page with a form for the organisers of the tournament in its URL."""

    @functools.wraps(view)
    def page(request: PlayerRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        found = tournament_or_404(request, pk)
        require_organiser(found, request.reader)
        return view(request, found, *args, **kwargs)

    return cast(AddressedView[P], form_page(cast(PlayerView[P], page)))


def in_tournament_zone(view: OrganisersView[P]) -> OrganisersView[P]:
    """Decorate a page to read and show times in the tournament's time zone, as its forms say.

    So the same dates are entered and shown for everybody, wherever they are.
    """

    @functools.wraps(view)
    def page(
        request: PlayerRequest, tournament: Tournament, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        with timezone.override(tournament.zone):
            return view(request, tournament, *args, **kwargs)

    return cast(OrganisersView[P], page)
