"""The form behind the button “Play a bot at once”."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from games.families import strategies
from games.families.features import showcase
from games.families.registry import family_of
from games.rules import registry
from games.services.bots import bots
from games.services.wording import game_words


def _strategies() -> list[tuple[str, str]]:
    """Return the strategies that play all games of the start page, with their names."""
    names = game_words.strategy_names()
    return [(key, names[key]) for key in strategies.keys_for(showcase().at_once)]


def _stands_alone(game: str) -> bool:
    """Whether a game has the form on the page of its rules to itself.

    It has not where the start page offers the best of its family.
    """
    return game in registry.offered() and family_of(game).showcase is None


class BotForm(forms.Form):
    """Which game against how strong a bot."""

    ruleset = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(key, game_words.ruleset_name(key)) for key in showcase().at_once],
        initial=lambda: showcase().at_once[0],
    )
    strategy = forms.ChoiceField(
        label=_("The bot"),
        choices=_strategies,
        initial=lambda: showcase().bot,
    )

    def __init__(self, data: Mapping[str, object] | None = None, *, game: str = "") -> None:
        """Take what was sent; ``game`` (or the one sent) has the form to itself."""
        super().__init__(data, initial={"ruleset": game} if game else None)
        self.has_bots = not game or game in showcase().at_once
        game = game or str((data or {}).get("ruleset", ""))
        if _stands_alone(game):
            self._keep_to(game)

    def _keep_to(self, game: str) -> None:
        """Offer one game alone, and the bots that take it up at once."""
        names, ready = game_words.strategy_names(), bots.strategies_at_once(game)
        self.has_bots = bool(ready)
        choices = {"ruleset": [(game, game_words.ruleset_name(game))]}
        choices["strategy"] = [(key, names.get(key, key)) for key in ready]
        for name, values in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = values
        self.fields["strategy"].initial = ready[-1] if ready else None
