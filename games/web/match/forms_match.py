"""What can be written at a table: a remark, notes, the end of a pause."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import no_longer
from games.services.play.matches import CHAT_LIMIT, NOTES_LIMIT


class SayForm(forms.Form):
    text = forms.CharField(
        label=_("Message"),
        max_length=CHAT_LIMIT,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write something first."), **no_longer(CHAT_LIMIT)},
    )


class PartnerForm(SayForm):
    to_partner = forms.BooleanField(label=_("Only for my partner"), required=False)


class NotesForm(forms.Form):
    """The player's private notes on this match; empty is fine."""

    notes = forms.CharField(
        label=_("Notes only you can see"),
        max_length=NOTES_LIMIT,
        error_messages=no_longer(NOTES_LIMIT),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class PauseForm(forms.Form):
    """Until when all clocks of the match should stand still, in the reader's zone."""

    until = forms.DateTimeField(
        label=_("Clocks paused until"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        error_messages={
            "required": _("Enter a date and time."),
            "invalid": _("Enter date and time like this: 2026-03-31 18:00."),
        },
    )
