"""The bag, ruling by ruling, and its players measured over seeded matches."""

from itertools import pairwise
from random import Random

import pytest

from games.families import strategies as bots
from games.families.traffic_lights.bag import MAX_REDRAFTS, chips_to_letters, letters_to_chips
from games.orders.drafts import parse_preference
from games.rules import registry
from games.rules.base import CHANCE, BadState, IllegalMove, MalformedMove
from games.rules.series import as_series
from tests.rules.table import leg_of, random_match
from tests.sampling import at_length

VARIANTS = ("intro", "simple", "4x3", "slider")
SIMPLE, SLIDER = leg_of("simple.bag"), leg_of("slider.bag")


def rest(*seen):
    """Return the chips that are left in the bag."""
    return "".join(letter * (8 - "".join(seen).count(letter)) for letter in "RYG")


def at(board=".../.../...", *, hands=("RYG", "RYG"), pool="RY", turn=0, **more):
    """Set up a simple board in play, the chips not named in the bag."""
    facts = {"board": board, "hands": list(hands), "pool": pool, "turn": turn}
    facts |= {"bag": rest(board, *hands, pool)}
    return SIMPLE.load({**facts, "picks": 6, "passes": 0, "redrafts": 0, **more})


def sliding(board=".../.R./...", *, hands, turn=0, **more):
    facts = {"board": board, "hands": list(hands), "pool": "RY", "turn": turn}
    facts |= {"bag": rest(board, *hands, "RY")}
    facts |= {"strip": "...", "side": "N", "slid": False, "passes": 0}
    return SLIDER.load({**facts, "picks": 6, "redrafts": 0, **more})


def after(rules, state, *moves):
    for text in moves:
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(text))
    return state


def legal(rules, state):
    (seat,) = rules.awaited(state)
    return [rules.spell(move) for move in rules.moves(state, seat)]


def refusal(rules, state, text):
    with pytest.raises(IllegalMove) as error:
        after(rules, state, text)
    return error.value.code


DRAFT = "bag R,bag Y,take R,bag G,take G,bag R,take Y,bag Y,take Y,bag G,take R,bag R,take G"


def drafted(rules, draft=DRAFT, **options):
    return after(rules, rules.start(2, options), *draft.split(","))


@pytest.mark.parametrize("variant", VARIANTS)
def test_tl_15_the_bag_holds_eight_chips_of_each_colour_on_every_board(variant):
    leg = leg_of(f"{variant}.bag")
    assert leg.lots(leg.start(2, {})) == tuple((leg.parse(f"bag {letter}"), 8) for letter in "RYG")


@pytest.mark.parametrize("variant", VARIANTS)
def test_tl_15_no_chip_is_ever_lost_and_the_bag_never_runs_dry(variant):
    leg = leg_of(f"{variant}.bag")
    for seed in range(100 if at_length() else 25):
        for state in random_match(leg, {}, seed)[0]:
            board = "".join(leg.leg.colours(state.board).values())
            chips = board + "".join(map(chips_to_letters, (*state.hands, state.pool, state.bag)))
            assert [chips.count(letter) for letter in "RYG"] == [8, 8, 8]
            assert state.bag


def test_tl_16_the_pool_holds_two_chips_whenever_somebody_chooses():
    for seed in range(50 if at_length() else 20):
        for state in random_match(SIMPLE, {}, seed)[0]:
            if SIMPLE.awaited(state) in ({0}, {1}):
                assert len(chips_to_letters(state.pool)) == 2


def test_tl_17_the_chip_below_returns_before_the_random_draw_falls():
    state = at("R../.../...", hands=("RRY", "RRR"), pool="RR")
    assert "R" not in chips_to_letters(state.bag)
    laid = after(SIMPLE, state, "a3 R")
    assert SIMPLE.lots(laid)[0] == (SIMPLE.parse("bag R"), 1)
    assert chips_to_letters(laid.hands[0]) == "RRR"
    assert SIMPLE.awaited(after(SIMPLE, laid, "bag R")) == {1}


