"""The rules in the reader's language, with drawings that the rules themselves have checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games.diagrams.base import Diagram
from games.rules import registry
from games.rules.solitaire import LETTER_E, LETTER_I
from games.services import wording
from games.services.solo import is_solo
from games.web import race_pictures
from games.web.forms_bot import BotForm
from games.web.positions import (
    ampel_position,
    bag_position,
    from_fen,
    pegs_left,
    played,
    position,
    raced,
)

LANGUAGES = ("de", "en", "fr", "it")
HEXAGON = {
    "before": "a1 a2 b2 e4",
    "expelled": "a1 a2 b2 e4 b1",
    "dead": "a1 a2 e5 e4 b1 e3 d5 b2",
}
AMPEL = {"Y": "h5 c2 e3 f2 i8", "R": "h2 k3*", "G": "g5 h8 d4*"}
SMALL, WIDE, SLIDER = "traffic_lights.simple", "traffic_lights.4x3", "traffic_lights.slider"
_INTRO = "traffic_lights.intro"
BAG = ".bag"

ROLLS = "roll112223 roll112233"

# Moves from the start that lead to the drawings of the other games.
CLASSICS: dict[str, dict[str, str]] = {
    "mill": {"start": "", "before": "a1 d7 a4 d6", "after": "a1 d7 a4 d6 a7xd7"},
    "draughts": {"start": "", "before": "c3-d4 f6-e5", "after": "c3-d4 f6-e5 d4xf6"},
    "five": {
        "start": "",
        "before": "d4 a8 e5 b8 f6 c8 g7 e8",
        "after": "d4 a8 e5 b8 f6 c8 g7 e8 h8",
    },
    "halma": {"start": "", "after": "c2-e6"},
    "triad": {
        "start": ROLLS,
        "before": f"{ROLLS} a1-a4",
        "triad": f"{ROLLS} a1-a4 | b6 b5",
        "after": f"{ROLLS} a1-a4 b6-b5xc6",
    },
    "solitaire": {"start": "", "after": "d2-d4", "later": "d2-d4 f3-d3 e1-e3"},
    "chess": {"start": "", "after": "e2e4 e7e5 g1f3 b8c6 f1b5", "mate": "f2f3 e7e5 g2g4 d8h4"},
}
_MANY = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
_LONE = "8/3p4/8/4P3/8/2k5/8/4K3 b - - 0 1"
# Chess positions with moves from there.
POSITIONS: dict[str, tuple[str, str]] = {
    "before_castling": (_MANY, ""),
    "castled": (_MANY, "e1g1 e8c8"),
    "passing": (_LONE, "d7d5"),
    "passed": (_LONE, "d7d5 e5d6"),
    "promoted": ("8/4P3/1k6/8/8/8/4K3/8 w - - 0 1", "e7e8q"),
    "stalemate": ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7"),
}

# The drawings of games that begin elsewhere than at their start.
RACES: dict[str, Callable[[], dict[str, Diagram]]] = {
    "mensch": race_pictures.mensch,
    "mensch.team": race_pictures.team,
    "goose": race_pictures.goose,
}
COVERS = {"mensch": "captured", "mensch.team": "violated", "goose": "sent"}


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
    bot_form = BotForm(game=key)
    context: dict[str, Any] = {
        "key": key,
        "name": wording.ruleset_name(key),
        "text": text_of(key, _spoken()),
        "plain": key.removesuffix(BAG),
        "plain_name": wording.ruleset_name(key.removesuffix(BAG)),
        "pictures": pictures(key),
        "others": [
            (each, wording.ruleset_name(each)) for each in registry.offered() if each != key
        ],
        "solo": is_solo(key),
        "bot_form": bot_form if bot_form.has_bots and not is_solo(key) else None,
    }
    return render(request, "games/rules/page.html", context)


@require_safe
def orders_page(request: PageRequest) -> HttpResponse:
    """Explain what can be written at a table, and how one orders ahead."""
    return render(
        request, "games/rules/orders.html", {"text": f"games/rules/orders.{_spoken()}.html"}
    )


def _spoken() -> str:
    """Return the language in which rules are told."""
    language = (get_language() or "en")[:2]
    return language if language in LANGUAGES else "en"


def text_of(key: str, language: str) -> str:
    """Return the template with the text of a game; the games with the bag share one."""
    family, _dot, variant = key.partition(".")
    variant = "bag" if key.endswith(BAG) else variant or family
    return f"games/rules/{family}/{variant}.{language}.html"


_COVERS: dict[str, Callable[[], Diagram]] = {
    "ampel": lambda: ampel_position(AMPEL),
    "tri_plan": lambda: played("tri_plan", HEXAGON["expelled"], edge=3),
}


def _cover(key: str) -> Diagram:
    """Return the drawing that stands for a game in the list."""
    if key in CLASSICS:
        return played(key, CLASSICS[key]["after"])
    if key in RACES:
        return RACES[key]()[COVERS[key]]
    if key in _COVERS:
        return _COVERS[key]()
    if key.endswith(BAG):
        return replace(
            _cover(key.removesuffix(BAG)), stores=bag_position(".../.../...", "RY").stores
        )
    if key == WIDE:
        return position(key, "R.Y/.G./YR./..R", last="b2")
    if key == SLIDER:
        return position(key, "R.G/.Y./..R", strip="Y.R", side="E")
    if key == _INTRO:
        return position(key, "..G/.GY/GR.", last="c3")
    return position(key, "R.Y/.G./YR.", last="b1")


_BESIDES: dict[str, Callable[[], dict[str, Diagram]]] = {
    "halma": lambda: {"three": raced("halma", seats=3)},
    "chess": lambda: {name: from_fen(*each) for name, each in POSITIONS.items()},
    "solitaire": lambda: {"letter_i": pegs_left(LETTER_I), "letter_e": pegs_left(LETTER_E)},
}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings that the texts of a game speak about, by name."""
    if key in CLASSICS:
        drawn = {name: played(key, moves) for name, moves in CLASSICS[key].items()}
        return drawn | (_BESIDES[key]() if key in _BESIDES else {})
    if key in RACES:
        return RACES[key]()
    if key == "ampel":
        return _ampel_pictures()
    if key == "tri_plan":
        return {name: played(key, moves, edge=3) for name, moves in HEXAGON.items()}
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
    if key.endswith(BAG):
        return _bag_pictures()
    drawn |= _wide_pictures() if key == WIDE else {}
    drawn |= _slider_pictures() if key == SLIDER else {}
    return drawn


