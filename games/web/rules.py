from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games.families.features import lesson_for, records_of
from games.families.registry import family_of
from games.rules import registry
from games.services.solo.solo import is_solo
from games.services.wording import game_words
from games.services.wording.rules_text import rules_context, rules_language, rules_template
from games.web.challenges.forms_bot import BotForm


@require_safe
def rules_index(request: PageRequest) -> HttpResponse:
    games = [
        {"key": key, "name": game_words.ruleset_name(key), "diagram": family_of(key).cover(key)}
        for key in registry.offered_keys()
    ]
    return render(request, "games/rules/index.html", {"games": games})


@require_safe
def rules_page(request: PageRequest, key: str) -> HttpResponse:
    if key not in registry.offered_keys():
        raise Http404
    bot_form = BotForm(game=key, reader=request.reader)
    context = rules_context(key) | {
        "name": game_words.ruleset_name(key),
        "text": rules_template(key),
        "others": [
            (each, game_words.ruleset_name(each)) for each in registry.offered_keys() if each != key
        ],
        "lesson": lesson_for(key),
        "solo": is_solo(key),
        "studied": records_of(key) is not None,
        "bot_form": bot_form if bot_form.has_bots and not is_solo(key) else None,
    }
    return render(request, "games/rules/page.html", context)


@require_safe
def orders_page(request: PageRequest) -> HttpResponse:
    """Explain moves, conditional moves and other commands."""
    return render(
        request, "games/rules/orders.html", {"text": f"games/rules/orders.{rules_language()}.html"}
    )
