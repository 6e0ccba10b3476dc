"""The terms of a match as form fields; services validate them, refusals appear at the fields."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext_lazy

from accounts.forms import length_error
from games import clocks
from games.families.features import showcase
from games.rules import registry
from games.services.errors import Refused
from games.services.play.offers import MAX_GREETING_LENGTH
from games.services.play.terms import Terms
from games.services.solo.solo import is_solo
from games.services.wording import explaining, game_words
from games.services.wording.option_words import option_label, value_label
from games.web.challenges.forms_options import SpecialOption, is_choice, special_options
from games.web.challenges.forms_time import TimeForm

FIELD_BY_REFUSAL = {
    "unknown_ruleset": "ruleset",
    "not_rateable": "rated",
    "never_rated": "rated",
    "rated_needs_clock": "control",
    "bad_time_control": "control",
    "guest_rated": "rated",
    "unknown_starter": "starter",
    "greeting_too_long": "greeting",
    "control_characters": "greeting",
    "order_by_strength": "starter",
    "multiplayer_needs_clock": "control",
    "alone_needs_nobody": "ruleset",
}


def _ruleset_choices() -> list[tuple[str, str]]:
    return [
        (key, game_words.ruleset_name(key)) for key in registry.offered_keys() if not is_solo(key)
    ]


def _default_ruleset() -> str:
    return showcase().at_once[0]


def _count_choices(values: tuple[int, ...], label: Any, none: Any = None) -> list[tuple[int, Any]]:
    """Return numbers with labels, ``none`` for zero."""
    return [
        (value, label % {"count": value} if value or none is None else none) for value in values
    ]


class TermsForm(TimeForm):
    ruleset = forms.ChoiceField(label=_("Game"), choices=_ruleset_choices, initial=_default_ruleset)
    legs = forms.TypedChoiceField(
        label=_("Legs"),
        coerce=int,
        initial=2,
        choices=lambda: _count_choices(
            (1, 2, 4, 6, 8), ngettext_lazy("%(count)d leg", "%(count)d legs", "count")
        ),
        help_text=_(
            "Players take turns to start. Only Traffic Lights and Triad are played in "
            "legs. Traffic Lights 4×3 and the slider version need an even number."
        ),
    )
    max_extra_pairs = forms.TypedChoiceField(
        label=_("If the score is level"),
        coerce=int,
        initial=3,
        choices=lambda: _count_choices(
            (0, 1, 2, 3),
            ngettext_lazy(
                "up to %(count)d tie-break pair", "up to %(count)d tie-break pairs", "count"
            ),
            _("no tie-break"),
        ),
        help_text=_("A tie-break pair is two more legs, each player starting one."),
    )
    starter = forms.ChoiceField(
        label=_("Who starts?"),
        choices=[
            ("lots", _("random")),
            ("challenger", _("me")),
            ("opponent", _("my opponent, or the others before me")),
        ],
        initial="lots",
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Rated: the result changes both ratings"),
        required=False,
        initial=True,
        help_text=_("Rated matches are for players with an account, not for guests."),
    )
    private = forms.BooleanField(
        label=_("Private: only the players can see the match"), required=False
    )
    greeting = forms.CharField(
        label=_("Greeting"),
        required=False,
        max_length=MAX_GREETING_LENGTH,
        error_messages=length_error(MAX_GREETING_LENGTH),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Optional message (200 characters)"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a field for every option that only some games have."""
        super().__init__(*args, **kwargs)
        self.special = self._special()
        for name, option in self.special.items():
            choices = [(str(each), value_label(name, each)) for each in option.allowed]
            if option.varies:
                choices.insert(0, ("", str(_("the game’s default"))))
            self.fields[name] = forms.ChoiceField(
                label=option_label(name),
                choices=choices,
                required=False,
                initial="" if option.varies else str(option.default),
            )

    def _special(self) -> dict[str, SpecialOption]:
        """Return the options that only some games have."""
        return special_options()

    def clean(self) -> dict[str, object]:
        """Validate the terms with the services; refusals become field errors."""
        data = super().clean() or {}
        control = self._control(data)
        if control is not None and not self.errors:
            try:
                data["terms"] = self._terms(data, control)
            except Refused as refusal:
                self.refuse(refusal)
        return data

    def refuse(self, refusal: Refused) -> None:
        """Add a refusal as an error of the field that caused it."""
        field = FIELD_BY_REFUSAL.get(refusal.code)
        if refusal.code == "bad_option" and refusal.params["name"] in self.fields:
            field = str(refusal.params["name"])
            refusal.params["name"] = self.fields[field].label
        self.add_error(field if field in self.fields else None, explaining.explain(refusal))

    def _terms(self, data: dict[str, Any], control: clocks.TimeControl) -> Terms:
        """Return the validated terms; options of other games are ignored."""
        known = registry.get(data["ruleset"]).options
        options = {name: data[name] for name in ("legs", "max_extra_pairs") if name in known}
        for name, option in self.special.items():
            if name in known and is_choice(known[name]) and data.get(name):
                options[name] = next(each for each in option.allowed if str(each) == data[name])
        seats, control = self.multiplayer(data, options, control)
        return Terms.checked(
            data["ruleset"],
            options,
            control,
            rated=data["rated"],
            private=data["private"],
            seats=seats,
        )
