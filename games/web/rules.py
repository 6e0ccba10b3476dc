"""The rules in the reader's language, with drawings that the rules themselves have checked."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games.diagrams.base import Diagram
from games.rules import registry
from games.services import wording
from games.web.forms_bot import AT_ONCE, BotForm
from games.web.positions import position

LANGUAGES = ("de", "en", "fr", "it")
SMALL, WIDE, SLIDER = "traffic_lights.simple", "traffic_lights.4x3", "traffic_lights.slider"
_INTRO = "traffic_lights.intro"


@require_safe
def rules_index(request: PageRequest) -> HttpResponse:
    """Show every game with a drawing."""
    games = [
        {"key": key, "name": wording.ruleset_name(key), "diagram": _cover(key)}
        for key in registry.offered()
    ]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def rules_page(request: PageRequest, key: str) -> HttpResponse:
    """Show the rules of one game."""
    if key not in registry.offered():
        raise Http404
    language = (get_language() or "en")[:2]
    family, _dot, variant = key.partition(".")
    spoken = language if language in LANGUAGES else "en"
    context: dict[str, Any] = {
        "key": key,
        "name": wording.ruleset_name(key),
        "text": f"games/rules/{family}/{variant}.{spoken}.html",
        "pictures": pictures(key),
        "others": [
            (each, wording.ruleset_name(each)) for each in registry.offered() if each != key
        ],
        "bot_form": BotForm(initial={"ruleset": key}) if key in AT_ONCE else None,
    }
    return render(request, "games/rules/page.html", context)


def _cover(key: str) -> Diagram:
    """Return the drawing that stands for a game in the list."""
    if key == WIDE:
        return position(key, "R.Y/.G./YR./..R", last="b2")
    if key == SLIDER:
        return position(key, "R.G/.Y./..R", strip="Y.R", side="E")
    if key == _INTRO:
        return position(key, "..G/.GY/GR.", last="c3")
    return position(key, "R.Y/.G./YR.", last="b1")


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings that the texts of a game speak about, by name."""
    drawn = {
        "empty": position(SMALL, ".../.../..."),
        "red": position(SMALL, ".../.R./...", last="b2"),
        "yellow": position(SMALL, ".../.Y./...", last="b2"),
        "green": position(SMALL, ".../.G./...", last="b2"),
        "win_red": position(SMALL, "Y../RRR/..G", last="b2"),
        "win_yellow": position(SMALL, "Y.R/.Y./R.Y", last="c1"),
        "win_green": position(SMALL, "G.Y/G.R/GR.", last="a2"),
        "win_lights": position(SMALL, "..R/RY./G..", last="c3"),
        "intro_win": position(_INTRO, "RRG/.GR/G.Y", last="c3"),
        "intro_no_win": position(_INTRO, "YYY/.G./R.G", last="a3"),
    }
    drawn |= _wide_pictures() if key == WIDE else {}
    drawn |= _slider_pictures() if key == SLIDER else {}
    return drawn


def _wide_pictures() -> dict[str, Diagram]:
    """Return the drawings of the 4×3 game: one chip that completes two lines at once."""
    return {
        "empty": position(WIDE, ".../.../.../..."),
        "before": position(WIDE, "Y../R.R/.Y./.G."),
        "after": position(WIDE, "Y../RRR/.Y./.G.", last="b3"),
    }


def _slider_pictures() -> dict[str, Diagram]:
    """Return the drawings of the slider: before a slide, after it, and the four sides."""
    board = ".RR/Y.G/..."
    sides = {
        f"side_{side}": position(SLIDER, ".../.../...", strip="RYY", side=side) for side in "NESW"
    }
    return sides | {
        "before": position(SLIDER, board, strip="R.Y", side="N"),
        "after": position(SLIDER, board, strip="R.Y", side="E", last="slide E"),
        "barred": position(SLIDER, "R../.Y./..R", strip="Y.R", side="S", last="slide S"),
    }
