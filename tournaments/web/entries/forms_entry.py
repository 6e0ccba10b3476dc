"""Conditions of entry in the organisers' forms, for a draft and for changes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.entry_plans import (
    ACCESS,
    MAX_ANSWER_DAYS,
    MAX_RATING,
    MAX_REQUIRED_MATCHES,
    MIN_RATING,
    PUBLIC,
)


def number_field(label: Any, low: int, high: int, *, need: bool = False, **more: Any) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=need,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **more,
    )


class EntryForm(forms.Form):
    """The conditions of entry; an empty field sets none."""

    @property
    def narrows_entry(self) -> bool:
        """Whether any condition is set or invalid, so that the section starts open."""
        own = [self[name] for name in EntryForm.base_fields if name in self.fields]
        return any(each.errors or each.value() not in (None, "", False, PUBLIC) for each in own)

    def clean_access(self) -> str:
        """Without a choice, keep what the form shows."""
        shown = self.initial.get("access") or PUBLIC
        return str(self.cleaned_data["access"] or shown)

    access = forms.ChoiceField(
        label=_("Who may enter"),
        choices=ACCESS,
        initial=PUBLIC,
        required=False,
        widget=forms.RadioSelect,
    )
    rating_from = number_field(_("Minimum rating"), MIN_RATING, MAX_RATING)
    rating_to = number_field(
        _("Maximum rating"),
        MIN_RATING,
        MAX_RATING,
        help_text=_("In this game. Unrated players count as 1500."),
    )
    finished_least = number_field(_("Minimum finished matches"), 1, MAX_REQUIRED_MATCHES)
    reliability_least = number_field(
        _("Minimum reliability (%)"),
        1,
        100,
        help_text=_(
            "Share of a player’s last 50 matches finished without running out of time. Known "
            "after 5 matches."
        ),
    )
    answer_days = number_field(
        _("Days to accept a free place"),
        1,
        MAX_ANSWER_DAYS,
        help_text=_(
            "Players on the waiting list are then asked one by one by e-mail. Leave empty to "
            "let them move up automatically."
        ),
    )
    asks_silent = forms.BooleanField(
        label=_("Ask inactive players before the start"),
        required=False,
        help_text=_(
            "Players who have been away for 10 days get an e-mail three days before the start "
            "and are left out if they don’t answer."
        ),
    )
