"""What a referee previews, and the page of a tournament, cost no more for each entrant more.

The long run counts function calls in a Swiss of two hundred, beside those of its page;
`tests/bench/previews.py` prints milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.models import Match
from tests.patience import PATIENCE
from tests.referees.test_event_acts import WORDS, request
from tests.sampling import sampled
from tests.work import calls
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.seasons import running

pytestmark = [pytest.mark.django_db]
DAY = timedelta(days=1)
A_SECOND = 500  # statements
MAX_STEP = 4  # such seconds; far below the limit of a step
OF_ONE = ("award a bye", "change a pairing", "exclude", "forfeit a match")
OF_ALL = ("extend the round", "end the tournament")


def begun(tournament: Any, late: Any, referee: Any, now: Any, rounds: int) -> None:
    """Bring a Swiss to the middle of this round, without a move, and let a latecomer in."""
    own = Match.objects.running().filter(fixture__round__division__tournament=tournament)
    for number in range(1, rounds + 1):
        while own.count() < Entrant.objects.filter(tournament=tournament).count() // 2:
            Tournament.objects.filter(pk=tournament.pk).update(due_at=now)
            running.advance(tournament.pk, now=now, make_seed=lambda: "cd" * 32)
        if number < rounds:
            end_round(tournament, now)
    rulings.preview_and_sign(request(tournament, "admit", newcomer=late.name), referee, now=now)
    tournament.refresh_from_db()


def end_round(tournament: Any, now: Any) -> None:
    """Let one of each pair win what runs."""
    open_ones = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
    Match.objects.filter(fixture__in=open_ones).update(
        status="finished", ending="resigned", finished_at=now
    )
    for seat in FixtureSeat.objects.filter(fixture__in=open_ones):
        seat.place = 1 + (seat.seat + seat.fixture_id) % 2
        seat.points = 6 - seat.place
        seat.save(update_fields=["place", "points"])
    open_ones.update(settled_at=now)


class Counted:
    """Counts the statements of the database; a capture would keep the text of all of them."""

    def __init__(self) -> None:
        """Begin at none."""
        self.number = 0

    def __call__(self, execute: Any, *statement: Any) -> Any:
        """Count one and pass it on."""
        self.number += 1
        return execute(*statement)


def measured(verb: Callable[[], Any]) -> tuple[int, int]:
    """Return how many functions are called and how many statements sent the second time."""
    verb()
    with connection.execute_wrapper(counted := Counted()):
        _found, called = calls(verb)
    return called, counted.number


def figures_of(
    tournament: Any, referee: Any, visitor: Any, now: Any, acts: tuple[str, ...] = OF_ONE + OF_ALL
) -> dict[str, tuple[int, int]]:
    """Measure the page, the desk, and previews of acts in the round under way."""
    verbs = verbs_of(tournament, referee, visitor, now)
    return {name: measured(verbs[name]) for name in ("page", "desk", *acts)}


def verbs_of(tournament: Any, referee: Any, visitor: Any, now: Any) -> dict[str, Callable[[], Any]]:
    """Return how to ask for the page, the desk, and previews of acts in the round under way."""
    made = Round.objects.filter(division__tournament=tournament).order_by("-number")[0]
    one, two = Fixture.objects.filter(round=made, match__isnull=False).order_by("board")[:2]
    places = [fixture.seats.get(seat=1).pk for fixture in (one, two)]
    first = one.seats.get(seat=0).entrant_id
    free = Entrant.objects.get(tournament=tournament, first_round=made.number + 1).pk
    bye: Any = {"entrant": free, "round": made.number, "kind": "half_bye"}
    orders = {
        "award a bye": request(tournament, "award_bye", **bye),
        "change a pairing": request(tournament, "change_pairing", place=places[0], other=places[1]),
        "exclude": request(tournament, "exclude", entrant=first),
        "forfeit a match": RulingRequest(
            "forfeit", params={"seat": 0}, match_id=one.match_id, **WORDS
        ),
        "extend the round": request(tournament, "extend", what=f"round:{made.pk}", days=7),
        "end the tournament": request(tournament, "close_event"),
    }
    url = tournament.get_absolute_url()
    return {
        "page": lambda: visitor.get(url),
        "desk": lambda: visitor.get(f"/referee{url}"),
        **{
            name: partial(rulings.preview_ruling, order, referee, now=now)
            for name, order in orders.items()
        },
    }


@pytest.mark.long
@pytest.mark.parametrize("each", sampled([2, 1], 1))
def test_neither_page_nor_preview_asks_more_where_more_play(
    hold, people, person, referee, client_for, noon, each
):
    """Preview every kind of act, or every second one of them."""
    of_one, of_all = OF_ONE[each - 1 :: each], OF_ALL[::each]
    players, late, found = people(10), person("Latecomer"), []
    for crew in (players[:4], players[4:]):
        tournament = hold(crew, format="swiss", rounds=3, round_days=10, name=f"Of {len(crew)}")
        begun(tournament, late, referee, noon + DAY, 2)
        figures = figures_of(tournament, referee, client_for(referee), noon + DAY, of_one + of_all)
        found.append({name: asked for name, (_called, asked) in figures.items()})
    small, large = found
    for name in ("page", "desk", *of_one):
        assert large[name] == small[name], name
    assert large["page"] <= 30
    for name in of_all:  # e-mails, and matches to annul
        assert large[name] - small[name] <= 4 * 50, name


@pytest.mark.long
def test_previews_of_two_hundred_are_no_more_work_than_a_few_pages(
    hold, people, person, referee, client_for, noon, capsys
):
    tournament = hold(people(200), format="swiss", rounds=9, round_days=10)
    begun(tournament, person("Latecomer"), referee, noon + DAY, 6)
    figures = figures_of(tournament, referee, client_for(referee), noon + DAY)
    page, _asked = figures["page"]
    with capsys.disabled():
        for name, (called, asked) in figures.items():
            told = f"{called} calls, {asked} statements, {called / page:.1f} pages"
            print(f"\n{name}: {told}", end="")
    for name in OF_ONE:
        assert figures[name][0] < 4 * page, name
    assert figures["end the tournament"][0] < 25 * page


@pytest.mark.long
def test_a_league_of_1785_matches_starts_run_by_run(hold, people, noon, capsys, monkeypatch):
    """On a clock that statements of the database turn, so that a run means the same anywhere."""
    counted = Counted()
    monkeypatch.setattr(running, "monotonic", lambda: counted.number / A_SECOND)
    monkeypatch.setattr(running, "MAX_STEP_SECONDS", PATIENCE)
    crew = people(105)
    league = hold(crew, division_size=35, at_once=True, promoted=1)
    small = hold(crew[:2], name="Small cup", least=2, starts_at=noon + DAY + timedelta(minutes=1))
    took: list[int] = []
    started: list[int] = []
    now = noon + DAY
    while not started or started[-1] < 1786:
        now += timedelta(minutes=1)
        since = counted.number
        with connection.execute_wrapper(counted):
            running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        took.append(counted.number - since)
        started.append(Match.objects.count())
        assert Match.objects.filter(fixture__round__division__tournament=small).exists()
    league.refresh_from_db()
    with capsys.disabled():
        print(f"\nmatches after each run: {started}; statements: {took}", end="")
    assert len(took) > 1
    assert max(took) < A_SECOND * (running.RUN_SECONDS + MAX_STEP)
    assert league.attempts == 0
