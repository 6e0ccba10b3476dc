"""Queries about follows and blocks, and about who can see or challenge whom."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts.models import Block, Follow, Player


def follows_of(player: Player) -> QuerySet[Follow]:
    """Return a player's follows, by name, without closed accounts.

    Each is annotated with ``blocked``: whether the player has also blocked the other.
    """
    blocked = Exists(Block.objects.filter(player=player, other=OuterRef("other")))
    rows = Follow.objects.filter(player=player, other__closed_at=None)
    return rows.select_related("other").annotate(blocked=blocked)


def blocks_of(player: Player) -> QuerySet[Block]:
    """Return a player's blocks, by name, annotated with ``follows``: whether they also follow."""
    follows = friendship(player, "other")
    return Block.objects.filter(player=player).select_related("other").annotate(follows=follows)


def is_following(player: Player, other: Player) -> bool:
    return Follow.objects.filter(player=player, other=other).exists()


def has_blocked(player: Player, other: Player) -> bool:
    return Block.objects.filter(player=player, other=other).exists()


def blocked_player_ids(player: Player) -> set[int]:
    """Return the ids of the players whom a player has blocked."""
    return set(Block.objects.filter(player=player).values_list("other", flat=True))


def has_block_between(player: Player, others: Iterable[int]) -> bool:
    """Whether a player and any of the others have blocked each other, in either direction."""
    numbers = [number for number in others if number != player.pk]
    if not numbers:
        return False
    mine = Q(player=player, other__in=numbers)
    return Block.objects.filter(mine | Q(player__in=numbers, other=player)).exists()


def blocked_either_way(player: Player, name: str) -> Q:
    """Match rows whose player ``name`` has blocked the player or is blocked by them."""
    blocks = Block.objects.filter(player=player, other=OuterRef(name))
    blocked = Block.objects.filter(player=OuterRef(name), other=player)
    return Q(Exists(blocks)) | Q(Exists(blocked))


def friendship(viewer: Player, name: str = "pk") -> Exists:
    """Annotation: whether the viewer follows the row's player ``name``."""
    return Exists(Follow.objects.filter(player=viewer, other=OuterRef(name)))


def is_bot(name: str = "") -> ExpressionWrapper[Q]:
    """Annotation: whether the row's player is a bot. ``name`` is a prefix such as ``player__``."""
    return ExpressionWrapper(Q(**{f"{name}kind": Player.Kind.BOT}), BooleanField())


def friends_first(players: QuerySet[Player], viewer: Player | None) -> QuerySet[Player]:
    """Order players so that those the viewer follows come first."""
    if viewer is None:
        return players
    order = players.query.order_by or ("name_key",)
    return players.annotate(is_friend=friendship(viewer)).order_by("-is_friend", *order)


def can_see_profile(viewer: Player | None, player: Player) -> bool:
    """Whether the viewer can see a player's profile text and current matches."""
    if viewer is not None and viewer.pk == player.pk:
        return True
    if player.shown_to == Player.Audience.EVERYBODY:
        return True
    if viewer is None or viewer.is_guest:
        return False
    return player.shown_to == Player.Audience.MEMBERS or is_following(player, viewer)


def may_challenge(challenger: Player, player: Player) -> bool:
    """Whether a player's settings and blocks allow a challenge.

    The result does not tell a block from a setting.
    """
    if has_block_between(challenger, [player.pk]):
        return False
    if player.challenged_by == Player.Challengers.EVERYBODY:
        return True
    return player.challenged_by == Player.Challengers.FRIENDS and is_following(player, challenger)
