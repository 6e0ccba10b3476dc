"""Of a draft no e-mail goes out; its referees are asked once, when it is announced."""

from __future__ import annotations

from datetime import timedelta

import pytest

from notifications.models import Message
from tests.markup import text_of
from tournaments.models import EventReferee
from tournaments.referees.services import panel
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
