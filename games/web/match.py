"""The page of a match, its light version for live refresh, its clocks and its ledger."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.queries import PageRequest, leave_now
from games import case_queries, match_queries, queries
from games.orders.grammar import LINE_LONGEST
from games.ratings import is_provisional
from games.rules.base import MOVE_LONGEST
from games.services import matches, studies, wording
from games.services.errors import Refused
from games.web.access import to_login
from games.web.errors import Answer, answer_to, answers_refusals
from games.web.forms_match import NotesForm, PartnerForm, PauseForm, SayForm
from games.web.ledger import ledger_text
from games.web.match_view import MatchView
from games.web.order_view import OrderView
from games.web.preview import RESIGN_WORDS, TIE_WORDS
from games.web.statements import statements_of
from games.web.study_view import texts_of

STOP_POLLING = 286


class SeeOther(HttpResponseRedirect):
    """Go on with GET, after a POST as well."""

    status_code = 303


def elsewhere(request: PageRequest, page: str, pk: int) -> HttpResponse:
    """Lead to a page that is no part of this one; a script that asked goes there as a whole."""
    target = reverse(page, args=[pk])
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(target)
    return SeeOther(target)


def view_of(
    request: PageRequest,
    pk: int,
    *,
    at_ply: int | None = None,
    typed: str = "",
    notice: Answer | None = None,
    clicked: tuple[str, ...] = (),
) -> MatchView:
    """Gather the page of a match for this reader; ``no_such_match`` where it is not his to see."""
    now = timezone.now()
    version = match_queries.version_of(request.reader, pk)
    position = queries.position_for(request.reader, pk, at_ply)
    if position is None or version is None:
        raise Refused("no_such_match")
    view = MatchView(position, request.reader, now, typed, notice, clicked)
    view.extra["version"] = version.text
    _mark_seen(view)
    return view


def _mark_seen(view: MatchView) -> None:
    """Remember that a player has opened the position as it stands."""
    position, own = view.position, view.own
    if own is not None and position.is_current and own.seen_ply < position.at_ply:
        matches.mark_seen(position.match.pk, view.reader, position.at_ply)


def show(request: PageRequest, view: MatchView) -> HttpResponse:
    """Answer with the whole page."""
    context = {"view": view, **_around(view), **view.extra}
    status = max(view.status, context["orders"].status)
    response = render(request, "games/match/page.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _around(view: MatchView) -> dict[str, Any]:
    """Return what stands around the board: talk, notes, what follows."""
    match, own = view.position.match, view.own
    context: dict[str, Any] = {"changes": [], "rematch": None, "pause": None, "chat": []}
    context["orders"] = OrderView(view)
    context |= _standing_still(view)
    context["texts"] = texts_of(view.position)
    if own is not None:
        context["chat"] = queries.chat_for(view.reader, match)
        context["say_form"] = PartnerForm() if view.partners else SayForm()
        context["notes_form"] = NotesForm(initial={"notes": own.notes})
        context["cases"] = case_queries.cases_at(view.reader, match)
    if not match.is_running:
        entries = list(match_queries.rating_changes(match))
        context["changes"] = [_change(each) for each in entries]
        if any(is_provisional(each.games_before) for each in entries):
            context["provisional"] = wording.provisional_words()
        context["rematch"] = match_queries.rematch_of(match) if own else None
    elif own is not None:
        context["pause"] = match_queries.pause_proposed(match, view.now)
        context["pause_form"] = PauseForm()
    if own is not None and not view.my_turn:
        awaiting = queries.awaiting_numbers(view.reader)
        context["awaiting_count"] = len(awaiting)
        context["next_pk"] = next((number for number in awaiting if number != match.pk), None)
    return context


def _standing_still(view: MatchView) -> dict[str, Any]:
    """Return why a clock may stand still now: the pause that runs, who is to move and on leave."""
    if not view.match.is_running:
        return {}
    away: list[dict[str, Any]] = []
    for seat in view.position.seats:
        player: Any = seat.player
        if seat.awaited and not player.is_bot:
            player.booked = list(player.leaves.all())  # the clocks ask for them, too
            leave = leave_now(player.booked, view.now.astimezone(player.zone).date())
            away += [{"name": player.name, "day": leave.last_day}] if leave else []
    return {"standing": match_queries.pause_running(view.match, view.now), "away": away}


def _change(entry: Any) -> dict[str, Any]:
    """Return a rating entry as the page shows it."""
    return {
        "name": entry.player.name,
        "before": wording.rating_words(entry.before, entry.games_before),
        "after": wording.rating_words(entry.after, entry.games_after),
        "corrected": entry.ruling_id is not None,
    }


@never_cache
@require_safe
@answers_refusals
def match_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show a match: the position, a replayed one (``?ply=``), or a move before it is sent."""
    typed = request.GET.get("move", "").strip() or _bid(request.GET.get("bid"))
    word = typed.lower()
    if word in RESIGN_WORDS | TIE_WORDS:
        page = "games:match_resign" if word in RESIGN_WORDS else "games:match_tie"
        return elsewhere(request, page, pk)
    try:
        at_ply, clicked = _ply(request.GET.get("ply")), _clicks(request.GET.get("clicks"))
        view = view_of(request, pk, at_ply=at_ply, typed=typed, clicked=clicked)
        view.extra["orders"] = OrderView(view, _moves(request, "if"), _moves(request, "then"))
    except Refused:
        if request.reader is None:
            return to_login(request)
        raise
    if "move" in request.GET and not typed and view.my_turn:
        view.notice = Answer(422, "no_move", _("Choose a place on the board or write a move."))
    elif typed and not view.my_turn and view.position.is_current:
        view.notice = _why_not(view)
    return show(request, view)


