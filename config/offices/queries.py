"""Holders of roles, open offers, and the log of roles."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player
from accounts.queries import players_with_roles, roles_of
from config.offices.models import RoleStep

LOGGED = 50


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who has a role or has been offered it."""

    player: Player
    asked: bool


def holders() -> list[tuple[str, str, list[Holder]]]:
    """Return each role with its label and the players who have it or are offered it."""
    found = []
    for role, name in RoleStep.Role.choices:
        held = [Holder(player, asked=False) for player in players_with_roles([role])]
        asked = [Holder(row.player, asked=True) for row in open_offers() if row.role == role]
        found.append((role, str(name), held + asked))
    return found


def open_offers(player: Player | None = None) -> list[RoleStep]:
    """Return the offers that were neither answered nor withdrawn, of all or of one player."""
    rows = RoleStep.objects.select_related("player", "by").order_by("pk")
    if player is not None:
        rows = rows.filter(player=player)
    newest = {(row.player_id, row.role): row for row in rows}
    return [row for row in newest.values() if row.step == RoleStep.Step.OFFERED]


def role_names(player: Player) -> list[str]:
    held = roles_of(player)
    return [str(name) for role, name in RoleStep.Role.choices if role in held]


def role_log() -> list[RoleStep]:
    return list(RoleStep.objects.select_related("player", "by")[:LOGGED])
