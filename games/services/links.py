"""Signed links that play one move without logging in; each dies with its ply."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.services.errors import Refused

SALT = "games.move-link"


@dataclass(frozen=True)
class MoveLink:
    """What a link plays: this move of this seat on the position after ``ply`` plies."""

    match_id: int
    ply: int
    seat: int
    move: str


def make_token(link: MoveLink) -> str:
    """Return the signed text of a link."""
    return signing.dumps([link.match_id, link.ply, link.seat, link.move], salt=SALT, compress=True)


def read_token(token: str) -> MoveLink:
    """Return what a link plays, or refuse ``bad_link``. Whether it is stale, ``play_turn`` says."""
    try:
        match_id, ply, seat, move = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("bad_link") from None
    return MoveLink(int(match_id), int(ply), int(seat), str(move))


def move_url(link: MoveLink) -> str:
    """Return the absolute address of a link's confirmation page."""
    return absolute(reverse("games:move_link", args=[make_token(link)]))


def absolute(path: str) -> str:
    """Return the absolute address of a path on this site."""
    return f"{settings.SITE_URL}{path}"
