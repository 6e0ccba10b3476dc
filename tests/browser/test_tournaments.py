"""An organiser sets up a cup and sees its end; a player enters, withdraws, plays, and claims."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import clocks
from games.models import Match
from games.services.play import matches
from games.services.play.terms import Terms
from tests.browser.test_referee import opened
from tests.web.lobby_helpers import bot
from tournaments.models import Entrant, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import claims
from tournaments.services.entries import persons
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["opened"]


def seeds():
    return "cd" * 32


@pytest.mark.long
def test_an_organiser_sets_up_a_cup_and_sees_who_has_won_it(opened, person):
    page = opened(person("Olga"), 1280)
    page.goto("/tournaments/")
    page.get_by_role("link", name="Organise a tournament").first.click()
    page.get_by_role("link", name="Mini cup for eight").click()
    page.get_by_label(re.compile("^Name")).fill("Winter cup")
    page.get_by_role("button", name="Change game").click()
    page.locator("button[name=ruleset][value='traffic_lights.simple']").click()
    assert page.get_by_label(re.compile("^Name")).input_value() == "Winter cup"
    page.locator("[name=max_extra_pairs]").select_option("0")
    for field in ("least", "most"):
        page.locator(f"[name={field}]").fill("4")
    page.get_by_text("More entry options").click()
    page.locator("[name=bots_welcome]").check()
    page.get_by_role("button", name="Save draft").click()
    page.get_by_role("button", name="Announce tournament").click()
    expect(page.get_by_text("Players can enter now")).to_be_visible()

    cup, now = Tournament.objects.get(), timezone.now()
    for name in ("Ada", "Ben", "Cem", "Dan"):
        persons.enter(cup.pk, bot(name, "random").player, now=now)
    while cup.finished_at is None:
        now += timedelta(minutes=10)
        for match in Match.objects.running():
            matches.resign_match(match.pk, match.seats.get(number=0).player, now=now)
        running.advance(cup.pk, now=now, make_seed=seeds)
        cup.refresh_from_db()
    page.reload()
    winner = Entrant.objects.get(tournament=cup, final_place=1).player.name
    assert page.locator("h1").inner_text() == "Winter cup"
    expect(page.get_by_role("heading", name="Final", exact=True)).to_be_visible()
    assert page.locator("tbody tr").first.inner_text().split() == ["1", winner]
    assert Match.objects.filter(status="finished").count() == 3


@pytest.mark.long
def test_a_player_enters_withdraws_enters_again_plays_and_claims(opened, person):
    olga, alice, bob = person("Olga"), person("Alice"), person("Bob")
    now = timezone.now()
    begins = now - timedelta(days=5)
    terms = Terms.checked("traffic_lights.4x3", {"legs": 2}, clocks.PRESETS["club"], rated=True)
    plan = Plan.checked(
        now=begins - timedelta(days=1),
        name="Autumn cup",
        format="round_robin",
        terms=terms,
        starts_at=begins,
        least=2,
        round_days=3,
    )
    cup = announcing.draft_tournament(olga, plan, seed=seeds(), now=begins - timedelta(days=1))
    announcing.announce_tournament(cup.pk, olga, now=begins - timedelta(days=1))
    persons.enter(cup.pk, bob, now=begins - timedelta(days=1))

    page = opened(alice, 390)
    page.goto("/tournaments/")
    page.get_by_role("link", name="Autumn cup").click()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You have entered.").first).to_be_visible()
    page.locator("summary", has_text="Withdraw").click()
    page.get_by_role("button", name="Withdraw from tournament").click()
    expect(page.get_by_text("You have withdrawn from the tournament.")).to_be_visible()
    page.get_by_role("button", name="Enter").click()

    running.advance(cup.pk, now=begins, make_seed=seeds)
    running.advance_all(now=now, make_seed=seeds)
    claims.process_due_claims(now=now)
    page.reload()
    page.get_by_role("link", name="Claim").click()
    page.get_by_label("I claim the win.").check()
    page.locator("textarea").fill("Bob has not moved since Monday.")
    page.get_by_role("button", name="Claim").click()
    expect(page.get_by_text("Your claim has been made")).to_be_visible()
    case = Case.objects.get()
    assert case.opened_by == alice
    page.goto(cup.get_absolute_url())
    expect(page.get_by_role("link", name="with a referee")).to_be_visible()
    page.get_by_role("link", name="Bob", exact=True).first.click()
    assert page.url.rstrip("/").endswith(str(case.match_id))
