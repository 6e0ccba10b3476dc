"""Pages that belong to the house itself: what it is and stands on, and the style page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.diagrams.base import Diagram
from games.diagrams.registry import diagram_for
from games.diagrams.text import render_text
from games.rules import registry
from games.rules.base import RulesError

TOKENS = (
    *("paper", "sheet", "well", "line", "edge", "ink", "soft", "accent", "accent-wash"),
    *("ok", "ok-wash", "warn", "warn-wash", "bad", "bad-wash"),
    *("red", "yellow", "green", "board", "cell"),
)
BOARDS = (
    ("Empty board", "traffic_lights.intro", "", None),
    ("Three shapes, last move marked", "traffic_lights.simple", "b2 b2 b2 a1 a1", "c3"),
    ("Completed line", "traffic_lights.simple", "b2 a1 c3", None),
    ("Four rows", "traffic_lights.4x3", "b2 a4 a4 c1 c1 c1 b1", None),
    ("Choice before sending", "traffic_lights.4x3", "b2 a4 a4", "c1"),
    ("Strip above", "traffic_lights.slider", "b2 s1 s1 c3", None),
    ("Strip at the right, after a slide", "traffic_lights.slider", "b2 s1 slide E", None),
    ("Choice of a slide", "traffic_lights.slider", "b2 s1 s1", "slide W"),
)


class SampleForm(forms.Form):
    """One field of every kind."""

    name = forms.CharField(
        label="Name", max_length=30, help_text="As others will see it at the table."
    )
    address = forms.EmailField(label="E-mail address")
    pace = forms.ChoiceField(label="Pace", choices=[(1, "1 day"), (3, "3 days")])
    rated = forms.BooleanField(label="Rated", required=False)
    note = forms.CharField(label="Note", widget=forms.Textarea(attrs={"rows": 3}))


def _position(key: str, moves: str) -> tuple[Any, str | None]:
    """Return the leg after some moves ("slide E" counts as one), and the last of them."""
    rules: Any = registry.get(key)
    leg = rules.inner
    state, last = leg.start(2, {}), None
    for word in moves.replace("slide ", ">").split():
        (seat,) = leg.awaited(state)
        move = leg.parse(word)
        state, last = leg.play(state, seat, move), leg.spell(move)
    return state, last


def _sample(key: str, moves: str, preview: str | None) -> Diagram:
    """Draw one sample position."""
    state, last = _position(key, moves)
    return diagram_for(key, state, last=last, preview=preview)


def _live(request: HttpRequest) -> dict[str, Any]:
    """Return a slider board whose every legal move is a link, with the reader's choice."""
    key = "traffic_lights.slider"
    rules: Any = registry.get(key)
    state, last = _position(key, "b2 s1 s1 c3 c3 c3")
    (seat,) = rules.inner.awaited(state)
    spelled = [rules.inner.spell(move) for move in rules.inner.moves(state, seat)]
    links = {move: f"?{urlencode({'move': move})}#live" for move in spelled}
    move = request.GET.get("move", "")
    try:
        diagram = diagram_for(key, state, last=last, preview=move if move in links else None)
    except RulesError:
        diagram = diagram_for(key, state, last=last)
    return {"live": diagram, "live_links": links, "live_move": move if move in links else None}


def about(request: HttpRequest) -> HttpResponse:
    """Say what this site is, under which licence, and on whose work it stands."""
    return render(request, "config/about.html")


def style(request: HttpRequest) -> HttpResponse:
    """Show every component and board state on one page; in development only."""
    if not settings.DEVELOPMENT:
        raise Http404
    now = timezone.now()  # noqa: TID251 - a view is a door
    samples = [(title, _sample(key, moves, pick)) for title, key, moves, pick in BOARDS]
    context = {
        "tokens": TOKENS,
        "samples": samples,
        "in_letters": [render_text(diagram) for _title, diagram in samples[3:6:2]],
        "form": SampleForm(),
        "faulty": SampleForm({"faulty-address": "nobody", "faulty-pace": "9"}, prefix="faulty"),
        "soon": now + timedelta(days=2, hours=3, minutes=20),
        "earlier": now - timedelta(hours=5),
        "bank": timedelta(days=11, hours=4),
        "awaiting_count": 3,
        "moves": ["b2", "a4", "a4", "c1", "c1", "slide E", "c1"],
        **_live(request),
    }
    return render(request, "config/style.html", context)
