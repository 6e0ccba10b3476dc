"""A tournament is planned in three steps: as plain pages, and with the words kept up to date."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_referee import opened
from tests.sampling import sampled
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["opened"]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def look(page, name):
    """Check that nothing is cut off sideways; keep a picture where PICTURES names a folder."""
    assert not page.evaluate(SIDEWAYS), name
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.long
@pytest.mark.parametrize("width", sampled([360, 1280], 1))
def test_a_tournament_is_planned_without_scripts_and_nothing_typed_is_lost(width, opened, person):
    page = opened(person("Olga"), width)
    page.goto("/tournaments/new/")
    look(page, f"format-{width}")
    page.get_by_role("link", name="Swiss system").click()
    page.get_by_role("heading", name="Choose a game").wait_for()
    look(page, f"game-{width}")
    page.get_by_role("link", name="Mill").click()
    page.get_by_role("textbox", name=re.compile("^Name")).fill("Autumn open")
    start = timezone.now() + timedelta(days=9)
    page.get_by_label("Starts").fill(start.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("Number of rounds").fill("4")
    page.get_by_label("Days per round").fill("7")
    page.get_by_role("button", name="Update").click()
    assert "Swiss system, 4 rounds of 7 days" in page.locator("#summary").inner_text()
    look(page, f"terms-{width}")
    page.get_by_role("button", name="Change format").click()
    page.get_by_role("heading", name="Choose a format").wait_for()
    look(page, f"back-{width}")
    page.get_by_role("button", name=re.compile("^Choose ?: Knock-out")).click()
    assert page.get_by_role("textbox", name=re.compile("^Name")).input_value() == "Autumn open"
    expect(page.get_by_label("Number of rounds")).to_have_count(0)
    page.get_by_label("Days per round").fill("")
    page.get_by_role("button", name="Save draft").click()
    page.get_by_role("alert").first.wait_for()
    look(page, f"error-{width}")
    page.get_by_label("Days per round").fill("5")
    page.get_by_role("button", name="Save draft").click()
    page.get_by_text("The draft has been saved.").wait_for()
    made = Tournament.objects.get()
    assert (made.name, made.format, made.round_days) == ("Autumn open", "knockout", 5)
    look(page, f"draft-{width}")


@pytest.mark.parametrize("language", sampled(["de", "en"], 1))
def test_the_words_follow_while_somebody_types(language, browser, live, client_for, person):
    olga = person("Olga", language=language)
    context = browser.new_context(base_url=live, viewport={"width": 390, "height": 844})
    cookie = client_for(olga).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live}])
    page = context.new_page()
    page.goto("/tournaments/new/?format=swiss&ruleset=traffic_lights.4x3")
    page.locator("#id_rounds").fill("4")
    page.locator("#id_round_days").fill("7")
    words = {"en": "4 rounds of 7 days", "de": "4 Runden à 7 Tage"}[language]
    page.locator("#summary", has_text=words).wait_for()
    assert page.locator("#id_round_days").input_value() == "7"
    look(page, f"live-{language}-390")
    page.set_viewport_size({"width": 1280, "height": 900})
    look(page, f"live-{language}-1280")
    context.close()
