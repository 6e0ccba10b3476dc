"""Draughts, ruling by ruling, known counts, and a slow second set of rules."""

from random import Random

import pytest

from games.families import strategies as bots
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import BadState, IllegalMove, MalformedMove
from tests.rules.table import random_match
from tests.sampling import at_length

RULES = registry.get("draughts")
FILES = "abcdefgh"


def at(pieces, *, turn=0, rule="strict", **more):
    facts = {"quiet": 0, "plies": 0, "seen": [], "missed": [], "before": None, "corrected": False}
    return RULES.load({"pieces": pieces, "turn": turn, "rule": rule, **facts, **more})


def after(state, *moves):
    for text in moves:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def legal(state):
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


def pieces(state):
    return dict(word.split(":") for word in RULES.dump(state)["pieces"].split())


def test_known_counts_of_ply_sequences():
    start = RULES.start(2, {})
    counts = [count_plies(RULES, start, depth) for depth in range(1, 7)]
    assert counts == [7, 49, 302, 1469, 7361, 36768]


def _rays(square, piece, seat):
    """List the squares on each line a piece may use, nearest first, by coordinates."""
    x, y = FILES.index(square[0]), int(square[1])
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        if piece.isupper() or dy == (1, -1)[seat]:
            places = ((x + reach * dx, y + reach * dy) for reach in range(1, 9))
            yield [f"{FILES[i]}{k}" for i, k in places if 0 <= i < 8 and 1 <= k <= 8]


def _slow_captures(board, square, seat, path):
    """List whole takings on a dictionary, as the rule book words them."""
    piece, found = board[square], []
    for ray in _rays(square, piece, seat):
        met = [here for here in ray if here in board]
        if not met or board[met[0]].lower() == "wb"[seat]:
            continue
        at, then = ray.index(met[0]), ray.index(met[1]) if len(met) > 1 else len(ray)
        landings = ray[at + 1 : then]
        if piece.islower():
            landings = landings[:1] if at == 0 else []
        for here in landings:
            found += _slow_landing(board, (square, met[0], here), seat, path)
    return found


def _slow_landing(board, jump, seat, path):
    square, over, here = jump
    left = {name: piece for name, piece in board.items() if name not in (square, over)}
    left[here] = board[square]
    onward = (*path, here)
    if left[here].islower() and here[1] == "81"[seat]:
        return [onward]
    return _slow_captures(left, here, seat, onward) or [onward]


def _slow_steps(board, square, seat):
    found = []
    for ray in _rays(square, board[square], seat):
        for here in ray if board[square].isupper() else ray[:1]:
            if here in board:
                break
            found.append(f"{square}-{here}")
    return found


def _slow_moves(board, seat):
    own = [square for square, piece in board.items() if piece.lower() == "wb"[seat]]
    takings = [path for square in own for path in _slow_captures(board, square, seat, (square,))]
    if takings:
        return {"x".join(path) for path in takings}
    return {step for square in own for step in _slow_steps(board, square, seat)}


def test_a_slow_second_implementation_lists_the_same_moves_all_match_long():
    kings = 0
    for seed in range(60 if at_length() else 20):
        for state in random_match(RULES, {}, seed)[0][:-1]:
            board = pieces(state)
            kings += any(piece.isupper() for piece in board.values())
            assert legal(state) == _slow_moves(board, state.turn)
    assert kings > (100 if at_length() else 20)


def test_the_same_lists_on_thin_boards_full_of_kings():
    chance = Random(8)
    squares = [f"{file}{rank}" for x, file in enumerate(FILES) for rank in range(x % 2 + 1, 9, 2)]
    compared = 0
    for _ in range(400):
        chosen = chance.sample(squares, chance.randrange(3, 13))
        word = " ".join(f"{square}:{chance.choice('WWB')}" for square in chosen)
        state = at(word)
        if RULES.awaited(state):
            compared += 1
            assert legal(state) == _slow_moves(pieces(state), 0)
    assert compared > 300


def test_da_1_white_is_seat_0_and_moves_first():
    start = RULES.start(2, {})
    assert RULES.awaited(start) == {0}
    assert legal(start) == {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}


def test_da_2_the_choice_among_takings_is_free():
    state = at("c3:w g3:w d4:b f6:b h4:b h8:b")
    assert legal(state) == {"c3xe5xg7"}
    two = at("c3:w h2:W d4:b f6:b g3:b a7:b")
    assert {"c3xe5xg7", "h2xf4", "h2xe5xg7"} <= legal(two)


def test_da_3_a_king_lands_where_it_likes_and_goes_on_where_it_can():
    state = at("a1:W c3:b f4:b h8:b")
    assert "a1xd4" in legal(state)
    assert "a1xe5xg3" in legal(state)
    assert refusal(state, "a1xe5") == "take_on"


def test_da_3_a_king_that_takes_in_a_circle_stands_again_where_it_stood():
    ended = after(at("c3:W d4:b f4:b f2:b d2:b h8:b"), "c3xe5xg3xe1xc3")
    assert pieces(ended) == {"c3": "W", "h8": "b"}


def test_da_4_promotion_ends_the_move():
    ended = after(at("d6:w e7:b g7:b a1:b"), "d6xf8")
    assert pieces(ended)["f8"] == "W"
    assert "g7" in pieces(ended)
    assert pieces(after(at("a7:w h8:b"), "a7-b8"))["b8"] == "W"


