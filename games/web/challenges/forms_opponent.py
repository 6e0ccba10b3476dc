"""The second step of a challenge: the opponents by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.naming import isolated
from games import lobby_queries
from games.families import leaving
from games.rules import registry
from games.services.bots import capacity
from games.services.errors import Refused
from games.services.play.offers import check_opponent
from games.services.wording import explaining, game_words

if TYPE_CHECKING:
    from accounts.models import Player

MAX_SUGGESTED_NAMES = 3


class OpponentForm(forms.Form):
    opponent = forms.CharField(
        label=gettext_lazy("Name of a player or bot"),
        max_length=160,
        error_messages={
            "required": gettext_lazy("Enter the name of the player you want to challenge.")
        },
        widget=forms.TextInput(
            attrs={
                "list": "players",
                "autocomplete": "off",
                "autocapitalize": "words",
                "spellcheck": "false",
                "hx-trigger": "input changed delay:150ms",
                "hx-target": "#players",
            }
        ),
    )

    def __init__(self, reader: Player, ruleset: str, *args: Any, **kwargs: Any) -> None:
        """Adapt the help text to the number of opponents the game needs."""
        super().__init__(*args, **kwargs)
        self.reader, self.ruleset, self.players = reader, ruleset, list[Any]()
        self.full: Player | None = None  # a named bot that is at its limit
        self.sizes = [seats for seats in registry.get(ruleset).seats if seats > 1]
        if max(self.sizes) > 2:
            self.fields["opponent"].help_text = _("Separate several names with commas.")

    def clean_opponent(self) -> str:
        """Look up all named players, and refuse those who cannot be challenged to this game."""
        given = self.cleaned_data["opponent"].split(",")
        names = list(filter(None, (" ".join(name.split()) for name in given)))
        players = [self._player(name, alone=len(names) == 1) for name in names]
        if len({player.pk for player in players}) < len(players):
            self._refuse(Refused("named_twice"))
        if len(players) + 1 not in self.sizes:
            self._refuse_number(len(players))
        self.players = players
        return ", ".join(player.name for player in players)

    def _player(self, name: str, *, alone: bool) -> Player:
        player = lobby_queries.player_named(name)
        if player is None:
            refusal = Refused("no_such_player") if alone else Refused("no_player_called", name=name)
            raise forms.ValidationError([explaining.explain(refusal), *_suggest_names(name)])
        try:
            check_opponent(self.reader, player)
        except Refused as refusal:
            self._refuse(refusal)
        if player.is_bot:
            self._check_bot(player)
        return player

    def _check_bot(self, player: Player) -> None:
        """Refuse a bot that would decline."""
        bot = lobby_queries.bot_of(player)
        if bot is None:
            words = _("%(bot)s is not taking challenges at the moment.")
            raise forms.ValidationError(words % {"bot": isolated(player.name)})
        if self.ruleset not in bot.rulesets:
            games = leaving.join_names([game_words.ruleset_name(key) for key in bot.rulesets])
            words = _("%(bot)s does not play this game. It plays %(games)s.")
            raise forms.ValidationError(words % {"bot": isolated(player.name), "games": games})
        if not capacity.has_room_for(bot, self.reader):
            self.full = player
            words = _("%(bot)s has enough matches at the moment.")
            if capacity.remaining_capacity(bot) > 0:
                words = _("You already have the maximum number of matches with %(bot)s.")
            raise forms.ValidationError(words % {"bot": isolated(player.name)})

    def _refuse(self, refusal: Refused) -> None:
        raise forms.ValidationError(explaining.explain(refusal))

    def _refuse_number(self, given: int) -> None:
        """Refuse the number of names, giving the one needed."""
        needed = [size - 1 for size in self.sizes]
        if len(needed) == 1:
            words = ngettext(
                "This game needs %(needed)d opponent; you named %(given)d.",
                "This game needs %(needed)d opponents; you named %(given)d.",
                needed[0],
            )
            raise forms.ValidationError(words % {"needed": needed[0], "given": given})
        words = ngettext(
            "You named %(count)d player; this game needs %(few)d to %(many)d opponents.",
            "You named %(count)d players; this game needs %(few)d to %(many)d opponents.",
            given,
        )
        raise forms.ValidationError(
            words % {"count": given, "few": min(needed), "many": max(needed)}
        )


def _suggest_names(name: str) -> list[str]:
    """Return a hint with similar names, if there are any."""
    found = list(lobby_queries.players_with_prefix(name[:3])[:MAX_SUGGESTED_NAMES]) if name else []
    if not found:
        return []
    names = leaving.join_names([player.name for player in found])
    return [_("Similar names: %(names)s.") % {"names": names}]
