"""Chess: one test per ruling, the notation, and python-chess itself as the second opinion."""

from random import Random

import chess
import pytest

from games.families.chess.rules import Chess
from games.families.chess.san import ShortMove
from games.management.commands.rules import count_plies
from games.rules.base import BadState, IllegalMove, MalformedMove
from tests.sampling import sampled

RULES = Chess()


def fen(text, *seen):
    return RULES.load({"fen": text, "seen": list(seen)})


def after(state, *texts):
    for text in texts:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def legal(state):
    return {RULES.spell(move) for move in RULES.moves(state, state.core.turn)}


def refused(state, text):
    with pytest.raises(IllegalMove) as refusal:
        after(state, text)
    return refusal.value.code


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (chess.STARTING_FEN, [20, 400, 8902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
    ],
)
def test_published_counts_of_ply_sequences_are_reached(position, counts):
    state = fen(position)
    assert [count_plies(RULES, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.long
@pytest.mark.parametrize(("depth", "count"), [(3, 8902), (4, 197281)])
def test_so_many_sequences_of_plies_begin_at_the_start(depth, count):
    assert count_plies(RULES, RULES.start(2, {}), depth) == count


@pytest.mark.parametrize("seeds", sampled([range(1), range(1, 12)], 1), ids=str)
def test_random_matches_agree_with_python_chess_to_the_end(seeds):
    for seed in seeds:
        board, chance, state = chess.Board(), Random(seed), RULES.start(2, {})
        while not state.ending:
            assert legal(state) == {move.uci() for move in board.legal_moves}
            assert RULES.dump(state)["fen"] == board.fen()
            move = chance.choice(sorted(legal(state)))
            board.push_uci(move)
            state = after(state, move)
        ended = {
            "checkmate": board.is_checkmate(),
            "stalemate": board.is_stalemate(),
            "insufficient_material": board.is_insufficient_material(),
            "repetition": board.is_repetition(3),
            "fifty_moves": board.halfmove_clock == 100,
        }
        assert ended[state.ending]


def test_a_pawn_is_taken_in_passing_only_at_once():
    state = after(RULES.start(2, {}), "e4", "a6", "e5", "d5")
    assert "e5d6" in legal(state)
    assert "d5" not in RULES.dump(after(state, "exd6 e.p."))["fen"]
    assert "e5d6" not in legal(after(state, "h3", "h6"))


def test_en_passant_that_is_not_possible_does_not_tell_positions_apart():
    state = after(RULES.start(2, {}), "e4")
    assert RULES.dump(state)["fen"].split()[3] == "-"
    assert after(state, "Nf6", "Nf3", "Ng8", "Ng1").seen.count(state.core) == 2


@pytest.mark.parametrize(
    ("placed", "taking"),
    [
        ("8/8/8/3Pk3/8/8/8/4K3 w - e6", "d5e6"),  # a king stands before the square
        ("4k3/8/8/8/4p3/8/8/4K3 b - d3", "e4d3"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 b - d6", "e5d6"),  # the pawn is the mover's own
        ("4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6", "d5e6"),  # no pawn came from e7
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d4", "e4d4"),
    ],
)
def test_an_en_passant_square_counts_only_behind_a_pawn_that_has_just_come(placed, taking):
    state = fen(f"{placed} 0 1")
    assert RULES.dump(state)["fen"].split()[3] == "-"
    with pytest.raises(IllegalMove):
        after(state, taking)


@pytest.mark.parametrize("counters", ["１ 1", "0 ２", "+1 1", "1_0 90", "-0 1", "150 90"])
def test_the_counters_of_a_position_are_plain_figures(counters):
    with pytest.raises(BadState):
        fen(f"4k3/7p/8/8/8/8/8/4K3 w - - {counters}")


def test_a_pawn_may_become_a_second_queen_and_must_become_something():
    state = fen("7k/P7/8/8/8/8/8/K5Q1 w - - 0 1")
    assert {"a7a8q", "a7a8r", "a7a8b", "a7a8n"} <= legal(state)
    assert RULES.dump(after(state, "a8=D"))["fen"].startswith("Q6k")
    assert refused(state, "a7a8") == "choose_promotion"
    assert refused(state, "a8") == "choose_promotion"
    assert refused(state, "b8") == "nothing_moves_there"
    assert refused(fen("R7/7k/8/8/8/8/8/K7 w - - 0 1"), "a8b8q") == "no_promotion"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/8/8/8/5k2/8/4KB2 w - - 0 1", "insufficient_material"),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 90", "fifty_moves"),
        ("7k/8/8/8/8/8/8/KR6 w - - 149 90", "fifty_moves"),
    ],
)
def test_positions_that_nobody_can_or_may_win_are_ties(position, reason):
    outcome = RULES.outcome(fen(position))
    assert (outcome.ending, outcome.ranks, outcome.points) == (reason, (1, 1), (0, 0))


def test_the_third_occurrence_ends_the_match_and_not_the_chance_of_it():
    state = after(RULES.start(2, {}), *["Sf3", "Sf6", "Sg1", "Sg8", "Sf3", "Sf6", "Sg1"])
    assert RULES.outcome(state) is None
    assert RULES.outcome(after(state, "Sg8")).ending == "repetition"


def test_other_castling_rights_make_another_position():
    state = fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    state = after(state, *["Th2", "Ta7", "Th1", "Ta8"], *["Th2", "Ta7", "Th1", "Ta8"])
    assert RULES.outcome(state) is None
    assert RULES.outcome(after(state, "Th2", "Ta7")).ending == "repetition"


