from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_(
        "Close mills to capture stones. Your opponent loses with fewer than three, or "
        "with no move left."
    ),
    steps=(
        LessonStep(
            text=_(
                "First you place stones. Three of yours in a line are a mill: close it on a7, "
                "then tap a black stone to capture it."
            ),
            expected=("a7xd6", "a7xd7"),
            done=_("A mill, and one stone fewer for your opponent. Stones in a mill are safe."),
            moves="a1 d7 a4 d6",
        ),
        LessonStep(
            text=_(
                "All stones are placed: now you move along a line to the next free point. "
                "Move d1 to a1 and capture."
            ),
            expected=("d1-a1xb6", "d1-a1xd6", "d1-a1xf4", "d1-a1xg4"),
            done=_("Open a mill and close it again later: each time you capture a stone."),
            written={"stones": "a7:w a4:w d1:w g7:w b6:b d6:b f4:b g4:b", "hands": [0, 0]},
        ),
        LessonStep(
            text=_(
                "With exactly three stones you may fly to any free point. Your opponent has "
                "three, too: close the mill on a1 and capture."
            ),
            expected=("f2-a1xb6", "f2-a1xd6", "f2-a1xf4"),
            done=_("Two stones are left, too few for a mill: you have won."),
            written={"stones": "a7:w a4:w f2:w b6:b d6:b f4:b", "hands": [0, 0]},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
