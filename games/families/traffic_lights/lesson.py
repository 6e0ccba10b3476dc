from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.families.lessons import Lesson, LessonStep, Symbol
from games.families.traffic_lights.examples import BAG, INTRO, SLIDER, SMALL, WIDE

CELLS = tuple(f"{column}{row}" for row in range(1, 4) for column in "abc")

SYMBOLS = (
    Symbol(name=_("Red octagon, R"), meaning=_("Goes on an empty square. Next it turns yellow.")),
    Symbol(name=_("Yellow triangle, Y"), meaning=_("Replaces red. Next it turns green.")),
    Symbol(name=_("Green circle, G"), meaning=_("Replaces yellow and stays.")),
)
STRIP = Symbol(
    name=_("Strip"),
    meaning=_(
        "Three more squares beside the board. You may use a move to slide it to another side."
    ),
)
BAG_SYMBOLS = (
    Symbol(
        name=_("Hands"),
        meaning=_("Three chips each, visible to both players. You play only these."),
    ),
    Symbol(name=_("Pool"), meaning=_("Two chips. After your move you take one of them.")),
    Symbol(
        name=_("Bag"),
        meaning=_("All other chips. One is drawn at random to refill the pool."),
    ),
)

GOALS = {
    INTRO: _("Complete three greens in a row, and you win."),
    SMALL: _("Complete three in a row, and you win: RRR, YYY, GGG or RYG."),
    WIDE: _("Complete three in a row: RRR 1 point, GGG 2, RYG 3, YYY 5."),
    SLIDER: _("Complete three in a row, also with the strip: RRR 1 point, GGG 2, RYG 3, YYY 5."),
}


def lesson(key: str) -> Lesson:
    """Return the lesson of a variant; the bag adds the draft and the hand."""
    plain = key.removesuffix(BAG)
    symbols = (*SYMBOLS, STRIP) if plain == SLIDER else SYMBOLS
    if key != plain:
        return Lesson(goal=GOALS[plain], steps=_bag_steps(plain), symbols=(*BAG_SYMBOLS, *symbols))
    steps = {INTRO: INTRO_STEPS, SMALL: SMALL_STEPS, WIDE: WIDE_STEPS, SLIDER: SLIDER_STEPS}
    return Lesson(goal=GOALS[key], steps=steps[key], symbols=symbols)


def _place_chip_step(board: str) -> LessonStep:
    """Return the step of the first chip, on any square of the board."""
    return LessonStep(
        text=_(
            "The chips belong to both of you. On an empty square you place a red one: tap a square."
        ),
        expected=CELLS if board.count("/") == 2 else (*CELLS, "a4", "b4", "c4"),
        done=_("A red chip. Now your opponent plays on the same board."),
        wrong=_("Tap a square to place the first chip."),
        written={"board": board},
    )


def _turn_green_step(board: str) -> LessonStep:
    return LessonStep(
        text=_("Red turns yellow, and yellow turns green. Turn the yellow chip green: tap it."),
        expected=("b2",),
        done=_("Green is the last colour: this chip now stays as it is."),
        wrong=_("You may play there. But find the yellow chip in the middle and tap that."),
        written={"board": board},
    )


THREE_ROWS, FOUR_ROWS = ".../.../...", ".../.../.../..."
LINE_OWNER_TEXT = _(
    "Two reds are there. It does not matter who placed them: the line belongs to whoever "
    "completes it."
)
MATCH_POINTS_TEXT = _(
    "YYY: 5 points! A match has as many games as you agree on. Each of you starts half of them, "
    "and the points are added up."
)

INTRO_STEPS = (
    _place_chip_step(THREE_ROWS),
    _turn_green_step("..R/.Y./..."),
    LessonStep(
        text=_("Only three greens in a row count here. Two are there: make the third."),
        expected=("c3",),
        done=_("Three greens: you have won! It does not matter who placed the other two."),
        wrong=_("You may play there. But one chip between you and three greens is yellow."),
        written={"board": "GGY/.R./..."},
    ),
    LessonStep(
        text=_(
            "Lines run along rows, columns and both diagonals. Complete three greens from corner "
            "to corner."
        ),
        expected=("b2",),
        done=_("Three greens on the diagonal: you have won."),
        wrong=_("You may play there. But in the middle of the diagonal there is a yellow chip."),
        written={"board": "G.R/.Y./..G"},
    ),
    LessonStep(
        text=_(
            "Look one move ahead: a yellow chip on b3 would let your opponent make it green. Play "
            "somewhere else."
        ),
        expected=("a1", "b1", "c1", "a2", "b2", "c2"),
        done=_("Right: leave such a chip alone as long as you can."),
        wrong=_("Then b3 is yellow, and your opponent turns it green: three greens. Try again."),
        written={"board": "GRG/.../..."},
    ),
)

SMALL_STEPS = (
    _place_chip_step(THREE_ROWS),
    _turn_green_step("..R/.Y./..."),
    LessonStep(
        text=LINE_OWNER_TEXT,
        expected=("b3",),
        done=_("That makes RRR: you have won the game."),
        wrong=_("You may play there. But two squares in the top row are red already."),
        written={"board": "R.R/.Y./Y.."},
    ),
    LessonStep(
        text=_(
            "Red, yellow, green counts too, from either end, with yellow in the middle. Complete "
            "it."
        ),
        expected=("c2",),
        done=_("Green, yellow, red: that is RYG, and you have won."),
        wrong=_(
            "You may play there. But look at the middle row: what is missing after green and "
            "yellow?"
        ),
        written={"board": "..R/GY./..."},
    ),
    LessonStep(
        text=_("A chip that changes can complete a line, too. Make three yellows."),
        expected=("b2",),
        done=_(
            "YYY: you have won. Starting is an advantage, so in rated matches each of you starts "
            "equally often."
        ),
        wrong=_("You may play there. But there is a red chip between two yellows."),
        written={"board": "..R/YRY/..."},
    ),
)

