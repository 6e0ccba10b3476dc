"""Subject prefixes that keep matches together in a mailbox sorted by subject."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.naming import isolated
from games.families.phrases import family_words
from games.models import Seat
from games.services.match.loaded import LoadedMatch
from games.services.wording import game_words


def label_of_game(ruleset: str) -> str:
    """Return the game in brackets, by its short name where it has one."""
    short = family_words(ruleset).short_names().get(ruleset)
    return f"[{short or game_words.ruleset_name(ruleset)}]"


def label_of_match(ruleset: str, seats: Sequence[Seat]) -> str:
    """Return the game and its players, in the order of play."""
    return f"{label_of_game(ruleset)} {' – '.join(isolated(seat.player.name) for seat in seats)}"


def number_of_move(loaded: LoadedMatch) -> int:
    """Return the number of the coming move, as the game counts; with dice that of the turn."""
    at = loaded.match.turn if loaded.rules.draws_lots else loaded.match.ply_count + 1
    return (at + 1) // 2 if family_words(loaded.match.ruleset).in_pairs else at
