"""Checks before the form: whether another draft is allowed, and which event to copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render

from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from tournaments import queries
from tournaments.services.seasons import announcing
from tournaments.web.errors import answer_to

if TYPE_CHECKING:
    from tournaments.models import Tournament


def draft_refusal_response(request: PlayerRequest) -> HttpResponse | None:
    """Return the page that refuses another draft; None if one is allowed."""
    reader = request.reader
    try:
        announcing.require_can_draft(reader)
    except Refused as refusal:
        answer, own = answer_to(refusal), queries.unfinished_events_of(reader)
        context = {"answer": answer, "unfinished": own}
        return render(request, "tournaments/draft_refused.html", context, status=answer.status)
    return None


def tournament_to_copy(request: PageRequest) -> Tournament | None:
    """Return the tournament given by ?like=NUMBER, or None."""
    number = parse_number(request.GET.get("like"))
    return None if number is None else queries.visible_tournament(request.reader, number)
