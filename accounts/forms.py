"""Forms about people; what may be kept is decided by the services."""

from __future__ import annotations

import functools
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
from accounts.zones import former_names, is_unlisted, present_zones, region_and_city

FIRST_ZONE = "Europe/Berlin"


@functools.cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones of the world by region, each city readable, as a select wants them."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in present_zones():
        region, city = region_and_city(zone)
        regions.setdefault(region, []).append((zone, city))
    return [*regions.items(), ("UTC", [("UTC", "UTC")])]


class ZoneSelect(forms.Select):
    """Zones by their present names; an old name that somebody has kept stays his choice.

    The page's script finds the zone of a device under its old names as well (``data-also``).
    """

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> list[Any]:
        """Add the old name that is chosen, where there is one."""
        chosen = value[0] if value else ""
        groups = super().optgroups(name, value, attrs)
        if chosen and is_unlisted(chosen):
            region, city = region_and_city(chosen)
            option = self.create_option(name, chosen, city, selected=True, index=len(groups))
            groups.append((region, [option], len(groups)))
        return groups

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Let the option say under which old names its zone is known."""
        option = super().create_option(*args, **kwargs)
        if also := former_names().get(str(option["value"])):
            option["attrs"]["data-also"] = " ".join(also)
        return option


class ZoneField(forms.ChoiceField):
    """A time zone: one of the list, or an old name that is known as well."""

    widget = ZoneSelect

    def valid_value(self, value: Any) -> bool:
        """Take what the list has and what it had."""
        return super().valid_value(value) or is_unlisted(str(value))


def zone_field(**kwargs: Any) -> forms.ChoiceField:
    """Return the field for a time zone."""
    return ZoneField(
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
