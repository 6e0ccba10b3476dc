"""Explains why no move begins with a place, by the rules' reasons against such moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.families.drawing import diagram_for
from games.families.phrases import family_texts
from games.rules.base import IllegalMove, RulesError
from games.services.match.loaded import LoadedMatch
from games.web.page.preview import Choice

MAX_SHAPES = 3  # patterns of moves that are tried


def refusal_for_place(
    loaded: LoadedMatch, seat: int, ways: Iterable[tuple[tuple[str, ...], Choice]], place: str
) -> RulesError | None:
    """Return the most common reason against moves from a place, if any is common."""
    found: dict[str, IllegalMove] = {}
    said: Counter[str] = Counter()
    weighty = family_texts(loaded.match.ruleset).weighty
    for text in _candidate_moves(loaded, ways, place):
        try:
            loaded.rules.play(loaded.state, seat, loaded.rules.parse(text))
        except IllegalMove as error:
            if error.code in weighty:
                return error
            sign = f"{error.code} {sorted(error.params.items())}"
            found.setdefault(sign, error)
            said[sign] += 1
        except RulesError:
            continue
    often = said.most_common(1)
    return found[often[0][0]] if often and often[0][1] > 1 else None


def _candidate_moves(
    loaded: LoadedMatch, ways: Iterable[tuple[tuple[str, ...], Choice]], place: str
) -> Iterator[str]:
    """Yield moves from this place to all others, spelled like the legal moves."""
    places = diagram_for(loaded.match.ruleset, loaded.state).by_name
    shapes: dict[tuple[str, str, bool, int], tuple[str, str]] = {}
    for way, choice in ways:
        before, first, rest = choice.text.partition(way[0])
        if way[0] in places and first:
            between, second, after = rest.partition(way[1]) if len(way) > 1 else (rest, "", "")
            goes_on = bool(second) and way[1] in places
            shapes.setdefault((before, between, goes_on, len(way)), (second, after))
    for (before, between, goes_on, _long), (second, after) in list(shapes.items())[:MAX_SHAPES]:
        for other in places if goes_on else (second,):
            if other != place:
                yield f"{before}{place}{between}{other}{after if not goes_on else ''}"
