"""A tournament on other sites: its table in a frame, its news in feed readers.

Both are the same for everybody and contain only what is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.naming import isolated
from games.web.embedding import allow_framing, render_without_request
from games.web.files import etag_response
from notifications.services.headers import absolute_url
from tournaments import event_queries, queries
from tournaments.division_queries import attach_contents
from tournaments.services import wording
from tournaments.services.files import news_feed
from tournaments.web import contest
from tournaments.web.tables.pagination import table_page

if TYPE_CHECKING:
    from tournaments.models import Tournament

ATOM = "application/atom+xml; charset=utf-8"


def _public_or_404(pk: int) -> Tournament:
    found = queries.visible_tournament(None, pk)
    if found is None:
        raise Http404
    return found


@allow_framing
def embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all tables, or the one given by ``?division=``."""
    found = _public_or_404(pk)
    divisions, wanted = queries.divisions_of(found), request.GET.get("division", "")
    named = [each for each in divisions if not wanted or wording.division_key(each) == wanted]
    shown = attach_contents(named)
    if wanted and not shown:
        raise Http404
    context = {
        "tournament": found,
        "url": absolute_url(found.get_absolute_url()),
        **table_page(found, shown, None, request.GET.get("page", "")).context,
        "many": len(divisions) > 1,
        "names": [] if divisions else list(map(isolated, event_queries.entrant_names(found))),
        "now": timezone.now(),
        **contest.context_of(found, None),
    }
    return render_without_request("tournaments/embed.html", context)


@require_safe
def feed(request: HttpRequest, pk: int) -> HttpResponse:
    """Serve the latest news as Atom, with an ETag."""
    return etag_response(request, news_feed.feed_of(_public_or_404(pk)), ATOM)
