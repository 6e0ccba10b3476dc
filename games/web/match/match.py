"""The match page, its partial for live refresh, its clocks and its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import match_queries, queries, watch_queries
from games.families.auctions import bid_move
from games.families.features import lesson_for
from games.orders.grammar import MAX_LINE_LENGTH
from games.orders.offers import parse_offer
from games.rules.base import MAX_MOVE_LENGTH, as_stepwise
from games.services.errors import Refused
from games.services.match.turns_due import TurnsDue
from games.services.play import matches
from games.services.solo import studies
from games.services.time.preferences import preference_of
from games.web.access import redirect_to_login
from games.web.embedding import snippet
from games.web.errors import Notice, describe_refusal, readonly_page
from games.web.files import file_response
from games.web.lessons import shows_goal
from games.web.match.forms_match import ChatForm, NotesForm, PartnerChatForm, PauseForm
from games.web.match.ledger import ledger_text
from games.web.match.order_view import OrderView
from games.web.match.sharing import link_preview
from games.web.match.statements import statements_of
from games.web.page.choosing import MoveSelection
from games.web.page.match_view import MatchView, match_view
from games.web.page.study_view import study_texts
from games.web.page.viewpoint import Viewpoint
from notifications.live import channels
from notifications.queries import is_muted
from notifications.services.headers import absolute_url

STOP_POLLING = 286


class SeeOther(HttpResponseRedirect):
    """Redirects with 303, so that the client uses GET after a POST."""

    status_code = 303


def redirect_to_page(request: PageRequest, page: str, pk: int) -> HttpResponse:
    """Redirect to another page; htmx requests load it completely."""
    target = reverse(page, args=[pk])
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(target)
    return SeeOther(target)


def load_match_view(
    request: PageRequest,
    pk: int,
    *,
    at_ply: int | None = None,
    typed: str = "",
    notice: Notice | None = None,
    clicked: tuple[str, ...] = (),
) -> MatchView:
    """Return the match as the reader sees it; refuses ``no_such_match``."""
    now = timezone.now()
    version = match_queries.version_of(request.reader, pk)
    position = queries.position_for(request.reader, pk, at_ply)
    if position is None or version is None:
        raise Refused("no_such_match")
    turned = len(position.seats) == 2 and is_turned(request)
    seen = Viewpoint(position, request.reader, now, turned)
    _mark_seen(seen)
    choice = MoveSelection(seen, typed, clicked, notice, _sends_directly(seen))
    return match_view(seen, choice, version.text)


def is_turned(request: PageRequest) -> bool:
    """Whether the board is shown from the other side; URL and forms carry this."""
    route = request.resolver_match
    return "turned" in request.GET or (route is not None and route.url_name == "match_turned")


def _sends_directly(viewpoint: Viewpoint) -> bool:
    """Whether the last click sends the move; never for turns of several steps."""
    if (
        viewpoint.mover is None
        or viewpoint.own is None
        or as_stepwise(viewpoint.loaded.rules) is not None
    ):
        return False
    return preference_of(viewpoint.own.player).without_preview


def _mark_seen(viewpoint: Viewpoint) -> None:
    """Record that the player has opened the current position."""
    position, own = viewpoint.position, viewpoint.own
    if own is None or not position.is_current:
        return
    if own.seen_ply < position.at_ply or own.seen_at is None:
        matches.mark_seen(position.match, own.player, position.at_ply, now=viewpoint.now)


def render_match(
    request: PageRequest,
    view: MatchView,
    orders: OrderView | None = None,
    *,
    said: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Render the match page.

    ``orders`` are orders being entered or refused. ``said`` is a refused chat message, apart from
    ``orders`` because both have a field ``text``.
    """
    orders = orders or OrderView(view)
    context = {"view": view, "orders": orders, **_surrounding_context(view, said)}
    context["lesson"] = lesson_for(view.match.ruleset)
    context["shows_goal"] = shows_goal(request, view.match.ruleset)
    status = max(view.status, orders.status)
    # htmx swaps in refusals as pages with status 200; they have no URL to go back to.
    swapped = status >= 400 and getattr(request, "htmx", False)
    response = render(request, "games/match/page.html", context, status=200 if swapped else status)
    if swapped:
        response["HX-Push-Url"] = "false"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _stream_url(view: MatchView) -> str:
    """Return the URL of the event stream for this page; "" without a live server."""
    heard = [channels.match_channel(view.position.match.pk)]
    if view.reader is not None:
        heard.append(channels.player_channel(view.reader.pk))
    return channels.stream_url(heard)


