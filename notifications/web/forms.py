"""The form of the preferences page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications.kinds import OFFERED
from notifications.labels import LABELS
from notifications.services.refusal import DeliverySettings


class EmailsForm(forms.Form):
    """A checkbox per kind of e-mail, and how e-mails are sent."""

    settle_minutes = forms.IntegerField(
        label=_("Delay before a turn e-mail is sent (minutes)"),
        help_text=_("0 to 60. If you play within this time, the e-mail is never sent."),
        min_value=0,
        max_value=60,
    )
    digest_after = forms.IntegerField(
        label=_("E-mails per day before the rest are combined in one digest"),
        help_text=_("0 to 500. Reminders and results are always sent immediately."),
        min_value=0,
        max_value=500,
    )
    digest_hour = forms.IntegerField(
        label=_("Hour of the digest"),
        help_text=_("0 to 23, in your own time zone."),
        min_value=0,
        max_value=23,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a box for every kind that may be refused."""
        super().__init__(*args, **kwargs)
        for kind in OFFERED:
            self.fields[f"kind_{kind}"] = forms.BooleanField(label=LABELS[kind], required=False)

    def kind_fields(self) -> list[forms.BoundField]:
        """Return the boxes in the order of the table of kinds."""
        return [self[f"kind_{kind}"] for kind in OFFERED]

    def delivery_fields(self) -> list[forms.BoundField]:
        """Return the other fields."""
        return [self[name] for name in ("settle_minutes", "digest_after", "digest_hour")]

    def wanted(self) -> dict[str, bool]:
        """Return the choices by kind."""
        return {kind: self.cleaned_data[f"kind_{kind}"] for kind in OFFERED}

    def delivery(self) -> DeliverySettings:
        """Return how e-mails are sent."""
        data = self.cleaned_data
        return DeliverySettings(data["settle_minutes"], data["digest_after"], data["digest_hour"])
