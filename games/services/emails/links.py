"""Signed links that play one move without logging in.

A link names its match, seat and ply, the player it was made for, and the generation of the seat. It
dies with its ply, and with whatever raises the generation: a substitute, a replacement, a closed
account, a suspension, a match that was reopened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Player
from games.models import Seat
from games.services.errors import Refused

SALT = "games.move-link"


class Holder(NamedTuple):
    """For whom a link was made: this player on this seat, and which generation of the seat."""

    seat: int
    player: int
    generation: int


@dataclass(frozen=True)
class MoveLink:
    """What a link plays: this move, for its holder, on the position after ``ply`` plies."""

    match_id: int
    ply: int
    holder: Holder
    move: str


def holder_of(seat: Seat) -> Holder:
    """Return who holds a seat now."""
    return Holder(seat.number, seat.player_id, seat.generation)


def make_token(link: MoveLink) -> str:
    """Return the signed text of a link."""
    parts = [link.match_id, link.ply, *link.holder, link.move]
    return signing.dumps(parts, salt=SALT, compress=True)


def read_token(token: str) -> MoveLink:
    """Return what a link plays, or refuse ``bad_link``; ``require_holder`` says if it is alive."""
    try:
        match_id, ply, seat, player, generation, move = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("bad_link") from None
    holder = Holder(int(seat), int(player), int(generation))
    return MoveLink(int(match_id), int(ply), holder, str(move))


def require_holder(seat: Seat | None, holder: Holder, *, seen: int, current: int) -> Seat:
    """Return the seat, or refuse a link that was not made for who sits there now.

    ``stale`` where the same player sits there and the match has gone on, ``bad_link`` otherwise.
    """
    if seat is None or seat.player_id != holder.player or not _may_act(seat.player):
        raise Refused("bad_link")
    if seat.generation == holder.generation:
        return seat
    if seen == current:
        raise Refused("bad_link")
    raise Refused("stale", seen=seen, current=current)


def _may_act(player: Player) -> bool:
    """Whether an account still acts: neither closed nor barred from logging in."""
    return player.closed_at is None and (player.user is None or player.user.is_active)


def move_url(link: MoveLink) -> str:
    """Return the absolute address of a link's confirmation page."""
    return absolute(reverse("games:move_link", args=[make_token(link)]))


def absolute(path: str) -> str:
    """Return the absolute address of a path on this site."""
    return f"{settings.SITE_URL}{path}"
