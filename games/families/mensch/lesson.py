from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep, Symbol
from games.rules.base import Options

DIE = Symbol(
    name=_("Die"),
    meaning=_("Rolled for you when your turn begins. Its colour says whose pawns it is for."),
)
GOAL = _("Bring your pawns once around the track and into your goal fields.")
TEAM_GOAL = _("Two against two: the team whose eight pawns are home first wins.")


def lesson(key: str) -> Lesson:
    if key == "mensch.team":
        steps = (_capture_step({}), _wall_step(), _home_step({}))
        return Lesson(goal=TEAM_GOAL, steps=steps, symbols=(DIE,))
    four: Options = {"mode": "four"}
    steps = (_enter_step(four), _capture_step(four), _home_step(four))
    return Lesson(goal=GOAL, steps=steps, symbols=(DIE,))


def _enter_step(options: Options) -> LessonStep:
    return LessonStep(
        text=_("You rolled a 6, and pawns are waiting. Bring one in."),
        expected=("enter",),
        done=_("It stands on your start field. After a 6 you roll again."),
        moves="roll6",
        written={"pawns": [[-1, -1, 3, 17], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]},
        seats=4,
        options=options,
    )


def _capture_step(options: Options) -> LessonStep:
    return LessonStep(
        text=_("You rolled a 5. Move the yellow pawn that lands on the green one."),
        expected=("17",),
        done=_("Captured: the green pawn goes back and has to start again."),
        wrong=_("You may move that pawn. But another one can capture: look at green."),
        moves="roll5",
        written={"pawns": [[-1, -1, 3, 17], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]},
        seats=4,
        options=options,
    )


def _home_step(options: Options) -> LessonStep:
    return LessonStep(
        text=_("You rolled a 3. Bring the pawn at the end of the track into the goal."),
        expected=("38",),
        done=_("Home. Goal fields are counted one by one, so the roll must fit exactly."),
        wrong=_("You may move that pawn. But here, bring one into the goal."),
        moves="roll3",
        written={"pawns": [[-1, 10, 38, 40], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]},
        seats=4,
        options=options,
    )


def _wall_step() -> LessonStep:
    return LessonStep(
        text=_(
            "Two pawns of the other team form a wall on your start field. Use your 6 to bring "
            "a pawn in anyway."
        ),
        expected=("enter",),
        done=_(
            "Both are sent back. Nothing else breaks a wall: it can be neither captured nor "
            "jumped over."
        ),
        wrong=_("You may move that pawn. But here, bring a waiting one in."),
        moves="roll6",
        written={"pawns": [[-1, -1, 4, 12], [-1, -1, -1, 30], [-1, -1, -1, 8], [-1, -1, -1, 10]]},
        seats=4,
    )
