"""The field for a day and time in the forms of organisers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms

from tournaments.services.date_plans import YEARS
from tournaments.services.plan_refusals import PLAN_REASONS


class InstantField(forms.DateTimeField):
    """A day and time ahead, if any, in a year that the calendars of all zones have."""

    def __init__(self, reason: str, **more: Any) -> None:
        """Refuse other years for a reason that plans are refused for."""
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **more)
        self.reason = reason

    def clean(self, value: object) -> datetime | None:
        """Return the instant, or say that it is not ahead."""
        found: datetime | None = super().clean(value)
        if found is not None and found.year not in YEARS:
            raise forms.ValidationError(PLAN_REASONS[self.reason])
        return found
