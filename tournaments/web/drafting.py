"""Whether somebody can have another draft, told before he fills in a form."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from accounts.queries import PageRequest
from games.services.errors import Refused
from tournaments import queries
from tournaments.services import announcing
from tournaments.web.errors import answer_to


def no_room(request: PageRequest) -> HttpResponse | None:
    """Say at once that somebody cannot have another draft, not after he has filled in a form."""
    reader = request.reader
    assert reader is not None  # the guard of the page has seen him
    try:
        announcing.may_draft(reader)
    except Refused as refusal:
        answer, own = answer_to(refusal), queries.unfinished_of(reader)
        context = {"answer": answer, "unfinished": own}
        return render(request, "tournaments/no_room.html", context, status=answer.status)
    return None
