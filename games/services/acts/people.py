"""Acts that leave the board alone: warn, suspend from entries, dismiss, uphold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import judge_queries
from games.models import Ruling
from games.services.acts.base import Docket, whole
from games.services.errors import Refused

SUSPENSIONS = (30, 90)


class Word:
    """Base of the acts that change nothing but the record."""

    name = ""
    about = "case"

    def read(self, _docket: Docket, _given: Mapping[str, Any]) -> dict[str, Any]:
        """Need nothing."""
        return {}

    def apply(self, docket: Docket) -> None:
        """Let the record speak."""

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Let the record speak."""


class Warn(Word):
    """Warn a player; nothing follows but that it is remembered."""

    name = "warn"
    about = "player"


class Suspend(Word):
    """Keep a player from entering events; matches that run and casual ones go on."""

    name = "suspend"
    about = "player"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take 30 or 90 days; refuse referees of single events, for it reaches into all others."""
        if not judge_queries.judges_everything(docket.by):
            raise Refused("beyond_your_event")
        days = whole(given, "days", min(SUSPENSIONS), max(SUSPENSIONS))
        if days not in SUSPENSIONS:
            raise Refused("bad_param", name="days", allowed="30, 90")
        return {"days": days}


class Dismiss(Word):
    """Find no ground for an act: everything stays as it is."""

    name = "dismiss"


class Uphold(Word):
    """On appeal, find the ruling right: it stands for good."""

    name = "uphold"
