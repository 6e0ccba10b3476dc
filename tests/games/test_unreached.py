"""A turn e-mail that bounced or was given up: the clock waits for the player."""

from __future__ import annotations

import threading
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
import time_machine
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player
from games import clocks
from games.models import Challenge, Match, Pause, Seat
from games.services import audit
from games.services.challenges.answer_links import answer_url
from games.services.emails.links import MoveLink, holder_of, make_token
from games.services.errors import Refused
from games.services.match import undelivered
from games.services.play import flags, mail_pauses, matches, play
from inbound.models import InboundMessage
from inbound.services.confirmation import confirmation_url
from notifications import queries
from notifications.models import EmailSettings, Message
from notifications.services import bounces
from notifications.services.security import post_security
from notifications.services.subscriptions import unsubscribe_token
from notifications.signals import link_followed
from tests.emails import deliver_due
from tests.keys import key_for
from tests.patience import PATIENCE
from tests.sampling import sampled
from tests.web.lobby_helpers import challenge
from tournaments.services.files.calendar import create_calendar_key

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def server(monkeypatch):
    """A mail server that answers with the error in this list, if any."""
    answers: list[Exception] = []
    works = EmailBackend.send_messages

    def send(self, messages):
        if answers:
            raise answers[0]
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return answers


@pytest.fixture
def turn(start, play, alice, bob, noon):
    """A match in which Alice is to move since noon; the e-mail about it waits in the outbox."""
    match = start(alice, bob, now=noon - DAY)
    deliver_due(noon - HOUR)
    play(match, "b2,a1", noon)
    return match


def bounce(alice, server, at):
    server.append(SMTPRecipientsRefused({alice.address: (550, b"no such user")}))
    deliver_due(at)
    server.clear()


def alices(match):
    return Seat.objects.get(match=match, number=0)


def test_a_bounced_turn_e_mail_stops_the_clock_until_the_position_is_opened(
    turn, alice, noon, server, client_for
):
    due = alices(turn).deadline_at
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    pause = Pause.objects.get()
    assert (pause.reason, pause.player, pause.since) == ("mail", alice, noon)
    flags.settle_flags(now=due + 4 * DAY)
    assert Match.objects.get(pk=turn.pk).is_running
    with time_machine.travel(noon + 5 * DAY, tick=False):
        page = client_for(alice).get(f"/matches/{turn.pk}/")
        statement = client_for(alice).get(f"/matches/{turn.pk}/clock/")
    assert page.status_code == 200
    assert "the e-mail about the turn did not arrive" in statement.content.decode()
    assert alices(turn).deadline_at == due + 5 * DAY
    flags.settle_flags(now=due + 5 * DAY)
    assert Match.objects.get(pk=turn.pk).ending == "timeout"
    assert list(audit.replay_match(Match.objects.get(pk=turn.pk))) == []


def test_the_opponent_reads_that_the_player_was_not_reached_and_strangers_do_not(
    turn, alice, bob, carol, noon, server, client_for
):
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    with time_machine.travel(noon + DAY, tick=False):
        path, told = f"/matches/{turn.pk}/", "not been reachable by e-mail"
        Player.objects.update(language="en")
        assert told in client_for(bob).get(path).content.decode()
        assert told not in client_for(carol).get(path).content.decode()
        client_for(alice).get(path)
        assert told not in client_for(bob).get(path).content.decode()


def test_the_start_page_warns_at_once_and_referees_see_it_at_their_desk(
    turn, alice, noon, server, client_for, referee
):
    Player.objects.update(language="en")
    told = "bounced or were reported as spam"
    desk, missed = f"/referee/matches/{turn.pk}/", "not been reachable by e-mail"
    with time_machine.travel(noon - HOUR, tick=False):
        assert told not in client_for(alice).get("/").content.decode()
        assert missed not in client_for(referee).get(desk).content.decode()
    bounce(alice, server, noon + HOUR)
    with time_machine.travel(noon + DAY, tick=False):
        mail_pauses.update_mail_pauses(now=noon + HOUR)
        assert missed in client_for(referee).get(desk).content.decode()
        page = client_for(alice).get("/").content.decode()
        assert told in page
        assert alice.address in page
        assert missed not in client_for(referee).get(desk).content.decode()
        client_for(alice).post("/settings/emails/", {"trust": "1"})
        assert told not in client_for(alice).get("/").content.decode()


def test_a_flag_is_not_settled_though_nobody_has_looked_at_the_bounce_yet(
    turn, alice, noon, server
):
    bounce(alice, server, noon + HOUR)
    assert flags.settle_flags(now=noon + 4 * DAY) == 0
    assert Match.objects.get(pk=turn.pk).is_running
    assert Pause.objects.get().since == noon