def test_random_draws_weigh_as_many_as_there_are_chips_of_the_colour():
    state = after(SIMPLE, SIMPLE.start(2, {}), "bag R")
    assert [weight for _, weight in SIMPLE.lots(state)] == [7, 8, 8]


def test_tl_18_who_can_lay_must_and_two_passes_end_the_leg_in_a_tie():
    assert refusal(SIMPLE, at(), "pass") == "must_lay"
    stuck = at("RRG/.../...", hands=("GGG", "GGG"))
    assert legal(SIMPLE, stuck) == ["pass"]
    once = after(SIMPLE, stuck, "pass")
    assert SIMPLE.awaited(once) == {1}
    assert (once.hands, once.pool, once.bag) == (stuck.hands, stuck.pool, stuck.bag)
    outcome = SIMPLE.outcome(after(SIMPLE, once, "pass"))
    assert (outcome.ranks, outcome.points, outcome.ending) == ((1, 1), (0, 0), "no_move")


def test_tl_18_a_laid_chip_between_two_passes_starts_the_count_again():
    state = at("R../.../...", hands=("GGG", "YGG"))
    state = after(SIMPLE, state, "pass", "a3 R", "bag R")
    assert state.passes == 0
    assert SIMPLE.awaited(state) == {0}
    assert "a3 R" in legal(SIMPLE, state)


DEAD = "bag Y,bag Y,take Y,bag Y,take Y,bag G,take Y,bag G,take G,bag G,take G,bag G,take G,bag R"


def test_tl_19_a_start_without_red_is_dead_unless_the_table_agreed_to_draft_again():
    dead = drafted(SIMPLE, DEAD)
    assert legal(SIMPLE, dead) == ["pass"]
    assert SIMPLE.outcome(after(SIMPLE, dead, "pass", "pass")).ending == "no_move"
    fresh = drafted(SIMPLE, DEAD, redraft_dead_start=True)
    start = SIMPLE.start(2, {"redraft_dead_start": True})
    assert fresh == start._replace(redrafts=MAX_REDRAFTS - 1)


def test_tl_19_fresh_drafts_have_an_end():
    state = SIMPLE.start(2, {"redraft_dead_start": True})
    for _ in range(MAX_REDRAFTS + 1):
        assert state.picks == 0
        state = after(SIMPLE, state, *DEAD.split(","))
    assert legal(SIMPLE, state) == ["pass"]


def test_tl_20_every_leg_has_a_fresh_draft_and_its_starter_chooses_second():
    series = registry.get("traffic_lights.4x3.bag")
    states, _ = random_match(series, {}, 3)
    for before, state in pairwise(states):
        if state.leg != before.leg:
            assert state.inner == as_series(series).inner.start(2, {})
            picking = after(series, state, "bag R", "bag Y")
            assert series.awaited(picking) == {1 - state.starter}
    assert SIMPLE.awaited(drafted(SIMPLE, f"{DRAFT},bag Y")) == {0}


def test_tl_21_who_could_lay_may_slide_and_who_cannot_may_slide_or_pass():
    able = legal(SLIDER, sliding(hands=("RYG", "RYG")))
    assert {"b2 R", "b2 Y", "slide E"} <= set(able)
    assert "pass" not in able
    unable = sliding(hands=("GGG", "RYG"))
    assert legal(SLIDER, unable) == ["slide E", "slide S", "slide W", "pass"]
    slid = after(SLIDER, unable, "slide E")
    assert (slid.hands, slid.pool) == (unable.hands, unable.pool)
    assert SLIDER.awaited(slid) == {1}


def test_tl_12_a_pass_does_not_lift_the_ban_on_a_second_slide():
    state = after(SLIDER, sliding(hands=("GGG", "GGG")), "slide E")
    assert legal(SLIDER, state) == ["pass"]
    state = after(SLIDER, state, "pass")
    assert refusal(SLIDER, state, "slide N") == "slide_twice"
    assert SLIDER.outcome(after(SLIDER, state, "pass")).ending == "no_move"


