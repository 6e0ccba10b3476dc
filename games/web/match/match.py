"""The page of a match, its light version for live refresh, its clocks and its ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from games import match_queries, queries
from games.orders.grammar import LINE_LONGEST
from games.ratings import is_provisional
from games.rules.base import MOVE_LONGEST
from games.services.emails.links import absolute
from games.services.errors import Refused
from games.services.play import matches
from games.services.solo import studies
from games.services.wording import result_words
from games.web.access import to_login
from games.web.errors import Answer, answer_to, answers_refusals
from games.web.match.forms_match import NotesForm, PartnerForm, PauseForm, SayForm
from games.web.match.ledger import ledger_text
from games.web.match.order_view import OrderView
from games.web.match.statements import statements_of
from games.web.page.choosing import Choosing
from games.web.page.match_view import MatchView, match_view
from games.web.page.preview import RESIGN_WORDS, TIE_WORDS
from games.web.page.study_view import texts_of
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from games.models import RatingEntry

STOP_POLLING = 286


class SeeOther(HttpResponseRedirect):
    """Go on with GET, after a POST as well."""

    status_code = 303


def elsewhere(request: PageRequest, page: str, pk: int) -> HttpResponse:
    """Redirect to a page that is no part of this one; a script that asked goes there as a whole."""
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
    """Gather the page of a match for this reader; ``no_such_match`` where they may not see it."""
    now = timezone.now()
    version = match_queries.version_of(request.reader, pk)
    position = queries.position_for(request.reader, pk, at_ply)
    if position is None or version is None:
        raise Refused("no_such_match")
    seen = Viewpoint(position, request.reader, now)
    _mark_seen(seen)
    return match_view(seen, Choosing(seen, typed, clicked, notice), version.text)


def _mark_seen(seen: Viewpoint) -> None:
    """Remember that a player has opened the position as it stands."""
    position, own = seen.position, seen.own
    if own is None or not position.is_current:
        return
    if own.seen_ply < position.at_ply or own.seen_at is None:
        matches.mark_seen(position.match, own.player, position.at_ply, now=seen.now)


def show(request: PageRequest, view: MatchView, orders: OrderView | None = None) -> HttpResponse:
    """Answer with the whole page; ``orders`` where some are being chosen or were refused."""
    orders = orders or OrderView(view)
    context = {"view": view, "orders": orders, **_around(view)}
    status = max(view.status, orders.status)
    response = render(request, "games/match/page.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _around(view: MatchView) -> dict[str, object]:
    """Return what stands around the board: talk, notes, what follows."""
    match, own = view.position.match, view.own
    context: dict[str, object] = {"changes": [], "rematch": None, "pause": None, "chat": []}
    context["version"] = view.version
    context |= _standing_still(view)
    context["texts"] = texts_of(view.position)
    if own is not None:
        context["chat"] = queries.chat_for(view.reader, match)
        context["say_form"] = PartnerForm() if view.rights.partners else SayForm()
        context["notes_form"] = NotesForm(initial={"notes": own.notes})
    if not match.is_running:
        entries = list(match_queries.rating_changes(match))
        context["changes"] = [_change(each) for each in entries]
        if any(is_provisional(each.games_before) for each in entries):
            context["provisional"] = result_words.provisional_words()
        context["rematch"] = match_queries.rematch_of(match) if own else None
    elif own is not None:
        context["pause"] = match_queries.pause_proposed(match, view.now)
        context["pause_form"] = PauseForm()
    if own is not None and not view.my_turn:
        awaiting = queries.awaiting_numbers(own.player)
        context["awaiting_count"] = len(awaiting)
        context["next_pk"] = next((number for number in awaiting if number != match.pk), None)
    return context


def _standing_still(view: MatchView) -> dict[str, object]:
    """Return why a clock may stand still now: the pause that runs, who is to move and on leave."""
    if not view.match.is_running:
        return {}
    away: list[dict[str, object]] = []
    for seat in view.position.seats:
        player = seat.player
        if seat.awaited and not player.is_bot:
            booked = vars(player)["booked"] = list(player.leaves.all())  # the clocks ask, too
            leave = leave_now(booked, view.now.astimezone(player.zone).date())
            away += [{"name": player.name, "day": leave.last_day}] if leave else []
    return {"standing": match_queries.pause_running(view.match, view.now), "away": away}


def _change(entry: RatingEntry) -> dict[str, object]:
    """Return a rating entry as the page shows it."""
    return {
        "name": entry.player.name,
        "before": result_words.rating_words(entry.before, entry.games_before),
        "after": result_words.rating_words(entry.after, entry.games_after),
        "corrected": entry.intervention_id is not None,
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
    except Refused:
        if request.reader is None:
            return to_login(request)
        raise
    if (notice := _unasked(request, view.seen, typed)) is not None:
        choice = Choosing(view.seen, typed, clicked, notice)
        view = match_view(view.seen, choice, view.version)
    return show(request, view, OrderView(view, _moves(request, "if"), _moves(request, "then")))


def _unasked(request: PageRequest, seen: Viewpoint, typed: str) -> Answer | None:
    """Say why a choice cannot be made here, or that none was made."""
    if "move" in request.GET and not typed and seen.my_turn:
        return Answer(422, "no_move", _("Choose a square on the board or type a move."))
    if not typed or seen.my_turn or not seen.position.is_current:
        return None
    if seen.own is None:
        return answer_to(Refused("not_your_match"))
    return answer_to(Refused("not_your_turn" if seen.match.is_running else "match_over"))


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
    around = {"orders": OrderView(view), **_around(view)}
    context = {"view": view, **around, "fresh": True, "moved": moved}
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
        request,
        "games/match/clock.html",
        {"view": view, "sides": statements_of(view.seen)},
    )


@never_cache
@require_safe
@answers_refusals
def ledger_page(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the ledger as plain text, for keeping and for other programs."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = ledger_text(position, absolute(position.match.get_absolute_url()))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="match-{pk}.txt"'
    return response


@never_cache
@require_safe
@answers_refusals
def pgn_page(request: PageRequest, pk: int) -> HttpResponse:
    """Serve a match of chess as a file that other programs read."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = studies.pgn_of_match(position, absolute(position.match.get_absolute_url()))
    response = HttpResponse(text, content_type="application/x-chess-pgn; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="match-{pk}.pgn"'
    return response
