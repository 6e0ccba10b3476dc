"""How the game is learned in a minute."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_("Surround points and enemy stones. Stones, prisoners and surrounded points count."),
    steps=(
        LessonStep(
            text=_("Green begins, then yellow, then blue. Place a stone on c3, in the centre."),
            expected=("c3",),
            done=_(
                "Stones never move. A stone needs at least one empty point beside it or its group."
            ),
            options={"edge": 3},
        ),
        LessonStep(
            text=_(
                "You are yellow. The green stone on a1 touches yellow and blue, and has one "
                "empty point left: take it."
            ),
            expected=("b1",),
            done=_(
                "Two enemy colours touched it, so it is expelled: green gets it back and may "
                "place it next turn. You may place one more stone in this turn."
            ),
            moves="a1 a2 b2 e4",
            options={"edge": 3},
        ),
        LessonStep(
            text=_(
                "You are yellow again. The green stone on a1 has one empty point left, b2: take it."
            ),
            expected=("b2",),
            done=_(
                "This time only yellow touched it: a prisoner, worth a point to you. Three "
                "passes in a row end the game, and it is counted."
            ),
            moves="a1 a2 e5 e4 b1 e3 d5",
            options={"edge": 3},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
