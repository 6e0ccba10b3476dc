"""How the game is learned in a minute."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_("Get five of your stones in a row: across, up or diagonally."),
    steps=(
        LessonStep(
            text=_("You take turns placing a stone on any free square. Tap one."),
            expected=tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)),
            done=_(
                "It stays there for now. After 16 stones each, you move one of yours in every turn."
            ),
        ),
        LessonStep(
            text=_("Black has four in a row and needs one more. Stop that."),
            expected=("h4",),
            done=_("Blocked: the other end was closed already."),
            moves="c4 d4 a1 e4 a2 f4 h8 g4",
        ),
        LessonStep(
            text=_("You have four on a diagonal. Make it five."),
            expected=("h8", "c3"),
            done=_("Five in a row: you have won."),
            moves="d4 a8 e5 b8 f6 c8 g7 e8",
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
