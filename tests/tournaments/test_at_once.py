"""Several workers and players at the same instant, on PostgreSQL with real threads."""

from __future__ import annotations

import random
import threading
from collections import Counter
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.db import transaction

from games.models import Match, Rating
from games.services.challenges.closing import close_account
from games.services.errors import Refused
from games.services.play.play import play_turn
from games.services.ratings import ratings
from games.signals import account_closing, match_finished
from notifications.models import Message
from tests.patience import PATIENCE, until
from tests.sampling import sampled
from tests.threads import at_once, no_error, waits_for_a_lock
from tests.tournaments.test_clubs import found as found_club, take_in
from tests.tournaments.test_organisers import co_organise
from tournaments.models import AddressInvitation, Entrant, Fixture, Round, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services import assigning, cases, claims, rulings
from tournaments.referees.services.chain import check_chain
from tournaments.services.admission import by_address, lists
from tournaments.services.entries import leaving, persons
from tournaments.services.rounds import ladders
from tournaments.services.seasons import running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def together(*verbs):
    """Run all verbs at the same instant; return what each gave back, or the code of its refusal."""
    found = at_once(verbs)
    no_error([each for each in found if not isinstance(each, Refused)])
    return [each.code if isinstance(each, Refused) else each for each in found]


@pytest.mark.long
def test_workers_that_advance_the_same_tournament_start_every_match_once(hold, people, noon):
    tournament = hold(people(6), at_once=True)
    now = noon + timedelta(days=1)

    def work():
        seeds = random.Random()
        return running.advance(tournament.pk, now=now, make_seed=lambda: seeds.randbytes(32).hex())

    together(*[work] * 4)
    assert Match.objects.count() == 15
    assert Fixture.objects.count() == 15
    assert Round.objects.count() == 5
    started = Counter(
        Message.objects.filter(kind="tournament_started").values_list("player", flat=True)
    )
    assert set(started.values()) == {1}
    assert len(started) == 6


def test_the_last_place_of_a_full_tournament_is_taken_once(hold, people, noon):
    players = people(6)
    tournament = hold(players[:3], most=4)
    found = together(
        *[lambda who=who: persons.enter(tournament.pk, who, now=noon).status for who in players[3:]]
    )
    assert sorted(found) == ["entered", "waiting", "waiting"]
    assert Entrant.objects.playing().filter(tournament=tournament).count() == 4


def test_entering_twice_at_once_makes_one_entry(hold, people, noon):
    players = people(3)
    tournament = hold(players[:2])
    found = together(*[lambda: persons.enter(tournament.pk, players[2], now=noon).status] * 3)
    assert sorted(found) == ["already_entered", "already_entered", "entered"]
    assert Tournament.objects.get().entrants.count() == 3


@pytest.mark.long
def test_two_who_close_their_accounts_at_once_do_not_wait_for_each_others_tournaments(
    hold, people, noon
):
    players = people(6)
    now = noon + timedelta(days=1)
    one, two = hold(players, format="ladder"), hold(players, format="ladder", name="Autumn ladder")
    for each in (one, two):
        running.advance(each.pk, now=now, make_seed=lambda: "cd" * 32)
    meetings = ((one, 2, 1), (two, 2, 1), (two, 4, 3), (one, 4, 3))
    for tournament, low, high in meetings:
        target = Entrant.objects.get(tournament=tournament, player=players[high])
        ladders.challenge(tournament.pk, players[low], target.pk, seed="ab" * 32, now=now)
    gate, waited = threading.Barrier(2, timeout=PATIENCE), threading.local()

    def meet(**_signal):
        if not getattr(waited, "once", False):
            waited.once = True
            gate.wait()

    match_finished.connect(meet, weak=False)
    try:
        together(
            lambda: close_account(players[1], now=now), lambda: close_account(players[3], now=now)
        )
    finally:
        match_finished.disconnect(meet)
    assert Match.objects.running().count() == 0
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    assert not Fixture.objects.filter(climbed_at=None).exists()
    for each in (one, two):
        on = Entrant.objects.playing().filter(tournament=each).order_by("number")
        assert [entrant.player.name[-1] for entrant in on] == ["1", "3", "5", "6"]


@pytest.mark.parametrize("held", sampled(["match", "rating"], 1))
def test_the_season_does_not_wait_for_a_match_that_somebody_holds_who_may_wait_for_it(
    hold, people, noon, held
):
    players, now = people(3), noon + timedelta(days=1)
    cup = hold(players)
    running.advance(cup.pk, now=now, make_seed=lambda: "cd" * 32)
    match = Match.objects.running().earliest("pk")
    gone = match.seats.get(number=0).player
    for number, text in enumerate(("b2", "a1")):  # without a move no rating would change
        play_turn(match.pk, number, text, seen=number, now=now, source="page")
    persons.withdraw(cup.pk, gone, now=now)
    with transaction.atomic():
        ratings.lock_ratings(match.pool, [each.pk for each in players])
    row: Any = Match.objects.filter(pk=match.pk)
    if held == "rating":
        row = Rating.objects.filter(pool=match.pool, player=gone)
    found, over = [], threading.Event()

    def step():
        with transaction.atomic():
            event = Tournament.objects.select_for_update().get(pk=cup.pk)
            found.append(leaving.resign_next_withdrawn(event, now, lambda: "cd" * 32))
        over.set()

    def look():
        with transaction.atomic():
            assert row.select_for_update().get()
            worker = threading.Thread(target=lambda: together(step))
            worker.start()
            until(lambda: over.is_set() or waits_for_a_lock(), "the step is over or waits")
            waited = not over.is_set()
        worker.join()
        return waited

    assert not look()
    assert found == [False]
    step()
    assert found == [False, True]
    assert not Match.objects.running().filter(pk=match.pk).exists()


