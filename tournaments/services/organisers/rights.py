"""Operators decide whether everybody may announce events, or only appointed organisers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments import staff_queries
from tournaments.models import AnnouncingRule


@transaction.atomic
def set_announcing_rule(*, appointed: bool, by: Player | None, now: datetime) -> bool:
    """Set who may announce events; return whether that is a change.

    Events already announced, and their next seasons, are not affected.
    """
    if staff_queries.requires_appointment() == appointed:
        return False
    AnnouncingRule.objects.create(appointed=appointed, by=by, at=now)
    return True