def test_a_late_move_counts_where_the_e_mail_bounced(turn, alice, noon, server):
    bounce(alice, server, noon + HOUR)
    play.play_turn(turn.pk, alice, "c1", seen=2, now=noon + 5 * DAY, source="api")
    charge = turn.charges.get(turn=3)
    assert (charge.charged, charge.flagged) == (0, False)
    assert charge.stops["pauses"][0][2] == "mail"
    assert list(audit.replay_match(Match.objects.get(pk=turn.pk))) == []


def test_the_stop_ends_with_its_turn(turn, alice, bob, noon, server):
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    play.play_turn(turn.pk, alice, "c1", seen=2, now=noon + DAY, source="api")
    seat = Seat.objects.get(match=turn, number=1)
    seen = Match.objects.get(pk=turn.pk).ply_count
    Seat.objects.filter(match=turn, player=alice).update(seen_at=noon + DAY)
    state = Match.objects.get(pk=turn.pk)
    move = _any_move(state, seat)
    play.play_turn(turn.pk, bob, move, seen=seen, now=noon + 2 * DAY, source="page")
    mail_pauses.update_mail_pauses(now=noon + 2 * DAY)
    assert alices(turn).deadline_at == noon + 5 * DAY


def _any_move(match, seat):
    from games.rules import registry

    rules = registry.get(match.ruleset)
    return rules.spell(rules.moves(rules.load(match.state), seat.number)[0])


def test_an_e_mail_given_up_stops_the_clock_until_it_has_arrived(turn, alice, noon, server):
    server.append(ConnectionRefusedError("nobody there"))
    now = noon
    while now < noon + 5 * DAY:
        now += 4 * HOUR
        deliver_due(now)
        flags.settle_flags(now=now)
        mail_pauses.update_mail_pauses(now=now)
    assert Match.objects.get(pk=turn.pk).is_running
    server.clear()
    deliver_due(now + HOUR)
    mail_pauses.update_mail_pauses(now=now + HOUR)
    assert Pause.objects.get().until == now + HOUR
    assert alices(turn).deadline_at == now + HOUR + 3 * DAY


@pytest.mark.long
def test_a_flag_is_not_settled_while_every_attempt_to_tell_the_player_fails(
    turn, alice, noon, server
):
    server.append(ConnectionRefusedError("nobody there"))
    for hour in range(1, 30):
        deliver_due(noon + hour * HOUR)
    assert flags.settle_flags(now=noon + 3 * DAY) == 0
    assert Match.objects.get(pk=turn.pk).is_running


def test_who_opened_the_position_before_the_bounce_gets_the_time_until_then(
    turn, alice, noon, server, client_for
):
    due = alices(turn).deadline_at
    with time_machine.travel(noon + 30 * MINUTE, tick=False):
        client_for(alice).get(f"/matches/{turn.pk}/")
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + 2 * HOUR)
    assert alices(turn).deadline_at == due + 30 * MINUTE


@pytest.fixture
def claimed(start, play, alice, bob, noon):
    """The same where the opponent has to claim the win on time."""
    control = clocks.TimeControl(per_turn=DAY, on_flag="claim")
    match = start(alice, bob, now=noon - DAY, control=control)
    deliver_due(noon - HOUR)
    play(match, "b2,a1", noon)
    return match


def test_no_win_is_claimed_while_every_attempt_to_tell_the_player_fails(claimed, bob, noon, server):
    server.append(ConnectionRefusedError("nobody answers"))
    deliver_due(noon + HOUR)
    due = alices(claimed).deadline_at
    with pytest.raises(Refused, match="nothing_to_claim"):
        matches.claim_win(claimed.pk, bob, now=due + MINUTE)
    assert Match.objects.get(pk=claimed.pk).is_running


def test_a_marked_flag_is_lifted_when_its_e_mail_bounces_after_all(claimed, alice, noon, server):
    due = alices(claimed).deadline_at
    with time_machine.travel(due + MINUTE, tick=False):
        deliver_due(noon + MINUTE)
    flags.settle_flags(now=due + MINUTE)
    assert alices(claimed).flagged_at is not None
    later = due + HOUR
    Message.objects.filter(player=alice).update(state=Message.State.FAILED)
    EmailSettings.objects.update_or_create(player=alice, defaults={"failed_at": later})
    mail_pauses.update_mail_pauses(now=later)
    assert alices(claimed).flagged_at is None


