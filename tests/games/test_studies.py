"""Games of chess given as text, carried in an address, and matches written out."""

from __future__ import annotations

import io
from datetime import timedelta

import chess.pgn
import pytest

from games import clocks, queries
from games.services.errors import Refused
from games.services.play import matches, ties
from games.services.solo import pgn_clocks, studies
from games.services.wording.explaining import explain
from tests.rules.test_pgn import OPERA

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def refusal_of(text):
    with pytest.raises(Refused) as refused:
        studies.parse_studies(text)
    return refused.value


def test_a_text_becomes_a_study_and_its_address_the_same_study_again():
    (study,) = studies.parse_studies(OPERA)
    assert study.tags["White"] == "Morphy"
    assert len(study.spelled) == 33
    again = studies.study_from_url(study.line, study.fen, study.tags)
    assert again == study
    assert chess.pgn.read_game(io.StringIO(studies.study_pgn(study, 33))).errors == []


def test_what_the_tags_say_is_kept_and_written_out():
    tags = {
        "Event": "Open " * 20 + "of a long name",
        "Site": "Biel",
        "Date": "2026.07.18",
        "Round": "4",
        "White": "Anna",
        "Black": "Berta",
        "Result": "1-0",
        "WhiteElo": "1800",
        "BlackElo": "1750",
        "ECO": "C20",
    }
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    (study,) = studies.parse_studies(f"{text}\n1. e4 e5 1-0")
    assert study.tags == tags
    written_out = chess.pgn.read_game(io.StringIO(studies.study_pgn(study, 2)))
    assert dict(written_out.headers) == tags


def test_a_result_against_the_board_is_corrected():
    (study,) = studies.parse_studies("1. f4 e5 2. g4 Qh4# 1/2-1/2")
    assert study.result == study.tags["Result"] == "0-1"
    assert studies.study_from_url(study.line, "", {"Result": "1-0"}).result == "0-1"
    assert studies.study_pgn(study, 4).endswith("Qh4# 0-1\n")


def test_rights_that_nobody_has_are_not_written_out_again():
    start = "4k3/8/8/3Pp3/8/8/8/4K2R w KQkq d6 0 1"
    (read,) = studies.parse_studies(f'[FEN "{start}"]\n\n1. O-O *')
    for study in (read, studies.study_from_url("e1g1", start, {})):
        assert study.fen == "4k3/8/8/3Pp3/8/8/8/4K2R w K - 0 1"
        assert f'[FEN "{study.fen}"]' in studies.study_pgn(study, 1)


def test_lines_with_promotions_to_bishops_are_taken_apart_rightly():
    fen = "8/1P2P1k1/8/8/8/8/8/K7 w - - 0 1"
    study = studies.study_from_url("e7e8bb2b1q", "8/4P1k1/8/8/8/8/1p6/R3K3 w - - 0 1", {})
    assert study.spelled == ["e7e8b", "b2b1q"]
    assert studies.study_from_url("b7b8b", fen, {}).spelled == ["b7b8b"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "pgn_empty", "contains no game"),
        ("1. e4 e5 2. Ke3", "pgn_move", "Game 1, move 2. Ke3: ♔e3"),
        ("1. e4 e5 *\n1. d4 Nf3", "pgn_move", "Game 2, move 1… Nf3"),
        ("1. e4 -- 2. d4", "pgn_null_move", "Game 1, move 1…: “--” passes the turn"),
        ("1. e4 <", "pgn_unreadable", "Line 1 cannot be read at “<”."),
        ("1. e4 * " * 51, "pgn_too_many_games", "contains 51 games"),
        ("Nf3 Nf6 Ng1 Ng8 " * 151, "pgn_too_many_plies", "Game 1 is longer than 600 plies."),
        ("x" * 200_001, "pgn_too_long", "The limit is 200000 characters"),
    ],
)
def test_what_cannot_be_read_is_named(text, code, said):
    refusal = refusal_of(text)
    assert refusal.code == code
    assert said.replace("♔e3", "Ke3") in explain(refusal)


