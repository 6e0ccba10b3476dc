"""Refusals: what was wrong and what to do instead, shown to people as ``str(error)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _, ngettext_lazy

from accounts.naming import isolated

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Refused(Exception):
    """A refused request: a code for programs, parameters, and a sentence for people."""

    sentences: ClassVar[Mapping[str, _StrPromise]] = {}

    def __init__(self, code: str, **params: object) -> None:
        """``code`` is a key of ``sentences``; ``params`` fill its placeholders."""
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        params = {
            name: isolated(value) if isinstance(value, str) else value
            for name, value in self.params.items()
        }
        return self.sentences[self.code] % params


class NameRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "empty": _("Please enter a name."),
        "long": _("A name can have up to %(most)d characters; this one has %(length)d."),
        "link": _(
            "A name cannot contain a web address. If yours has none, put a space after the dot."
        ),
        "signs": _(
            "Use only letters, digits, spaces and . ' - _, and begin and end with a letter or "
            "digit."
        ),
        "mixed": _("“%(name)s” mixes letters of several alphabets. Use one of them only."),
        "reserved": _("The name “%(name)s” is reserved. Please choose another one."),
        "official": _(
            "“%(name)s” could be mistaken for a referee or an operator. Please choose another name."
        ),
        "alike": _(
            "“%(name)s” looks too much like “%(other)s”, which is already taken. Please choose "
            "another name."
        ),
        "taken": _("The name “%(name)s” is already taken. Please choose another one."),
    }


class ProfileRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "about_controls": _("Remove the control characters."),
        "about_long": _(
            "You can write up to %(most)d characters about yourself; this text has %(length)d."
        ),
        "language": _("The language “%(value)s” is not available here. Choose one of %(known)s."),
        "time_zone": _("“%(value)s” is not a time zone. Enter one like Europe/Berlin."),
        "quiet_half": _("Quiet hours need both a start and an end, or neither."),
        "quiet_empty": _("Quiet hours cannot start and end at the same time."),
        "quiet_long": _(
            "Quiet hours can last at most %(most)d hours; your clock must run some of the time."
        ),
        "country": _(
            "There are no public holidays for “%(value)s”. Choose a country from the list."
        ),
        "region": _("“%(value)s” is not a region of this country. Choose one from the list."),
        "rest_days": _("Choose at most two different days off."),
    }


class LeaveRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "order": _("The last day of leave cannot be before the first."),
        "past": _("Leave cannot begin in the past. The earliest day is today, %(today)s."),
        "far": _("Leave can be booked up to %(most)d days ahead."),
        "short": ngettext_lazy(
            "Leave must last at least %(least)d days in a row; this is %(days)d.",
            "Leave must last at least %(least)d days in a row; this is %(days)d.",
            "days",
        ),
        "long": _("Leave can last at most %(most)d days in a row; this would be %(days)d."),
        "overlap": _("You have already booked leave from %(first)s to %(last)s."),
        "spent": ngettext_lazy(
            "You have %(left)d day of leave left; this would use %(days)d.",
            "You have %(left)d days of leave left; this would use %(days)d.",
            "left",
        ),
        "over": _("This leave is over and can no longer be cancelled."),
        "cancelled": _("This leave has already been cancelled."),
        "nobody": _("Only people with an account can book leave."),
    }
