"""Standing orders at a table: kept, carried out with the roll, private, withdrawn, lapsed."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games import clocks
from games.models import ClockCharge, Match, Order, Ply
from games.orders.errors import BadOrder
from games.services.audit import replay_match
from games.services.match import public_ids
from games.services.match.loaded import load_match
from games.services.play import commands, orders
from games.services.play.flags import settle_flags
from games.services.play.matches import start_match
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from notifications.models import Message
from tests.emails import composed
from tests.games.conftest import SEED
from tests.games.test_dice import play_on

pytestmark = pytest.mark.django_db
ALL = "*: hit home front"
HOUR = timedelta(hours=1)


@pytest.fixture
def dave(person):
    return person("Dave")


def laid(match):
    """Return the table as it stands."""
    return load_match(Match.objects.get(pk=match.pk))


def to_move(match):
    """Return the seat that is awaited; None when all is over."""
    return next((seat for seat in laid(match).seats if seat.awaited), None)


def order(match, player, text, now):
    """Give an order on the position as it stands."""
    seen = Match.objects.get(pk=match.pk).ply_count
    return commands.save_orders(match.pk, player, text, commands.Submission(seen, now, "page"))


def first_move(match, now):
    """Let whoever is to move play the first legal move."""
    table, seat = laid(match), to_move(match)
    text = table.rules.spell(table.rules.moves(table.state, seat.number)[0])
    seen = table.match.ply_count
    return play_turn(match.pk, seat.number, text, seen=seen, now=now, source="page")


@pytest.mark.long
def test_an_order_waits_and_then_uses_every_roll_in_the_same_turn(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60)
    other = bob if to_move(match).player == alice else alice
    done = order(match, other, ALL, now)
    assert [each.text for each in done.kept] == [ALL]
    assert done.played is None
    ordered = Ply.objects.filter(match=match, source="order")
    while Match.objects.get(pk=match.pk).is_running and ordered.count() < 20:
        assert to_move(match).player != other
        first_move(match, now := now + HOUR)
    own = next(seat.number for seat in laid(match).seats if seat.player == other)
    assert set(ordered.values_list("seat", flat=True)) == {own}
    assert ordered.count() >= 20
    assert not ClockCharge.objects.filter(match=match, seat=own, since__gte=noon + HOUR * 61)
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []


def test_an_order_that_covers_the_roll_in_hand_plays_it_at_once(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60) + HOUR
    seat = to_move(match)
    before = Match.objects.get(pk=match.pk).ply_count
    done = order(match, seat.player, ALL, now)
    assert done.played is not None
    first = Ply.objects.get(match=match, number=before + 1)
    assert (first.seat, first.source) == (seat.number, "order")
    charge = ClockCharge.objects.filter(match=match).latest("pk")
    assert (charge.seat, charge.charged > 0) == (seat.number, True)
    assert to_move(match).player != seat.player
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []


def test_what_is_not_covered_is_asked_and_the_email_says_why(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60) + HOUR
    seat = to_move(match)
    face = laid(match).state.roll
    held = order(match, seat.player, f"{face}: hold; {ALL}", now)
    assert held.played is None
    assert to_move(match).player == seat.player
    first_move(match, now)
    while (awaited := to_move(match)).player != seat.player:
        first_move(match, now := now + HOUR)
    assert laid(match).state.roll == face
    email = Message.objects.filter(player=awaited.player, kind="your_turn").latest("pk")
    assert composed(email)["standing"] == f"{face}: hold; {ALL}"
    assert any(
        "(by standing order)" in line or "(durch Daueranweisung)" in line
        for line in composed(email)["news"]
    )
    orders.withdraw_orders(match.pk, seat.player, now=now)
    assert composed(email)["standing"] == ""


def test_it_may_come_with_the_own_move(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60) + HOUR
    table, seat = laid(match), to_move(match)
    move = table.rules.spell(table.rules.moves(table.state, seat.number)[-1])
    written = commands.Submission(table.match.ply_count, now, "page")
    commands.run_message(match.pk, seat.player, f"{move}\n{ALL}", written)
    played = Ply.objects.get(match=match, number=table.match.ply_count + 1)
    assert (played.text, played.source) == (move, "page")
    assert to_move(match).player != seat.player


def test_a_new_one_replaces_it_and_it_can_be_withdrawn(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60) + HOUR
    other = bob if to_move(match).player == alice else alice
    (first,) = order(match, other, ALL, now).kept
    assert order(match, other, ALL, now).known == [first]
    done = order(match, other, "6: e; *: rear", now)
    assert done.replaced == [first]
    orders.withdraw_order(match.pk, other, public_ids.public_id(done.kept[0].pk, "order"), now=now)
    states = Order.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["replaced", "withdrawn"]


def test_a_move_that_sets_off_many_rolls_costs_no_more_queries(
    alice, bob, carol, dave, noon, django_assert_max_num_queries
):
    terms = Terms.checked("mensch", {}, clocks.PRESETS["dice"], rated=True, seats=4)
    match = start_match((alice, bob, carol, dave), terms, seed=SEED, now=noon)
    now = play_on(match, noon, 60) + HOUR
    mover = to_move(match).player
    for player in (alice, bob, carol, dave):
        if player != mover:
            order(match, player, "1: hold; *: hit home rear", now)
    orders_before = Ply.objects.filter(match=match, source="order").count()
    for _turn in range(8):
        table, seat, now = laid(match), to_move(match).number, now + HOUR
        text, seen = table.rules.moves(table.state, seat)[0], table.match.ply_count
        with django_assert_max_num_queries(15):
            play_turn(match.pk, seat, text, seen=seen, now=now, source="page")
    assert Ply.objects.filter(match=match, source="order").count() > orders_before + 8


def test_it_lapses_with_the_match(alice, bob, start, noon):
    match = start(alice, bob, ruleset="mensch")
    now = play_on(match, noon, 60) + HOUR
    for player in (alice, bob):
        if Match.objects.get(pk=match.pk).is_running:
            order(match, player, ALL, now)
    match.refresh_from_db()
    assert match.status == "finished", "both play by themselves now"
    assert set(Order.objects.values_list("state", "reason")) == {("lapsed", "match_over")}
    assert list(replay_match(match)) == []


@pytest.mark.parametrize("key", ["goose", "mill"])
def test_other_games_know_no_standing_orders(alice, bob, start, noon, key):
    match = start(alice, bob, ruleset=key, rated=False)
    with pytest.raises(BadOrder) as refusal:
        order(match, alice, ALL, noon)
    assert refusal.value.code == "no_standing_here"


PLANS = (
    "6: e hit home front; *: hit home front",
    "6: e; 5: hit front; *: hit home rear",
    "1: hold; *: hit home safe front",
    "6: hold; *: hit home rear",
)


@pytest.mark.long
def test_a_match_of_four_runs_on_with_few_emails(alice, bob, carol, dave, noon, capsys):
    control = clocks.PRESETS["dice"]
    terms = Terms.checked("mensch", {}, control, rated=True, seats=4)
    players = (alice, bob, carol, dave)
    match = start_match(players, terms, seed=SEED, now=noon)
    for player, text in zip(players, PLANS, strict=True):
        order(match, player, text, noon)
    now = noon
    while Match.objects.get(pk=match.pk).is_running:
        now += timedelta(hours=9)
        assert settle_flags(now=now) == 0
        first_move(match, now)
    match.refresh_from_db()
    assert match.ending == "home"
    assert sorted(seat.rank for seat in laid(match).seats) == [1, 2, 3, 4]
    assert list(replay_match(match)) == []
    emails = Counter(Message.objects.values_list("player__name", flat=True))
    sources = Counter(Ply.objects.filter(match=match, seat__gte=0).values_list("source", flat=True))
    with capsys.disabled():
        print(f"\n{match.ply_count} plies, {dict(sources)}, {now - noon}; e-mails {dict(emails)}")
    assert max(emails.values()) < 40
