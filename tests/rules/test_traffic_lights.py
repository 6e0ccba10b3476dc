"""The rulings of Traffic Lights one by one (rule book section 2)."""

import pytest

from games.rules.base import BadState, IllegalMove, MalformedMove
from tests.rules.table import leg_of

INTRO, SIMPLE, WIDE, SLIDER = map(leg_of, ("intro", "simple", "4x3", "slider"))


def at(leg, board, **more):
    return leg.load({"board": board, "turn": 0, **more})


def slider(board, strip="...", side="N", *, slid=False):
    return at(SLIDER, board, strip=strip, side=side, slid=slid)


def after(leg, state, text):
    return leg.play(state, 0, leg.parse(text))


def refusal(leg, state, text):
    with pytest.raises(IllegalMove) as error:
        after(leg, state, text)
    return error.value.code


def points(leg, state):
    return leg.outcome(state).points


def test_a_cell_goes_from_empty_through_red_and_yellow_to_green():
    state = SIMPLE.start(2, {})
    seen = []
    for seat in (0, 1, 0):
        state = SIMPLE.play(state, seat, SIMPLE.parse("b2"))
        seen.append(SIMPLE.colours(state)["b2"])
    assert seen == ["R", "Y", "G"]


def test_green_is_final():
    assert refusal(SIMPLE, at(SIMPLE, ".../.G./..."), "b2") == "cell_green"


@pytest.mark.parametrize("word", ["b2=Y", " B2 = y ", "b2=y"])
def test_an_expected_colour_that_fits_is_the_same_action(word):
    state = at(SIMPLE, ".../.R./...")
    assert after(SIMPLE, state, word) == after(SIMPLE, state, "b2")
    assert SIMPLE.spell(SIMPLE.parse(word)) == "b2"


def test_an_expected_colour_that_does_not_fit_is_refused_and_named():
    with pytest.raises(IllegalMove) as error:
        after(SIMPLE, at(SIMPLE, ".../.R./..."), "b2=G")
    assert error.value.code == "other_colour"
    assert error.value.params == {"cell": "b2", "said": "G", "would_be": "Y"}


def test_an_expected_colour_on_a_green_cell_is_refused_because_green_is_final():
    assert refusal(SIMPLE, at(SIMPLE, ".../.G./..."), "b2=G") == "cell_green"


def test_a_cell_of_another_board_is_named_with_the_cells_there_are():
    with pytest.raises(MalformedMove) as error:
        SIMPLE.parse("a4")
    assert error.value.code == "no_such_cell"
    assert WIDE.spell(WIDE.parse("a4")) == "a4"
    with pytest.raises(MalformedMove):
        SIMPLE.parse("slide E")


@pytest.mark.parametrize("move", [-1, 9, 12, 15, 64, 25, 1000, -5])
def test_a_number_that_is_no_move_is_refused(move):
    with pytest.raises(IllegalMove):
        SIMPLE.play(0, 0, move)


@pytest.mark.parametrize("move", [-1, 28, 16, 64, 1000, -5])
def test_a_number_that_is_no_move_of_the_slider_is_refused(move):
    state = slider("RGR/YRY/RGR")
    with pytest.raises(IllegalMove):
        SLIDER.play(state, 0, move)


def test_intro_counts_only_three_greens():
    assert INTRO.outcome(after(INTRO, at(INTRO, "RR./.../..."), "c3")) is None
    ended = INTRO.outcome(after(INTRO, at(INTRO, "GGY/.../..."), "c3"))
    assert (ended.ranks, ended.ending) == ((1, 2), "line")


@pytest.mark.parametrize(
    ("board", "move", "score"),
    [
        ("RR./.../.../...", "c4", 1),
        ("GGY/.../.../...", "c4", 2),
        ("RYY/.../.../...", "c4", 3),
        ("GY./.../.../...", "c4", 3),
        ("YYR/.../.../...", "c4", 5),
    ],
)
def test_lines_score_one_two_three_and_five(board, move, score):
    assert points(WIDE, after(WIDE, at(WIDE, board), move)) == (score, 0)


def test_tl_4_the_completer_owns_the_line_also_by_exchange():
    state = WIDE.load({"board": "YYR/.../.../...", "turn": 1})
    assert WIDE.outcome(WIDE.play(state, 1, WIDE.parse("c4"))).points == (0, 5)


def test_tl_5_a_completed_line_ends_the_leg():
    state = after(WIDE, at(WIDE, "RR./.../.../..."), "c4")
    assert WIDE.awaited(state) == frozenset()
    assert WIDE.moves(state, 0) == WIDE.moves(state, 1) == ()
    with pytest.raises(IllegalMove) as error:
        WIDE.play(state, 1, WIDE.parse("a1"))
    assert error.value.code == "match_over"


def test_tl_7_every_line_made_by_one_action_counts():
    two = after(WIDE, at(WIDE, "R../R../.../R.."), "a2")
    assert points(WIDE, two) == (2, 0)


