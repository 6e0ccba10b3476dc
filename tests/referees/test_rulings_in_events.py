"""A ruling about a match of a tournament: the fixture follows it, there and back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.errors import Refused
from tournaments.models import Division, Entrant, Fixture, Round
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import persons
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
WORDS: Any = {"paragraph": "C-11", "reason": "So it is."}
DAY = timedelta(days=1)


@pytest.fixture
def begun(hold, people, noon):
    """Return a tournament whose matches have begun."""
    tournament = hold(people(4))
    for _step in range(20):
        running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    return tournament


def state(fixture):
    """Return what a fixture says."""
    fixture.refresh_from_db()
    places = list(fixture.seats.order_by("seat").values_list("place", flat=True))
    return fixture.kind, fixture.settled_at is not None, places


@pytest.mark.long
@pytest.mark.parametrize(
    ("act", "params", "kind", "places"),
    [
        ("adjudicate", {"rank_0": 2, "rank_1": 1}, "adjudicated", [2, 1]),
        ("forfeit", {"seat": 0}, "forfeit", [None, 1]),
        ("annul", {}, "annulled", [None, None]),
    ],
)
def test_the_fixture_follows_a_ruling_there_and_back(
    act, params, kind, places, begun, referee, noon
):
    match = Match.objects.running().order_by("pk").first()
    assert match is not None
    fixture = Fixture.objects.get(match=match)
    before = state(fixture)
    request = RulingRequest(act, params=params, match_id=match.pk, **WORDS)
    preview = rulings.preview_ruling(request, referee, now=noon + 2 * DAY)
    table = f"tournament.{begun.pk}.division-1.standing."
    named = [change.name for change in preview.changes if change.name.startswith(table)]
    assert bool(named) == (act != "annul")
    assert state(fixture) == before
    (ruling,) = rulings.preview_and_sign(request, referee, now=noon + 2 * DAY)
    assert state(fixture) == (kind, True, places)
    undo = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=noon + 3 * DAY)
    assert state(fixture) == before


def test_whoever_is_suspended_enters_nothing_until_it_is_over(hold, people, referee, noon):
    one, two = people(2)
    tournament = hold([])
    case = cases.open_case(one, kind="conduct", text="Rude.", about_id=two.pk, now=noon)
    order = RulingRequest(
        "suspend", params={"days": 30}, case_id=case.pk, player_id=two.pk, **WORDS
    )
    rulings.preview_and_sign(order, referee, now=noon)
    with pytest.raises(Refused, match="suspended"):
        persons.enter(tournament.pk, two, now=noon)
    persons.enter(tournament.pk, one, now=noon)


@pytest.mark.long
def test_a_round_is_open_again_while_its_match_runs_on(hold, people, referee, noon):
    tournament = hold(people(2), least=2)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    match = Match.objects.get()
    request = RulingRequest(
        "adjudicate", params={"rank_0": 2, "rank_1": 1}, match_id=match.pk, **WORDS
    )
    (ruling,) = rulings.preview_and_sign(request, referee, now=noon + 2 * DAY)
    Round.objects.update(closed_at=noon + 2 * DAY)
    Division.objects.update(finished_at=noon + 2 * DAY)
    undo = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=noon + 2 * DAY)
    running.advance_all(now=noon + 2 * DAY, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    assert tournament.is_running


@pytest.mark.long
def test_a_ruling_after_the_end_of_a_season_moves_the_final_places(
    hold, people, run, referee, noon
):
    tournament = hold(people(2), least=2)
    end = run(tournament, noon)
    match = Match.objects.get()
    for winner in (0, 1):
        ranks = {f"rank_{winner}": 1, f"rank_{1 - winner}": 2}
        request = RulingRequest("adjudicate", params=ranks, match_id=match.pk, **WORDS)
        rulings.preview_and_sign(request, referee, now=end + DAY)
        first = Entrant.objects.get(tournament=tournament, final_place=1)
        assert first.player_id == match.seats.get(number=winner).player_id


@pytest.mark.long
def test_whoever_is_suspended_is_not_in_the_next_season(hold, people, run, referee, noon):
    one, two, three = people(3)
    tournament = hold([one, two, three], repeats=True)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    case = cases.open_case(one, kind="conduct", text="Rude.", about_id=two.pk, now=noon + DAY)
    order = RulingRequest(
        "suspend", params={"days": 90}, case_id=case.pk, player_id=two.pk, **WORDS
    )
    rulings.preview_and_sign(order, referee, now=noon + DAY)
    run(tournament, noon + DAY, days=60)
    entered = Entrant.objects.filter(tournament__previous=tournament)
    assert set(entered.values_list("player", flat=True)) == {one.pk, three.pk}