def test_the_reason_of_the_rules_stands_behind_the_move():
    said = explain(refusal_of("1. e4 e5 2. Bb5 a6 3. d3 Qh4 4. Nc3 Bb4 5. Bd2 Bxc3 6. Bxd7+ Rh7"))
    assert said.startswith("Game 1, move 6… Rh7: Rh7 is not legal here.")


@pytest.mark.parametrize("line", ["e2e4e7", "e2e9", "<script>", "e2e4" * 800, "e7e5"])
def test_an_address_that_we_did_not_write_is_refused(line):
    with pytest.raises(Refused):
        studies.study_from_url(line, "", {})


def written(match, viewer):
    position = queries.position_for(viewer, match.pk)
    assert position is not None
    return studies.match_pgn(position, "https://x.example/m/1/")


def test_a_match_is_written_for_every_other_program(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="chess")
    play(match, "e2e4,e7e5,f1c4,b8c6,d1h5,g8f6", noon)
    assert '[Result "*"]' in written(match, alice)
    play(match, "h5f7", noon)
    game = chess.pgn.read_game(io.StringIO(written(match, alice)))
    assert game.errors == []
    assert dict(game.headers) == {
        "Event": "Ampelpost",
        "Site": "https://x.example/m/1/",
        "Date": "2026.03.02",
        "Round": "-",
        "White": "Alice",
        "Black": "Bob",
        "Result": "1-0",
        "TimeControl": "1/259200",
        "Mode": "EM",
        "Termination": "normal",
    }
    assert [node.san() for node in game.mainline()][-1] == "Qxf7#"
    assert [node.clock() for node in game.mainline()] == [259200] * 7


@pytest.mark.parametrize(
    ("fields", "tag"),
    [
        ({}, "-"),
        ({"per_turn": DAY}, "1/86400"),
        ({"bank": 7 * DAY, "increment": DAY}, "604800+86400"),
        ({"bank": 7 * DAY, "block_moves": 10, "block_span": 10 * DAY}, "604800:10/864000"),
        ({"bank": 7 * DAY, "per_turn": DAY}, "?"),
        ({"per_turn": DAY, "silence": 2 * DAY}, "?"),
    ],
)
def test_the_time_control_as_pgn_says_it(fields, tag):
    assert pgn_clocks.control_tag(clocks.TimeControl(**fields)) == tag


def test_clocks_stand_behind_the_moves(alice, bob, start, play, noon):
    bank = clocks.TimeControl(bank=7 * DAY, increment=DAY, cap=14 * DAY)
    match = start(alice, bob, ruleset="chess", control=bank)
    play(match, "e2e4", noon + DAY + timedelta(minutes=1, seconds=5))
    play(match, "e7e5", noon + 2 * DAY)
    game = chess.pgn.read_game(io.StringIO(written(match, alice)))
    shown = [node.clock() for node in game.mainline()]
    assert shown == [7 * 86400 - 65, 7 * 86400 + 65]


def test_results_are_those_of_the_match(alice, bob, start, play, noon):
    given_up, tied, called_off = (start(alice, bob, ruleset="chess") for _ in range(3))
    play(given_up, "e2e4,e7e5", noon)
    matches.resign_match(given_up.pk, alice, now=noon)
    assert written(given_up, alice).endswith("1... e5 {[%clk 72:00:00]} 0-1\n")
    play(tied, "e2e4,e7e5", noon)
    for player in (alice, bob):
        ties.offer_tie(tied.pk, player, now=noon)
    assert written(tied, alice).endswith("1/2-1/2\n")
    matches.abort_match(called_off.pk, alice, now=noon)
    assert '[Termination "abandoned"]' in written(called_off, alice)


def test_other_games_have_no_such_text(alice, bob, start):
    with pytest.raises(Refused, match="not_chess"):
        written(start(alice, bob, ruleset="mill"), alice)