def test_the_hundredth_quiet_ply_ends_the_match_unless_it_mates():
    state = fen("k7/8/1K6/8/8/8/8/7R w - - 99 90")
    assert RULES.outcome(after(state, "h1h7")).ending == "fifty_moves"
    assert RULES.outcome(after(state, "h1h8")).ending == "checkmate"


def test_the_king_may_not_castle_through_an_attacked_square_but_the_rook_may():
    assert "e1c1" in legal(fen("r3k2r/8/8/8/8/1r6/8/R3K2R w KQkq - 0 1"))
    attacked = fen("4k3/8/8/8/8/3r4/8/R3K2R w KQ - 0 1")
    assert "e1c1" not in legal(attacked)
    assert refused(attacked, "0-0-0") == "nothing_moves_there"
    assert refused(attacked, "e1c1") == "not_so_moved"


@pytest.mark.parametrize(("rook", "king"), [("e1h1", "e1g1"), ("e1a1", "e1c1")])
def test_castling_may_be_written_by_the_square_of_the_rook(rook, king):
    state = fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert RULES.spell(RULES.resolve_move(state, RULES.parse(rook))) == king
    assert after(state, rook) == after(state, king)
    assert refused(fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), rook) == "not_so_moved"


def test_mate_needs_an_attacker_that_can_be_neither_taken_nor_blocked():
    blockable = fen("R5k1/5ppp/8/8/8/8/1r6/6K1 b - - 0 1")
    assert legal(blockable) == {"b2b8"}
    mate = RULES.outcome(fen("R5k1/5ppp/8/8/8/8/r7/6K1 b - - 0 1"))
    assert mate is None  # the rook is taken
    mated = RULES.outcome(fen("R5k1/5ppp/8/8/8/8/7r/6K1 b - - 0 1"))
    assert (mated.ending, mated.ranks, mated.points) == ("checkmate", (1, 2), (1, 0))


def test_a_move_that_leaves_the_king_in_check_is_refused_by_name():
    pinned = fen("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert refused(pinned, "e2c3") == "king_in_check"
    assert refused(pinned, "e2e4") == "not_so_moved"
    assert refused(pinned, "e8e7") == "not_your_piece"
    assert refused(pinned, "b1c3") == "not_your_piece"


@pytest.mark.parametrize(
    "text", ["Nf3", "Sf3", "Cf3", "♘f3", "sf3", " S f3 ", "Sf3+", "S:f3", "g1f3"]
)
def test_pieces_are_understood_in_every_language_where_their_letter_is_clear(text):
    assert RULES.dump(after(RULES.start(2, {}), text)) == RULES.dump(
        after(RULES.start(2, {}), "g1f3")
    )


@pytest.mark.parametrize("text", ["Bb5", "Be4", "Rd1", "BXC3"])
def test_letters_that_mean_different_pieces_are_refused_unless_a_language_is_named(text):
    with pytest.raises(MalformedMove) as refusal:
        RULES.parse(text)
    assert refusal.value.code == "ambiguous_letter"


def test_with_a_language_its_letters_are_read():
    assert RULES.read("Bb5", "en") == ShortMove("B", "", "", "b5")
    assert RULES.read("Be4", "de") == ShortMove("P", "", "", "e4")
    assert RULES.read("Rd1", "fr") == ShortMove("K", "", "", "d1")
    assert RULES.read("Rd1", "en") == ShortMove("R", "", "", "d1")


def test_small_letters_of_files_are_pawns():
    state = fen("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1")
    assert RULES.dump(after(state, "bxc3"))["fen"] == RULES.dump(after(state, "b2c3"))["fen"]
    with pytest.raises(MalformedMove):
        RULES.parse("dd5")


def test_two_pieces_that_may_go_there_must_be_told_apart():
    state = fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    assert refused(state, "Td1") == "ambiguous_move"
    assert refused(state, "Te8") == "nothing_moves_there"
    assert RULES.dump(after(state, "Tad1"))["fen"].startswith("4k3/8/8/8/8/8/4K3/3R3R")


def test_short_notation_is_spelled_so_that_it_reads_back():
    for text in ("Sf3", "exd5", "bxa8=D", "a1=S", "O-O", "0-0-0", "Tad1", "T1d2", "♛h4"):
        move = RULES.parse(text)
        assert RULES.parse(RULES.spell(move)) == move


@pytest.mark.parametrize("text", ["Qd", "e9", "e2e4q", "a8=K", "i1i2", "Xf3", "h2-h9", "cxe5"])
def test_nonsense_is_refused_as_unreadable(text):
    with pytest.raises(MalformedMove) as refusal:
        RULES.parse(text)
    assert refusal.value.code == "unreadable_move"


def test_a_number_that_is_no_move_is_refused():
    for move in (-1, 10**9):
        with pytest.raises(IllegalMove) as refusal:
            RULES.play(RULES.start(2, {}), 0, move)
        assert refusal.value.code == "no_such_move"


@pytest.mark.parametrize(
    "dumped",
    [
        None,
        {},
        {"fen": "x", "seen": []},
        {"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "seen": []},
        {"fen": "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "seen": ["?"]},
        {"fen": "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "seen": []},
    ],
)
def test_a_dumped_state_that_cannot_be_is_refused(dumped):
    with pytest.raises(BadState):
        RULES.load(dumped)