def test_tl_22_hands_pool_and_bag_are_open_to_everybody():
    state = at()
    for viewer in (None, 0, 1):
        assert SIMPLE.seen_by(state, viewer) == state


def test_tl_24_an_empty_bag_and_an_empty_pool_stop_nobody():
    state = at("R../.../...", hands=("RRG", "RYG"))._replace(pool=0, bag=0)
    laid = after(SIMPLE, state, "b2")
    assert SIMPLE.awaited(laid) == {1}
    assert chips_to_letters(laid.hands[0]) == "RG"


def test_a_turn_that_completes_a_line_ends_the_leg_and_takes_nothing():
    state = at("RR./.../...")
    assert "c3" in legal(SIMPLE, state)
    won = after(SIMPLE, state, "c3")
    assert SIMPLE.outcome(won).ranks == (1, 2)
    assert won.pool == state.pool
    assert after(SIMPLE, state, "c3 G") == won


def test_the_colour_may_be_left_out_when_both_chips_of_the_pool_are_equal():
    equal = at(pool="YY")
    assert after(SIMPLE, equal, "b2") == after(SIMPLE, equal, "b2 Y")
    assert legal(SIMPLE, equal)[0] == "a1 Y"
    assert refusal(SIMPLE, at(pool="RY"), "b2") == "take_which"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("b2 G", "not_in_pool"),
        ("take R", "not_now"),
        ("bag R", "not_now"),
        ("b2=Y R", "other_colour"),
        ("a3 R", "cell_green"),
        ("c3 R", "not_in_hand"),
    ],
)
def test_a_turn_that_the_chips_do_not_allow_is_refused_by_name(text, code):
    assert refusal(SIMPLE, at("G.R/.../...", hands=("RGG", "RYG")), text) == code


def test_in_the_draft_only_picks_count_and_only_from_the_pool():
    start = after(SIMPLE, SIMPLE.start(2, {}), "bag R", "bag R")
    assert legal(SIMPLE, start) == ["take R"]
    assert refusal(SIMPLE, start, "b2 R") == "draft_first"
    assert refusal(SIMPLE, start, "take G") == "not_in_pool"


def test_a_random_draw_of_a_colour_that_is_not_in_the_bag_is_refused():
    state = at("R../.../...", hands=("RRR", "RRR"), pool="R")
    assert SIMPLE.awaited(state) == {CHANCE}
    assert refusal(SIMPLE, state, "bag R") == "not_in_bag"


@pytest.mark.parametrize("text", ["take x", "b2 b", "bag", "slide E Y", "pass pass", "d1 R"])
def test_text_that_is_no_bag_move_is_refused(text):
    for rules in (SIMPLE, SLIDER):
        with pytest.raises(MalformedMove):
            rules.parse(text)


@pytest.mark.parametrize("text", ["b2 gelb", "b2 yellow", "b2 y g"])
def test_with_the_bag_a_chip_to_take_is_asked_for_by_its_letter(text):
    with pytest.raises(MalformedMove) as error:
        SIMPLE.parse(text)
    assert (error.value.code, error.value.params) == ("chip_by_letter", {"cell": "b2"})


def test_a_checked_colour_and_punctuation_are_read():
    assert SIMPLE.parse("B2=y, g") == SIMPLE.parse("b2=Y G")
    assert SIMPLE.spell(SIMPLE.parse("b2=Y G")) == "b2 G"


