"""Display preferences of a player: dismissed hints, and the look of boards."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from accounts.appearance.looks import valid_looks
from accounts.models import Player


@transaction.atomic
def dismiss_hint(player: Player, hint: str) -> None:
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if hint not in row.dismissed_hints:
        row.dismissed_hints = [*row.dismissed_hints, hint]
        row.save(update_fields=["dismissed_hints"])
    player.dismissed_hints = row.dismissed_hints


def save_board_look(player: Player, looks: Iterable[str]) -> None:
    """Save the player's display options of boards; unknown names are ignored."""
    player.board_look = valid_looks(looks)
    player.save(update_fields=["board_look"])
