"""What referees have decided before, for everybody to read and to search."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from tournaments import panel_queries
from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.services.case_words import kind_names
from tournaments.referees.services.precedents import precedents

LISTED = 50


class SearchForm(forms.Form):
    """What to look for."""

    q = forms.CharField(label=_("Keywords"), required=False, max_length=100)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=lambda: [("", _("all")), *kind_names().items()]
    )


@require_safe
def precedents_page(request: PageRequest) -> HttpResponse:
    """List the rulings that stand for good, without names, the newest first."""
    form = SearchForm(request.GET)
    filters = form.cleaned_data if form.is_valid() else {}
    found = ruling_queries.settled_rulings(filters).order_by("-number")[:LISTED]
    context = {
        "form": form,
        "rows": precedents(found),
        "is_referee": panel_queries.is_referee(request.reader),
        "may_look_at_all": panel_queries.judges_everything(request.reader),
    }
    return render(request, "referees/precedents.html", context)
