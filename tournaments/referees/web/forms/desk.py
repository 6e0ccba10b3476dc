"""Forms of the referee desk: queue filters, assignment, questions, notes, votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.naming import isolated
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.queries.queue import ALL
from tournaments.referees.services import case_files, case_words, permissions
from tournaments.referees.services.jury.record import vote_choices
from tournaments.referees.web.case_view import CaseView

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from tournaments.models import Tournament


class QueueForm(forms.Form):
    event = forms.TypedChoiceField(label=_("Tournament"), required=False, coerce=int)
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False)
    assignee = forms.ChoiceField(label=_("Referee"), required=False)

    def __init__(self, sent: QueryDict, *, events: Sequence[Tournament]) -> None:
        """Offer these events, and all kinds, states and referees."""
        super().__init__(sent)
        everything = ("", _("all"))
        self._offer(
            "event", [everything, *((str(each.pk), isolated(each.title)) for each in events)]
        )
        self._offer("kind", [everything, *case_words.kind_names().items()])
        pending = ("pending", _("to be decided"))
        self._offer("state", [everything, pending, *case_words.state_names().items()])
        people = [(str(each.pk), isolated(each.name)) for each in panel_queries.referees()]
        self._offer("assignee", [everything, ("nobody", _("no one yet")), *people])

    def _offer(self, name: str, choices: Sequence[tuple[str, StrPromise | str]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    def for_tab(self, tab: str) -> QueueForm:
        """Remove filters that the tab itself determines; call this after validation."""
        if tab != ALL:
            del self.fields["state"], self.fields["assignee"]
        return self


class AssignForm(forms.Form):
    to = forms.TypedChoiceField(label=_("Referee"))

    def __init__(self, *args: Any, view: CaseView, **kwargs: Any) -> None:
        """Offer the referees who may rule in the case, the reader first.

        A bound form accepts any referee: the service says why somebody cannot take the case.
        """
        super().__init__(*args, **kwargs)
        here = panel_queries.referees(view.case.tournament)
        able = [
            each
            for each in here
            if self.is_bound or permissions.can_rule(each, view.case, now=view.now)
        ]
        bench = {str(each.pk): each for each in able}
        field: Any = self.fields["to"]
        field.choices = sorted(
            ((pk, each.name) for pk, each in bench.items()),
            key=lambda pair: pair[0] != str(view.reader.pk),
        )
        field.coerce = bench.__getitem__


class AskForm(forms.Form):
    player = forms.ChoiceField(label=_("Whom?"))
    text = forms.CharField(
        label=_("What would you like to know?"),
        required=False,
        max_length=case_files.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, view: CaseView, **kwargs: Any) -> None:
        """Offer everybody involved in the case."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        people = case_queries.people_concerned(view.case)
        field.choices = [(str(each.pk), isolated(each.name)) for each in people if not each.is_bot]


class NoteForm(forms.Form):
    text = forms.CharField(
        label=_("Note"),
        max_length=case_files.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class VoteForm(forms.Form):
    vote = forms.ChoiceField(
        label=_("Your vote"), choices=vote_choices(), widget=forms.RadioSelect, required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=case_files.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "If the ruling must be changed, say what should replace it. Your vote and your "
            "reason are shown with the ruling."
        ),
    )


class PrivateDataForm(forms.Form):
    reason = forms.CharField(
        label=_("Why do you need access?"),
        max_length=case_files.MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
