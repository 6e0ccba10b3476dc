"""A round that is published and has not begun can be cancelled, and take place after all."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.api.conftest import api
from tests.emails import deliver_due
from tests.markup import text_of
from tests.sampling import at_length, sampled
from tests.tournaments.test_revised_while_running import begun
from tests.tournaments.test_revision_pages import shown
from tournaments.models import Fixture, Revision, Round
from tournaments.services.revisions import cancelling
from tournaments.services.seasons import running
from tournaments.services.tables.views import division_views

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold: Any, people: Any, noon: Any) -> Any:
    """Return four who all meet all in rounds of ten days; the first has just begun."""
    event = begun(hold, people, noon + timedelta(minutes=1), round_days=10)
    Round.objects.filter(number=1).update(opens_at=noon - DAY)
    Round.objects.update(published_at=noon - DAY)
    return event


def states() -> list[tuple[int, int, str, bool]]:
    rows = Fixture.objects.order_by("round__number", "board")
    return [
        (each.round.number, each.board, each.kind, each.is_settled)
        for each in rows.select_related("round")
    ]


def refused(code: str, act: Any, *args: Any, **more: Any) -> None:
    with pytest.raises(Refused) as caught:
        act(*args, **more)
    assert caught.value.code == code


@pytest.mark.long
def test_a_round_ahead_is_cancelled_and_takes_place_after_all(cup, organiser, client_for, noon):
    browser, before = client_for(organiser), states()
    page = browser.get(cup.get_absolute_url()).text
    address = f"/tournaments/{cup.pk}/rounds/2/"
    assert address in page
    assert f"/tournaments/{cup.pk}/rounds/1/" not in page, "it has begun"
    preview = browser.get(address)
    board = Fixture.objects.get(round__number=2, board=1)
    names = [seat.entrant.player.name for seat in board.seats.order_by("seat")]
    assert " – ".join(names) in text_of(preview)
    assert "Up to 4 people will be notified by e-mail." in text_of(preview)
    assert states() == before, "looking changes nothing"
    done = browser.post(address, shown(preview.text))
    assert done.status_code == 303
    division = cup.divisions.get()
    own = f"/tournaments/{cup.pk}/?division=division-1&round=2#round-{division.pk}-2"
    assert done["Location"] == own
    before_it, _id, after_it = browser.get(own).text.partition(f'id="round-{division.pk}-2"')
    assert before_it.rpartition("<details ")[2].startswith('class="round" open>')
    assert "cancelled" in after_it.partition("</summary>")[0]
    off = Revision.objects.get(act="round_off")
    assert Message.objects.filter(key__contains=f"round_{off.pk}:").count() == 4
    second = Round.objects.get(number=2)
    assert second.closed_at
    assert second.cancelled
    assert {each[2:] for each in states() if each[0] == 2} == {("annulled", True)}
    reader = board.seats.first().entrant.player
    own = text_of(client_for(reader).get(cup.get_absolute_url()))
    assert re.search(r"Round 2: .*?annulled", own[own.index("Your matches here") :])
    page = browser.get(cup.get_absolute_url()).text
    assert "Round 2 was cancelled." in page
    assert "Cancelled by the organiser." in page
    assert browser.get(address).status_code == 409
    deliver_due(timezone.now())
    back = f"/tournaments/{cup.pk}/rounds/undo/{off.pk}/"
    assert back in page
    assert browser.post(back, {"preview_token": "stale"}).status_code == 409
    assert browser.post(back, shown(browser.get(back).text)).status_code == 303
    assert states() == before
    assert not Round.objects.filter(number__in=(2, 3), closed_at__isnull=False).exists()
    on = Revision.objects.get(act="round_on")
    assert on.undoes == off
    assert Message.objects.filter(key__contains=f"round_{on.pk}:").count() == 4
    assert back not in browser.get(cup.get_absolute_url()).text
    assert browser.get(back).status_code == 409


@pytest.mark.long
def test_a_cancelled_round_is_never_played_and_counts_for_nobody(cup, organiser, run, noon):
    preview_token = cancelling.propose(cup.pk, organiser, 2, now=noon).preview_token
    cancelling.cancel(cup.pk, organiser, 2, preview_token=preview_token, now=noon)
    end = run(cup, noon + timedelta(minutes=2))
    assert cup.status == "finished"
    assert Match.objects.count() == 4
    assert not Match.objects.filter(fixture__round__number=2).exists()
    rows = division_views(cup)[0].rows
    assert [row.played for row in rows] == [2, 2, 2, 2]
    assert sum(row.score or 0 for row in rows) == 4, "two rounds of two boards, a point each"
    refused("round_not_cancellable", cancelling.propose, cup.pk, organiser, 3, now=end)


@pytest.mark.long
def test_it_is_too_late_once_the_day_has_come_or_another_round_is_paired(
    cup, organiser, noon, hold, people
):
    opens = Round.objects.get(number=2).opens_at
    refused("round_not_cancellable", cancelling.propose, cup.pk, organiser, 2, now=opens)
    refused("round_not_cancellable", cancelling.propose, cup.pk, organiser, 4, now=noon)
    preview_token = cancelling.propose(cup.pk, organiser, 2, now=noon).preview_token
    line = cancelling.cancel(cup.pk, organiser, 2, preview_token=preview_token, now=noon)
    refused("cannot_undo", cancelling.propose_undo, cup.pk, organiser, line.pk, now=opens)
    refused("round_not_cancellable", cancelling.propose, cup.pk, organiser, 2, now=noon)


@pytest.mark.long
def test_a_swiss_goes_on_with_the_next_round(hold, people, organiser, noon):
    start = noon + timedelta(minutes=1)
    days = (start, start + 10 * DAY, start + 20 * DAY)
    swiss = begun(hold, people, start, format="swiss", rounds=3, round_dates=days)
    refused("round_not_cancellable", cancelling.propose, swiss.pk, organiser, 1, now=start)
    Match.objects.update(status="finished", finished_at=start)
    Fixture.objects.update(settled_at=start, kind="played")
    Fixture.objects.get(round__number=1, board=1).seats.update(place=1)
    Fixture.objects.get(round__number=1, board=2).seats.update(place=1)
    assert not Round.objects.filter(number=2).exists(), "its day has not come"
    Round.objects.create(
        division=swiss.divisions.get(), number=2, opens_at=days[1], closes_at=days[2],
        published_at=start, engine="test",
    )  # fmt: skip
    preview_token = cancelling.propose(swiss.pk, organiser, 2, now=start).preview_token
    line = cancelling.cancel(swiss.pk, organiser, 2, preview_token=preview_token, now=start)
    for _step in range(4):
        running.advance_all(now=days[2], make_seed=lambda: "cd" * 32)
    assert Round.objects.get(number=3).fixtures.count() == 2
    refused("cannot_undo", cancelling.propose_undo, swiss.pk, organiser, line.pk, now=days[2])


@pytest.mark.parametrize(
    ("format_", "code"),
    sampled(
        [
            ("knockout", "round_needed"),
            ("ladder", "not_in_this_format"),
            ("double_elim", "round_needed"),
        ],
        1,
    ),
)
def test_where_later_rounds_need_it_no_round_can_be_cancelled(
    hold, people, organiser, client_for, api, noon, format_, code
):
    event = begun(hold, people, noon + timedelta(minutes=1), format=format_)
    Round.objects.update(opens_at=noon + DAY)
    assert f"/tournaments/{event.pk}/rounds/" not in page_of(event, organiser, client_for)
    address = f"tournaments/{event.pk}/rounds/1/"
    assert client_for(organiser).get(f"/{address}").status_code == 422
    assert api(organiser).post(f"{address}cancel/", {}).brief == (422, code)


def page_of(event: Any, reader: Any, client_for: Any) -> str:
    page: str = client_for(reader).get(event.get_absolute_url()).text
    return page


def test_only_organisers_cancel_by_page_and_api(cup, organiser, alice, client_for, api):
    entrant = cup.entrants.first().player
    address, before = f"tournaments/{cup.pk}/rounds/2/cancel/", states()
    for player in (entrant, alice) if at_length() else (entrant,):
        assert client_for(player).get(f"/tournaments/{cup.pk}/rounds/2/").status_code == 403
        assert client_for(player).post(f"/tournaments/{cup.pk}/rounds/2/").status_code == 403
        assert api(player).post(address, {}).status == 403
        assert api(player).post(f"tournaments/{cup.pk}/rounds/undo/1/", {}).status == 403
    assert api().post(address, {}).status == 401
    assert states() == before
    seen = api(organiser).post(address, {}).json
    assert (seen["made"], seen["round"], seen["told"], len(seen["meetings"])) == (None, 2, 4, 2)
    made = api(organiser).post(address, {"preview_token": seen["preview_token"]}).json["made"]
    assert Revision.objects.get(pk=made).act == "round_off"
    back = f"tournaments/{cup.pk}/rounds/undo/{made}/"
    seen = api(organiser).post(back, {}).json
    assert api(organiser).post(back, {"preview_token": seen["preview_token"]}).json["made"]
    assert states() == before
    assert api(organiser).post(back, {}).status == 409
