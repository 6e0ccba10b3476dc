"""Seats that others take: who may, what stays hidden from them, and how the owner comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from accounts.services.visits import Origin, record_visit
from games import clocks, lobby_queries, match_queries, seat_queries
from games.models import ChatLine, Match, Seat, SeatChange
from games.services.audit import replay_match
from games.services.bots import caretakers
from games.services.challenges import closing
from games.services.errors import Refused
from games.services.play import absence, flags, matches
from games.services.time import outages
from notifications.models import Message
from tests.emails import composed
from tests.games.tables_of_three import chance, somehow
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LATER = DAY + HOUR
WORDS: Any = {"paragraph": "R-6", "reason": "Helped by a program."}


@pytest.fixture
def offered(alice, bob, carol, start, play, noon):
    """Return a match of three in which Alice fell silent; her seat is on offer since a day."""
    control = replace(clocks.PRESETS["day"], on_flag="substitute")
    match = start(alice, bob, carol, ruleset="halma", control=control)
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    matches.write_notes(match.pk, alice, "My plan.")
    flags.settle_flags(now=noon + DAY)
    return match


@pytest.fixture
def taken(offered, person, noon):
    """Return the match with Dora on Alice's seat."""
    absence.take_over(offered.pk, 0, person("Dora"), now=noon + LATER)
    return offered


def seat(match, number=0):
    return Seat.objects.select_related("player", "original", "match").get(
        match=match, number=number
    )


def told(player, kind="absence"):
    mails = Message.objects.filter(kind=kind, player=player).order_by("pk")
    return [composed(mail)["what"] for mail in mails]


def refused(match, player, now, code):
    with pytest.raises(Refused) as refusal:
        absence.take_over(match.pk, 0, player, now=now)
    assert refusal.value.code == code
    assert seat(match).player.name == "Alice"


def test_a_seat_is_no_longer_taken_once_its_offer_is_over(offered, person, noon):
    until = seat(offered).deadline_at
    assert until == noon + 2 * DAY
    refused(offered, person("Emil"), until + timedelta(seconds=30), "seat_taken")
    assert absence.take_over(offered.pk, 0, person("Fay"), now=until - HOUR).is_running


def test_a_seat_is_offered_as_long_as_it_can_be_taken_outages_included(offered, person, noon):
    until, dora = seat(offered).deadline_at, person("Dora")
    assert list(lobby_queries.seats_on_offer(dora, until - HOUR)) == [seat(offered)]
    assert not lobby_queries.seats_on_offer(dora, until)
    outages.enter_outage(until - HOUR, until + HOUR, note="", by=None, now=until - HOUR)
    later = until + HOUR
    flags.settle_flags(now=later)
    assert seat_queries.is_on_offer(seat(offered), later)
    assert list(lobby_queries.seats_on_offer(dora, later)) == [seat(offered)]
    assert absence.take_over(offered.pk, 0, dora, now=later).is_running


def test_guests_and_bots_and_those_who_cannot_log_in_take_no_seat(offered, person, noon):
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    bot = Player.objects.create(name="Bot 1", kind=Player.Kind.BOT, created_at=noon)
    unproven, barred, gone = (person(name) for name in ("Una", "Barry", "Gina"))
    unproven.user.address_confirmed = False
    unproven.user.save()
    barred.user.is_active = False
    barred.user.save()
    gone = closing.close_account(gone, now=noon)
    for each in (guest, bot, unproven, barred, gone):
        refused(offered, each, noon + LATER, "seat_needs_account")


def test_whoever_is_suspended_or_has_judged_here_takes_no_seat(offered, person, referee, noon):
    dora = person("Dora")
    suspend = RulingRequest("suspend", params={"days": 30}, player_id=dora.pk, **WORDS)
    rulings.preview_and_sign(suspend, referee, now=noon)
    refused(offered, dora, noon + LATER, "suspended_from_seats")
    warn = RulingRequest("warn", player_id=seat(offered, 1).player_id, match_id=offered.pk, **WORDS)
    rulings.preview_and_sign(warn, referee, now=noon)
    refused(offered, referee, noon + LATER, "judged_here")


def test_a_party_takes_no_seat_beside_the_referee_of_its_case(offered, person, office, bob, noon):
    dora, emil = person("Dora"), person("Emil")
    office(bob)  # who sits at the match
    case = cases.open_case(dora, kind="conduct", text="Look.", about_id=emil.pk, now=noon)
    assigning.take_case(case.pk, bob, now=noon)
    refused(offered, emil, noon + LATER, "seat_taken")  # as if they were blocked
    absence.take_over(offered.pk, 0, dora, now=noon + LATER)  # who has only called the referee


def test_nobody_takes_a_seat_from_the_device_of_an_opponent(offered, person, alice, bob, noon):
    dora, emil = person("Dora"), person("Emil")
    for player, device in ((bob, "one"), (dora, "one"), (alice, "two"), (emil, "two")):
        record_visit(player, Origin("192.0.2.1", device), now=noon)
    refused(offered, dora, noon + LATER, "shares_device")
    absence.take_over(offered.pk, 0, emil, now=noon + LATER)  # with whoever left the seat


def test_nobody_plays_twice_in_one_match_in_whatever_form(taken, person, alice, bob, noon):
    dora = seat(taken).player
    matches.resign_match(taken.pk, dora, now=noon + LATER + HOUR)
    absence.reclaim_seat(taken.pk, alice, now=noon + LATER + HOUR)
    flags.settle_flags(now=noon + 4 * DAY)
    assert seat(taken).offered_until is not None
    for player in (dora, bob, alice):
        refused(taken, player, noon + 4 * DAY + HOUR, "own_match")


