from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games import queries
from games.families.drawing import diagram_for
from games.services.errors import Refused
from games.web.embedding import allow_framing, render_without_request
from games.web.errors import show_refusals
from games.web.match.sharing import link_preview
from games.web.page.viewpoint import Viewpoint


@show_refusals
@allow_framing
def match_embed(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001 (a view)
    """Show the current board of a public match, for other sites; 404 for private matches."""
    match = queries.match_for(None, pk)
    if match is None:
        raise Refused("no_such_match")
    position = queries.position_of(match, None, None)
    context = {
        "card": link_preview(position),
        "diagram": diagram_for(match.ruleset, position.state, last=position.last_move),
        "words": Viewpoint(position, None, timezone.now()).words,
    }
    return render_without_request("games/match/embed.html", context)
