"""Lessons: learning a game in a few steps, and the strip with a game's goal."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.queries import PageRequest
from accounts.services.hints import dismiss_hint
from accounts.web.pages import safe_next_url
from games.families.auctions import bid_move
from games.families.features import lesson_for
from games.families.lessons import Lesson
from games.rules import registry
from games.rules.base import MAX_MOVE_LENGTH
from games.services.solo.solo import is_solo
from games.services.wording import game_words
from games.web.page.lesson_view import LessonView

DISMISSED_COOKIE = "hints"
SEPARATOR = ":"
COOKIE_SECONDS = 60 * 60 * 24 * 365  # seconds


@require_safe
def lesson_page(request: PageRequest, key: str, number: int = 1) -> HttpResponse:
    """Show a step of a lesson, with the move in the URL tried out."""
    lesson = _lesson_or_404(key)
    if not 1 <= number <= len(lesson.steps):
        raise Http404
    asked = request.GET
    clicks = tuple(filter(None, asked.get("clicks", "")[:MAX_MOVE_LENGTH].split(",")))
    typed = asked.get("move", "").strip()[:MAX_MOVE_LENGTH] or bid_move(asked.get("bid"))
    view = LessonView(key, lesson, number, typed, clicks)
    context = {
        "view": view,
        "name": game_words.ruleset_name(key),
        "solo": is_solo(key),
        "robots": not asked,
    }
    return render(request, "games/lesson.html", context, status=422 if view.error else 200)


def shows_goal(request: PageRequest, key: str) -> bool:
    """Whether to show the goal on the match page: until the reader dismisses it."""
    reader = request.reader
    return key not in (_dismissed_here(request) if reader is None else reader.dismissed_hints)


@require_POST
def dismiss_goal(request: PageRequest, key: str) -> HttpResponse:
    """Dismiss the goal strip of a game, for the player or else in this browser."""
    _lesson_or_404(key)
    response = redirect(safe_next_url(request, "/"))
    if request.reader is not None:
        dismiss_hint(request.reader, key)
        return response
    response.set_cookie(
        DISMISSED_COOKIE,
        SEPARATOR.join(sorted({*_dismissed_here(request), key})),
        max_age=COOKIE_SECONDS,
        samesite="Lax",
        secure=request.is_secure(),
        httponly=True,
    )
    return response


def _dismissed_here(request: PageRequest) -> list[str]:
    """Return the games whose strip was dismissed in this browser."""
    names = request.COOKIES.get(DISMISSED_COOKIE, "").split(SEPARATOR)
    return [key for key in registry.offered_keys() if key in names]


def _lesson_or_404(key: str) -> Lesson:
    lesson = lesson_for(key) if key in registry.offered_keys() else None
    if lesson is None:
        raise Http404
    return lesson
