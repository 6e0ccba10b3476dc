"""Declares the family."""

from games.families.base import Family
from games.families.traffic_lights import diagram, examples
from games.families.traffic_lights.bots import STRATEGIES
from games.families.traffic_lights.showcase import DEMO_BOTS, SHOWCASE
from games.families.traffic_lights.words import TrafficLightsWords

FAMILY = Family(
    name="traffic_lights",
    words=TrafficLightsWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    showcase=SHOWCASE,
    demo_bots=DEMO_BOTS,
)
