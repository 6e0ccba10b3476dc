"""A referee rules about a tournament from its desk: the page shows what the preview has shown."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Match
from games.services.play import matches
from notifications.models import Message
from tests.browser.test_match_page import seated
from tests.tournaments.conftest import hold, organiser, people, plan
from tournaments.services.seasons import running

__all__ = ["hold", "organiser", "people", "plan", "seated"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ROW = re.compile(r"Spring cup, Standings: (\w+)")


@pytest.fixture
def noon():
    return timezone.now() - timedelta(days=2)


@pytest.fixture
def cup(hold, people, noon):
    """Return a round robin of four under way: some matches are over, so that there is a table."""
    cup = hold(people(4), at_once=True)
    while Match.objects.count() < 6:
        running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    for match in Match.objects.order_by("pk")[:3]:
        matches.resign_match(
            match.pk, match.seats.get(number=0).player, now=noon + timedelta(days=1)
        )
    return cup


def table_of(page, cup):
    """Return what the page of the tournament says of everybody, in the words of a preview."""
    page.goto(cup.get_absolute_url())
    table, found = page.locator("section table").first, {}
    shorts = table.locator("th.criterion span[aria-hidden]").all_inner_texts()
    for row in table.locator("tbody tr").all():
        place, name, points, _matches, *values = row.locator("td").all_inner_texts()
        marks = {short: value or "–" for short, value in zip(shorts, values, strict=True)}
        found[name.split()[0]] = {"": f"{place}.", "Points": points, **marks}
    return found


def cells_of(text):
    """Return the cells of a line of a table that a preview names, the place under ''."""
    place, rest = re.fullmatch(r"(\d+\.)?\s?\(?(.*?)\)?", text).groups()
    cells = dict(each.rsplit(" ", 1) for each in rest.split("; ") if each)
    return {"": place, **cells} if place else cells


@pytest.mark.long
def test_a_ruling_about_a_tournament_does_what_was_shown_and_is_taken_back(cup, seated, referee):
    page = seated(referee, viewport={"width": 1280, "height": 900})
    before = table_of(page, cup)
    assert len({tuple(cells.values()) for cells in before.values()}) > 1
    page.get_by_role("link", name="Referee view").click()
    page.get_by_role("link", name="Exclude an entrant").click()
    page.get_by_label("Entrant").select_option(label="Player02")
    page.get_by_label("Rule").fill("R-2")
    page.get_by_label("Reason").fill("Two accounts.")
    page.get_by_role("button", name="Preview ruling").click()

    expect(page.get_by_text("Player02 is excluded from Spring cup.", exact=True)).to_be_visible()
    page.get_by_text("All changes").click()
    shown = dict(before)
    for row in page.locator("table.changes tbody tr").all():
        what, old, new = row.locator("th, td").all_inner_texts()
        if found := ROW.fullmatch(what):
            assert cells_of(old).items() <= before[found[1]].items()
            shown[found[1]] = before[found[1]] | cells_of(new)
    assert shown != before
    page.get_by_text("E-mails that will be sent").click()
    emails = [each.split(":")[0] for each in page.locator("details ul > li").all_inner_texts()]
    assert "Player02" in emails
    assert not Message.objects.filter(kind="ruling").exists()
    assert table_of(seated(referee), cup) == before  # nothing has happened yet
    page.get_by_role("button", name="Sign").click()

    expect(page.get_by_text("Signed as ruling")).to_be_visible()
    told = Message.objects.filter(kind="ruling").values_list("player__name", flat=True)
    assert sorted(told) == sorted(set(emails))
    case = page.url
    assert table_of(page, cup) == shown
    expect(page.get_by_role("row", name="Player02").get_by_text("withdrawn")).to_be_visible()

    page.goto(case)
    page.get_by_role("link", name="Reverse a ruling").click()
    page.get_by_label("Rule").fill("R-2")
    page.get_by_label("Reason").fill("It was a sister.")
    page.get_by_role("button", name="Preview ruling").click()
    page.get_by_role("button", name="Sign").click()
    expect(page.get_by_text("Signed as ruling")).to_be_visible()
    assert table_of(page, cup) == before
