"""A bracket scrolls within itself; the page stays as wide as the phone."""

from __future__ import annotations

import pytest

from tests.browser.test_match_page import seated
from tests.tournaments.conftest import hold, organiser, people, plan, run

__all__ = ["hold", "organiser", "people", "plan", "run", "seated"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_bracket_of_three_rounds_never_widens_the_page(
    organiser, hold, people, run, noon, seated
):
    cup = hold(people(5), format="knockout")
    run(cup, noon)
    page = seated(organiser, viewport={"width": 360, "height": 740})
    page.goto(f"/tournaments/{cup.pk}/")
    bracket = page.locator(".bracket")
    assert bracket.evaluate("each => each.scrollWidth > each.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
