"""Signed links that play one move without logging in.

A link names match, seat and ply, the player it was made for, and the seat's generation. It becomes
invalid with the next ply, or when the generation is raised: by a substitute, a replacement, a
closed account, a suspension or a reopened match.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.models import Seat
from games.services.errors import Refused
from notifications.services.headers import absolute_url

SALT = "games.move-link"
SIGNATURE_BYTES = 12  # short, because an e-mail may hold dozens of links
PARTS = 6


class Holder(NamedTuple):
    """The seat, player and seat generation for which a link was made."""

    seat: int
    player: int
    generation: int


@dataclass(frozen=True)
class MoveLink:
    """The content of a link: a move for its holder in the position after ``ply`` plies."""

    match_id: int
    ply: int
    holder: Holder
    move: str


def holder_of(seat: Seat) -> Holder:
    return Holder(seat.number, seat.player_id, seat.generation)


def make_token(link: MoveLink) -> str:
    parts = [link.match_id, link.ply, *link.holder, link.move]
    body = ",".join(map(str, parts)).encode()
    signed = body + _signature(settings.SECRET_KEY, body)
    return base64.urlsafe_b64encode(signed).decode().rstrip("=")


def read_token(token: str) -> MoveLink:
    """Return the content of a link; refuses ``bad_link`` (see also ``require_holder``)."""
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except (binascii.Error, ValueError):
        raise Refused("bad_link") from None
    body, given = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not body or not any(hmac.compare_digest(_signature(key, body), given) for key in keys):
        raise Refused("bad_link")
    *numbers, move = body.decode().split(",", PARTS - 1)
    match_id, ply, *holder = map(int, numbers)
    return MoveLink(match_id, ply, Holder(*holder), move)


def _signature(key: str, body: bytes) -> bytes:
    signed = salted_hmac(SALT, body, secret=key, algorithm="sha256")
    return signed.digest()[:SIGNATURE_BYTES]


def require_holder(seat: Seat | None, holder: Holder, *, seen: int, current: int) -> Seat:
    """Return the seat if the link was made for its present player; else refuse.

    ``stale`` if the same player sits there and the match has gone on, else ``bad_link``.
    """
    if seat is None or seat.player_id != holder.player or not _can_act(seat.player):
        raise Refused("bad_link")
    if seat.generation == holder.generation:
        return seat
    if seen == current:
        raise Refused("bad_link")
    raise Refused("stale", seen=seen, current=current)


def _can_act(player: Player) -> bool:
    """Whether the account is neither closed nor suspended."""
    return player.closed_at is None and (player.user is None or player.user.is_active)


@cache
def _split_link_path() -> tuple[str, str]:
    """Return the parts of a link's path before and after its token.

    Cached, because an e-mail holds dozens of links.
    """
    before, after = reverse("games:move_link", args=["-token-"]).split("-token-")
    return before, after


def move_url(link: MoveLink) -> str:
    """Return the absolute URL of a link's confirmation page."""
    before, after = _split_link_path()
    return absolute_url(f"{before}{make_token(link)}{after}")
