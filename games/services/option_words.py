"""The agreed options in words: their names for forms, their values for forms and terms."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.services import classics


def option_label(name: str) -> str:
    """Return what an option is about, as the label of a field."""
    labels = classics.option_labels() | {
        "redraft_dead_start": _("With the bag: nobody has a red chip after the draft")
    }
    return labels.get(name, name)


def value_words(name: str, value: Any) -> str:
    """Return a value of an option as a choice of a field."""
    words: dict[str, dict[object, str]] = {
        **classics.option_values(),
        "redraft_dead_start": {False: _("the leg ends at once"), True: _("draft anew")},
    }
    return words.get(name, {}).get(value, str(value))


def agreed_words(name: str, value: Any) -> str:
    """Return an option and its value as a phrase among the terms; empty for what is usual."""
    words: dict[str, dict[object, str]] = {
        **classics.agreed(),
        "redraft_dead_start": {False: "", True: _("a new draft where nobody has a red chip")},
    }
    return words.get(name, {}).get(value, f"{name}: {value}")
