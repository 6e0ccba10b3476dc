from __future__ import annotations

from django.utils.translation import gettext as _

from games.families import leaving
from games.models import Match, Seat
from games.services.wording import game_words
from notifications.addresses import About, Matter, reply_address


def match_title(match: Match, others: list[str]) -> str:
    """Return number, game and opponents of a match."""
    return _("Match %(match)s: %(game)s against %(others)s") % {
        "match": match.pk,
        "game": game_words.ruleset_name(match.ruleset),
        "others": leaving.join_names(others) or "–",
    }


def match_reply_address(match: Match, seat: Seat) -> str:
    """Return a player's reply address for the current position of a match."""
    where = (match.pk, match.ply_count, seat.number, seat.generation)
    return reply_address(Matter(About.MATCH, seat.player_id, *where))
