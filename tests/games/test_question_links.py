"""A draw, a move to be taken back and a pause are answered by the link of their e-mail."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Seat
from games.services.challenges.closing import close_account
from games.services.interventions import agreement
from games.services.play import flags, matches, pauses, ties
from notifications.models import Message
from tests.emails import render
from tests.notifications.conftest import html_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LINK = re.compile(r"/m/answer/[^/\s\"]+/")


@pytest.fixture
def match(start, play, alice, bob):
    """An unrated match in which Alice has moved last."""
    now = timezone.now()
    bob.language = "en"
    bob.save()
    found = start(alice, bob, now=now, rated=False)
    play(found, "b2", now)
    return found


def offer_tie(match, alice):
    ties.offer_tie(match.pk, alice, now=timezone.now())


def ask_back(match, alice):
    agreement.request_take_back(match.pk, alice, now=timezone.now())


def propose_pause(match, alice):
    now = timezone.now()
    pauses.propose_pause(match.pk, alice, now + 5 * DAY, now=now)


ASK = {"tie_offered": offer_tie, "take_back_asked": ask_back, "pause_proposed": propose_pause}


def link_in(kind):
    """Return the path of the link in the e-mail, which text and HTML share."""
    email = render(Message.objects.filter(kind=kind).latest("pk"), timezone.now())
    (path,) = set(LINK.findall(str(email.body))) | set(LINK.findall(html_of(email)))
    return path


@pytest.fixture
def visitor(client_for):
    return client_for(None)


def accepted(kind, match):
    """Whether the match shows what accepting does."""
    match.refresh_from_db()
    return {
        "tie_offered": match.ending == "tie_agreed",
        "take_back_asked": Seat.objects.get(match=match, number=0).awaited,
        "pause_proposed": match.has_pauses,
    }[kind]


@pytest.mark.parametrize(
    ("kind", "asked", "said"),
    [
        ("tie_offered", "Alice offers a draw", "You accepted the draw offer."),
        (
            "take_back_asked",
            "Alice asks to take a move back",
            "You allowed the move to be taken back.",
        ),
        ("pause_proposed", "Alice proposes a pause", "Agreed: the clocks are paused."),
    ],
)
def test_the_link_asks_and_its_button_accepts_once(match, alice, bob, visitor, kind, asked, said):
    ASK[kind](match, alice)
    path = link_in(kind)
    page = visitor.get(path)
    assert page.status_code == 200
    assert 'value="accept"' in page.content.decode()
    assert asked in page.content.decode()
    assert not accepted(kind, match)
    answer = visitor.post(path, {"action": "accept"})
    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert accepted(kind, match)
    again = visitor.post(path, {"action": "accept"})  # a double tap
    assert again.status_code == 200
    assert said in again.content.decode()
    assert asked in again.content.decode()
    assert visitor.post(path, {"action": "decline"}).status_code == 404
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("tie_offered", "You declined the draw offer."),
        ("take_back_asked", "You did not allow the move to be taken back."),
        ("pause_proposed", "You declined the pause."),
    ],
)
def test_the_link_declines_as_well(match, alice, bob, visitor, kind, said):
    ASK[kind](match, alice)
    path = link_in(kind)
    assert said in visitor.post(path, {"action": "decline"}).content.decode()
    assert not accepted(kind, match)
    assert visitor.get(path).status_code == 404


@pytest.mark.parametrize("kind", sampled(ASK, 1))
def test_the_link_of_an_earlier_question_answers_no_later_one(match, alice, bob, visitor, kind):
    ASK[kind](match, alice)
    old = link_in(kind)
    visitor.post(old, {"action": "decline"})
    for ask in ASK.values():
        ask(match, alice)
    assert visitor.post(old, {"action": "accept"}).status_code == 404
    match.refresh_from_db()
    assert match.is_running
    assert not accepted(kind, match)


def test_the_link_is_dead_once_the_match_is_over(match, alice, bob, visitor):
    offer_tie(match, alice)
    path = link_in("tie_offered")
    assert visitor.get(path[:-3] + "/").status_code == 404
    ask_again = Message.objects.filter(kind="tie_offered")
    matches.resign_match(match.pk, alice, now=timezone.now())
    assert visitor.post(path, {"action": "accept"}).status_code == 404
    assert ask_again.get().state == Message.State.WITHDRAWN


def test_the_link_of_a_closed_account_is_dead(match, alice, bob, visitor):
    offer_tie(match, alice)
    path = link_in("tie_offered")
    close_account(bob, now=timezone.now())
    assert visitor.get(path).status_code == 404


def test_no_draw_is_agreed_by_the_link_after_the_flag_has_fallen(match, play, alice, visitor):
    play(match, "a1,c3", timezone.now())
    offer_tie(match, alice)
    path, now = link_in("tie_offered"), timezone.now()
    Seat.objects.filter(match=match, number=1).update(
        deadline_at=now - timedelta(minutes=1), awaited_since=now - 30 * DAY
    )
    assert visitor.post(path, {"action": "accept"}).status_code == 409
    flags.settle_flags(now=timezone.now())
    match.refresh_from_db()
    assert (match.status, match.ending) == (Match.Status.FINISHED, "timeout")
    assert list(match.seats.order_by("number").values_list("rank", flat=True)) == [1, 2]
    assert visitor.post(path, {"action": "accept"}).status_code == 404


def test_a_refusal_says_why_and_changes_nothing(match, alice, bob, visitor):
    offer_tie(match, alice)
    path = link_in("tie_offered")
    late = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(match=match, number=1).update(
        deadline_at=late, awaited_since=late - 30 * DAY
    )
    answer = visitor.post(path, {"action": "accept"})
    assert answer.status_code == 409
    assert Match.objects.get(pk=match.pk).ending != "tie_agreed"


def test_the_e_mail_about_a_turn_that_offers_a_draw_has_the_link(
    start, play, alice, bob, visitor, noon
):
    now = timezone.now()
    match = start(alice, bob, now=now)
    play(match, "b2", now)
    ties.offer_tie(match.pk, bob, now=now)
    play(match, "a1", now)
    path = link_in("your_turn")
    visitor.post(path, {"action": "accept"})
    match.refresh_from_db()
    assert match.ending == "tie_agreed"
