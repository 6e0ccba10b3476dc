"""Acts that change no match: warn, suspend, dismiss, uphold."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import F

from accounts.services import suspensions
from games.models import Seat
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import RulingContext, parse_integer

SUSPENSION_DAYS = (30, 90)


class EffectlessAct:
    """Base of the acts that consist of the ruling alone."""

    name = ""
    about = "case"

    def read(self, _context: RulingContext, _given: Mapping[str, JSON]) -> JSONObject:
        return {}

    def apply(self, context: RulingContext) -> None:
        """Do nothing: the ruling itself is the record."""

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Do nothing: the ruling itself is the record."""


class Warn(EffectlessAct):
    """Warn a player; the warning is only recorded."""

    name = "warn"
    about = "player"


class Suspend(EffectlessAct):
    """Bar a player from entering events; running and casual matches go on."""

    name = "suspend"
    about = "player"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Return 30 or 90 days; refuses referees of single events, as it applies to all events."""
        if not panel_queries.is_general_referee(context.by):
            raise Refused("beyond_your_event")
        days = parse_integer(given, "days", min(SUSPENSION_DAYS), max(SUSPENSION_DAYS))
        if days not in SUSPENSION_DAYS:
            raise Refused("bad_param", name="days", allowed="30, 90")
        return {"days": days}

    def apply(self, context: RulingContext) -> None:
        """Suspend the player and revoke their e-mail links: they must log in to play on."""
        assert context.player is not None  # an act about a player has one
        until = context.now + timedelta(days=context.params["days"])
        suspensions.suspend_player(context.player, until)
        seats = Seat.objects.filter(player=context.player, finished_at=None)
        seats.update(generation=F("generation") + 1)

    def undo(self, _context: RulingContext, ruling: Ruling) -> None:
        assert ruling.player is not None  # an act about a player has one
        suspensions.lift_suspension(
            ruling.player, ruling.at + timedelta(days=ruling.params["days"])
        )


class Dismiss(EffectlessAct):
    """Reject the claim; nothing changes."""

    name = "dismiss"


class Uphold(EffectlessAct):
    """Uphold the ruling on appeal; it is then final."""

    name = "uphold"
