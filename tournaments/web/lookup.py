"""Finding what an address names."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from django.http import Http404, HttpResponse
from django.utils import timezone

from accounts.queries import PageRequest, PlayerRequest
from games.web.access import PlayersView
from tournaments import queries
from tournaments.services.locks import require_organiser
from tournaments.web.errors import form_page

if TYPE_CHECKING:
    from tournaments.models import Tournament

P = ParamSpec("P")
OrganisersView = Callable[Concatenate[PlayerRequest, "Tournament", P], HttpResponse]
AddressedView = Callable[Concatenate[PageRequest, int, P], HttpResponse]


def tournament_or_404(request: PageRequest, pk: int) -> Tournament:
    """Return a tournament that the reader may see: a draft is its organisers’ alone."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    return found


def for_organisers(view: OrganisersView[P]) -> AddressedView[P]:
    """Make a page with a form for those who organise the tournament that its address names."""

    @functools.wraps(view)
    def page(request: PlayerRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        found = tournament_or_404(request, pk)
        require_organiser(found, request.reader)
        return view(request, found, *args, **kwargs)

    return cast(AddressedView[P], form_page(cast(PlayersView[P], page)))


def in_its_zone(view: OrganisersView[P]) -> OrganisersView[P]:
    """Read and show days and times on a page in the zone of the tournament, which forms name.

    Its days are those of one calendar, whoever enters them.
    """

    @functools.wraps(view)
    def page(
        request: PlayerRequest, tournament: Tournament, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        with timezone.override(tournament.zone):
            return view(request, tournament, *args, **kwargs)

    return cast(OrganisersView[P], page)
