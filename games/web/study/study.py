"""The study board: chess games from PGN or a URL, to replay and analyse; never stored."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games.rules.base import RulesError
from games.services.errors import Refused
from games.services.solo import studies
from games.web.errors import Notice, describe_refusal
from games.web.match.match import SeeOther
from games.web.page.study_view import StudyView, study_url
from games.web.study.uploads import decode_upload

MAX_UPLOAD_BYTES = 4 * studies.MAX_PGN_LENGTH


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def study(request: PageRequest) -> HttpResponse:
    """Show the board of the URL; POST imports PGN."""
    return _import_pgn(request) if request.method == "POST" else _show_line(request)


def _show_line(request: PageRequest) -> HttpResponse:
    """Show a line at a ply, with the clicked or typed move added."""
    asked = request.GET
    try:
        game = studies.study_from_url(asked.get("line", ""), asked.get("fen", ""), asked.dict())
    except Refused as refusal:
        return _study_page(
            request, StudyView(studies.study_from_url("", "", {}), 0), describe_refusal(refusal)
        )
    clicked = tuple(filter(None, asked.get("clicks", "")[:20].split(",")))
    view = StudyView(
        game, _parse_ply(asked.get("ply"), game), asked.get("side") == "black", clicked
    )
    typed = asked.get("move", "").strip()[:40]
    if not typed:
        return (
            SeeOther(view.tree.whole)
            if view.clicked and view.tree.whole
            else _study_page(request, view)
        )
    try:
        return SeeOther(view.after(view.read(typed, (get_language() or "en")[:2])))
    except RulesError as error:
        return _study_page(request, view, describe_refusal(error), typed=typed)


def _parse_ply(text: str | None, game: studies.Study) -> int:
    """Parse the ply to show, by default the last."""
    last, asked = len(game.played.moves), parse_number(text)
    return last if asked is None else min(asked, last)


def _import_pgn(request: PageRequest) -> HttpResponse:
    """Import PGN, pasted or as a file: show a single game, or list several."""
    pasted = request.POST.get("pgn", "")
    try:
        _limit_rate(request)
        games = studies.parse_studies(_read_upload(request.FILES.get("file")) or pasted)
    except Refused as refusal:
        again = pasted if len(pasted) <= studies.MAX_PGN_LENGTH else ""
        return _study_page(request, _empty_view(), describe_refusal(refusal), pasted=again)
    if len(games) == 1:
        return SeeOther(study_url(games[0], ply=0))
    rows = [{"study": game, "url": study_url(game, ply=0)} for game in games]
    return _study_page(request, _empty_view(), games=rows)


def _limit_rate(request: PageRequest) -> None:
    """Refuse ``too_many_texts`` after too many imports from one IP address: replay is expensive."""
    if not ratelimit.consume(request, action="study"):
        raise Refused("too_many_texts")


def _read_upload(file: Any) -> str:
    """Return the text of a file, or "" without one."""
    if file is None:
        return ""
    if file.size > MAX_UPLOAD_BYTES:
        raise Refused("pgn_too_long", limit=studies.MAX_PGN_LENGTH)
    return decode_upload(file.read())


def _empty_view() -> StudyView:
    return StudyView(studies.study_from_url("", "", {}), 0)


def _study_page(
    request: PageRequest, view: StudyView, notice: Notice | None = None, **context: object
) -> HttpResponse:
    notice = notice or view.notice
    status = notice.status if notice else 200
    context |= {"view": view, "notice": notice, "limit": studies.MAX_PGN_LENGTH // 1000}
    return render(request, "games/study.html", context, status=status)