@pytest.mark.parametrize(
    "broken",
    [
        {"hands": ["RXG", "RYG"]},
        {"hands": ["RYG"]},
        {"pool": None},
        {"passes": 3},
        {"picks": True},
        {"redrafts": "no"},
    ],
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    good = SIMPLE.dump(at())
    with pytest.raises(BadState):
        SIMPLE.load({**good, **broken})
    del good["bag"]
    with pytest.raises(BadState):
        SIMPLE.load(good)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dump_that_lacks_a_chip_or_has_one_too_many_is_refused(variant):
    leg = leg_of(f"{variant}.bag")
    start = leg.dump(leg.start(2, {}))
    play = leg.dump(random_match(leg, {}, 1)[0][-1])
    assert leg.dump(leg.load(play)) == play
    for bag in ("", start["bag"][1:], start["bag"] + "G"):
        with pytest.raises(BadState):
            leg.load({**start, "bag": bag})
    for bag in (play["bag"][1:], play["bag"] + "G"):
        with pytest.raises(BadState):
            leg.load({**play, "bag": bag})


def test_a_preference_list_picks_the_first_colour_of_the_pool():
    state = after(SIMPLE, SIMPLE.start(2, {}), "bag G", "bag Y")
    assert SIMPLE.spell(SIMPLE.preferred_pick(state, parse_preference(" ryg "))) == "take Y"
    assert SIMPLE.spell(SIMPLE.preferred_pick(state, "GRY")) == "take G"
    assert SIMPLE.preferred_pick(SIMPLE.start(2, {}), "RYG") is None
    assert SIMPLE.preferred_pick(at(), "RYG") is None


@pytest.mark.parametrize("text", ["", "RY", "RRY", "RYGR", "abc"])
def test_a_preference_list_names_each_colour_once(text):
    with pytest.raises(MalformedMove) as error:
        parse_preference(text)
    assert error.value.code == "bad_preference"


def test_chips_are_counted_and_written_red_first():
    assert chips_to_letters(letters_to_chips("GRYR")) == "RRYG"


def test_the_board_in_letters_names_hands_pool_and_bag():
    drawn = SIMPLE.letters(at(hands=("YRG", "GGG"))).split("\n")
    assert drawn[-4:] == ["starter R Y G", "other   G G G", "pool    R Y", "bag     R6 Y6 G4"]


@pytest.mark.long
def test_about_every_fifth_random_leg_ends_without_a_line():
    legs = [random_match(SIMPLE, {}, seed)[0][-1] for seed in range(400)]
    without = sum(SIMPLE.outcome(state).ending == "no_move" for state in legs)
    assert 0.13 <= without / 400 <= 0.25


MATCHES = 40
# How far ahead the stronger must be: wins for each loss, over matches of four legs.
DUELS = [("random", "greedy", 3), ("random", "two_ply", 8)]


def _duel(rules, players, seed):
    chance = Random(seed)
    state = rules.start(2, {"legs": 4, "max_extra_pairs": 0})
    while awaited := rules.awaited(state):
        (seat,) = awaited
        if seat == CHANCE:
            lots, weights = zip(*rules.lots(state), strict=True)
            move = chance.choices(lots, weights)[0]
        else:
            move = bots.get(players[seat]).choose(rules, state, seat, chance)
            assert move in rules.moves(state, seat)
        state = rules.play(state, seat, move)
    return rules.outcome(state).ranks


@pytest.mark.parametrize(
    ("variant", "weaker", "stronger", "margin"),
    [
        ("simple", *DUELS[0]),
        *(
            pytest.param(variant, *duel, marks=pytest.mark.long)
            for variant in VARIANTS
            for duel in DUELS
            if (variant, duel) != ("simple", DUELS[0])
        ),
        *(
            pytest.param(variant, "greedy", "two_ply", 2, marks=pytest.mark.long)
            for variant in ("4x3", "slider")
        ),
    ],
)
def test_players_of_the_bag_beat_weaker_ones_by_a_wide_margin(variant, weaker, stronger, margin):
    rules = registry.get(f"traffic_lights.{variant}.bag")
    wins = ties = 0
    for seed in range(MATCHES):
        seats = (weaker, stronger) if seed % 2 else (stronger, weaker)
        ranks = _duel(rules, seats, seed)
        ties += ranks == (1, 1)
        wins += ranks[seats.index(stronger)] == 1 and ranks != (1, 1)
    lost = MATCHES - wins - ties
    print(f"{rules.key}: {stronger} over {weaker} {wins} won, {ties} tied, {lost} lost")
    assert wins >= margin * max(1, lost)
