"""Waiting for players: who may sit down, who gets the last place, when the match begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import challenge_queries, clocks
from games.models import Challenge, Match, Place
from games.services.audit import replay_match
from games.services.bots import bots, filling
from games.services.challenges import challenges, closing, rematches
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.services.time.timetable import ALWAYS
from notifications.models import Message
from tests.games.conftest import SEED
from tests.games.tables_of_three import chance

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def terms(seats: int = 3, **given: Any) -> Terms:
    """Return Halma for three, a day a move."""
    control = replace(clocks.PRESETS["day"], on_flag="skip")
    return Terms.checked("halma", {}, control, rated=given.get("rated", True), seats=seats)


@pytest.fixture
def offer(alice: Any, noon: Any) -> Any:
    """Return an issuer of Alice's challenges to three."""

    def issue(*players: Any, **given: Any) -> Challenge:
        put = challenges.Offer(players=players, **given)
        return challenges.issue_challenge(alice, terms(), put, now=noon)

    return issue


@pytest.fixture
def join(noon: Any) -> Any:
    """Return a joiner of challenges."""
    return lambda found, player: challenges.join_challenge(found.pk, player, seed=SEED, now=noon)


@pytest.fixture
def robots(noon: Any) -> list[Any]:
    """Return three bots that always answer."""
    return [
        bots.create_bot(f"Bot {n}", "runner", timetable=ALWAYS, rulesets=["halma"], now=noon)
        for n in range(3)
    ]


def test_an_open_challenge_fills_place_by_place_and_begins_by_itself(offer, join, bob, carol):
    seek = offer()
    assert join(seek, bob).match is None
    assert not Match.objects.exists()
    match = join(seek, carol).match
    assert match is not None
    assert match.seats.count() == 3
    seek.refresh_from_db()
    assert (seek.state, seek.match) == ("accepted", match)
    assert Message.objects.filter(kind="match_started").count() == 3
    assert list(replay_match(match)) == []


def test_one_may_stand_up_again_until_it_is_full(offer, join, alice, bob, carol, noon):
    seek = offer()
    join(seek, bob)
    join(seek, bob)  # who has a place keeps it
    assert seek.places.filter(joined_at__isnull=False).count() == 2
    challenges.leave_challenge(seek.pk, bob, now=noon)
    with pytest.raises(Refused, match="not_your_challenge"):
        challenges.leave_challenge(seek.pk, bob, now=noon)
    with pytest.raises(Refused, match="own_challenge"):
        challenges.leave_challenge(seek.pk, alice, now=noon)
    join(seek, carol)
    assert join(seek, bob).match is not None
    with pytest.raises(Refused, match="challenge_closed"):
        challenges.leave_challenge(seek.pk, bob, now=noon)


def test_the_seats_follow_the_agreed_order(offer, join, alice, bob, carol):
    first = offer(starter="challenger")
    join(first, carol)
    match = join(first, bob).match
    assert [seat.player for seat in match.seats.all()] == [alice, carol, bob]
    last = offer(carol, bob, starter="opponent")
    join(last, bob)
    match = join(last, carol).match
    assert [seat.player for seat in match.seats.all()] == [carol, bob, alice]


def test_named_players_alone_may_sit_down(offer, join, bob, carol, person):
    asked = offer(bob, carol)
    with pytest.raises(Refused, match="not_your_challenge"):
        join(asked, person("Dora"))
    assert Message.objects.filter(kind="invitation").count() == 2
    assert challenge_queries.challenges_to(bob, asked.created_at).get() == asked
    join(asked, bob)
    assert not challenge_queries.challenges_to(bob, asked.created_at).exists()
    assert join(asked, carol).match is not None


def test_one_who_declines_ends_it_for_all_and_they_are_told(offer, join, alice, bob, carol, noon):
    asked = offer(bob, carol)
    join(asked, bob)
    challenges.decline_challenge(asked.pk, carol, now=noon)
    asked.refresh_from_db()
    assert asked.state == "declined"
    told = Message.objects.filter(kind="challenge_declined").values_list("player__name", flat=True)
    assert sorted(told) == ["Alice", "Bob"]


