"""The form of a series: its name, points by place, how many events count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.naming import isolated
from tournaments import club_queries
from tournaments.services.organisers.series import (
    MAX_EVENTS,
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    SeriesSettings,
)
from tournaments.web.forms_announced import number_field
from tournaments.web.planning.reading import parse_numbers

if TYPE_CHECKING:
    from accounts.models import Player

DEFAULT_POINTS = "25 18 15 12 10 8 6 4 2 1"


class SeriesForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    text = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    club = forms.TypedChoiceField(label=_("Club"), required=False, coerce=int, empty_value=None)
    points = forms.CharField(
        label=_("Points by place"),
        max_length=200,
        initial=DEFAULT_POINTS,
        help_text=_("Whole numbers in descending order: first place, second place and so on."),
    )
    best = number_field(
        _("How many events count for each player"),
        1,
        MAX_EVENTS,
        help_text=_("Those with the most points. Leave empty to count all."),
    )

    def __init__(self, *args: Any, reader: Player, new: bool, **kwargs: Any) -> None:
        """Offer the clubs that the reader leads; the club of a series cannot be changed later."""
        super().__init__(*args, **kwargs)
        clubs = club_queries.clubs_led_by(reader) if new else []
        field: Any = self.fields["club"]
        field.choices = [("", _("none")), *((each.pk, isolated(each.name)) for each in clubs)]
        if not clubs:
            del self.fields["club"]

    def clean_points(self) -> tuple[int, ...]:
        error = _("Enter whole numbers, for example “25 18 15”.")
        return parse_numbers(self.cleaned_data["points"], error, digits=4)

    def statutes(self) -> SeriesSettings:
        data = self.cleaned_data
        return SeriesSettings(
            data["name"], data["points"], data["text"], data["best"], data.get("club")
        )