def test_an_e_mail_that_arrived_stops_nothing(turn, alice, noon):
    deliver_due(noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    flags.settle_flags(now=noon + 3 * DAY)
    assert Match.objects.get(pk=turn.pk).ending == "timeout"
    assert not Pause.objects.exists()


def test_looking_twice_stops_once_and_ends_within_a_week(turn, alice, noon, server):
    bounce(alice, server, noon + HOUR)
    for minute in range(3):
        mail_pauses.update_mail_pauses(now=noon + HOUR + minute * MINUTE)
    assert Pause.objects.get().until == noon + undelivered.MAX_CREDIT
    late = noon + undelivered.MAX_CREDIT + 3 * DAY
    with pytest.raises(Refused, match="time_over"):
        play.play_turn(turn.pk, alice, "c1", seen=2, now=late, source="api")


def credited(match):
    """Return from when to when the clock stood still because e-mails did not arrive."""
    found = Pause.objects.filter(match=match, reason="mail").order_by("since")
    return list(found.values_list("since", "until"))


@pytest.fixture
def token(alice, noon):
    """The secret address of Alice's calendar."""
    return create_calendar_key(alice, token="c" * 32, now=noon).token


def by_page(alice, client_for, turn, token):
    assert client_for(alice).get("/lobby/").status_code == 200


def by_api(alice, client_for, turn, token):
    secret = key_for(alice.user, "read")
    answer = client_for(None).get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 200


def by_match_in_api(alice, client_for, turn, token):
    headers = {"Authorization": f"Bearer {key_for(alice.user, 'read')}"}
    path = f"/api/v1/matches/{turn.pk}/"
    assert client_for(None).get(path, headers=headers).status_code == 200


def by_calendar(alice, client_for, turn, token):
    assert client_for(None).get(f"/calendar/{token}.ics").status_code == 200


def by_link(alice, client_for, turn, token):
    seat = alices(turn)
    link = MoveLink(turn.pk, 2, holder_of(seat), "c1")
    assert client_for(None).get(f"/m/{make_token(link)}/").status_code == 200


def by_unsubscribing(alice, client_for, turn, token):
    path = f"/unsubscribe/{unsubscribe_token(alice.pk, 'chat_digest')}/"
    assert client_for(None).post(path).status_code == 200


def held_message_of(alice):
    held, _new = InboundMessage.objects.get_or_create(
        message_id="<held@example.org>",
        defaults={
            "player": alice,
            "size": 0,
            "received_at": timezone.now(),
            "next_at": timezone.now(),
        },
    )
    return confirmation_url(held.pk)


def by_held_message(alice, client_for, turn, token):
    assert client_for(None).post(held_message_of(alice)).status_code == 200


def by_answering_a_challenge(alice, client_for, turn, token):
    bob = turn.seats.exclude(player=alice).get().player
    asked = Challenge.objects.filter(challenger=bob).first() or challenge(bob, opponent=alice)
    assert client_for(None).get(answer_url(asked, alice)).status_code == 200


WAYS = [
    *(by_page, by_api, by_calendar, by_link, by_match_in_api),
    *(by_unsubscribing, by_held_message, by_answering_a_challenge),
]


@pytest.mark.parametrize("come", sampled(WAYS, [by_page, by_link]))
def test_the_first_time_here_before_the_bounce_ends_the_credit(
    turn, alice, noon, server, client_for, token, come
):
    for minutes in (-2, 30, 50):
        with time_machine.travel(noon + minutes * MINUTE, tick=False):
            come(alice, client_for, turn, token)
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    assert credited(turn) == [(noon, noon + 30 * MINUTE)]


@pytest.mark.parametrize(
    ("come", "noticed"),
    sampled(
        [(come, noticed) for come in WAYS for noticed in (True, False)],
        [*((come, True) for come in WAYS), (by_page, False)],
    ),
)
def test_whatever_the_player_comes_for_ends_the_credit(
    turn, alice, noon, server, client_for, token, come, noticed
):
    bounce(alice, server, noon + HOUR)
    if noticed:
        mail_pauses.update_mail_pauses(now=noon + HOUR)
    with time_machine.travel(noon + DAY, tick=False):
        come(alice, client_for, turn, token)
    assert credited(turn) == [(noon, noon + DAY)]
    assert alices(turn).deadline_at == noon + 4 * DAY
    alice.refresh_from_db()
    assert alice.unreached_since is None
    with time_machine.travel(noon + 2 * DAY, tick=False):
        come(alice, client_for, turn, token)
    mail_pauses.update_mail_pauses(now=noon + 2 * DAY)
    assert credited(turn) == [(noon, noon + DAY)]


def test_a_scanner_that_opens_the_link_of_a_held_message_ends_no_credit(
    turn, alice, noon, server, client_for
):
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    before = credited(turn)
    with time_machine.travel(noon + DAY, tick=False):
        assert client_for(None).get(held_message_of(alice)).status_code == 200
    assert credited(turn) == before


def test_an_error_behind_the_unsubscribe_link_fails_no_post(alice, client_for):
    def fail(**_kwargs):
        raise RuntimeError("locked")

    link_followed.connect(fail)
    try:
        path = f"/unsubscribe/{unsubscribe_token(alice.pk, 'chat_digest')}/"
        assert client_for(None).post(path).status_code == 200
    finally:
        link_followed.disconnect(fail)
    assert not queries.wants(alice, "chat_digest")


def test_a_known_bad_address_gives_no_second_credit(turn, alice, bob, start, play, noon, server):
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    other = start(bob, alice, now=noon - DAY)
    play(other, "b2", noon + 2 * HOUR)  # its e-mail is never written: the address bounces
    alice.refresh_from_db()
    undelivered.mark_player_present(alice, now=noon + 3 * HOUR)
    assert credited(other) == [(noon + 2 * HOUR, noon + 3 * HOUR)]
    play(other, "a1", noon + 4 * HOUR)
    play(other, "c3", noon + 5 * HOUR)
    mail_pauses.update_mail_pauses(now=noon + DAY)
    assert len(credited(other)) == 1


def test_another_bounce_of_the_same_address_gives_no_second_credit(
    turn, alice, bob, start, play, noon, server
):
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    alice.refresh_from_db()
    undelivered.mark_player_present(alice, now=noon + 2 * HOUR)
    other = start(bob, alice, now=noon + 3 * HOUR)
    play(other, "b2", noon + 3 * HOUR)
    post_security(alice.address, "Reset", "the link", language="en", now=noon + 4 * HOUR)
    first = EmailSettings.objects.get(player=alice).bounced_at
    bounce(alice, server, noon + 5 * HOUR)
    assert EmailSettings.objects.get(player=alice).bounced_at == first
    mail_pauses.update_mail_pauses(now=noon + 6 * HOUR)
    assert (credited(turn), credited(other)) == ([(noon, noon + 2 * HOUR)], [])
    EmailSettings.objects.filter(player=alice).update(bounced_address="old@example.org")
    message = Message.objects.filter(player=alice, address=alice.address).earliest("pk")
    bounces.record_bounce(message, noon + 7 * HOUR)
    assert EmailSettings.objects.get(player=alice).bounced_at == noon + 7 * HOUR


def test_all_credits_of_a_match_come_to_a_week_at_most(turn, alice, bob, noon, server, play):
    Pause.objects.create(
        match=turn,
        player=alice,
        reason="mail",
        proposed_at=noon - 9 * DAY,
        since=noon - 9 * DAY,
        until=noon - 4 * DAY,
    )
    bounce(alice, server, noon + HOUR)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    assert credited(turn)[1:] == [(noon, noon + 2 * DAY)]


def test_who_is_here_while_nothing_failed_costs_no_query_but_once_in_five_minutes(
    alice, turn, django_assert_num_queries, noon
):
    def here(queries, at):
        with django_assert_num_queries(queries):
            undelivered.mark_player_present(alice, now=at)

    here(3, noon)  # which turns are new, these, and the player
    for seconds in range(0, 300, 50):
        here(0, noon + timedelta(seconds=seconds))
    here(2, noon + 5 * MINUTE)
    alice.refresh_from_db()
    here(0, noon + 9 * MINUTE)
    assert alice.here_at == noon + 5 * MINUTE
    assert alices(turn).here_at == noon


@pytest.mark.parametrize("come", [by_page, by_api])
def test_the_first_visit_in_a_turn_is_noted_however_soon_after_the_last_one(
    start, play, alice, bob, noon, client_for, come
):
    match = start(bob, alice, now=noon - DAY)
    visits = []
    for minutes in (0, 3, 4):
        if minutes == 3:
            play(match, "b2", noon + MINUTE)
        with time_machine.travel(noon + minutes * MINUTE, tick=False):
            come(alice, client_for, match, "")
        visits.append(Seat.objects.get(match=match, player=alice).here_at)
    assert visits == [None, noon + 3 * MINUTE, noon + 3 * MINUTE]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_turn_that_somebody_else_holds_is_noted_by_the_next_request(alice, turn, noon):
    def visit():
        try:
            undelivered.mark_player_present(alice, now=noon)
        finally:
            connection.close()

    with transaction.atomic():
        Seat.objects.select_for_update().get(match=turn, player=alice)
        other = threading.Thread(target=visit)
        other.start()
        other.join(PATIENCE)
    assert (alice.here_at, alices(turn).here_at) == (None, None)
    undelivered.mark_player_present(alice, now=noon + MINUTE)
    assert (alice.here_at, alices(turn).here_at) == (noon + MINUTE, noon + MINUTE)