def test_whoever_waits_is_told_when_it_does_not_come_about(offer, join, alice, bob, noon):
    seek = offer()
    join(seek, bob)
    challenges.withdraw_challenge(seek.pk, alice, now=noon)
    (email,) = Message.objects.filter(kind="challenge_declined")
    assert (email.player, email.context["state"]) == (bob, "withdrawn")


@pytest.mark.parametrize(
    ("names", "code"),
    [(1, "other_number_named"), (3, "other_number_named"), (0, None)],
)
def test_as_many_are_named_as_there_are_seats(offer, bob, carol, person, names, code):
    players = [bob, carol, person("Dora")][:names]
    if code is None:
        assert not offer(*players).named
        return
    with pytest.raises(Refused, match=code):
        offer(*players)


def test_nobody_is_named_twice(offer, bob):
    with pytest.raises(Refused, match="named_twice"):
        offer(bob, bob)


def test_bots_fill_what_is_free(offer, join, alice, bob, robots, noon):
    seek = offer()
    join(seek, bob)
    with pytest.raises(Refused, match="not_your_challenge"):
        filling.fill_with_bots(seek.pk, bob, seed=SEED, now=noon)
    match = filling.fill_with_bots(seek.pk, alice, seed=SEED, now=noon).match
    assert match is not None
    players = [seat.player for seat in match.seats.all()]
    assert alice in players
    assert bob in players
    assert sum(player.is_bot for player in players) == 1


def test_bots_take_the_place_of_those_who_do_not_answer(offer, join, alice, bob, carol, robots):
    asked = offer(bob, carol)
    join(asked, carol)
    match = filling.fill_with_bots(asked.pk, alice, seed=SEED, now=asked.created_at).match
    assert bob not in [seat.player for seat in match.seats.all()]
    email = Message.objects.get(kind="invitation", player=bob)
    assert email.state == Message.State.WITHDRAWN


def test_too_few_bots_are_refused_and_nothing_changes(offer, alice, bob, noon):
    asked = offer()
    with pytest.raises(Refused, match="bot_full"):
        filling.fill_with_bots(asked.pk, alice, seed=SEED, now=noon)
    assert Place.objects.count() == 1


def test_bots_accept_when_they_are_named(offer, robots, noon):
    asked = offer(*(bot.player for bot in robots[:2]))
    for bot in robots[:2]:
        bots.answer_challenges(bot, now=noon, chance=chance())
    asked.refresh_from_db()
    assert asked.state == "accepted"


def test_a_rematch_asks_the_same_players_with_the_start_moved_on(
    offer, join, alice, bob, carol, noon
):
    from games.services.play import matches

    first = offer(starter="challenger")
    join(first, bob)
    match = join(first, carol).match
    matches.abort_match(match.pk, alice, now=noon)
    again = rematches.offer_rematch(match.pk, carol, now=noon)
    assert again.named
    with pytest.raises(Refused, match="rematch_offered"):
        rematches.offer_rematch(match.pk, bob, now=noon)
    join(again, alice)
    match = join(again, bob).match
    assert [seat.player for seat in match.seats.all()] == [bob, carol, alice]


def test_closing_an_account_gives_the_place_up_and_leaves_the_match(
    offer, join, alice, bob, carol, play, noon
):
    waiting, running = offer(), offer(starter="challenger")
    join(waiting, bob)
    join(running, bob)
    match = join(running, carol).match
    play(match, "d1-e5", noon)
    closing.close_account(bob, now=noon)
    assert [place.player for place in Place.objects.filter(challenge=waiting)] == [alice]
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.get(player=bob).left_by == "closed"
    assert list(replay_match(match)) == []


def test_a_guest_takes_no_place_at_a_rated_table(offer, join, noon):
    from accounts.models import Player

    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    with pytest.raises(Refused, match="guest_rated"):
        join(offer(), guest)


def test_what_one_plays_alone_needs_no_challenge(alice, noon):

    alone = Terms.checked("solitaire", {}, clocks.PRESETS["day"], rated=False)
    with pytest.raises(Refused, match="alone_needs_nobody"):
        challenges.issue_challenge(alice, alone, challenges.Offer(), now=noon)
