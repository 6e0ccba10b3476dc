"""The time control of a challenge: presets and custom ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import range_errors
from games import clocks
from games.rules.base import JSONObject
from games.services.play.absence import has_absence_policy
from games.services.wording import clock_words
from games.web.challenges.forms_multiplayer import MultiplayerForm

CUSTOM = "own"
SECONDS_BY_UNIT = {"hours": 3600, "days": 86400}
SPANS = ("per_turn", "bank", "increment", "cap")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAX_DAYS = 365


def _preset_choices() -> list[tuple[str, Any]]:
    """Return the choices of presets and "custom"."""
    return [*clock_words.preset_names().items(), (CUSTOM, _("custom (below)"))]


def _amount_field(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=1,
        max_value=24 * MAX_DAYS,
        error_messages=range_errors(1, 24 * MAX_DAYS),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _unit_field(label: Any) -> forms.ChoiceField:
    units = [("hours", _("hours")), ("days", _("days"))]
    return forms.ChoiceField(label=label, choices=units, required=False, initial="days")


def custom_control_initial(control: clocks.TimeControl) -> JSONObject:
    """Return a custom time control as form values; empty if the form cannot express it."""
    names = ("bank", "increment", "cap") if control.bank else ("per_turn",)
    given = {name: getattr(control, name) for name in names}
    spans: JSONObject = {name: span for name, span in given.items() if span}
    try:
        said = clocks.TimeControl(stops=control.stops, on_flag=control.on_flag, **spans)
    except clocks.BadTimeControl:
        return {}
    if said != control or not spans or any(span % HOUR for span in spans.values()):
        return {}
    initial: JSONObject = {"control": CUSTOM, "own_kind": names[0]}
    initial |= {"stops": sorted(control.stops), "on_flag": control.on_flag}
    for name, span in spans.items():
        unit = ("hours", HOUR) if span % DAY else ("days", DAY)
        initial |= {name: span // unit[1], f"{name}_unit": unit[0]}
    return initial


class TimeForm(MultiplayerForm):
    """The time control: limits, pauses, and the consequence of a time-out."""

    control = forms.ChoiceField(label=_("Time"), choices=_preset_choices, initial="three_days")
    own_kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        initial="per_turn",
        widget=forms.RadioSelect,
        choices=[
            ("per_turn", _("a limit per move")),
            ("bank", _("time for the whole match, plus extra time per move")),
        ],
    )
    per_turn = _amount_field(_("Per move"))
    per_turn_unit = _unit_field(_("Unit of the time per move"))
    bank = _amount_field(_("For the whole match"))
    bank_unit = _unit_field(_("Unit of the time for the match"))
    increment = _amount_field(_("Added per move"))
    increment_unit = _unit_field(_("Unit of the added time"))
    cap = _amount_field(_("Never more than"))
    cap_unit = _unit_field(_("Unit of the upper limit"))
    stops = forms.MultipleChoiceField(
        label=_("The clock pauses"),
        required=False,
        initial=["leave"],
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("night", _("in the quiet hours of the player to move")),
            ("weekend", _("on the days off of the player to move")),
            ("leave", _("while the player to move is on leave")),
        ],
    )
    on_flag = forms.ChoiceField(
        label=_("When the time runs out"),
        required=False,
        initial="lose",
        choices=[
            ("lose", _("the match is lost immediately")),
            ("claim", _("the opponent may claim the win")),
        ],
    )

    @property
    def is_custom_control(self) -> bool:
        """Whether the custom part of the form should be open."""
        chosen = self["control"].value() == CUSTOM
        return chosen or any(name in self.errors for name in (*SPANS, "own_kind", "stops"))

    def _control(self, data: JSONObject) -> clocks.TimeControl | None:
        """Return the chosen time control, or None after adding errors."""
        chosen = data.get("control")
        ruleset = data.get("ruleset")  # missing if the choice of a game is invalid
        if chosen in clocks.DICE_PRESETS and ruleset and not has_absence_policy(ruleset):
            self.add_error("control", _("This time control is for games with dice."))
        if chosen != CUSTOM:
            return clocks.PRESETS.get(chosen or "")
        spans: JSONObject = self._spans(data)
        if self.errors:
            return None
        stops = frozenset(data.get("stops") or ())
        try:
            return clocks.TimeControl(stops=stops, on_flag=data.get("on_flag") or "lose", **spans)
        except clocks.BadTimeControl as error:
            field = error.field if error.field in self.fields else "control"
            self.add_error(field, _("This time cannot be combined with the others."))
            return None

    def _spans(self, data: JSONObject) -> dict[str, timedelta]:
        """Return the spans of a custom time control, adding errors to their fields."""
        wanted = ("bank", "increment", "cap") if data.get("own_kind") == "bank" else ("per_turn",)
        if not data.get(wanted[0]) and wanted[0] not in self.errors:
            self.add_error(wanted[0], _("Enter a whole number, 1 or more."))
        spans = {}
        for name in wanted:
            if amount := data.get(name):
                seconds = amount * SECONDS_BY_UNIT[data.get(f"{name}_unit") or "days"]
                spans[name] = timedelta(seconds=seconds)
                if spans[name] > timedelta(days=MAX_DAYS):
                    self.add_error(name, _("Enter at most 365 days."))
        self._check_cap(spans)
        return spans

    def _check_cap(self, spans: dict[str, timedelta]) -> None:
        """Reject a cap below the bank, or without an increment."""
        if "cap" not in spans or "bank" not in spans:
            return
        if "increment" not in spans:
            self.add_error("increment", _("An upper limit needs extra time per move."))
        if spans["cap"] < spans["bank"]:
            self.add_error("cap", _("This must be at least the time for the whole match."))