def _ampel_pictures() -> dict[str, Diagram]:
    """Return the drawings of Ampel: the setup, a way with a turn, the signal at its end."""
    return {
        "start": played("ampel", "startR +c2 +e3 +f2 +h5 +i8"),
        "before": ampel_position(AMPEL),
        "way": ampel_position(AMPEL, drawn="h2-i5"),
        "other": ampel_position(AMPEL, drawn="h2-g4"),
        "after": ampel_position(AMPEL, move="h2-i5"),
    }


def _wide_pictures() -> dict[str, Diagram]:
    """Return the drawings of the 4×3 game: one chip that completes two lines at once."""
    return {
        "empty": position(WIDE, ".../.../.../..."),
        "before": position(WIDE, "Y../R.R/.Y./.G."),
        "after": position(WIDE, "Y../RRR/.Y./.G.", last="b3"),
    }


def _bag_pictures() -> dict[str, Diagram]:
    """Return the drawings of the bag: the draft, a turn before and after, a line, no move."""
    before = "..R/.Y./R.."
    return {
        "draft": bag_position(".../.../...", "RY", hands=("G", "R"), picks=2),
        "before": bag_position(before, "RY", hands=("RYG", "RGG")),
        "after": bag_position("..R/.G./R..", "RG", hands=("RYY", "RGG"), last="b2"),
        "win": bag_position("G.R/.GR/Y.G", "RY", hands=("RY", "RRY"), last="b2"),
        "stuck": bag_position("R.R/.../.R.", "RY", hands=("GGG", "RRY")),
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
