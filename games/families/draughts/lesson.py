from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_("Capture all of your opponent’s pieces, or leave them without a move."),
    steps=(
        LessonStep(
            text=_(
                "Men step one square diagonally forwards, on dark squares only. Step with the "
                "man on c3."
            ),
            expected=("c3-b4", "c3-d4"),
            done=_("That is a step. Men never move backwards."),
        ),
        LessonStep(
            text=_(
                "A black man stands in front of yours, and the square behind it is free: jump "
                "over it. Capturing is compulsory."
            ),
            expected=("d4xf6",),
            done=_("Captured. Men capture forwards only."),
            moves="c3-d4 f6-e5",
        ),
        LessonStep(
            text=_("Step onto the last row."),
            expected=("e7-d8", "e7-f8"),
            done=_(
                "Your man is now a king: it moves any number of free squares along a "
                "diagonal, backwards too."
            ),
            written={"pieces": "e7:w h4:b", "seen": []},
        ),
        LessonStep(
            text=_(
                "A capture continues as long as possible. Tap c3, then each square you land on."
            ),
            expected=("c3xe5xg7",),
            done=_("Both are captured, and none is left: you have won."),
            written={"pieces": "c3:w d4:b f6:b", "seen": []},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
