"""The game that the site leads with: what its start page and its demonstration show of it."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.showcase import DemoBot, Sample, Showcase
from games.families.traffic_lights.examples import INTRO, SLIDER, SMALL, WIDE, position

FOUR = (INTRO, SMALL, WIDE, SLIDER)


def _teaser() -> Diagram:
    return position(WIDE, "RRR/.Y./.G./...", last="b4")


def _sample(title: str, key: str, moves: str, preview: str | None = None) -> Sample:
    return Sample(title, key, tuple(moves.split()), preview)


SHOWCASE = Showcase(
    at_once=(WIDE, SMALL),
    bot="greedy",
    teaser=_teaser,
    introductions=(INTRO,),  # three reds are no line there, which a stranger cannot know
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
DEMO_BOTS = (
    DemoBot("Magpie", "greedy", "Takes whatever glitters.", FOUR, SMALL),
    DemoBot("Minerva", "two_ply", "Looks at your answer first.", FOUR, WIDE),
    DemoBot(
        *("Postman Pat", "greedy", "Comes round at eight and at eight.", FOUR),
        timetable="0 8,20 * * *",
    ),
    DemoBot(
        *("Night Owl", "two_ply", "Plays on weekday evenings.", FOUR, SLIDER),
        timetable="*/10 18-22 * * 1-5",
    ),
)
