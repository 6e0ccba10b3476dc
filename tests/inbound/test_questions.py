"""Yes and no answer what the e-mail asked, and nothing that has been asked since."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Match, Pause
from games.services.interventions import agreement
from games.services.play import flags, pauses, ties
from notifications.models import Message
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled

ALICE, BOB = "alice@example.org", "bob@example.org"
ASK = {"take_back_asked": agreement.request_take_back, "tie_offered": ties.offer_tie}


@pytest.fixture
def match(alice, bob, start, receive):
    bob.language = "en"
    bob.save()
    found = start(alice, bob, rated=False)
    receive(written("b2\n", reply_to(alice), ALICE))
    return found


@pytest.mark.parametrize(
    ("word", "first"),
    sampled(
        [(word, first) for first in ASK for word in ("accept", "decline")],
        [*zip(("accept", "decline"), ASK, strict=True)],
    ),
)
def test_an_answer_to_one_question_is_none_to_the_next(
    match, alice, bob, receive, noon, word, first
):
    then = next(kind for kind in ASK if kind != first)
    ASK[first](match.pk, alice, now=noon)
    old = reply_to(bob, first)
    Message.objects.filter(kind=first).update(state="sent")
    ASK[then](match.pk, alice, now=noon)
    report = receive(written(f"{word}\n", old, BOB))
    assert (report["outcome"], report["code"]) == ("refused", "not_asked_any_more")
    match.refresh_from_db()
    asker = match.seats.get(number=0)
    assert (match.status, match.ply_count) == (Match.Status.RUNNING, 1)
    assert (asker.tie_offered_at_ply, asker.take_back_at_ply).count(None) == 1
    assert receive(written(f"{word}\n", reply_to(bob, then), BOB))["outcome"] == "done"


@pytest.mark.parametrize("word", sampled(["accept", "Yes, draw"], 1))
def test_no_draw_is_agreed_by_e_mail_after_the_flag_has_fallen(
    match, alice, bob, receive, noon, word
):
    receive(written("a1\n", reply_to(bob), BOB))
    receive(written("c3\n", reply_to(alice, "your_turn"), ALICE))
    ties.offer_tie(match.pk, alice, now=noon)
    late = timedelta(days=5)
    email = written(f"{word}\n", reply_to(bob, "tie_offered"), BOB)
    report = receive(email, after=late.total_seconds())
    assert (report["outcome"], report["commands"]) == ("refused", [])
    assert match.seats.get(number=1).tie_offered_at_ply is None
    flags.settle_flags(now=noon + late)
    match.refresh_from_db()
    assert (match.status, match.ending) == (Match.Status.FINISHED, "timeout")
    assert list(match.seats.order_by("number").values_list("rank", flat=True)) == [1, 2]


ANSWERS = {
    "tie_offered": ("Yes, draw", "I decline the draw"),
    "take_back_asked": ("I accept the take-back", "I decline the take-back"),
    "pause_proposed": ("I agree to the pause", "I decline the pause"),
}


OTHERS = [*product(ANSWERS, ANSWERS, (0, 1))]


# Each is asked, named, accepted and declined in one at least; what is right is told elsewhere.
@pytest.mark.parametrize(
    ("asked", "named", "number"), sampled(OTHERS, [OTHERS[at] for at in (2, 5, 7, 10, 12, 15)])
)
def test_an_answer_that_names_something_else_answers_nothing(
    match, alice, bob, receive, noon, asked, named, number
):
    if asked == "pause_proposed":
        propose(match, alice, noon)
    else:
        ASK[asked](match.pk, alice, now=noon)
    report = receive(written(f"{ANSWERS[named][number]}\n", reply_to(bob, asked), BOB))
    if asked == named:
        assert report["outcome"] == "done"
        return
    assert (report["outcome"], report["code"]) == ("refused", "asked_other")
    match.refresh_from_db()
    asker = match.seats.get(number=0)
    assert (match.status, match.ply_count) == (Match.Status.RUNNING, 1)
    assert (asker.asks, Pause.objects.filter(since=None).exists()) in ((True, False), (False, True))


def test_naming_what_was_asked_costs_nothing(match, alice, bob, receive, noon):
    ties.offer_tie(match.pk, alice, now=noon)
    address = reply_to(bob, "tie_offered")

    def count_queries(text):
        with CaptureQueriesContext(connection) as ran, transaction.atomic():
            assert receive(written(f"{text}\n", address, BOB))["outcome"] == "done"
            transaction.set_rollback(True)
        return len(ran)

    count_queries("accept")  # whatever is read once for all is read
    assert count_queries("I accept the draw") == count_queries("accept")


def test_playing_on_declines_only_what_was_asked(match, alice, bob, receive, noon):
    ASK["take_back_asked"](match.pk, alice, now=noon)
    text = "a1\nI decline the draw\n"
    report = receive(written(text, reply_to(bob, "take_back_asked"), BOB))
    assert (report["outcome"], report["code"]) == ("refused", "asked_other")
    assert match.plies.count() == 1


def test_an_email_that_asks_nothing_answers_nothing(match, alice, bob, receive, noon):
    about_the_turn = reply_to(bob, "your_turn")
    ties.offer_tie(match.pk, alice, now=noon)
    report = receive(written("accept\n", about_the_turn, BOB))
    assert (report["outcome"], report["code"]) == ("refused", "not_asked_here")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("take_back_asked", "You did not allow the move to be taken back."),
        ("tie_offered", "You declined the draw offer."),
    ],
)
def test_a_move_with_a_no_is_played_and_says_what_it_declines(
    match, alice, bob, receive, noon, kind, said
):
    ASK[kind](match.pk, alice, now=noon)
    report = receive(written("a1\ndecline\n", reply_to(bob, kind), BOB))
    assert report["commands"] == ["a1", "decline"]
    assert match.plies.count() == 2
    assert said in newest(bob, "answer").body


def propose(match, player, now):
    pauses.propose_pause(match.pk, player, now + timedelta(days=5), now=now)


@pytest.mark.parametrize(
    ("word", "agreed", "said"),
    [
        ("accept", True, "Agreed: the clocks are paused."),
        ("decline", False, "You declined the pause."),
    ],
)
def test_a_pause_is_answered_by_word(match, alice, bob, receive, noon, word, agreed, said):
    propose(match, alice, noon)
    assert receive(written(f"{word}\n", reply_to(bob, "pause_proposed"), BOB))["outcome"] == "done"
    assert said in newest(bob, "answer").body
    assert Pause.objects.filter(since__isnull=False).exists() is agreed
    assert not Pause.objects.filter(since=None, until__gt=noon + timedelta(days=1)).exists()


def test_a_pause_is_no_answer_to_another_question(match, alice, bob, receive, noon):
    propose(match, alice, noon)
    old = reply_to(bob, "pause_proposed")
    propose(match, alice, noon)
    ties.offer_tie(match.pk, alice, now=noon)
    report = receive(written("accept\n", old, BOB))
    assert (report["outcome"], report["code"]) == ("refused", "not_asked_any_more")
    for kind in ("tie_offered", "pause_proposed"):
        assert receive(written("decline\n", reply_to(bob, kind), BOB))["outcome"] == "done"


@pytest.mark.parametrize("kind", ASK)
def test_what_is_asked_again_is_written_again(match, alice, bob, noon, kind):
    then = next(each for each in ASK if each != kind)
    for each in (kind, then, kind):
        ASK[each](match.pk, alice, now=noon)
    queued = Message.objects.filter(player=bob, kind__in=ASK, state=Message.State.QUEUED)
    assert [each.kind for each in queued] == [kind]
    assert Message.objects.filter(player=bob, kind=kind).count() == 2


def test_an_email_about_a_turn_that_tells_of_an_offer_can_accept_it(
    match, alice, bob, receive, noon
):
    receive(written("a1\n", reply_to(bob, "your_turn"), BOB))
    ties.offer_tie(match.pk, alice, now=noon)
    receive(written("c1\n", reply_to(alice, "your_turn"), ALICE))
    turn = newest(bob, "your_turn")
    assert "offered a draw" in turn.body
    assert receive(written("accept\n", str(turn.reply_to[0]), BOB))["outcome"] == "done"
    match.refresh_from_db()
    assert match.ending == "tie_agreed"


def pause(pk, player, *, now):
    propose(Match.objects.get(pk=pk), player, now)


@pytest.mark.parametrize(
    "kind", sampled([*ASK, "pause_proposed"], ["take_back_asked", "pause_proposed"])
)
def test_whoever_accepts_twice_is_told_the_same_again(match, alice, bob, receive, noon, kind):
    (ASK | {"pause_proposed": pause})[kind](match.pk, alice, now=noon)
    to, answers = reply_to(bob, kind), []
    for _time in range(2):
        assert receive(written("accept\n", to, BOB))["outcome"] == "done"
        match.refresh_from_db()
        answers.append((newest(bob, "answer").body.partition("\n-- ")[0], match.ply_count))
    assert answers[0] == answers[1]
    report = receive(written("decline\n", to, BOB))
    assert report["outcome"] == "refused"


def test_what_was_accepted_before_the_match_went_on_is_old(match, alice, bob, receive, noon):
    agreement.request_take_back(match.pk, alice, now=noon)
    to = reply_to(bob, "take_back_asked")
    assert receive(written("accept\n", to, BOB))["outcome"] == "done"
    receive(written("c1\n", reply_to(alice, "your_turn"), ALICE))
    assert receive(written("accept\n", to, BOB))["code"] == "stale"


def test_a_declined_pause_is_not_accepted_afterwards(match, alice, bob, receive, noon):
    propose(match, alice, noon)
    to = reply_to(bob, "pause_proposed")
    assert receive(written("decline\n", to, BOB))["outcome"] == "done"
    assert receive(written("accept\n", to, BOB))["code"] == "not_asked_any_more"