def test_da_5_a_taken_piece_no_longer_stands_in_the_way():
    state = at("c1:W d2:b f4:b f6:b d6:b b4:b")
    paths = {text for text in legal(state) if text.startswith("c1xe3")}
    assert any(text.count("x") == 5 for text in paths)


def test_da_6_stopping_early_is_punished_on_the_new_square():
    state = after(at("c3:w d4:b f6:b h2:w h8:b", rule="huff"), "c3xe5")
    assert {"huff e5", "correct"} <= legal(state)
    assert "e5" not in pieces(after(state, "huff e5"))
    assert RULES.awaited(after(state, "huff e5")) == {1}


def test_da_6_a_piece_that_did_not_move_is_punished_where_it_stands_and_forgiven_later():
    state = after(at("c3:w b2:w g3:w d4:b h8:b", rule="huff"), "g3-h4")
    assert {"huff c3", "correct"} <= legal(state)
    assert refusal(state, "huff h4") == "nothing_missed"
    forgiven = after(state, "h8-g7")
    assert refusal(forgiven, "huff c3") == "nothing_missed"
    assert refusal(forgiven, "correct") == "nothing_to_correct"


def test_a_correction_takes_the_move_back_and_forces_a_whole_taking():
    first = at("c3:w g3:w d4:b f6:b h8:b", rule="huff")
    state = after(first, "g3-h4", "correct")
    assert RULES.awaited(state) == {0}
    assert pieces(state) == pieces(first)
    assert legal(state) == {"c3xe5xg7"}
    assert refusal(state, "g3-f4") == "must_take"
    assert refusal(state, "c3xe5") == "take_on"
    done = after(state, "c3xe5xg7")
    assert not {text for text in legal(done) if "huff" in text or text == "correct"}


def test_strict_play_knows_neither_missing_nor_huffing():
    state = at("c3:w g3:w d4:b h8:b")
    assert refusal(state, "g3-h4") == "must_take"
    assert refusal(state, "huff c3") == "nothing_missed"
    assert refusal(state, "correct") == "nothing_to_correct"


def test_da_7_the_third_occurrence_of_a_position_is_a_tie():
    once = after(at("c1:W h2:B"), "c1-d2", "h2-g1", "d2-c1", "g1-h2")
    assert RULES.outcome(once) is None
    twice = after(once, "c1-d2", "h2-g1", "d2-c1", "g1-h2")
    assert RULES.outcome(twice).ending == "repetition"
    assert RULES.outcome(twice).ranks == (1, 1)


def test_da_7_25_quiet_moves_each_are_a_tie_but_a_win_comes_first():
    assert RULES.outcome(after(at("c1:W h2:B", quiet=48), "c1-d2")) is None
    assert RULES.outcome(after(at("c1:W h2:B", quiet=49), "c1-d2")).ending == "quiet"
    assert after(at("c1:W a3:w h2:B", quiet=49), "a3-b4").quiet == 0
    assert RULES.outcome(after(at("c1:W h2:B", plies=399), "c1-d2")).ending == "ply_cap"
    won = RULES.outcome(after(at("c1:W d2:b", plies=399), "c1xe3"))
    assert (won.winners, won.ending, won.points) == ((0,), "no_pieces", (1, 0))


def test_da_8_two_pieces_in_a_row_protect_each_other():
    assert legal(at("a1:W d4:b e5:b")) == {"a1-b2", "a1-c3"}


def test_a_taking_named_by_its_ends_is_found_when_there_is_only_one():
    state = at("c3:w d4:b f6:b h8:b")
    assert after(state, "c3xg7") == after(state, "c3xe5xg7")
    double = at("d2:w c3:b e3:b c5:b e5:b h8:b")
    assert refusal(double, "d2xd6") == "which_capture"
    assert refusal(double, "d2xh6") == "no_such_capture"


@pytest.mark.parametrize("text", ["c3 x e5 x g7", "C3:E5:G7", "c3xe5:g7"])
def test_a_taking_has_one_spelling_and_several_readings(text):
    assert RULES.spell(RULES.parse(text)) == "c3xe5xg7"


@pytest.mark.parametrize("text", ["a2-b3", "c3-d4-e5", "huff a2", "a1xa2", "huff", "c3"])
def test_what_is_no_move_is_malformed(text):
    with pytest.raises(MalformedMove):
        RULES.parse(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [("d6-e5", "not_your_piece"), ("c3-e5", "no_such_step"), ("a3-b2", "square_taken")],
)
def test_a_wrong_step_is_named(text, code):
    assert refusal(at("c3:w a3:w b2:w h8:b d6:b"), text) == code


@pytest.mark.parametrize(
    "broken", [{}, {"pieces": "a2:w"}, {"pieces": "a1:w a1:b"}, {"turn": 2}, {"rule": "none"}]
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    whole = RULES.dump(RULES.start(2, {}))
    with pytest.raises(BadState):
        RULES.load({**whole, **broken} if broken else {})


@pytest.mark.long
def test_the_player_finds_a_shot_and_huffs_for_a_piece():
    player = bots.get("draughts_search")
    state = at("e3:w c3:w d6:b b6:b h8:b", turn=0)
    assert player.choose(RULES, state, 0, Random(1)) in RULES.moves(state, 0)
    missed = after(at("c3:w b2:w g3:w d4:b h8:b", rule="huff"), "g3-h4")
    assert RULES.spell(player.choose(RULES, missed, 1, Random(1))) == "huff c3"
