"""An organiser invites a helper, who accepts by link and removes a player; on a phone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_referee import opened
from tests.tournaments.conftest import plan
from tournaments.models import CoOrganiser, Entrant, EventInvitation
from tournaments.services.entries import persons
from tournaments.services.revisions import links
from tournaments.services.seasons import announcing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["opened", "plan"]


@pytest.fixture
def noon():
    """Plans are made today: pages know no other day."""
    return timezone.now()


@pytest.mark.long
def test_a_helper_is_invited_accepts_and_removes_a_player(opened, person, plan):
    olga, hana = person("Olga"), person("Hana")
    players = [person(name) for name in ("Ada", "Ben", "Cem", "Dan")]
    now = timezone.now()
    starts = now + timedelta(days=5)
    cup = announcing.draft_tournament(olga, plan(starts_at=starts, most=3), seed="ab" * 32, now=now)
    announcing.announce_tournament(cup.pk, olga, now=now)
    for each in players:
        persons.enter(cup.pk, each, now=now)

    page = opened(olga, 390)
    page.goto(cup.get_absolute_url())
    page.get_by_role("link", name="Organisers").click()
    page.get_by_label("Player name").first.fill("Hana")
    page.get_by_role("button", name="Invite co-organiser").click()
    expect(page.get_by_text("Hana has been asked by e-mail.")).to_be_visible()

    visitor = opened(hana, 390)
    visitor.goto(links.path_of(EventInvitation.objects.get()))
    visitor.get_by_role("button", name="Accept").click()
    assert CoOrganiser.objects.get().player == hana
    visitor.get_by_role("link", name="Open the tournament").click()
    visitor.get_by_role("link", name="Invite or remove players").click()
    visitor.get_by_role("link", name="Remove Ada").click()
    expect(visitor.get_by_text("Dan gets the place from the waiting list.")).to_be_visible()
    visitor.get_by_label("Reason").fill("Entered twice under two names.")
    visitor.get_by_role("button", name="Remove player").click()
    expect(visitor.get_by_text("Ada has been removed.")).to_be_visible()
    assert Entrant.objects.get(player=players[0]).status == "withdrawn"
    visitor.goto(cup.get_absolute_url())
    visitor.get_by_text("Changes since the announcement").click()
    expect(visitor.get_by_text("Ada was removed from the tournament.")).to_be_visible()
