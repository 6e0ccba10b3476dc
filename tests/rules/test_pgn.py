"""Games of chess as text: read by our rules, written for every other program."""

import io
from random import Random

import chess.pgn
import pytest

from games.families.chess import pgn
from games.families.chess.rules import Chess
from games.families.records import BadRecord, Replay
from tests.sampling import at_length

RULES = Chess()
OPERA = """[Event "Casual, \\"at the opera\\""]
[Site "Paris"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {solid} 3. d4 Bg4?! (3... exd4 4. Nxd4 (4. Qxd4)) 4. dxe5 Bxf3 $1
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 ; a comment to the end (of the line
15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
"""


def invalid(text):
    with pytest.raises(BadRecord) as refusal:
        list(map(pgn.replay, pgn.parse_games(text)))
    return refusal.value


def random_game(seed, plies=120):
    chance, states, moves = Random(seed), [RULES.start(2, {})], list[int]()
    while not states[-1].ending and len(moves) < plies:
        moves.append(chance.choice(RULES.moves(states[-1], states[-1].core.turn)))
        states.append(RULES.play(states[-1], states[-1].core.turn, moves[-1]))
    return Replay(tuple(states), tuple(moves))


def test_a_famous_game_is_read_with_comments_and_variations_left_out():
    (game,) = pgn.parse_games(OPERA)
    assert game.tags["Event"] == 'Casual, "at the opera"'
    assert (len(game.moves), game.result) == (33, "1-0")
    played = pgn.replay(game)
    assert played.states[-1].ending == "checkmate"
    assert RULES.spell(played.moves[22]) == "e1c1"


def test_what_we_write_is_what_python_chess_reads_and_what_we_read_again():
    for seed in range(8 if at_length() else 3):
        played = random_game(seed)
        text = pgn.write([("Event", 'A "match"'), ("White", "\\ Anna")], played, "*")
        assert max(map(len, text.splitlines())) <= 80
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs.errors == []
        assert theirs.headers["Event"].replace("\\", "") == 'A "match"'
        assert [move.uci() for move in theirs.mainline_moves()] == [
            RULES.spell(move) for move in played.moves
        ]
        (ours,) = pgn.parse_games(text)
        assert (ours.tags["White"], pgn.replay(ours)) == ("\\ Anna", played)


def test_games_of_python_chess_are_read():
    for seed in range(4 if at_length() else 2):
        game = chess.pgn.Game.from_board(_board_of(random_game(seed)))
        (ours,) = pgn.parse_games(str(game))
        assert pgn.replay(ours).moves == random_game(seed).moves


def _board_of(played):
    board = chess.Board()
    for move in played.moves:
        board.push_uci(RULES.spell(move))
    return board


@pytest.mark.parametrize(
    "text",
    [
        "1.e4 e5 2.Nf3 *",
        "1. e4 1... e5 2. Nf3",
        "1 e4 e5 2 Nf3 *",
        "e4 e5 Nf3",
        "1. e2e4 e7-e5 2. Ng1-f3",
        "1. e4 e5 2. Sf3 *",
        "\ufeff1. e4 $1 e5!? 2. Nf3 {a (b) c} *",
        "% a line to pass over\n1. e4 e5 2. Nf3",
        '[Event "?"]\n\n1. e4 (1. d4 {x} (1. c4)) 1... e5 2. Nf3 1/2-1/2',
    ],
)
def test_many_hands_write_the_same_game(text):
    (game,) = pgn.parse_games(text)
    assert [RULES.spell(move) for move in pgn.replay(game).moves] == ["e2e4", "e7e5", "g1f3"]


def test_several_games_in_one_text_are_told_apart():
    games = pgn.parse_games(OPERA + '\n\n[Event "Second"]\n\n*\n\n1. d4 *\n[Event "Third"]\n1. c4')
    assert [(len(game.moves), game.result) for game in games] == [
        (33, "1-0"), (0, "*"), (1, "*"), (1, "*"),
    ]  # fmt: skip
    assert pgn.parse_games("  \n ") == []


