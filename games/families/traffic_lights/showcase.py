"""Traffic Lights as the site's main game: what the start page and the demonstration show."""

from __future__ import annotations

from games.families.showcase import RecommendedBot, Sample, Showcase, Tile
from games.families.traffic_lights.examples import INTRO, SLIDER, SMALL, WIDE
from games.families.traffic_lights.lines import PATTERNS

BOARD_GAMES = (INTRO, SMALL, WIDE, SLIDER)
ALL_GAMES = (*BOARD_GAMES, *(f"{key}.bag" for key in BOARD_GAMES))


def _sample(title: str, key: str, moves: str, preview: str | None = None) -> Sample:
    return Sample(title, key, tuple(moves.split()), preview)


SHOWCASE = Showcase(
    at_once=(WIDE, SMALL),
    bot="greedy",
    prizes=tuple((line, points) for line, points in PATTERNS.items() if line != "GYR"),
    introductions=(INTRO,),  # three reds are no line there, which would puzzle visitors
    samples=(
        _sample("Empty board", INTRO, ""),
        _sample("Three shapes, last move marked", SMALL, "b2 b2 b2 a1 a1", "c3"),
        _sample("Completed line", SMALL, "b2 a1 c3"),
        _sample("Four rows", WIDE, "b2 a4 a4 c1 c1 c1 b1"),
        _sample("Choice before sending", WIDE, "b2 a4 a4", "c1"),
        _sample("Strip above", SLIDER, "b2 s1 s1 c3"),
        _sample("Strip at the right, after a slide", SLIDER, "b2 s1 >E"),
        _sample("Choice of a slide", SLIDER, "b2 s1 s1", "slide W"),
    ),
    playground=_sample("Every legal move", SLIDER, "b2 s1 s1 c3 c3 c3"),
    club=(WIDE, SLIDER, SMALL, INTRO),
)
TILES = {INTRO: Tile(10, 1), SMALL: Tile(4, 1), WIDE: Tile(10, 1), SLIDER: Tile(10, 2)}


def tile(key: str) -> Tile:
    """Return length and difficulty of a game; with the bag, games are longer and harder."""
    plain = TILES[key.removesuffix(".bag")]
    return plain if key in TILES else Tile(2 * plain.moves, 2)


RECOMMENDED_BOTS = (
    RecommendedBot("Magpie", "greedy", "Takes whatever glitters.", ALL_GAMES, SMALL),
    RecommendedBot("Argus", "far_sighted", "Has an eye on every square.", ALL_GAMES),
    RecommendedBot("Minerva", "two_ply", "Looks at your answer first.", ALL_GAMES, WIDE),
    RecommendedBot(
        *("Postman Pat", "greedy", "Comes round at eight and at eight.", BOARD_GAMES),
        timetable="0 8,20 * * *",
    ),
    RecommendedBot(
        *("Night Owl", "two_ply", "Plays on weekday evenings.", BOARD_GAMES, SLIDER),
        timetable="*/10 18-22 * * 1-5",
    ),
)
