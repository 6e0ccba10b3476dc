"""Signing up in a real browser: the zone finds itself, and without JavaScript it works as well."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_up(page: Any, name: str) -> None:
    """Fill in the sign-up form, leaving the zone as it is offered."""
    page.goto("/account/signup/")
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill("green lights only")
    page.get_by_label("Player name").fill(name)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/account/confirm-email/")


def test_the_devices_own_zone_is_offered_first(browser: Any, live: str) -> None:
    context = browser.new_context(base_url=live, timezone_id="America/New_York")
    page = context.new_page()
    page.goto("/account/signup/")
    first = page.get_by_label("Time zone").locator("optgroup").first
    assert first.get_attribute("label") == "Detected by your browser"
    assert first.locator("option").all_text_contents() == ["New York"]
    sign_up(page, "Nell")
    context.close()
    assert Player.objects.get(name="Nell").time_zone == "America/New_York"


def test_a_device_that_tells_its_zone_by_an_old_name_finds_it(browser: Any, live: str) -> None:
    context = browser.new_context(base_url=live, timezone_id="Asia/Calcutta")
    sign_up(context.new_page(), "Indu")
    context.close()
    assert Player.objects.get(name="Indu").time_zone == "Asia/Kolkata"


@pytest.mark.long
def test_without_javascript_one_can_sign_up_too(browser: Any, live: str) -> None:
    context = browser.new_context(base_url=live, java_script_enabled=False)
    sign_up(context.new_page(), "Otto")
    context.close()
    assert Player.objects.get(name="Otto").time_zone == "Europe/Berlin"


def test_a_zone_that_was_chosen_survives_a_mistake_elsewhere(browser: Any, live: str) -> None:
    context = browser.new_context(base_url=live, timezone_id="America/New_York")
    page = context.new_page()
    page.goto("/account/signup/")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_label("E-mail address").fill("paul@example.org")
    page.get_by_label("Password").fill("123")
    page.get_by_label("Player name").fill("Paul")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("alert").wait_for()
    assert page.get_by_label("Time zone").input_value() == "Asia/Tokyo"
    context.close()
