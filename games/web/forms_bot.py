"""The form behind the button “Play a bot at once”."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bots import registry as strategies
from games.services import wording

AT_ONCE = ("traffic_lights.4x3", "traffic_lights.simple")


def _strategies() -> list[tuple[str, str]]:
    """Return the strategies that play all these games, with their names."""
    names = wording.strategy_names()
    return [(key, names[key]) for key in strategies.keys_for(AT_ONCE)]


class BotForm(forms.Form):
    """Which game against how strong a bot."""

    ruleset = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(key, wording.ruleset_name(key)) for key in AT_ONCE],
        initial=AT_ONCE[0],
    )
    strategy = forms.ChoiceField(
        label=_("The bot"),
        choices=_strategies,
        initial="greedy",
    )
