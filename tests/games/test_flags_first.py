"""A flag that has fallen is settled before anybody leaves: by its event, or with their account."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from games.models import Match, Ply, Seat
from games.services.challenges.closing import close_account
from games.services.errors import Refused
from games.services.play.matches import leave_match, resign_match
from games.services.time import outages
from tests.games.tables_of_three import errors
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def close(_match_id, player, *, now):
    close_account(player, now=now)


LEAVE = [resign_match, leave_match, close]


@pytest.mark.parametrize("leave", sampled(LEAVE, [resign_match, close]))
def test_whoever_leaves_after_the_flag_of_a_drawn_match_draws_it(
    alice, bob, start, play, noon, leave
):
    match = start(alice, bob, ruleset="chess")
    play(match, "e2e4,e7e5", noon)
    bare_king = {"fen": "4k3/8/8/8/8/8/P7/K7 w - - 0 40", "seen": []}
    Match.objects.filter(pk=match.pk).update(state=bare_king)
    due = match.seats.get(number=0).deadline_at
    with suppress(Refused):
        leave(match.pk, alice, now=due + 30 * SECOND)
    match.refresh_from_db()
    ranks = list(match.seats.order_by("number").values_list("rank", flat=True))
    assert (match.ending, ranks) == ("timeout_tie", [1, 1])


@pytest.mark.parametrize("leave", sampled(LEAVE, [resign_match, close]))
def test_among_three_the_clock_passes_before_somebody_leaves(three, play, alice, noon, leave):
    match = three("skip")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    due = match.seats.get(number=0).deadline_at
    leave(match.pk, alice, now=due + 30 * SECOND)
    lines = list(Ply.objects.filter(match=match).order_by("number").values_list("source", "text"))
    assert lines[3][0] == Ply.Source.CLOCK
    assert lines[4][1].startswith("out ")
    assert errors(match) == []


@pytest.mark.parametrize("leave", sampled(LEAVE, [leave_match]))
def test_among_three_whoever_ran_out_of_time_left_by_that(three, play, alice, noon, leave):
    match = three("lose")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    due = match.seats.get(number=0).deadline_at
    with suppress(Refused):
        leave(match.pk, alice, now=due + 30 * SECOND)
    assert Seat.objects.get(match=match, number=0).left_by == "timeout"
    assert [ply.text for ply in match.plies.order_by("number")][3:] == ["out timeout"]


@pytest.mark.parametrize("leave", LEAVE)
def test_nobody_leaves_while_a_flag_may_have_fallen_in_an_outage(
    alice, bob, start, play, noon, leave
):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    due = match.seats.get(number=0).deadline_at
    outages.record_heartbeat(now=due - 10 * SECOND)
    with pytest.raises(Refused, match="flag_pending"):
        leave(match.pk, alice, now=due + 30 * SECOND)
    match.refresh_from_db()
    alice.refresh_from_db()
    assert (match.is_running, alice.closed_at) == (True, None)
