from __future__ import annotations

from datetime import UTC, datetime
from typing import TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import in_zone, length_error
from accounts.times.instants import parse_instant
from games.services.play.matches import CHAT_LIMIT, NOTES_LIMIT

MAX_NUMBER = 1_000_000  # questions or plies of a match


class SayForm(forms.Form):
    text = forms.CharField(
        label=_("Message"),
        max_length=CHAT_LIMIT,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write something first."), **length_error(CHAT_LIMIT)},
    )


class PartnerForm(SayForm):
    to_partner = forms.BooleanField(label=_("Only for my partner"), required=False)


class NotesForm(forms.Form):
    """The player's private notes on this match; may be empty."""

    notes = forms.CharField(
        label=_("Notes only you can see"),
        max_length=NOTES_LIMIT,
        error_messages=length_error(NOTES_LIMIT),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class AnsweredForm(forms.Form):
    """Hidden fields that identify what an answer is for."""

    question = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    until = forms.CharField(required=False)


class AnsweredData(TypedDict):
    question: int
    seen: int
    until: datetime


def parse_answered(data: QueryDict) -> AnsweredData:
    """Parse the hidden fields; missing or invalid ones get impossible values."""
    form = AnsweredForm(data)
    form.is_valid()
    sent = form.cleaned_data
    return {
        "question": sent.get("question") or 0,
        "seen": sent.get("seen") or 0,
        "until": parse_instant(sent.get("until") or "") or datetime.fromtimestamp(0, UTC),
    }


class PauseForm(forms.Form):
    """The end of a proposed pause, in the reader's time zone."""

    until = forms.DateTimeField(
        label=_("Clocks paused until"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=in_zone(
            _("In your time zone (%(zone)s). The pause begins when your opponent agrees.")
        ),
        error_messages={
            "required": _("Enter a date and time."),
            "invalid": _("Enter date and time like this: 2026-03-31 18:00."),
        },
    )
