"""The filter of a player's matches in query strings."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from games.player_queries import MatchFilter
from games.services.wording import game_words

if TYPE_CHECKING:
    from django.http import QueryDict

RESULTS = ("won", "lost", "draw")
MAX_NAME_LENGTH = 60


def read_filter(query: QueryDict) -> MatchFilter:
    """Parse the filter; invalid choices are ignored."""
    choices = {"game": game_words.ruleset_names(), "rated": ("yes", "no"), "result": RESULTS}
    chosen = {name: query.get(name, "") for name in choices}
    known = {name: value for name, value in chosen.items() if value in choices[name]}
    who = " ".join(query.get("who", "").replace("\0", "").split())[:MAX_NAME_LENGTH]
    return MatchFilter(who=who, **known)


def filter_context(match_filter: MatchFilter) -> dict[str, object]:
    """Return the context for the filter form and the page links."""
    kept = {name: value for name, value in asdict(match_filter).items() if value}
    return {
        "wanted": match_filter,
        "games": sorted(game_words.ruleset_names().items(), key=lambda named: named[1]),
        "filtered": bool(kept),
        "query": f"{urlencode(kept)}&" if kept else "",
    }
