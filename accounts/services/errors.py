"""Refusals that say what was wrong and what would be right; entry points show ``str(error)``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """A refused request: a code for programs, parameters, and a sentence for people."""

    sentences: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, code: str, **params: Any) -> None:
        """Keep the code (a key of ``sentences``) and what the sentence names."""
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return str(self.sentences[self.code]) % self.params


class NameRefused(Refused):
    """The name is not available."""

    sentences: ClassVar[Mapping[str, Any]] = {
        "empty": _("Please write a name."),
        "long": _("A name can have up to %(most)d characters; this one has %(length)d."),
        "signs": _(
            "Use letters, digits, blanks and . ' - _ only, beginning and ending with a letter "
            "or digit."
        ),
        "reserved": _("The name “%(name)s” is kept back; please choose another one."),
        "official": _(
            "“%(name)s” looks like the name of a referee or an operator here; please choose "
            "another one."
        ),
        "taken": _("Somebody here is already called “%(name)s”; please choose another name."),
    }


class ProfileRefused(Refused):
    """A setting has an invalid value."""

    sentences: ClassVar[Mapping[str, Any]] = {
        "about_long": _(
            "Write up to %(most)d characters about yourself; this text has %(length)d."
        ),
        "language": _("“%(value)s” is not spoken here; choose one of %(known)s."),
        "time_zone": _("“%(value)s” is no time zone; write one like Europe/Berlin."),
        "quiet_half": _("Quiet hours need a beginning and an end, or neither."),
        "quiet_empty": _("Quiet hours that begin and end at the same time leave no hour at all."),
        "quiet_long": _("Quiet hours last at most %(most)d hours; the clock has to run sometimes."),
        "country": _("No public holidays are known of “%(value)s”; choose a country of the list."),
        "region": _("“%(value)s” is no region of this country; choose one of the list."),
        "rest_days": _("Choose at most two days off, each a weekday once."),
    }


class LeaveRefused(Refused):
    """The days cannot be booked or cancelled."""

    sentences: ClassVar[Mapping[str, Any]] = {
        "order": _("The last day of leave cannot be before the first."),
        "past": _("Leave cannot begin in the past; the earliest day is today, %(today)s."),
        "far": _("Leave can be booked up to %(most)d days ahead."),
        "short": _("Leave is at least %(least)d days in a row; this is %(days)d."),
        "long": _("Leave is at most %(most)d days in a row; this would be %(days)d."),
        "overlap": _("You have booked leave from %(first)s to %(last)s already."),
        "spent": _("You have %(left)d days of leave left; this would take %(days)d."),
        "over": _("This leave is over and cannot be cancelled any more."),
        "cancelled": _("This leave was cancelled before."),
        "nobody": _("Only people with an account can book leave."),
    }
