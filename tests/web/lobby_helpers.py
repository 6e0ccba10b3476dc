"""What the tests of the lobby's pages share: terms, challenges, bots."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.utils import timezone

from games import clocks
from games.models import Bot, Challenge
from games.rules import registry
from games.services.bots.bots import create_bot
from games.services.challenges.challenges import Offer, issue_challenge
from games.services.play.terms import Terms
from games.services.time.timetable import ALWAYS

FORM = {
    "kind": "seek",
    "opponent": "",
    "ruleset": "traffic_lights.4x3",
    "legs": "2",
    "max_extra_pairs": "3",
    "starter": "lots",
    "rated": "on",
    "control": "three_days",
    "stops": ["leave"],
    "on_flag": "lose",
    "greeting": "",
}


WAY = ("ruleset", "kind", "opponent")
NEW = "/play/"


def way(sent: Any) -> str:
    """Return the address of the step that the choices of a game and an opponent lead to."""
    return f"{NEW}?{urlencode({name: sent[name] for name in WAY if sent.get(name)})}"


def offer(client: Any, sent: Any, **more: Any) -> Any:
    """Send the terms of a challenge from the last of the three steps."""
    terms = {name: value for name, value in sent.items() if name not in WAY}
    return client.post(way(sent), terms, **more)


def challenge(challenger: Any, *, rated: bool = True, **offer: Any) -> Challenge:
    """Issue a challenge on the usual terms, now; without an opponent it is open to everybody."""
    terms = Terms.checked(
        offer.pop("ruleset", "traffic_lights.4x3"),
        offer.pop("options", {}),
        offer.pop("control", clocks.PRESETS["three_days"]),
        rated=rated,
        private=offer.pop("private", False),
        seats=offer.pop("seats", None),
    )
    now = offer.pop("now", None) or timezone.now()
    return issue_challenge(challenger, terms, Offer(**offer), now=now)


def bot(name: str = "Greta", strategy: str = "greedy", **settings: Any) -> Bot:
    """Enlist a bot that always answers."""
    timetable = settings.pop("timetable", ALWAYS)
    return create_bot(
        name,
        strategy,
        timetable=timetable,
        rulesets=settings.pop("rulesets", None) or registry.offered_keys(),
        now=timezone.now(),
        **settings,
    )
