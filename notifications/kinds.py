"""Every kind of e-mail the site can send, and how it behaves (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of e-mail behaves."""

    name: str
    refusable: bool = True
    """The reader may refuse it; the e-mail then carries a one-click unsubscribe link."""
    settles: bool = False
    """It may wait the reader's settle delay and be withdrawn if they have acted meanwhile."""
    waits: bool = True
    """It never arrives in the reader's quiet hours."""
    merges: bool = True
    """On a busy day it may arrive inside the daily digest instead."""
    wanted: bool = True
    """Sent to those who never chose."""
    pushes: bool = False
    """Browsers can show it as a notification."""
    event: bool = False
    """It is about a tournament or a club, not about a match."""
    planned: bool = False
    """Nothing sends it yet, so the settings page does not offer it."""


class UnknownKindError(ValueError):
    def __init__(self, name: str) -> None:
        super().__init__(f"no kind of e-mail is called {name!r}; see notifications/kinds.py")


_TABLE = (
    Kind("invitation", merges=False, pushes=True),
    Kind("challenge_accepted", settles=True, planned=True),
    Kind("challenge_declined", settles=True),
    Kind("your_turn", settles=True, pushes=True),
    Kind("reminder", merges=False, pushes=True),
    Kind("flagged", merges=False, pushes=True),
    Kind("opponent_on_leave"),
    Kind("bounce_notice"),
    Kind("absence"),
    Kind("match_started", settles=True, pushes=True),
    Kind("match_finished", merges=False, pushes=True),
    Kind("leg_finished", settles=True),
    Kind("tie_offered", settles=True, pushes=True),
    Kind("take_back_asked", settles=True, pushes=True),
    Kind("pause_proposed", settles=True, pushes=True),
    Kind("order_played", settles=True),
    Kind("chat_digest", settles=True, pushes=True),
    Kind("daily_digest", merges=False),
    Kind("watched", pushes=True),
    Kind("downtime", merges=False),
    Kind("monthly_summary", merges=False, wanted=False),
    Kind("tournament_open", wanted=False, event=True),
    Kind("tournament_started", pushes=True, event=True),
    Kind("tournament_news", pushes=True, event=True),
    Kind("organiser_message", pushes=True, event=True),
    Kind("club_invitation", merges=False, pushes=True, event=True),
    Kind("club_news", pushes=True, event=True),
    Kind("round_paired", pushes=True, event=True),
    Kind("round_closing", merges=False, event=True),
    Kind("standings", merges=False, event=True),
    Kind("case_opened", refusable=False, merges=False),
    Kind("ruling", refusable=False, merges=False),
    Kind("appeal_result", refusable=False, merges=False),
    Kind("appointment", merges=False, event=True),
    Kind("moderation", refusable=False, merges=False),
    Kind("event_by_address", refusable=False, merges=False),
    Kind("answer", refusable=False, waits=False, merges=False),
    Kind("held", refusable=False, waits=False, merges=False),
    Kind("security", refusable=False, waits=False, merges=False),
)

KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in _TABLE})
REFUSABLE: Final = tuple(kind.name for kind in _TABLE if kind.refusable)
OFFERED: Final = tuple(kind.name for kind in _TABLE if kind.refusable and not kind.planned)
PUSHABLE: Final = tuple(kind.name for kind in _TABLE if kind.pushes)
PUSHED_BY_DEFAULT: Final = (
    *("invitation", "your_turn", "reminder", "flagged", "tie_offered", "take_back_asked"),
)
ALWAYS_SENT: Final = tuple(kind.name for kind in _TABLE if not kind.refusable and not kind.planned)


def is_instant_name(name: str) -> bool:
    """Whether a context variable of this name holds an instant."""
    return name == "deadline" or name.endswith(("_at", "_until"))


def get_kind(name: str) -> Kind:
    """Return the kind of this name. Raises UnknownKindError."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKindError(name) from None
