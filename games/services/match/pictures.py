"""Boards of matches for e-mails and pages, in the active language."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from django.utils.translation import get_language, gettext as _

from accounts.naming import isolated
from games.diagrams.svg import render_svg
from games.diagrams.text import describe_diagram, render_text
from games.diagrams.words import Words, board_labels
from games.families.drawing import diagram_for
from games.families.phrases import family_texts, merged_texts
from games.models import Ply
from games.rules.base import AnyState
from games.services.match.loaded import LoadedMatch

MAX_NAME_LENGTH = 24  # characters that fit above a row of chips


def active_board_labels() -> Words:
    """Return the labels of boards in the active language."""
    return _board_labels_in(get_language() or "")


@lru_cache(maxsize=16)
def _board_labels_in(_language: str) -> Words:
    """Return the labels in one language, cached for the life of the process."""
    return MappingProxyType(board_labels(_) | merged_texts(lambda family: family.pieces()))


def match_board_labels(loaded: LoadedMatch) -> Words:
    """Return the labels of this match's board, with the players' names on their hands."""
    words = active_board_labels()
    holders = family_texts(loaded.match.ruleset).holders(loaded.state)
    if not holders:
        return words
    named = dict(words)
    for role, seat in holders.items():
        name = isolated(loaded.seats[seat].player.name)
        named[f"store {role}"] = (
            name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1]}…"
        )
        named[f"spoken {role}"] = _("%(player)s holds") % {"player": name}
    return MappingProxyType(named)


def render_board(
    loaded: LoadedMatch, leg: AnyState = None, *, seat: int | None = None, since: AnyState = None
) -> dict[str, str]:
    """Return the board of the running leg or of ``leg`` as standalone SVG, text and description.

    Seen from ``seat``, where the game has sides. With ``since``, an earlier state, all changes are
    marked instead of the last move.
    """
    last = _last_move(loaded) if since is None else None
    shown = loaded.state if leg is None else leg
    diagram = diagram_for(loaded.match.ruleset, shown, last=last, since=since, seat=seat)
    words = match_board_labels(loaded) if leg is None else active_board_labels()
    return {
        "svg": render_svg(diagram, standalone=True, labels=words),
        "text": render_text(diagram, words),
        "alt": describe_diagram(diagram, words),
    }


def _last_move(loaded: LoadedMatch) -> str | None:
    """Return the last move; no query if it has just been made."""
    if moved := [ply for ply in loaded.added if ply.is_move]:
        return moved[-1].text
    return Ply.objects.last_move(loaded.match) if loaded.match.ply_count else None
