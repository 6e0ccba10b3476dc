"""On paper the tables of a tournament are whole: nothing scrolls, folds away or is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_match_page import seated
from tests.tournaments.conftest import hold, organiser, people, plan, run

__all__ = ["hold", "organiser", "people", "plan", "run", "seated"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
A4 = {"width": 794, "height": 1123}
CUT_OFF = """tables => tables.filter(each => {
    const box = each.getBoundingClientRect();
    const wrap = each.parentElement;
    return !box.height || box.right > document.documentElement.clientWidth + 1
        || wrap.scrollWidth > wrap.clientWidth + 1;
}).length"""
HIDDEN = "cells => cells.filter(each => !each.checkVisibility()).length"


def test_tables_are_whole_on_paper(organiser, hold, people, run, noon, seated):
    event = hold(people(6), at_once=True)
    run(event, noon)
    page = seated(organiser, viewport=A4)
    page.goto(f"/tournaments/{event.pk}/")
    folded = page.locator("details.round:not([open])").count()
    assert folded == 4, "of five rounds the last one is unfolded"
    page.emulate_media(media="print")
    tables = page.locator("main table")
    expect(tables).to_have_count(7)
    assert tables.evaluate_all(CUT_OFF) == 0
    assert page.locator("main td").evaluate_all(HIDDEN) == 0
    for selector in ("header.site-header", ".bottom-bar", ".tabs", "form", ".screen-only"):
        assert not any(each.is_visible() for each in page.locator(selector).all()), selector
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") >= 2
