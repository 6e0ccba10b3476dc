"""Forms for schedule, leave and closing the account; the services validate."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language, gettext_lazy as _

from accounts.forms import zone_field
from accounts.services.errors import Refused
from accounts.times import public_holidays

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

FIELD_BY_REFUSAL = {
    "time_zone": "time_zone",
    "quiet_half": "quiet_to",
    "quiet_empty": "quiet_to",
    "quiet_long": "quiet_to",
    "rest_days": "rest_days",
    "country": "country",
    "region": "region",
    "order": "last_day",
    "short": "last_day",
    "long": "last_day",
    "spent": "last_day",
    "past": "first_day",
    "far": "first_day",
    "overlap": "first_day",
}


class ServiceForm(forms.Form):
    """A form that shows a service's refusal at the field that caused it."""

    def refuse(self, refusal: Refused) -> None:
        field = FIELD_BY_REFUSAL.get(refusal.code)
        self.add_error(field if field in self.fields else None, str(refusal))


def _clock_field(label: _StrOrPromise) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("Enter a time such as 22:30.")},
    )


class ScheduleForm(ServiceForm):
    """Time zone, quiet hours, days off and public holidays."""

    time_zone = zone_field()
    quiet_from = _clock_field(_("Quiet hours from"))
    quiet_to = _clock_field(_("Quiet hours until"))
    rest_days = forms.TypedMultipleChoiceField(
        label=_("Days off (up to two)"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They pause your clock only in matches whose time control says so."),
    )
    country = forms.ChoiceField(
        label=_("Public holidays of"),
        required=False,
        help_text=_(
            "They pause your clock in matches whose time control says so, such as "
            "“club”, and appear in your calendar. Save the country first to choose a "
            "region."
        ),
    )
    region = forms.ChoiceField(label=_("Region"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer all countries by name, and the regions of the saved one."""
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        regions = public_holidays.region_choices(self.initial.get("country") or "")
        here = public_holidays.country_choices(get_language() or "en")
        fields["country"].choices = [("", _("none")), *here]
        fields["region"].choices = [("", _("the whole country")), *regions]
        if not regions:
            fields["region"].widget = fields["region"].hidden_widget()

    def clean(self) -> dict[str, object]:
        """Clear the region if the country has changed."""
        given = super().clean() or self.cleaned_data
        if given.get("country") != self.initial.get("country"):
            self.errors.pop("region", None)
            given["region"] = ""
        return given


def _day_field(label: _StrOrPromise) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={
            "invalid": _("Enter a date such as 2027-01-31."),
            "required": _("Choose a day."),
        },
    )


class LeaveForm(ServiceForm):
    first_day = _day_field(_("First day away"))
    last_day = _day_field(_("Last day away"))

    def days(self) -> tuple[date, date]:
        return self.cleaned_data["first_day"], self.cleaned_data["last_day"]


class CloseForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Enter your password so that nobody else can do this.")},
    )
    sure = forms.BooleanField(
        label=_("Yes, close my account for good."),
        error_messages={"required": _("Tick this box if you really want to close the account.")},
    )

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        """Omit the password for accounts without one."""
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("That password is incorrect."), code="password")
        return password
