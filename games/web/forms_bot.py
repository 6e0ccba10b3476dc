"""The form behind the button “Play a bot at once”."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bots import registry as strategies
from games.rules import registry
from games.services import bots, wording

AT_ONCE = ("traffic_lights.4x3", "traffic_lights.simple")


def _strategies() -> list[tuple[str, str]]:
    """Return the strategies that play all these games, with their names."""
    names = wording.strategy_names()
    return [(key, names[key]) for key in strategies.keys_for(AT_ONCE)]


def _stands_alone(game: str) -> bool:
    """Whether a game has the form on the page of its rules to itself."""
    lights = game.startswith("traffic_lights.")  # of these the start page offers the best two
    return game in registry.offered() and not lights


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

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: str = "") -> None:
        """Take what was sent; ``game`` (or the one sent) has the form to itself."""
        super().__init__(data, initial={"ruleset": game} if game else None)
        self.has_bots = not game or game in AT_ONCE
        game = game or str((data or {}).get("ruleset", ""))
        if _stands_alone(game):
            self._keep_to(game)

    def _keep_to(self, game: str) -> None:
        """Offer one game alone, and the bots that take it up at once."""
        names, ready = wording.strategy_names(), bots.strategies_at_once(game)
        self.has_bots = bool(ready)
        choices = {"ruleset": [(game, wording.ruleset_name(game))]}
        choices["strategy"] = [(key, names.get(key, key)) for key in ready]
        for name, values in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = values
        self.fields["strategy"].initial = ready[-1] if ready else None
