from games.families.base import Family
from games.families.traffic_lights import diagram, examples
from games.families.traffic_lights.bots import MEASURED, STRATEGIES
from games.families.traffic_lights.lesson import lesson
from games.families.traffic_lights.showcase import RECOMMENDED_BOTS, SHOWCASE, tile
from games.families.traffic_lights.words import TrafficLightsTexts

FAMILY = Family(
    name="traffic_lights",
    words=TrafficLightsTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    page=examples.page,
    plain=examples.plain,
    tile=tile,
    lesson=lesson,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    showcase=SHOWCASE,
    recommended_bots=RECOMMENDED_BOTS,
    measured=MEASURED,
)