def close_meanwhile(first, second, now):
    """Close an account; before that is committed, another one closes or waits for it."""
    passed_on, over = threading.Event(), threading.Event()

    def meet(player, **_signal):
        if player == first:
            passed_on.set()
            until(lambda: over.is_set() or waits_for_a_lock(), "the other account closes")

    def close_second():
        passed_on.wait(PATIENCE)
        try:
            close_account(second, now=now)
        finally:
            over.set()

    account_closing.connect(meet, weak=False)
    try:
        together(lambda: close_account(first, now=now), close_second)
    finally:
        account_closing.disconnect(meet)


@pytest.mark.long
@pytest.mark.parametrize("heirs", ["helpers", "leaders"])
@pytest.mark.parametrize("turned", [False, True])
def test_an_event_is_not_left_to_an_heir_who_closes_their_account_as_well(
    hold, people, organiser, noon, heirs, turned
):
    heir, next_heir, *players = people(5)
    event = hold(players)
    if heirs == "helpers":
        co_organise(event, organiser, heir, noon)
        co_organise(event, organiser, next_heir, noon)
    else:
        club = found_club(heir, noon)
        take_in(club, heir, next_heir, now=noon)
        Tournament.objects.filter(pk=event.pk).update(club=club)
    both = (heir, organiser) if turned else (organiser, heir)
    close_meanwhile(*both, now=noon)
    event.refresh_from_db()
    assert event.organiser == next_heir


def test_a_preview_signed_twice_at_once_is_one_ruling(people, referee, noon):
    player = people(1)[0]
    fields = rulings.RulingRequest("warn", "R-5", "Rude.", player_id=player.pk)
    preview = rulings.preview_ruling(fields, referee, now=noon)

    def sign():
        at = {"at": noon, "digest": preview.digest, "now": noon}
        return rulings.sign_ruling(fields, referee, **at)[-1].number

    assert together(*[sign] * 3) == [1, 1, 1]
    assert Ruling.objects.count() == 1
    assert list(check_chain()) == []


@pytest.mark.long
def test_a_claim_and_the_worker_at_the_same_instant_open_one_case(hold, people, referee, noon):
    hold(people(2), format="swiss", rounds=1, round_days=2, least=2)
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    end = noon + timedelta(days=3)
    Tournament.objects.update(due_at=end)
    running.advance_all(now=end, make_seed=lambda: "cd" * 32)
    claims.process_due_claims(now=end)
    fixture = Fixture.objects.get()
    player = fixture.match.seats.get(number=0).player
    until = end + claims.CLAIM_PERIOD
    Tournament.objects.update(due_at=until)

    def work():
        return claims.process_due_claims(now=until)

    def ask():
        before = until - timedelta(seconds=1)
        return claims.claim(fixture.pk, player, wanted="tie", text="", now=before).pk

    together(work, ask, work, ask)
    fixture.refresh_from_db()
    assert Case.objects.count() == 1
    assert fixture.case is not None


def test_two_referees_who_take_a_case_on_at_once_are_told_who_was_first(
    person, office, referee, noon
):
    caller, reported, other = person("Caller"), person("Reported"), office(person("Ravi"))
    case = cases.open_case(caller, kind="conduct", text="Rude.", about_id=reported.pk, now=noon)

    def taken_by(who):
        return lambda: assigning.take_case(case.pk, who, now=noon).assignee_id

    found = together(*[taken_by(referee), taken_by(other)] * 2)
    case.refresh_from_db()
    assert sorted(found, key=str) == [case.assignee_id] * 2 + ["case_taken"] * 2
    assert case.lines.filter(event="assigned").count() == 1


@pytest.mark.long
def test_the_daily_limit_of_invitations_holds_across_events(hold, people, organiser, noon):
    events = [hold(people(1)), hold([], name="Autumn cup"), hold([], name="Winter cup")]

    def invite(event, number):
        text = f"x{event.pk}{number}@example.net"
        preview_token = lists.propose(event.pk, organiser, text, now=noon).preview_token
        keys = count(100 * event.pk + number * 10)
        how = {"preview_token": preview_token, "make_key": lambda: f"key{next(keys)}", "now": noon}
        return lambda: lists.invite_all(event.pk, organiser, text, **how).lines[0].error

    for number in range(by_address.MAX_PER_DAY - 1):
        with transaction.atomic():
            who = (f"N{number}", f"n{number}@example.net")
            key = f"first{number}"
            by_address.invite(events[0], organiser, who, partial(str, key), noon)
    found = together(*(invite(event, 1) for event in events))
    assert sorted(found) == ["", "revised_meanwhile", "revised_meanwhile"]
    assert AddressInvitation.objects.filter(by=organiser).count() == by_address.MAX_PER_DAY
