"""Strings of libraries that our own catalogues translate."""

from django.utils.translation import gettext_noop, ngettext_lazy

# Italian does not capitalise days and months.
DAYS_AND_MONTHS = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)

# Missing in Italian, formal in German, or different from our pages.
FORM_MESSAGES = (
    gettext_noop("Enter a valid email address."),
    gettext_noop("Invalid input."),
    gettext_noop("Use your password"),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        8,
    ),
)
