"""A swap in a round under review is undone from the log while the round is as it left it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api.conftest import api
from tests.markup import text_of
from tests.tournaments.test_revisions import refused
from tournaments.models import Revision, RoundDraft, Tournament
from tournaments.services import log
from tournaments.services.revisions import pairings, swaps
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def swiss(hold: Any, people: Any, noon: Any) -> Tournament:
    """Return a running Swiss of five whose first round is drafted."""
    event: Tournament = hold(people(5), format="swiss", rounds=3, round_days=5, reviewed=True)
    running.advance(event.pk, now=noon + DAY, make_seed=lambda: "cd" * 32)
    event.refresh_from_db()
    return event


def swap(event: Tournament, by: Any, pair: tuple[int, int], now: Any) -> Revision:
    draft = RoundDraft.objects.get()
    preview_token = pairings.propose_swap(event.pk, by, draft.pk, pair).preview_token
    pairings.swap(event.pk, by, draft.pk, pair, preview_token=preview_token, now=now)
    return Revision.objects.latest("pk")


def as_paired() -> Any:
    draft = RoundDraft.objects.get()
    return draft.tables, draft.byes


def test_a_swap_is_undone_on_the_page_of_pairings(swiss, organiser, client_for, noon):
    stood = as_paired()
    (_first, (one, _rival)), (_second, (two, _other)) = stood[0]
    names = [swiss.entrants.get(pk=each).player.name for each in (one, two)]
    line = swap(swiss, organiser, (one, two), noon + DAY)
    base = swiss.get_absolute_url()
    undo = f"{base}pairings/?undo={line.pk}"
    browser, player = client_for(organiser), swiss.entrants.get(pk=one).player
    shown = browser.get(base)
    said = text_of(shown).replace("\u2068", "").replace("\u2069", "")
    assert undo in shown.text
    assert f"{names[0]} and {names[1]} changed places." in said
    for reader in (player, None):
        page = client_for(reader).get(base)
        assert "Round 1 was changed by hand before it was published." in text_of(page)
        assert "changed places" not in text_of(page)
        assert undo not in page.text
        assert client_for(reader).get(undo).status_code == (403 if reader else 302)
    page = browser.get(undo)
    assert "Undo the swap" in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    sent = {"act": "undo", "line": line.pk, "preview_token": preview_token}
    assert client_for(player).post(undo, sent).status_code == 403
    assert browser.post(undo, {**sent, "preview_token": "x"}).status_code == 409
    assert browser.post(undo, sent).status_code == 303
    assert as_paired() == stood
    back = Revision.objects.latest("pk")
    assert (back.act, back.undoes) == ("paired", line)
    assert log.sentence(back).startswith("A manual change to round 1 was undone")
    assert browser.get(undo).status_code == 409
    assert browser.post(undo, sent).status_code == 409
    for odd in ("x", "0", "9" * 30):
        assert browser.get(f"{base}pairings/?undo={odd}").status_code == 409


def test_only_the_last_swap_and_none_of_a_round_that_was_changed_or_published(
    swiss, organiser, noon
):
    tables, byes = as_paired()
    (_first, (one, two)), free = tables[0], byes[0][1]
    now = noon + DAY
    first = swap(swiss, organiser, (one, two), now)
    second = swap(swiss, organiser, (one, free), now)
    refused("cannot_undo", swaps.propose_undo, swiss.pk, organiser, first.pk)
    preview_token = swaps.propose_undo(swiss.pk, organiser, second.pk).preview_token
    swaps.undo(swiss.pk, organiser, second.pk, preview_token=preview_token, now=now)
    preview_token = swaps.propose_undo(swiss.pk, organiser, first.pk).preview_token
    swaps.undo(swiss.pk, organiser, first.pk, preview_token=preview_token, now=now)
    assert as_paired() == (tables, byes)
    third = swap(swiss, organiser, (one, free), now)
    pairings.publish_now(swiss.pk, organiser, RoundDraft.objects.get().pk, now=now)
    refused("cannot_undo", swaps.propose_undo, swiss.pk, organiser, third.pk)
    assert "changed places" in swaps.swap_sentences(swiss, [third])[third.pk]


def test_the_api_undoes_a_swap(swiss, organiser, alice, api, noon):
    stood = as_paired()
    one, two = stood[0][0][1]
    line = swap(swiss, organiser, (one, two), noon + DAY)
    path, lines = f"tournaments/{swiss.pk}/pairings/undo/{line.pk}/", f"tournaments/{swiss.pk}/log/"
    assert api(organiser).get(lines).json["results"][0]["can_undo"] is True
    assert "changed places" in api(organiser).get(lines).json["results"][0]["words"]
    assert "changed places" not in api(alice).get(lines).json["results"][0]["words"]
    seen = api(organiser).post(path, {}).json["drafts"][0]
    assert seen["boards"][0]["entrants"] == [one, two]
    assert api(alice).post(path, {"preview_token": seen["preview_token"]}).brief == (
        403,
        "not_your_tournament",
    )
    assert api(organiser).post(path, {"preview_token": seen["preview_token"]}).status == 200
    assert as_paired() == stood
    assert api(organiser).post(path, {}).brief == (409, "cannot_undo")
