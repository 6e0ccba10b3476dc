"""All acts by name, in the order in which the forms offer them."""

from __future__ import annotations

from games.services.errors import Refused
from tournaments.referees.services.acts.base import Act
from tournaments.referees.services.acts.entrants import Admit, Exclude, Substitute
from tournaments.referees.services.acts.matches import (
    Adjudicate,
    Annul,
    Forfeit,
    GrantTime,
    PauseClocks,
    Reopen,
    Replace,
    ResumeClocks,
)
from tournaments.referees.services.acts.pairings import AwardBye, ChangePairing
from tournaments.referees.services.acts.people import Dismiss, Suspend, Uphold, Warn
from tournaments.referees.services.acts.rounds import CloseEvent, Extend

UNDO = "undo"
ACTS: tuple[Act, ...] = (
    Dismiss(),
    GrantTime(),
    PauseClocks(),
    ResumeClocks(),
    Adjudicate(),
    Forfeit(),
    Annul(),
    Reopen(),
    Replace(),
    Warn(),
    Suspend(),
    Uphold(),
    AwardBye(),
    ChangePairing(),
    Extend(),
    Admit(),
    Exclude(),
    Substitute(),
    CloseEvent(),
)
_BY_NAME = {act.name: act for act in ACTS}


def act_named(name: str) -> Act:
    """Return an act by name; refuses ``bad_act``."""
    if name not in _BY_NAME:
        raise Refused("bad_act", name=name, known=", ".join([*_BY_NAME, UNDO]))
    return _BY_NAME[name]


def act_keys() -> list[str]:
    """Return the names of all acts except ``undo``."""
    return list(_BY_NAME)
