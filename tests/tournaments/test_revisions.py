"""Changing a tournament after its announcement: previewed, sealed, noted, told and undone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services.errors import Refused
from notifications.models import Message
from tests.emails import render
from tests.sampling import sampled
from tournaments.models import Entrant, Revision, Round
from tournaments.services.entries import persons
from tournaments.services.revisions import revising, terms
from tournaments.services.seasons import announcing, running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def make(tournament, by, now, **wanted):
    """Change a tournament as previewed."""
    seen = revising.propose(tournament.pk, by, wanted, now=now)
    revision = revising.revise(tournament.pk, by, wanted, preview_token=seen.preview_token, now=now)
    tournament.refresh_from_db()
    return revision


def refused(code, call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code
    return caught.value.params


def news(tournament):
    return Message.objects.filter(kind="tournament_news", thread=tournament.thread)


def test_a_start_is_moved_as_previewed_and_entrants_are_told(hold, people, organiser, noon):
    *players, late = people(4)
    tournament = hold(players, most=3)
    persons.enter(tournament.pk, late, now=noon)
    was, later = tournament.starts_at, noon + 5 * DAY
    seen = revising.propose(tournament.pk, organiser, {"starts_at": later, "least": 3}, now=noon)
    assert (seen.told, seen.moved_up, seen.starts) == (4, 0, False)
    assert seen.after == {"starts_at": later.isoformat()}
    assert not Revision.objects.exists()
    revision = make(tournament, organiser, noon, starts_at=later)
    assert (tournament.starts_at, tournament.due_at) == (later, later)
    assert (revision.by, revision.before) == (organiser, {"starts_at": was.isoformat()})
    told = news(tournament)
    assert {each.player for each in told} == {*players, late}
    email = render(told.get(player=players[0]), noon)
    assert "Changed by Olga" in email.body
    assert "Starts: 3 March 2026, 13:00 CET → 7 March 2026, 13:00 CET" in email.body
    running.advance_all(now=was, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    assert tournament.is_open


def test_days_of_rounds_and_new_names_are_unmistakable_elsewhere(hold, people, organiser, noon):
    """The day is another one for a reader in Auckland; Hebrew names turn nothing around them."""
    (player,) = people(1)
    player.time_zone = "Pacific/Auckland"
    player.save(update_fields=["time_zone"])
    first = noon.replace(hour=22) + 2 * DAY
    cup = hold([player], format="swiss", rounds=1, starts_at=first, round_dates=(first,))
    week = {"starts_at": first + 7 * DAY, "round_dates": (first + 7 * DAY,), "name": "\u05d0\u05d1"}
    make(cup, organiser, noon, **week)
    body = str(render(news(cup).get(player=player), noon).body)
    assert "5/03/2026" not in body
    assert "5 Mar 2026, 11:00 NZDT → 12 Mar 2026, 11:00 NZDT" in body
    assert "“\u2068\u05d0\u05d1\u2069”" in body


@pytest.mark.long
def test_more_places_move_people_up_and_a_full_one_starts(hold, people, organiser, noon):
    players = people(5)
    tournament = hold(players, most=3)
    seen = revising.propose(
        tournament.pk, organiser, {"most": 5, "starts_when_full": True}, now=noon
    )
    assert (seen.moved_up, seen.starts) == (2, True)
    make(tournament, organiser, noon, most=5, starts_when_full=True)
    assert Entrant.objects.playing().filter(tournament=tournament).count() == 5
    running.advance_all(now=noon, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    assert tournament.is_running


def test_closed_entries_take_nobody_until_they_are_open_again(hold, people, organiser, noon):
    *players, late = people(4)
    tournament = hold(players)
    revision = make(tournament, organiser, noon, entries_closed=True)
    refused("entries_closed", persons.enter, tournament.pk, late, now=noon)
    seen = revising.propose_undo(tournament.pk, organiser, revision.pk, now=noon)
    back = revising.undo(
        tournament.pk, organiser, revision.pk, preview_token=seen.preview_token, now=noon
    )
    assert back.undoes == revision
    persons.enter(tournament.pk, late, now=noon)
    refused(
        "cannot_undo",
        revising.undo,
        tournament.pk,
        organiser,
        revision.pk,
        preview_token="",
        now=noon,
    )


def test_what_could_not_be_announced_cannot_be_changed_either(hold, people, organiser, noon):
    tournament = hold(people(4))
    for field, value, reason in (
        ("starts_at", noon - DAY, "start_not_ahead"),
        ("starts_at", None, "never_starts"),
        ("most", 3, "most_below_entered"),
        ("least", 1, "out_of_range"),
        ("text", "x" * 2001, "too_long"),
    ):
        params = refused(
            "bad_plan", revising.propose, tournament.pk, organiser, {field: value}, now=noon
        )
        assert (params["field"], params["reason"]) == (field, reason)
    refused("nothing_to_revise", revising.propose, tournament.pk, organiser, {}, now=noon)
    refused(
        "term_fixed", revising.propose, tournament.pk, organiser, {"late_entry": True}, now=noon
    )
    assert not Revision.objects.exists()


def test_only_its_organiser_changes_a_tournament_that_is_announced_and_not_over(
    hold, people, organiser, plan, noon
):
    players = people(3)
    tournament = hold(players)
    wanted = {"text": "New words."}
    refused("not_your_tournament", revising.propose, tournament.pk, players[0], wanted, now=noon)
    draft = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    refused("not_announced", revising.propose, draft.pk, organiser, wanted, now=noon)
    refused("no_such_tournament", revising.propose, draft.pk, players[0], wanted, now=noon)
    announcing.cancel_tournament(tournament.pk, organiser, now=noon)
    refused("tournament_over", revising.propose, tournament.pk, organiser, wanted, now=noon)


def test_nothing_changes_when_something_else_would_follow_by_now(hold, people, organiser, noon):
    *players, late = people(5)
    tournament = hold(players, most=3)
    wanted = {"most": 4}
    seen = revising.propose(tournament.pk, organiser, wanted, now=noon)
    persons.enter(tournament.pk, late, now=noon)
    refused(
        "revised_meanwhile",
        revising.revise,
        tournament.pk,
        organiser,
        wanted,
        preview_token=seen.preview_token,
        now=noon,
    )
    tournament.refresh_from_db()
    assert tournament.most == 3


def test_a_new_text_is_noted_without_an_e_mail(hold, people, organiser, noon):
    tournament = hold(people(3))
    seen = revising.propose(tournament.pk, organiser, {"text": "Bring cake."}, now=noon)
    assert seen.told == 0
    make(tournament, organiser, noon, text="Bring cake.")
    assert not news(tournament).exists()
    assert Revision.objects.get().after == {"text": "Bring cake."}


def test_days_of_rounds_ahead_move_and_published_ones_stay(hold, people, organiser, noon):
    start = noon + DAY
    days = [start + 14 * number * DAY for number in range(3)]
    tournament = hold(people(4), starts_at=start, round_dates=tuple(days))
    for _step in range(4):
        running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    assert tournament.is_running
    assert "starts_at" not in terms.revisable_terms(tournament)
    moved = [days[0], days[1] + 7 * DAY, days[2] + 7 * DAY]
    revision = make(tournament, organiser, start, round_dates=moved)
    assert list(tournament.round_starts) == moved
    opened = dict(Round.objects.values_list("number", "opens_at"))
    assert opened == dict(enumerate(moved, 1))
    assert Round.objects.get(number=1).closes_at == days[1]
    for wrong, reason in (
        ([days[0] + DAY, *moved[1:]], "round_begun"),
        ([days[0], start - DAY, moved[2]], "date_has_passed"),
        ([days[0], moved[2], moved[1]], "dates_do_not_rise"),
    ):
        params = refused(
            "bad_plan",
            revising.propose,
            tournament.pk,
            organiser,
            {"round_dates": wrong},
            now=start,
        )
        assert params["reason"] == reason
    seen = revising.propose_undo(tournament.pk, organiser, revision.pk, now=start)
    revising.undo(
        tournament.pk, organiser, revision.pk, preview_token=seen.preview_token, now=start
    )
    tournament.refresh_from_db()
    assert list(tournament.round_starts) == days
    assert dict(Round.objects.values_list("number", "opens_at")) == dict(enumerate(days, 1))


@pytest.mark.long
def test_a_swiss_loses_rounds_that_are_not_paired_and_gets_them_back(
    hold, people, organiser, run, noon
):
    start = noon + DAY
    everybody = hold(people(5), format="swiss", rounds=3)
    for _step in range(3):
        running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    params = refused(
        "bad_plan", revising.propose, everybody.pk, organiser, {"rounds": 0}, now=start
    )
    assert params["reason"] == "out_of_range"
    revision = make(everybody, organiser, start, rounds=1)
    assert everybody.rounds == 1
    assert news(everybody).filter(key__contains="revised").count() == 5
    seen = revising.propose_undo(everybody.pk, organiser, revision.pk, now=start)
    revising.undo(everybody.pk, organiser, revision.pk, preview_token=seen.preview_token, now=start)
    make(everybody, organiser, start, rounds=2)
    run(everybody, start)
    paired = Round.objects.filter(division__tournament=everybody)
    assert sorted(paired.values_list("number", flat=True)) == [1, 2]
    assert everybody.status == "finished"


def test_rounds_that_are_paired_stay(hold, people, organiser, noon):
    start = noon + DAY
    tournament = hold(people(4), format="swiss", rounds=3)
    running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    first = Round.objects.get(number=1)
    first.pk, first.number = None, 2
    first.save()
    params = refused(
        "bad_plan", revising.propose, tournament.pk, organiser, {"rounds": 1}, now=start
    )
    assert (params["reason"], params["rounds"]) == ("round_paired", 2)


FORMATS = [
    {"format": "swiss", "rounds": 3, "late_entry": True},
    {"format": "ladder"},
    {"format": "pods", "ruleset": "mensch", "options": {}, "seats": 3, "rounds": 2},
    {"format": "team_league", "boards": 2},
    {"format": "double"},
    {"format": "groups", "division_size": 4, "qualifiers": 2},
    {"format": "knockout"},
    {"format": "team_match", "boards": 2},
    {"division_size": 6, "promoted": 1, "repeats": True},
]


@pytest.mark.parametrize(
    "fields", sampled(FORMATS, 4), ids=lambda fields: fields.get("format", "divisions")
)
def test_every_format_can_be_changed_before_its_start(hold, organiser, noon, fields):
    tournament = hold([], **fields)
    make(tournament, organiser, noon, text="Later.", starts_at=noon + 9 * DAY)
    assert tournament.starts_at == noon + 9 * DAY
