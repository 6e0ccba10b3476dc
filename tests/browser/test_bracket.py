"""A bracket scrolls within itself, and is stacked round by round where it has no room."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.browser.test_match_page import seated
from tests.tournaments.conftest import hold, organiser, people, plan, run

__all__ = ["hold", "organiser", "people", "plan", "run", "seated"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_bracket_of_three_rounds_never_widens_the_page_and_is_stacked_on_phones(
    organiser, hold, people, run, noon, seated
):
    cup = hold(people(5), format="knockout")
    run(cup, noon)
    page = seated(organiser, viewport={"width": 660, "height": 740})
    page.goto(f"/tournaments/{cup.pk}/")
    bracket = page.locator(".bracket")
    assert bracket.evaluate("each => each.scrollWidth > each.clientWidth"), "it scrolls by itself"
    assert page.evaluate("document.documentElement.scrollWidth") <= 660
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert bracket.evaluate("each => each.scrollWidth <= each.clientWidth")
    boxes = [each.bounding_box() for each in page.locator(".bracket__round").all()]
    assert len(boxes) == 3
    for above, below in pairwise(boxes):
        assert above["x"] == below["x"]
        assert above["y"] + above["height"] <= below["y"]
