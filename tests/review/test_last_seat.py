"""Two who want the last seat of a table at once: exactly one gets it (real threads)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import clocks
from games.models import Match, Place
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play import absence
from games.services.play.flags import settle_flags
from games.services.play.terms import Terms
from tests.threads import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
SEED = "5eed" * 16
ROUNDS = 5


def table(policy: str = "skip") -> Terms:
    """Return Halma for three."""
    control = replace(clocks.PRESETS["day"], on_flag=policy)
    return Terms.checked("halma", {}, control, rated=False, seats=3)


@pytest.mark.long
def test_of_three_who_want_two_seats_two_get_them(
    alice: Any, bob: Any, carol: Any, person: Any, noon: Any
) -> None:
    wanting = [bob, carol, person("Dora")]
    for _round in range(ROUNDS):
        seek = challenges.issue_challenge(alice, table(), challenges.Offer(), now=noon)
        answers = at_once(
            [
                partial(challenges.join_challenge, seek.pk, player, seed=SEED, now=noon)
                for player in wanting
            ]
        )
        refused = [each for each in answers if isinstance(each, Exception)]
        assert [getattr(each, "code", each) for each in refused] == ["challenge_closed"]
        seek.refresh_from_db()
        assert seek.match is not None
        assert seek.match.seats.count() == 3
        assert Place.objects.filter(challenge=seek).count() == 3
    assert Match.objects.count() == ROUNDS


def test_one_who_stands_up_and_one_who_sits_down_leave_no_half_table(
    alice: Any, bob: Any, carol: Any, noon: Any
) -> None:
    for _round in range(ROUNDS):
        seek = challenges.issue_challenge(alice, table(), challenges.Offer(), now=noon)
        challenges.join_challenge(seek.pk, bob, seed=SEED, now=noon)
        at_once(
            [
                partial(challenges.leave_challenge, seek.pk, bob, now=noon),
                partial(challenges.join_challenge, seek.pk, carol, seed=SEED, now=noon),
            ]
        )
        seek.refresh_from_db()
        seated = Place.objects.filter(challenge=seek).count()
        assert (seek.match is not None) == (seated == 3)


def test_a_seat_on_offer_is_taken_once(
    alice: Any, bob: Any, carol: Any, person: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob, carol, ruleset="halma", control=table("substitute").control)
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    late = noon + timedelta(days=2)
    settle_flags(now=late)
    wanting = [person(name) for name in ("Dora", "Emil", "Fred")]
    answers = at_once(
        [partial(absence.take_over, match.pk, 0, player, now=late) for player in wanting]
    )
    refused = [each for each in answers if isinstance(each, Exception)]
    assert [each.code for each in refused if isinstance(each, Refused)] == ["seat_taken"] * 2
    seat = match.seats.get(number=0)
    assert seat.player in wanting
    assert seat.original == alice
