"""An e-mail says what was true when it was written, whenever it is composed and sent."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from games.models import Match, Seat
from games.services.emails import composing
from games.services.match import facts
from games.services.play import commands, flags, matches
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services.sending import delivery
from tests.emails import composed, deliver_due, render
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def everything_in(message, now):
    """Return subject, text, HTML and pictures; links are signed at an instant."""
    with time_machine.travel(now, tick=False):
        email = render(message, now)
    pictures = [part.get_payload() for part in email.attachments]
    return email.subject, email.body, str(email.alternatives), pictures


def rename(player, name):
    player.name = name
    player.save()


@pytest.mark.parametrize(
    ("ruleset", "moves", "later"),
    sampled(
        [
            ("mensch", None, None),
            ("traffic_lights.4x3", "b2,a1,c3", "a3,b1"),
            ("chess", "e2e4,e7e5,g1f3", "b8c6,f1b5"),
            ("triad", None, None),
        ],
        1,
    ),
)
def test_moves_names_and_orders_of_later_change_nothing(
    start, play, alice, bob, noon, ruleset, moves, later
):
    match = start(alice, bob, ruleset=ruleset)
    for text in moves.split(",") if moves else range(6):
        _move(play, match, text, noon)
    flags.send_reminders(now=noon + 2 * DAY)
    written = list(Message.objects.exclude(kind="security"))
    assert {"match_started", "your_turn", "reminder"} <= {each.kind for each in written}
    before = [everything_in(each, noon) for each in written]

    rename(alice, "Alexandra")
    rename(bob, "Bertram")
    for text in later.split(",") if later else range(4):
        _move(play, match, text, noon + 2 * DAY + HOUR)
    matches.resign_match(match.pk, alice, now=noon + 2 * DAY + HOUR)
    assert [everything_in(each, noon) for each in written] == before
    ended = Message.objects.get(kind="match_finished", player=bob)
    assert "Alexandra" in composed(ended)["opponents"]


def _move(play, match, text, now):
    """Play a move, or any that is possible."""
    if isinstance(text, str):
        play(match, text, now)
        return
    table = facts.restore_match(facts.match_facts(_table(match)))
    (seat,) = table.rules.awaited(table.state)
    play(match, table.rules.spell(table.rules.moves(table.state, seat)[0]), now)


def _table(match):
    from games.services.match.loaded import load_match

    return load_match(Match.objects.get(pk=match.pk))


def test_the_same_table_is_laid_again(start, play, alice, bob, noon):
    match = start(alice, bob)
    play(match, "b2,a1,c3", noon)
    now = _table(match)
    kept = facts.match_facts(now)
    play(match, "a3", noon)
    again = facts.restore_match(kept)
    assert (again.state, again.match.ply_count, again.match.turn) == (now.state, 3, 4)
    assert [each.deadline_at for each in again.seats] == [each.deadline_at for each in now.seats]
    assert again.ledger() == now.ledger()


def test_orders_that_stood_when_it_was_written_are_told(start, play, alice, bob, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    commands.save_orders(
        match.pk, alice, "if a1 then c3\nif b1 then c3", commands.Submission(1, noon, "page")
    )
    play(match, "a1", noon)
    answered = Message.objects.get(kind="order_played", player=alice)
    said = composed(answered)
    assert (said["waiting"], said["news"][-1]) == (0, "Your planned reply was played: c3.")
    play(match, "a3", noon)
    assert composed(answered) == said


def test_whoever_dies_while_composing_leaves_the_e_mail_to_the_next(
    start, alice, bob, noon, monkeypatch
):
    EmailSettings.objects.create(player=alice, settle_minutes=0)
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    start(alice, bob)
    sent_as = set(Message.objects.values_list("message_id", flat=True))

    def dies(_facts):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(composing, "restore_match", dies)
        for _worker in range(2):
            with pytest.raises(SystemExit):
                deliver_due(noon)
    assert (len(mail.outbox), deliver_due(noon).sent) == (0, 0), "the leases still run"
    assert deliver_due(noon + delivery.LEASE + timedelta(seconds=5)).sent == 2
    assert {each.extra_headers["Message-ID"] for each in mail.outbox} == sent_as
    assert Message.objects.filter(state="sent").count() == 2


def test_what_can_no_longer_be_composed_is_dropped_with_a_reason(start, alice, bob, noon):
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    EmailSettings.objects.create(player=alice, settle_minutes=0)
    match = start(alice, bob)
    Message.objects.filter(player=alice).update(state="withdrawn")
    Seat.objects.filter(match=match).delete()
    match.delete()
    tally = deliver_due(noon)
    assert (tally.sent, tally.failed, tally.set_aside) == (0, 0, 1)
    gone = Message.objects.get(player=bob)
    assert (gone.state, gone.claimed_until) == ("withdrawn", None)
    assert DeliveryEvent.objects.filter(message=gone).last().detail == "the match is gone"
    start(alice, bob)
    assert deliver_due(noon).sent == 2, "and the others go out"


def test_a_row_holds_neither_words_nor_a_picture(start, play, alice, bob, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    row = Message.objects.get(kind="your_turn").context
    assert set(row) == {"url", "match_facts", "seat", "standing", "legs", "lapsed"}
    assert len(str(row)) < 1000
