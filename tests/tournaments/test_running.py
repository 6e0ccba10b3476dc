"""Whole seasons through the services under a moved clock."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Match
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.sampling import at_length
from tests.tournaments.seeds import seeds
from tournaments import club_queries, event_queries, fame_queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import dutch
from tournaments.services.entries import leaving, persons
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db


def test_a_round_robin_runs_from_its_announcement_to_its_end_by_itself(hold, people, run, noon):
    tournament = hold(people(4))
    assert Match.objects.count() == 0
    end = run(tournament, noon)
    assert tournament.status == Tournament.Status.FINISHED
    assert end > noon + timedelta(days=1)
    fixtures = Fixture.objects.filter(round__division__tournament=tournament)
    assert fixtures.count() == 6
    assert {fixture.kind for fixture in fixtures} == {"played"}
    assert Match.objects.count() == 6
    pairs = Counter(
        frozenset(fixture.seats.values_list("entrant_id", flat=True)) for fixture in fixtures
    )
    assert set(pairs.values()) == {1}
    places = Entrant.objects.filter(tournament=tournament).values_list("final_place", flat=True)
    assert min(place or 99 for place in places) == 1
    assert None not in places
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    assert emails_of(tournament) == [f"Player0{number}" for number in (1, 2, 3, 4)]


def emails_of(tournament):
    """Return who got e-mails: each that everybody gets exactly once."""
    kinds = Counter(
        Message.objects.filter(thread=tournament.thread).values_list("kind", "player__name")
    )
    names = sorted({name for _kind, name in kinds})
    for kind in ("tournament_started", "round_paired", "standings"):
        assert [kinds[kind, name] for name in names] == [1] * len(names)
    return names


@pytest.mark.long
def test_where_somebody_has_a_bye_everybody_gets_each_email_once(hold, people, run, noon):
    tournament = hold(people(3))
    run(tournament, noon)
    assert emails_of(tournament) == ["Player01", "Player02", "Player03"]


def test_taking_the_steps_again_changes_nothing_and_round_two_waits_for_its_day(hold, people, noon):
    tournament = hold(people(4))
    now = noon + timedelta(days=1)
    assert running.advance(tournament.pk, now=now, make_seed=seeds) > 0
    before = (Round.objects.count(), Fixture.objects.count(), Match.objects.count())
    Tournament.objects.filter(pk=tournament.pk).update(due_at=now)
    assert running.advance(tournament.pk, now=now, make_seed=seeds) == 0
    assert (Round.objects.count(), Fixture.objects.count(), Match.objects.count()) == before
    assert Match.objects.count() == 2
    running.advance_all(now=noon + timedelta(days=29), make_seed=seeds)
    assert Match.objects.count() == 4


def test_all_rounds_at_once_start_at_once(hold, people, noon):
    tournament = hold(people(4), at_once=True)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    assert Match.objects.count() == 6


def test_a_knock_out_of_five_gives_byes_to_the_best_and_has_one_winner(hold, people, run, noon):
    players = people(5)
    tournament = hold(players, format="knockout", ruleset="traffic_lights.4x3", options={})
    run(tournament, noon)
    rounds = Round.objects.filter(division__tournament=tournament).order_by("number")
    played = [each.fixtures.exclude(kind="paired_bye").count() for each in rounds]
    assert played == [1, 2, 1]
    first_byes = FixtureSeat.objects.filter(fixture__round=rounds[0], fixture__kind="paired_bye")
    byes = set(first_byes.values_list("entrant__player__name", flat=True))
    assert byes == {"Player01", "Player02", "Player03"}
    places = Entrant.objects.filter(tournament=tournament).values_list("final_place", flat=True)
    assert sorted(place or 0 for place in places) == [1, 2, 3, 3, 5]


def test_a_swiss_never_pairs_twice_and_gives_one_bye_at_most(hold, people, run, noon):
    size, rounds = (7, 4) if at_length() else (5, 3)
    tournament = hold(people(size), format="swiss", rounds=rounds)
    run(tournament, noon)
    seats = FixtureSeat.objects.filter(fixture__round__division__tournament=tournament)
    pairs: Counter[frozenset[int]] = Counter()
    byes: Counter[frozenset[int]] = Counter()
    for fixture in Fixture.objects.filter(round__division__tournament=tournament):
        own = frozenset(seats.filter(fixture=fixture).values_list("entrant_id", flat=True))
        (pairs if len(own) == 2 else byes)[own] += 1
    assert set(pairs.values()) == {1}
    assert len(byes) == rounds
    assert set(byes.values()) == {1}
    assert Round.objects.first().engine.startswith("gacrux")
    assert Round.objects.order_by("number").last().engine_input


def test_the_best_of_the_groups_meet_in_a_play_off(hold, people, run, noon):
    best = 2 if at_length() else 1
    fields = {"division_size": 3, "qualifiers": best, "at_once": not at_length()}
    tournament = hold(people(6), format="groups", **fields)
    run(tournament, noon)
    tree = Division.objects.get(tournament=tournament, stage="playoff")
    assert Entrant.objects.filter(playoff=tree).count() == 2 * best
    played = Fixture.objects.filter(round__division=tree)
    assert played.count() == 2 * best - 1
    first = Entrant.objects.get(tournament=tournament, playoff=tree, final_place=1)
    assert event_queries.winners(tournament) == [first.player.name]
    out = Entrant.objects.filter(playoff=None, division__number=1)
    out.update(final_place=1)  # as where the first of a group has gone
    assert event_queries.winners(tournament) == [first.player.name]
    assert list(fame_queries.champions(None)) == [first]
    first.final_place = None
    first.save()
    assert event_queries.winners(tournament) == []
    assert not fame_queries.champions(None).exists()
    assert not club_queries.winners_of_events([Tournament.objects.get()]).exists()


def test_a_league_moves_up_and_down_and_starts_again(hold, people, run, noon):
    tournament = hold(people(6), division_size=3, promoted=1, repeats=True, at_once=True, least=3)
    run(tournament, noon)
    following = Tournament.objects.get(previous=tournament)
    assert following.season == 2
    assert following.status == Tournament.Status.OPEN
    levels = dict(Entrant.objects.filter(tournament=following).values_list("player__name", "level"))
    top, low = Division.objects.filter(tournament=tournament).order_by("number")
    winner = Entrant.objects.get(division=low, final_place=1)
    last = Entrant.objects.filter(division=top).order_by("-final_place").first()
    told = Message.objects.get(kind="standings", player=winner.player, thread=tournament.thread)
    assert "Division 2: You won." in told.context["paragraphs"]
    assert levels[winner.player.name] == 1
    assert levels[last.player.name] == 2
    if at_length():
        run(following, following.starts_at)
        assert Tournament.objects.filter(previous=following).exists()


@pytest.mark.long
def test_whoever_withdraws_loses_the_rest_and_frees_their_place_before_the_start(
    hold, people, run, noon
):
    players = people(5)
    tournament = hold(players[:4], most=4)
    late = persons.enter(tournament.pk, players[4], now=noon)
    assert late.status == Entrant.Status.WAITING
    persons.withdraw(tournament.pk, players[0], now=noon)
    late.refresh_from_db()
    assert late.status == Entrant.Status.ENTERED
    now = noon + timedelta(days=1)
    running.advance(tournament.pk, now=now, make_seed=seeds)
    leaving.withdraw_and_resign(tournament.pk, players[1], now=now)
    run(tournament, now)
    gone = Entrant.objects.get(tournament=tournament, player=players[1])
    kinds = FixtureSeat.objects.filter(entrant=gone).values_list("fixture__kind", "place")
    assert ("forfeit", None) in kinds
    assert all(place in (None, 2) for _kind, place in kinds)


def test_too_few_entrants_put_the_start_off_and_in_the_end_call_it_off(hold, people, noon):
    tournament = hold(people(2))
    now = noon
    for _week in range(6):
        now += timedelta(days=7)
        running.advance_all(now=now, make_seed=seeds)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.CANCELLED
    kinds = Counter(Message.objects.values_list("kind", flat=True))
    assert kinds == {"tournament_news": 2 * 5}


def test_a_mini_cup_starts_the_moment_it_is_full(hold, people, noon):
    tournament = hold(people(4), starts_at=None, starts_when_full=True, most=4, at_once=True)
    assert running.advance_all(now=noon, make_seed=seeds) > 0
    tournament.refresh_from_db()
    assert tournament.is_running
    assert Match.objects.count() == 6


def test_entering_twice_late_or_as_a_guest_is_refused(hold, people, noon):
    players = people(4)
    tournament = hold(players[:3])
    with pytest.raises(Refused, match="already_entered"):
        persons.enter(tournament.pk, players[0], now=noon)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    with pytest.raises(Refused, match="entries_closed"):
        persons.enter(tournament.pk, players[3], now=noon)


def test_a_silent_entrant_loses_without_play_and_the_round_goes_on(hold, people, run, noon):
    players = people(3)
    tournament = hold(players, at_once=not at_length())
    silent = players[2].pk

    def talks(match):
        awaited = match.seats.filter(awaited_since__isnull=False).values_list("player", flat=True)
        return silent not in awaited

    run(tournament, noon, only=talks)
    own = FixtureSeat.objects.filter(entrant__player=silent, fixture__match__isnull=False)
    assert {seat.place for seat in own} == {None}
    assert set(own.values_list("fixture__kind", flat=True)) == {"forfeit"}
    assert Match.objects.filter(ending="no_show").count() == 2


def test_people_against_bots_is_unrated_and_a_closed_account_is_left_out(hold, people, noon):
    from accounts.models import Player
    from games.services.bots.bots import create_bot

    players = people(3)
    tournament = hold(players, bots_welcome=True, at_once=True)
    bot = create_bot("Robby", "random", timetable="* * * * *", rulesets=[], now=noon)
    persons.enter(tournament.pk, bot.player, now=noon)
    Player.objects.filter(pk=players[2].pk).update(closed_at=noon)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    rated = Match.objects.filter(rated=True).count()
    assert (Match.objects.count(), rated) == (3, 1)
    gone = Entrant.objects.get(tournament=tournament, player=players[2])
    assert gone.status == Entrant.Status.WITHDRAWN


def test_one_email_warns_of_all_rounds_that_end_together_and_not_at_their_beginning(
    hold, people, noon
):
    tournament = hold(people(4), at_once=True, round_days=3)
    now = noon + timedelta(days=1)
    running.advance(tournament.pk, now=now, make_seed=seeds)
    assert not Message.objects.filter(kind="round_closing").exists()
    tournament.refresh_from_db()
    assert tournament.due_at <= now + timedelta(hours=1)
    running.advance_all(now=now + timedelta(days=2), make_seed=seeds)
    warned = Message.objects.filter(kind="round_closing")
    assert sorted(warned.values_list("player__name", flat=True)) == [
        f"Player0{number}" for number in (1, 2, 3, 4)
    ]
    words = warned[0].context
    assert words["headline"] == "Spring cup: the rounds end soon"
    assert words["paragraphs"][0].startswith("3 of your matches")
    assert words["url"].endswith(tournament.get_absolute_url())


def test_a_round_keeps_why_the_first_engine_did_not_pair_it(hold, people, noon, monkeypatch):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=2)
    monkeypatch.setattr(dutch, "unsupported_reason", lambda _event: "other_points")
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    made = Round.objects.get()
    assert (made.engine.split()[0], made.note) == ("matching", "other_points")


def test_pairs_that_are_kept_apart_go_to_the_engine_and_never_meet(hold, people, noon):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=2)
    Tournament.objects.update(forbidden=[[players[0].pk, players[2].pk]])
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    made = Round.objects.get()
    assert (made.engine.split()[0], made.note) == ("gacrux", "")
    apart = {players[0].pk, players[2].pk}
    for fixture in made.fixtures.all():
        assert {seat.entrant.player_id for seat in fixture.seats.all()} != apart


@pytest.mark.long
def test_who_withdrew_before_the_start_is_kept_apart_from_nobody(hold, people, noon):
    players = people(5)
    tournament = hold(players, format="swiss", rounds=2)
    Tournament.objects.update(forbidden=[[players[0].pk, players[4].pk]])
    persons.withdraw(tournament.pk, players[4], now=noon)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    made = Round.objects.get()
    assert (made.engine.split()[0], made.note, made.fixtures.count()) == ("gacrux", "", 2)


def test_a_round_that_cannot_be_paired_ends_it_and_organiser_and_referee_are_told_once(
    hold, people, run, noon, referee, organiser, client_for
):
    swiss = hold(people(2), format="swiss", rounds=3, least=2)
    end = run(swiss, noon)
    assert Round.objects.count() == 1
    assert swiss.status == Tournament.Status.FINISHED
    assert Division.objects.get().unpaired_round == 2
    Tournament.objects.update(due_at=end)
    running.advance_all(now=end, make_seed=seeds)
    told = Message.objects.filter(context__headline="Spring cup: round 2 cannot be paired")
    assert sorted(told.values_list("player__name", flat=True)) == ["Olga", "Rita"]
    page = client_for(None).get(swiss.get_absolute_url()).content.decode()
    assert "Round 2 could not be paired" in page
