"""`manage.py rules` for people and machines; bad input is one sentence and exit code 2."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.rules import registry
from tests.rules.table import leg_of, refold


def rules(*words):
    out = StringIO()
    call_command("rules", *words, stdout=out)
    return out.getvalue()


def data(*words):
    return json.loads(rules(*words, "--json"))


def sentence(*words):
    with pytest.raises(CommandError) as error:
        rules(*words)
    assert error.value.returncode == 2
    text = str(error.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


def test_list_names_every_ruleset_with_seats_and_options():
    text = rules("list")
    listed = {row["key"]: row for row in data("list")}
    assert list(listed) == registry.keys()
    shown = [key for key in registry.keys() if key in registry.offered_keys()]  # noqa: SIM118
    assert [key for key, row in listed.items() if row["offered"]] == shown
    marked = [line.split()[1] for line in text.splitlines()[:-1] if line.startswith("* ")]
    assert marked == shown
    for key, row in listed.items():
        assert key in text
        assert row["seats"] == list(registry.get(key).seats)
        assert set(row["options"]) == set(registry.get(key).options)
    assert listed["traffic_lights.4x3"]["options"]["legs"] == {
        "default": 2,
        "allowed": [2, 4, 6, 8],
    }


def test_perft_prints_one_whole_number_a_depth():
    assert rules("perft", "traffic_lights.simple", "3").split("\n") == ["9", "81", "729", ""]
    assert data("perft", "traffic_lights.4x3", "3", "--leg") == [12, 144, 1728]


def test_perft_may_start_later_and_stops_at_the_end_of_a_match():
    assert data("perft", "traffic_lights.simple", "2", "--after", "b2 a1") == [9, 72]
    assert data("perft", "traffic_lights.simple", "2", "--after", "a1 c3 a2 c2 a3") == [0, 0]


def test_show_tells_board_awaited_seats_moves_and_outcome():
    text = rules("show", "traffic_lights.slider", "--moves", "b2 slide E, a1; >w")
    assert "2 . . R ." in text
    assert "awaited: 0" in text
    assert "outcome: none yet" in text
    shown = data("show", "traffic_lights.simple", "--moves", "a1 c3 a2 c2 a3")
    assert shown["awaited"] == []
    assert shown["moves"] == {}
    assert shown["lots"] == []
    assert shown["outcome"]["ranks"] == [1, 2]
    assert shown["outcome"]["points"] == [1, 0]
    assert shown["outcome"]["ending"] == "line"


def test_show_splits_moves_of_several_words_where_the_rules_allow_it():
    setup = "start R +c2 +e3 +f3 +h4 +i5 +a1 +k11"
    shown = data("show", "ampel", "--moves", f"{setup} a1-b1 +a1")
    assert shown["awaited"] == [0]
    assert data("show", "ampel", "--moves", f"{setup} a1-b1")["state"]["step"] == 3
    draft = "bag R bag Y take R bag G take G bag R take Y bag Y take Y bag G take R bag R take G"
    assert data("show", "traffic_lights.simple.bag", "--moves", draft)["awaited"] == [-1]


def test_show_takes_options_and_one_leg_alone():
    options = json.dumps({"legs": 4, "max_extra_pairs": 0})
    moves = "a1 c3 a2 c2 a3"
    shown = data("show", "traffic_lights.4x3", "--options", options, "--moves", moves)
    assert (shown["leg"], shown["legs_total"], shown["totals"]) == (2, 4, [1, 0])
    alone = data("show", "traffic_lights.4x3", "--options", options, "--leg", "--moves", moves)
    assert alone["outcome"]["points"] == [1, 0]
    assert "leg" not in alone


def test_playout_repeats_with_its_seed_and_lists_the_legal_moves_before_each():
    first = data("playout", "traffic_lights.slider", "--seed", "7")
    assert first == data("playout", "traffic_lights.slider", "--seed", "7")
    assert first != data("playout", "traffic_lights.slider", "--seed", "8")
    ledger = [(ply["seat"], ply["move"]) for ply in first["plies"]]
    slider = registry.get("traffic_lights.slider")
    outcome = slider.outcome(refold(slider, {}, ledger))
    assert list(outcome.ranks) == first["outcome"]["ranks"]
    for ply in first["plies"]:
        assert ply["legal"] == sorted(ply["legal"])
        assert ply["move"] in ply["legal"]


def test_playout_of_one_leg_prints_a_line_a_ply():
    lines = rules("playout", "traffic_lights.simple", "--leg", "--seed", "1").splitlines()
    assert lines[0].split()[0] == "0"
    assert lines[-1].startswith("outcome: ")
    assert len(lines) - 1 <= leg_of("simple").cap


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["show", "traffic_lights.5x5"], ["'traffic_lights.5x5'", "traffic_lights.4x3"]),
        (["perft", "traffic_lights.4x3", "0"], ["1 or more", "0"]),
        (["show", "traffic_lights.4x3", "--options", '{"legs": 3}'], ["legs", "3", "2, 4, 6, 8"]),
        (["show", "traffic_lights.4x3", "--options", '{"rounds": 2}'], ["rounds", '"legs"']),
        (["show", "traffic_lights.4x3", "--options", '{"legs": "2"}'], ['"2"']),
        (["show", "traffic_lights.4x3", "--options", "[2]"], ["JSON object", "[2]"]),
        (["show", "traffic_lights.4x3", "--options", "{"], ["JSON object"]),
        (["show", "traffic_lights.4x3", "--moves", "b2 e9"], ["Ply 2", "'e9'"]),
        (["show", "traffic_lights.4x3", "--moves", "b2 b2 b2 b2"], ["Ply 4", "cell_green", "a1"]),
        (["show", "traffic_lights.slider", "--moves", "slide E"], ["Ply 1", "slide_first"]),
        (["show", "traffic_lights.simple", "--moves", "a1 c3 a2 c2 a3 b1"], ["Ply 6", "over"]),
        (["perft", "traffic_lights.simple", "1", "--after", "?"], ["Ply 1", "'?'"]),
        (["playout", "nothing"], ["'nothing'"]),
    ],
)
def test_bad_input_is_answered_by_one_sentence(words, named):
    text = sentence(*words)
    for part in named:
        assert part in text


def test_the_table_is_as_small_as_the_options_allow_unless_seats_are_named():
    four = data("show", "mensch", "--options", '{"mode": "four"}')
    assert len(four["state"]["pawns"]) == 4
    assert four["state"]["table"]["mode"] == "four"
    assert data("show", "mensch")["state"]["table"]["mode"] == "two_by_two"
    assert data("perft", "halma", "3", "--seats", "3") == [14, 196, 2744]
    assert "seats" in sentence("show", "halma", "--seats", "4")


def test_random_draws_and_forced_acts_are_shown():
    shown = data("show", "mensch")
    assert shown["awaited"] == [-1]
    assert shown["lots"] == [[f"roll {face}", 1] for face in range(1, 7)]
    goose = data("show", "goose", "--moves", "roll 6 roll 1")
    assert goose["moves"] == {"0": ["pass"]}
    assert data("perft", "goose", "2") == [1, 6]
