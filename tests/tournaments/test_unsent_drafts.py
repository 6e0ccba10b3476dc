"""Of a draft no e-mail goes out; who is to help is asked once, when it is announced."""

from __future__ import annotations

from datetime import timedelta

import pytest

from notifications.models import Message
from tests.emails import composed
from tests.markup import text_of
from tournaments.models import CoOrganiser, EventReferee
from tournaments.referees.services import panel
from tournaments.services.revisions import invitations, staff
from tournaments.services.seasons import announcing

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def draft(organiser, plan, noon):
    return announcing.draft_tournament(organiser, plan(), seed="ef" * 32, now=noon)


def test_appointing_and_dismissing_on_a_draft_sends_nothing(draft, organiser, bob, noon):
    for number in range(3):
        panel.appoint(draft.pk, "Bob", by=organiser, now=noon + number * HOUR)
        panel.dismiss(draft.pk, bob.pk, by=organiser, now=noon + number * HOUR)
    assert not Message.objects.exists()


def test_the_announcement_asks_each_referee_once(draft, organiser, bob, alice, noon):
    panel.appoint(draft.pk, "Bob", by=organiser, now=noon)
    panel.appoint(draft.pk, "Alice", by=organiser, now=noon)
    panel.dismiss(draft.pk, alice.pk, by=organiser, now=noon)
    announcing.announce_tournament(draft.pk, organiser, now=noon + HOUR)
    (asked,) = Message.objects.all()
    assert (asked.kind, asked.player) == ("appointment", bob)
    assert asked.context["headline"] == "Spring cup: Möchtest du Schiedsrichter sein?"


def test_who_is_dismissed_before_the_question_went_out_hears_nothing(draft, organiser, bob, noon):
    announcing.announce_tournament(draft.pk, organiser, now=noon)
    panel.appoint(draft.pk, "Bob", by=organiser, now=noon)
    panel.dismiss(draft.pk, bob.pk, by=organiser, now=noon)
    assert [each.state for each in Message.objects.all()] == ["withdrawn"]


def test_the_page_says_when_they_are_asked(draft, organiser, bob, client_for):
    browser = client_for(organiser)
    page = browser.post(f"/tournaments/{draft.pk}/referees/", {"name": "Bob"}, follow=True)
    assert "Bob will be asked by e-mail when you announce the tournament." in text_of(page)
    assert EventReferee.objects.get().player == bob


@pytest.mark.parametrize("kind", [invitations.HELP, invitations.TAKE_OVER])
def test_who_is_invited_to_organise_a_draft_is_asked_when_it_is_announced(
    draft, organiser, bob, alice, noon, kind
):
    invitations.invite(draft.pk, organiser, "Alice", invitations.HELP, now=noon)
    invitations.answer(draft.pk, alice, invitations.HELP, accept=False, now=noon)
    for number in range(3):
        made = invitations.invite(draft.pk, organiser, "Bob", kind, now=noon + number * HOUR)
        if number < 2:
            invitations.withdraw(draft.pk, organiser, made.pk, now=noon + number * HOUR)
    assert not Message.objects.exists()
    announcing.announce_tournament(draft.pk, organiser, now=noon + 3 * HOUR)
    (asked,) = Message.objects.all()
    assert (asked.player, asked.by) == (bob, organiser)
    assert "/invitation" in composed(asked)["url"]


def test_helping_with_a_draft_and_leaving_it_is_not_told(draft, organiser, bob, noon, client_for):
    invitations.invite(draft.pk, organiser, "Bob", invitations.HELP, now=noon)
    assert "Spring cup: " in text_of(client_for(bob).get("/tournaments/"))
    invitations.answer(draft.pk, bob, invitations.HELP, accept=True, now=noon)
    assert CoOrganiser.objects.get().player == bob
    token = staff.propose_removal(draft.pk, organiser, bob.pk).preview_token
    line = staff.remove(draft.pk, organiser, bob.pk, preview_token=token, now=noon)
    token = staff.propose_return(draft.pk, organiser, line.pk, now=noon).preview_token
    staff.restore(draft.pk, organiser, line.pk, preview_token=token, now=noon)
    assert not Message.objects.exists()


def test_the_page_of_organisers_says_when_they_are_asked(draft, organiser, bob, client_for):
    asked = {"act": invitations.HELP, "name": "Bob"}
    page = client_for(organiser).post(f"/tournaments/{draft.pk}/organisers/", asked, follow=True)
    assert "Bob will be asked by e-mail when you announce the tournament." in text_of(page)
