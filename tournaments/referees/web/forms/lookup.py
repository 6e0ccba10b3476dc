"""Fields with many choices: suggestions appear while typing, and the server looks up the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.naming import one_line, strip_bidi

Choices = Sequence[tuple[str, str]]
MAX_SELECT_CHOICES = 60  # up to this many choices are a select; above that, names are typed
MAX_SUGGESTIONS = 12
MAX_LENGTH = 200


def matching_choices(choices: Choices, text: str) -> list[tuple[str, str]]:
    """Return choices whose key or label is the text, else those whose label has all its words."""
    wanted = one_line(text).casefold()
    called = {key: strip_bidi(words).casefold() for key, words in choices}
    exact = [(key, words) for key, words in choices if wanted in (key, called[key])]
    parts = wanted.split()
    return exact or [
        (key, words)
        for key, words in choices
        if parts and all(part in called[key] for part in parts)
    ]


class LookupField(forms.CharField):
    """One of many choices, by its label or enough of it to be unique."""

    def __init__(self, choices: Choices, source: str, name: str, **more: Any) -> None:
        """``source`` is the URL that suggests choices for the field called ``name``."""
        self.known = choices
        listed = f"{name}-choices"
        attrs = {
            "list": listed,
            "autocomplete": "off",
            "hx-get": f"{source}?field={name}",
            "hx-trigger": "input changed delay:200ms",
            "hx-target": f"#{listed}",
            "hx-swap": "innerHTML",
        }
        super().__init__(max_length=MAX_LENGTH, widget=SuggestInput(attrs=attrs), **more)

    def clean(self, value: Any) -> str:
        """Return the key of the choice; the error lists the matches if there are several."""
        text = super().clean(value)
        found = matching_choices(self.known, text)
        if len(found) == 1 or not text:
            return found[0][0] if found else text
        if not found:
            raise forms.ValidationError(_("Nothing found for “%(text)s”.") % {"text": text})
        named = "; ".join(words for _key, words in found[:5])
        raise forms.ValidationError(
            _("Several match. Please be more specific: %(names)s") % {"names": named}
        )


class SuggestInput(forms.TextInput):
    """A text input with a list of suggestions that is loaded while typing."""

    def render(self, *args: Any, **more: Any) -> SafeString:
        """Return the input, followed by the empty list for suggestions."""
        line = super().render(*args, **more)
        return format_html('{}<datalist id="{}"></datalist>', line, self.attrs["list"])


def choice_field(label: str, choices: Choices, name: str, event: int, **more: Any) -> forms.Field:
    """Return a select for few choices, a ``LookupField`` for many."""
    if len(choices) <= MAX_SELECT_CHOICES:
        return forms.ChoiceField(label=label, choices=[("", "–"), *choices], **more)
    source = reverse("referees:event_names", args=[event])
    return LookupField(choices, source, name, label=label, **more)