def _ply(text: str | None) -> int | None:
    """Read the ply to show; what is no number shows the position as it stands."""
    if text is None or not text.isascii() or not text.isdigit():
        return None
    return int(text[:6])


def _bid(text: str | None) -> str:
    """Read a number bid in its own field as the move it is."""
    return f"bid {text[:6].strip()}" if text and text.strip() else ""


def _moves(request: PageRequest, name: str) -> list[str]:
    """Read the moves of a chain of orders that is being chosen."""
    return [text for each in request.GET.getlist(name) if (text := each[:LINE_LONGEST].strip())]


def _clicks(text: str | None) -> tuple[str, ...]:
    """Read the clicks made so far, separated by commas."""
    return tuple(filter(None, (click.strip() for click in (text or "")[:MOVE_LONGEST].split(","))))


def _why_not(view: MatchView) -> Answer:
    """Say why the reader cannot choose a move here."""
    if view.own is None:
        return answer_to(Refused("not_your_match"))
    return answer_to(Refused("not_your_turn" if view.match.is_running else "match_over"))


@never_cache
@require_safe
@answers_refusals
def match_version(request: PageRequest, pk: int) -> HttpResponse:
    """Answer whether anything has happened since ``v``: 204 no, 286 it is over, else what is new.

    Costs one query while nothing has happened.
    """
    version = match_queries.version_of(request.reader, pk)
    if version is None:
        raise Refused("no_such_match")
    if version.text == request.GET.get("v") and not version.over:
        return HttpResponse(status=204)
    view = view_of(request, pk)
    moved = version.text.partition("-")[0] != request.GET.get("v", "").partition("-")[0]
    context = {"view": view, **view.extra, **_around(view), "fresh": True, "moved": moved}
    status = STOP_POLLING if version.over else 200
    return render(request, "games/match/fresh.html", context, status=status)


@never_cache
@require_safe
@answers_refusals
def clock_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show every charged and uncharged stretch of both clocks to the players of the match."""
    view = view_of(request, pk)
    if view.own is None and not request.user.is_staff:
        raise Refused("not_your_match")
    return render(
        request, "games/match/clock.html", {"view": view, "sides": statements_of(view, view.now)}
    )


@never_cache
@require_safe
@answers_refusals
def ledger_page(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out the ledger as plain text, for keeping and for other programs."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = ledger_text(position, request.build_absolute_uri(position.match.get_absolute_url()))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="match-{pk}.txt"'
    return response


@never_cache
@require_safe
@answers_refusals
def pgn_page(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out a match of chess as a file that other programs read."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = studies.pgn_of_match(
        position, request.build_absolute_uri(position.match.get_absolute_url())
    )
    response = HttpResponse(text, content_type="application/x-chess-pgn; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="match-{pk}.pgn"'
    return response
