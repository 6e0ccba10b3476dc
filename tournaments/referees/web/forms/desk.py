"""What referees fill in: filters of the queue, questions, notes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import case_files, case_words, permissions
from tournaments.referees.web.case_view import CaseView


class QueueForm(forms.Form):
    """Which cases to show."""

    state = forms.ChoiceField(label=_("State"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    assignee = forms.ChoiceField(label=_("Referee"), required=False)
    late = forms.BooleanField(label=_("Overdue only"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer states, kinds and referees by name."""
        super().__init__(*args, **kwargs)
        everything, fields = ("", _("all")), self.fields
        states: Any = fields["state"]
        states.choices = [
            ("pending", _("to be decided")),
            everything,
            *case_words.state_names().items(),
        ]
        kinds: Any = fields["kind"]
        kinds.choices = [everything, *case_words.kind_names().items()]
        people: Any = fields["assignee"]
        people.choices = [
            everything,
            ("nobody", _("nobody yet")),
            *((str(each.pk), each.name) for each in panel_queries.referees()),
        ]


class AssignForm(forms.Form):
    """To whom a case is given."""

    to = forms.TypedChoiceField(label=_("Referee"))

    def __init__(self, *args: Any, view: CaseView, **kwargs: Any) -> None:
        """Offer the referees who may rule in the case, the reader first.

        What is sent may name any of them: the service says why somebody cannot take it.
        """
        super().__init__(*args, **kwargs)
        here = panel_queries.referees(view.case.tournament)
        able = [each for each in here if self.is_bound or permissions.can_rule(each, view.case)]
        bench = {str(each.pk): each for each in able}
        field: Any = self.fields["to"]
        field.choices = sorted(
            ((pk, each.name) for pk, each in bench.items()),
            key=lambda pair: pair[0] != str(view.reader.pk),
        )
        field.coerce = bench.__getitem__


class AskForm(forms.Form):
    """Whom to ask, and what."""

    player = forms.ChoiceField(label=_("Whom?"))
    text = forms.CharField(
        label=_("What would you like to know?"),
        required=False,
        max_length=case_files.MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, view: CaseView, **kwargs: Any) -> None:
        """Offer everybody whom the case concerns."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        people = case_queries.concerned(view.case)
        field.choices = [(str(each.pk), each.name) for each in people if not each.is_bot]


class NoteForm(forms.Form):
    """A note among referees."""

    text = forms.CharField(
        label=_("Note"), max_length=case_files.MAX_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )


class SealForm(forms.Form):
    """The reason for opening a seal."""

    reason = forms.CharField(
        label=_("Why do you need to see it?"),
        max_length=case_files.MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
