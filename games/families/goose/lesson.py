from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep, Symbol

_LESSON = Lesson(
    goal=_("Be the first to hit square 61 exactly. The die decides everything."),
    steps=(
        LessonStep(
            text=_("The die is rolled for you. Tap the button."),
            expected=("roll",),
            done=_("A four: your goose runs four squares. There are no choices in this game."),
            then="4",
        ),
        LessonStep(
            text=_("Some squares have an effect. You stand on 4: roll."),
            expected=("roll",),
            done=_("A five takes you to 9, and from there ten squares further, to 19."),
            written={"squares": [4, 7]},
            then="5",
        ),
        LessonStep(
            text=_("You stand on 59 and need exactly two. Roll."),
            expected=("roll",),
            done=_("A six is too many: the excess is counted back from 61, so you land on 57."),
            written={"squares": [59, 40]},
            then="6",
        ),
        LessonStep(
            text=_("Three squares to go. Roll."),
            expected=("roll",),
            done=_("Exactly 61: you have won."),
            written={"squares": [58, 40]},
            then="3",
        ),
    ),
    symbols=(
        Symbol(
            name=_("3, 9, 21, 30, 36, 51"),
            meaning=_("Run on: ten squares from 9, four from 21, two from the others."),
        ),
        Symbol(
            name=_("12 and 42"),
            meaning=_("Go back: four squares from 12; on 42 the fox chases you ten back."),
        ),
        Symbol(name=_("6, 18, 24, 39, 48"), meaning=_("Miss one turn.")),
        Symbol(name=_("27 and 33"), meaning=_("Wait here for a six on 27, for a four on 33.")),
        Symbol(name=_("45 and 54"), meaning=_("Roll again immediately.")),
        Symbol(
            name=_("57 and 60"),
            meaning=_(
                "On 57 you wait until nobody is behind you. On 60 you fall into the pot and "
                "are out."
            ),
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
