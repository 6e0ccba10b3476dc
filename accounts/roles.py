"""The offices a person may hold: names of groups, and what goes with them (pure)."""

from __future__ import annotations

from typing import Final

HEAD_REFEREE: Final = "head_referee"
REFEREE: Final = "referee"
EVENT_REFEREE: Final = "event_referee"
ORGANISER: Final = "organiser"
OPERATOR: Final = "operator"
ROLES: Final = (HEAD_REFEREE, REFEREE, EVENT_REFEREE, ORGANISER, OPERATOR)
JUDGES: Final = frozenset({HEAD_REFEREE, REFEREE})
