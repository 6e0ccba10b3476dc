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


def _has_own_form(game: str) -> bool:
    """Whether the bot form on the game's rules page offers only this game.

    If the start page shows the game's family, the form offers that family's games.
    """
    return game in registry.offered_keys() and family_of(game).showcase is None


class BotForm(forms.Form):
    """A game and a bot's strategy; only strategies with a free bot are offered."""

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
        """``game``, or the one sent, restricts the form to that game if it stands alone."""
        super().__init__(data, initial={"ruleset": game} if game else None)
        game = game or str((data or {}).get("ruleset", ""))
        alone = _has_own_form(game)
        games = (game,) if alone else showcase().at_once
        # A chosen bot may have filled up since; the service refuses that with a reason.
        ready = (
            strategies.keys_for(games)
            if self.is_bound
            else capacity.instant_strategies(games, reader)
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
