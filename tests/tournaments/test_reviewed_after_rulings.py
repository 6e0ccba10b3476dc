"""Drafts of rounds whose basis a ruling changes: said, and never published against a rule."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Match
from tests.api.conftest import api
from tests.referees.test_event_acts import carried_out, request
from tests.tournaments.conftest import play_all
from tests.tournaments.test_reviewed_pairings import advance, refused, swiss, the_draft
from tournaments.models import Fixture, FixtureSeat, Round, RoundDraft
from tournaments.referees.models import Ruling
from tournaments.services.revisions import pairings

__all__ = ["api", "swiss"]

pytestmark = pytest.mark.django_db
CHANGED = "have changed since this round was paired"


@pytest.fixture
def drafted(swiss: Any, noon: Any) -> Any:
    """Return a Swiss of four whose second round waits, and the time."""
    event, now = swiss(4), noon + timedelta(days=2)
    advance(event, now)
    while not RoundDraft.objects.exists():
        while play_all(now, random.Random(3), whole=False):
            now += timedelta(hours=1)
        advance(event, now)
    return event, now


def let_meet_before(pairs: list[list[int]]) -> None:
    """Let these have met in round 1, as a ruling that changes its pairings leaves it."""
    fixtures = list(Fixture.objects.filter(round__number=1).order_by("board"))
    FixtureSeat.objects.filter(fixture__in=fixtures).delete()
    for fixture, pair in zip(fixtures, pairs, strict=True):
        for seat, who in enumerate(pair):
            FixtureSeat.objects.create(fixture=fixture, seat=seat, entrant_id=who, place=1)


@pytest.mark.long
def test_a_pairing_that_a_ruling_has_brought_forward_is_not_published(
    drafted: Any, organiser: Any, api: Any
) -> None:
    event, now = drafted
    draft, browser = the_draft(event), Client()
    browser.force_login(organiser.user)
    page, own = f"/tournaments/{event.pk}/pairings/", api(organiser)
    assert CHANGED not in browser.get(page).content.decode()
    planned = [table for _board, table in draft.tables]
    let_meet_before(planned)
    (view,) = pairings.draft_views(event)
    assert (view.is_outdated, len(view.problems)) == (True, 2)
    shown = browser.get(page).content.decode()
    assert CHANGED in shown
    assert "it cannot be played" in shown
    (told,) = own.get(f"tournaments/{event.pk}/pairings/").json["drafts"]
    assert (told["outdated"], len(told["problems"])) == (True, 2)
    refused("pairings_forbidden", pairings.publish_now, event.pk, organiser, draft.pk, now=now)
    answer = browser.post(page, {"draft": draft.pk, "act": "publish"})
    assert answer.status_code == 409
    event.due_at = draft.publish_by
    event.save(update_fields=["due_at"])
    advance(event, draft.publish_by)
    made = Round.objects.get(number=2)
    pairs = [set(each.seats.values_list("entrant", flat=True)) for each in made.fixtures.all()]
    assert all(set(table) not in pairs for table in planned)


@pytest.mark.long
def test_a_ruling_on_the_running_round_lets_the_waiting_one_be_paired_from_what_it_ordered(
    swiss: Any, organiser: Any, referee: Any, noon: Any
) -> None:
    """Two meet by the ruling whom the draft lets meet: it is stale, and nothing else is lost."""
    event = swiss(4)
    advance(event, noon + timedelta(days=2))
    now = Round.objects.get().closes_at  # its matches run on and count as ties for the pairing
    advance(event, now)
    draft, begun = the_draft(event), set(Match.objects.running())
    assert (draft.number, len(begun)) == (2, 2)
    one, two = draft.tables[0][1]
    instead = FixtureSeat.objects.exclude(entrant=one).get(fixture__seats__entrant=one)
    other = FixtureSeat.objects.get(entrant=two)
    order = request(event, "change_pairing", place=instead.pk, other=other.pk)
    signed = carried_out(order, referee, now)
    assert [ruling.act for ruling in signed] == ["annul", "annul", "change_pairing"]
    assert the_draft(event).pk == draft.pk, "the organiser still looks at it"
    (view,) = pairings.draft_views(event)
    assert (view.is_outdated, len(view.problems)) == (True, 2)
    refused("pairings_forbidden", pairings.publish_now, event.pk, organiser, draft.pk, now=now)
    event.refresh_from_db()
    advance(event, now)
    ruled = Match.objects.running()
    assert (ruled.count(), set(ruled) & begun) == (2, set())
    with_two = ruled.get(fixture__seats__entrant=two)
    assert set(with_two.fixture.seats.values_list("entrant", flat=True)) == {one, two}
    event.due_at = draft.publish_by
    event.save(update_fields=["due_at"])
    advance(event, draft.publish_by)
    assert not RoundDraft.objects.exists()
    fixtures = Fixture.objects.filter(round__number=2)
    pairs = [set(each.seats.values_list("entrant", flat=True)) for each in fixtures]
    assert len(pairs) == 2
    assert {one, two} not in pairs
    assert set(Match.objects.running()) >= set(ruled), "what the ruling ordered is played on"
    assert Match.objects.filter(status="annulled").count() == 2
    assert Ruling.objects.standing().count() == 3


@pytest.mark.long
def test_a_result_that_has_changed_is_told_and_can_be_published(
    drafted: Any, organiser: Any
) -> None:
    event, now = drafted
    draft = the_draft(event)
    FixtureSeat.objects.filter(fixture__round__number=1, seat=0).update(place=None)
    (view,) = pairings.draft_views(event)
    assert (view.is_outdated, view.problems) == (True, [])
    pairings.publish_now(event.pk, organiser, draft.pk, now=now)
    assert Round.objects.filter(number=2).exists()


@pytest.mark.long
def test_many_are_paired_again_by_a_worker_while_the_page_waits(
    drafted: Any, organiser: Any, api: Any, monkeypatch: Any
) -> None:
    event, now = drafted
    draft, browser = the_draft(event), Client()
    browser.force_login(organiser.user)
    page = f"/tournaments/{event.pk}/pairings/"
    monkeypatch.setattr(pairings, "MAX_PAIRED_IN_REQUEST", 3)
    pairings.pair_again(event.pk, organiser, draft.pk, now=now)
    shown = browser.get(page).content.decode()
    assert "is being paired again" in shown
    assert 'http-equiv="refresh"' in shown
    assert "Publish now" not in shown
    (told,) = api(organiser).get(f"tournaments/{event.pk}/pairings/").json["drafts"]
    assert told["pairing"]
    pair = tuple(draft.tables[0][1])
    preview_token = pairings.propose_swap(event.pk, organiser, draft.pk, pair).preview_token
    swap = (event.pk, organiser, draft.pk, pair)
    refused("revised_meanwhile", pairings.swap, *swap, preview_token=preview_token, now=now)
    event.refresh_from_db()
    advance(event, event.due_at)
    shown = browser.get(page).content.decode()
    assert "Publish now" in shown
    assert "http-equiv" not in shown
