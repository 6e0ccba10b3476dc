"""Reads of follows and blocks, and of who may see or challenge whom."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from accounts.models import Block, Follow, Player


def follows_of(player: Player) -> QuerySet[Follow]:
    """Return the players somebody follows, by name, without closed accounts.

    Each row says whether the player ``blocked`` the other, too.
    """
    blocked = Exists(Block.objects.filter(player=player, other=OuterRef("other")))
    rows = Follow.objects.filter(player=player, other__closed_at=None)
    return rows.select_related("other").annotate(blocked=blocked)


def blocks_of(player: Player) -> QuerySet[Block]:
    """Return a player's blocks, by name; ``follows`` says whether the player follows, too."""
    follows = friendship(player, "other")
    return Block.objects.filter(player=player).select_related("other").annotate(follows=follows)


def is_following(player: Player, other: Player) -> bool:
    return Follow.objects.filter(player=player, other=other).exists()


def has_blocked(player: Player, other: Player) -> bool:
    return Block.objects.filter(player=player, other=other).exists()


def blocked_by(player: Player) -> set[int]:
    """Return the numbers of those whom a player has blocked."""
    return set(Block.objects.filter(player=player).values_list("other", flat=True))


def are_apart(player: Player, others: Iterable[int]) -> bool:
    """Whether a player has blocked one of the others, or one of them the player."""
    numbers = [number for number in others if number != player.pk]
    if not numbers:
        return False
    mine = Q(player=player, other__in=numbers)
    return Block.objects.filter(mine | Q(player__in=numbers, other=player)).exists()


def apart_from(player: Player, name: str) -> Q:
    """Select the rows whose player ``name`` has blocked the player or is blocked by them."""
    blocks = Block.objects.filter(player=player, other=OuterRef(name))
    blocked = Block.objects.filter(player=OuterRef(name), other=player)
    return Q(Exists(blocks)) | Q(Exists(blocked))


def friendship(viewer: Player, name: str = "pk") -> Exists:
    """Say of every row whether the viewer follows its player ``name``; to order by, descending."""
    return Exists(Follow.objects.filter(player=viewer, other=OuterRef(name)))


def is_bot(name: str = "") -> ExpressionWrapper[Q]:
    """Say of every row whether its player ``name`` is a bot; to order by: people come first."""
    return ExpressionWrapper(Q(**{f"{name}kind": Player.Kind.BOT}), BooleanField())


def friends_first(players: QuerySet[Player], viewer: Player | None) -> QuerySet[Player]:
    """Return the players, those the viewer follows first, otherwise in their order."""
    if viewer is None:
        return players
    order = players.query.order_by or ("name_key",)
    return players.annotate(is_friend=friendship(viewer)).order_by("-is_friend", *order)


def may_see_profile(viewer: Player | None, player: Player) -> bool:
    """Whether the viewer may see what a player tells about themselves and what they play now."""
    if viewer is not None and viewer.pk == player.pk:
        return True
    if player.shown_to == Player.Audience.EVERYBODY:
        return True
    if viewer is None or viewer.is_guest:
        return False
    return player.shown_to == Player.Audience.MEMBERS or is_following(player, viewer)


def may_challenge(challenger: Player, player: Player) -> bool:
    """Whether a player's settings let this one challenge them.

    The answer does not tell a block from a setting.
    """
    if are_apart(challenger, [player.pk]):
        return False
    if player.challenged_by == Player.Challengers.EVERYBODY:
        return True
    return player.challenged_by == Player.Challengers.FRIENDS and is_following(player, challenger)
