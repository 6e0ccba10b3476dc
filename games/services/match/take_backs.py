"""Whether a move can be taken back if the other side agrees (C-3)."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Ply, Seat
from games.rules.base import CHANCE
from games.services.match.loaded import LoadedMatch

BY_HAND = frozenset(Ply.BY_HAND)


def take_back_problem(loaded: LoadedMatch, seat: Seat, plies: Sequence[Ply]) -> str:
    """Return the code of the reason why a seat may not ask for its last move back; "" if it may.

    ``plies`` is the whole ledger. Drawn, revealed or answered moves cannot be undone.
    """
    match, others = loaded.match, loaded.others(seat)
    if len(others) != 1:
        return "take_back_among_many"
    if match.rated or match.event:
        return "take_back_counts"
    if others[0].player.is_bot:
        return "take_back_from_bot"
    return _undo_problem(loaded, seat, plies[seat.last_ply - 1 :] if seat.last_ply else ())


def _undo_problem(loaded: LoadedMatch, seat: Seat, later: Sequence[Ply]) -> str:
    """Return the reason against undoing a seat's last turn, with which ``later`` begins."""
    if not later or later[0].source not in BY_HAND or any(line.seat < CHANCE for line in later):
        return "no_move_to_take_back"
    if any(line.seat == CHANCE for line in later):
        return "take_back_after_lot"
    if seat.awaited or any(line.seat != seat.number for line in later):
        return "take_back_answered"
    if any(loaded.rules.seen_by(loaded.state, number) != loaded.state for number in (0, 1)):
        return "take_back_hidden"
    return ""
