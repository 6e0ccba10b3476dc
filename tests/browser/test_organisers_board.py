"""An organiser looks at the board, writes to a silent board and keeps a note; without scripts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Seat
from notifications.models import Message
from tests.browser.test_referee import opened
from tests.sampling import sampled
from tests.tournaments.conftest import plan
from tournaments.services.entries import persons
from tournaments.services.seasons import announcing, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["opened", "plan"]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def noon():
    """Plans are made today: pages know no other day."""
    return timezone.now()


@pytest.mark.long
@pytest.mark.parametrize("width", sampled([360, 1280], 1))
def test_an_organiser_finds_a_silent_board_writes_to_it_and_notes_that(
    width, opened, person, plan, noon
):
    olga = person("Olga")
    start = noon + timedelta(days=1)
    cup = announcing.draft_tournament(olga, plan(starts_at=start), seed="ab" * 32, now=noon)
    announcing.announce_tournament(cup.pk, olga, now=noon)
    for name in ("Ada", "Ben", "Cem", "Dan"):
        persons.enter(cup.pk, person(name), now=noon)
    running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    waiting = Seat.objects.filter(awaited_since__isnull=False)
    waiting.update(awaited_since=noon - timedelta(days=5))

    page = opened(olga, width)
    page.goto(cup.get_absolute_url())
    page.get_by_role("link", name="Organiser’s board").click()
    assert not page.evaluate(SIDEWAYS)
    expect(page.get_by_role("link", name="No move for more than 3 days 2")).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^Write ?:")).first.click()
    assert not page.evaluate(SIDEWAYS)
    page.get_by_label("Message").fill("Please move soon.")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("2 players get this e-mail.")).to_be_visible()
    page.get_by_role("button", name="Send message").click()
    expect(page.get_by_text("The message goes to 2 players.")).to_be_visible()
    assert Message.objects.filter(kind="organiser_message").count() == 2
    page.get_by_label("New note").fill("Wrote to the silent board.")
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_text("Wrote to the silent board.")).to_be_visible()


def test_a_refused_note_is_read_first_though_its_form_leads_to_a_part_of_the_page(
    browser, live, client_for, person, plan, noon
):
    olga = person("Olga")
    cup = announcing.draft_tournament(olga, plan(), seed="ab" * 32, now=noon)
    announcing.announce_tournament(cup.pk, olga, now=noon)
    cookie = client_for(olga).cookies["sessionid"].value
    context = browser.new_context(base_url=live)
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live}])
    page = context.new_page()
    page.goto(f"{cup.get_absolute_url()}board/")
    page.get_by_role("button", name="Save note").click()  # an empty one
    expect(page.get_by_role("alert")).to_be_focused()
    assert page.url.endswith("#notes")
    context.close()
