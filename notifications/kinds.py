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
    planned: bool = False
    """Nothing in the house sends it yet, so the page of settings does not offer it."""


class UnknownKindError(ValueError):
    """There is no such kind of e-mail."""

    def __init__(self, name: str) -> None:
        """Name the unknown kind and where kinds are listed."""
        super().__init__(f"no kind of e-mail is called {name!r}; see notifications/kinds.py")


_TABLE = (
    Kind("invitation", merges=False),
    Kind("challenge_accepted", settles=True, planned=True),
    Kind("challenge_declined", settles=True),
    Kind("your_turn", settles=True),
    Kind("reminder", merges=False),
    Kind("flagged", merges=False),
    Kind("opponent_on_leave"),
    Kind("absence"),
    Kind("match_started", settles=True),
    Kind("match_finished", merges=False),
    Kind("leg_finished", settles=True),
    Kind("tie_offered", settles=True),
    Kind("order_played", settles=True),
    Kind("chat_digest", settles=True),
    Kind("daily_digest", merges=False),
    Kind("tournament_open", wanted=False),
    Kind("tournament_started"),
    Kind("tournament_news"),
    Kind("round_paired"),
    Kind("round_closing", merges=False),
    Kind("standings", merges=False),
    Kind("case_opened", refusable=False, merges=False),
    Kind("ruling", refusable=False, merges=False),
    Kind("appeal_result", refusable=False, merges=False),
    Kind("appointment", refusable=False, merges=False),
    Kind("bounce_notice", planned=True),
    Kind("security", refusable=False, waits=False, merges=False),
)

KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in _TABLE})
REFUSABLE: Final = tuple(kind.name for kind in _TABLE if kind.refusable)
OFFERED: Final = tuple(kind.name for kind in _TABLE if kind.refusable and not kind.planned)
ALWAYS: Final = tuple(kind.name for kind in _TABLE if not kind.refusable and not kind.planned)


def kind_named(name: str) -> Kind:
    """Return the kind; UnknownKindError if there is none of that name."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKindError(name) from None