@pytest.mark.parametrize(
    ("tag", "name", "value"),
    [
        ('[White-Elo "1800"]', "White-Elo", "1800"),
        ('[BlackType: "p"]', "BlackType", "p"),
        ('[Event "The "Open""]', "Event", 'The "Open"'),
        ('[Site "C:\\x\\"]', "Site", "C:\\x\\"),
        ("[Annotator nobody]", "White", "Anna"),
    ],
)
def test_an_odd_tag_keeps_no_game_from_being_read(tag, name, value):
    for gap in ("\n", " "):
        (game,) = pgn.parse_games(f'{tag}{gap}[White "Anna"]{gap}1. e4 *')
        assert (game.tags[name], game.tags["White"]) == (value, "Anna")
        assert game.moves == ("e4",)


@pytest.mark.parametrize(
    "first",
    ['[Event "A"]\n[FEN "x"]', '[Event "A"]\n[FEN "x"]\n', '[White "A"]\n[FEN "x"]\n'],
)
def test_a_game_without_moves_leaves_its_tags_to_no_other(first):
    games = pgn.parse_games(f'{first}\n[Event "B"]\n[White "B"]\n\n1. e4')
    assert [(len(game.tags), game.moves) for game in games] == [(2, ()), (2, ("e4",))]


@pytest.mark.parametrize(
    "tag",
    ['[White Elo "x"]', '[White.Elo "x"]', '["x"]', '[Event = "x"]', '[Event "unclosed]',
     '[Event "a\nb"]', '[Event "a"'],
)  # fmt: skip
def test_a_tag_that_nobody_can_read_is_passed_over(tag):
    one, two = pgn.parse_games(
        f'[White "A"]\n {tag}\n[Black "B"]\n\n1. e4\n\n{tag}\n[White "C"]\n\n1. d4'
    )
    assert (one.tags, one.moves) == ({"White": "A", "Black": "B"}, ("e4",))
    assert (two.tags, two.moves) == ({"White": "C"}, ("d4",))


def test_two_empty_lines_part_games_even_without_moves():
    one, two = pgn.parse_games('[Site "A"]\n[FEN "x"]\n\n\n[White "B"]\n\n1. e4')
    assert (one.moves, two.tags, two.moves) == ((), {"White": "B"}, ("e4",))


@pytest.mark.parametrize("said", ["1–0", "1 - 0", "1 — 0", "1\xa0–\xa00", "1−0", "1‑0"])
def test_a_win_is_written_with_many_dashes(said):
    for text in (f"1. e4 e5 {said}", f'[Result "{said}"]\n\n1. e4 e5'):
        (game,) = pgn.parse_games(f"{text}\n\n")
        assert (game.result, game.moves) == ("1-0", ("e4", "e5"))


@pytest.mark.parametrize(
    "said",
    [
        "1/2",
        "½",
        "½-½",
        "1/2-1/2",
        "½–½",
        "1/2 – 1/2",
        "½ - ½",
        "½:½",
        "1⁄2-1⁄2",
        "0.5-0.5",
        "0,5 : 0,5",
    ],
)
def test_a_draw_is_written_in_several_ways(said):
    for text in (f"1. e4 e5 {said}", f'[Result "{said}"]\n\n1. e4 e5'):
        assert pgn.parse_games(text)[0].result == "1/2-1/2"


@pytest.mark.parametrize("capture", ["exd6e.p.", "exd6ep", "exd6 e.p.", "exd6"])
def test_en_passant_is_read_with_and_without_its_mark(capture):
    (game,) = pgn.parse_games(f"1. e4 a6 2. e5 d5 3. {capture}")
    assert RULES.spell(pgn.replay(game).moves[-1]) == "e5d6"


