"""Forms about people; what may be kept is decided by the services."""

from __future__ import annotations

import functools
import zoneinfo
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import naming
from accounts.middleware import GUEST_SESSION_KEY
from accounts.services import names, registration
from accounts.services.errors import NameRefused, Refused
from accounts.services.profile import ABOUT_LONGEST

FIRST_ZONE = "Europe/Berlin"
REGIONS = frozenset(
    {
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
        "Indian", "Pacific",
    }
)  # fmt: skip


@functools.cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones of the world by region, each city readable, as a select wants them."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(zoneinfo.available_timezones()):
        region, _slash, city = zone.partition("/")
        if region in REGIONS:
            label = city.replace("_", " ").replace("/", " – ")
            regions.setdefault(region, []).append((zone, label))
    return [*regions.items(), ("UTC", [("UTC", "UTC")])]


def zone_field(**kwargs: Any) -> forms.ChoiceField:
    """Return the field for a time zone."""
    return forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        error_messages={
            "invalid_choice": _("“%(value)s” is no time zone; choose one like Europe/Berlin.")
        },
        help_text=_("Deadlines are shown in it, and your nights are reckoned by it."),
        **kwargs,
    )


class NameForm(forms.Form):
    """What every player tells the house: name, language and time zone."""

    name = forms.CharField(
        label=_("Player name"),
        max_length=4 * naming.LONGEST,
        help_text=_("Others see it at the table. At most 30 signs; you can change it later."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": naming.LONGEST}),
        error_messages={"required": _("Please write a name.")},
    )
    time_zone = zone_field(initial=FIRST_ZONE)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Pages and letters speak it to you."),
    )
    field_order = ("email", "password1", "name", "time_zone", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the page's language; the page's script finds the zone if nobody chose yet."""
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = (get_language() or settings.LANGUAGE_CODE)[:2]
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-own-zone"] = ""

    def clean_name(self) -> str:
        """Ask the house whether the name can be had."""
        return checked(lambda: names.check_name(self.cleaned_data["name"]))


class SignupForm(NameForm):
    """What a new player tells us beside address and password; allauth builds its form upon it."""

    def signup(self, request: HttpRequest, user: Any) -> None:
        """Give the new login its player, the session's guest if there is one.

        Should the name be taken in this very moment, the login stays without a player and the
        first page after the login asks for another name.
        """
        try:
            registration.sign_up(
                user,
                name=self.cleaned_data["name"],
                language=self.cleaned_data["language"],
                time_zone=self.cleaned_data["time_zone"],
                guest_id=request.session.get(GUEST_SESSION_KEY),
                now=timezone.now(),  # noqa: TID251 (a door)
            )
        except NameRefused:
            return


class ProfileForm(forms.Form):
    """What others see, and the language."""

    name = forms.CharField(
        label=_("Player name"),
        max_length=4 * naming.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": naming.LONGEST}),
        error_messages={"required": _("Please write a name.")},
    )
    about = forms.CharField(
        label=_("About me"),
        required=False,
        max_length=ABOUT_LONGEST,
        help_text=_("Everybody may read it. At most 500 signs."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Pages and letters speak it to you."),
    )

    def __init__(self, *args: Any, reader: Any, **kwargs: Any) -> None:
        """Remember whose profile it is, for his own name is not taken."""
        super().__init__(*args, **kwargs)
        self.reader = reader

    def clean_name(self) -> str:
        """Ask the house whether the name can be had."""
        return checked(lambda: names.check_name(self.cleaned_data["name"], besides=self.reader))


def checked(question: Callable[[], str]) -> str:
    """Return what the services answer; turn their refusal into the field's error."""
    try:
        return question()
    except Refused as refusal:
        raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
