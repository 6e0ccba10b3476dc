"""The organiser's fields that all tournaments have: name, announcement, start, entrants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import lazy_zone_text
from tournaments import club_queries
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.services.date_plans import YEARS
from tournaments.services.entry_plans import CLUB, PUBLIC, access_choices
from tournaments.services.plan_refusals import PLAN_MESSAGES
from tournaments.services.plans import MAX_TEXT_LENGTH
from tournaments.web.entries.forms_entry import EntryForm, number_field

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Tournament

__all__ = [
    "AnnouncedForm",
    "InstantField",
    "checkbox_field",
    "choice_field",
    "club_of",
    "number_field",
    "remove_unled_club",
]


def club_of(tournament: Tournament) -> dict[str, object]:
    """Return the club of a tournament as initial data."""
    return {"club": tournament.club.key if tournament.club is not None else ""}


def remove_unled_club(initial: dict[str, object], reader: Player) -> dict[str, object]:
    """Remove a club that the reader does not lead from initial data, and “members only” with it."""
    key = str(initial.get("club") or "")
    if not key or key in (each.key for each in club_queries.clubs_led_by(reader)):
        return initial
    access = PUBLIC if initial.get("access") == CLUB else initial.get("access")
    return {**initial, "club": "", "access": access}


def choice_field(label: Any, offered: Sequence[tuple[Any, Any]]) -> forms.ChoiceField:
    """Return an optional choice whose first option is the default."""
    return forms.ChoiceField(label=label, choices=offered, required=False, initial=offered[0][0])


def checkbox_field(label: Any, **more: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **more)


class InstantField(forms.DateTimeField):
    """An optional date and time, in a year that the calendars of all time zones have."""

    def __init__(self, reason: str, **more: Any) -> None:
        """``reason`` is the key in PLAN_REASONS of the error for other years."""
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **more)
        self.reason = reason

    def clean(self, value: object) -> datetime | None:
        found: datetime | None = super().clean(value)
        if found is not None and found.year not in YEARS:
            raise forms.ValidationError(PLAN_MESSAGES[self.reason])
        return found


class AnnouncedForm(EntryForm):
    """The fields that do not depend on the game."""

    club = forms.SlugField(required=False, max_length=40, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), max_length=80)
    text = forms.CharField(
        label=_("Announcement"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    starts_at = InstantField(
        "start_not_ahead",
        label=_("Starts"),
        help_text=lazy_zone_text(
            _("In the time zone of the tournament (%(zone)s). Players can enter until then.")
        ),
    )
    starts_when_full = checkbox_field(_("Start automatically when full"))
    least = number_field(_("Minimum number of entrants"), 2, MAX_ENTRANTS, need=True, initial=4)
    most = number_field(_("Maximum number of entrants"), 2, MAX_ENTRANTS)
    repeats = checkbox_field(_("Open the next season automatically"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer entry for members only if there is a club."""
        super().__init__(*args, **kwargs)
        found = str(self["club"].value() or "")
        self.of_club = club_queries.club_by_key(found) if found else None
        access = self.fields["access"]
        if isinstance(access, forms.ChoiceField):
            of_club = self.of_club is not None
            access.choices = access_choices(has_teams=False, of_club=of_club)

    def clean_club(self) -> int | None:
        """Return the key of the club; the services check whether the organiser may use it."""
        if self.cleaned_data["club"] and self.of_club is None:
            raise forms.ValidationError(_("There is no such club."))
        return self.of_club.pk if self.of_club is not None else None
