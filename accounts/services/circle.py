"""Following and blocking players; the other player is not notified."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, Player
from accounts.services.errors import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MAX_FOLLOWS = 500
MAX_BLOCKS = 500


class RelationRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "yourself": _("This is you. Choose another player."),
        "account_needed": _("Only people with an account can follow or block others."),
        "follow_closed": _("This account is closed."),
        "block_bot": _("Bots cannot be blocked. They only answer challenges."),
        "too_many_follows": _("You already follow %(most)d players. Stop following one first."),
        "too_many_blocks": _("You have already blocked %(most)d players. Unblock one first."),
    }


@transaction.atomic
def follow(player: Player, other: Player, *, now: datetime) -> None:
    """Follow another player, who then comes first in lists; following twice changes nothing."""
    _check(player, other)
    if other.closed_at is not None:
        raise RelationRefused("follow_closed")
    rows = Follow.objects.filter(player=player)
    if rows.filter(other=other).exists():
        return
    if rows.count() >= MAX_FOLLOWS:
        raise RelationRefused("too_many_follows", most=MAX_FOLLOWS)
    Follow.objects.create(player=player, other=other, created_at=now)


def unfollow(player: Player, other: Player) -> None:
    Follow.objects.filter(player=player, other=other).delete()


@transaction.atomic
def block(player: Player, other: Player, *, now: datetime) -> bool:
    """Block another player and stop following them; False if they were blocked already."""
    _check(player, other)
    if other.is_bot:
        raise RelationRefused("block_bot")
    rows = Block.objects.filter(player=player)
    if rows.filter(other=other).exists():
        return False
    if rows.count() >= MAX_BLOCKS:
        raise RelationRefused("too_many_blocks", most=MAX_BLOCKS)
    Block.objects.create(player=player, other=other, created_at=now)
    unfollow(player, other)
    return True


def unblock(player: Player, other: Player) -> None:
    Block.objects.filter(player=player, other=other).delete()


def _check(player: Player, other: Player) -> None:
    """Lock the player, so that limits hold; refuse guests, and following or blocking oneself."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.pk == other.pk:
        raise RelationRefused("yourself")
    if player.kind != Player.Kind.PERSON or player.user_id is None:
        raise RelationRefused("account_needed")
