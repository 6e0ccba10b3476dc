"""Pages about the site itself: “About”, the style page, the admin index."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.diagrams.base import Diagram
from games.diagrams.text import render_text
from games.families.drawing import diagram_for
from games.families.features import showcase
from games.families.showcase import Sample
from games.rules import registry
from games.rules.base import AnyState, RulesError

DESIGN_TOKENS = (
    *("paper", "sheet", "well", "line", "edge", "ink", "soft", "accent", "accent-wash"),
    *("ok", "ok-wash", "warn", "warn-wash", "bad", "bad-wash"),
    *("red", "yellow", "green", "board", "cell"),
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


def _replay_sample(sample: Sample) -> tuple[AnyState, str | None]:
    """Return the leg's state after the moves of a sample, and the last of them."""
    rules: Any = registry.get(sample.ruleset)
    leg = rules.inner
    state, last = leg.start(2, {}), None
    for word in sample.moves:
        (seat,) = leg.awaited(state)
        move = leg.parse(word)
        state, last = leg.play(state, seat, move), leg.spell(move)
    return state, last


def _draw_sample(sample: Sample) -> Diagram:
    state, last = _replay_sample(sample)
    return diagram_for(sample.ruleset, state, last=last, preview=sample.preview)


def _live_board(request: HttpRequest) -> dict[str, object]:
    """Return a board on which every legal move is a link, with the reader's choice previewed."""
    key = showcase().playground.ruleset
    rules: Any = registry.get(key)
    state, last = _replay_sample(showcase().playground)
    (seat,) = rules.inner.awaited(state)
    spelled = [rules.inner.spell(move) for move in rules.inner.moves(state, seat)]
    links = {move: f"?{urlencode({'move': move})}#live" for move in spelled}
    move = request.GET.get("move", "")
    try:
        diagram = diagram_for(key, state, last=last, preview=move if move in links else None)
    except RulesError:
        diagram = diagram_for(key, state, last=last)
    return {"live": diagram, "live_links": links, "live_move": move if move in links else None}


def admin_index(request: HttpRequest) -> HttpResponse:
    """Open the admin; send referees who are not operators to the referee desk."""
    user = request.user
    if getattr(user, "has_office", False) and not user.is_staff:
        return redirect("referees:queue")
    answer: HttpResponse = admin.site.admin_view(admin.site.index)(request)
    return answer


def about(request: HttpRequest) -> HttpResponse:
    """Show the licence and the software the site uses."""
    return render(request, "config/about.html")


def style(request: HttpRequest) -> HttpResponse:
    """Show every component and board state on one page; in development only."""
    if not settings.DEVELOPMENT:
        raise Http404
    now = timezone.now()
    samples = [(each.title, _draw_sample(each)) for each in showcase().samples]
    context = {
        "tokens": DESIGN_TOKENS,
        "samples": samples,
        "in_letters": [render_text(diagram) for _title, diagram in samples[3:6:2]],
        "form": SampleForm(),
        "invalid": SampleForm({"invalid-address": "nobody", "invalid-pace": "9"}, prefix="invalid"),
        "soon": now + timedelta(days=2, hours=3, minutes=20),
        "earlier": now - timedelta(hours=5),
        "bank": timedelta(days=11, hours=4),
        "awaiting_count": 3,
        "moves": ["b2", "a4", "a4", "c1", "c1", "slide E", "c1"],
        **_live_board(request),
    }
    return render(request, "config/style.html", context)
