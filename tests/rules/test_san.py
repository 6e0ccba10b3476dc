"""Moves of chess as players write them, with python-chess as the second opinion."""

from random import Random

import chess
import pytest

from games.families.chess import san
from games.families.chess.rules import Chess
from games.families.chess.san import ShortMove
from games.rules.base import IllegalMove, MalformedMove
from tests.sampling import at_length

RULES = Chess()


def walk(seed, plies=90):
    """Yield positions of a random match with one legal move each."""
    chance, state = Random(seed), RULES.start(2, {})
    while not state.ending and plies:
        move = chance.choice(RULES.moves(state, state.core.turn))
        yield state, move
        state, plies = RULES.play(state, state.core.turn, move), plies - 1


def loaded(fen):
    return RULES.load({"fen": fen, "seen": []})


def shown(fen, move, language="en"):
    state = loaded(fen)
    parsed = RULES.parse(move)
    assert isinstance(parsed, int)
    return san.format_move(RULES.san(state, parsed), language)


def test_written_moves_are_those_of_python_chess():
    for seed in range(6 if at_length() else 2):
        for state, move in walk(seed):
            board = chess.Board(RULES.dump(state)["fen"])
            theirs = board.san(board.parse_uci(RULES.spell(move))).replace("O", "0")
            assert san.format_move(RULES.san(state, move), "en") == theirs


@pytest.mark.parametrize("language", san.LETTERS)
def test_what_is_written_in_a_language_is_read_in_it(language):
    for seed in range(4 if at_length() else 1):
        for state, move in walk(seed):
            text = san.format_move(RULES.san(state, move), language)
            assert RULES.resolve_move(state, RULES.read(text, language)) == move


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Nf3", "Bb5+", "Rxe8#", "Qd8", "Kxe2", "e8=Q+"]),
        ("de", ["Sf3", "Lb5+", "Txe8#", "Dd8", "Kxe2", "e8=D+"]),
        ("fr", ["Cf3", "Fb5+", "Txe8#", "Dd8", "Rxe2", "e8=D+"]),
        ("it", ["Cf3", "Ab5+", "Txe8#", "Dd8", "Rxe2", "e8=D+"]),
        ("pt", ["Nf3", "Bb5+", "Rxe8#", "Qd8", "Kxe2", "e8=Q+"]),
    ],
)
def test_the_letters_are_those_of_the_language(language, texts):
    written = [
        san.MoveNotation(ShortMove("N", "", "", "f3"), takes=False, sign=""),
        san.MoveNotation(ShortMove("B", "", "", "b5"), takes=False, sign="+"),
        san.MoveNotation(ShortMove("R", "", "", "e8"), takes=True, sign="#"),
        san.MoveNotation(ShortMove("Q", "", "", "d8"), takes=False, sign=""),
        san.MoveNotation(ShortMove("K", "", "", "e2"), takes=True, sign=""),
        san.MoveNotation(ShortMove("P", "e", "", "e8", "Q"), takes=False, sign="+"),
    ]
    assert [san.format_move(each, language) for each in written] == texts


def test_hints_are_as_short_as_they_may_be():
    assert shown("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1") == "Rad1"
    assert shown("R7/8/8/4k3/8/8/8/R3K3 w - - 0 1", "a1a4") == "R1a4"
    assert shown("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "de") == "Dh4e1"
    pinned = "4k3/4r3/8/8/4N3/8/8/4K1N1 w - - 0 1"  # the other knight may not move
    assert shown(pinned, "g1f3") == "Nf3"


def test_castling_and_taking_in_passing_are_written_as_usual():
    castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert [shown(castle, "e1g1"), shown(castle, "e1c1")] == ["0-0", "0-0-0"]
    assert shown("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == "exd6"


def test_a_capital_letter_is_a_piece_and_a_small_one_a_column():
    state = loaded("4k3/8/8/3p4/2P5/4C3/8/4K3 w - - 0 1".replace("C", "N"))
    assert RULES.spell(RULES.resolve_move(state, RULES.read("cxd5", "fr"))) == "c4d5"
    assert RULES.spell(RULES.resolve_move(state, RULES.read("Cxd5", "fr"))) == "e3d5"
    bishop = loaded("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1")
    assert RULES.spell(RULES.resolve_move(bishop, RULES.read("bxc3", "en"))) == "b2c3"
    with pytest.raises(IllegalMove, match="nothing_moves_there"):
        RULES.resolve_move(bishop, RULES.read("Bxc3", "en"))
    assert RULES.spell(RULES.resolve_move(bishop, RULES.read("Bxc3", "de"))) == "b2c3"


def test_rook_and_king_share_a_letter_between_languages_and_each_reads_its_own():
    state = loaded("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
    means = {
        each: RULES.spell(RULES.resolve_move(state, RULES.read("Rd2", each)))
        for each in san.LETTERS
        if each != "de"
    }
    assert means == {"en": "d1d2", "fr": "e1d2", "it": "e1d2"}
    for language in (None, "de"):
        with pytest.raises(MalformedMove, match="ambiguous_letter"):
            RULES.read("Rd2", language)


def test_the_long_form_is_read_too():
    state = RULES.start(2, {})
    for text in ("Ng1-f3", "Sg1-f3", "♘g1f3", "Cg1:f3"):
        assert RULES.spell(RULES.resolve_move(state, RULES.read(text))) == "g1f3"


def test_figures_become_letters():
    assert san.localize_figurines("♘f3 or ♜xa1", "de") == "Sf3 or Txa1"
    assert san.localize_figurines("♕", "xx") == "Q"
