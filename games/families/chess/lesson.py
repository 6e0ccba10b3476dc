from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep

_LESSON = Lesson(
    goal=_("Checkmate the king: attack it so that it cannot escape."),
    steps=(
        LessonStep(
            text=_(
                "Pawns move one square forward, or two from their starting square. Tap e2, then e4."
            ),
            expected=("e2e4",),
            done=_("A good start. Now it is black’s move."),
        ),
        LessonStep(
            text=_("Pawns capture diagonally. Capture the pawn on d5."),
            expected=("e4d5",),
            done=_("Captured. The other pieces capture the way they move."),
            moves="e2e4 d7d5",
        ),
        LessonStep(
            text=_(
                "Castling brings the king to safety: move it two squares towards the rook, "
                "from e1 to g1."
            ),
            expected=("e1g1",),
            done=_(
                "The rook has jumped to the king’s other side. Neither piece may have moved before."
            ),
            written={"fen": "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"},
        ),
        LessonStep(
            text=_(
                "The black king is trapped behind its own pawns. Find mate in one with the rook."
            ),
            expected=("d1d8",),
            done=_("Checkmate: the king is attacked and cannot escape. You have won."),
            written={"fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
        ),
    ),
)


def lesson(key: str) -> Lesson:
    del key
    return _LESSON
