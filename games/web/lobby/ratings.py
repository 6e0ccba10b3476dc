from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import lobby_queries, rating_queries
from games.services.wording import game_words, result_words

if TYPE_CHECKING:
    from django.core.paginator import Page

    from games.models import Rating

ROWS_PER_PAGE = 50
FOUND_SHOWN = 20


@require_safe
def leaderboards(request: PageRequest) -> HttpResponse:
    """Show one pool's ratings page by page; ``?name=`` finds a player."""
    name = request.GET.get("name", "").strip()
    if name and (found := lobby_queries.player_named(name)):
        return redirect("games:player", found.pk)
    pools = game_words.pool_names()
    pool = request.GET.get("pool", "")
    if pool not in pools:
        pool = next(iter(pools))
    board = Paginator(rating_queries.leaderboard(pool), ROWS_PER_PAGE)
    page = board.get_page(request.GET.get("page"))
    context = {
        "pools": pools.items(),
        "pool": pool,
        "pool_name": pools[pool],
        "rows": _ranked_rows(page),
        "page": page,
        "pages": list(board.get_elided_page_range(page.number, on_each_side=1, on_ends=1)),
        "name": name,
        "found": list(lobby_queries.players_matching(name, request.reader)[:FOUND_SHOWN])
        if name
        else [],
    }
    return render(request, "games/leaderboards.html", context)


def _ranked_rows(page: Page[Rating]) -> list[dict[str, object]]:
    """Return the ratings of a page with their places."""
    return [
        {
            "place": place,
            "player": figure.player,
            "rating": result_words.rating_text(figure.value, figure.games),
            "games": figure.games,
        }
        for place, figure in enumerate(page, page.start_index())
    ]
