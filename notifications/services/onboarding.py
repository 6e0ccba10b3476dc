"""The first choices of a new player, and the notification presets, also in the settings."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.models.player import MAX_GOAL_LENGTH
from accounts.services.profile import check_language, check_zone
from notifications import queries
from notifications.kinds import KINDS, REFUSABLE
from notifications.models.preference import DIGEST_AFTER
from notifications.services import subscriptions
from notifications.services.subscriptions import DeliverySettings

MAX_NEXT_LENGTH = MAX_GOAL_LENGTH
ESSENTIAL_KINDS = frozenset(
    {"reminder", "flagged", "match_finished", "invitation", "round_closing"}
)


@transaction.atomic
def save_first_steps(
    player: Player, *, language: str, time_zone: str, told: str, now: datetime
) -> None:
    """Save the first choices and a preset. Raises ProfileRefused."""
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    row.language = check_language(language)
    row.time_zone = check_zone(time_zone)
    row.welcome_due, row.welcome_goal = False, ""
    row.save(update_fields=["language", "time_zone", "welcome_due", "welcome_goal"])
    apply_preset(row, told, now=now)


def apply_preset(player: Player, told: str, *, now: datetime) -> None:
    """Choose the kinds of e-mail and the digest: "each", "daily" or "least".

    Other settings of e-mails stay.
    """
    delivery = queries.settings_for(player)
    settings = DeliverySettings(
        settle_minutes=delivery.settle_minutes,
        digest_after=0 if told == "daily" else DIGEST_AFTER,
        digest_hour=delivery.digest_hour,
        plain_text=delivery.plain_text,
        calendar=delivery.calendar,
    )
    subscriptions.save_preferences(player, _kinds_of_preset(told), settings, now=now)


def get_preset(player: Player) -> str:
    """Return the preset that the player's settings amount to; empty for another mix."""
    chosen, after = queries.choices_of(player), queries.settings_for(player).digest_after
    wanted = {kind: chosen.get(kind, KINDS[kind].wanted) for kind in REFUSABLE}
    if wanted == _kinds_of_preset("each"):
        return "each" if after else "daily"
    return "least" if after and wanted == _kinds_of_preset("least") else ""


def _kinds_of_preset(told: str) -> dict[str, bool]:
    return {
        kind: KINDS[kind].wanted and (told != "least" or kind in ESSENTIAL_KINDS)
        for kind in REFUSABLE
    }


def skip_first_steps(player: Player) -> None:
    """Do not ask again; everything can be changed in the settings."""
    Player.objects.filter(pk=player.pk).update(welcome_due=False, welcome_goal="")
