from __future__ import annotations

from datetime import UTC, datetime
from typing import TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import lazy_zone_text, length_error
from accounts.times.instants import parse_instant
from games.services.play.matches import MAX_CHAT_LENGTH, MAX_NOTES_LENGTH

MAX_NUMBER = 1_000_000  # questions or plies of a match


class ChatForm(forms.Form):
    text = forms.CharField(
        label=_("Message"),
        max_length=MAX_CHAT_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write something first."), **length_error(MAX_CHAT_LENGTH)},
    )


class PartnerChatForm(ChatForm):
    to_partner = forms.BooleanField(label=_("Only for my partner"), required=False)


class NotesForm(forms.Form):
    """The player's private notes on this match; may be empty."""

    notes = forms.CharField(
        label=_("Notes only you can see"),
        max_length=MAX_NOTES_LENGTH,
        error_messages=length_error(MAX_NOTES_LENGTH),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class AnswerForm(forms.Form):
    """Hidden fields that identify what an answer is for."""

    question = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    seen = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
    until = forms.CharField(required=False)


class AnswerData(TypedDict):
    question: int
    seen: int
    until: datetime


def parse_answer(data: QueryDict) -> AnswerData:
    """Parse the hidden fields; missing or invalid ones get impossible values."""
    form = AnswerForm(data)
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
        help_text=lazy_zone_text(
            _("In your time zone (%(zone)s). The pause begins when your opponent agrees.")
        ),
        error_messages={
            "required": _("Enter a date and time."),
            "invalid": _("Enter date and time like this: 2026-03-31 18:00."),
        },
    )
