"""What an outage means to a tournament: nobody loses days of a round."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games.models import Outage
from games.services.time import outages
from tests.sampling import sampled
from tests.tournaments.seeds import seeds
from tests.tournaments.test_revised_while_running import undo
from tests.tournaments.test_revisions import make
from tournaments.models import Division, Entrant, Fixture, OutageShift, Revision, Round, RoundDraft
from tournaments.services.entries import persons
from tournaments.services.log import record_revision
from tournaments.services.rounds import reviewing
from tournaments.services.seasons import outage_shift, running
from tournaments.tasks import run_tournaments

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def underway(hold, people, noon):
    """A tournament whose first round has just begun."""
    tournament = hold(people(4))
    with time_machine.travel(noon + DAY + HOUR, tick=False):
        run_tournaments()
    return tournament


def ends():
    return list(Round.objects.order_by("pk").values_list("closes_at", flat=True))


@pytest.mark.long
def test_rounds_and_claims_end_later_by_an_outage_before_any_step_is_taken(underway, noon):
    (before, *later) = ends()
    fixture = Fixture.objects.order_by("pk")[0]
    Fixture.objects.filter(pk=fixture.pk).update(claims_until=before + DAY)
    with time_machine.travel(before + 40 * DAY, tick=False):
        run_tournaments()
    outage = Outage.objects.get()
    length = outage.until - outage.since
    assert ends() == [end + length for end in (before, *later)]
    fixture.refresh_from_db()
    assert fixture.claims_until == before + DAY + length
    assert not Round.objects.exclude(closed_at=None).exists()


def test_every_outage_moves_a_round_that_has_begun_and_does_so_once(underway, noon):
    (first, *others), at = ends(), noon + 2 * DAY
    outages.enter_outage(at, at + DAY, note="", by=None, now=at + DAY)
    outages.enter_outage(at + 12 * HOUR, at + 36 * HOUR, note="", by=None, now=at + 2 * DAY)
    assert outage_shift.apply_outages(now=at + 2 * DAY) == 2
    assert outage_shift.apply_outages(now=at + 2 * DAY) == 0
    assert ends() == [first + 36 * HOUR, *others]
    assert OutageShift.objects.count() == 2


def test_a_round_that_is_over_stays_over(underway, noon):
    Round.objects.update(closed_at=noon + 3 * DAY)
    before = ends()
    outages.enter_outage(noon + 2 * DAY, noon + 4 * DAY, note="", by=None, now=noon + 4 * DAY)
    outage_shift.apply_outages(now=noon + 4 * DAY)
    assert ends() == before


def test_a_round_ends_no_later_than_the_length_of_an_outage_asks(underway, noon):
    (first, *others), at = ends(), noon + 3 * DAY
    fixture = Fixture.objects.order_by("pk")[0]
    closes = fixture.closes_at
    outages.delete_heartbeat()
    made = outages.enter_outage(at, at + DAY, note="", by=None, now=at - DAY)
    assert outage_shift.apply_outages(now=at - DAY) == 0  # only announced
    assert outage_shift.apply_outages(now=at) == 1
    assert ends() == [first + DAY, *others]
    outages.end_outage(made.pk, now=at + 6 * HOUR)
    assert ends() == [first + 6 * HOUR, *others]
    fixture.refresh_from_db()
    assert fixture.closes_at == (closes + 6 * HOUR if closes else None)
    assert outage_shift.apply_outages(now=at + 7 * HOUR) == 0


@pytest.mark.long
def test_an_end_that_an_organiser_sets_during_an_outage_stays_when_that_ends_early(
    hold, people, noon, organiser
):
    cup = hold(people(4), format="swiss", rounds=2, least=2)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    cup.refresh_from_db()
    (first,), at = ends(), noon + 3 * DAY
    outages.delete_heartbeat()
    planned = outages.enter_outage(at, at + DAY, note="", by=None, now=at - DAY)
    outage_shift.apply_outages(now=at)
    assert ends() == [first + DAY]
    made = make(cup, organiser, at + HOUR, round_end=first + 3 * DAY)
    outages.end_outage(planned.pk, now=at + 6 * HOUR)
    assert ends() == [first + 3 * DAY]
    assert Revision.objects.get() == made


@pytest.mark.long
def test_an_end_that_an_organiser_has_put_back_is_that_of_the_outage(hold, people, noon, organiser):
    cup = hold(people(4), format="swiss", rounds=2, least=2)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    cup.refresh_from_db()
    (first,), at = ends(), noon + 3 * DAY
    outages.delete_heartbeat()
    planned = outages.enter_outage(at, at + DAY, note="", by=None, now=at - DAY)
    outage_shift.apply_outages(now=at)
    made = make(cup, organiser, at + HOUR, round_end=first + 3 * DAY)
    undo(cup, organiser, made, at + 2 * HOUR)
    assert ends() == [first + DAY]
    outages.end_outage(planned.pk, now=at + 6 * HOUR)
    assert ends() == [first + 6 * HOUR]


@pytest.mark.long
def test_an_end_that_an_organiser_has_put_back_and_set_again_stays(hold, people, noon, organiser):
    cup = hold(people(4), format="swiss", rounds=2, least=2)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    cup.refresh_from_db()
    (first,), at = ends(), noon + 3 * DAY
    outages.delete_heartbeat()
    planned = outages.enter_outage(at, at + DAY, note="", by=None, now=at - DAY)
    outage_shift.apply_outages(now=at)
    make(cup, organiser, at + HOUR, round_end=first + 3 * DAY)
    for hours in (2, 3):
        undo(cup, organiser, Revision.objects.latest("pk"), at + hours * HOUR)
    assert ends() == [first + 3 * DAY]
    outages.end_outage(planned.pk, now=at + 6 * HOUR)
    assert ends() == [first + 3 * DAY]


def test_an_offered_place_is_held_longer_by_an_outage_but_not_past_the_start(hold, people, noon):
    one, *others, waits = people(4)
    cup = hold([one, *others, waits], most=3, answer_days=2, starts_at=noon + 20 * DAY)
    persons.withdraw(cup.pk, one, now=noon)
    offer = Entrant.objects.filter(tournament=cup, player=waits)
    at = noon + DAY
    planned = outages.enter_outage(at, at + 3 * DAY, note="", by=None, now=noon)
    running.advance_all(now=at + 2 * DAY, make_seed=seeds)
    assert offer.get().offered_until == noon + 5 * DAY  # and has not lapsed meanwhile
    outages.end_outage(planned.pk, now=at + 2 * DAY)
    assert offer.get().offered_until == noon + 4 * DAY
    offer.update(offered_until=noon + 19 * DAY)
    at = noon + 18 * DAY
    outages.enter_outage(at, at + 3 * DAY, note="", by=None, now=at)
    running.advance_all(now=at, make_seed=seeds)
    assert offer.get().offered_until == noon + 20 * DAY


def undecided_until():
    return Division.objects.get().unpaired_until


def test_who_pairs_a_round_by_hand_has_longer_by_an_outage(underway, noon):
    at, until = noon + 2 * DAY, noon + 4 * DAY
    Division.objects.update(unpaired_until=until)
    planned = outages.enter_outage(at, at + DAY, note="", by=None, now=noon)
    outage_shift.apply_outages(now=at)
    assert undecided_until() == until + DAY
    outages.end_outage(planned.pk, now=at + 6 * HOUR)
    assert undecided_until() == until + 6 * HOUR


@pytest.mark.parametrize(
    ("until", "by_hand", "later"),
    sampled([(3, True, 0), (7, False, 0), (1.5, False, 1), (1.5, True, 0), (3, False, 1)], 2),
)
def test_only_a_round_that_waited_through_an_outage_waits_longer(
    underway, noon, organiser, until, by_hand, later
):
    """Who made it final has decided; one that is not paired since the fourth day was not there."""
    at = noon + until * DAY
    Division.objects.update(unpaired_until=at)
    if by_hand:
        record_revision(underway, Revision.Act.ENDED, organiser, at, round=2)
    outages.enter_outage(noon + DAY, noon + 2 * DAY, note="", by=None, now=noon + 4 * DAY)
    outage_shift.apply_outages(now=noon + 4 * DAY)
    assert undecided_until() == at + later * DAY


@pytest.mark.parametrize(("days", "later"), sampled([(1.5, DAY / 2), (9, 0 * DAY), (1, DAY)], 1))
def test_organisers_review_a_draft_as_long_without_moving_its_day(underway, noon, days, later):
    """A day is theirs; a draft that waits for its own day loses nothing by an outage before."""
    at, made = noon + 2 * DAY, noon + 1.5 * DAY
    draft = RoundDraft.objects.create(
        division=Division.objects.get(), number=2, made_at=made, publish_by=made + days * DAY,
        tables=[], byes=[],
    )  # fmt: skip
    planned = outages.enter_outage(at, at + DAY, note="", by=None, now=noon)
    outage_shift.apply_outages(now=at)
    draft.refresh_from_db()
    assert draft.publish_by == made + days * DAY + later
    outages.end_outage(planned.pk, now=at + 6 * HOUR)
    draft.refresh_from_db()
    assert draft.publish_by >= made + DAY + 6 * HOUR


def draft_of(noon, made, until):
    return RoundDraft.objects.create(
        division=Division.objects.get(),
        number=2,
        made_at=noon + made,
        publish_by=noon + until,
        tables=[],
        byes=[],
    )


def note_outage(since, until):
    found = outages.enter_outage(since, until, note="", by=None, now=since)
    outage_shift.apply_outages(now=since)
    return found


@pytest.mark.long
def test_a_draft_that_replaces_another_is_put_off_by_no_more_than_the_outage(underway, noon):
    """It was made two hours before its time: its organisers have lost ten minutes."""
    draft = draft_of(noon, 2 * DAY, 2 * DAY + 2 * HOUR)
    at = noon + 2 * DAY + HOUR
    note_outage(at, at + HOUR / 6)
    draft.refresh_from_db()
    assert draft.publish_by == noon + 2 * DAY + 2 * HOUR + HOUR / 6


def test_each_outage_gives_its_own_time_to_review_a_draft_back(underway, noon):
    draft = draft_of(noon, 2 * DAY, 3 * DAY)
    note_outage(noon + 2 * DAY + HOUR, noon + 2 * DAY + 7 * HOUR)
    note_outage(noon + 2 * DAY + 8 * HOUR, noon + 2 * DAY + 13 * HOUR)
    draft.refresh_from_db()
    assert draft.publish_by == noon + 3 * DAY + 11 * HOUR


@pytest.mark.long
def test_a_draft_with_new_dates_keeps_what_an_outage_gave_when_that_ends_early(underway, noon):
    draft = draft_of(noon, 2 * DAY, 3 * DAY)
    planned = note_outage(noon + 2.5 * DAY, noon + 3.5 * DAY)
    reviewing.reschedule_drafts(draft.division.tournament, noon + 2.5 * DAY)
    outages.end_outage(planned.pk, now=noon + 2.75 * DAY)
    draft.refresh_from_db()
    assert draft.publish_by == noon + 3.25 * DAY


def test_a_draft_made_after_an_outage_is_not_put_off(underway, noon):
    until = noon + 5 * DAY
    RoundDraft.objects.create(
        division=Division.objects.get(), number=2, made_at=noon + 4 * DAY, publish_by=until,
        tables=[], byes=[],
    )  # fmt: skip
    outages.enter_outage(noon + DAY, noon + 2 * DAY, note="", by=None, now=noon + 4.5 * DAY)
    outage_shift.apply_outages(now=noon + 4.5 * DAY)
    assert RoundDraft.objects.get().publish_by == until