def _surrounding_context(
    view: MatchView, said: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return the context around the board: chat (``said`` was refused), notes, rights."""
    match, own = view.position.match, view.own
    context: dict[str, object] = {"pause": None, "chat": [], "shared": link_preview(view.position)}
    context["version"] = view.version
    if not match.private:
        address = reverse("games:match_embed", args=[match.pk])
        context["embed_lines"] = snippet(address, " – ".join(view.names))
    context["live"] = _stream_url(view) if match.is_running else ""
    context |= _pause_context(view)
    context["texts"] = study_texts(view.position)
    if own is not None:
        muted = context["muted"] = is_muted(own.player, match.thread)
        context["chat"] = match_queries.chat_for(view.reader, match, muted)
        form = PartnerChatForm if view.rights.partners else ChatForm
        context["say_form"] = form(initial=dict(said or {}))
        context["notes_form"] = NotesForm(initial={"notes": own.notes})
    elif match.is_running and view.reader is not None and not view.reader.is_guest:
        context["may_watch"] = True
        context["watching"] = watch_queries.is_watching(view.reader, match)
    if match.is_running and own is not None:
        context["pause"] = match_queries.latest_proposed_pause(match, view.now)
        context["pause_form"] = PauseForm()
    if own is not None and not view.my_turn:
        due = context["turns_due"] = TurnsDue(own.player)
        context["awaiting_count"], context["next_pk"] = due.count, due.after(match.pk)
    return context


def _pause_context(view: MatchView) -> dict[str, object]:
    """Return why clocks may be paused: a running pause, leave, undelivered e-mails."""
    if not view.match.is_running:
        return {}
    on_leave = match_queries.seats_on_leave(view.position.seats, view.now)
    away = [{"name": seat.player.name, "day": leave.last_day} for seat, leave in on_leave]
    return {
        "standing": match_queries.running_pause(view.match, view.now),
        "away": away,
        "unreached": match_queries.undelivered_pauses(view.match, view.now) if view.own else [],
    }


@readonly_page
def match_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show a match: the position, an earlier one (``?ply=``), or the preview of a move."""
    typed = request.GET.get("move", "").strip() or bid_move(request.GET.get("bid"))
    if offered := parse_offer(typed):
        return redirect_to_page(request, f"games:match_{offered}", pk)
    try:
        at_ply, clicked = (
            parse_number(request.GET.get("ply")),
            parse_clicks(request.GET.get("clicks")),
        )
        view = load_match_view(request, pk, at_ply=at_ply, typed=typed, clicked=clicked)
    except Refused:
        if request.reader is None:
            return redirect_to_login(request)
        raise
    if (notice := _choice_problem(request, view.seen, typed)) is not None:
        choice = replace(view.choice, earlier_notice=notice)
        view = match_view(view.seen, choice, view.version)
    return render_match(
        request,
        view,
        OrderView(view, _parse_order_moves(request, "if"), _parse_order_moves(request, "then")),
    )


def _choice_problem(request: PageRequest, viewpoint: Viewpoint, typed: str) -> Notice | None:
    """Return the reason why a choice is not possible or missing, if any."""
    if "move" in request.GET and not typed and viewpoint.my_turn:
        return Notice(422, "no_move", _("Choose a square on the board or type a move."))
    if not typed or viewpoint.my_turn or not viewpoint.position.is_current:
        return None
    if viewpoint.own is None:
        return describe_refusal(Refused("not_your_match"))
    return describe_refusal(
        Refused("not_your_turn" if viewpoint.match.is_running else "match_over")
    )


def _parse_order_moves(request: PageRequest, name: str) -> list[str]:
    """Parse the moves of a conditional order being entered."""
    return [text for each in request.GET.getlist(name) if (text := each[:MAX_LINE_LENGTH].strip())]


def parse_clicks(text: str | None) -> tuple[str, ...]:
    """Parse the clicks made so far, separated by commas."""
    return tuple(
        filter(None, (click.strip() for click in (text or "")[:MAX_MOVE_LENGTH].split(",")))
    )


@readonly_page
def match_version(request: PageRequest, pk: int) -> HttpResponse:
    """Return what is new since version ``v``: 204 if nothing, 286 (stop polling) at the end.

    Costs one query while nothing has happened.
    """
    version = match_queries.version_of(request.reader, pk)
    if version is None:
        raise Refused("no_such_match")
    if version.text == request.GET.get("v") and not version.over:
        return HttpResponse(status=204)
    view = load_match_view(request, pk)
    moved = version.text.partition("-")[0] != request.GET.get("v", "").partition("-")[0]
    around = {"orders": OrderView(view), **_surrounding_context(view)}
    context = {"view": view, **around, "fresh": True, "moved": moved}
    status = STOP_POLLING if version.over else 200
    return render(request, "games/match/fresh.html", context, status=status)


@readonly_page
def clock_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show every counted and uncounted span of all clocks, to the players of the match."""
    view = load_match_view(request, pk)
    if view.own is None and not request.user.is_staff:
        raise Refused("not_your_match")
    return render(
        request,
        "games/match/clock.html",
        {"view": view, "sides": statements_of(view.seen)},
    )


@readonly_page
def ledger_page(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the ledger as plain text."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = ledger_text(position, absolute_url(position.match.get_absolute_url()))
    return file_response(text, f"match-{pk}.txt", shown=True)


@readonly_page
def pgn_page(request: PageRequest, pk: int) -> HttpResponse:
    """Serve a chess match as PGN."""
    position = queries.position_for(request.reader, pk)
    if position is None:
        raise Refused("no_such_match")
    text = studies.match_pgn(position, absolute_url(position.match.get_absolute_url()))
    return file_response(text, f"match-{pk}.pgn", "application/x-chess-pgn; charset=utf-8")
