from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

# Yellow has nine points: five stones, three surrounded points and a prisoner.
_NEAR_THE_END = {
    "stones": ["c1 d2 d3 e4", "b1 b2 b3 b4 c3", "c5 d4 d5"],
    "prisoners": [0, 1, 0],
    "turn": 1,
    "turns": 13,
}
_AUCTION = {"caller": 0, "maxima": [5, -1, 4], "speaker": -1, "high": 0, "holder": -1, "silent": 0}

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
            done=_("This time only yellow touched it: a prisoner, worth a point to you."),
            moves="a1 a2 e5 e4 b1 e3 d5",
            options={"edge": 3},
        ),
        LessonStep(
            text=_(
                "Green has resigned, so there is an auction. Whoever promises the most points "
                "plays alone against the other two. You are yellow and have 9: five stones, "
                "three surrounded points and a prisoner. Bid 9."
            ),
            expected=("bid 9",),
            done=_(
                "Nobody sees a bid until all three are in. Green’s was 5, blue’s 4. Yours is the "
                "highest: you play alone, and need only as many points as beat the others, 6."
            ),
            wrong=_(
                "Bid the 9 points that you have: bid less and you may be outbid, bid more and you "
                "may fail."
            ),
            written=_NEAR_THE_END | {"caller": 0, "auction": _AUCTION},
            options={"edge": 3},
        ),
        LessonStep(
            text=_(
                "The game goes on, and green and blue have passed. Three passes in a row end it. "
                "You need 6 points and have 9: pass."
            ),
            expected=("pass",),
            done=_(
                "The points are counted. You kept your promise and won alone; otherwise green "
                "and blue would have won. Without an auction, the most points win."
            ),
            wrong=_(
                "You have enough points already, and any other move lets the game go on. Pass."
            ),
            written=_NEAR_THE_END | {"caller": 0, "holder": 1, "contract": 6, "passes": 2},
            options={"edge": 3},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
