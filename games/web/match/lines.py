"""Boards for trying moves from a position of a match: analysis and conditional moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import queries
from games.orders.turns import TurnReader
from games.rules.base import RulesError
from games.services.errors import Refused
from games.web.access import redirect_to_login
from games.web.errors import describe_refusal, readonly_page, show_refusals
from games.web.match.match import SeeOther
from games.web.match.orders import save_orders, withdraw_orders
from games.web.match.plan_view import PlanView
from games.web.page.line_board import LineBoard, parse_moves
from games.web.page.rights import Rights
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from games.models import Seat

MAX_TYPED_LENGTH = 120


@readonly_page
def analysis_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the analysis board, starting at ``ply``; nothing is stored."""
    at_ply = parse_number(request.GET.get("ply"))
    seen = _load_viewpoint(request, pk, at_ply)
    if not Rights(seen).analyses:
        raise Refused("no_analysis")
    at = seen.position.at_ply
    board = _line_board(request, seen, "games:match_analysis", kept=(("ply", str(at)),))
    return _try_move(request, board) or _board_page(
        request, board, {"back": f"{seen.url}?ply={at}"}
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals
def plan_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the board for planning conditional moves; POST saves the plan or withdraws orders."""
    if request.reader is None and request.method != "POST":
        return redirect_to_login(request)
    seen = _load_viewpoint(request, pk, None)
    if seen.own is None:
        raise Refused("not_your_match")
    if not seen.match.is_running:
        raise Refused("match_over")
    if request.method == "POST":
        return _save_plan(request, seen, seen.own)
    board = _line_board(request, seen, "games:match_plan", answers=seen.number)
    return _try_move(request, board) or _plan_response(request, board, seen.own)


def _load_viewpoint(request: PageRequest, pk: int, at_ply: int | None) -> Viewpoint:
    position = queries.position_for(request.reader, pk, at_ply)
    if position is None:
        raise Refused("no_such_match")
    return Viewpoint(position, request.reader, timezone.now())


def _line_board(
    request: PageRequest,
    viewpoint: Viewpoint,
    page: str,
    *,
    kept: tuple[tuple[str, str], ...] = (),
    answers: int | None = None,
) -> LineBoard:
    asked = request.POST if request.method == "POST" else request.GET
    clicked = tuple(filter(None, asked.get("clicks", "")[:400].split(",")))
    address, line = reverse(page, args=[viewpoint.match.pk]), parse_moves(asked.get("line", ""))
    return LineBoard(viewpoint, address, line, clicked, kept, answers)


def _try_move(request: PageRequest, board: LineBoard) -> HttpResponse | None:
    """Redirect to the line with a move added; an illegal one is reported on the board."""
    typed = request.GET.get("move", "").strip()[:MAX_TYPED_LENGTH]
    if not typed:
        dropped = board.draft is None and board.clicked and board.tree.whole
        return SeeOther(dropped) if dropped else None
    try:
        return SeeOther(board.read(typed))
    except RulesError as error:
        board.notice = describe_refusal(error)
        return None


def _plan_response(request: PageRequest, board: LineBoard, own: Seat) -> HttpResponse:
    seen = board.seen
    context: dict[str, object] = {"plan": PlanView(board, own.number), "back": f"{seen.url}#orders"}
    context["closed"] = _planning_problem(board, own)
    return _board_page(request, board, context)


def _planning_problem(board: LineBoard, own: Seat) -> str:
    """Return the reason why nothing can be planned for a seat now, or ""."""
    seen, loaded = board.seen, board.seen.loaded
    if not Rights(seen).foresees:
        return describe_refusal(Refused("no_orders_here")).sentence
    try:
        if not seen.my_turn:
            TurnReader(loaded.rules).require_waiting(loaded.state, own.number)
    except RulesError as error:
        return describe_refusal(error).sentence
    return ""


def _save_plan(request: PageRequest, viewpoint: Viewpoint, own: Seat) -> HttpResponse:
    """Save the plan, or withdraw the waiting orders, and reload the board."""
    try:
        if request.POST.get("action") == "withdraw":
            withdraw_orders(request, viewpoint.match.pk, own.player)
        else:
            save_orders(
                request,
                viewpoint.match.pk,
                viewpoint.loaded,
                own.player,
                request.POST.get("text", ""),
            )
    except (Refused, RulesError) as error:
        board = _line_board(request, viewpoint, "games:match_plan", answers=viewpoint.number)
        board.notice = describe_refusal(error)
        return _plan_response(request, board, own)
    return SeeOther(reverse("games:match_plan", args=[viewpoint.match.pk]))


def _board_page(request: PageRequest, board: LineBoard, context: dict[str, object]) -> HttpResponse:
    context |= {
        "board": board,
        "seen": board.seen,
        "typed": request.GET.get("move", "").strip()[:MAX_TYPED_LENGTH],
        "title": _("Plan ahead") if "plan" in context else _("Analysis board"),
    }
    return render(request, "games/match/line.html", context, status=board.status)