def test_tl_7_one_chip_may_finish_lines_of_different_worth():
    # Red in the middle of row 3 ends RRR across and the upper end of R-Y-G below it (TL-10).
    state = after(WIDE, at(WIDE, ".../R.R/.Y./.G."), "b3")
    assert points(WIDE, state) == (4, 0)
    assert sorted(line.colours for line in WIDE.outcome(state).lines) == ["RRR", "RYG"]


def test_tl_8_a_line_read_from_both_ends_scores_once():
    state = after(WIDE, at(WIDE, "RYY/.../.../..."), "c4")
    assert [line.points for line in WIDE.outcome(state).lines] == [3]


def test_tl_10_the_board_is_three_wide_and_four_high():
    assert [len(row) for row in WIDE.layout(0)] == [3, 3, 3, 3]
    assert WIDE.layout(0)[0] == ("a4", "b4", "c4")


def test_tl_11_the_first_action_of_a_leg_is_a_chip():
    start = SLIDER.start(2, {})
    assert SLIDER.side(start) == "N"
    assert refusal(SLIDER, start, "slide E") == "slide_first"
    assert len(SLIDER.moves(start, 0)) == 12


def test_tl_12_no_slide_directly_after_a_slide():
    state = slider(".../.R./...", slid=True)
    assert refusal(SLIDER, state, ">W") == "slide_twice"
    chip = SLIDER.play(state, 0, SLIDER.parse("a1"))
    assert not SLIDER.slid(chip)
    assert SLIDER.slid(SLIDER.play(chip, 1, SLIDER.parse(">W")))


def test_tl_13_any_other_side_may_be_chosen_but_not_the_same():
    state = slider(".../.R./...", side="E")
    slides = {SLIDER.spell(move) for move in SLIDER.moves(state, 0)} - set(SLIDER.cells)
    assert slides == {"slide N", "slide S", "slide W"}
    assert refusal(SLIDER, state, "slide E") == "slide_same_side"


def test_tl_14_a_slide_may_break_up_a_threat():
    threat = slider("..R/..R/...", strip="...", side="N")
    assert points(SLIDER, after(SLIDER, threat, "s3")) == (1, 0)
    moved = after(SLIDER, threat, "slide S")
    assert SLIDER.outcome(SLIDER.play(moved, 1, SLIDER.parse("s3"))) is None


def test_a_slide_that_completes_a_line_scores_for_the_player_who_slid():
    state = after(SLIDER, slider(".../..G/.G.", strip="G.."), "slide E")
    assert points(SLIDER, state) == (2, 0)
    assert SLIDER.outcome(state).lines[0].cells == ("s1", "c2", "b1")


def test_the_strip_keeps_its_chips_when_it_slides():
    state = after(SLIDER, slider("R../.../...", strip="RYY"), "> w")
    assert [SLIDER.colours(state)[cell] for cell in ("s1", "s2", "s3")] == ["R", "Y", "Y"]
    assert [row[0] for row in SLIDER.layout(state)] == ["s3", "s2", "s1"]


@pytest.mark.parametrize(("word", "spelled"), [("slide e", "slide E"), (">E", "slide E")])
def test_a_slide_has_one_spelling(word, spelled):
    assert SLIDER.spell(SLIDER.parse(word)) == spelled


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"board": ".../.../...", "turn": 0},
        {"board": ".../.../...", "turn": 0, "strip": "...", "side": "X", "slid": False},
        {"board": ".../.../...", "turn": 0, "strip": "...", "side": ["N"], "slid": False},
        {"board": ".../.../...", "turn": 0, "strip": "..", "side": "N", "slid": False},
        {"board": ".../.../..", "turn": 0, "strip": "....", "side": "N", "slid": False},
        {"board": ".../.../...", "turn": 0, "strip": "...", "side": "N", "slid": "no"},
    ],
)
def test_a_slider_dump_that_makes_no_sense_is_refused(broken):
    with pytest.raises(BadState):
        SLIDER.load(broken)


def test_the_board_in_letters_shows_the_strip_at_its_side():
    drawn = {side: SLIDER.letters(slider("R../.../...", strip="RYG", side=side)) for side in "NESW"}
    assert drawn["N"].split("\n") == [
        "    R Y G",
        "3   R . .",
        "2   . . .",
        "1   . . .",
        "    a b c",
    ]
    assert drawn["E"].split("\n")[0] == "3   R . . R"
    assert drawn["S"].split("\n")[3] == "    G Y R"
    assert drawn["W"].split("\n")[0] == "3 G R . ."


@pytest.mark.parametrize("text", ["b2 gelb", "b2g", "B2 yellow", "b2=rouge", "b2 g"])
def test_a_place_written_with_its_colour_is_asked_for_alone(text):
    with pytest.raises(MalformedMove) as error:
        WIDE.parse(text)
    assert (error.value.code, error.value.params) == ("place_alone", {"cell": "b2"})
