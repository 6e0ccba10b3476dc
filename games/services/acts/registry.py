"""All acts by name; rooms above may add their own."""

from __future__ import annotations

from games.services.acts.base import Act
from games.services.acts.clocks import GrantTime, PauseClocks, ResumeClocks
from games.services.acts.people import Dismiss, Suspend, Uphold, Warn
from games.services.acts.reopening import Reopen
from games.services.acts.results import Adjudicate, Annul, Forfeit
from games.services.acts.seats import Replace
from games.services.errors import Refused

UNDO = "undo"
_ACTS: dict[str, Act] = {}


def add_act(act: Act) -> None:
    """Let an act be ordered."""
    _ACTS[act.name] = act


def act_named(name: str) -> Act:
    """Return an act, or refuse ``bad_act``."""
    if name not in _ACTS:
        raise Refused("bad_act", name=name, known=", ".join([*_ACTS, UNDO]))
    return _ACTS[name]


def names() -> list[str]:
    """Return the names of all acts besides undoing, in the order in which the form offers them."""
    return list(_ACTS)


for _act in (
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
):
    add_act(_act)
