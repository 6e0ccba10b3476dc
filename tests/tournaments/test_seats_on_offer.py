"""Seats on offer in matches of an event go to nobody who has a stake in it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match, Seat
from games.services.errors import Refused
from games.services.play import absence
from tournaments.models import Entrant
from tournaments.services.seasons import running

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)


def test_entrants_and_organisers_take_no_seat_at_other_tables(
    hold, people, person, organiser, noon
):
    tournament = hold(people(5), format="swiss", rounds=3, round_days=10, least=2)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    match = Match.objects.order_by("pk")[0]
    Seat.objects.filter(match=match, number=0).update(offered_until=noon + 3 * DAY)
    seated = Seat.objects.filter(match=match).values("player")
    rival = Entrant.objects.filter(tournament=tournament).exclude(player__in=seated)[0].player
    for player in (rival, organiser):
        with pytest.raises(Refused, match="stake_in_event"):
            absence.take_over(match.pk, 0, player, now=noon + 2 * DAY)
    stranger = person("Dora")
    absence.take_over(match.pk, 0, stranger, now=noon + 2 * DAY)
    assert Seat.objects.get(match=match, number=0).player == stranger
