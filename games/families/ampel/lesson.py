from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.ampel.examples import DISCS, ampel_dump
from games.families.lessons import Lesson, LessonStep, Symbol

_LESSON = Lesson(
    goal=_(
        "Make signals: red, yellow, green in a straight line. Win with half of the yellow discs."
    ),
    steps=(
        LessonStep(
            text=_(
                "First you take turns placing the yellow discs inside the triangle, not on "
                "its edge. Place one on e3."
            ),
            expected=("+e3",),
            done=_("Yellow discs never move. Once all are placed, the game begins."),
            moves="startR",
        ),
        LessonStep(
            text=_(
                "You are red. First move one of your discs as many steps as there are discs on "
                "the line it starts along; it turns only at obstacles. Move h2 to i5."
            ),
            expected=("h2-i5",),
            done=_(
                "A signal! You keep its yellow disc; red and green go back to their owners. "
                "Next you would move a green disc, then add one of your own."
            ),
            written=ampel_dump(DISCS),
        ),
        LessonStep(
            text=_(
                "Last step of a turn: add one of your discs on an empty point; it gets your "
                "cylinder. Take the corner, k11."
            ),
            expected=("+k11",),
            done=_(
                "Your opponent cannot move the disc with your cylinder. Of five yellow discs, "
                "three win."
            ),
            written=ampel_dump(DISCS) | {"step": 3},
        ),
    ),
    symbols=(
        Symbol(
            name=_("Red and green discs"),
            meaning=_(
                "The players’ own, 20 each. In your turn you move one of yours and one of "
                "your opponent’s."
            ),
        ),
        Symbol(
            name=_("Yellow discs"),
            meaning=_(
                "They belong to nobody, never move, and go to whoever makes a signal with them."
            ),
        ),
        Symbol(
            name=_("Cylinder"),
            meaning=_("Guards the disc under it: the opponent may not move that disc."),
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
