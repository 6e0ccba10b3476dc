from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_(
        "Jump over pegs until no jump is left. Leave as few pegs as you can; a single one in the "
        "centre is perfect."
    ),
    steps=(
        LessonStep(
            text=_(
                "A peg jumps over its neighbour into the empty hole behind it. Tap a peg, then "
                "the hole in the centre."
            ),
            expected=("d2-d4", "b4-d4", "d6-d4", "f4-d4"),
            done=_("The peg that was jumped is gone: 31 are left."),
        ),
        LessonStep(
            text=_("Look ahead: after the right jump another one is possible."),
            expected=("d2-d4",),
            done=_("Now d4 and e4 stand side by side, and one can jump over the other."),
            wrong=_("That would leave two pegs far apart. Try the other jump."),
            written={"pegs": "d2 d3 e4"},
        ),
        LessonStep(
            text=_("Two pegs are left. Finish in the centre."),
            expected=("d2-d4",),
            done=_("One peg in the centre: no penalty points, a perfect result."),
            wrong=_("One peg, but not in the centre. Jump the other way."),
            written={"pegs": "d2 d3"},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
