"""The match desk: everything that a referee may need about one match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games import match_queries
from games.services.errors import Refused
from games.services.wording import game_words
from games.web.lobby.rows import row_of
from games.web.match.statements import statements_of
from games.web.page.choosing import MoveSelection
from games.web.page.match_view import match_view
from games.web.page.viewpoint import Viewpoint
from notifications.labels import LABELS
from notifications.queries import emails_of_thread
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries, desk, rulings as ruling_queries
from tournaments.referees.web.access import for_referees, refusal_to_rule
from tournaments.referees.web.case_view import case_rows, ruling_views
from tournaments.referees.web.ruling_target import acts_about

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match, Order

MAX_OTHER_MATCHES, MAX_LISTED, MAX_QUERY_LENGTH = 12, 50, 100


@require_safe
@for_referees
def search_page(request: PlayerRequest) -> HttpResponse:
    """Search the matches that the reader may judge by number, player or tournament."""
    reader = request.reader
    words = request.GET.get("q", "")[:MAX_QUERY_LENGTH].strip()
    found = list(desk.matches_to_judge(reader, words)[: MAX_LISTED + 1])
    context = {
        "words": words,
        "rows": [match_row(match) for match in found[:MAX_LISTED]],
        "more": len(found) > MAX_LISTED,
        "now": timezone.now(),
        "may_look_at_all": panel_queries.is_general_referee(reader),
    }
    return render(request, "referees/matches.html", context)


def match_row(match: Match) -> dict[str, object]:
    seats = list(match.seats.all())
    gone = [isolated(seat.original.name) for seat in seats if seat.original is not None]
    return {
        "match": match,
        "names": [isolated(seat.player.name) for seat in seats],
        "gone": gone,
        "ruleset": game_words.ruleset_name(match.ruleset),
    }


@require_safe
@for_referees
def match_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show a match to a referee: board at any ply, ledger, clocks, e-mails, chat and more."""
    now = timezone.now()
    position = desk.position_for_referee(request.reader, pk, parse_number(request.GET.get("ply")))
    if position is None:
        raise Refused("no_such_match")
    seen = Viewpoint(position, request.reader, now)
    view = match_view(seen, MoveSelection(seen))
    match = position.match
    biased = refusal_to_rule(request, match=match)
    context: dict[str, object] = {
        "view": view,
        "url": request.path,
        "tournament": panel_queries.tournament_of(match),
        "own": biased,
        "acts": [] if biased else acts_about("match"),
        "sides": statements_of(seen),
        "unreached": match_queries.undelivered_pauses(match, now),
        "emails": _emails(match, request.reader if biased else None),
        **_private_context(request.reader, match, own=biased is not None),
        "rulings": ruling_views(ruling_queries.rulings_on(match)),
        "entries": match_queries.rating_changes(match),
        "others": [row_of(each) for each in desk.other_matches_of(match)[:MAX_OTHER_MATCHES]],
    }
    return render(request, "referees/match.html", context)


def _private_context(reader: Player, match: Match, *, own: bool) -> dict[str, object]:
    """Return chat and cases and, if private data is open, orders and notes.

    Present and former players, and people with a stake, see no more than elsewhere.
    """
    if own:
        cases = case_queries.cases_about_match(reader, match)
        return {"chat": match_queries.chat_for(reader, match), "cases": case_rows(cases)}
    is_open = desk.has_opened_private_data(reader, match)
    found = case_queries.all_cases_about_match(match, reader)
    return {
        "chat": desk.chat_of(match, private=is_open),
        "orders": _orders(match) if is_open else [],
        "notes": desk.notes_of(match) if is_open else [],
        "private_data_open": is_open,
        "pending": [case for case in found if case.is_pending],
        "cases": case_rows(found),
    }


def _orders(match: Match) -> list[Order]:
    names = dict(enumerate(isolated(player.name) for player in match_queries.seated_players(match)))
    orders = desk.orders_of(match)
    for order in orders:
        vars(order)["owner"] = names[order.seat]
    return orders


def _emails(match: Match, only: Player | None) -> list[dict[str, object]]:
    """Return the e-mails about the match with their delivery events; ``only`` those to one reader.

    The recipients of the others would reveal who chats with whom, and whose offer is open.
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
