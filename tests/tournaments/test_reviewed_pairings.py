"""Pairings that the organiser reviews: drafted, changed with checks, published, told only then."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.api.conftest import api
from tests.markup import text_of
from tests.tournaments.conftest import play_all
from tournaments.models import (
    Absence,
    CoOrganiser,
    Entrant,
    Fixture,
    Revision,
    Round,
    RoundDraft,
    Tournament,
)
from tournaments.pairing import changes
from tournaments.pairing.base import Player
from tournaments.services import log
from tournaments.services.entries import persons
from tournaments.services.files import lot_records
from tournaments.services.revisions import pairings, revising
from tournaments.services.revisions.terms import to_json
from tournaments.services.rounds import round_dates
from tournaments.services.seasons import running

__all__ = ["api"]

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)


@pytest.fixture
def swiss(hold: Any, people: Any, noon: Any) -> Callable[..., Tournament]:
    """Return a maker of a running Swiss whose first round is drafted."""

    def make(count: int = 5, **fields: Any) -> Tournament:
        event: Tournament = hold(
            people(count), format="swiss", rounds=3, round_days=5, reviewed=True, **fields
        )
        advance(event, noon + DAY)
        return event

    return make


def advance(event: Tournament, now: Any) -> None:
    running.advance(event.pk, now=now, make_seed=lambda: "cd" * 32)
    event.refresh_from_db()


def the_draft(event: Tournament) -> RoundDraft:
    return RoundDraft.objects.get(division__tournament=event)


def paired_emails() -> int:
    return Message.objects.filter(kind="round_paired").count()


def refused(code: str, verb: Callable[..., object], *args: object, **more: object) -> None:
    with pytest.raises(Refused) as refusal:
        verb(*args, **more)
    assert refusal.value.code == code


def test_a_round_is_drafted_and_published_by_itself_a_day_later(swiss, organiser, noon):
    event = swiss()
    draft = the_draft(event)
    assert (draft.number, draft.publish_by) == (1, noon + 2 * DAY)
    assert (Round.objects.count(), Match.objects.count(), paired_emails()) == (0, 0, 0)
    told = Message.objects.filter(kind="tournament_news", key__contains="drafted")
    assert [each.player for each in told] == [organiser]
    assert event.due_at <= draft.publish_by
    advance(event, noon + 2 * DAY - timedelta(minutes=1))
    assert Round.objects.count() == 0
    advance(event, noon + 2 * DAY)
    made = Round.objects.get()
    assert (made.opens_at, made.closes_at) == (noon + 2 * DAY, noon + 7 * DAY)
    assert made.engine == draft.engine
    assert (RoundDraft.objects.count(), Match.objects.count(), paired_emails() > 0) == (0, 2, True)


def test_players_read_when_the_pairings_follow(swiss, client_for, noon):
    event = swiss()
    player, other = (each.player for each in event.entrants.order_by("pk")[:2])
    away = event.entrants.get(player=other)
    Absence.objects.create(entrant=away, round=1, announced_at=noon)
    due = f'<time datetime="{(noon + 2 * DAY).isoformat()}"'
    own = f"Round 1: pairings follow by {due}"
    with time_machine.travel(noon + DAY, tick=False):
        page = text_of(client_for(player).get(event.get_absolute_url()))
        assert own in page
        assert f"They will be published no later than {due}" in page
        start = text_of(client_for(player).get("/"))
        assert f"round 1: pairings due {due}>in 1 day" in start
        sits_out = text_of(client_for(other).get(event.get_absolute_url()))
        assert own not in sits_out
        assert "The organiser is reviewing the pairings of round 1." in sits_out
        assert "1: pairings" not in text_of(client_for(other).get("/"))
    with time_machine.travel(noon + 2 * DAY, tick=False):
        late = text_of(client_for(None).get(event.get_absolute_url()))
        assert "The pairings of round 1 will be published shortly." in late
    advance(event, noon + 2 * DAY)
    assert "reviewing the pairings" not in text_of(client_for(None).get(event.get_absolute_url()))


def test_two_change_places_and_the_organiser_publishes(swiss, organiser, bob, noon):
    event, now = swiss(), noon + DAY
    draft = the_draft(event)
    (board, (one, _rival)), (_second, (_two, other)) = draft.tables
    refused("not_your_tournament", pairings.propose_swap, event.pk, bob, draft.pk, (one, other))
    refused("no_such_entrant", pairings.propose_swap, event.pk, organiser, draft.pk, (one, one))
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, (one, other))
    assert seen.problems == []
    assert dict(seen.tables)[board][0] == other
    swap = pairings.swap
    args = (event.pk, organiser, draft.pk, (one, other))
    refused("revised_meanwhile", swap, *args, preview_token="old", now=now)
    swap(*args, preview_token=seen.preview_token, now=now)
    free = draft.byes[0][1]
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, (one, free))
    assert [entrant.pk for entrant, _words in seen.free] == [one]
    swap(event.pk, organiser, draft.pk, (one, free), preview_token=seen.preview_token, now=now)
    refused("not_your_tournament", pairings.publish_now, event.pk, bob, draft.pk, now=now)
    pairings.publish_now(event.pk, organiser, draft.pk, now=now)
    made = Round.objects.get()
    assert made.engine.startswith("by hand after ")
    assert made.opens_at == now
    bye = Fixture.objects.get(kind="paired_bye")
    assert bye.seats.get().entrant_id == one
    assert Revision.objects.filter(act="paired", after__round=1).count() == 2
    refused("no_draft", pairings.publish_now, event.pk, organiser, draft.pk, now=now)


@pytest.mark.long
def test_who_has_met_cannot_be_paired_again(swiss, organiser, noon):
    event, now = swiss(4), noon + 2 * DAY
    advance(event, now)
    one, two = Fixture.objects.first().seats.values_list("entrant", flat=True)
    while not RoundDraft.objects.exists():
        now += timedelta(hours=1 if play_all(now, random.Random(3)) else 24)
        advance(event, now)
    draft = the_draft(event)
    assert draft.number == 2
    assert all({one, two} != set(table) for _board, table in draft.tables)
    rival = next(
        who for _board, table in draft.tables if one in table for who in table if who != one
    )
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, (rival, two))
    assert len(seen.problems) == 2  # the other two have met as well
    args = (event.pk, organiser, draft.pk, (rival, two))
    refused("pairings_forbidden", pairings.swap, *args, preview_token=seen.preview_token, now=now)
    assert event.status == "running"  # no division ends while a draft waits


@pytest.mark.long
def test_whoever_leaves_before_it_is_published_is_not_paired(swiss, organiser, noon):
    event, now = swiss(6), noon + DAY
    draft = the_draft(event)
    gone = Entrant.objects.get(pk=draft.tables[0][1][0])
    persons.withdraw(event.pk, gone.player, now=now)
    refused("revised_meanwhile", pairings.publish_now, event.pk, organiser, draft.pk, now=now)
    advance(event, now)
    again = the_draft(event)
    assert all(gone.pk not in table for _board, table in again.tables)
    assert again.publish_by == draft.publish_by
    assert Message.objects.filter(key__contains="drafted").count() == 2


def test_pairing_again_forgets_changes_by_hand(swiss, organiser, noon):
    event, now = swiss(), noon + DAY
    draft = the_draft(event)
    pair = tuple(draft.tables[0][1])
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, pair)
    pairings.swap(event.pk, organiser, draft.pk, pair, preview_token=seen.preview_token, now=now)
    assert the_draft(event).by_hand
    pairings.pair_again(event.pk, organiser, draft.pk, now=now)
    assert (the_draft(event).by_hand, the_draft(event).tables) == (False, draft.tables)


def test_what_everybody_must_know_is_told_also_beyond_the_limit(
    swiss, organiser, person, noon, settings
):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 1}
    event, now, other = swiss(), noon + DAY, person("Olaf")
    CoOrganiser.objects.create(tournament=event, player=other, since=noon)
    pairings.pair_again(event.pk, organiser, the_draft(event).pk, now=now)
    all_pairs = [
        [one.player_id, two.player_id] for one, two in combinations(event.entrants.all(), 2)
    ]
    Tournament.objects.filter(pk=event.pk).update(forbidden=all_pairs)
    again = the_draft(event).pk
    pairings.pair_again(event.pk, organiser, again, now=now + timedelta(minutes=1))
    told = Message.objects.filter(player=other, key__contains="unpaired")
    assert told.count() == 1


def test_organisers_read_why_a_round_was_paired_again(swiss, organiser, noon):
    event, now = swiss(5, late_entry=True), noon + DAY

    def last() -> list[str]:
        found = Message.objects.filter(player=organiser, key__contains="drafted")
        paragraphs: list[str] = found.latest("pk").context["paragraphs"]
        return paragraphs

    assert len(last()) == 1
    one, two, *_others = event.entrants.order_by("pk")
    persons.withdraw(event.pk, one.player, now=now)
    persons.announce_absence(event.pk, two.player, 1, now=now)
    advance(event, now)
    assert [each.replace("\u2068", "").replace("\u2069", "") for each in last()[:3]] == [
        "It was paired again because the field has changed:",
        f"No longer in the tournament: {one.player.name}",
        f"Sitting out this round: {two.player.name}",
    ]
    persons.cancel_absence(event.pk, two.player, 1)
    Entrant.objects.filter(pk=one.pk).update(status="entered", withdrawn_at=None)
    persons.enter(event.pk, organiser, now=now)
    Tournament.objects.filter(pk=event.pk).update(due_at=now)
    advance(event, now)
    said = " ".join(last())
    assert all(each in said for each in ("Entered late", "Back in the", "after all"))
    pairings.pair_again(event.pk, organiser, the_draft(event).pk, now=now)
    assert "has had the round paired again" in last()[0]
    line = Revision.objects.get(act="again")
    assert log.sentence(line) == "Round 1 was paired again before it was published."


def test_pairing_again_and_again_counts_among_the_e_mails_to_other_organisers(
    swiss, organiser, person, noon, settings
):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 2}
    event, now, other = swiss(), noon + DAY, person("Olaf")
    CoOrganiser.objects.create(tournament=event, player=other, since=noon)
    for number in range(4):
        at = now + timedelta(minutes=number)
        pairings.pair_again(event.pk, organiser, the_draft(event).pk, now=at)
    told = Message.objects.filter(player=other, by=organiser).order_by("created_at")
    assert [each.created_at - now for each in told] == [0 * DAY, timedelta(minutes=1)]


@pytest.mark.long
def test_without_the_review_the_draft_is_published_at_once(swiss, organiser, noon):
    event, now = swiss(), noon + DAY
    wanted = {"reviewed": False}
    preview_token = revising.propose(event.pk, organiser, wanted, now=now).preview_token
    revising.revise(event.pk, organiser, wanted, preview_token=preview_token, now=now)
    Tournament.objects.filter(pk=event.pk).update(due_at=now)
    advance(event, now)
    assert (Round.objects.count(), RoundDraft.objects.count()) == (1, 0)


def test_only_a_swiss_is_reviewed(plan):
    with pytest.raises(Refused) as refusal:
        plan(format="round_robin", reviewed=True)
    assert refusal.value.params["reason"] == "reviewed_only_swiss"


def test_named_days_are_kept_and_drafts_come_a_day_before(swiss, noon):
    event = swiss(4, round_dates=(noon + 3 * DAY, noon + 20 * DAY))
    assert the_draft(event).publish_by == noon + 3 * DAY
    advance(event, noon + 3 * DAY)
    assert Round.objects.get().opens_at == noon + 3 * DAY
    assert noon + 19 * DAY in round_dates.pairing_instants(event)


def test_colours_byes_and_scores_are_spoken_of():
    players = {
        1: Player(1, 1, colours="ww", met=frozenset({2})),
        2: Player(2, 2, colours="b", met=frozenset({1}), had_bye=True),
        3: Player(3, 3, score=2, colours="b"),  # type: ignore[arg-type]
    }
    said = changes.find_objections(players, [(1, 3)], [(1, 2), (3, 1), (2,)])
    assert [(each.code, each.entrants, each.is_forbidden) for each in said] == [
        ("met_before", (1, 2), True),
        ("same_colour_again", (1,), False),
        ("kept_apart", (3, 1), True),
        ("scores_apart", (3, 1), False),
        ("second_bye", (2,), True),
    ]


def test_the_page_is_the_organisers_and_previews_a_swap(swiss, organiser, noon):
    event = swiss()
    draft, address = the_draft(event), f"/tournaments/{event.pk}/pairings/"
    browser, other = Client(), Client()
    browser.force_login(organiser.user)
    entrant = Entrant.objects.filter(tournament=event)[0]
    assert entrant.player.user is not None
    other.force_login(entrant.player.user)
    assert other.get(address).status_code == 403
    assert "Player01" not in Client().get(event.get_absolute_url() + "feed.atom").content.decode()
    shown = browser.get(address).content.decode()
    assert "Publish now" in shown
    one, two = draft.tables[0][1]
    seen = browser.get(f"{address}?draft={draft.pk}&one={one}&two={two}")
    preview_token = pairings.propose_swap(event.pk, organiser, draft.pk, (one, two)).preview_token
    assert preview_token in seen.content.decode()
    assert "Publish now" not in seen.content.decode(), "it would publish without the swap"
    sent = {
        "draft": draft.pk,
        "one": one,
        "two": two,
        "preview_token": preview_token,
        "act": "swap",
    }
    assert browser.post(address, sent).status_code == 303
    assert browser.post(address, sent).status_code == 409
    assert browser.get(f"{address}?draft=x&one=1&two=2").status_code == 409
    assert browser.post(address, {"draft": draft.pk, "act": "publish"}).status_code == 303
    assert Round.objects.count() == 1


def test_the_api_does_the_same(api, swiss, organiser, noon):
    event = swiss()
    path, draft = f"/api/v1/tournaments/{event.pk}/pairings/", the_draft(event)
    player = Entrant.objects.filter(tournament=event)[0].player
    assert api(player).get(path).brief == (403, "not_your_tournament")
    one, two = draft.tables[0][1]
    body = {"draft": draft.pk, "act": "swap", "one": one, "two": two}
    seen = api(organiser).post(path, body).json["drafts"][0]
    assert seen["boards"][0]["entrants"] == [two, one]
    made = (
        api(organiser).post(path, body | {"preview_token": seen["preview_token"]}).json["drafts"][0]
    )
    assert made["by_hand"] is True
    assert api(player).post(path, {"draft": draft.pk, "act": "publish"}).status == 403
    assert api(organiser).post(path, {"draft": draft.pk, "act": "publish"}).json == {"drafts": []}


def revise(event: Tournament, organiser: Any, now: Any, **wanted: Any) -> None:
    wanted = {name: to_json(value) for name, value in wanted.items()}
    preview_token = revising.propose(event.pk, organiser, wanted, now=now).preview_token
    revising.revise(event.pk, organiser, wanted, preview_token=preview_token, now=now)


@pytest.mark.long
def test_a_round_beyond_the_last_one_is_never_published(swiss, organiser, noon):
    event, now = swiss(4), noon + 2 * DAY
    advance(event, now)
    while not RoundDraft.objects.exists():
        now += timedelta(hours=1 if play_all(now, random.Random(3)) else 24)
        advance(event, now)
    draft = the_draft(event)
    revise(event, organiser, now, rounds=1)
    refused("revised_meanwhile", pairings.publish_now, event.pk, organiser, draft.pk, now=now)
    advance(event, now)
    assert (Round.objects.count(), RoundDraft.objects.count()) == (1, 0)
    assert event.status == "finished"


@pytest.mark.long
def test_whoever_comes_late_is_paired_in_a_round_under_review(swiss, person, noon):
    event, now = swiss(5, late_entry=True), noon + DAY
    draft = the_draft(event)
    late = persons.enter(event.pk, person("Late"), now=now)
    advance(event, now)
    again = the_draft(event)
    assert any(late.pk in table for _board, table in again.tables)
    assert again.publish_by == draft.publish_by
    told = Message.objects.filter(key__contains="drafted").count()
    advance(event, now + timedelta(hours=1))
    assert (the_draft(event).pk, Message.objects.filter(key__contains="drafted").count()) == (
        again.pk,
        told,
    )


def test_another_day_moves_a_round_under_review(swiss, organiser, noon):
    days = [noon + 3 * DAY, noon + 20 * DAY, noon + 30 * DAY]
    event, now = swiss(4, round_dates=tuple(days[:2])), noon + 2 * DAY
    assert the_draft(event).publish_by == days[0]
    revise(event, organiser, now, round_dates=[noon + 6 * DAY, days[1]])
    assert the_draft(event).publish_by == noon + 6 * DAY
    advance(event, noon + 6 * DAY - timedelta(hours=1))
    assert Round.objects.count() == 0
    advance(event, noon + 6 * DAY)
    assert Round.objects.get().opens_at == noon + 6 * DAY


def test_the_page_opens_although_somebody_has_just_left(swiss, organiser, noon):
    event = swiss(6)
    gone = Entrant.objects.get(pk=the_draft(event).tables[0][1][0])
    persons.withdraw(event.pk, gone.player, now=noon + DAY)
    browser = Client()
    browser.force_login(organiser.user)
    assert browser.get(f"/tournaments/{event.pk}/pairings/").status_code == 200


@pytest.mark.long
def test_who_starts_by_hand_does_not_contradict_the_draw(swiss, organiser, noon):
    event, now = swiss(4), noon + DAY
    first = Entrant.objects.get(tournament=event, number=1).pk
    draft = the_draft(event)
    pair = next(tuple(table) for _board, table in draft.tables if first in table)
    seen = pairings.propose_swap(event.pk, organiser, draft.pk, pair)
    pairings.swap(event.pk, organiser, draft.pk, pair, preview_token=seen.preview_token, now=now)
    pairings.publish_now(event.pk, organiser, draft.pk, now=now)
    advance(event, now)
    assert Match.objects.count() == 2
    assert [each.agrees for each in lot_records.get_draw_records(event)] == [True]
    Round.objects.update(engine="bbpPairings")
    assert [each.agrees for each in lot_records.get_draw_records(event)] == [False]
