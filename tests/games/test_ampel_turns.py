"""Ampel at the table: whole turns in words, in e-mails, by bots, and on the page step by step."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.bots.turns import choose_turn
from games.families import strategies
from games.families.ampel.rules import Ampel
from games.families.ampel.trigrid import NEIGHBOURS, POINTS, destinations, route
from games.families.registry import family_of
from games.models import Match, Ply
from games.services.match.loaded import load_match
from games.services.wording import wording
from games.web.page.drafts import clicks_of, draft_of
from notifications.models import Message
from tests.emails import composed
from tests.markup import text_of

pytestmark = pytest.mark.django_db
RULES = Ampel()


def whole(state, seat, rng):
    """Return a whole turn at random."""
    move = ()
    while longer := RULES.continuations(state, seat, move):
        move = rng.choice(longer)
    return move


@pytest.fixture
def table(alice, bob, start):
    bob.language = "en"
    bob.save()
    return start(alice, bob, ruleset="ampel", options={"yellow": 10}, preset="untimed", rated=False)


@pytest.fixture
def middle(table, play, noon):
    """Return a match in which both sides have discs to move, and whose turn it is."""
    rng = random.Random(8)
    for _turn in range(22):
        state = RULES.load(Match.objects.get(pk=table.pk).state)
        play(table, RULES.spell(whole(state, state.turn, rng)), noon)
    table.refresh_from_db()
    return load_match(table)


@pytest.mark.long
def test_a_route_leads_along_neighbours_to_every_destination_and_nowhere_else():
    rng, state = random.Random(2), RULES.start(2, {})
    state = RULES.play(state, -1, RULES.parse("start R"))
    for _turn in range(25):
        for start, disc in enumerate(state.board):
            if disc not in (1, 2):
                continue
            ways = {end: route(state.board, start, end) for end in range(66)}
            assert {end for end, way in ways.items() if way} == destinations(state.board, start)
            for end, way in ways.items():
                assert not way or (way[0], way[-1]) == (start, end)
                assert all(two in NEIGHBOURS[one] for one, two in pairwise(way))
        if RULES.outcome(state):
            break
        state = RULES.play(state, state.turn, whole(state, state.turn, rng))


def test_the_draw_says_who_begins_and_the_email_who_plays_what(table):
    lot = Ply.objects.get(match=table)
    first = 0 if lot.text == "start R" else 1
    for email in Message.objects.filter(kind="match_started"):
        own = 0 if email.player.name == "Alice" else 1
        begins = "You were" if own == first else f"{('Alice', 'Bob')[first]} was"
        begins += " chosen at random to start."
        assert begins in composed(email)["start"]
        assert composed(email)["side"] == f"You play {('red', 'green')[own]}."
        assert composed(email)["terms"] == "10 yellow discs"
    awaited = Message.objects.get(
        kind="match_started", player=load_match(table).seats[first].player
    )
    assert "0 of 10 are placed" in composed(awaited)["task"]
    assert {len(move["text"]) for move in composed(awaited)["moves"]} == {3}


@pytest.mark.long
def test_no_email_offers_a_part_of_a_turn(middle):
    email = composed(Message.objects.filter(kind="your_turn").latest("pk"))
    assert email["moves"] == []
    assert len(email["example"].split()) == 3
    assert email["task"].startswith("Step 1 of 3")
    assert "Write the whole turn" in email["grammar"]


def test_a_turn_is_told_with_its_signals(middle, play, noon):
    rng, match = random.Random(1), middle.match
    while True:
        before = RULES.load(Match.objects.get(pk=match.pk).state)
        text = RULES.spell(whole(before, before.turn, rng))
        after = RULES.play(before, before.turn, RULES.parse(text))
        taken = after.taken[before.turn] - before.taken[before.turn]
        played = play(match, text, noon)
        said = wording.ply_sentence(played.loaded, played.plies[0])
        assert ("Signal" in said) == (taken > 0)
        if taken:
            break
    assert "–" in said
    assert said.endswith("held now.")
    email = composed(Message.objects.filter(kind="your_turn").latest("pk"))
    assert said in email["news"]


@pytest.mark.long
def test_steps_are_drafted_one_after_the_other(middle):
    seat = middle.state.turn
    empty = draft_of(middle, seat, ())
    assert not empty.text
    assert not empty.sendable
    first = empty.moves[3]
    way = clicks_of(middle, seat, first)
    assert len(way) == 2
    half = draft_of(middle, seat, way[:1])
    assert (half.text, half.root) == ("", ())
    begun = draft_of(middle, seat, way)
    assert (begun.text, begun.sendable, begun.root) == (first, False, way)
    assert all(move.startswith(f"{first} ") for move in begun.moves)
    text = RULES.spell(whole(middle.state, seat, random.Random(1)))
    done = draft_of(middle, seat, clicks_of(middle, seat, text))
    assert done.sendable
    assert not done.goes_on
    assert done.text == text
    assert text in done.moves
    assert clicks_of(middle, seat, "g4-g4") == ()
    assert draft_of(load_match(middle.match), seat, ("z9",)).text == ""


def test_the_page_goes_step_by_step_and_back(middle, client_for):
    seat = middle.state.turn
    text = RULES.spell(whole(middle.state, seat, random.Random(3)))
    way = clicks_of(middle, seat, text)
    client, url = client_for(middle.seats[seat].player), middle.match.get_absolute_url()

    def page(**asked):
        return text_of(client.get(url, asked))

    assert "Step 1 of 3: move one of your own discs" in page()
    second = page(clicks=",".join(way[:2]))
    assert "Step 2 of 3: move a" in second
    assert f'?clicks={way[0]}" data-swap>Undo last click</a>' in second
    assert "Step 3 of 3" in page(clicks=",".join(way[:4]))
    done = page(clicks=",".join(way))
    assert f'name="move" value="{text}"' in done
    assert f"?clicks={','.join(way[:-1])}" in done
    assert page(move=text).count("d-route") == 2
    assert "Step 2 of 3: move a" in page(move=text.split()[0])
    wrong = client.get(url, {"clicks": f"{way[0]},{way[1]},a1,a1"})
    assert wrong.status_code == 422
    assert "Step 2 of 3" in text_of(wrong)


@pytest.mark.long
def test_a_turn_is_refused_as_a_whole(middle, client_for):
    seat = middle.state.turn
    text = RULES.spell(whole(middle.state, seat, random.Random(3)))
    taken = next(POINTS[at] for at, disc in enumerate(middle.state.board) if disc == 3)
    wrong = f"{text.rpartition(' ')[0]} +{taken}"
    client, url = client_for(middle.seats[seat].player), middle.match.get_absolute_url()
    before = Match.objects.get(pk=middle.match.pk)
    answer = client.post(f"{url}move/", {"move": wrong, "seen": before.ply_count})
    assert answer.status_code == 422
    assert f"{taken} is not free." in text_of(answer)
    after = Match.objects.get(pk=middle.match.pk)
    assert (after.state, after.ply_count) == (before.state, before.ply_count)


@pytest.mark.parametrize("key", strategies.for_ruleset("ampel"))
def test_bots_send_whole_turns(key):
    rng, state = random.Random(4), RULES.start(2, {})
    state = RULES.play(state, -1, RULES.parse("start G"))
    for _turn in range(12):
        seat = state.turn
        move = choose_turn(strategies.get(key), RULES, state, seat, rng)
        assert RULES.continuations(state, seat, move) == ()
        state = RULES.play(state, seat, move)


def test_the_drawings_show_what_the_text_says():
    drawn = family_of("ampel").pictures("ampel")
    assert drawn["way"].routes == (("h2", "h3", "h4", "i5"),)
    assert drawn["other"].routes == (("h2", "h3", "h4", "g4"),)
    gone = {"h5", "g5", "i5", "h2"}
    assert not {cell.name for cell in drawn["after"].cells if cell.piece} & gone
    red = dict(drawn["after"].stores[0].pieces)
    assert red["Y"] == 1
    assert len([cell for cell in drawn["start"].cells if cell.piece == "Y"]) == 5
