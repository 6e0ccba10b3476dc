"""A team Swiss under review: teams are drafted and swapped, line-ups stand when it is published."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from notifications.models import Message
from tests.api.conftest import api
from tests.markup import text_of
from tests.tournaments.test_reviewed_pairings import advance, paired_emails, refused, the_draft
from tournaments.models import Absence, Revision, Round, RoundDraft, Team
from tournaments.services.entries import teams
from tournaments.services.files import interchange, lot_records
from tournaments.services.revisions import pairings
from tournaments.services.rounds import round_dates
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    from django.utils import timezone

    return timezone.now()


@pytest.fixture
def gather(hold: Any, people: Any, noon: Any) -> Any:
    """Return a maker of a team Swiss under review, of teams of three for two boards."""

    def make(count: int, **fields: Any) -> Any:
        event = hold(
            [], format="team_swiss", boards=2, alternates=1, rounds=2, reviewed=True, **fields
        )
        players = people(3 * count)
        for number in range(count):
            crew, key = players[3 * number : 3 * number + 3], f"{number}-{'k' * 20}"
            teams.found_team(event.pk, crew[0], f"Team {number}", key=key, now=noon)
            for player in crew[1:]:
                teams.join_team(key, player, now=noon)
        advance(event, noon + DAY)
        return event

    return make


def swap(event: Any, organiser: Any, pair: tuple[int, int], now: Any) -> RoundDraft:
    draft = the_draft(event).pk
    preview_token = pairings.propose_swap(event.pk, organiser, draft, pair).preview_token
    return pairings.swap(event.pk, organiser, draft, pair, preview_token=preview_token, now=now)


def test_teams_are_drafted_swapped_and_published_with_the_line_ups_of_that_moment(
    gather, organiser, client_for, noon
):
    event, now = gather(5), noon + DAY
    draft = the_draft(event)
    assert (draft.number, draft.publish_by) == (1, noon + 2 * DAY)
    assert (Round.objects.count(), Match.objects.count(), paired_emails()) == (0, 0, 0)
    assert Message.objects.get(key__contains="drafted").player == organiser
    (_board, free, _kind), (_first, table) = draft.byes[0], draft.tables[0]
    names = dict(Team.objects.values_list("pk", "name"))
    browser, page = client_for(organiser), f"/tournaments/{event.pk}/pairings/"
    shown = text_of(browser.get(page))
    assert f"{names[table[0]]} – {names[table[1]]}" in shown
    assert f"{names[free]}: bye" in shown
    assert "The team named first starts at board 1." in shown
    captain = Team.objects.get(pk=free).captain
    assert client_for(captain).get(page).status_code == 403
    preview = browser.get(f"{page}?draft={draft.pk}&one={free}&two={table[0]}")
    assert f"{names[table[0]]}: bye" in text_of(preview)
    swap(event, organiser, (free, table[0]), now)
    assert Revision.objects.get().act == "paired"
    absent = event.entrants.get(player=captain)
    Absence.objects.create(entrant=absent, round=1, announced_at=now)
    pairings.publish_now(event.pk, organiser, draft.pk, now=now)
    made = Round.objects.get()
    assert made.engine.startswith("by hand after ")
    assert made.opens_at == now + round_dates.publishing_lead(event)
    met = {frozenset(each) for each in made.meetings.values_list("home", "away")}
    assert frozenset((free, table[1])) in met
    assert frozenset((table[0], None)) in met
    assert made.fixtures.filter(seats__entrant__team=free).count() == 2
    assert not made.fixtures.filter(seats__entrant=absent).exists()
    assert paired_emails()
    advance(event, made.opens_at)
    assert Match.objects.count() == 4
    assert all(each.agrees for each in lot_records.get_draw_records(event))
    assert interchange.to_trf(event)


@pytest.mark.long
def test_a_draft_of_teams_is_published_by_itself_and_not_what_has_met(gather, organiser, noon):
    event = gather(4)
    advance(event, noon + 2 * DAY)
    first = Round.objects.get()
    advance(event, first.closes_at)
    draft = the_draft(event)
    assert (draft.number, draft.publish_by) == (2, first.closes_at + DAY)
    (_b, one), (_c, two) = draft.tables
    met = {frozenset(pair) for pair in first.meetings.values_list("home", "away")}
    partner = next(iter(next(pair for pair in met if one[0] in pair) - {one[0]}))
    assert partner in two
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, (one[1], partner))
    assert len(seen.problems) == 2
    refused(
        "pairings_forbidden",
        pairings.swap,
        event.pk,
        organiser,
        draft.pk,
        (one[1], partner),
        preview_token=seen.preview_token,
        now=first.closes_at,
    )
    advance(event, draft.publish_by)
    assert Round.objects.get(number=2).meetings.count() == 2
    assert not RoundDraft.objects.exists()


@pytest.mark.long
def test_a_team_that_leaves_is_not_paired(gather, organiser, noon):
    event, now = gather(5), noon + DAY
    draft = the_draft(event)
    gone = Team.objects.get(pk=draft.tables[0][1][0])
    teams.withdraw_team(gone.pk, gone.captain, now=now)
    refused("revised_meanwhile", pairings.publish_now, event.pk, organiser, draft.pk, now=now)
    event.refresh_from_db()
    advance(event, now)
    again = the_draft(event)
    assert again.publish_by == draft.publish_by
    assert gone.pk not in {pk for _board, table in again.tables for pk in table}
    assert again.byes == []


@pytest.mark.long
def test_named_days_leave_line_ups_their_time(gather, noon):
    days = (noon + 5 * DAY, noon + 15 * DAY)
    event = gather(4, round_dates=days)
    assert the_draft(event).publish_by == days[0] - round_dates.publishing_lead(event)
    running.advance(event.pk, now=days[0] - 2 * DAY, make_seed=lambda: "cd" * 32)
    assert Round.objects.get().opens_at == days[0]


@pytest.mark.long
def test_the_api_shows_drafts_of_teams(gather, organiser, alice, api, noon):
    event = gather(4)
    address = f"tournaments/{event.pk}/pairings/"
    assert api(alice).get(address).status == 403
    (draft,) = api(organiser).get(address).json["drafts"]
    told = {pk for board in draft["boards"] for pk in board["entrants"]}
    assert told == set(Team.objects.values_list("pk", flat=True))
    one, two = draft["boards"][0]["entrants"]
    asked = {"draft": draft["id"], "act": "swap", "one": one, "two": two}
    (seen,) = api(organiser).post(address, asked).json["drafts"]
    assert seen["boards"][0]["entrants"] == [two, one]
    (done,) = (
        api(organiser)
        .post(address, {**asked, "preview_token": seen["preview_token"]})
        .json["drafts"]
    )
    assert (done["boards"][0]["entrants"], done["by_hand"]) == ([two, one], True)
