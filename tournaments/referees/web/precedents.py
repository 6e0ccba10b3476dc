"""Earlier rulings, public and searchable."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from tournaments import panel_queries
from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.queries.search import all_words_in
from tournaments.referees.services.case_words import kind_names
from tournaments.referees.services.precedents import Precedent, precedents

MAX_LISTED, MAX_SEARCHED = 50, 200


class SearchForm(forms.Form):
    q = forms.CharField(label=_("Keywords"), required=False, max_length=100)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=lambda: [("", _("all")), *kind_names().items()]
    )


@require_safe
def precedents_page(request: PageRequest) -> HttpResponse:
    form = SearchForm(request.GET)
    filters = form.cleaned_data if form.is_valid() else {}
    context = {
        "form": form,
        "rows": search_precedents(filters, MAX_LISTED),
        "is_referee": panel_queries.is_referee(request.reader),
        "may_look_at_all": panel_queries.is_general_referee(request.reader),
    }
    return render(request, "referees/precedents.html", context)


def search_precedents(filters: Mapping[str, object], limit: int) -> list[Precedent]:
    """Return the precedents whose published text contains all words.

    A name that is only in the original reason finds nothing: otherwise the search would reveal whom
    a ruling without names concerns.
    """
    words = str(filters.get("q") or "").split()
    found = ruling_queries.final_rulings(filters).order_by("-number")[:MAX_SEARCHED]
    shown = (
        each
        for ruling in found
        for each in precedents([ruling])
        if all_words_in(words, each.reason, each.paragraph)
    )
    return list(islice(shown, limit))