def test_old_ends_of_lines_part_tags_and_comments_too():
    (game,) = pgn.parse_games('[White "Anna"]\r\r1. e4 ; a comment\r% a line\r1... e5 *\r')
    assert (game.tags, game.moves) == ({"White": "Anna"}, ("e4", "e5"))
    assert invalid("1. e4\r\r<").params["line"] == 3


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. f4 e5 2. g4 Qh4# 1/2-1/2", "0-1"),
        ("1. f4 e5 2. g4 Qh4#", "0-1"),
        ('[Result "0-1"]\n\n1. e4 e5', "0-1"),
        ('[Result "won"]\n\n1. e4 e5', "*"),
        ('[Result "0-1"]\n\n1. e4 e5 1-0', "1-0"),
        ('[FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]\n\n1. Qf7 1-0', "1/2-1/2"),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1-0", "1-0"),
    ],
)
def test_the_board_decides_a_result_before_what_is_written(text, result):
    (game,) = pgn.parse_games(text)
    assert pgn.result_of(pgn.replay(game), game.result) == result


@pytest.mark.parametrize("null", ["--", "0000", "Z0", "@@@@"])
def test_a_turn_without_a_move_is_named(null):
    error = invalid(f"1. e4 (1. d4 {null}) e5 2. {null} Nf6 *")
    assert (error.code, dict(error.params)) == ("pgn_null_move", {"at": "2.", "text": null})


def test_castling_with_noughts_and_results_are_not_confused():
    (game,) = pgn.parse_games("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-1")
    assert (game.moves[-2:], game.result) == (("0-0", "0-0"), "0-1")
    assert len(pgn.replay(game).moves) == 8


def test_a_game_may_begin_elsewhere():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
    (game,) = pgn.parse_games(f'[SetUp "1"]\n[FEN "{fen}"]\n\n7... Kd7 8. e4 *')
    played = pgn.replay(game)
    assert len(played.moves) == 2
    assert "7... Kd7 8. e4 *" in pgn.write([("FEN", fen)], played, "*")


@pytest.mark.parametrize(
    ("text", "code", "params", "why"),
    [
        ("1. e4 e5 2. Ke3 *", "pgn_move", {"at": "2.", "text": "Ke3"}, "nothing_moves_there"),
        ("1. e4 e5 2. Nf3 Nc6 3. Nc3 Na5 4. Nd2", "pgn_move", {"at": "4.", "text": "Nd2"}, None),
        ("1. e4 xyz", "pgn_move", {"at": "1…", "text": "xyz"}, "unreadable_move"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "pgn_move", {"at": "3.", "text": "a3"}, None),
        ("1. e4 {never ends", "pgn_unreadable", {"line": 1, "text": "{never"}, None),
        ("1. e4\n\n(1. d4", "pgn_unreadable", {"line": 3, "text": "(1."}, None),
        ("1. e4\n) 1... e5", "pgn_unreadable", {"line": 2, "text": ")"}, None),
        ('1. e4 [Event "x]', "pgn_unreadable", {"line": 1, "text": "[Event"}, None),
        ('(\n[Event "x]\n)', "pgn_unreadable", {"line": 2, "text": "[Event"}, None),
        ('[Variant "Atomic"]\n1. e4', "pgn_variant", {"variant": "Atomic"}, None),
        ('[FEN "nonsense"]\n1. e4', "pgn_position", {"text": "nonsense"}, None),
    ],
)
def test_what_is_wrong_is_named(text, code, params, why):
    error = invalid(text)
    assert (error.code, dict(error.params)) == (code, params)
    if why:
        assert error.__cause__.code == why


def test_a_game_that_went_on_after_a_repetition_is_read_and_told():
    dance = "Nf3 Nf6 Ng1 Ng8 " * 2
    (game,) = pgn.parse_games(dance + "e4 e5 *")
    played = pgn.replay(game)
    assert (len(played.moves), played.ended_at) == (10, 8)
    assert played.states[8].ending == "repetition"
    assert "O-O" not in pgn.write([], played, "*")


def test_a_long_text_is_read_in_time_that_grows_with_it():
    games = pgn.parse_games("{" + "x" * 100_000 + "} 1. e4 " + "(1. d4 " * 2_000 + ")" * 2_000)
    assert len(games) == 1
    for endless in ("[" * 50_000, "[a" + " " * 100_000, '[a "' + '" ' * 50_000, "[a " * 50_000):
        assert pgn.parse_games(endless) == []
        assert invalid(f"1. e4 {endless}").code == "pgn_unreadable"
    assert pgn.parse_games("[\n" * 50_000) == []
