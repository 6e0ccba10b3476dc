from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.families.phrases import family_texts
from games.rules import registry
from games.rules.base import Options


def opening_line(ruleset: str, options: Options, seats: int, opening: Sequence[str]) -> str:
    """Return “opening 1. e4 e5 2. Nf3”; "" if the match starts from the usual position."""
    if not opening:
        return ""
    rules, family = registry.get(ruleset), family_texts(ruleset)
    state, words = rules.start(seats, options), []
    for number, text in enumerate(opening, 1):
        if number % 2 or not family.in_pairs:
            words.append(family.ply_number(number))
        words.append(family.notation(state, text))
        seat = min(rules.awaited(state))
        state = rules.play(state, seat, rules.parse(text))
    return _("opening %(moves)s") % {"moves": " ".join(words)}
