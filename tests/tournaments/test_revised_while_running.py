"""While a tournament runs its title can be mended, and rounds ahead get other days."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.api.conftest import api
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_revision_pages import shown
from tournaments.models import Fixture, Revision, Round, Tournament
from tournaments.referees.services import claims
from tournaments.services.revisions import revising, terms
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def begun(hold: Callable[..., Tournament], people: Any, start: Any, **fields: Any) -> Tournament:
    """Return a tournament that has just begun."""
    event = hold(people(4), starts_at=start, **fields)
    for _step in range(4):
        running.advance_all(now=start, make_seed=lambda: "cd" * 32)
    event.refresh_from_db()
    assert event.is_running
    return event


def make(event: Tournament, player: Any, now: Any, **wanted: Any) -> Revision:
    """See what follows and make it so."""
    preview_token = revising.propose(event.pk, player, wanted, now=now).preview_token
    revision = revising.revise(event.pk, player, wanted, preview_token=preview_token, now=now)
    event.refresh_from_db()
    return revision


def undo(event: Tournament, player: Any, revision: Revision, now: Any) -> None:
    seen = revising.propose_undo(event.pk, player, revision.pk, now=now)
    revising.undo(event.pk, player, revision.pk, preview_token=seen.preview_token, now=now)
    event.refresh_from_db()


def begins() -> dict[int, Any]:
    return dict(Round.objects.values_list("number", "opens_at"))


def test_a_title_is_mended_everywhere_and_can_be_undone(hold, people, organiser, noon, client_for):
    cup = begun(hold, people, noon + DAY, name="Sprng cup")
    Match.objects.filter(fixture__board=1, fixture__round__number=1).update(
        status="finished", finished_at=noon + 2 * DAY
    )
    revision = make(cup, organiser, noon + DAY, name="  Spring   cup ")
    assert cup.name == "Spring cup"
    assert {(each or {}).get("name") for each in Match.objects.values_list("event", flat=True)} == {
        "Spring cup"
    }
    assert {
        (each or {}).get("round") for each in Match.objects.values_list("event", flat=True)
    } >= {1}
    assert Message.objects.filter(key__contains=f"revised_{revision.pk}:").count() == 4
    undo(cup, organiser, revision, noon + DAY)
    assert cup.name == "Sprng cup"
    for wrong, reason in (("  ", "missing"), ("x" * 81, "too_long")):
        with pytest.raises(Refused) as caught:
            revising.propose(cup.pk, organiser, {"name": wrong}, now=noon + DAY)
        assert (caught.value.params["field"], caught.value.params["reason"]) == ("name", reason)


@pytest.mark.parametrize(
    "fields",
    sampled([{"format": "swiss", "rounds": 3}, {}, {"format": "groups", "division_size": 4}], 1),
    ids=["swiss", "all meet all", "groups"],
)
def test_rounds_ahead_get_days_that_nobody_had_named(hold, people, organiser, noon, fields):
    start = noon + DAY
    cup = begun(hold, people, start, round_days=10, **fields)
    assert not cup.round_dates
    before = begins()
    days = [before[1], start + 20 * DAY, start + 25 * DAY]
    revision = make(cup, organiser, start, round_dates=days)
    assert list(cup.round_starts) == days
    assert begins() == {number: days[number - 1] for number in before}
    closes = dict(Round.objects.values_list("number", "closes_at"))
    assert closes[1] == before[1] + 10 * DAY, "what has begun stays"
    if 2 in closes:
        assert (closes[2], closes[3]) == (days[2], add_wall_time(days[2], 10 * DAY, cup.zone))
    undo(cup, organiser, revision, start)
    assert begins() == before
    assert dict(Round.objects.values_list("number", "closes_at")) == {
        number: add_wall_time(opens, 10 * DAY, cup.zone) for number, opens in before.items()
    }
    moved = [start + DAY, *days[1:]]
    with pytest.raises(Refused) as caught:
        revising.propose(cup.pk, organiser, {"round_dates": moved}, now=start)
    assert caught.value.params["reason"] == "round_begun"


def ends() -> dict[int, Any]:
    return dict(Round.objects.values_list("number", "closes_at"))


@pytest.mark.parametrize("fields", sampled([{}, {"at_once": True}], 1), ids=["in turn", "at once"])
def test_the_end_of_what_is_being_played_moves_but_not_what_a_referee_has_extended(
    hold, people, organiser, noon, fields
):
    start = noon + DAY
    cup = begun(hold, people, start, round_days=10, **fields)
    before, now = ends(), start + 8 * DAY
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)  # who still plays is warned
    warned = Message.objects.filter(kind="round_closing")
    assert warned.unsent().exists()
    other = Round.objects.get(number=3)
    if cup.at_once:
        Round.objects.filter(pk=other.pk).update(closes_at=before[3] + 5 * DAY)
    later = before[1] + 7 * DAY
    wanted: dict[str, Any] = {"round_end": later}
    if not cup.at_once:
        with pytest.raises(Refused) as caught:
            revising.propose(cup.pk, organiser, wanted, now=now)
        assert caught.value.params["reason"] == "end_after_next"
        wanted["round_dates"] = [start, later, later + 10 * DAY]
    revision = make(cup, organiser, now, **wanted)
    assert ends()[1] == later
    assert ends()[3] == (before[3] + 5 * DAY if cup.at_once else later + 20 * DAY)
    assert not warned.unsent().exists()
    assert Message.objects.filter(key__contains=f"revised_{revision.pk}:").count() == 4
    line = terms.describe_changes(revision.before, revision.after)[-1 if cup.at_once else 0]
    assert line.label == "End of the current round"
    for wrong in (now, now + 400 * DAY):
        with pytest.raises(Refused) as caught:
            revising.propose(cup.pk, organiser, {"round_end": wrong}, now=now)
        assert caught.value.params["reason"] == "end_not_ahead"
    undo(cup, organiser, revision, now)
    assert ends()[1] == before[1]
    late = now + 60 * DAY  # nothing is being played that could end later
    with pytest.raises(Refused) as caught:
        revising.propose(cup.pk, organiser, {"round_end": late + DAY}, now=late)
    assert caught.value.code == "term_fixed"


@pytest.mark.long
def test_undoing_leaves_alone_what_a_referee_had_extended_to_the_same_end(
    hold, people, organiser, noon
):
    start = noon + DAY
    cup = begun(hold, people, start, round_days=10, at_once=True)
    former, now = ends()[1], start + 8 * DAY
    later = former + 7 * DAY
    Round.objects.filter(number=3).update(closes_at=later)
    revision = make(cup, organiser, now, round_end=later)
    undo(cup, organiser, revision, now)
    assert ends() == {1: former, 2: former, 3: later}
    undo(cup, organiser, Revision.objects.get(undoes=revision), now)
    assert set(ends().values()) == {later}
    assert not revising.undoable_revision_ids(cup, [Revision.objects.latest("pk")], former)


@pytest.mark.long
def test_who_still_plays_is_warned_again_once_the_former_end_is_back(hold, people, organiser, noon):
    start = noon + DAY
    cup = begun(hold, people, start, round_days=10, at_once=True)
    warned = Message.objects.filter(kind="round_closing").unsent()
    now = start + 8 * DAY
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    revision = make(cup, organiser, now, round_end=ends()[1] + 7 * DAY)
    assert not warned.exists()
    later = now + timedelta(hours=1)
    undo(cup, organiser, revision, later)
    running.advance_all(now=later, make_seed=lambda: "cd" * 32)
    assert warned.values("player").distinct().count() == 4


def test_a_match_that_was_extended_alone_ends_no_earlier_than_its_round(
    hold, people, organiser, noon
):
    start = noon + DAY
    cup = begun(hold, people, start, round_days=10, at_once=True)
    before, now = ends()[1], start + 8 * DAY
    assert "round_dates" not in terms.revisable_terms(cup), "they have no days of their own"
    Fixture.objects.filter(board=1).update(closes_at=before + 3 * DAY)
    revision = make(cup, organiser, now, round_end=before + 7 * DAY)
    assert {each.ends_at for each in Fixture.objects.all()} == {before + 7 * DAY}
    assert not claims.open_claim_window(cup, before + 4 * DAY)
    undo(cup, organiser, revision, now)
    assert {each.ends_at - before for each in Fixture.objects.all()} == {0 * DAY, 3 * DAY}


@pytest.mark.parametrize("fields", sampled([{"format": "ladder"}, {"at_once": True}], 1))
def test_where_rounds_have_no_days_of_their_own_there_is_nothing_to_move(
    hold, people, noon, fields
):
    event = begun(hold, people, noon + DAY, **fields)
    assert "round_dates" not in terms.revisable_terms(event)


@pytest.mark.long
def test_the_page_shows_the_days_as_they_are_and_changes_only_what_is_changed(
    hold, people, organiser, client_for
):
    from django.utils import timezone

    now = timezone.now()
    cup = begun(hold, people, now + timedelta(minutes=1), round_days=10)
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    page = browser.get(address).text
    starts = [each for _number, each in sorted(begins().items())]
    days = [timezone.localdate(each, organiser.zone).isoformat() for each in starts]
    assert "\n".join(days) in page
    form = {"name": "Autumn cup", "text": "", "round_dates": "\n".join(days)}
    preview = browser.post(address, form)
    assert re.search("“Spring cup”.*→.*“Autumn cup”", text_of(preview))
    assert "<dt>Round dates</dt>" not in preview.text
    assert browser.post(address, shown(preview.text)).status_code == 303
    assert set(Revision.objects.get().after) == {"name"}


def test_page_and_api_lengthen_a_league_whose_rounds_are_played_at_once(
    hold, people, organiser, client_for, api
):
    from django.utils import timezone

    now = timezone.now()
    cup = begun(hold, people, now + timedelta(minutes=1), round_days=10, at_once=True)
    Round.objects.update(opens_at=now - DAY)
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    assert "End of the current round" in text_of(browser.get(address))
    later = now + 20 * DAY
    typed = timezone.localtime(later, organiser.zone).strftime("%Y-%m-%dT%H:%M")
    form = {"name": cup.name, "text": "", "round_end": typed}
    preview = browser.post(address, form)
    assert "<dt>End of the current round</dt>" in preview.text
    assert browser.post(address, shown(preview.text)).status_code == 303
    assert set(ends().values()) == {later.replace(second=0, microsecond=0)}
    seen = api(organiser).post(f"tournaments/{cup.pk}/revise/", {"round_end": str(now - DAY)})
    assert seen.brief == (422, "bad_plan")
    wanted = {"round_end": (later + DAY).isoformat()}
    seen = api(organiser).post(f"tournaments/{cup.pk}/revise/", wanted).json
    wanted["preview_token"] = seen["preview_token"]
    assert api(organiser).post(f"tournaments/{cup.pk}/revise/", wanted).json["made"]
    assert set(ends().values()) == {later + DAY}
    line = client_for(organiser).get(cup.get_absolute_url()).text
    assert f"/revise/{Revision.objects.latest('pk').pk}/undo/" in line
    cancelled = browser.post(address, {"name": cup.name, "text": "", "round_end": "x"})
    assert cancelled.status_code == 422


@pytest.mark.long
def test_the_api_mends_a_title(hold, people, organiser, noon, api):
    cup = begun(hold, people, noon + DAY)
    address = f"tournaments/{cup.pk}/revise/"
    seen = api(organiser).post(address, {"name": "Cup of spring"})
    assert seen.json["after"] == {"name": "Cup of spring"}
    made = api(organiser).post(
        address, {"name": "Cup of spring", "preview_token": seen.json["preview_token"]}
    )
    assert made.json["made"]
    entrant = cup.entrants.first().player
    assert api(entrant).post(address, {"name": "Mine"}).status == 403


@pytest.mark.long
def test_an_event_that_repeats_keeps_room_for_its_next_season(hold, people, organiser, noon):
    fields = {"format": "swiss", "rounds": 3, "late_entry": True, "least": 3, "most": 8}
    cup = begun(hold, people, noon + DAY, **fields)
    Tournament.objects.filter(pk=cup.pk).update(least=6)
    make(cup, organiser, noon + DAY, most=5)
    for wanted in ({"repeats": True}, {"repeats": True, "most": 4}):
        with pytest.raises(Refused) as caught:
            revising.propose(cup.pk, organiser, wanted, now=noon + DAY)
        assert caught.value.params == {"field": "most", "reason": "out_of_range"} | {
            "low": 6,
            "high": caught.value.params["high"],
        }
    make(cup, organiser, noon + DAY, repeats=True, most=6)
    with pytest.raises(Refused, match="bad_plan"):
        revising.propose(cup.pk, organiser, {"most": 5}, now=noon + DAY)


def test_no_day_at_the_ends_of_the_calendar_is_a_fault_of_ours(hold, people, organiser, api, noon):
    from django.utils import timezone

    cup = begun(hold, people, timezone.now() + timedelta(minutes=1), format="swiss", rounds=3)
    kept = [each.isoformat() for each in begins().values()]
    for zone, day in (
        ("Europe/Berlin", "9999-12-31T23:30:00Z"),
        ("America/New_York", "0001-01-01T00:00:00Z"),
    ):
        Tournament.objects.filter(pk=cup.pk).update(time_zone=zone)
        wanted = {"round_dates": [*kept, day]}
        assert api(organiser).post(f"tournaments/{cup.pk}/revise/", wanted).brief[0] == 422
