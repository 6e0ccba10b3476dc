"""Those who are gone: closed accounts, empty chairs at larger tables, places that become free."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from games.services.audit import replay_match
from games.services.challenges.closing import close_account
from games.services.play.matches import resign_match
from tests.sampling import sampled
from tests.tournaments.seeds import seeds
from tournaments.formats.pods import Pods
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.services.entries import leaving, persons
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_closed_accounts_do_not_count_for_the_start(hold, people, noon):
    players = people(2)
    tournament = hold(players, least=2)
    close_account(players[1], now=noon)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    tournament.refresh_from_db()
    assert tournament.is_open
    assert tournament.postponed == 1
    assert tournament.starts_at == noon + 8 * DAY


def test_the_place_of_a_closed_account_goes_to_whoever_waits_not_to_the_next_comer(
    hold, people, noon
):
    players = people(6)
    tournament = hold(players[:4], most=4)
    waits = persons.enter(tournament.pk, players[4], now=noon)
    close_account(players[0], now=noon)
    comes = persons.enter(tournament.pk, players[5], now=noon)
    waits.refresh_from_db()
    assert (waits.status, comes.status) == (Entrant.Status.ENTERED, Entrant.Status.WAITING)


@pytest.mark.long
def test_a_closed_account_is_not_paired_again_in_a_swiss(hold, people, noon):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=2)
    now = noon + DAY
    running.advance_all(now=now, make_seed=seeds)
    close_account(players[3], now=now)
    for match in Match.objects.running():
        resign_match(match.pk, match.seats.first().player, now=now)
    running.advance_all(now=now + timedelta(hours=1), make_seed=seeds)
    gone = FixtureSeat.objects.get(entrant__player=players[3], fixture__round__number=2)
    assert gone.fixture.kind == Fixture.Kind.ZERO_BYE
    assert Match.objects.running().count() == 1
    tournament.refresh_from_db()
    assert tournament.is_running


@pytest.mark.long
def test_late_entries_keep_to_the_largest_number(hold, people, noon):
    players = people(6)
    tournament = hold(players[:4], format="swiss", rounds=3, most=5, late_entry=True)
    now = noon + DAY
    running.advance_all(now=now, make_seed=seeds)
    late = [persons.enter(tournament.pk, player, now=now) for player in players[4:]]
    for match in Match.objects.running():
        resign_match(match.pk, match.seats.first().player, now=now)
    running.advance_all(now=now, make_seed=seeds)
    for entrant in late:
        entrant.refresh_from_db()
    assert [entrant.status for entrant in late] == ["entered", "waiting"]


@pytest.mark.long
def test_a_season_that_is_full_at_once_begins_after_the_break(hold, people, run, noon):
    tournament = hold(people(3), most=3, starts_when_full=True, starts_at=None, repeats=True)
    end = run(tournament, noon)
    following = Tournament.objects.get(previous=tournament)
    running.advance_all(now=end + DAY, make_seed=seeds)
    following.refresh_from_db()
    assert following.is_open
    running.advance_all(now=end + 14 * DAY, make_seed=seeds)
    following.refresh_from_db()
    assert following.is_running


@pytest.fixture
def table(hold, people, noon):
    """Return four players, and their running table of Mensch in an event of two rounds."""
    players = people(4)
    fields = {"format": "pods", "seats": 4, "least": 4, "rounds": 2, "rated": False}
    tournament = hold(players, ruleset="mensch", options={}, **fields)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    return players, tournament


@pytest.mark.parametrize("leave", sampled([resign_match, None], 1))
def test_who_leaves_an_untouched_table_of_an_event_gives_the_others_nothing(table, leave, noon):
    players, _tournament = table
    match = Match.objects.get()
    if leave:
        leave(match.pk, players[0], now=noon + DAY)
    else:
        close_account(players[0], now=noon + DAY)
    match.refresh_from_db()
    assert match.is_running
    assert [seat.left_by != "" for seat in match.seats.all()].count(True) == 1
    assert list(replay_match(match)) == []


def test_a_table_of_a_later_round_begins_without_those_who_are_gone(hold, people, noon):
    players = people(4)
    fields = {"format": "pods", "seats": 4, "least": 4, "rated": False}
    tournament = hold(players, ruleset="mensch", options={}, **fields)
    now = noon + DAY
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pods, "steps", ())
        running.advance_all(now=now, make_seed=seeds)
    leaving.withdraw_and_resign(tournament.pk, players[0], now=now)
    close_account(players[1], now=now)
    running.advance_all(now=now, make_seed=seeds)
    match = Match.objects.get()
    left = {seat.player_id for seat in match.seats.all() if seat.left_by}
    assert match.is_running
    assert left == {players[0].pk, players[1].pk}
    assert list(replay_match(match)) == []


def test_withdrawing_from_tri_plan_leaves_the_table_and_calls_no_auction(hold, people, noon):
    players = people(3)
    fields = {"format": "pods", "seats": 3, "least": 3, "rated": False}
    tournament = hold(players, ruleset="tri_plan", options={"edge": 3}, **fields)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    leaving.withdraw_and_resign(tournament.pk, players[0], now=noon + DAY)
    match = Match.objects.get()
    assert match.is_running
    assert [seat.player_id for seat in match.seats.all() if seat.left_by] == [players[0].pk]
    assert list(replay_match(match)) == []
