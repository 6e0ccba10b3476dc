from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.rules import registry
from games.rules.base import Options
from games.services.play.absence import CONTINUING_POLICIES
from games.services.play.terms import seat_count

DEFAULT_SIZE = ""


def _size_choices() -> list[tuple[str, Any]]:
    """Return the numbers of players that games allow, as choices."""
    found = {
        seats for key in registry.offered_keys() for seats in registry.get(key).seats if seats > 1
    }
    return [
        (DEFAULT_SIZE, _("the game’s default")),
        *((str(seats), str(seats)) for seats in sorted(found)),
    ]


class MultiplayerForm(forms.Form):
    """The number of players, and what happens to absent ones with three or four."""

    seats = forms.ChoiceField(
        label=_("Number of players"),
        required=False,
        choices=_size_choices,
        initial=DEFAULT_SIZE,
        help_text=_("The match starts automatically when all seats are taken."),
    )
    absence = forms.ChoiceField(
        label=_("When a player’s time runs out"),
        required=False,
        initial="skip",
        choices=[
            ("skip", _("the turn is skipped, and after three in a row the player is out")),
            ("caretaker", _("a caretaker bot plays on until the player comes back")),
            ("substitute", _("others may take the seat for a day, then a caretaker plays on")),
            ("lose", _("the player is out immediately")),
        ],
        widget=forms.RadioSelect,
    )

    def multiplayer(
        self, data: Mapping[str, Any], options: Options, control: clocks.TimeControl
    ) -> tuple[int, clocks.TimeControl]:
        """Return the number of players, and the control with an absence policy if more than two."""
        wanted = int(data["seats"]) if data.get("seats") else None
        number = seat_count(data["ruleset"], options, wanted)
        if number > 2 and control.on_flag not in CONTINUING_POLICIES:
            control = replace(control, on_flag=data.get("absence") or "skip")
        return number, control
