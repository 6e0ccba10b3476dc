"""Forms for players: call a referee, make a statement, appeal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.referees.services import case_files
from tournaments.referees.services.case_words import (
    kind_names,
    kinds_about_matches,
    kinds_about_people,
)


class WordsForm(forms.Form):
    text = forms.CharField(
        label=_("Your text"),
        max_length=case_files.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Say in a few words what it is about.")},
    )


class CaseForm(WordsForm):
    kind = forms.ChoiceField(
        label=_("What is it about?"),
        error_messages={"required": _("Say what it is about.")},
    )
    field_order = ("kind", "text")

    def __init__(self, *args: Any, about_match: bool, **kwargs: Any) -> None:
        """Offer the kinds of cases that fit a match, or a player."""
        super().__init__(*args, **kwargs)
        kinds = kinds_about_matches() if about_match else kinds_about_people()
        names = kind_names()
        chosen: Any = self.fields["kind"]
        chosen.choices = [("", _("Please choose")), *((kind, names[kind]) for kind in kinds)]
        self.fields["text"].label = _("What happened?")
        self.fields["text"].help_text = _(
            "The other players will be asked for their side and can read what you write. If "
            "you report a suspicion, only the referees can read it."
        )
