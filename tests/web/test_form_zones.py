"""Every form that asks for an instant names the time zone in which it is understood."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django import forms
from django.urls import get_resolver
from django.utils import timezone

from games.web.match.forms_match import PauseForm

TOKYO = ZoneInfo("Asia/Tokyo")


def forms_of(kind: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    """Yield the forms of modules; what else there is depends on which pages were made before."""
    for each in kind.__subclasses__():
        if getattr(sys.modules.get(each.__module__), each.__name__, None) is each:
            yield each
        yield from forms_of(each)


def test_every_form_that_asks_for_an_instant_names_the_zone() -> None:
    assert get_resolver().url_patterns  # the pages, and so the forms, are imported
    asked = [
        (form.__name__, name, field)
        for form in {*forms_of(forms.BaseForm)}
        for name, field in getattr(form, "base_fields", {}).items()
        if getattr(field.widget, "input_type", "") == "datetime-local"
        or field.widget.attrs.get("type") == "datetime-local"
    ]
    assert len(asked) >= 4
    with timezone.override(TOKYO):
        silent = [(form, name) for form, name, field in asked if TOKYO.key not in field.help_text]
    assert silent == []


def test_the_match_page_names_it_where_a_pause_is_proposed(alice, bob, start, client_for) -> None:
    bob.time_zone = TOKYO.key
    bob.save()
    page = client_for(bob).get(start(alice, bob).get_absolute_url())
    assert page.context["pause_form"].fields.keys() == PauseForm.base_fields.keys()
    assert f"({TOKYO.key})" in page.text
