"""An e-mail that waited says what is true when it goes out, or does not go out."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from accounts.services import closing
from games import clocks
from games.models import Match, Outage, Seat, SeatChange
from games.services.challenges.closing import close_account
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import deadlines
from games.services.match.loaded import load_match
from games.services.play import absence, flags, matches, pauses
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services import outbox
from tests.emails import composed, deliver_due, render
from tests.sampling import sampled
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CLAIM = clocks.TimeControl(per_turn=3 * DAY, on_flag="claim")


@pytest.fixture
def evening(noon):
    return noon + 11 * HOUR


@pytest.fixture
def asleep(alice, bob):
    """Let both sleep from ten to seven, and get no e-mail then."""
    for each in (alice, bob):
        each.quiet_from, each.quiet_to, each.time_zone = "22:00", "07:00", "UTC"
        each.save()
        EmailSettings.objects.create(player=each, settle_minutes=0)
    alice.refresh_from_db()
    bob.refresh_from_db()


def pause(match, alice, bob, *, now):
    pauses.propose_pause(match.pk, alice, now + 10 * DAY, now=now)
    pauses.accept_pause(match.pk, bob, now + 10 * DAY, now=now)


def leave(match, alice, bob, *, now):
    flags.book_leave(bob, now.date() + 2 * DAY, now.date() + 6 * DAY, now=now)


def sent_to(player):
    return [each for each in mail.outbox if each.to == [player.address]]


def why_withdrawn(message):
    message.refresh_from_db()
    assert message.state == Message.State.WITHDRAWN
    return DeliveryEvent.objects.filter(message=message).last().detail


@pytest.mark.parametrize("change", [pause, leave])
def test_a_deadline_moved_at_night_is_the_one_in_the_morning_s_e_mail(
    start, play, alice, bob, asleep, evening, change
):
    match = start(alice, bob)
    deliver_due(evening)
    play(match, "b2", evening)
    seat = Seat.objects.get(match=match, player=bob)
    before = seat.deadline_at
    change(match, alice, bob, now=evening + HOUR / 2)
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    assert before is not None
    assert seat.deadline_at > before
    turn = Message.objects.get(kind="your_turn")
    assert composed(turn)["deadline"] == seat.deadline_at.isoformat()
    deliver_due(evening + 8 * HOUR)
    (email,) = [each for each in sent_to(bob) if turn.message_id in each.extra_headers.values()]
    assert f"{seat.deadline_at.day}. März" in email.body


def test_nobody_is_told_to_claim_after_the_move_came(start, play, alice, bob, asleep, evening):
    match = start(alice, bob, control=CLAIM)
    play(match, "b2", evening)
    late = evening + 3 * DAY + HOUR
    flags.settle_flags(now=late)
    flagged = Message.objects.get(kind="flagged", player=alice)
    play(match, "a1", late + HOUR)
    deliver_due(late + 8 * HOUR)
    assert why_withdrawn(flagged) == "no longer true"


def test_a_flag_that_falls_a_second_time_in_a_turn_is_told_again(start, play, alice, bob, evening):
    match = start(alice, bob, control=CLAIM)
    play(match, "b2", evening)
    for hours in (1, 2):
        flags.settle_flags(now=evening + 3 * DAY + hours * HOUR)
        Seat.objects.update(flagged_at=None)  # as after a grant that a ruling takes back
    assert Message.objects.filter(kind="flagged", player=alice).count() == 2


def test_of_reminders_that_waited_only_the_newest_goes_out(start, play, alice, bob, evening):
    match = start(alice, bob, control=CLAIM)
    deliver_due(evening)
    play(match, "b2", evening)
    deliver_due(evening + HOUR)
    before = len(sent_to(bob))
    for share in (0.5, 0.8):
        flags.send_reminders(now=evening + share * 3 * DAY + HOUR)
    assert Message.objects.filter(kind="reminder").count() == 2
    deliver_due(evening + 2.5 * DAY)
    older, newer = Message.objects.filter(kind="reminder").order_by("pk")
    assert (why_withdrawn(older), newer.state) == ("there is a newer one", Message.State.SENT)
    assert len(sent_to(bob)) == before + 1


def test_no_reminder_goes_out_after_the_flag(start, play, alice, bob, evening):
    match = start(alice, bob, control=CLAIM)
    play(match, "b2", evening)
    flags.send_reminders(now=evening + 2 * DAY)
    flags.settle_flags(now=evening + 3 * DAY)
    deliver_due(evening + 3 * DAY + 3 * HOUR)
    assert why_withdrawn(Message.objects.get(kind="reminder")) == "the time is over"


def test_a_reminder_of_a_deadline_put_off_comes_in_its_time(start, play, alice, bob, evening):
    match = start(alice, bob)
    play(match, "b2", evening)
    half = evening + 1.5 * DAY
    flags.send_reminders(now=half)
    Outage.objects.create(since=evening + HOUR, until=evening + 9 * HOUR, noted_at=half)
    deadlines.recompute_due_times(match.pk, half + HOUR)
    deliver_due(half + HOUR)
    (first,) = Message.objects.filter(kind="reminder")
    assert why_withdrawn(first) == "the deadline has been put off"
    at = Seat.objects.get(match=match, player=bob).remind_at
    assert at == half + 8 * HOUR
    flags.send_reminders(now=at)
    deliver_due(at)
    assert Message.objects.exclude(pk=first.pk).get(kind="reminder").state == Message.State.SENT


def test_a_proposed_pause_is_told_until_it_is_answered(start, play, alice, bob, evening):
    match = start(alice, bob)
    play(match, "b2", evening)
    until = evening + 10 * DAY
    pauses.propose_pause(match.pk, alice, until - DAY, now=evening)
    pauses.propose_pause(match.pk, alice, until, now=evening)
    first, second = Message.objects.filter(kind="pause_proposed").order_by("pk")
    assert (first.state, second.player, second.state) == ("withdrawn", bob, "queued")
    assert composed(second)["paused_until"] == until.isoformat()
    pauses.decline_pause(match.pk, bob, now=evening)
    second.refresh_from_db()
    assert second.state == "withdrawn"
    with pytest.raises(Refused, match="no_pause_proposed"):
        pauses.accept_pause(match.pk, bob, until, now=evening)


def test_a_pause_proposed_too_long_ago_is_not_told(start, play, alice, bob, evening):
    match = start(alice, bob)
    play(match, "b2", evening)
    pauses.propose_pause(match.pk, alice, evening + HOUR, now=evening)
    deliver_due(evening + 2 * HOUR)
    assert why_withdrawn(Message.objects.get(kind="pause_proposed")) == "no longer true"


def test_leave_that_is_over_is_not_announced(start, alice, bob, noon):
    match = start(alice, bob)
    leave(match, alice, bob, now=noon)
    deliver_due(noon + 9 * DAY)
    assert why_withdrawn(Message.objects.get(kind="opponent_on_leave")) == "no longer true"


@pytest.fixture
def digested(start, play, alice, bob, noon):
    """Return a match whose turn e-mail to Bob waits in a digest of theirs."""
    EmailSettings.objects.create(player=bob, settle_minutes=0, digest_after=0, digest_hour=18)
    match = start(alice, bob)
    Message.objects.filter(player=bob).update(state=Message.State.SENT)
    play(match, "b2", noon)
    deliver_due(noon)
    turn = Message.objects.get(kind="your_turn", player=bob)
    assert turn.state == Message.State.MERGED
    return match


def moved_unseen(match):
    """Let the turn go on as if the sender had the digest at that moment."""
    Seat.objects.filter(match=match, number=1).update(awaited_since=None)
    Match.objects.filter(pk=match.pk).update(turn=3)


def test_a_digest_leaves_out_what_is_no_longer_true(digested, bob, noon):
    turn = Message.objects.get(kind="your_turn", player=bob)
    outbox.post(kind="tournament_news", player=bob, key="news", context=NEWS, now=noon)
    deliver_due(noon)
    moved_unseen(digested)
    deliver_due(noon + 8 * HOUR)
    (digest,) = sent_to(bob)
    assert "your move" not in digest.body
    assert why_withdrawn(turn) == "the turn is over"
    assert Message.objects.get(key="news").sent_at is not None


def test_a_digest_of_nothing_true_is_not_sent(digested, bob, noon):
    moved_unseen(digested)
    deliver_due(noon + 8 * HOUR)
    deliver_due(noon + 8 * HOUR)
    assert sent_to(bob) == []
    assert why_withdrawn(Message.objects.get(kind="your_turn", player=bob)) == "the turn is over"


NEWS = {"url": "/", "tournament": "Spring", "name": "Spring", "what": "", "facts": []}


def test_what_waits_names_nobody_who_has_closed_their_account(
    start, play, alice, bob, asleep, evening
):
    match = start(alice, bob)
    play(match, "b2", evening)
    matches.send_chat_message(match.pk, alice, "Hello", now=evening)
    former = alice.name
    closed = close_account(alice, now=evening)
    waiting = Message.objects.unsent().filter(player=bob)
    emails = {each.kind: render(each, evening) for each in waiting}
    assert {"chat_digest", "match_finished"} <= set(emails)
    for kind, email in emails.items():
        written = f"{email.subject}\n{email.body}\n{email.alternatives}"
        assert closed.name in written, kind
        assert former not in written, kind


def test_neither_does_news_of_a_leave_or_of_a_seat_that_changed_hands(
    start, alice, bob, carol, noon
):
    match = start(alice, bob)
    flags.book_leave(alice, noon.date() + 2 * DAY, noon.date() + 6 * DAY, now=noon)
    table = load_match(Match.objects.watched().get(pk=match.pk))
    match_emails.notify_seat_change(
        table, table.seats[0], SeatChange.Why.SUBSTITUTED, carol, reader=bob, now=noon
    )
    news = Message.objects.filter(player=bob, kind__in=("opponent_on_leave", "absence"))
    before = [str(composed(each)) for each in news]
    assert len(before) == 2
    assert all("Alice" in each for each in before)
    assert "Carol" in before[1]
    alice, carol = closing.close_account(alice, now=noon), closing.close_account(carol, now=noon)
    for each in news:
        now = str(composed(each))
        assert alice.name in now
        assert "Alice" not in now
        assert "Carol" not in now


@pytest.fixture
def offered(start, play, alice, bob, carol, asleep, evening):
    """Return a match of three whose first player fell silent; the seat is offered since evening."""
    control = replace(clocks.PRESETS["day"], on_flag="substitute")
    match = start(alice, bob, carol, ruleset="halma", control=control)
    play(match, "d1-e5,j10-i9,m4-l4", evening - DAY)
    flags.settle_flags(now=evening)
    return match


def absences():
    return [*Message.objects.filter(kind="absence").order_by("pk")]


def test_a_seat_on_offer_is_told_until_when_it_is_offered(offered, evening):
    own, *others = absences()
    assert len(others) == 2
    until = Seat.objects.get(match=offered, number=0).deadline_at
    assert composed(own)["offered_until"] == until
    said = {
        "en": "Your seat is offered to others.",
        "de": "Alice hat die Zeit überschritten. Der Platz wird anderen angeboten.",
        "fr": "Alice a dépassé le temps. La place est offerte à d’autres.",
    }
    assert [each.language for each in (own, *others)] == [*said]
    for each in (own, *others):
        text = render(each, evening).body
        assert said[each.language] in text
        assert f"{until.astimezone(each.player.zone):%H:%M}" in text


def test_a_seat_taken_back_at_night_is_not_said_to_be_on_offer(offered, alice, evening):
    emails = absences()
    absence.reclaim_seat(offered.pk, alice, now=evening + HOUR)
    deliver_due(evening + 10 * HOUR)
    assert {why_withdrawn(each) for each in emails} == {"no longer true"}


def test_a_seat_that_somebody_took_is_not_said_to_be_on_offer(
    offered, person, alice, carol, evening
):
    (mine, *others) = absences()
    absence.take_over(offered.pk, 0, person("Dora"), now=evening + HOUR)
    (told,) = Message.objects.filter(kind="absence", player=alice).exclude(pk=mine.pk)
    absence.reclaim_seat(offered.pk, alice, now=evening + 2 * HOUR)
    deliver_due(evening + 10 * HOUR)
    assert {why_withdrawn(each) for each in (*others, told)} == {"no longer true"}


def test_the_caretaker_of_yesterday_is_not_told_of(offered, alice, bob, evening):
    first = absences()
    flags.settle_flags(now=evening + DAY + HOUR)
    cared = absences()[3:]
    assert len(cared) == 3
    absence.reclaim_seat(offered.pk, alice, now=evening + DAY + 2 * HOUR)
    deliver_due(evening + DAY + 10 * HOUR)
    assert {why_withdrawn(each) for each in (*first, *cared)} == {"no longer true"}


@pytest.mark.parametrize(
    ("act", "params"),
    sampled(
        [
            ("adjudicate", {"rank_0": 1, "rank_1": 2}),
            ("annul", {}),
            ("adjudicate", {"rank_0": 1, "rank_1": 1}),
        ],
        2,
    ),
)
def test_a_result_that_a_ruling_changed_is_not_told(
    start, play, alice, bob, asleep, referee, evening, act, params
):
    match = start(alice, bob)
    play(match, "b2,a1", evening)
    flags.settle_flags(now=evening + 4 * DAY)
    assert list(match.seats.values_list("rank", flat=True)) == [2, 1]
    over = list(Message.objects.filter(kind="match_finished"))
    assert len(over) == 2
    request = RulingRequest(act, "C-3", "So it is.", params, match_id=match.pk)
    rulings.preview_and_sign(request, referee, now=evening + 4 * DAY + HOUR)
    deliver_due(evening + 4 * DAY + 9 * HOUR)
    assert {why_withdrawn(each) for each in over} == {"no longer true"}


def test_an_end_that_a_ruling_took_back_is_not_told(
    start, play, alice, bob, asleep, referee, evening
):
    match = start(alice, bob)
    play(match, "b2", evening)
    flags.settle_flags(now=evening + 4 * DAY)
    over = Message.objects.filter(kind="match_finished")
    assert over.count() == 2
    reopen = RulingRequest("reopen", "C-3", "So it is.", {"ply": 1}, match_id=match.pk)
    rulings.preview_and_sign(reopen, referee, now=evening + 4 * DAY + HOUR)
    deliver_due(evening + 4 * DAY + 9 * HOUR)
    assert {why_withdrawn(each) for each in over} == {"no longer true"}
    matches.resign_match(match.pk, bob, now=evening + 5 * DAY)
    deliver_due(evening + 5 * DAY + 9 * HOUR)
    assert Message.objects.filter(kind="match_finished", state="sent").count() == 2
