"""The match desk: everything about one match that a referee may need, on one page."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import case_queries, judge_queries, match_queries, queries, ruling_queries
from games.services import case_words
from games.services.acts import registry
from games.services.errors import Refused
from games.services.judging import require_impartial
from games.web.case_view import case_rows
from games.web.errors import Answer, answer_to
from games.web.match_view import MatchView
from games.web.referee_access import for_referees
from games.web.rows import row_of
from games.web.statements import statements_of
from notifications.labels import LABELS
from notifications.queries import letters_of_thread

OTHERS = 12


@never_cache
@require_safe
@for_referees
def match_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show a match to a referee: board at any ply, ledger, clocks, letters, talk, and the rest."""
    now = timezone.now()
    ply = request.GET.get("ply", "")
    at_ply = int(ply[:6]) if ply.isascii() and ply.isdigit() else None
    position = judge_queries.position_for_referee(request.reader, pk, at_ply)
    if position is None:
        raise Refused("no_such_match")
    view = MatchView(position, request.reader, now)
    match, biased = position.match, _why_not(request, position.match)
    context: dict[str, Any] = {
        "view": view,
        "url": request.path,
        "own": biased,
        "acts": [] if biased else acts_about_matches(),
        "sides": statements_of(view, now),
        "letters": _letters(match),
        **_told(request.reader, match, own=biased is not None),
        "rulings": _rulings(match),
        "entries": match_queries.rating_changes(match),
        "others": [row_of(each) for each in judge_queries.others_of(match)[:OTHERS]],
    }
    return render(request, "referee/match.html", context)


def _told(reader: Any, match: Any, *, own: bool) -> dict[str, Any]:
    """Return talk, orders and cases; who plays or played here sees but what players see."""
    if own:
        cases = case_queries.cases_at(reader, match)
        return {"chat": queries.chat_for(reader, match), "cases": case_rows(cases)}
    return {
        "chat": judge_queries.chat_of(match),
        "orders": _orders(match),
        "cases": case_rows(case_queries.all_cases_at(match, reader)),
    }


def _orders(match: Any) -> list[Any]:
    """Return the orders of a match, each with the name of whose it is."""
    names = dict(enumerate(player.name for player in match_queries.seated(match)))
    orders = judge_queries.orders_of(match)
    for order in orders:
        vars(order)["owner"] = names[order.seat]
    return orders


def _why_not(request: PageRequest, match: Any) -> Answer | None:
    """Return why the reader may not judge this match, None where he may."""
    reader: Any = request.reader
    try:
        require_impartial(reader, match)
    except Refused as refusal:
        return answer_to(refusal)
    return None


def acts_about_matches() -> list[tuple[str, str]]:
    """Return the acts that may be ordered of one's own motion about a match, with their names."""
    about = [name for name in registry.names() if registry.act_named(name).about == "match"]
    return [(name, case_words.act_name(name)) for name in about]


def _letters(match: Any) -> list[dict[str, Any]]:
    """Return the letters of the match with what became of them."""
    return [
        {
            "message": message,
            "kind": LABELS[message.kind],
            "events": list(message.events.all()),
        }
        for message in letters_of_thread(match.thread)
    ]


def _rulings(match: Any) -> list[dict[str, Any]]:
    """Return the rulings on the match in words."""
    rulings = ruling_queries.rulings_on(match)
    undone = {ruling.undoes_id for ruling in rulings}
    sentences = case_words.sentences_of(rulings)
    return [
        {"ruling": ruling, "sentence": sentence, "undone": ruling.pk in undone}
        for ruling, sentence in zip(rulings, sentences, strict=True)
    ]
