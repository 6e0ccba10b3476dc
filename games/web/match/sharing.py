"""Link previews of public matches: title, description and picture."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_safe

from accounts.naming import isolated
from accounts.queries import PageRequest
from games import match_queries, queries
from games.diagrams import poster
from games.diagrams.svg import render_svg
from games.families.drawing import diagram_for
from games.families.leaving import join_names
from games.queries import Position
from games.services.errors import Refused
from games.services.wording import game_words, result_words
from games.web.errors import show_refusals
from games.web.files import etag_response
from games.web.page import history
from games.web.page.dice import Dice
from games.web.page.ending import Ending
from games.web.page.history import series_totals
from games.web.page.record import Record
from games.web.page.viewpoint import Viewpoint
from notifications import pictures
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.models import Match, Seat

CACHE_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True)
class LinkPreview:
    """Metadata for link previews in the head of a page."""

    url: str
    title: str
    description: str
    picture: str
    alt: str


def link_preview(position: Position) -> LinkPreview | None:
    """Return the card of a match; None for a private one."""
    match, names = position.match, " – ".join(isolated(seat.player.name) for seat in position.seats)
    if match.private:
        return None
    game, said = game_words.ruleset_name(match.ruleset), _state_sentence(position)
    title = names
    if not match.is_running:
        title = f"{names}: {result_words.result_title(match, position.seats)}"
    picture = absolute_url(reverse("games:match_picture", args=[match.pk]))
    return LinkPreview(
        absolute_url(match.get_absolute_url()),
        title,
        f"{game}. {said}",
        f"{picture}?v={_digest(_picture_contents(match, position.seats))}",
        _("The board of %(match)s") % {"match": f"{title} ({game})"},
    )


def _state_sentence(position: Position) -> str:
    """Return how a match ended, or who is to move."""
    if not position.match.is_running:
        return result_words.ending_sentence(position.match, position.seats)
    awaited = [isolated(seat.player.name) for seat in position.seats if seat.awaited]
    return _("Waiting for %(players)s.") % {"players": join_names(awaited)}


@require_safe
@show_refusals
def match_picture(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the picture of a public match; 404 for private ones, even for their players.

    Cached per position, language and names.
    """
    match = queries.match_for(None, pk)
    if match is None:
        raise Refused("no_such_match")
    key = _key(match)
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = pictures.png(_render_picture(match), width=poster.WIDTH)
        cache.set(key, drawn, CACHE_SECONDS)
    return etag_response(request, drawn, "image/png")


def _key(match: Match) -> str:
    """Return the cache key of a picture, which covers all its text."""
    ratings = [] if match.is_running else match_queries.rating_changes(match)
    parts = [*_picture_contents(match, match.seats.all()), get_language(), settings.SITE_NAME]
    parts += [(entry.before, entry.after) for entry in ratings]
    return f"match-picture:{_digest(parts)}"


def _picture_contents(match: Match, seats: Iterable[Seat]) -> list[object]:
    """Return the contents of a picture that do not depend on the language."""
    sides = [(isolated(seat.player.name), seat.rank, seat.points) for seat in seats]
    return [match.pk, match.ply_count, match.turn, match.status, match.ending, sides]


def _digest(parts: list[object]) -> str:
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _render_picture(match: Match) -> str:
    """Return the picture as SVG; after the end of a leg with its last board."""
    position = queries.position_of(match, None, None)
    seen = Viewpoint(position, None, timezone.now())
    leg = history.ended_leg(seen.states[seen.shown_from], seen.states[position.at_ply])
    shown = position.state if leg is None else leg.final
    drawn = diagram_for(match.ruleset, shown, last=position.last_move)
    ending = None if match.is_running else Ending(seen, Record(seen, Dice(seen)))
    bare = {key: "" if key.startswith("letter ") else said for key, said in seen.words.items()}
    return poster.render_poster(
        render_svg(drawn, standalone=True, labels=bare),
        game_words.ruleset_name(match.ruleset),
        _sides(position, ending),
        " ".join([_state_sentence(position), *_result_lines(ending)]),
        f"{settings.SITE_NAME} · {urlsplit(settings.SITE_URL).netloc}",
    )


def _sides(position: Position, ending: Ending | None) -> list[poster.Side]:
    """Return the players with their scores; with two players also their rating changes."""
    totals = series_totals(position.state)
    points = [seat.points for seat in position.seats]
    scores = points if any(points) else list(totals) if any(totals) else []
    shared = all(seat.rank == 1 for seat in position.seats)
    told = ending.changes if ending and len(position.seats) == 2 else []
    sides = []
    for at, seat in enumerate(position.seats):
        own = [change for change in told if change.name == seat.player.name]
        sides.append(
            poster.Side(
                seat.player.name,
                str(scores[at] or 0) if scores else "",
                ahead=seat.rank == 1 and not shared,
                note=f"{own[0].before} → {own[-1].after}" if own else "",
            )
        )
    return sides


def _result_lines(ending: Ending | None) -> list[str]:
    """Return the lines below the title: tie-break and completed lines."""
    if ending is None:
        return []
    said = [ending.tie_break, *(f"{line}." for line in ending.lines)]
    return [words for words in said if words]
