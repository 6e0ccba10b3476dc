"""A co-organiser who was removed by another can be made one again for 14 days."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Block
from notifications.models import Message
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.conftest import hand_over
from tests.tournaments.test_organisers import HELP, co_organise, end_help
from tests.tournaments.test_revisions import refused
from tournaments import queries
from tournaments.models import CoOrganiser, EventInvitation, EventReferee, Revision, Tournament
from tournaments.services.revisions import invitations, staff
from tournaments.services.seasons import announcing

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold, people, organiser, alice, noon):
    """Return a tournament that Alice helps to organise."""
    event = hold(people(3), starts_at=noon + 30 * DAY)
    co_organise(event, organiser, alice, noon)
    return event


def test_a_removal_is_seen_first_and_taken_back_from_the_log(
    cup, organiser, alice, bob, client_for, noon
):
    invitations.invite(cup.pk, alice, bob.name, HELP, now=noon)
    base, browser = cup.get_absolute_url(), client_for(organiser)
    remove = f"{base}organisers/{alice.pk}/remove/"
    assert remove in browser.get(f"{base}organisers/").text
    page = browser.get(remove)
    assert "1 open invitation is withdrawn: " in text_of(page)
    assert "You can undo this for 14 days" in text_of(page)
    assert CoOrganiser.objects.exists()
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    for who, status in ((bob, 403), (None, 302)):
        assert client_for(who).post(remove, {"preview_token": preview_token}).status_code == status
    assert browser.post(remove, {"preview_token": "x"}).status_code == 409
    assert browser.post(remove, {"preview_token": preview_token}).status_code == 303
    assert not CoOrganiser.objects.exists()
    hand_over(timezone.now())
    line = Revision.objects.latest("pk")
    undo = f"{base}organisers/undo/{line.pk}/"
    assert undo in browser.get(base).text
    assert undo not in client_for(alice).get(base).text
    page = browser.get(undo)
    assert "They will be notified by e-mail and can step down." in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    assert client_for(alice).post(undo, {"preview_token": preview_token}).status_code == 403
    assert browser.post(undo, {"preview_token": "x"}).status_code == 409
    assert browser.post(undo, {"preview_token": preview_token}).status_code == 303
    assert CoOrganiser.objects.get().player == alice
    back = Revision.objects.latest("pk")
    assert (back.act, back.by, back.about, back.undoes) == ("co_joined", organiser, alice, line)
    email = render(Message.objects.filter(player=alice).latest("pk"), noon)
    assert "you are a co-organiser again" in email.subject
    assert "Olga has undone your removal." in email.body
    said = text_of(client_for().get(base)).replace("\u2068", "").replace("\u2069", "")
    assert "Alice is a co-organiser again: the removal was undone." in said
    assert browser.get(undo).status_code == 409


def test_not_who_stepped_down_nor_later_nor_who_cannot_help_any_more(
    cup, organiser, alice, bob, noon
):
    line = end_help(cup, alice, alice, noon)
    refused("cannot_undo", staff.propose_return, cup.pk, organiser, line.pk, now=noon)
    for old in (alice, bob):
        CoOrganiser.objects.create(tournament=cup, player=old, since=noon)
    line = end_help(cup, organiser, alice, noon)
    late = noon + timedelta(days=staff.DAYS_TO_UNDO)
    refused("cannot_undo", staff.propose_return, cup.pk, organiser, line.pk, now=late)
    refused("not_your_tournament", staff.propose_return, cup.pk, alice, line.pk, now=noon)
    judge = EventReferee.objects.create(
        tournament=cup, player=alice, appointed_by=organiser, at=noon, accepted_at=noon
    )
    args = (staff.propose_return, cup.pk, organiser, line.pk)
    refused("referees_do_not_organise", *args, now=noon)
    judge.delete()
    blocked = Block.objects.create(player=alice, other=organiser, created_at=noon)
    refused("not_invitable", *args, now=noon)
    blocked.delete()
    assert staff.propose_return(*args[1:], now=noon).player == alice
    announcing.cancel_tournament(cup.pk, organiser, now=noon)
    refused("cannot_undo", *args, now=noon)


@pytest.mark.long
def test_an_old_removal_says_nothing_of_who_has_come_and_gone_since(cup, organiser, alice, noon):
    line = end_help(cup, organiser, alice, noon)
    preview_token = staff.propose_return(cup.pk, organiser, line.pk, now=noon).preview_token
    staff.restore(cup.pk, organiser, line.pk, preview_token=preview_token, now=noon)
    end_help(cup, alice, alice, noon)
    lines = list(queries.revisions_of(cup))
    assert staff.undoable_revision_ids(Tournament.objects.get(), lines, noon) == set()


@pytest.mark.long
def test_not_who_has_declined_to_help_again_since(cup, organiser, alice, client_for, noon):
    line = end_help(cup, organiser, alice, noon)
    invitations.invite(cup.pk, organiser, alice.name, HELP, now=noon)
    undo = f"{cup.get_absolute_url()}organisers/undo/{line.pk}/"
    browser = client_for(organiser)
    assert undo in browser.get(cup.get_absolute_url()).text
    invitations.answer(cup.pk, alice, HELP, accept=False, now=noon + DAY)
    args = (staff.propose_return, cup.pk, organiser, line.pk)
    refused("declined_before", *args, now=noon + DAY)
    assert undo not in browser.get(cup.get_absolute_url()).text
    assert browser.get(undo).status_code == 409


def test_who_comes_back_is_not_asked_any_more(cup, organiser, alice, noon):
    line = end_help(cup, organiser, alice, noon)
    invitations.invite(cup.pk, organiser, alice.name, HELP, now=noon)
    preview_token = staff.propose_return(cup.pk, organiser, line.pk, now=noon).preview_token
    staff.restore(cup.pk, organiser, line.pk, preview_token=preview_token, now=noon + DAY)
    assert EventInvitation.objects.get().withdrawn_at == noon + DAY
    args = (invitations.answer, cup.pk, alice, HELP)
    refused("not_invited", *args, accept=True, now=noon + DAY)
