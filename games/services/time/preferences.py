"""Preferences for automatic play: forced moves at once, picks by a list (C-5, 2.8)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.compiled_queries import composed
from accounts.models import Player
from games.models import PlayPreference
from games.orders.drafts import parse_preference


def preference_of(player: Player) -> PlayPreference:
    """Return a player's preferences, or the defaults (a row not yet saved)."""
    found = _preferences_of(player.pk)
    return found[0] if found else PlayPreference(player=player)


@composed
def _preferences_of(player: int) -> QuerySet[PlayPreference]:
    """Select what a player likes: one row, or none."""
    return PlayPreference.objects.filter(player=player)


@transaction.atomic
def change_preferences(
    player: Player, *, auto_move: bool, auto_draft: str, without_preview: bool | None = None
) -> PlayPreference:
    """Keep what a player likes from now on; an empty list means that they pick by hand.

    ``without_preview`` stays as it is for None. MalformedMove (``bad_preference``) for a list that
    is none. Choices apply from the next turn on; what is due now stays due.
    """
    row, _made = PlayPreference.objects.select_for_update().get_or_create(player=player)
    row.auto_move = auto_move
    row.auto_draft = parse_preference(auto_draft) if auto_draft.strip() else ""
    row.without_preview = without_preview if without_preview is not None else row.without_preview
    row.save(update_fields=["auto_move", "auto_draft", "without_preview"])
    return row
