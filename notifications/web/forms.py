"""Forms of the preferences page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _

from accounts.forms import range_errors
from notifications.kinds import KINDS, OFFERED
from notifications.labels import LABELS
from notifications.services.subscriptions import DeliverySettings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PRESET_CHOICES = [
    ("each", _("An e-mail whenever it is my turn")),
    ("daily", _("One e-mail a day with everything that has happened")),
    ("least", _("Only before a deadline, and when a match is over")),
]


def notification_field(label: _StrPromise, initial: str = "") -> forms.ChoiceField:
    """Return a field to choose one of the three presets."""
    return forms.ChoiceField(
        label=label,
        choices=PRESET_CHOICES,
        initial=initial,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the three.")},
    )


class NotificationForm(forms.Form):
    """The presets, as a shortcut for the settings below."""

    told = notification_field(_("How should we notify you?"))


class EmailsForm(forms.Form):
    """A checkbox per kind of e-mail, and how e-mails are sent."""

    settle_minutes = forms.IntegerField(
        label=_("Delay before a turn e-mail is sent (minutes)"),
        help_text=_("0 to 60. If you play within this time, the e-mail is never sent."),
        min_value=0,
        max_value=60,
        error_messages=range_errors(0, 60),
    )
    digest_after = forms.IntegerField(
        label=_("E-mails per day before the rest are combined in one digest"),
        help_text=_("0 to 500. Reminders and results are always sent immediately."),
        min_value=0,
        max_value=500,
        error_messages=range_errors(0, 500),
    )
    digest_hour = forms.IntegerField(
        label=_("Hour of the digest"),
        help_text=_("0 to 23, in your own time zone."),
        min_value=0,
        max_value=23,
        error_messages=range_errors(0, 23),
    )

    plain_text = forms.BooleanField(
        label=_("Plain text only, without HTML and pictures"), required=False
    )
    calendar = forms.BooleanField(
        label=_("Attach my deadline to e-mails about my turn, as a calendar file"), required=False
    )

    def __init__(self, data: QueryDict | None, initial: Mapping[str, object]) -> None:
        """Add a checkbox for every kind that can be refused."""
        super().__init__(data, initial=dict(initial))
        for kind in OFFERED:
            self.fields[f"kind_{kind}"] = forms.BooleanField(label=LABELS[kind], required=False)

    def kind_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the checkboxes grouped by topic, in the order of KINDS."""
        groups = ((gettext("Matches"), False), (gettext("Tournaments and clubs"), True))
        return [
            (title, [self[f"kind_{kind}"] for kind in OFFERED if KINDS[kind].event == event])
            for title, event in groups
        ]

    def content_fields(self) -> list[forms.BoundField]:
        """Return the fields for what e-mails look like."""
        return [self["plain_text"], self["calendar"]]

    def delivery_fields(self) -> list[forms.BoundField]:
        """Return the fields for when e-mails are sent."""
        return [self[name] for name in ("settle_minutes", "digest_after", "digest_hour")]

    def wanted(self) -> dict[str, bool]:
        return {kind: self.cleaned_data[f"kind_{kind}"] for kind in OFFERED}

    def delivery(self) -> DeliverySettings:
        return DeliverySettings(
            **{each.name: self.cleaned_data[each.name] for each in fields(DeliverySettings)}
        )
