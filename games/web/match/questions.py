"""Answering a question of the other side by the link in an e-mail, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.queries import PageRequest
from games.services.emails.question_links import QuestionKey, read_question_token
from games.services.errors import Refused
from games.services.interventions.questions import (
    answer_question,
    answer_sentence,
    find_accepted_question,
    find_question,
)
from games.services.wording import explaining
from games.web.access import for_link_recipient
from games.web.errors import show_refusals
from games.web.match.moves import load_view_of

if TYPE_CHECKING:
    from accounts.models import Player


@show_refusals
@for_link_recipient(read_question_token)
def answer(request: PageRequest, key: QuestionKey, player: Player) -> HttpResponse:
    """Show the question (GET changes nothing) and save the answer (POST)."""
    now, done, error = timezone.now(), "", ""
    view = load_view_of(player, key.match_id, now)
    found = find_question(view.seen.loaded, player, key.number, now)
    action = request.POST.get("action", "") if request.method == "POST" else ""
    again = found is None and action == "accept"
    before = find_accepted_question(view.seen.loaded, player, key.number, now) if again else None
    if before is not None:
        done = answer_sentence(before.subject, accept=True)
    elif found is None:
        raise Refused("dead_link")
    elif action in ("accept", "decline"):
        accept = action == "accept"
        try:
            answer_question(key.match_id, player, key.number, accept=accept, now=now)
            done = answer_sentence(found.subject, accept=accept)
            view = load_view_of(player, key.match_id, now)
        except Refused as refusal:
            error = explaining.explain(refusal)
    context = {
        "asked": found or before,
        "player": player,
        "view": view,
        "done": done,
        "error": error,
        "open": not done and not error,
    }
    return render(request, "games/question.html", context, status=409 if error else 200)
