"""Forms for accounts and profiles; the services validate."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from allauth.account.utils import get_next_redirect_url
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext_lazy as _

from accounts import naming
from accounts.middleware import GUEST_SESSION_KEY
from accounts.models.key import MAX_NAME_LENGTH
from accounts.services import names, registration
from accounts.services.errors import NameRefused, Refused
from accounts.services.keys import VALIDITY_DAYS, KeyRefused, KeyRequest
from accounts.services.profile import MAX_ABOUT_LENGTH
from accounts.times.zones import current_zones, is_unlisted_zone, outdated_names, region_and_city

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from accounts.models import Player, User

DEFAULT_ZONE = "Europe/Berlin"


def range_errors(low: int, high: int) -> dict[str, _StrPromise]:
    """Return the error messages of an integer field."""
    words = format_lazy(_("Enter a whole number from {low} to {high}."), low=low, high=high)
    return {"invalid": words, "min_value": words, "max_value": words}


def _format_zone(words: str | _StrPromise) -> str:
    return str(words) % {"zone": timezone.get_current_timezone_name()}


# A lazy text about an instant, with %(zone)s replaced by the time zone of the page.
lazy_zone_text = lazy(_format_zone, str)


def length_error(most: int) -> dict[str, _StrPromise]:
    words = format_lazy(_("That is too long. Shorten it to {most} characters."), most=most)
    return {"max_length": words}


REGIONS = {
    "Europe": _("Europe"),
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic Ocean"),
    "Australia": _("Australia"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific Ocean"),
}


@functools.cache
def zone_choices() -> list[tuple[_StrPromise, list[tuple[str, str]]]]:
    """Return the time zones grouped by region, as choices of a select."""
    found: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for zone in current_zones():
        region, city = region_and_city(zone)
        found[region].append((zone, city))
    for zones in found.values():
        zones.sort(key=lambda named: named[0].rpartition("/")[2])
    listed = [(REGIONS[region], zones) for region, zones in found.items()]
    return [*listed, (_("World time"), [("UTC", "UTC")])]


class ZoneSelect(forms.Select):
    """Time zones by their current names; a stored outdated name stays selected.

    ``data-also`` lists old names, by which the page's script finds the device's zone.
    """

    def optgroups(
        self, name: str, value: list[str], attrs: dict[str, object] | None = None
    ) -> list[tuple[str | None, list[dict[str, object]], int | None]]:
        """Put an outdated name first if it is selected."""
        chosen = value[0] if value else ""
        groups = super().optgroups(name, value, attrs)
        if chosen and is_unlisted_zone(chosen):
            region, city = region_and_city(chosen)
            option = self.create_option(name, chosen, city, selected=True, index=len(groups))
            groups.insert(0, (str(REGIONS.get(region, region)), [option], len(groups)))
        return groups

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, object]:
        """Add a zone's outdated names to its option."""
        option = super().create_option(*args, **kwargs)
        if also := outdated_names().get(str(option["value"])):
            option["attrs"]["data-also"] = " ".join(also)
        return option


class ZoneField(forms.ChoiceField):
    """A time zone from the list, or a valid outdated name."""

    widget = ZoneSelect

    def valid_value(self, value: object) -> bool:
        return super().valid_value(value) or is_unlisted_zone(str(value))


def zone_field(initial: str | None = None) -> forms.ChoiceField:
    return ZoneField(
        label=_("Time zone"),
        choices=zone_choices,
        error_messages={
            "invalid_choice": _("“%(value)s” is not a time zone. Choose one like Europe/Berlin.")
        },
        help_text=_("Used for deadlines and quiet hours"),
        initial=initial,
    )


class NameForm(forms.Form):
    """A player's name, language and time zone."""

    name = forms.CharField(
        label=_("Player name"),
        max_length=4 * naming.MAX_NAME_LENGTH,
        help_text=_("Shown to other players. Up to 30 characters; you can change it later."),
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "maxlength": naming.MAX_NAME_LENGTH}
        ),
        error_messages={
            "required": _("Please enter a name."),
            **length_error(naming.MAX_NAME_LENGTH),
        },
    )
    time_zone = zone_field(initial=DEFAULT_ZONE)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Used for pages and e-mails"),
    )
    field_order = ("email", "password1", "name", "time_zone", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Preselect the page's language; the page's script preselects the zone."""
        super().__init__(*args, **kwargs)
        self.fields["language"].initial = (get_language() or settings.LANGUAGE_CODE)[:2]
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-own-zone"] = _("Detected by your browser")

    def clean_name(self) -> str:
        return clean_with(lambda: names.check_name(self.cleaned_data["name"]))


class SignupForm(NameForm):
    """Extra sign-up fields; allauth's form inherits from it (ACCOUNT_SIGNUP_FORM_CLASS)."""

    def signup(self, request: HttpRequest, user: User) -> None:
        """Create the login's player, or convert the session's guest.

        If the name has just been taken, the login stays without a player and is asked for another
        name on its first page.
        """
        try:
            registration.sign_up(
                user,
                name=self.cleaned_data["name"],
                language=self.cleaned_data["language"],
                time_zone=self.cleaned_data["time_zone"],
                guest_id=request.session.get(GUEST_SESSION_KEY),
                now=timezone.now(),  # noqa: TID251 (an entry point)
            )
        except NameRefused:
            return
        if goal := get_next_redirect_url(request):
            registration.save_welcome_goal(user, goal)


class ProfileForm(forms.Form):
    name = forms.CharField(
        label=_("Player name"),
        max_length=4 * naming.MAX_NAME_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "maxlength": naming.MAX_NAME_LENGTH}
        ),
        error_messages={
            "required": _("Please enter a name."),
            **length_error(naming.MAX_NAME_LENGTH),
        },
    )
    about = forms.CharField(
        label=_("About me"),
        required=False,
        max_length=MAX_ABOUT_LENGTH,
        error_messages=length_error(MAX_ABOUT_LENGTH),
        help_text=_("Visible to everybody. Up to 500 characters."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Used for pages and e-mails"),
    )

    def __init__(
        self,
        data: Mapping[str, object] | None,
        *,
        reader: Player | None,
        initial: dict[str, object],
    ) -> None:
        super().__init__(data, initial=initial)
        self.reader = reader

    def clean_name(self) -> str:
        return clean_with(lambda: names.check_name(self.cleaned_data["name"], besides=self.reader))


class KeyForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("So you can recognise it later, for example “club computer” or “phone”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": MAX_NAME_LENGTH}),
        error_messages={
            "required": KeyRefused.sentences["key_nameless"],
            **length_error(MAX_NAME_LENGTH),
        },
    )
    scope = forms.ChoiceField(
        label=_("Permissions"),
        initial="read",
        choices=[
            ("read", _("Read: see everything you can see")),
            ("play", _("Play: read, and do everything you can do as a player")),
            ("organise", _("Organise: play, and run your tournaments")),
        ],
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=VALIDITY_DAYS[1],
        choices=[(days, format_lazy(_("{days} days"), days=days)) for days in VALIDITY_DAYS],
    )

    def key_request(self) -> KeyRequest:
        return KeyRequest(**self.cleaned_data)


def clean_with(question: Callable[[], str]) -> str:
    """Return the result of a service's check; turn a refusal into a ValidationError."""
    try:
        return question()
    except Refused as refusal:
        raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
