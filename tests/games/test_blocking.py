"""Blocked players do not meet, challenge or talk, and the blocked learn nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from accounts.services import circle
from games import challenge_queries, clocks, match_queries, seat_queries
from games.models import Challenge, ChatLine, Match, Place, Seat
from games.services.challenges import blocking, challenges, rematches
from games.services.challenges.challenges import Offer
from games.services.errors import Refused
from games.services.play import matches
from games.services.play.terms import Terms
from games.services.wording import explaining
from notifications.models import Message
from tests.games.conftest import SEED

pytestmark = pytest.mark.django_db


def _terms(seats: int = 2, ruleset: str = "traffic_lights.4x3") -> Terms:
    control = clocks.PRESETS["three_days"]
    return Terms.checked(ruleset, {}, control, rated=False, private=False, seats=seats)


def _refused(verb: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refusal:
        verb(*args, **kwargs)
    assert explaining.explain(refusal.value)
    return refusal.value.code


def test_neither_can_challenge_the_other(alice: Player, bob: Player, noon: Any) -> None:
    blocking.block_player(alice, bob, now=noon)
    offer = challenges.issue_challenge
    assert _refused(offer, bob, _terms(), Offer(opponent=alice), now=noon) == "not_accepting"
    assert _refused(offer, alice, _terms(), Offer(opponent=bob), now=noon) == "you_blocked"
    circle.unblock(alice, bob)
    assert offer(bob, _terms(), Offer(opponent=alice), now=noon).is_open


def test_being_blocked_reads_like_being_no_friend(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    alice.challenged_by = Player.Challengers.FRIENDS
    alice.save()
    circle.follow(alice, carol, now=noon)
    with pytest.raises(Refused) as unwanted:
        challenges.issue_challenge(bob, _terms(), Offer(opponent=alice), now=noon)
    assert challenges.issue_challenge(carol, _terms(), Offer(opponent=alice), now=noon).is_open
    alice.challenged_by = Player.Challengers.EVERYBODY
    alice.save()
    blocking.block_player(alice, bob, now=noon)
    with pytest.raises(Refused) as blocked:
        challenges.issue_challenge(bob, _terms(), Offer(opponent=alice), now=noon)
    assert explaining.explain(blocked.value) == explaining.explain(unwanted.value)


def test_open_challenges_of_the_other_are_not_there(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    seek = challenges.issue_challenge(alice, _terms(), Offer(), now=noon)
    blocking.block_player(alice, bob, now=noon)
    for viewer, shown in ((bob, False), (carol, True), (alice, True), (None, True)):
        assert challenge_queries.seeks_for(viewer, noon).exists() is shown
        assert bool(challenge_queries.challenge_for(viewer, seek.pk)) is shown
    join = challenges.join_challenge
    assert _refused(join, seek.pk, bob, seed=SEED, now=noon) == "not_accepting"
    theirs = challenges.issue_challenge(bob, _terms(), Offer(), now=noon)
    assert list(challenge_queries.seeks_for(alice, noon)) == [seek]
    assert _refused(join, theirs.pk, alice, seed=SEED, now=noon) == "you_blocked"
    link = challenges.issue_challenge(alice, _terms(), Offer(link_token="x" * 20), now=noon)
    assert _refused(join, link.pk, bob, seed=SEED, now=noon) == "not_accepting"
    assert not Match.objects.exists()


def test_nobody_joins_a_table_at_which_the_other_sits(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    table = challenges.issue_challenge(carol, _terms(3, "mensch"), Offer(), now=noon)
    challenges.join_challenge(table.pk, alice, seed=SEED, now=noon)
    blocking.block_player(alice, bob, now=noon)
    join = challenges.join_challenge
    assert _refused(join, table.pk, bob, seed=SEED, now=noon) == "not_accepting"


def test_blocking_answers_the_challenges_between_the_two(
    alice: Player, bob: Player, noon: Any
) -> None:
    first = challenges.issue_challenge(bob, _terms(), Offer(opponent=alice), now=noon)
    second = challenges.issue_challenge(alice, _terms(), Offer(opponent=bob), now=noon)
    blocking.block_player(alice, bob, now=noon)
    states = {row.pk: row.state for row in Challenge.objects.all()}
    assert states == {first.pk: "declined", second.pk: "withdrawn"}
    kinds = set(Message.objects.filter(player=bob).values_list("kind", flat=True))
    assert kinds <= {"invitation", "challenge_declined"}
    assert not any("block" in str(row.context) for row in Message.objects.filter(player=bob))


def test_blocking_parts_the_two_at_tables_that_still_fill(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    carols, alices = (
        challenges.issue_challenge(each, _terms(4, "mensch"), Offer(), now=noon)
        for each in (carol, alice)
    )
    asked = Offer(players=(alice, carol))
    named = challenges.issue_challenge(bob, _terms(3, "mensch"), asked, now=noon)
    for table, player in ((carols, alice), (carols, bob), (alices, bob), (named, alice)):
        challenges.join_challenge(table.pk, player, seed=SEED, now=noon)
    blocking.block_player(alice, bob, now=noon)
    states = [Challenge.objects.get(pk=each.pk).state for each in (carols, alices, named)]
    assert states == ["open", "withdrawn", "declined"]
    assert {place.player for place in Place.objects.filter(challenge=carols)} == {bob, carol}


def test_a_rematch_is_a_challenge_as_well(
    alice: Player, bob: Player, noon: Any, start: Any, play: Any
) -> None:
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, bob, now=noon)
    blocking.block_player(alice, bob, now=noon)
    assert _refused(rematches.offer_rematch, match.pk, bob, now=noon) == "not_accepting"


def test_two_do_not_talk_and_what_was_said_stays(
    alice: Player, bob: Player, noon: Any, start: Any
) -> None:
    match = start(alice, bob)
    matches.send_chat_message(match.pk, bob, "Hello", now=noon)
    blocking.block_player(alice, bob, now=noon)
    for player in (alice, bob):
        assert (
            _refused(matches.send_chat_message, match.pk, player, "Well", now=noon) == "chat_closed"
        )
        assert len(match_queries.chat_for(player, Match.objects.get(pk=match.pk))) == 1


def test_among_three_the_blocked_are_unheard_without_knowing(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any
) -> None:
    match = start(alice, bob, carol, ruleset="mensch")
    blocking.block_player(alice, bob, now=noon)
    matches.send_chat_message(match.pk, bob, "Hello", now=noon)
    assert ChatLine.objects.count() == 1
    row = Match.objects.prefetch_related("seats__player").get(pk=match.pk)
    heard = {each.name: len(match_queries.chat_for(each, row)) for each in (alice, bob, carol)}
    assert heard == {"Alice": 0, "Bob": 1, "Carol": 1}
    told = Message.objects.filter(kind="chat_digest").values_list("player__name", flat=True)
    assert list(told) == ["Carol"]


def test_no_seat_is_taken_over_at_the_table_of_the_other(
    alice: Player, bob: Player, carol: Player, noon: Any, start: Any
) -> None:
    match = start(carol, alice)
    seat = Seat.objects.select_related("match").get(match=match, player=carol)
    assert seat_queries.substitute_problem(seat, bob, noon) is None
    blocking.block_player(alice, bob, now=noon)
    found = seat_queries.substitute_problem(seat, bob, noon)
    assert found is not None
    assert found.code == "seat_taken"
    seat.match.event = {"name": "League", "url": "/tournaments/1/", "round": 1}
    assert seat_queries.substitute_problem(seat, bob, noon) is None
