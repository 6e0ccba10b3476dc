"""Tokens of signed links that answer a question without a login."""

from __future__ import annotations

from django.core import signing

from accounts.models import Player
from games.services.errors import Refused


def make_token(salt: str, *numbers: int) -> str:
    """Return a signed token holding these numbers."""
    return signing.dumps(numbers, salt=salt)


def read_numbers(token: str, salt: str, count: int) -> list[int]:
    """Return the ``count`` numbers in a token; refuses ``dead_link``."""
    try:
        found = [int(each) for each in signing.loads(token, salt=salt)]
    except (signing.BadSignature, ValueError, TypeError):
        raise Refused("dead_link") from None
    if len(found) != count:
        raise Refused("dead_link")
    return found


def require_active(player: Player | None) -> Player:
    """Return the player if their account is active; else refuse ``dead_link``."""
    if player is None or player.user is None:
        raise Refused("dead_link")
    if player.closed_at is not None or not player.user.is_active:
        raise Refused("dead_link")
    return player


def active_player(pk: int) -> Player:
    """Return the player with this key; refuses ``dead_link`` unless their account is active."""
    return require_active(Player.objects.select_related("user").filter(pk=pk).first())
