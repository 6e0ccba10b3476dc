from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep, Symbol

_THIRD: dict[str, object] = {
    "board": ".12223............3...........ccbb..",
    "turn": 1,
    "removed": [0, 2],
    "plies": 5,
    "seen": [],
}

_LESSON = Lesson(
    goal=_(
        "Make triads: three dice side by side, all equal or all different, with both colours. Be "
        "the first to remove three of your own dice."
    ),
    steps=(
        LessonStep(
            text=_(
                "Turn a die to a new value, and move it exactly that far in a straight line. "
                "Move a1 to a4: three squares, so it will show III."
            ),
            expected=("a1-a4",),
            done=_("It showed I and now shows III. The path has to be clear."),
            moves="roll112223 roll112233",
        ),
        LessonStep(
            text=_(
                "You are orange. Move b6 one square to b5: with a4 and c6 it makes III, I, "
                "II. Then choose which of your dice in it to remove."
            ),
            expected=("b6-b5 xc6", "b6-b5 xb5"),
            done=_("A triad: one of your dice leaves the board. The first to remove three wins."),
            moves="roll112223 roll112233 a1-a4",
        ),
        LessonStep(
            text=_(
                "Two of your dice are gone already. The same triad again: move b6 to b5, and "
                "remove the third."
            ),
            expected=("b6-b5 xc6", "b6-b5 xb5"),
            done=_("The third die is gone: you have won."),
            written=_THIRD,
        ),
    ),
    symbols=(
        Symbol(
            name=_("Dice"),
            meaning=_(
                "They show I, II or III. A move is as long as the value the die shows afterwards."
            ),
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
