"""What the server may play for a player: forced moves at once, picks by a list (C-5, 2.8)."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.models import PlayPreference
from games.orders.drafts import preference


def preference_of(player: Player) -> PlayPreference:
    """Return what a player likes, or the defaults (a row not yet saved)."""
    found = PlayPreference.objects.filter(player=player).first()
    return found or PlayPreference(player=player)


@transaction.atomic
def change_preferences(player: Player, *, auto_move: bool, auto_draft: str) -> PlayPreference:
    """Keep what a player likes from now on; an empty list means that they pick by hand.

    MalformedMove (``bad_preference``) for a list that is none. What is due at this moment stays
    due: the next turn goes by it.
    """
    row, _made = PlayPreference.objects.select_for_update().get_or_create(player=player)
    row.auto_move = auto_move
    row.auto_draft = preference(auto_draft) if auto_draft.strip() else ""
    row.save(update_fields=["auto_move", "auto_draft"])
    return row
