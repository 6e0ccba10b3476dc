from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_("Bring all ten men into the corner across the board before the others do."),
    steps=(
        LessonStep(
            text=_(
                "A man steps to a free point next to it. Step with one of the four men in front."
            ),
            expected=("d1-e5", "d1-e6", "d2-e6", "d2-e7", "d3-e7", "d3-e8", "d4-e8", "d4-e9"),
            done=_("That is a step. It may go in any of the six directions."),
            wrong=_("That is a jump. First try a step with a man from the front row."),
        ),
        LessonStep(
            text=_(
                "A man jumps over exactly one neighbour to the free point behind it. Jump with "
                "a man from the second row."
            ),
            expected=("c1-e5", "c1-e7", "c2-e6", "c2-e8", "c3-e7", "c3-e9"),
            done=_(
                "Nothing is captured. You may go on jumping in the same move, over men of any "
                "colour."
            ),
            wrong=_("That is a step. Now try a jump with a man from the second row."),
        ),
        LessonStep(
            text=_("Nine men are home. Bring the last one in."),
            expected=("m6-n1",),
            done=_("All ten are there: you have won."),
            written={"men": ["m6 n2 n3 n4 o1 o2 o3 p1 p2 q1", "a1 b1 b2 c1 c2 c3 d1 d2 d3 e7"]},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
