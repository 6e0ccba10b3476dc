"""Thematic events: every match starts from moves given by the organiser."""

from __future__ import annotations

import re

from django.utils.translation import get_language

from games.orders.turns import parse_move
from games.rules import registry
from games.rules.base import AnyMove, AnyRules, AnyState, RulesError
from games.rules.series import SeriesState
from games.services.play.terms import Terms
from tournaments.errors import PlanError

MAX_MOVES = 40
MOVE_NUMBER = re.compile(r"^\d+\s*(\.+|…)")


def parse_opening(terms: Terms, text: str, *, several: bool) -> tuple[str, ...]:
    """Return the moves of an opening in ledger spelling, or raise ``PlanError`` for ``opening``.

    Move numbers are optional. Openings need a single game without chance and of one leg, and must
    not end it.
    """
    words = [word for word in (MOVE_NUMBER.sub("", each) for each in text.split()) if word]
    if not words:
        return ()
    rules = registry.get(terms.ruleset)
    state = rules.start(terms.seats, terms.options)
    if several or rules.draws_lots or rules.draws_during_play or _has_legs(state):
        raise PlanError("opening", "no_opening_here")
    if len(words) > MAX_MOVES:
        raise PlanError("opening", "opening_too_long", limit=MAX_MOVES)
    found = []
    for number, word in enumerate(words, 1):
        awaited = rules.awaited(state)
        try:
            move = _parse_move(rules, state, word)
            state = rules.play(state, min(awaited), move)
        except (RulesError, ValueError) as error:
            raise PlanError("opening", "opening_illegal", move=word[:20], number=number) from error
        found.append(rules.spell(move))
    if rules.outcome(state) is not None or len(rules.awaited(state)) != 1:
        raise PlanError("opening", "opening_ends_it")
    return tuple(found)


def _has_legs(state: AnyState) -> bool:
    return isinstance(state, SeriesState) and state.frame.legs_total > 1


def _parse_move(rules: AnyRules, state: AnyState, word: str) -> AnyMove:
    """Parse a move in canonical spelling, else in that of the active language."""
    try:
        move = parse_move(rules, state, word)
        rules.play(state, min(rules.awaited(state)), move)
    except RulesError:
        move = parse_move(rules, state, word, (get_language() or "en")[:2])
    return move
