"""Helpers for notation: readers write moves in many ways, the ledger in one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from django.utils.text import capfirst

from games.families.phrases import family_texts
from games.models import Ply
from games.orders.turns import parse_move
from games.rules.multiplayer import states_after_lines
from games.services.match.loaded import LoadedMatch

__all__ = ["capitalize_move", "load_states_for_notation", "parse_move"]


def load_states_for_notation(loaded: LoadedMatch, plies: Sequence[Ply]) -> None:
    """Load the states around these plies, if their notation needs them; one query at most."""
    wanted = {ply.number for ply in plies} - loaded.turned.keys()
    if not wanted or not family_texts(loaded.match.ruleset).notation_needs_position:
        return
    start = loaded.rules.start(len(loaded.seats), loaded.match.options)
    states = states_after_lines(loaded.rules, start, loaded.ledger()[: max(wanted)])
    loaded.turned |= dict(enumerate(pairwise(states), start=1))


def capitalize_move(words: str) -> str:
    """Capitalise a text, unless it begins with a square such as “b2”."""
    first, _space, _rest = words.partition(" ")
    return words if any(sign.isdigit() for sign in first) else capfirst(words)
