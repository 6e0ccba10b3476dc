"""Latecomers are numbered by their strength, until round 4 is paired (FIDE C.04.2)."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from games.models import Match, Rating
from games.rules import registry
from games.services.play.matches import resign_match
from tests.sampling import sampled
from tests.tournaments.conftest import play_all
from tournaments.models import Division, Entrant, Round, Tournament
from tournaments.pairing import baku
from tournaments.services.entrants import field
from tournaments.services.entries import persons
from tournaments.services.files import lot_records
from tournaments.services.seasons import running
from tournaments.standings.base import Scoring

DAY = timedelta(days=1)
WHITE_FIRST = "01" * 32  # the first number starts in round 1


@pytest.fixture
def rated(person):
    """Return a maker of players with a rating in the pool of the usual game."""
    pool = registry.get("traffic_lights.simple").pool or ""

    def make(name: str, rating: int):
        player = person(name)
        Rating.objects.create(player=player, pool=pool, value=rating * 100)
        return player

    return make


def advance(now) -> None:
    for _again in range(3):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def numbers() -> dict[str, int | None]:
    return dict(Entrant.objects.order_by("number").values_list("player__name", "number"))


@pytest.mark.django_db
def test_a_strong_latecomer_has_the_first_number_and_is_paired_by_it(hold, rated, noon):
    """By hand: 1–4 and 5–2 are won by the first, 3–6 by 6; a 2400 enters for round 2."""
    names = [str(number) for number in range(1, 7)]
    players = {name: rated(name, 2000 - 20 * int(name)) for name in names}
    tournament = hold(list(players.values()), format="swiss", rounds=5, late_entry=True)
    Tournament.objects.update(lots_seed=WHITE_FIRST)
    now = noon + DAY
    advance(now)
    for match in Match.objects.running():
        who = {seat.player.name for seat in match.seats.all()}
        loser = next(name for name in ("4", "2", "3") if name in who)
        while match.ply_count < 2:
            play_all(now, Random(1), only=lambda each, only=match: each == only)
            match.refresh_from_db()
        resign_match(match.pk, players[loser], now=now)
    persons.enter(tournament.pk, rated("Strong", 2400), now=now)
    advance(now)
    assert numbers() == {"Strong": 1, "1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7}
    made = Round.objects.get(number=2)
    met = [
        "-".join(each.seats.order_by("seat").values_list("entrant__player__name", flat=True))
        for each in made.fixtures.order_by("board")
    ]
    assert met == ["6-1", "Strong-5", "2-3", "4"]
    assert made.engine.startswith("gacrux")
    tournament.refresh_from_db()
    assert lot_records.get_draw_records(tournament)[0].agrees


@pytest.fixture
def seated(hold, rated, noon):
    """Return a Swiss that has begun, of players rated 1900, 1800 and 1700, and its division."""
    tournament = hold(
        [rated("A", 1900), rated("B", 1800), rated("C", 1700)],
        format="swiss",
        rounds=9,
        late_entry=True,
    )
    field.finalize_entrants(tournament, noon)
    return tournament, Division.objects.get()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "order"),
    sampled([(4, "AXBCY"), (5, "ABCXY"), (1, "AXBCY"), (2, "AXBCY")], 2),
)
def test_numbers_are_made_anew_until_round_4_is_paired(seated, rated, noon, number, order):
    tournament, division = seated
    for name, rating in (("Y", 1600), ("X", 1850)):
        player = rated(name, rating)
        Entrant.objects.create(
            tournament=tournament, player=player, status="waiting", entered_at=noon
        )
    assert field.admit_late_entrants(tournament, division, number) == 2
    assert "".join(numbers()) == order
    assert list(numbers().values()) == [1, 2, 3, 4, 5]


@pytest.mark.django_db
def test_who_was_let_in_by_a_referee_is_numbered_by_strength_too(seated, rated, noon):
    tournament, division = seated
    Entrant.objects.create(
        tournament=tournament,
        player=rated("X", 1850),
        division=division,
        number=4,
        rating=185_000,
        first_round=3,
        entered_at=noon,
    )
    field.admit_late_entrants(tournament, division, 2)
    assert "".join(numbers()) == "ABCX"
    field.admit_late_entrants(tournament, division, 3)
    assert "".join(numbers()) == "AXBC"
    field.admit_late_entrants(tournament, division, 4)
    assert "".join(numbers()) == "AXBC"


@pytest.mark.django_db
def test_equal_ratings_follow_those_who_were_there_and_places_by_hand_stay(seated, rated, noon):
    tournament, division = seated
    Entrant.objects.filter(number=1).update(seed=1, rating=100_000)
    for name, rating in (("X", 1800), ("Y", 1950)):
        Entrant.objects.create(
            tournament=tournament, player=rated(name, rating), status="waiting", entered_at=noon
        )
    field.admit_late_entrants(tournament, division, 2)
    assert "".join(numbers()) == "AYBXC"


def test_the_last_of_the_upper_group_stays_the_same_when_somebody_enters_before_them():
    """FIDE C.04.7 article 3: who comes later and stands above the border has virtual points."""
    (boost,) = baku.boosts((9, 1, 2, 3, 4, 8), 2, Scoring(), late={8, 9})
    assert boost.members == (9, 1, 2)
    assert baku.boosts((), 2, Scoring()) == ()