WIDE_STEPS = (
    _place_chip_step(FOUR_ROWS),
    _turn_green_step("..R/.../.Y./..."),
    LessonStep(
        text=LINE_OWNER_TEXT,
        expected=("b3",),
        done=_("That makes RRR: 1 point. A completed line ends the game."),
        wrong=_("You may play there. But two squares in one row are red already."),
        written={"board": ".../R.R/.Y./Y.."},
    ),
    LessonStep(
        text=_(
            "Red, yellow, green scores 3 points, from either end, with yellow in the middle. "
            "You can complete two lines here: take the better one."
        ),
        expected=("c2",),
        done=_("Green, yellow, red: that is RYG, 3 points."),
        wrong=_("RRR would be only 1 point, and any other square leaves a line to your opponent."),
        written={"board": "R.R/.../GY./..."},
    ),
    LessonStep(
        text=_("Three yellows score most: 5 points. Find the chip to change."),
        expected=("b2",),
        done=MATCH_POINTS_TEXT,
        wrong=_("You may play there. But there is a red chip between two yellows."),
        written={"board": "..R/.../YRY/..."},
    ),
)

SLIDER_STEPS = (
    _place_chip_step(THREE_ROWS),
    _turn_green_step("..R/.Y./..."),
    LessonStep(
        text=_(
            "The strip beside the board counts as well: three in a row may cross over to it. "
            "Complete RRR."
        ),
        expected=("c2",),
        done=_("That makes RRR: 1 point. A completed line ends the game."),
        wrong=_("You may play there. But look along the middle row to the strip."),
        written={"board": ".../.R./..G", "strip": ".R.", "side": "E", "slid": True},
    ),
    LessonStep(
        text=_("Instead of a chip you may slide the strip to another side. Slide it to the right."),
        expected=("slide E",),
        done=_("Two reds in the top row and one on the strip: RRR, 1 point."),
        wrong=_("You may play that. But the strip on the right side completes the top row."),
        written={"board": ".RR/Y.G/...", "strip": "R.Y", "side": "N"},
    ),
    LessonStep(
        text=_(
            "Your opponent has just slid the strip, so for one move it has to stay. Complete YYY "
            "for 5 points."
        ),
        expected=("c2",),
        done=MATCH_POINTS_TEXT,
        wrong=_("You may play there. But there is a red chip between two yellows."),
        written={"board": ".../.YR/G..", "strip": ".Y.", "side": "E", "slid": True},
    ),
)


def _bag_steps(plain: str) -> tuple[LessonStep, ...]:
    """Return the steps of the game with the bag on a variant's board."""
    high = plain == WIDE
    stuck = _dump_after_draft(high, "R.R/.../.R.", ("GGG", "RRY"))
    return (
        LessonStep(
            text=_("First you draft. Two chips lie in the pool: take one into your hand."),
            expected=("take R", "take Y"),
            done=_("It is yours. You take turns until each of you holds three chips."),
            moves="bagR bagY",
        ),
        LessonStep(
            text=_(
                "Now you play only from your hand: red on an empty square, yellow on red, green on "
                "yellow. Put your yellow chip on b2, then take one from the pool."
            ),
            expected=("b2 R", "b2 G"),
            done=_(
                "The red chip went back into the bag. You took one from the pool, and one is "
                "drawn to refill it."
            ),
            wrong=_("You may play that. But here, put yellow on the red chip on b2."),
            written=_dump_after_draft(high, "..R/.R./Y..", ("RRY", "RGG")),
        ),
        LessonStep(
            text=_("You hold a green chip, and two greens are there already. Complete the line."),
            expected=("b2",),
            done=_("That makes GGG! A line ends the game at once, and nothing is taken."),
            wrong=_("You may play that. But green goes on yellow: look at b2."),
            written=_dump_after_draft(high, "G.R/.YR/Y.G", ("RYG", "RRY")),
        ),
        LessonStep(
            text=_(
                "Look at both hands: your opponent holds green. Yellow on b3 would give them three "
                "greens, so put red on an empty square, then take a chip."
            ),
            expected=tuple(f"{cell} {taken}" for cell in _empty_squares(plain) for taken in "RG"),
            done=_("Right: the hands are open, so you can see what your opponent could do next."),
            wrong=_("You may play that. But here, put a red chip on an empty square."),
            written=_dump_after_draft(high, "GRG/.../...", ("RRY", "RGG")),
        ),
        LessonStep(
            text=_("You hold three greens, but there is no yellow chip to put them on. You pass."),
            expected=("pass",),
            done=_(
                "If none of your chips fits, you pass. If both of you pass in a row, the game ends "
                "without a line."
            ),
            wrong=_("You may do that. But here, try what is left when no chip fits: pass."),
            written=stuck,
        ),
    )


def _empty_squares(plain: str) -> tuple[str, ...]:
    """Return the squares of a variant, without the top row of the small board."""
    more = {WIDE: ("a4", "b4", "c4"), SLIDER: ("s1", "s2", "s3")}
    return (*(cell for cell in CELLS if cell[1] != "3"), *more.get(plain, ()))


def _dump_after_draft(high: bool, board: str, hands: tuple[str, str]) -> dict[str, object]:
    """Return the dump of a position after the draft; the other chips are in the bag."""
    seen = "".join([board, *hands, "RG"])
    bag = "".join(letter * (8 - seen.count(letter)) for letter in "RYG")
    return {
        "board": f".../{board}" if high else board,
        "turn": 0,
        "hands": list(hands),
        "pool": "RG",
        "bag": bag,
        "picks": 6,
    }
