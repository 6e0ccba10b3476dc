"""The form behind the button “Play a bot at once”."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from games.families import strategies
from games.families.features import showcase
from games.families.registry import family_of
from games.rules import registry
from games.services.bots import capacity
from games.services.wording import game_words

if TYPE_CHECKING:
    from accounts.models import Player


def _stands_alone(game: str) -> bool:
    """Whether a game has the form on the page of its rules to itself.

    It has not where the start page offers the best of its family.
    """
    return game in registry.offered_keys() and family_of(game).showcase is None


class BotForm(forms.Form):
    """Which game against how strong a bot; only those that may take one more match."""

    ruleset = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(key, game_words.ruleset_name(key)) for key in showcase().at_once],
        initial=lambda: showcase().at_once[0],
    )
    strategy = forms.ChoiceField(label=_("The bot"), initial=lambda: showcase().bot)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        game: str = "",
        reader: Player | None = None,
    ) -> None:
        """Take what was sent; ``game`` (or the one sent) has the form to itself."""
        super().__init__(data, initial={"ruleset": game} if game else None)
        game = game or str((data or {}).get("ruleset", ""))
        alone = _stands_alone(game)
        games = (game,) if alone else showcase().at_once
        # What was chosen a while ago may be full by now: that is for the service to say.
        ready = (
            strategies.keys_for(games)
            if self.is_bound
            else capacity.strategies_at_once(games, reader)
        )
        self.has_bots = bool(ready)
        names = game_words.strategy_names()
        self._offer("strategy", [(key, names.get(key, key)) for key in ready])
        if alone:
            self._offer("ruleset", [(game, game_words.ruleset_name(game))])
            self.fields["strategy"].initial = ready[-1] if ready else None

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
