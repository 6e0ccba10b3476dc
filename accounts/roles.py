"""The roles a person may hold, as names of groups (pure)."""

from __future__ import annotations

from typing import Final

HEAD_REFEREE: Final = "head_referee"
REFEREE: Final = "referee"
EVENT_REFEREE: Final = "event_referee"
ORGANISER: Final = "organiser"
OPERATOR: Final = "operator"
ROLES: Final = (HEAD_REFEREE, REFEREE, EVENT_REFEREE, ORGANISER, OPERATOR)
OFFICIALS: Final = frozenset({HEAD_REFEREE, REFEREE, EVENT_REFEREE, OPERATOR})
JUDGES: Final = frozenset({HEAD_REFEREE, REFEREE})
