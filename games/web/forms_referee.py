"""What referees fill in: filters of the queue, questions, notes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import case_queries, judge_queries
from games.services import case_files, case_words
from games.web.case_view import CaseView


class QueueForm(forms.Form):
    """Which cases to show."""

    state = forms.ChoiceField(label=_("State"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    assignee = forms.ChoiceField(label=_("Referee"), required=False)
    late = forms.BooleanField(label=_("Only overdue ones"), required=False)

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
            *((str(each.pk), each.name) for each in judge_queries.referees()),
        ]


class AssignForm(forms.Form):
    """To whom a case is given."""

    to = forms.TypedChoiceField(label=_("Referee"))

    def __init__(self, *args: Any, view: CaseView, **kwargs: Any) -> None:
        """Offer the referees, the reader first."""
        super().__init__(*args, **kwargs)
        here = judge_queries.referees(case_queries.event_of(view.case))
        bench = {str(each.pk): each for each in here}
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
        max_length=case_files.TEXT_MOST,
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
        label=_("Note"), max_length=case_files.TEXT_MOST, widget=forms.Textarea(attrs={"rows": 3})
    )
