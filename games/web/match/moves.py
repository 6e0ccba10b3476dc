"""Sending moves: from the match page, and by links in e-mails."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import match_queries, queries
from games.orders.offers import parse_offer
from games.rules.base import MAX_MOVE_LENGTH, RulesError
from games.services.emails.links import MoveLink, read_token, require_holder
from games.services.errors import Refused
from games.services.match.undelivered import mark_player_present
from games.services.play.commands import CommandResult, Submission, run_message
from games.services.play.play import play_turn, require_current_position
from games.web.errors import Notice, describe_refusal, render_refusal, show_refusals
from games.web.match.match import (
    SeeOther,
    is_turned,
    load_match_view,
    parse_clicks,
    redirect_to_page,
    render_match,
)
from games.web.match.orders import report_saved
from games.web.page.choosing import MoveSelection
from games.web.page.match_view import MatchView, match_view
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from accounts.models import Player


@never_cache
@require_POST
@show_refusals
def send_move(request: PageRequest, pk: int) -> HttpResponse:
    """Play the move or clicks of the form, on the position after ``seen`` plies."""
    text = request.POST.get("move", "").strip()
    if offered := parse_offer(text):
        return redirect_to_page(request, f"games:match_{offered}", pk)
    if clicked := parse_clicks(request.POST.get("clicks")):
        view = load_match_view(request, pk, clicked=clicked)
        if view.my_turn and view.choice.preview is None:
            return (
                render_match(request, view)
                if view.choice.notice
                else _redirect_to_clicks(view, clicked)
            )
        text = view.choice.preview.sends if view.choice.preview else " ".join(clicked)
    missing = _missing_field_error(text, request.POST.get("seen", ""))
    if missing is not None:
        return render_match(request, load_match_view(request, pk, typed=text, notice=missing))
    try:
        done = _run_commands(request, pk, text, int(request.POST["seen"]))
    except (Refused, RulesError) as error:
        return render_match(
            request, load_match_view(request, pk, typed=text, notice=describe_refusal(error))
        )
    if done.played is not None:
        messages.success(request, _("Sent: %(move)s.") % {"move": done.played.shown})
    loaded = done.played.loaded if done.played else None
    report_saved(request, done, loaded, loaded.match.ply_count if loaded else 0)
    return _redirect_after_move(request, pk)


def _redirect_to_clicks(view: MatchView, clicked: tuple[str, ...]) -> HttpResponse:
    """Redirect to the page with the clicks made so far."""
    return SeeOther(f"{view.url}?{urlencode({'clicks': ','.join(clicked)}, safe=',')}")


def _run_commands(request: PageRequest, pk: int, text: str, seen: int) -> CommandResult:
    """Run the typed commands for the reader; refuses without one."""
    if request.reader is None:
        raise Refused("not_your_match")
    written = Submission(seen, timezone.now(), "page", translation.get_language())
    return run_message(pk, request.reader, text, written)


def _missing_field_error(text: str, seen: str) -> Notice | None:
    """Return what is missing or malformed in the form, if anything."""
    if not text:
        return Notice(422, "no_move", _("Choose a square on the board or type a move."))
    if len(text) > MAX_MOVE_LENGTH:
        return Notice(422, "unreadable_move", _("That is too long for a move."))
    if parse_number(seen, 6) is None:
        words = _("The form did not say which position your move is for. Choose your move again.")
        return Notice(422, "no_ply", words)
    return None


def _redirect_after_move(request: PageRequest, pk: int) -> HttpResponse:
    """Redirect to the match, or to the player's next one if they asked for it."""
    if request.POST.get("then") != "next" or request.reader is None:
        page = "games:match_turned" if is_turned(request) else "games:match"
        return SeeOther(reverse(page, args=[pk]))
    following = queries.next_awaiting(request.reader, after=pk)
    if following is None:
        messages.info(request, _("It is not your turn in any other match."))
    return redirect_to_page(request, "games:match", following or pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move_link(request: PageRequest, token: str) -> HttpResponse:
    """Show the move of an e-mail link (GET changes nothing) and play it (POST)."""
    try:
        link, player = _read_link(token)
    except Refused as refusal:
        return render_refusal(request, refusal)
    mark_player_present(player, now=timezone.now())
    with translation.override(player.language), timezone.override(player.zone):
        request.LANGUAGE_CODE = player.language
        return _handle_link(request, link, player)


def _read_link(token: str) -> tuple[MoveLink, Player]:
    """Return the move and the player of a link; refuses invalid ones."""
    link = read_token(token)
    seat = match_queries.seat_at(link.match_id, link.holder.seat)
    current = seat.match.ply_count if seat else link.ply
    held = require_holder(seat, link.holder, seen=link.ply, current=current)
    return link, held.player


def _handle_link(request: PageRequest, link: MoveLink, player: Player) -> HttpResponse:
    """Show or play the move of a valid link."""
    back = reverse("games:match", args=[link.match_id])
    now = timezone.now()
    try:
        if request.method == "POST":
            played = play_turn(
                link.match_id, link.holder, link.move, seen=link.ply, now=now, source="link"
            )
            view = load_view_of(player, link.match_id, now)
            return render(request, "games/move_link.html", {"view": view, "sent": played.shown})
        view = load_view_of(player, link.match_id, now, link.move)
        _require_playable(view, link)
    except (Refused, RulesError) as refusal:
        sent = match_queries.is_move_in_force(link.match_id, link.holder.seat, link.ply, link.move)
        error = Refused("already_sent", move=link.move) if sent else refusal
        return render_refusal(request, error, back=back)
    if view.choice.notice is not None:
        context = {"answer": view.choice.notice, "back": back}
        return render(request, "games/refused.html", context, status=view.choice.notice.status)
    return render(request, "games/move_link.html", {"view": view})


def load_view_of(player: Player, pk: int, now: datetime, move: str = "") -> MatchView:
    """Return the match as a player sees it, with a move chosen."""
    position = queries.position_for(player, pk)
    if position is None:
        raise Refused("no_such_match")
    seen = Viewpoint(position, player, now)
    return match_view(seen, MoveSelection(seen, move))


def _require_playable(view: MatchView, link: MoveLink) -> None:
    """Refuse a link whose position is outdated, as sending the move would."""
    if not view.match.is_running:
        raise Refused("match_over")
    require_current_position(view.seen.loaded, link.holder.seat, link.ply)
    if not view.my_turn:
        raise Refused("not_your_turn")
