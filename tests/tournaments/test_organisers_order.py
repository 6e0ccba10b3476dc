"""The order and the divisions that organisers set by hand before the start."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.api.conftest import api
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_revisions import refused
from tournaments.models import Division, Entrant, Revision
from tournaments.pairing.base import PairingError
from tournaments.services.entries import persons
from tournaments.services.revisions import order
from tournaments.services.seasons import running, starting

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def field(tournament):
    """Return who plays where, by number, once it has started."""
    for _step in range(2):
        running.advance_all(now=tournament.starts_at, make_seed=lambda: "cd" * 32)
    rows = Entrant.objects.filter(tournament=tournament, number__isnull=False).order_by("number")
    return [(row.player.name, row.division.number) for row in rows.select_related("division")]


def arrange(tournament, by, now, **wanted):
    """Set places as previewed, by name: place, or place and division."""
    own = {each.player.name: each.pk for each in Entrant.objects.filter(tournament=tournament)}
    hands = {own[name]: hand for name, hand in wanted.items()}
    seen = order.propose(tournament.pk, by, hands)
    return seen, order.arrange(tournament.pk, by, hands, preview_token=seen.preview_token, now=now)


def test_seeds_go_before_ratings_and_are_undone(hold, people, organiser, client_for, noon):
    tournament = hold(people(4), format="knockout")
    seen, line = arrange(tournament, organiser, noon, Player03=(1, None), Player04=(2, None))
    names = [each.entrant.player.name for each in seen.lines]
    assert names == ["Player03", "Player04", "Player01", "Player02"]
    assert [each.old_number for each in seen.lines] == [3, 4, 1, 2]
    browser, address = client_for(organiser), f"/tournaments/{tournament.pk}/order/"
    own = {each.player.name: each.pk for each in Entrant.objects.filter(tournament=tournament)}
    page = browser.get(tournament.get_absolute_url()).text
    assert address in page
    assert "The order of the entrants was set by hand." in page
    for given, words in (
        ("x", "whole numbers from 1"),
        ("2", "have the place 2"),
        ("1", "You have not changed anything"),
    ):
        fields = {f"seed_{own['Player03']}": given, f"seed_{own['Player04']}": "2"}
        answer = browser.post(address, fields)
        assert answer.status_code == 422, given
        assert words in text_of(answer)
    undo = browser.get(f"{address}?undo={line.pk}")
    assert "If the tournament started now" in undo.text
    shown = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', undo.text))
    assert browser.post(address, {**shown, "preview_token": "x"}).status_code == 409
    assert browser.post(address, shown).status_code == 303
    assert not Entrant.objects.exclude(seed=None).exists()
    assert browser.get(f"{address}?undo={line.pk}").status_code == 409
    arrange(tournament, organiser, noon, Player04=(1, None))
    for who in ("Player01", None):
        viewer = Entrant.objects.get(player__name=who).player if who else None
        assert client_for(viewer).get(address).status_code in (302, 303, 403)
    assert field(tournament)[0][0] == "Player04"
    assert browser.get(address).status_code == 409
    refused("already_started", order.propose, tournament.pk, organiser, {})


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"division_size": 4, "promoted": 1},
            [("Player07", 1), ("Player01", 1), ("Player02", 1), ("Player03", 1)],
        ),
        (
            {"format": "groups", "division_size": 4, "qualifiers": 2},
            [("Player07", 1), ("Player01", 1), ("Player02", 2), ("Player08", 2)],
        ),
    ],
    ids=["league", "groups"],
)
def test_divisions_by_hand_keep_their_sizes(hold, people, organiser, noon, fields, expected):
    tournament = hold(people(8), **fields)
    seen, _line = arrange(
        tournament, organiser, noon, Player07=(1, 1), Player08=(None, 2), Player01=(None, 1)
    )
    assert seen.divisions == 2
    started = field(tournament)
    assert [(each.entrant.player.name, each.division) for each in seen.lines] == started
    assert sorted(division for _name, division in started) == [1, 1, 1, 1, 2, 2, 2, 2]
    for each in expected:
        assert each in started
    assert ("Player08", 2) in started


PLACED = {"league": {"promoted": 1}, "groups": {"format": "groups", "qualifiers": 2}}


@pytest.mark.parametrize("fields", sampled(PLACED.values(), 1), ids=PLACED)
def test_no_division_gets_more_than_fit(hold, people, organiser, noon, fields):
    tournament = hold(people(8), division_size=4, **fields)
    ours = [f"Player0{number}" for number in range(1, 8)]
    own = dict(Entrant.objects.values_list("player__name", "pk"))
    wanted = {own[name]: (None, 1) for name in ours}
    params = refused("division_full", order.propose, tournament.pk, organiser, wanted)
    assert params == {"division": 1, "size": 4, "placed": 7}
    # those placed before others left still start in divisions of a legal size
    Entrant.objects.filter(pk__in=wanted).update(placed=1)
    stands = order.current_order(tournament)
    assert sorted(each.division for each in stands.lines) == [1, 1, 1, 1, 2, 2, 2, 2]
    assert order.propose(tournament.pk, organiser, {own["Player08"]: (None, 2)})
    starting.start_now(tournament.pk, organiser, now=noon, make_seed=lambda: "cd" * 32)
    assert Entrant.objects.filter(division__number=2).count() == 4


@pytest.mark.long
def test_a_division_that_empties_gets_others(hold, people, organiser, noon):
    tournament = hold(people(20), division_size=10, promoted=1)
    first, second = people_in(tournament)[:10], people_in(tournament)[10:]
    Entrant.objects.filter(pk__in=first).update(placed=1)
    Entrant.objects.filter(pk__in=second).update(placed=2)
    for each in Entrant.objects.filter(pk__in=second[:9]):
        persons.withdraw(tournament.pk, each.player, now=noon)
    starting.start_now(tournament.pk, organiser, now=noon, make_seed=lambda: "cd" * 32)
    sizes = [division.entrants.count() for division in Division.objects.order_by("number")]
    assert sizes == [6, 5]
    assert Entrant.objects.get(pk=second[9]).division.number == 2


def people_in(tournament):
    return list(
        Entrant.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True)
    )


def test_what_cannot_be_paired_is_refused_and_not_an_error(
    hold, people, organiser, client_for, monkeypatch
):
    def fails(*_given):
        raise PairingError("too_few", entrants=1, needed=2)

    tournament = hold(people(3))
    monkeypatch.setattr(starting, "publish", fails)
    answer = client_for(organiser).post(f"{tournament.get_absolute_url()}start/")
    assert answer.status_code == 409
    assert "the first round cannot be paired" in text_of(answer)
    tournament.refresh_from_db()
    assert tournament.is_open


def test_where_an_order_means_nothing_it_is_refused(hold, organiser):
    teams = hold([], format="team_match", boards=2)
    refused("not_in_this_format", order.propose, teams.pk, organiser, {1: (1, None)})


def test_the_api_sets_the_order(hold, people, organiser, api):
    from django.utils import timezone

    players = people(3)
    tournament = hold(players, starts_at=timezone.now() + 3 * DAY)
    last = Entrant.objects.get(player=players[2]).pk
    address = f"tournaments/{tournament.pk}/order/"
    wanted = {"places": [{"entrant": last, "place": 1}]}
    seen = api(organiser).post(address, wanted)
    assert (seen.status, seen.json["made"]) == (200, None)
    assert seen.json["lines"][0]["player"]["name"] == "Player03"
    sealed = {**wanted, "preview_token": seen.json["preview_token"]}
    assert api(players[0]).post(address, sealed).status == 403
    assert api(organiser).post(address, sealed).json["made"] == Revision.objects.get().pk
    assert Entrant.objects.get(pk=last).seed == 1
    assert api(organiser).post(address, sealed).status == 409
