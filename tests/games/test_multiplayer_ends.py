"""Tables of three and four: leaving, partners, ends."""

from __future__ import annotations

import pytest

from games.models import Match, RatingEntry
from games.rules import multiplayer, registry
from games.rules.base import MalformedMove, resolve_options
from games.services.bots import caretakers
from games.services.errors import Refused
from games.services.play import matches, ties
from games.services.play.play import play_turn
from games.web.lobby.rows import row_of
from tests.games.tables_of_three import HOUR, awaited, chance, control, errors, somehow

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_resigning_among_three_leaves_the_others_playing(three, play, alice, bob, carol, noon):
    match = three("skip")
    play(match, "d1-e5", noon)
    matches.resign_match(match.pk, carol, now=noon + HOUR)
    match.refresh_from_db()
    assert match.is_running
    assert awaited(match) == [1]
    with pytest.raises(Refused, match="you_left"):
        matches.resign_match(match.pk, carol, now=noon + HOUR)
    play(match, "j10-i9", noon + HOUR)
    assert awaited(match) == [0]
    matches.resign_match(match.pk, alice, now=noon + 2 * HOUR)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "last_left")
    assert "left" in row_of(match, bob).result
    assert "left" not in row_of(match, alice).result  # who left themselves
    assert [seat.rank for seat in match.seats.all()] == [2, 1, 2]
    assert errors(match) == []


def test_no_tie_is_agreed_among_three(three, play, alice, noon):
    match = three()
    play(match, "d1-e5", noon)
    with pytest.raises(Refused, match="no_tie_by_agreement"):
        ties.offer_tie(match.pk, alice, now=noon)


def test_partners_win_and_lose_together(alice, bob, carol, person, start, play, noon):
    dora = person("Dora")
    match = start(alice, bob, carol, dora, ruleset="mensch.team", control=control("skip"))
    now = noon
    for _turn in range(6):
        play(match, somehow(match), now)
    matches.resign_match(match.pk, bob, now=now)
    match.refresh_from_db()
    assert match.is_running
    caretakers.play_caretaker_turns(now=now, chance=chance())
    assert errors(match) == []
    matches.resign_match(match.pk, dora, now=now)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "side_left")
    assert [seat.rank for seat in match.seats.all()] == [1, 2, 1, 2]
    changes = {each.player.name: each.delta for each in RatingEntry.objects.filter(match=match)}
    # Half of K 40 where dice decide, half of it expected; both partners alike.
    assert changes == {"Alice": 1000, "Bob": -1000, "Carol": 1000, "Dora": -1000}
    assert errors(match) == []


@pytest.mark.parametrize("key", registry.keys())
def test_no_ruleset_reads_a_leaving_as_a_move(key):
    with pytest.raises(MalformedMove):
        registry.get(key).parse(multiplayer.leaving_text("timeout"))


@pytest.mark.parametrize("key", ["mensch", "mensch.team", "goose", "halma", "tri_plan"])
def test_at_a_table_of_three_or_four_everybody_can_leave(key):
    rules = registry.get(key)
    seats = max(rules.seats)
    assert multiplayer.can_leave(rules, seats)
    state = rules.start(seats, resolve_options(rules, {}, seats))
    assert multiplayer.apply_line(rules, state, 0, multiplayer.leaving_text("resigned"))


def test_the_rules_own_resignation_opens_the_auction(alice, bob, carol, start, play, noon):
    match = start(
        alice, bob, carol, ruleset="tri_plan", options={"edge": 3}, control=control("skip")
    )
    play(match, "c3", noon)
    matches.resign_match(match.pk, alice, now=noon + HOUR)
    assert awaited(match) == [0, 1, 2]
    for seat, text in enumerate(("bid 3", "bid 5", "bid 0")):
        seen = Match.objects.get(pk=match.pk).ply_count
        play_turn(match.pk, seat, text, seen=seen, now=noon + 2 * HOUR, source="page")
    match.refresh_from_db()
    assert awaited(match) == [1]
    assert errors(match) == []
