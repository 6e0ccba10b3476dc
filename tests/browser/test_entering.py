"""An organiser limits who may enter, makes a link, and answers a request; on a phone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_referee import opened
from tests.tournaments.conftest import plan
from tournaments.models import Entrant, EntryLink, EntryRequest
from tournaments.services.admission import request_links
from tournaments.services.seasons import announcing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["opened", "plan"]


@pytest.fixture
def noon():
    """Plans are made today: pages know no other day."""
    return timezone.now()


@pytest.mark.long
def test_an_organiser_decides_who_enters(opened, person, plan):
    olga, ada, ben = person("Olga"), person("Ada"), person("Ben")
    now = timezone.now()
    cup = announcing.draft_tournament(
        olga, plan(starts_at=now + timedelta(days=5)), seed="ab" * 32, now=now
    )
    announcing.announce_tournament(cup.pk, olga, now=now)

    page = opened(olga, 390)
    page.goto(cup.get_absolute_url())
    page.get_by_role("link", name="Change the tournament").click()
    page.get_by_label("everybody, once accepted by an organiser").check()
    page.get_by_label("Maximum rating").fill("1700")
    page.get_by_role("button", name="Show what follows").click()
    expect(page.get_by_text("Players who have already entered keep their places.")).to_be_visible()
    page.get_by_role("button", name="Make these changes").click()
    terms = page.locator("dd", has_text="rating of at most 1700 in Traffic Lights")
    expect(terms).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    visitor = opened(ada, 390)
    visitor.goto(cup.get_absolute_url())
    visitor.get_by_role("button", name="Ask to enter").click()
    expect(visitor.get_by_text("The organiser has been asked.")).to_be_visible()

    page.goto(request_links.path_of(EntryRequest.objects.get(), olga))
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("Give a reason.")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Ada has been accepted.")).to_be_visible()
    assert Entrant.objects.get().player == ada

    page.goto(cup.get_absolute_url())
    page.get_by_role("link", name="Invite or remove players").click()
    page.get_by_role("link", name="Entry links").click()
    page.get_by_label("Note").fill("Chess club")
    page.get_by_label("Maximum number of players").fill("1")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_text("Players who have entered: 0 of 1.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    other = opened(ben, 1280)
    other.goto(EntryLink.objects.get().get_absolute_url())
    other.get_by_role("button", name="Enter tournament").click()
    expect(other.get_by_text("You have entered.").first).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Revoke Chess club").click()
    expect(page.get_by_text("The link has been revoked.")).to_be_visible()
