"""What a ruling makes of a flag that has fallen seconds before: a decision of the match stands over
it, the end of an event comes after it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.play import play_turn
from games.services.time import outages
from tests.referees.test_event_acts import WORDS, advance, carried_out, request, swiss, taken_back
from tests.sampling import sampled
from tournaments.models import Entrant, Fixture
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import PreviewChanged, RulingRequest
from tournaments.services.revisions import cancelling
from tournaments.services.rounds import ladders

__all__ = ["swiss"]
pytestmark = pytest.mark.django_db
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
ENDS: list[tuple[str, dict[str, Any], str, list[int | None]]] = [
    ("adjudicate", {"rank_0": 1, "rank_1": 2}, "adjudicated", [1, 2]),
    ("forfeit", {"seat": 1}, "forfeit", [1, 2]),
    ("annul", {}, "annulled", [None, None]),
]


@pytest.fixture
def late(swiss, noon):
    """Return a running match of an event, and when the flag of its first seat fell."""
    match = Match.objects.running().order_by("pk")[0]
    for number, text in enumerate(("b2", "a1")):
        play_turn(match.pk, number, text, seen=number, now=noon + DAY, source="page")
    due = match.seats.get(number=0).deadline_at
    assert due is not None
    return match, due


def end_of(match: Match) -> tuple[str, list[int | None]]:
    match.refresh_from_db()
    return match.ending, list(match.seats.order_by("number").values_list("rank", flat=True))


@pytest.mark.parametrize(("act", "params", "ending", "ranks"), sampled(ENDS, 1))
def test_a_ruling_that_decides_a_match_is_above_a_fallen_flag(
    late, referee, act, params, ending, ranks
):
    match, due = late
    now = due + 30 * SECOND
    order = RulingRequest(act, params=params, match_id=match.pk, **WORDS)
    changes = {each.name: each for each in rulings.preview_ruling(order, referee, now=now).changes}
    assert changes["match.ending"].before == ""
    assert changes["match.ending"].after == ending
    outages.record_heartbeat(now=due - 10 * SECOND)  # whether the flag stands is not known yet
    rulings.preview_and_sign(order, referee, now=now)
    assert end_of(match) == (ending, ranks)
    flags.settle_flags(now=now + 60 * SECOND)
    assert end_of(match) == (ending, ranks)


@pytest.mark.long
def test_a_preview_from_before_the_flag_was_settled_is_shown_again(late, referee):
    match, due = late
    now = due + 30 * SECOND
    order = RulingRequest("annul", match_id=match.pk, **WORDS)
    seen = rulings.preview_ruling(order, referee, now=now)
    flags.settle_flags(now=now + SECOND)
    with pytest.raises(PreviewChanged) as refused:
        rulings.sign_ruling(order, referee, at=now, digest=seen.digest, now=now + 60 * SECOND)
    again = {each.name: each for each in refused.value.preview.changes}
    assert (again["match.ending"].before, again["match.ending"].after) == ("timeout", "annulled")
    assert end_of(match)[0] == "timeout"


@pytest.mark.long
def test_an_event_that_is_ended_keeps_what_time_has_decided(swiss, late, referee):
    match, due = late
    other = Match.objects.running().exclude(pk=match.pk).get()
    play_turn(other.pk, 0, "b2", seen=0, now=due - DAY, source="page")
    now = due + 30 * SECOND
    signed = carried_out(request(swiss, "close_event"), referee, now)
    assert [ruling.act for ruling in signed] == ["annul", "close_event"]
    assert end_of(match) == ("timeout", [2, 1])
    assert Fixture.objects.get(match=match).kind == "played"
    assert end_of(other)[0] == "annulled"
    taken_back(signed, referee, now)
    assert end_of(match) == ("timeout", [2, 1])
    assert Match.objects.get(pk=other.pk).is_running


def test_nobody_is_replaced_in_a_match_that_time_has_decided(swiss, late, referee, person):
    match, due = late
    person("Substitute")
    entrant = Entrant.objects.get(player=match.seats.get(number=0).player)
    order = request(swiss, "substitute", entrant=entrant.pk, substitute="Substitute")
    signed = carried_out(order, referee, due + 30 * SECOND)
    assert "replace" not in [ruling.act for ruling in signed]
    assert end_of(match) == ("timeout", [2, 1])


def test_no_event_is_ended_while_a_flag_may_have_fallen_in_an_outage(swiss, late, referee):
    _match, due = late
    outages.record_heartbeat(now=due - 10 * SECOND)
    with pytest.raises(Refused, match="flag_pending"):
        rulings.preview_ruling(request(swiss, "close_event"), referee, now=due + 30 * SECOND)


def test_no_round_in_which_a_clock_runs_is_cancelled(hold, people, organiser, noon):
    """So there is never a flag to settle first."""
    league = hold(people(4), round_days=10)
    advance(noon + DAY)
    assert Match.objects.running().filter(fixture__round__number=1).exists()
    with pytest.raises(Refused, match="round_not_cancellable"):
        cancelling.propose(league.pk, organiser, 1, now=noon + DAY)
    for number in cancelling.cancellable_rounds(league, noon + DAY):
        seen = cancelling.propose(league.pk, organiser, number, now=noon + DAY)
        assert not any(fixture.match_id for fixture in seen.fixtures)


def test_nobody_is_put_in_for_whoever_time_has_taken_off_the_ladder(
    hold, people, person, referee, noon
):
    players = people(3)
    ladder = hold(players, format="ladder")
    advance(noon + DAY)
    above = Entrant.objects.get(tournament=ladder, player=players[1])
    match = ladders.challenge(ladder.pk, players[2], above.pk, seed="cd" * 32, now=noon + DAY)
    seat = match.seats.get(awaited_since__isnull=False)
    assert seat.deadline_at is not None
    late = Entrant.objects.get(tournament=ladder, player=seat.player)
    person("Substitute")
    order = request(ladder, "substitute", entrant=late.pk, substitute="Substitute")
    assert rulings.preview_ruling(order, referee, now=noon + 2 * DAY)
    with pytest.raises(Refused, match="not_entered"):
        rulings.preview_ruling(order, referee, now=seat.deadline_at + 30 * SECOND)
