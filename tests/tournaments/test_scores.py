"""Scores tell the points over legs, too; lists that are no table have no numbers."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.models import Match, Seat
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import Fixture, FixtureSeat
from tournaments.services.seasons import running
from tournaments.services.wording import score_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def started(hold, crew, noon, **fields):
    event = hold(crew, **fields)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    return event


def settle(fixture, places, points, kind="played", now=None):
    for seat in FixtureSeat.objects.filter(fixture=fixture):
        seat.place, seat.points = places[seat.seat], points[seat.seat]
        seat.save()
        Seat.objects.filter(match=fixture.match, number=seat.seat).update(
            rank=seat.place, points=seat.points, awaited_since=None, deadline_at=None
        )
    Match.objects.filter(pk=fixture.match_id).update(
        status="finished", ending="points", finished_at=now
    )
    Fixture.objects.filter(pk=fixture.pk).update(settled_at=now, kind=kind)


SCORES = [
    ((1, 2), (3, 1), "played", "1 : 0 (3 – 1)"),
    ((2, 1), (2, 4), "played", "0 : 1 (2 – 4)"),
    ((1, 1), (2, 2), "played", "½ : ½ (2 – 2)"),
    ((1, 2), (1, 3), "played", "1 : 0 (1 – 3)"),
    ((1, 2), (1, 3), "adjudicated", "1 : 0 (1 – 3)"),
    ((1, 2), (1, 0), "played", "1 : 0"),
    ((1, 1), (0, 0), "played", "½ : ½"),
    ((1, 2), (0, 0), "forfeit", "+ : −"),
]


def test_a_score_in_words_tells_the_points_over_legs(hold, people, noon):
    started(hold, people(2), noon, least=2)
    for places, points, kind, said in SCORES:
        settle(Fixture.objects.get(), places, points, kind, noon + DAY)
        assert score_of(Fixture.objects.get()).replace("\u00a0", " ") == said


@pytest.mark.parametrize(("places", "points", "kind", "said"), sampled(SCORES, 1))
def test_the_points_over_legs_stand_beside_the_score(
    places, points, kind, said, hold, people, noon, client_for
):
    cup = started(hold, people(2), noon, least=2)
    fixture = Fixture.objects.get()
    settle(fixture, places, points, kind, noon + DAY)
    fixture = Fixture.objects.get()
    assert score_of(fixture).replace("\u00a0", " ") == said
    page = text_of(client_for(None).get(cup.get_absolute_url()))
    assert f">{said}<" in page.replace("\u00a0", " ")


@pytest.mark.long
def test_the_boards_of_teams_tell_them_from_the_side_of_the_home_team(
    hold, people, noon, client_for
):
    from tournaments.services.entries import teams

    crew = people(4)
    duel = hold([], format="team_match", boards=2, starts_at=noon + 5 * DAY)
    for name, two in (("Town", crew[:2]), ("Country", crew[2:])):
        teams.found_team(duel.pk, two[0], name, key=name * 5, now=noon)
        teams.join_team(name * 5, two[1], now=noon)
    for day in (5, 8):
        running.advance_all(now=noon + day * DAY, make_seed=lambda: "cd" * 32)
    fixture = Fixture.objects.filter(match__isnull=False).order_by("board")[0]
    settle(fixture, (1, 2), (3, 1), now=noon + 8 * DAY)
    home = fixture.seats.get(seat=0).entrant.team_id == fixture.meeting.home_id
    page = text_of(client_for(None).get(duel.get_absolute_url())).replace("\u00a0", " ")
    assert ("1 : 0 (3 – 1)" if home else "0 : 1 (1 – 3)") in page


@pytest.mark.long
def test_lists_before_a_table_have_no_numbers(hold, people, noon, client_for, organiser):
    crew = people(3)
    client = client_for(None)
    cup = hold(crew)
    main = re.compile(r"<main.*</main>", re.DOTALL)

    def shown(event):
        return main.search(text_of(client.get(event.get_absolute_url()))).group()

    assert "<ol" not in shown(cup)
    assert shown(cup).count('<li><a href="/players/') == 3
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    assert "The standings appear after the first result." in shown(cup)
    assert "<ol" not in shown(cup)
    duel = hold([], format="team_league", boards=2, name="Teams", starts_at=noon + 5 * DAY)
    from tournaments.services.entries import teams

    teams.found_team(duel.pk, crew[0], "Town", key="k" * 40, now=noon)
    assert "Town" in shown(duel)
    assert "<ol" not in shown(duel)
    tree = hold(crew, format="knockout", name="Tree")
    assert "<ol" not in shown(tree)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    assert "Entrants by seed" in shown(tree)
    assert '<ol class="entrants">' in shown(tree)
