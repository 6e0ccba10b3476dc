"""Preferences for automatic play: forced moves at once, draft lists (C-5, 2.8)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Player
from games.models import PlayPreference
from games.orders.drafts import parse_preference


def preference_of(player: Player) -> PlayPreference:
    """Return a player's preferences; the defaults, unsaved, if there are none."""
    found = _preferences_of(player.pk)
    return found[0] if found else PlayPreference(player=player)


@compiled_query
def _preferences_of(player: int) -> QuerySet[PlayPreference]:
    return PlayPreference.objects.filter(player=player)


@transaction.atomic
def change_preferences(
    player: Player, *, auto_move: bool, auto_draft: str, without_preview: bool | None = None
) -> PlayPreference:
    """Save a player's preferences; an empty ``auto_draft`` means manual picks.

    ``without_preview`` is unchanged if None. Raises MalformedMove (``bad_preference``) for a bad
    list. Applies from the next turn on.
    """
    row, _made = PlayPreference.objects.select_for_update().get_or_create(player=player)
    row.auto_move = auto_move
    row.auto_draft = parse_preference(auto_draft) if auto_draft.strip() else ""
    row.without_preview = without_preview if without_preview is not None else row.without_preview
    row.save(update_fields=["auto_move", "auto_draft", "without_preview"])
    return row
