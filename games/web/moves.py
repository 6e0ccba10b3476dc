"""Sending a move: from the page of the match, and by a link in a letter."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.queries import PageRequest
from games import match_queries, queries
from games.rules.base import MOVE_LONGEST, RulesError
from games.services.commands import Done, Written, carry_out
from games.services.errors import Refused
from games.services.links import MoveLink, read_token
from games.services.play import play_turn
from games.web.errors import Answer, answer_to, answers_refusals, refusal_page
from games.web.match import SeeOther, elsewhere, show, view_of
from games.web.match_view import MatchView
from games.web.orders import tell_kept
from games.web.preview import RESIGN_WORDS, TIE_WORDS


@never_cache
@require_POST
@answers_refusals
def send_move(request: PageRequest, pk: int) -> HttpResponse:
    """Play the move of the form on the position it was chosen for (``seen``)."""
    text = request.POST.get("move", "").strip()
    if text.lower() in RESIGN_WORDS | TIE_WORDS:
        resigns = text.lower() in RESIGN_WORDS
        return elsewhere(request, "games:match_resign" if resigns else "games:match_tie", pk)
    fault = _fault(text, request.POST.get("seen", ""))
    if fault is not None:
        return show(request, view_of(request, pk, typed=text, notice=fault))
    try:
        done = _carry_out(request, pk, text, int(request.POST["seen"]))
    except (Refused, RulesError) as error:
        return show(request, view_of(request, pk, typed=text, notice=answer_to(error)))
    if done.played is not None:
        messages.success(request, _("Sent: %(move)s.") % {"move": done.played.shown})
    table = done.played.table if done.played else None
    tell_kept(request, done, table, table.match.ply_count if table else 0)
    return _onward(request, pk)


def _carry_out(request: PageRequest, pk: int, text: str, seen: int) -> Done:
    """Do for the reader what he wrote; without a reader it is nobody's match."""
    if request.reader is None:
        raise Refused("not_your_match")
    written = Written(seen, timezone.now(), "page", translation.get_language())
    return carry_out(pk, request.reader, text, written)


def _fault(text: str, seen: str) -> Answer | None:
    """Say what is missing in the form; None where it can be tried."""
    if not text:
        return Answer(422, "no_move", _("Choose a place on the board or write a move."))
    if len(text) > MOVE_LONGEST:
        return Answer(422, "unreadable_move", _("That is too long for a move."))
    if not (seen.isascii() and seen.isdigit() and len(seen) < 7):
        words = _("The form did not say which position it answers. Choose your move again.")
        return Answer(422, "no_ply", words)
    return None


def _onward(request: PageRequest, pk: int) -> HttpResponse:
    """Lead back to the match, or on to the next one that awaits the player if he asked for it."""
    if request.POST.get("then") != "next" or request.reader is None:
        return SeeOther(reverse("games:match", args=[pk]))
    following = queries.next_awaiting(request.reader, after=pk)
    if following is None:
        messages.info(request, _("No other match awaits your move."))
    return elsewhere(request, "games:match", following or pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move_link(request: PageRequest, token: str) -> HttpResponse:
    """Show what a link of a letter would play (GET changes nothing) and play it (POST)."""
    try:
        link, player = _opened(token)
    except Refused as refusal:
        return refusal_page(request, refusal)
    with translation.override(player.language), timezone.override(player.zone):
        request.LANGUAGE_CODE = player.language
        return _follow(request, link, player)


def _opened(token: str) -> tuple[MoveLink, Any]:
    """Return what a link plays and for whom, or refuse ``bad_link``."""
    link = read_token(token)
    player = match_queries.player_at(link.match_id, link.seat)
    if player is None:
        raise Refused("bad_link")
    return link, player


def _follow(request: PageRequest, link: MoveLink, player: Any) -> HttpResponse:
    """Answer a sound link in its player's own language and zone."""
    back = reverse("games:match", args=[link.match_id])
    now = timezone.now()
    try:
        if request.method == "POST":
            played = play_turn(
                link.match_id, link.seat, link.move, seen=link.ply, now=now, source="link"
            )
            view = _seen_by(player, link.match_id, now)
            return render(request, "games/move_link.html", {"view": view, "sent": played.shown})
        view = _seen_by(player, link.match_id, now, link.move)
        _require_alive(view, link)
    except (Refused, RulesError) as refusal:
        sent = match_queries.was_played(link.match_id, link.ply + 1, link.seat, link.move)
        error = Refused("already_sent", move=link.move) if sent else refusal
        return refusal_page(request, error, back=back)
    if view.notice is not None:
        context = {"answer": view.notice, "back": back}
        return render(request, "games/refused.html", context, status=view.notice.status)
    return render(request, "games/move_link.html", {"view": view})


def _seen_by(player: Any, pk: int, now: datetime, move: str = "") -> MatchView:
    """Return the match as the player of the link sees it, with the link's move chosen."""
    position = queries.position_for(player, pk)
    if position is None:
        raise Refused("no_such_match")
    view = MatchView(position, player, now, move)
    _tried = view.preview
    return view


def _require_alive(view: MatchView, link: MoveLink) -> None:
    """Refuse a link whose position is gone."""
    if not view.match.is_running:
        raise Refused("match_over")
    if link.ply != view.match.ply_count:
        raise Refused("stale", seen=link.ply, current=view.match.ply_count)
    if not view.my_turn:
        raise Refused("not_your_turn")
