"""Accounts closed, referees gone, bots rescheduled, addresses changed: nothing waits for nobody."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.utils import timezone

from accounts.queries import suspended_until
from accounts.services.roles import remove_role
from games import clocks
from games.models import Bot, Match, Seat
from games.rules import registry
from games.services.bots import bots, filling
from games.services.bots.recommended import RECOMMENDED_BOTS
from games.services.challenges import challenges
from games.services.challenges.closing import close_account
from games.services.errors import Refused
from games.services.play import terms
from games.services.time.timetable import ALWAYS
from games.services.wording import explaining
from notifications.models import Message
from notifications.services import outbox
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "R-2", "reason": "So it is."}


@pytest.fixture
def taken(alice, bob, start, play, referee, noon):
    """Return a case that a referee has taken on."""
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    case = cases.open_case(alice, kind="rules", text="Look.", match_id=match.pk, now=noon)
    assigning.assign_case(case.pk, referee, by=referee, now=noon)
    return case


def test_closing_the_account_of_a_referee_sends_their_cases_back_to_the_queue(
    taken, referee, office, person, noon
):
    other = office(person("Rolf"))
    close_account(referee, now=noon)
    taken.refresh_from_db()
    assert (taken.assignee, taken.state) == (None, "open")
    line = CaseLine.objects.get(case=taken, event="returned")
    assert line.to == referee
    told = [
        each.player
        for each in Message.objects.filter(kind="case_opened")
        if each.context.get("step") == "returned"
    ]
    assert told == [other]
    assigning.assign_case(taken.pk, other, by=other, now=noon)


@pytest.mark.parametrize("why", ["office", "locked", "party"])
def test_a_case_waits_for_nobody_who_cannot_act(why, taken, referee, noon):
    assert assigning.return_stranded(now=noon) == 0
    if why == "office":
        remove_role(referee, "referee")
    elif why == "locked":
        type(referee.user).objects.filter(pk=referee.user_id).update(is_active=False)
    else:
        Seat.objects.filter(match=taken.match, number=0).update(player=referee)
    assert [assigning.return_stranded(now=noon) for _again in range(2)] == [1, 0]
    assert Case.objects.get().assignee is None


def test_a_suspension_lets_the_match_go_on_and_keeps_from_events(taken, bob, referee, play, noon):
    order = RulingRequest(
        "suspend", params={"days": 30}, case_id=taken.pk, player_id=bob.pk, **WORDS
    )
    rulings.preview_and_sign(order, referee, now=noon)
    assert suspended_until(bob, noon) == noon + 30 * DAY
    match = Match.objects.get()
    play(match, "b2,a1", noon)
    assert (match.is_running, match.ply_count) == (True, 4)


def test_a_bot_that_is_to_move_answers_at_once_when_it_is_rescheduled(
    alice, start, noon, client_for
):
    bot = bots.create_bot(
        "Robbi", "random", timetable=ALWAYS, rulesets=["traffic_lights.4x3"], now=noon
    )
    match = start(bot.player, alice, rated=False)
    bot.timetable = "0 8 1 1 *"
    bots.reschedule(bot, now=noon)
    assert bot.next_run_at == noon
    bot.active = False
    bot.save()
    chance = bots.RandomSources(random.Random(1), lambda: "5eed" * 16)
    assert bots.run_due_bots(now=noon, chance=chance) == 1
    match.refresh_from_db()
    assert match.ply_count == 1
    assert bots.run_due_bots(now=noon, chance=chance) == 0
    bots.reschedule(bot, now=noon)
    assert bot.next_run_at > noon + DAY


def test_e_mails_under_way_follow_a_changed_address(alice, client_for):
    now = timezone.now()

    def post(key: str, kind: str = "match_finished") -> Message:
        context = {"url": "https://x.example/", "headline": "x"}
        made = outbox.post(kind=kind, player=alice, key=key, context=context, now=now)
        assert made is not None
        return made

    waiting, failed, sent = post("waiting"), post("failed"), post("sent")
    login = post("login", "security")
    Message.objects.filter(pk=failed.pk).update(state="failed")
    Message.objects.filter(pk=sent.pk).update(state="sent", sent_at=now)
    new = EmailAddress.objects.create(user=alice.user, email="new@example.org")
    key = EmailConfirmationHMAC(new).key
    assert client_for(alice).post(f"/account/confirm-email/{key}/").status_code == 302
    alice.user.refresh_from_db()
    assert alice.user.email == "new@example.org"
    found = dict(Message.objects.values_list("key", "address"))
    assert found["waiting"] == found["failed"] == "new@example.org"
    assert found["sent"] == found["login"] == "alice@example.org"
    assert {waiting.key, login.key} <= set(found)


def offer(alice, noon, seats: int = 3):
    """Return a table of Alice's that fills."""
    agreed = terms.Terms.checked(
        "halma", {}, clocks.PRESETS["three_days"], rated=False, seats=seats
    )
    return challenges.issue_challenge(alice, agreed, challenges.Offer(), now=noon)


def test_filling_says_truly_why_it_cannot(alice, noon):
    def reason() -> str:
        with pytest.raises(Refused, match="bot_full") as caught:
            filling.fill_with_bots(offer(alice, noon).pk, alice, seed="5eed" * 16, now=noon)
        return explaining.explain(caught.value)

    assert "Bots needed: 2" in reason()
    assert "right away: 0." in reason()
    for name in ("Robbi", "Rolli"):
        bots.create_bot(name, "random", timetable=ALWAYS, rulesets=["halma"], now=noon)
    Bot.objects.filter(player__name="Robbi").update(max_matches=0)
    said = reason()
    assert "Bots that could play right away: 2;" in said
    assert "at their match limit: 1;" in said
    assert "limit of matches with them: 0." in said


def test_the_recommended_bots_are_enough_for_every_table():
    for key in registry.offered_keys():
        most = max(registry.get(key).seats)
        ready = [
            each for each in RECOMMENDED_BOTS if each.timetable == ALWAYS and key in each.rulesets
        ]
        assert most == 1 or len(ready) >= most - 1, (key, most, len(ready))
