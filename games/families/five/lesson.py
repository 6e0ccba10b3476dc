from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

# All sixteen stones of both sides are placed; White has four in a row, closed on the left.
_FOUR = ["d5", "e5", "f5", "g5"]
_OTHERS = ["e8", "d7", "c6", "f6", "c4", "f4", "b3", "d3", "g3", "c2", "e2", "d1"]
_BLACK = ["c8", "b7", "f7", "d6", "e6", "g6", "c5", "b4", "d4", "e4", "c3", "e3"]
_PLACED = {"stones": [_FOUR + _OTHERS, [*_BLACK, "b2", "d2", "f2", "f1"]], "hands": [0, 0]}

_LESSON = Lesson(
    goal=_("Get five of your stones in a row: across, up or diagonally."),
    steps=(
        LessonStep(
            text=_("You take turns placing a stone on any free square. Tap one."),
            expected=tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)),
            done=_(
                "It stays there for now. Once each of you has placed 16 stones, you move one "
                "of yours every turn."
            ),
        ),
        LessonStep(
            text=_("Black has four in a row and needs one more. Stop that."),
            expected=("h4",),
            done=_("Blocked: the other end was already closed."),
            moves="c4 d4 a1 e4 a2 f4 h8 g4",
        ),
        LessonStep(
            text=_("You have four on a diagonal. Make it five."),
            expected=("h8", "c3"),
            done=_("Five in a row: you have won."),
            moves="d4 a8 e5 b8 f6 c8 g7 e8",
        ),
        LessonStep(
            text=_(
                "All stones are placed. From now on you move one of yours to any free square: "
                "tap it, then the square. Make five in a row."
            ),
            expected=tuple(f"{cell}-h5" for cell in _OTHERS),
            done=_(
                "Five in a row: you have won. After 200 moves without one, or if a position "
                "occurs for the third time, it is a draw."
            ),
            wrong=_("That does not make five. Leave the four on row 5 where they are."),
            written=_PLACED,
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
