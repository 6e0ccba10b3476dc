"""The match desk: everything about one match that a referee may need, on one page."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from games import match_queries, queries
from games.services.errors import Refused
from games.services.wording import game_words
from games.web.lobby.rows import row_of
from games.web.match.statements import statements_of
from games.web.page.choosing import Choosing
from games.web.page.match_view import match_view
from games.web.page.viewpoint import Viewpoint
from notifications.labels import LABELS
from notifications.queries import emails_of_thread
from tournaments import panel_queries
from tournaments.referees.queries import (
    cases as case_queries,
)
from tournaments.referees.queries import desk
from tournaments.referees.queries import (
    rulings as ruling_queries,
)
from tournaments.referees.services import case_words
from tournaments.referees.services.acts import registry
from tournaments.referees.web.access import for_referees, why_not
from tournaments.referees.web.case_view import case_rows

OTHERS, LISTED, MAX_QUERY = 12, 50, 100


@never_cache
@require_safe
@for_referees
def search_page(request: PlayerRequest) -> HttpResponse:
    """Find matches by number, player or tournament; all that the referee may judge."""
    reader = request.reader
    words = request.GET.get("q", "")[:MAX_QUERY].strip()
    found = list(desk.matches_to_judge(reader, words)[: LISTED + 1])
    context = {
        "words": words,
        "rows": [_listed(match) for match in found[:LISTED]],
        "more": len(found) > LISTED,
        "now": timezone.now(),
        "may_look_at_all": panel_queries.judges_everything(reader),
    }
    return render(request, "referees/matches.html", context)


def _listed(match: Any) -> dict[str, object]:
    """Return a match as the list of found ones shows it."""
    seats = list(match.seats.all())
    gone = [seat.original.name for seat in seats if seat.original is not None]
    return {
        "match": match,
        "names": [seat.player.name for seat in seats],
        "gone": gone,
        "ruleset": game_words.ruleset_name(match.ruleset),
    }


@never_cache
@require_safe
@for_referees
def match_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show a match to a referee: board at any ply, ledger, clocks, e-mails, talk, and the rest."""
    now = timezone.now()
    ply = request.GET.get("ply", "")
    at_ply = int(ply[:6]) if ply.isascii() and ply.isdigit() else None
    position = desk.position_for_referee(request.reader, pk, at_ply)
    if position is None:
        raise Refused("no_such_match")
    seen = Viewpoint(position, request.reader, now)
    view = match_view(seen, Choosing(seen))
    match = position.match
    biased = why_not(request, match=match)
    context: dict[str, object] = {
        "view": view,
        "url": request.path,
        "tournament": panel_queries.tournament_of(match),
        "own": biased,
        "acts": [] if biased else acts_about_matches(),
        "sides": statements_of(seen),
        "emails": _emails(match, request.reader if biased else None),
        **_told(request.reader, match, own=biased is not None),
        "rulings": _rulings(match),
        "entries": match_queries.rating_changes(match),
        "others": [row_of(each) for each in desk.others_of(match)[:OTHERS]],
    }
    return render(request, "referees/match.html", context)


def _told(reader: Any, match: Any, *, own: bool) -> dict[str, object]:
    """Return talk, cases and, with the seal opened, orders and notes.

    Whoever plays or played here, or has a stake, sees what they see without the office.
    """
    if own:
        cases = case_queries.cases_at(reader, match)
        return {"chat": queries.chat_for(reader, match), "cases": case_rows(cases)}
    unsealed = desk.has_unsealed(reader, match)
    found = case_queries.all_cases_at(match, reader)
    return {
        "chat": desk.chat_of(match, unsealed=unsealed),
        "orders": _orders(match) if unsealed else [],
        "notes": desk.notes_of(match) if unsealed else [],
        "unsealed": unsealed,
        "sealed": not unsealed,
        "pending": [case for case in found if case.is_pending],
        "cases": case_rows(found),
    }


def _orders(match: Any) -> list[Any]:
    """Return the orders of a match, each with the name of whose it is."""
    names = dict(enumerate(player.name for player in match_queries.seated(match)))
    orders = desk.orders_of(match)
    for order in orders:
        vars(order)["owner"] = names[order.seat]
    return orders


def acts_about_matches() -> list[tuple[str, str]]:
    """Return the acts that may be ordered of one's own motion about a match, with their names."""
    about = [name for name in registry.names() if registry.act_named(name).about == "match"]
    return [(name, case_words.act_name(name)) for name in about]


def _emails(match: Any, only: Any) -> list[dict[str, object]]:
    """Return the e-mails of the match with what became of them; ``only`` those to one reader.

    To whom one went tells who talks with whom, and whose offer waits.
    """
    found = emails_of_thread(match.thread)
    found = found.filter(player=only) if only is not None else found
    return [
        {
            "message": message,
            "kind": LABELS[message.kind],
            "events": list(message.events.all()),
        }
        for message in found
    ]


def _rulings(match: Any) -> list[dict[str, object]]:
    """Return the rulings on the match in words."""
    rulings = ruling_queries.rulings_on(match)
    undone = {ruling.undoes_id for ruling in rulings}
    sentences = case_words.sentences_of(rulings)
    return [
        {"ruling": ruling, "sentence": sentence, "undone": ruling.pk in undone}
        for ruling, sentence in zip(rulings, sentences, strict=True)
    ]
