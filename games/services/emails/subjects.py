"""Subject prefixes that group the e-mails of a match when sorted by subject."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.naming import isolated
from games.families.phrases import family_texts
from games.models import Seat
from games.services.match.loaded import LoadedMatch
from games.services.wording import game_words


def game_label(ruleset: str) -> str:
    """Return the game's short name, if it has one, else its name, in brackets."""
    short = family_texts(ruleset).short_names().get(ruleset)
    return f"[{short or game_words.ruleset_name(ruleset)}]"


def match_label(ruleset: str, seats: Sequence[Seat]) -> str:
    """Return the game's label and the players in order of play."""
    return f"{game_label(ruleset)} {' – '.join(isolated(seat.player.name) for seat in seats)}"


def next_move_number(loaded: LoadedMatch) -> int:
    """Return the number of the next move as the game counts moves; in dice games of the turn."""
    at = loaded.match.turn if loaded.rules.draws_lots else loaded.match.ply_count + 1
    return (at + 1) // 2 if family_texts(loaded.match.ruleset).in_pairs else at