def test_the_owner_is_told_of_everything_and_finds_their_notes_on_return(taken, alice, bob, noon):
    dora = seat(taken).player
    assert {each.by for each in Message.objects.filter(player=alice).exclude(by=None)} == {dora}
    assert "Dora has taken over your seat" in told(alice)[-1]
    assert "Dora" in told(bob)[-1]
    assert seat(taken).notes == ""
    matches.write_notes(taken.pk, dora, "Hers.")
    absence.reclaim_seat(taken.pk, alice, now=noon + 2 * DAY)
    assert Message.objects.filter(player=dora, by=alice).exists()
    assert "Alice is back" in told(dora)[-1]
    assert "Dora" in told(bob)[-1]
    back = seat(taken)
    assert (back.player, back.notes, back.original) == (alice, "My plan.", None)
    assert list(replay_match(Match.objects.get(pk=taken.pk))) == []


def test_earlier_talk_of_partners_stays_hidden_from_a_substitute(
    alice, bob, carol, person, start, play, noon
):

    control = replace(clocks.PRESETS["day"], on_flag="substitute")
    dora, emil = person("Dora"), person("Emil")
    match = start(alice, bob, carol, dora, ruleset="mensch.team", control=control)
    for _turn in range(5):
        play(match, somehow(match), noon)
    late = Seat.objects.get(match=match, awaited_since__isnull=False)
    partner = seat(match, (late.number + 2) % 4)
    matches.send_chat_message(match.pk, partner.player, "Our secret.", now=noon, to_partner=True)
    matches.send_chat_message(match.pk, partner.player, "Hello all.", now=noon)
    flags.settle_flags(now=noon + DAY)
    absence.take_over(match.pk, late.number, emil, now=noon + LATER)
    matches.send_chat_message(
        match.pk, partner.player, "Welcome.", now=noon + LATER, to_partner=True
    )

    def heard(player):
        fresh = Match.objects.get(pk=match.pk)
        return [line.text for line in match_queries.chat_for(player, fresh)]

    assert heard(emil) == ["Hello all.", "Welcome."]
    assert heard(late.player) == []
    mails = Message.objects.filter(kind="chat_digest", player=emil)
    assert "Our secret." not in str([composed(mail) for mail in mails])
    assert "Welcome." in str([composed(mail) for mail in mails])
    absence.reclaim_seat(match.pk, late.player, now=noon + LATER)
    assert heard(late.player) == ["Our secret.", "Hello all.", "Welcome."]
    assert ChatLine.objects.count() == 3


def test_a_substitute_who_resigns_hands_the_seat_to_the_caretaker(taken, alice, bob, noon):
    dora = seat(taken).player
    matches.resign_match(taken.pk, dora, now=noon + 2 * HOUR + DAY)
    now = seat(taken)
    assert (now.player, now.original, now.left_by) == (alice, None, "")
    assert now.cared_since == noon + 2 * HOUR + DAY
    assert caretakers.play_caretaker_turns(now=noon + 2 * DAY, chance=chance()) == 1
    with pytest.raises(Refused, match="not_your_match"):
        matches.resign_match(taken.pk, dora, now=noon + 2 * DAY)
    assert "Dora is no longer playing for you" in told(alice)[-1]
    assert told(dora)[-1] == "You are no longer playing for Alice. A caretaker is playing now."
    assert list(replay_match(Match.objects.get(pk=taken.pk))) == []


def test_a_substitute_who_falls_silent_hands_the_seat_to_the_caretaker(taken, alice, noon):
    flags.settle_flags(now=noon + 4 * DAY)
    now = seat(taken)
    assert (now.player, now.offered_until, now.cared_since) == (alice, None, noon + 4 * DAY)
    absence.reclaim_seat(taken.pk, alice, now=noon + 5 * DAY)
    assert not seat(taken).is_absent


def test_a_substitute_who_closes_the_account_hands_the_seat_to_the_caretaker(taken, alice, noon):
    closing.close_account(seat(taken).player, now=noon + 2 * LATER)
    assert (seat(taken).player, seat(taken).absence) == (alice, "caretaker")
    assert Match.objects.get(pk=taken.pk).is_running


def test_private_notes_go_with_the_account_of_their_writer(taken, alice, bob, noon):
    dora = seat(taken).player
    for player in (dora, bob):
        matches.write_notes(taken.pk, player, f"Plan of {player.name}.")
    for player in (alice, dora):
        closing.close_account(player, now=noon + 2 * LATER)
    assert set(SeatChange.objects.values_list("notes", flat=True)) == {""}
    notes = Seat.objects.filter(match=taken).order_by("number").values_list("notes", flat=True)
    assert list(notes) == ["", "Plan of Bob.", ""]


@pytest.mark.long
def test_the_owner_comes_back_while_the_match_runs_and_never_after_a_ruling(
    taken, alice, referee, person, noon
):
    person("Emil")
    seat_ = {"seat": 0, "substitute": "Emil"}
    order = RulingRequest("replace", "C-11", "Ill.", seat_, match_id=taken.pk)
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + 2 * LATER)
    with pytest.raises(Refused, match="not_your_match"):
        absence.reclaim_seat(taken.pk, alice, now=noon + 2 * LATER)
    undo = RulingRequest("undo", "C-11", "Wrong.", case_id=ruling.case_id, undoes=ruling.number)
    rulings.preview_and_sign(undo, referee, now=noon + 2 * LATER)
    assert seat(taken).player.name == "Dora"
    absence.reclaim_seat(taken.pk, alice, now=noon + 2 * LATER)
    assert seat(taken).player == alice
    changes = SeatChange.objects.filter(match=taken).values_list("why", "generation")
    assert [why for why, _at in changes] == ["substituted", "replaced", "reinstated", "returned"]
    assert [at for _why, at in changes] == [1, 2, 3, 4]
