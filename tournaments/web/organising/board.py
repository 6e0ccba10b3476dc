"""The organiser's board: progress, what needs attention, messages, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import board_queries, club_queries, queries
from tournaments.services import refusals, wording
from tournaments.services.organisers import messages as writing, notes
from tournaments.services.organisers.progress import EventProgress, load_progress
from tournaments.services.revisions import terms
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import Player
    from tournaments.models import Tournament

PAGE_SIZE = 20
FORM_ERRORS = ("empty_text", "text_too_long", "too_many_notes")


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show the progress of the tournament; save a note."""
    error, text = "", ""
    terms.require_announced(tournament)
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            notes.add_note(tournament.pk, request.reader, text, now=timezone.now())
            messages.success(request, _("The note has been saved."))
            return SeeOther(f"{reverse('tournaments:board', args=[tournament.pk])}#notes")
        except Refused as refusal:
            if refusal.code not in FORM_ERRORS:
                raise
            error = refusals.explain(refusal)
    context = {
        **_context(request, tournament, timezone.now()),
        "error": error,
        "text": text[: notes.MAX_NOTE_LENGTH],
        "longest": notes.MAX_NOTE_LENGTH,
    }
    template = "tournaments/organising/board.html"
    return render(request, template, context, status=422 if error else 200)


def _context(request: PlayerRequest, tournament: Tournament, now: datetime) -> dict[str, object]:
    """Return the template context, with one page of one list of boards."""
    outlook = load_progress(tournament, now)
    with_cases = set(board_queries.boards_with_cases(tournament))
    lists = {
        "silent": (_("No move for more than 3 days"), outlook.silent),
        "near": (_("Deadline within a day"), outlook.near),
        "cases": (_("With an open case"), [b for b in outlook.boards if b.fixture in with_cases]),
        "running": (_("All running"), outlook.boards),
    }
    wanted = request.GET.get("show", "")
    shown = wanted if wanted in lists else next((k for k, each in lists.items() if each[1]), "")
    chosen = lists[shown][1] if shown else []
    paging = Paginator(chosen, PAGE_SIZE).get_page(request.GET.get("page"))
    return {
        "tournament": tournament,
        "outlook": outlook,
        "cases": board_queries.count_open_cases(tournament),
        "unreached": board_queries.unreached_players(tournament),
        "tabs": [(key, words, len(boards)) for key, (words, boards) in lists.items()],
        "shown": shown,
        "rows": _rows(outlook, list(paging.object_list), request.reader),
        "page": paging,
        "pages": list(paging.paginator.get_elided_page_range(paging.number)),
        "divisions": _divisions(outlook),
        "notes": board_queries.notes_of(tournament),
        "sent": _message_rows(tournament),
        "now": now,
    }


def _rows(
    outlook: EventProgress, boards: list[board_queries.RunningBoard], reader: Player
) -> list[dict[str, object]]:
    fixtures = board_queries.fixtures_in_order([each.fixture for each in boards])
    clocks = queries.running_seats_in(fixtures)
    rows, inside = [], club_queries.can_watch_boards(outlook.tournament, reader)
    for board, fixture in zip(boards, fixtures, strict=True):
        fixture.for_insiders = inside
        awaited = [isolated(seat.player.name) for seat in clocks.get(fixture.match_id or 0, ())]
        rows.append(
            {
                "fixture": fixture,
                "names": [isolated(seat.entrant.player.name) for seat in fixture.seats.all()],
                "round": wording.round_name(outlook.tournament, fixture.round),
                "awaited": awaited,
                "board": board,
                "ends_at": outlook.end_of(board) if outlook.tournament.is_running else None,
            }
        )
    return rows


def _divisions(outlook: EventProgress) -> list[dict[str, object]]:
    """Return the progress of each division, if there are several."""
    rows = []
    for each in outlook.divisions if len(outlook.divisions) > 1 else ():
        own = [made for made in outlook.rounds if made.division == each.pk]
        done = sum(made.done for made in own)
        rows.append(
            {
                "key": wording.division_key(each),
                "name": wording.division_name(each),
                "done": done,
                "all": done + sum(made.running + made.ahead for made in own),
            }
        )
    return rows


def _message_rows(tournament: Tournament) -> list[dict[str, object]]:
    """Return the messages that were sent, with the names of their audiences."""
    names = dict(writing.audiences(tournament))
    rows = []
    for line in board_queries.messages_of(tournament):
        key = str(line.after.get("to", ""))
        to = names.get(key) or _("One board")
        rows.append(
            {"line": line, "to": to, "text": line.after["text"], "told": line.after["told"]}
        )
    return rows
